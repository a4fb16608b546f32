//! Rules of a scenario: the game's own where it says nothing, and combinations that have no meaning refused with the reason.

use super::LineUp;
use super::document::{Document, Node};
use super::fault::{Fault, Faults};
use super::file::GameName;
use crate::games::arena::{Placement, Roster, Rules, Scoring};

/// Lays the rules of the scenario's game under its own. A game that does not exist is told where the document is decoded.
pub fn lay_under(document: &mut Document) {
    let Some((game, place)) = document.text(&["game"]) else {
        return;
    };
    let place = place.clone();
    let Ok(game) = serde_json::from_value::<GameName>(game.into()) else {
        return;
    };
    let Ok(rules) = serde_json::to_value(game.rules()) else {
        return;
    };
    let own = document.take("rules");
    document.lay("rules", Node::from_json(&rules, &place));
    if let Some(own) = own {
        document.lay("rules", own);
    }
}

/// Rules that contradict each other, the roster or the line-up; `written` is the scenario as somebody wrote it.
///
/// # Errors
/// Each of them, with the reason.
pub fn check(
    written: &Document,
    rules: &Rules,
    roster: &Roster,
    line_up: &LineUp,
) -> Result<(), Faults> {
    let mut faults = Faults::default();
    for (rule, reason) in meaningless(rules, roster, line_up) {
        if written.get(&["rules", rule]).is_some() {
            let what = format!("has no meaning here: {reason}");
            faults.push(written.fault(&["rules", rule], what));
        }
    }
    faults.keep(check_zones(written, rules, roster, line_up));
    faults.done()
}

/// Rules that change nothing, whatever they say, and why.
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
    add(
        "far_shot_penalty",
        rules.range < 2,
        "with range = 1 there are no far shots",
    );
    add(
        "placement_centre",
        rules.placement == Placement::SeatOrder,
        "with placement = \"seat-order\" nobody chooses where to start",
    );
    add(
        "rocks_charm",
        !rules.lucky_charm,
        "with lucky_charm = false nobody has a charm",
    );
    add(
        "rocks_charm",
        rules.rocks.iter().all(|&dice| dice == 0),
        "with rocks = [] the crowd throws none",
    );
    add(
        "dragon_initiative",
        dragons(roster, line_up) == 0,
        "no dragon is in the line-up",
    );
    add(
        "friendly_fire",
        rules.friendly_fire && line_up.teams() == 0,
        "everyone is alone in this line-up: there are no teammates",
    );
    found
}

/// in seat order each fighter starts on a zone of its own.
fn check_zones(
    written: &Document,
    rules: &Rules,
    roster: &Roster,
    line_up: &LineUp,
) -> Result<(), Fault> {
    let dragons = dragons(roster, line_up);
    let fighters = match line_up {
        // Of a draw no dragon may be part.
        LineUp::Drawn { draw, pool } => (*draw).min(pool.len() - dragons),
        _ => line_up.fighters().len() - dragons,
    };
    let zones = rules.zones.count(fighters);
    if rules.placement == Placement::Choice || usize::from(zones) >= fighters {
        return Ok(());
    }
    let rule = ["zones", "placement"]
        .into_iter()
        .find(|rule| written.get(&["rules", rule]).is_some());
    let what = format!(
        "with placement = \"seat-order\" each of {fighters} fighters starts on a zone of its own, and there are only {zones}; \
         wants zones = {fighters} or \"fighters\""
    );
    Err(written.fault(&["rules", rule.unwrap_or("zones")], what))
}

/// How many dragons may play.
fn dragons(roster: &Roster, line_up: &LineUp) -> usize {
    let fighters = line_up.fighters();
    let dragon = |key: &&&str| roster.fighters.get(**key).is_some_and(|f| f.dragon);
    fighters.iter().filter(dragon).count()
}
