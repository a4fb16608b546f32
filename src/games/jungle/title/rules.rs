//! Checks for rules that contradict each other or the line-up.

use super::super::deck::MOST_CARDS;
use super::super::roster::Roster;
use super::super::rules::{BY_PARTY, Cleared, Rules};
use super::LineUp;
use crate::games::title::Complaint;

/// Number of faces of a die.
const FACES: u8 = 6;

/// Returns an error for each rule under which a mission cannot be played or cannot be won.
pub fn check(
    rules: &Rules,
    _: &Roster,
    line_up: &LineUp,
    written: &dyn Fn(&[&str]) -> bool,
) -> Vec<Complaint> {
    let mut complaints = vec![];
    let faces = rules.fate_stress + rules.fate_alert;
    if faces > FACES {
        let fields = [path!(rules.fate_stress), path!(rules.fate_alert)];
        let [blamed, other] = if written(&fields[1]) { [fields[1], fields[0]] } else { fields };
        let other = other.join(".");
        let what = format!("makes {faces} faces with {other}; the fate die has {FACES}");
        complaints.push(Complaint::new(&blamed, what));
    }
    let boss = &rules.boss_die;
    let faces = boss.stress + boss.hour + boss.wound + boss.theft;
    if faces > FACES {
        let what = format!("has {faces} faces with an effect; the Boss die has {FACES}");
        complaints.push(Complaint::new(&path!(rules.boss_die), what));
    }
    let piles = [
        (path!(rules.equipment), rules.equipment.size()),
        (path!(rules.alerts), rules.alerts.size()),
        (path!(rules.rebels), rules.rebels.size()),
    ];
    for (path, cards) in piles.into_iter().filter(|(_, cards)| *cards > MOST_CARDS) {
        let what = format!("are {cards} cards; a pile has at most {MOST_CARDS}");
        complaints.push(Complaint::new(&path, what));
    }
    complaints.extend(check_hostages(rules, line_up.count(), written));
    complaints
}

/// Checks whether enough hostages can be freed. There must be a card of a rebel, and at least as
/// many tiles as needed hostages unless fights can break out on cleared tiles.
fn check_hostages(
    rules: &Rules,
    heroes: usize,
    written: &dyn Fn(&[&str]) -> bool,
) -> Option<Complaint> {
    let needed = rules.hostages.with(heroes);
    let tiles = rules.side.with(heroes).pow(2);
    if needed > 0 && rules.rebels.size() == 0 {
        let what = "have no cards: no hostage can ever be freed";
        return Some(Complaint::new(&path!(rules.rebels), what));
    }
    if rules.cleared == Cleared::Fights || needed <= tiles {
        return None;
    }
    let [side, hostages] = [path!(rules.side), path!(rules.hostages)]
        .map(|[rules, setting]| [rules, setting, BY_PARTY[heroes - 1]]);
    let (path, what) = if written(&side) {
        let what = format!("makes {tiles} tiles, but {needed} hostages are needed, and each tile");
        (side, what + " has one")
    } else {
        let what = format!("is {needed}, but there are {tiles} tiles, and each has one hostage");
        (hostages, what)
    };
    Some(Complaint::new(&path, what + " at most (unless rules.cleared = \"fights\")"))
}
