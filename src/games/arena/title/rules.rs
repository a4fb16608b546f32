//! Checks of an arena game's settings that contradict each other, the roster or the line-up.

use super::super::roster::Roster;
use super::super::rules::{Compulsory, Placement, Rules, Scoring};
use super::line_up::LineUp;
use crate::games::title::Complaint;

/// Returns an error with the reason for each setting that contradicts other settings, the roster or
/// the line-up. `written` returns true if the scenario file itself has a value at a path.
pub fn check(
    rules: &Rules,
    roster: &Roster,
    line_up: &LineUp,
    written: &dyn Fn(&[&str]) -> bool,
) -> Vec<Complaint> {
    let mut complaints = vec![];
    for (rule, reason) in meaningless(rules, roster, line_up) {
        if written(&["rules", rule]) {
            let what = format!("has no meaning here: {reason}");
            complaints.push(Complaint::new(&["rules", rule], what));
        }
    }
    complaints.extend(check_zones(rules, roster, line_up, written));
    complaints
}

/// Returns the settings that have no effect in this scenario because of other settings or the
/// line-up, each with the reason.
fn meaningless(rules: &Rules, roster: &Roster, line_up: &LineUp) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let mut add = |rule, hit: bool, reason: &str| {
        if hit {
            found.push((rule, reason.to_owned()));
        }
    };
    add(
        "first_wound",
        rules.scoring == Scoring::Trophies,
        "wounds score nothing with scoring = \"trophies\"",
    );
    add("far_shot_penalty", rules.range < 2, "with range = 1 there are no far shots");
    add(
        "placement_centre",
        rules.placement == Placement::SeatOrder,
        "with placement = \"seat-order\" players do not choose their zones",
    );
    add("rocks_charm", !rules.lucky_charm, "with lucky_charm = false no fighter has a charm");
    add(
        "rocks_charm",
        rules.rocks.iter().all(|&dice| dice == 0),
        "with rocks = [] the crowd throws no rocks",
    );
    add(
        "rocks_blocked",
        rules.rocks.iter().all(|&dice| dice == 0),
        "with rocks = [] the crowd throws no rocks",
    );
    for rule in ["charms", "charm_rerolls", "charm_effect_dice"] {
        add(rule, !rules.lucky_charm, "with lucky_charm = false no fighter has a charm");
    }
    add(
        "second_attack_optional",
        rules.second_attack_optional && rules.compulsory == Compulsory::Never,
        "with compulsory = \"never\" any attack may be left out",
    );
    add(
        "areas_spare_mates",
        rules.areas_spare_mates && rules.friendly_fire,
        "with friendly_fire = true area attacks hit teammates as well",
    );
    for (rule, set) in [
        ("areas_spare_mates", rules.areas_spare_mates),
        ("bowling_hits_mates", rules.bowling_hits_mates),
    ] {
        add(
            rule,
            set && line_up.teams() == 0,
            "everyone is alone in this line-up: there are no teammates",
        );
    }
    add("dragon_initiative", dragons(roster, line_up) == 0, "no dragon is in the line-up");
    add(
        "friendly_fire",
        rules.friendly_fire && line_up.teams() == 0,
        "everyone is alone in this line-up: there are no teammates",
    );
    found
}

/// Checks that the ring has a zone for each fighter, if fighters are placed in the order of seats
/// (rule ).
fn check_zones(
    rules: &Rules,
    roster: &Roster,
    line_up: &LineUp,
    written: &dyn Fn(&[&str]) -> bool,
) -> Option<Complaint> {
    let others = line_up.keys().len() - dragons(roster, line_up);
    // If fighters are drawn at random, the line-up of a game may have no dragon.
    let fighters = line_up.draw.map_or(others, |draw| usize::from(draw).min(others));
    let zones = rules.zones.count(fighters);
    if rules.placement == Placement::Choice || usize::from(zones) >= fighters {
        return None;
    }
    let rule = ["zones", "placement"].into_iter().find(|rule| written(&["rules", rule]));
    let what = format!(
        "with placement = \"seat-order\" each of {fighters} fighters starts on a zone of its own, and there are only {zones}; \
         wants zones = {fighters} or \"fighters\""
    );
    Some(Complaint::new(&["rules", rule.unwrap_or("zones")], what))
}

/// Returns the number of dragons that may play in games of the line-up.
fn dragons(roster: &Roster, line_up: &LineUp) -> usize {
    let dragon = |key: &&str| roster.fighters.get(*key).is_some_and(|fighter| fighter.dragon);
    line_up.keys().into_iter().filter(dragon).count()
}
