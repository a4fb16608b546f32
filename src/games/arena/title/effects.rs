//! Checks of the effects of cards: which dice a card must have because of its effect, and which
//! parts of a custom effect can be combined (rules A-9, A-5.7b).

use std::fmt::Arguments;

use super::super::parts::{AttackParts, Dice};
use crate::games::arena::{Card, Effect, MOST_SPLIT, Manner, Parts};
use crate::games::title::Complaint;

/// Appends all errors of a card's effect to `complaints`. `path` is the path of the card in the
/// roster file.
pub fn check(path: &[&str], card: &Card, complaints: &mut Vec<Complaint>) {
    let Some(effect) = card.effect() else { return };
    if card.technique.is_some() && card.item.is_some() {
        let what = "a card is a technique or an item, not both";
        complaints.push(Complaint::new(&[path, &["item"]].concat(), what));
        return;
    }
    let place = [path, &[card.effect_field()]].concat();
    let mut faults = Faults { path, effect: &place, complaints };
    let parts = effect.parts(card);
    let name = effect.name();
    let is_custom = matches!(effect, Effect::Custom(_));
    if is_custom {
        check_combination(&parts, &mut faults);
    }
    if parts.second.is_some() {
        check_second(card, &parts, &name, &mut faults);
    }
    let is_bare = !is_custom && parts.second.is_none();
    for (field, dice, attack) in
        [("melee", card.melee, &parts.melee), ("shooting", card.shooting, &parts.shooting)]
    {
        if let Some(attack) = attack {
            let own = if is_custom { field } else { "" };
            check_dice(field, dice, attack, [&name, own], &mut faults);
        } else if let Some((by, _)) = parts.attacks().next().filter(|_| is_bare) {
            let what = format_args!("`{name}` is the card's only attack, by {by}: {field} wants 0");
            faults.of_card(dice > 0, field, what);
        }
    }
    if let Effect::Electroshock { .. } = effect {
        let (melee, shooting) = (card.melee > 0, card.shooting > 0);
        let what = format_args!("`{name}` needs an attack: `melee` or `shooting` wants 1 to 12");
        faults.of_card(!melee && !shooting, "melee", what);
        let what = format_args!("`{name}` has only one attack: melee or shooting must be 0");
        faults.of_card(melee && shooting, "shooting", what);
    }
}

struct Faults<'a> {
    path: &'a [&'a str],
    effect: &'a [&'a str],
    complaints: &'a mut Vec<Complaint>,
}

impl Faults<'_> {
    /// Records an error, if it is one, about a field of the card that contradicts the card's
    /// effect.
    fn of_card(&mut self, is_fault: bool, field: &str, what: Arguments<'_>) {
        if is_fault {
            let complaint = Complaint::new(&[self.path, &[field]].concat(), what.to_string());
            self.complaints.push(complaint.beside(self.effect));
        }
    }

    /// Records an error, if it is one, about a part of a card's custom effect.
    fn of_part(&mut self, is_fault: bool, part: &[&str], what: Arguments<'_>) {
        if is_fault {
            let path = [self.effect, part].concat();
            self.complaints.push(Complaint::new(&path, what.to_string()));
        }
    }
}

/// Checks whether the parts of a custom effect can be combined.
fn check_combination(parts: &Parts, faults: &mut Faults<'_>) {
    let is_invisible = parts.name.chars().any(char::is_control);
    faults.of_part(is_invisible, &["name"], format_args!("must have visible letters only"));
    let is_empty = parts.attacks().next().is_none() && parts.lasting.is_empty();
    let what = format_args!("has no parts: wants `melee`, `shooting`, `second` or `lasting`");
    faults.of_part(is_empty, &[], what);
    for (place, power) in parts.lasting.iter().enumerate() {
        let is_twice = parts.lasting[..place].contains(power);
        let place = place.to_string();
        let what = format_args!("`{}` is listed twice", power.name());
        faults.of_part(is_twice, &["lasting", &place], what);
    }
    for (field, attack) in parts.attacks() {
        check_attack(field, attack, faults);
    }
}

/// Checks whether the parts of one attack of a custom effect can be combined.
fn check_attack(field: &str, attack: &AttackParts, faults: &mut Faults<'_>) {
    if attack.manner == Manner::Skull {
        let bare = AttackParts { manner: Manner::Skull, ..AttackParts::default() };
        let what = format_args!(
            "a `skull` rolls no dice and deals no wounds: it cannot be combined with other parts"
        );
        return faults.of_part(*attack != bare, &[field, "manner"], what);
    }
    let is_single = attack.manner == Manner::Single;
    let for_one = "compares dice with the size of one opponent: `manner` wants `single`";
    let for_size = "has no effect: with `by_size` the dice are not compared with the defense";
    let clashes = [
        (
            "manner",
            attack.manner == Manner::Pair && field != "shooting",
            "a `pair` must be a shot: for two melee attacks use `second`",
        ),
        ("snare", !is_single && attack.snare.is_some(), for_one),
        ("by_size", !is_single && attack.by_size, for_one),
        ("throw", !is_single && !attack.throw.is_empty(), for_one),
        ("snare", attack.by_size && attack.snare.is_some(), for_size),
        ("bonus", attack.by_size && attack.bonus > 0, for_size),
        ("weak", attack.by_size && attack.weak.is_some(), for_size),
    ];
    for (part, is_clash, what) in clashes {
        faults.of_part(is_clash, &[field, part], format_args!("{what}"));
    }
    let what = match &attack.dice {
        Some(Dice::Counted(_)) => "are split before the roll: their number must be known",
        Some(Dice::Fixed(0..=MOST_SPLIT)) | None => return,
        Some(Dice::ByLife(table)) if table.iter().all(|dice| *dice <= MOST_SPLIT) => return,
        Some(_) => "can be split in too many ways",
    };
    let what = format_args!("{what}; wants at most {MOST_SPLIT} dice");
    faults.of_part(attack.manner == Manner::Split, &[field, "dice"], what);
}

/// Checks that either the card or its effect gives the number of dice of an attack, but not both.
/// `own` is the part of a custom effect that may give the dice; otherwise empty.
fn check_dice(
    field: &str,
    dice: u8,
    attack: &AttackParts,
    [name, own]: [&str; 2],
    faults: &mut Faults<'_>,
) {
    let brings = attack.dice.is_some() || attack.manner == Manner::Skull;
    let what = format_args!("`{name}` brings its own dice or none: {field} wants 0");
    faults.of_card(brings && dice > 0, field, what);
    let own = match own {
        "" => String::new(),
        part => format!(", or the effect's {part} `dice` of its own"),
    };
    let what = format_args!("`{name}` needs dice: {field} wants 1 to 12{own}");
    faults.of_card(!brings && dice == 0, field, what);
    let is_split = attack.manner == Manner::Split;
    let what =
        format_args!("{dice} dice can be split in too many ways; wants at most {MOST_SPLIT}");
    faults.of_card(is_split && dice > MOST_SPLIT, field, what);
}

/// Checks a card whose effect adds a second melee attack: the card must have a first one, and no
/// shot.
fn check_second(card: &Card, parts: &Parts, name: &str, faults: &mut Faults<'_>) {
    let is_first = card.melee == 0 && parts.melee.is_none();
    let what = format_args!("`{name}` has a second melee attack and no first: melee wants 1 to 12");
    faults.of_card(is_first, "melee", what);
    let most = "a card has two attacks at most";
    let what = format_args!("{most}, and `{name}` has two in melee: shooting wants 0");
    faults.of_card(card.shooting > 0, "shooting", what);
    let what = format_args!("{most}: `melee` and `second`, or `melee` and `shooting`");
    faults.of_part(parts.shooting.is_some(), &["shooting"], what);
    for (field, attack) in [("melee", &parts.melee), ("second", &parts.second)] {
        let is_single = attack.as_ref().is_none_or(|attack| attack.manner == Manner::Single);
        let what = format_args!("each of two melee attacks has one target: wants `single`");
        faults.of_part(!is_single, &[field, "manner"], what);
    }
}
