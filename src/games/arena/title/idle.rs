//! Settings that change nothing because no card of the line-up is of the kind that they are about.

use super::super::roster::{Card, Effect, Fighter, Roster};
use super::super::rules::Rules;
use super::line_up::LineUp;
use crate::games::title::Complaint;

/// A note for each such setting that the scenario itself writes.
pub fn notes(
    rules: &Rules,
    roster: &Roster,
    line_up: &LineUp,
    written: &dyn Fn(&[&str]) -> bool,
) -> Vec<Complaint> {
    let keys = line_up.keys().into_iter();
    let fighters: Vec<&Fighter> = keys.filter_map(|key| roster.fighters.get(key)).collect();
    let idle = idle(rules, &fighters).into_iter();
    idle.filter(|(rule, _)| written(&["rules", rule]))
        .map(|(rule, why)| Complaint::new(&["rules", rule], format!("changes nothing here: {why}")))
        .collect()
}

/// The settings that these fighters' cards do not feel, each once, and why.
fn idle(rules: &Rules, fighters: &[&Fighter]) -> Vec<(&'static str, String)> {
    let cards: Vec<&Card> = fighters.iter().flat_map(|f| f.cards.values()).collect();
    let holds = |kind: Kind| cards.iter().any(|card| card.effect().is_some_and(kind));
    let has_dice_for_shots = cards.iter().any(|card| card.shooting > 0) || holds(is_claymore);
    let mut idle = vec![];
    let mut add = |rule, why: &str| idle.push((rule, why.to_owned()));
    if !has_dice_for_shots {
        if !holds(is_skull) {
            add("range", "nobody shoots");
        }
        add("far_shot_penalty", "nobody shoots");
    }
    for &(names, kind, what) in SETTINGS {
        if !holds(kind) {
            for name in names {
                add(name, &format!("nobody holds {what}"));
            }
        }
    }
    // A hand as long as the game is never taken up again, and a dragon has none.
    let again = |kind: &dyn Fn(&Card) -> bool| {
        let runs_out = |f: &&&Fighter| !f.dragon && f.cards.len() < usize::from(rules.rounds);
        let mut short = fighters.iter().filter(runs_out);
        short.any(|f| f.cards.values().any(kind))
    };
    let (rounds, holder) = (rules.rounds, "whoever holds");
    if !again(&|_| true) {
        add("recycle", &format!("all have cards for {rounds} rounds"));
    } else if !again(&|card| card.technique.is_some()) {
        let why = format!("{holder} a technique has cards for {rounds} rounds");
        add("recycle", &why);
    }
    let is_counted = |card: &Card| card.effect().is_some_and(is_terminotaur);
    if holds(is_terminotaur) && !again(&is_counted) {
        let why = format!("{holder} a terminotaur has cards for {rounds} rounds");
        add("terminotaur", &why);
    }
    idle
}

type Kind = fn(&Effect) -> bool;

fn is_terminotaur(effect: &Effect) -> bool {
    matches!(effect, Effect::Terminotaur)
}

fn is_claymore(effect: &Effect) -> bool {
    matches!(effect, Effect::ElectricClaymore)
}

fn is_skull(effect: &Effect) -> bool {
    matches!(effect, Effect::MysticalSkull)
}

/// Settings about effects: which, and what those effects are called.
const SETTINGS: &[(&[&str], Kind, &str)] = &[
    (
        &["second_attack_optional"],
        |e| matches!(e, Effect::SpikedEpaulet { .. } | Effect::WhirlingSpear),
        "a spiked-epaulet or a whirling-spear",
    ),
    (
        &["areas_spare_mates"],
        |e| matches!(e, Effect::PowderBarrel | Effect::Sandal { .. }),
        "a powder-barrel or a sandal",
    ),
    (
        &["rocks_blocked"],
        |e| matches!(e, Effect::GhostRing | Effect::BlindingSuit),
        "a ghost-ring or a blinding-suit",
    ),
    (
        &["regain_above_size"],
        |e| matches!(e, Effect::Finishing { regain, regain_large, .. } if regain.max(regain_large) > &0),
        "a finishing that gives life back",
    ),
    (
        &["charm_effect_dice"],
        |e| {
            matches!(
                e,
                Effect::EvilNet { .. } | Effect::ElectricClaymore | Effect::BrambleNet
            )
        },
        "an evil-net, an electric-claymore or a bramble-net",
    ),
    (
        &["strike_again", "strike_optional"],
        |e| matches!(e, Effect::Strike),
        "a strike",
    ),
    (
        &["bowling_hits_mates"],
        |e| matches!(e, Effect::BowlingStrike),
        "a bowling-strike",
    ),
    (&["terminotaur"], is_terminotaur, "a terminotaur"),
    (
        &[
            "bramble_initiative",
            "bramble_dice",
            "bramble_defense",
            "bramble_moves",
        ],
        |e| matches!(e, Effect::BrambleNet),
        "a bramble-net",
    ),
];
