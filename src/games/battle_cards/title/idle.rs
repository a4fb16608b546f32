//! Finds settings of a scenario that have no effect, because no player has a mate, or because the
//! piles lack a card.

use super::super::roster::Roster;
use super::super::rules::Rules;
use super::line_up::LineUp;
use crate::games::filed::read;
use crate::games::title::{Complaint, Files};

/// Returns a note for each setting that the scenario file contains although the setting has no
/// effect.
pub fn notes(files: &Files, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
    let (rules, roster): (Rules, Roster) = (read(&files.rules), read(&files.roster));
    let line_up: LineUp = read(&files.line_up);
    let mut notes = vec![];
    let mut note = |path: &[&str], why: &str| {
        if written(path) {
            let what = format!("changes nothing here: {why}");
            notes.push(Complaint::new(path, what));
        }
    };
    if line_up.players == Some(2) {
        note(&["line-up", "seating"], "there are 2 players");
    }
    let of_help = ["heal_mates_in_own_turn", "defend_mates"];
    if line_up.seating(&roster).per_team {
        let why = "each player is alone on its side";
        note(&["rules", "team_help"], why);
        of_help.iter().for_each(|rule| note(&["rules", rule], why));
    } else if !rules.team_help {
        let why = "`rules.team_help` is false";
        of_help.iter().for_each(|rule| note(&["rules", rule], why));
    }
    for pile in ["actions", "events"] {
        for (card, numbers) in files.rules[pile].as_object().into_iter().flatten() {
            if numbers["count"] == 0 {
                for field in ["cost", "amount"] {
                    note(&["rules", pile, card, field], "there is no such card");
                }
            }
        }
    }
    notes
}
