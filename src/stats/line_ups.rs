//! Enumerates all ways to form teams.

/// Lists all ways to form teams of the given sizes from `members`, each once and in a fixed order.
///
/// The order of members within a team does not matter, nor does the order of teams of equal size.
/// Members of a team are listed in the order of `members`. Among teams of equal size, the team with
/// the earliest member comes first.
pub fn every<T: Copy>(members: &[T], sizes: &[usize]) -> Vec<Vec<Vec<T>>> {
    let mut found = Vec::new();
    let mut teams = Vec::new();
    let mut free: Vec<usize> = (0..members.len()).collect();
    form(&mut free, sizes, &mut teams, &mut |teams: &[Vec<usize>]| {
        let named = |team: &Vec<usize>| team.iter().map(|&i| members[i]).collect();
        found.push(teams.iter().map(named).collect());
    });
    found
}

/// Returns the number of ways to form teams of the given sizes; `None` if the number exceeds `u64`.
pub fn count(members: usize, sizes: &[usize]) -> Option<u64> {
    let mut left = members as u64;
    let mut ways: u64 = 1;
    for (i, &size) in sizes.iter().enumerate() {
        ways = ways.checked_mul(choose(left, size as u64)?)?;
        // The order of teams of equal size does not matter, so divides by the number of teams of
        // this size so far.
        ways /= sizes[..=i].iter().filter(|other| **other == size).count() as u64;
        left = left.saturating_sub(size as u64);
    }
    Some(ways)
}

fn choose(n: u64, k: u64) -> Option<u64> {
    (0..k).try_fold(1u64, |ways, i| Some(ways.checked_mul(n.saturating_sub(i))? / (i + 1)))
}

/// Forms the remaining teams from the members without a team, and passes each complete list of
/// teams to `found`.
fn form(
    free: &mut Vec<usize>,
    sizes: &[usize],
    teams: &mut Vec<Vec<usize>>,
    found: &mut impl FnMut(&[Vec<usize>]),
) {
    let Some(&size) = sizes.get(teams.len()) else {
        return found(teams);
    };
    // To list each line-up once, a team's first member must come after the first member of the
    // previous team of equal size.
    let after = teams.iter().rfind(|team| team.len() == size).map(|team| team[0]);
    for team in subsets(free, size) {
        if after.is_some_and(|after| team[0] < after) {
            continue;
        }
        free.retain(|member| !team.contains(member));
        teams.push(team);
        form(free, sizes, teams, found);
        let team = teams.pop().expect("it was pushed");
        free.extend(team);
        free.sort_unstable();
    }
}

/// Returns all subsets with `size` elements of a list, in lexicographic order.
fn subsets(from: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![vec![]];
    }
    let with_first = |(i, &first): (usize, &usize)| {
        subsets(&from[i + 1..], size - 1).into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    from.iter().enumerate().flat_map(with_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_as_many_as_combinatorics_says_and_none_is_there_twice() {
        let cases: [(usize, &[usize], usize); 10] = [
            (8, &[2, 2], 210),
            (8, &[4, 4], 35),
            (8, &[3, 3], 280),
            (8, &[2, 2, 2], 420),
            (8, &[2, 2, 2, 2], 105),
            (8, &[3, 2], 560),
            (8, &[4, 3], 280),
            (8, &[3, 2, 3], 280),
            (4, &[2, 2], 3),
            (3, &[2, 2], 0),
        ];
        for (members, sizes, expected) in cases {
            let everybody: Vec<usize> = (0..members).collect();
            let found = every(&everybody, sizes);
            assert_eq!(found.len(), expected, "{sizes:?} of {members}");
            assert_eq!(count(members, sizes), Some(expected as u64), "{sizes:?}");
            let canonical = |teams: &Vec<Vec<usize>>| {
                let mut teams = teams.clone();
                teams.iter_mut().for_each(|team| team.sort_unstable());
                teams.sort();
                teams
            };
            let distinct: BTreeSet<_> = found.iter().map(canonical).collect();
            assert_eq!(distinct.len(), expected, "{sizes:?} of {members}");
            for teams in &found {
                assert!(teams.iter().map(Vec::len).eq(sizes.iter().copied()));
                let members: BTreeSet<_> = teams.iter().flatten().collect();
                assert_eq!(members.len(), sizes.iter().sum::<usize>(), "nobody plays twice");
            }
        }
        assert_eq!(count(64, &[4, 4]), Some(154_915_787_880));
    }

    #[test]
    fn they_come_in_order() {
        let first: Vec<_> = every(&['a', 'b', 'c', 'd'], &[2, 2]);
        assert_eq!(
            first,
            [[['a', 'b'], ['c', 'd']], [['a', 'c'], ['b', 'd']], [['a', 'd'], ['b', 'c']]]
        );
    }
}
