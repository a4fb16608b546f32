//! Comparison of a table's columns with the columns that users rely on.

/// Returns whether all items of `contract` occur in `items`, in the same order. Both are texts such
/// as "games u64, wins u64". Additional items are allowed, because a later version may add columns.
pub fn are_kept(contract: &str, items: &str) -> bool {
    let mut items = items.split(", ");
    contract.split(", ").all(|column| items.any(|item| item == column))
}

#[test]
fn columns_may_be_added_but_not_removed_changed_or_moved() {
    let contract = "games u64, wins u64";
    for kept in [contract, "games u64, seat u8, wins u64, rate f64"] {
        assert!(are_kept(contract, kept), "{kept}");
    }
    for broken in ["games u64", "games u64, wins f64", "wins u64, games u64"] {
        assert!(!are_kept(contract, broken), "{broken}");
    }
}
