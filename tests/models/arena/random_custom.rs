//! Random custom effects: any combination of parts that is allowed.

use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::option::weighted as maybe;
use proptest::prelude::*;

use crate::games::arena::parts::{
    AttackParts, Counted, Dice, Landing, Manner, Parts, Power, Regain, Snare, Weak,
};
use crate::games::arena::{Effect, MOST_SPLIT};

/// The name of every random custom effect.
pub const NAME: &str = "own";

pub fn custom_effects() -> impl Strategy<Value = Effect> {
    let attacks = (maybe(0.6, attacks()), maybe(0.6, attacks()), maybe(0.2, attacks()));
    let powers = [Power::NoMelee, Power::NoShot, Power::DieLess, Power::RolledDefense];
    let lasting = proptest::sample::subsequence(powers.to_vec(), 0..=2);
    let lasting = prop_oneof![2 => Just(vec![]), 1 => lasting];
    (attacks, lasting).prop_map(|((melee, shooting, second), lasting)| {
        let nothing = melee.is_none() && shooting.is_none() && second.is_none();
        let mut parts = Parts {
            name: NAME.into(),
            melee: melee.or(nothing.then(AttackParts::default)),
            shooting,
            second,
            lasting,
        };
        if let Some(second) = &mut parts.second {
            parts.shooting = None;
            second.manner = Manner::Single;
            parts.melee.iter_mut().for_each(|melee| melee.manner = Manner::Single);
        }
        let in_melee = [&mut parts.melee, &mut parts.second];
        for attack in in_melee.into_iter().flatten() {
            if attack.manner == Manner::Pair {
                attack.manner = Manner::Single;
            }
            mend(attack);
        }
        parts.shooting.iter_mut().for_each(mend);
        Effect::Custom(Box::new(parts))
    })
}

/// Returns the dice that a card with this effect must have: melee and shooting.
pub fn dice_of(parts: &Parts, melee: u8, shooting: u8) -> (u8, u8) {
    let dice = |attack: &Option<AttackParts>, dice: u8| match attack {
        None => dice,
        Some(attack) if attack.dice.is_some() || attack.manner == Manner::Skull => 0,
        Some(attack) if attack.manner == Manner::Split => dice.clamp(1, MOST_SPLIT),
        Some(_) => dice.max(1),
    };
    let (melee, shooting) = (dice(&parts.melee, melee), dice(&parts.shooting, shooting));
    match (&parts.second, &parts.melee) {
        (None, _) => (melee, shooting),
        (Some(_), None) => (melee.max(1), 0),
        (Some(_), Some(_)) => (melee, 0),
    }
}

/// Removes parts of an attack that cannot be combined.
fn mend(attack: &mut AttackParts) {
    if attack.manner == Manner::Skull {
        *attack = AttackParts { manner: Manner::Skull, ..AttackParts::default() };
    }
    if attack.manner != Manner::Single {
        attack.snare = None;
        attack.by_size = false;
        attack.throw.clear();
    }
    if attack.by_size {
        attack.snare = None;
        attack.weak = None;
        attack.bonus = 0;
    }
    if attack.manner == Manner::Split {
        match &mut attack.dice {
            Some(Dice::Counted(_)) => attack.dice = None,
            Some(Dice::Fixed(dice)) => *dice = (*dice).min(MOST_SPLIT),
            Some(Dice::ByLife(table)) => {
                table.iter_mut().for_each(|dice| *dice = (*dice).min(MOST_SPLIT));
            }
            None => {}
        }
    }
}

fn attacks() -> impl Strategy<Value = AttackParts> {
    let manner = prop_oneof![
        5 => Just(Manner::Single),
        1 => Just(Manner::Pair),
        1 => Just(Manner::Area),
        1 => Just(Manner::Strike),
        1 => Just(Manner::Bowling),
        1 => Just(Manner::Split),
        1 => Just(Manner::Skull),
    ];
    let few = || prop_oneof![4 => 1..=3u8, 1 => 4..=12u8];
    let dice = prop_oneof![
        few().prop_map(Dice::Fixed),
        vec(0..=4u8, 1..8).prop_map(Dice::ByLife),
        Just(Dice::Counted(Counted::Rolled)),
        Just(Dice::Counted(Counted::Cards)),
    ];
    let bonus = prop_oneof![2 => Just(0u8), 1 => 1..=5u8];
    let weak = (1..=12u8, 0..=5u8).prop_map(|(life, bonus)| Weak { life, bonus });
    let snare = (few(), 1..=6u8).prop_map(|(dice, penalty)| Snare { dice, penalty });
    let shift = prop_oneof![2 => Just(0u8), 1 => 1..=10u8];
    let regain = (0..=5u8, 0..=5u8, 1..=40u8);
    let regain = regain.prop_map(|(small, large, size)| Regain { small, large, size });
    let landing = (1..=40u8, 0..=4u8).prop_map(|(size, dice)| Landing { size, dice });
    let throw = prop_oneof![3 => Just(vec![]), 1 => vec(landing, 1..4)];
    let of_dice = (manner, maybe(0.4, dice), bonus, maybe(0.2, weak), maybe(0.2, snare));
    let of_wounds =
        (weighted(0.15), shift, weighted(0.25), weighted(0.25), maybe(0.25, regain), throw);
    (of_dice, of_wounds).prop_map(|(of_dice, of_wounds)| {
        let (manner, dice, bonus, weak, snare) = of_dice;
        let (by_size, shift, drain, net, regain, throw) = of_wounds;
        AttackParts { manner, dice, bonus, weak, snare, by_size, shift, drain, net, regain, throw }
    })
}
