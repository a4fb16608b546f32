//! Inputs of trained bots that depend only on a fighter's cards; computed once for all games.

use arrayvec::ArrayVec;

use super::super::board::members;
use super::super::cards::{
    AttackSlot, CardIndex, Cards, DiceCount, MAX_CARDS, Manner, PlayCard, Reach,
};
use super::super::parts::Regain;
use crate::game::learnable::{InputRow, InputWriter};

/// Number of inputs of a trained bot that describe what is printed on a card.
pub const PRINTED: usize = 23;

/// Precomputed inputs of a trained bot for all cards of a fighter.
#[derive(Debug, Clone)]
pub struct SheetInputs {
    cards: ArrayVec<[f32; PRINTED], MAX_CARDS>,
    /// Sums of the initiatives of a set of cards, in one table for each byte of the set.
    initiatives: Box<[[f32; 256]; 2]>,
    /// The set of the fighter's cards that have an effect.
    special: Cards,
}

impl SheetInputs {
    /// Precomputes the inputs for a fighter with these cards.
    pub fn new(cards: &ArrayVec<PlayCard, MAX_CARDS>) -> Self {
        let mut initiatives = Box::new([[0.0; 256]; 2]);
        for (high, table) in initiatives.iter_mut().enumerate() {
            for (byte, sum) in table.iter_mut().enumerate() {
                let present =
                    members(byte as u32).filter_map(|bit| cards.get(high * 8 + usize::from(bit)));
                *sum = present.map(|card| f32::from(card.initiative)).sum();
            }
        }
        let special = cards.iter().enumerate();
        let special = special.map(|(index, card)| Cards::from(card.special) << index);
        SheetInputs {
            cards: cards.iter().map(printed).collect(),
            initiatives,
            special: special.sum(),
        }
    }

    /// Returns the inputs that describe what is printed on a card.
    #[inline(always)]
    pub fn printed(&self, card: CardIndex) -> &[f32; PRINTED] {
        &self.cards[usize::from(card)]
    }

    /// Returns the sum of the initiatives of a set of the fighter's cards.
    #[inline(always)]
    pub fn initiatives(&self, cards: Cards) -> f32 {
        let [low, high] = cards.to_le_bytes();
        self.initiatives[0][usize::from(low)] + self.initiatives[1][usize::from(high)]
    }

    /// Returns the highest initiative in a set of the fighter's cards; 0 if the set is empty.
    #[inline(always)]
    pub fn best_initiative(&self, cards: Cards) -> f32 {
        // Cards are sorted by descending initiative.
        let first = cards & cards.wrapping_neg();
        self.initiatives(first)
    }

    /// Returns those cards of a set that have an effect.
    #[inline(always)]
    pub fn special(&self, cards: Cards) -> Cards {
        cards & self.special
    }
}

fn printed(card: &PlayCard) -> [f32; PRINTED] {
    let mut row = InputRow::default();
    let mut inputs = row.begin();
    inputs.one_of(usize::from(card.movement).min(3), 4);
    write_attacks(card, &mut inputs);
    let lasting = card.lasting;
    for power in [lasting.no_melee, lasting.no_shot, lasting.die_less, lasting.rolled_defense] {
        inputs.flag(power);
    }
    debug_assert_eq!(inputs.count(), PRINTED);
    std::array::from_fn(|input| row.values()[input])
}

fn write_attacks(card: &PlayCard, inputs: &mut InputWriter<'_>) {
    let dice = |slot: &AttackSlot| match slot.dice {
        _ if slot.uses == 0 => 0.0,
        DiceCount::Fixed(dice) => f32::from(dice) * 0.25,
        _ => 0.75,
    };
    let of = |reach| card.slots.iter().filter(move |slot: &&AttackSlot| slot.reach == reach);
    inputs.number(of(Reach::Melee).map(dice).fold(0.0, f32::max));
    let uses: u8 = of(Reach::Melee).map(|slot| slot.uses).sum();
    inputs.flag(uses > 1);
    inputs.number(of(Reach::Shot).map(dice).fold(0.0, f32::max));
    let rolled = |slot: &AttackSlot| slot.uses > 0 && !matches!(slot.dice, DiceCount::Fixed(_));
    inputs.flag(card.slots.iter().any(rolled));
    let shares = |wanted: &[Manner]| {
        let mut used = card.slots.iter().filter(|slot| slot.uses > 0);
        used.any(|slot| wanted.contains(&slot.manner))
    };
    inputs.flag(shares(&[Manner::Pair]));
    inputs.flag(shares(&[Manner::Area]));
    inputs.flag(shares(&[Manner::Strike]));
    inputs.flag(shares(&[Manner::Skull]));
    inputs.flag(shares(&[Manner::Split, Manner::Bowling]));
    let mut any = |is: &dyn Fn(&AttackSlot) -> bool| inputs.flag(card.slots.iter().any(is));
    let besides = |slot: &AttackSlot| slot.on_wound.unwrap_or_default();
    any(&|slot| slot.snare.is_some());
    any(&|slot| besides(slot).drain);
    any(&|slot| besides(slot).shift != 0);
    any(&|slot| slot.by_size || besides(slot).net);
    any(&|slot| slot.weak.is_some() || besides(slot).regain != Regain::default());
    any(&|slot| slot.landing.is_some());
}
