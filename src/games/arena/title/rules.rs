//! Checks of an arena game's settings that contradict each other, the roster or the line-up.

use super::line_up::LineUp;
use crate::games::arena::{Compulsory, Placement, Roster, Rules, Scoring};
use crate::games::title::Complaint;

/// Lists settings, each with the condition under which it has no effect in a scenario, and with the
/// reason.
macro_rules! idle {
    ($rules:ident: $($field:ident if $is_idle:expr => $reason:expr;)*) => {
        [$((path!($rules.$field), $is_idle, $reason)),*]
    };
}

/// Returns an error with the reason for each setting that contradicts other settings, the roster or
/// the line-up. `written` returns true if the scenario file itself has a value at a path.
pub fn check(
    rules: &Rules,
    roster: &Roster,
    line_up: &LineUp,
    written: &dyn Fn(&[&str]) -> bool,
) -> Vec<Complaint> {
    let is_dragon = |key: &&String| roster.fighters.get(*key).is_some_and(|fighter| fighter.dragon);
    let dragons = line_up.keys().filter(is_dragon).count();
    let no_charms = !rules.lucky_charm;
    let for_charms = "with lucky_charm = false no fighter has a charm";
    let no_rocks = rules.rocks.iter().all(|&dice| dice == 0);
    let for_rocks = "with rocks = [] the crowd throws no rocks";
    let alone = line_up.teams() == 0;
    let for_mates = "everyone is alone in this line-up: there are no teammates";
    let by_seats = rules.placement == Placement::SeatOrder;
    let optional = rules.second_attack_optional && rules.compulsory == Compulsory::Never;
    let all_hit = rules.areas_spare_mates && rules.friendly_fire;
    let settings = idle! { rules:
        first_wound if rules.scoring == Scoring::Trophies =>
            "wounds score nothing with scoring = \"trophies\"";
        far_shot_penalty if rules.range < 2 => "with range = 1 there are no far shots";
        placement_centre if by_seats =>
            "with placement = \"seat-order\" players do not choose their zones";
        rocks_charm if no_charms => for_charms;
        rocks_charm if no_rocks => for_rocks;
        rocks_blocked if no_rocks => for_rocks;
        charms if no_charms => for_charms;
        charm_rerolls if no_charms => for_charms;
        charm_effect_dice if no_charms => for_charms;
        second_attack_optional if optional =>
            "with compulsory = \"never\" any attack may be left out";
        areas_spare_mates if all_hit =>
            "with friendly_fire = true area attacks hit teammates as well";
        areas_spare_mates if rules.areas_spare_mates && alone => for_mates;
        bowling_hits_mates if rules.bowling_hits_mates && alone => for_mates;
        dragon_initiative if dragons == 0 => "no dragon is in the line-up";
        friendly_fire if rules.friendly_fire && alone => for_mates;
    };
    let idle = settings.into_iter().filter(|(path, is_idle, _)| *is_idle && written(path));
    let complaint = |(path, _, reason): ([&str; 2], _, &str)| {
        Complaint::new(&path, format!("has no meaning here: {reason}"))
    };
    let mut complaints: Vec<Complaint> = idle.map(complaint).collect();
    // Fighters placed in the order of seats need a zone each (rule ). If fighters are drawn at
    // random, the line-up of a game may have no dragon.
    let others = line_up.keys().count() - dragons;
    let fighters = line_up.draw.map_or(others, |draw| usize::from(draw).min(others));
    let zones = rules.zones.count(fighters);
    if by_seats && usize::from(zones) < fighters {
        let [first, placement] = [path!(rules.zones), path!(rules.placement)];
        let path = if !written(&first) && written(&placement) { placement } else { first };
        let what = format!(
            "with placement = \"seat-order\" each of {fighters} fighters starts on a zone of its \
             own, and there are only {zones}; wants zones = {fighters} or \"fighters\""
        );
        complaints.push(Complaint::new(&path, what));
    }
    complaints
}
