//! Checks of custom card effects in a roster: which parts can be combined, and which dice the card
//! must have.

use super::super::MOST_SPLIT;
use super::super::parts::{AttackParts, Dice, Manner, Parts, Power};
use super::super::roster::Card;
use crate::games::title::Complaint;

/// Appends all errors of a card's custom effect to `complaints`. `path` is the path of the card in
/// the roster file.
pub fn check(path: &[&str], card: &Card, parts: &Parts, complaints: &mut Vec<Complaint>) {
    let effect = [path, &[card.effect_field()]].concat();
    let mut faults = Faults { path, effect: &effect, complaints };
    if parts.name.chars().any(char::is_control) {
        faults.of_part(&["name"], "must have visible letters only".into());
    }
    if parts.attacks().next().is_none() && parts.lasting.is_empty() {
        let what = "has no parts: wants `melee`, `shooting`, `second` or `lasting`";
        faults.of_part(&[], what.into());
    }
    for (place, power) in parts.lasting.iter().enumerate() {
        if parts.lasting[..place].contains(power) {
            let what = format!("`{}` is listed twice", name(*power));
            faults.of_part(&["lasting", &place.to_string()], what);
        }
    }
    for (field, attack) in parts.attacks() {
        check_parts(field, attack, &mut faults);
    }
    let numbers =
        [("melee", card.melee, &parts.melee), ("shooting", card.shooting, &parts.shooting)];
    for (field, dice, attack) in numbers {
        if let Some(attack) = attack {
            check_dice(field, dice, attack, &parts.name, &mut faults);
        }
    }
    if let Some(second) = &parts.second {
        check_second(card, parts, second, &mut faults);
    }
}

struct Faults<'a> {
    path: &'a [&'a str],
    effect: &'a [&'a str],
    complaints: &'a mut Vec<Complaint>,
}

impl Faults<'_> {
    /// Records an error about a field of the card that contradicts the card's effect.
    fn of_card(&mut self, field: &str, what: String) {
        let complaint = Complaint::new(&[self.path, &[field]].concat(), what);
        self.complaints.push(complaint.beside(self.effect));
    }

    /// Records an error about a part of a card's custom effect.
    fn of_part(&mut self, part: &[&str], what: String) {
        let path = [self.effect, part].concat();
        self.complaints.push(Complaint::new(&path, what));
    }
}

/// Checks whether the parts of one attack of a custom effect can be combined; records an error if
/// not.
fn check_parts(field: &str, attack: &AttackParts, faults: &mut Faults<'_>) {
    let mut fault = |part: &str, what: String| faults.of_part(&[field, part], what);
    if attack.manner == Manner::Skull {
        let bare = AttackParts { manner: Manner::Skull, ..AttackParts::default() };
        if *attack != bare {
            fault(
                "manner",
                "a `skull` rolls no dice and deals no wounds: it cannot be combined with other \
                 parts"
                    .into(),
            );
        }
        return;
    }
    if attack.manner == Manner::Pair && field != "shooting" {
        let what = "a `pair` must be a shot: for two melee attacks use `second`";
        fault("manner", what.into());
    }
    let at_one = [
        ("snare", attack.snare.is_some()),
        ("by_size", attack.by_size),
        ("throw", !attack.throw.is_empty()),
    ];
    if attack.manner != Manner::Single {
        for (part, _) in at_one.into_iter().filter(|(_, there)| *there) {
            fault(
                part,
                "compares dice with the size of one opponent: `manner` wants `single`".into(),
            );
        }
    }
    if attack.by_size {
        let of_dice = [
            ("snare", attack.snare.is_some()),
            ("bonus", attack.bonus > 0),
            ("weak", attack.weak.is_some()),
        ];
        for (part, _) in of_dice.into_iter().filter(|(_, there)| *there) {
            let what = "has no effect: with `by_size` the dice are not compared with the defense";
            fault(part, what.into());
        }
    }
    if attack.manner == Manner::Split {
        let what = match &attack.dice {
            Some(Dice::Counted(_)) => "are split before the roll: their number must be known",
            Some(Dice::Fixed(dice)) if *dice > MOST_SPLIT => "can be split in too many ways",
            Some(Dice::ByLife(table)) if table.iter().any(|dice| *dice > MOST_SPLIT) => {
                "can be split in too many ways"
            }
            _ => return,
        };
        fault("dice", format!("{what}; wants at most {MOST_SPLIT} dice"));
    }
}

/// Checks that either the card or the effect gives the number of dice of an attack, but not both.
fn check_dice(field: &str, dice: u8, attack: &AttackParts, name: &str, faults: &mut Faults<'_>) {
    let brings = attack.dice.is_some() || attack.manner == Manner::Skull;
    if brings && dice > 0 {
        let what = format!("`{name}` brings its own dice or none: {field} wants 0");
        faults.of_card(field, what);
    } else if !brings && dice == 0 {
        let what = format!(
            "`{name}` needs dice: {field} wants 1 to 12, or the effect's {field} `dice` of its own"
        );
        faults.of_card(field, what);
    }
    if attack.manner == Manner::Split && dice > MOST_SPLIT {
        let what = format!("{dice} dice can be split in too many ways; wants at most {MOST_SPLIT}");
        faults.of_card(field, what);
    }
}

/// Checks a card whose effect adds a second melee attack: the card must have a first one, and no
/// shot.
fn check_second(card: &Card, parts: &Parts, second: &AttackParts, faults: &mut Faults<'_>) {
    let first = parts.melee.as_ref().and_then(|melee| melee.dice.as_ref());
    if first.is_none() && card.melee == 0 && parts.melee.is_none() {
        let what =
            format!("`{}` has a second melee attack and no first: melee wants 1 to 12", parts.name);
        faults.of_card("melee", what);
    }
    if card.shooting > 0 {
        let what = format!(
            "a card has two attacks at most, and `{}` has two in melee: shooting wants 0",
            parts.name
        );
        faults.of_card("shooting", what);
    }
    if parts.shooting.is_some() {
        let what =
            "a card has two attacks at most: `melee` and `second`, or `melee` and `shooting`";
        faults.of_part(&["shooting"], what.into());
    }
    let at_one = [("melee", parts.melee.as_ref()), ("second", Some(second))];
    for (field, attack) in at_one {
        if attack.is_some_and(|attack| attack.manner != Manner::Single) {
            let what = "each of two melee attacks has one target: wants `single`";
            faults.of_part(&[field, "manner"], what.into());
        }
    }
}

/// Returns the name of a lasting power, as roster files write it.
fn name(power: Power) -> &'static str {
    match power {
        Power::NoMelee => "no-melee",
        Power::NoShot => "no-shot",
        Power::DieLess => "die-less",
        Power::RolledDefense => "rolled-defense",
    }
}
