//! Checks for rules that contradict each other or the line-up, and notes on settings that have no
//! effect with the given number of heroes. All functions read the rules as JSON.

use serde_json::Value as Json;

use super::MOST_HEROES;
use crate::games::title::Complaint;

/// Field names of settings that depend on the number of heroes. The index is the number of heroes
/// minus 1.
const BY_HEROES: [&str; MOST_HEROES] = ["one", "two", "three", "four"];

/// Maximum number of cards in a pile (rule J-2.4).
const MOST_CARDS: u64 = 60;

/// Number of faces of a die.
const FACES: u64 = 6;

/// Returns the number at a path below the table `rules`; 0 if there is none.
fn number(rules: &Json, path: &[&str]) -> u64 {
    let found = path.iter().try_fold(rules, |below, step| below.get(step));
    found.and_then(Json::as_u64).unwrap_or(0)
}

/// Iterates over the entries of one of the tables in the rules. Returns the name of each entry and
/// the number in its field `field`.
fn each<'a>(
    rules: &'a Json,
    table: &str,
    field: &'a str,
) -> impl Iterator<Item = (&'a String, u64)> {
    let entries = rules.get(table).and_then(Json::as_object);
    let entries = entries.into_iter().flatten();
    entries.map(move |(name, entry)| (name, number(entry, &[field])))
}

fn complaint(path: &[&str], what: String) -> Complaint {
    Complaint::new(&[&["rules"], path].concat(), what)
}

/// Returns an error for each rule under which a mission cannot be played or cannot be won.
pub fn check(rules: &Json, heroes: usize, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
    let mut complaints = vec![];
    let fate = [&["fate_stress"][..], &["fate_alert"]].map(|path| number(rules, path));
    if fate.iter().sum::<u64>() > FACES {
        let [stress, alert] = fate;
        let what = format!(
            "makes {} faces with rules.fate_{}; the fate die has {FACES}",
            stress + alert,
            if written(&["rules", "fate_alert"]) { "stress" } else { "alert" }
        );
        let blamed = match written(&["rules", "fate_alert"]) {
            true => "fate_alert",
            false => "fate_stress",
        };
        complaints.push(complaint(&[blamed], what));
    }
    let boss = ["stress", "hour", "wound", "theft"].map(|face| number(rules, &["boss_die", face]));
    if boss.iter().sum::<u64>() > FACES {
        let faces = boss.iter().sum::<u64>();
        let what = format!("has {faces} faces with an effect; the Boss die has {FACES}");
        complaints.push(complaint(&["boss_die"], what));
    }
    for pile in ["equipment", "alerts", "rebels"] {
        let cards: u64 = each(rules, pile, "count").map(|(_, count)| count).sum();
        if cards > MOST_CARDS {
            let what = format!("are {cards} cards; a pile has at most {MOST_CARDS}");
            complaints.push(complaint(&[pile], what));
        }
    }
    complaints.extend(check_hostages(rules, heroes, written));
    complaints
}

/// Checks whether enough hostages can be freed. There must be a card of a rebel, and at least as
/// many tiles as needed hostages unless fights can break out on cleared tiles.
fn check_hostages(
    rules: &Json,
    heroes: usize,
    written: &dyn Fn(&[&str]) -> bool,
) -> Option<Complaint> {
    let so_many = BY_HEROES[heroes - 1];
    let needed = number(rules, &["hostages", so_many]);
    let tiles = number(rules, &["side", so_many]).pow(2);
    if needed > 0 && each(rules, "rebels", "count").all(|(_, count)| count == 0) {
        let what = "have no cards: no hostage can ever be freed";
        return Some(complaint(&["rebels"], what.into()));
    }
    let quiet = rules.get("cleared").and_then(Json::as_str) == Some("quiet");
    if !quiet || needed <= tiles {
        return None;
    }
    if written(&["rules", "side", so_many]) {
        let what = format!(
            "makes {tiles} tiles, but {needed} hostages are needed, and each tile has one at most \
             (unless rules.cleared = \"fights\")"
        );
        return Some(complaint(&["side", so_many], what));
    }
    let what = format!(
        "is {needed}, but there are {tiles} tiles, and each has one hostage at most (unless \
         rules.cleared = \"fights\")"
    );
    Some(complaint(&["hostages", so_many], what))
}
