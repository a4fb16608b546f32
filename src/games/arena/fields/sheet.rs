//! What bots know of a fighter's cards. The inputs of trained bots are computed once for all games.

use arrayvec::ArrayVec;

use super::super::board::members;
use super::super::cards::{
    AttackSlot, CardIndex, Cards, DiceCount, MAX_CARDS, Manner, PlayCard, Reach, Sheet,
};
use super::super::parts::Regain;
use crate::game::learnable::{InputRow, OneOf};
use crate::{fields, fixed_fields};

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
            cards: cards
                .iter()
                .map(|card| {
                    let mut row = InputRow::default();
                    Printed::write(&mut row.begin(), card);
                    row.first()
                })
                .collect(),
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

fields! {
    /// What is printed on a card, for networks.
    Printed: ();
    (card: &PlayCard) {
        let lasting = card.lasting;
        let dice = |slot: &AttackSlot| match slot.dice {
            _ if slot.uses == 0 => 0.0,
            DiceCount::Fixed(dice) => f32::from(dice) * 0.25,
            _ => 0.75,
        };
        let of = |reach| card.slots.iter().filter(move |slot: &&AttackSlot| slot.reach == reach);
        let most = |reach| of(reach).map(dice).fold(0.0, f32::max);
        let any = |is: &dyn Fn(&AttackSlot) -> bool| card.slots.iter().any(is);
        let used =
            |manners: &[Manner]| any(&|slot| slot.uses > 0 && manners.contains(&slot.manner));
        let besides = |slot: &AttackSlot| slot.on_wound.unwrap_or_default();
    } => () {}

    ["movement 0", "movement 1", "movement 2", "movement more"]
        => OneOf(usize::from(card.movement).min(3), 4);
    "melee dice" => most(Reach::Melee);
    "melee twice" => of(Reach::Melee).map(|slot| slot.uses).sum::<u8>() > 1;
    "shot dice" => most(Reach::Shot);
    "rolled dice" => any(&|slot| slot.uses > 0 && !matches!(slot.dice, DiceCount::Fixed(_)));
    "pair" => used(&[Manner::Pair]);
    "area" => used(&[Manner::Area]);
    "strike" => used(&[Manner::Strike]);
    "card's skull" => used(&[Manner::Skull]);
    "split or bowling" => used(&[Manner::Split, Manner::Bowling]);
    "net" => any(&|slot| slot.snare.is_some());
    "vampiric" => any(&|slot| besides(slot).drain);
    "shock" => any(&|slot| besides(slot).shift != 0);
    "bramble" => any(&|slot| slot.by_size || besides(slot).net);
    "finish" => any(&|slot| slot.weak.is_some() || besides(slot).regain != Regain::default());
    "sandal" => any(&|slot| slot.landing.is_some());
    "no melee" => lasting.no_melee;
    "no shot" => lasting.no_shot;
    "suit" => lasting.die_less;
    "spear" => lasting.rolled_defense;
}

fixed_fields! {
    OfCard(sheet: &Sheet, index: usize, card: &PlayCard);
    name: "string" = sheet.keys[index], "key of the card in the roster, such as `7`";
    initiative: "number" = card.initiative, "the initiative printed on the card";
    movement: "number" = card.movement, "number of moves, all of which must be made";
    defense: "number" = card.defense,
        "the lowest face that wounds the fighter; a whirling spear rolls it instead";
    melee: "number" = dice(card, Reach::Melee),
        "number of dice of the melee attacks; 0 without such an attack, or if the number is \
         determined in play";
    shooting: "number" = dice(card, Reach::Shot),
        "number of dice of the shots; 0 without such an attack, or if the number is determined in \
         play";
    effect: "string?" = sheet.effects[index], "name of the effect, such as `double-bow`";
    technique: "boolean" = sheet.techniques >> index & 1 == 1, "true for a secret technique";
}

/// Returns the number of dice of a card's attacks of one kind (melee or shots), summed over these
/// attacks. Attacks whose number of dice is not fixed count as 0.
fn dice(card: &PlayCard, reach: Reach) -> u8 {
    let of_slot = |slot: &AttackSlot| match slot.dice {
        DiceCount::Fixed(dice) if slot.reach == reach => dice * slot.uses,
        _ => 0,
    };
    card.slots.iter().map(of_slot).sum()
}
