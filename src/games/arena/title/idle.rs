//! Finds settings of a scenario that have no effect, because no card of its fighters depends on
//! them.

use super::super::parts::{AttackParts, Counted, Dice, Manner, Parts, Power};
use super::super::roster::{Card, Fighter, Roster};
use super::super::rules::Rules;
use super::line_up::LineUp;
use crate::games::title::Complaint;
use crate::words::counted;

/// Returns a note for each setting that the scenario file contains although the setting has no
/// effect.
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

/// Returns the settings that have no effect because no card of these fighters depends on them, each
/// with the reason.
fn idle(rules: &Rules, fighters: &[&Fighter]) -> Vec<(&'static str, String)> {
    let cards: Vec<&Card> = fighters.iter().flat_map(|f| f.cards.values()).collect();
    let effects: Vec<Parts> = cards.iter().map(|card| card.parts()).collect();
    let holds = |kind: Kind| effects.iter().any(kind);
    let shoots = |parts: &Parts| parts.shooting.as_ref().is_some_and(|shot| shot.dice.is_some());
    let has_dice_for_shots =
        cards.iter().any(|card| card.shooting > 0) || effects.iter().any(shoots);
    let mut idle = vec![];
    let mut add = |rule, why: &str| idle.push((rule, why.to_owned()));
    if !has_dice_for_shots {
        if !holds(gives_skull) {
            add("range", "no fighter shoots");
        }
        add("far_shot_penalty", "no fighter shoots");
    }
    for &(names, kind, what) in SETTINGS {
        if !holds(kind) {
            for name in names {
                add(name, &format!("no fighter holds {what}"));
            }
        }
    }
    // A fighter takes cards back only if the game has more rounds than the fighter has cards. A
    // dragon never takes cards back.
    let again = |kind: &dyn Fn(&Card) -> bool| {
        let runs_out = |f: &&&Fighter| !f.dragon && f.cards.len() < usize::from(rules.rounds);
        let mut short = fighters.iter().filter(runs_out);
        short.any(|f| f.cards.values().any(kind))
    };
    let rounds = counted(rules.rounds.into(), "round");
    let holder = "every fighter with";
    if !again(&|_| true) {
        add("recycle", &format!("every fighter has cards for {rounds}"));
    } else if !again(&|card| card.technique.is_some()) {
        let why = format!("{holder} a technique has cards for {rounds}");
        add("recycle", &why);
    }
    let is_counted = |card: &Card| counts_cards(&card.parts());
    if holds(counts_cards) && !again(&is_counted) {
        let why = format!("{holder} a terminotaur has cards for {rounds}");
        add("terminotaur", &why);
    }
    idle
}

type Kind = fn(&Parts) -> bool;

fn counts_cards(effect: &Parts) -> bool {
    effect.any(|attack| attack.dice == Some(Dice::Counted(Counted::Cards)))
}

fn gives_skull(effect: &Parts) -> bool {
    let shot = effect.shooting.as_ref();
    shot.is_some_and(|shot| shot.manner == Manner::Skull)
}

/// Returns true if the attack first throws dice of an effect, against which the target may use a
/// lucky charm.
fn throws_first(attack: &AttackParts) -> bool {
    let rolled = attack.dice == Some(Dice::Counted(Counted::Rolled));
    let at_one = matches!(attack.manner, Manner::Single | Manner::Strike);
    at_one && (rolled || attack.snare.is_some() || attack.by_size)
}

/// Groups of settings that concern card effects. Each group has the names of the settings, a test
/// whether an effect is concerned, and the names of such effects in a sentence.
const SETTINGS: &[(&[&str], Kind, &str)] = &[
    (&["second_attack_optional"], |e| e.second.is_some(), "a spiked-epaulet or a whirling-spear"),
    (
        &["areas_spare_mates"],
        |e| e.any(|attack| attack.manner == Manner::Area || !attack.throw.is_empty()),
        "a powder-barrel or a sandal",
    ),
    (
        &["rocks_blocked"],
        |e| e.lasting.contains(&Power::NoShot) || e.lasting.contains(&Power::DieLess),
        "a ghost-ring or a blinding-suit",
    ),
    (
        &["regain_above_size"],
        |e| e.any(|attack| attack.regain.is_some_and(|r| r.small.max(r.large) > 0)),
        "a finishing that gives life back",
    ),
    (
        &["charm_effect_dice"],
        |e| e.any(throws_first),
        "an evil-net, an electric-claymore or a bramble-net",
    ),
    (
        &["strike_again", "strike_optional"],
        |e| e.any(|attack| attack.manner == Manner::Strike),
        "a strike",
    ),
    (
        &["bowling_hits_mates"],
        |e| e.any(|attack| attack.manner == Manner::Bowling),
        "a bowling-strike",
    ),
    (&["terminotaur"], counts_cards, "a terminotaur"),
    (
        &["bramble_initiative", "bramble_dice", "bramble_defense", "bramble_moves"],
        |e| e.any(|attack| attack.net),
        "a bramble-net",
    ),
];
