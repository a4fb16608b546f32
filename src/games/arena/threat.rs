//! The threat of a hand of cards: the number of attack dice against a target at a given distance,
//! summed over the cards.
//!
//! The sums are stored in a table for each byte of the set of cards, so that two look-ups give the
//! threat of an opponent's hand.

use arrayvec::ArrayVec;
use wide::f32x4;

use super::{Cards, MAX_CARDS, Manner, PlayCard, Reach, members};

/// Sums over a set of cards, in two vectors. The first has the melee dice against a target at
/// distance 0, 1 and 2, then the sum of the defenses. The second has the dice of shots at these
/// distances, then the number of cards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Threat {
    melee: f32x4,
    shots: f32x4,
}

impl Threat {
    const DEFENSES: usize = 3;
    const CARDS: usize = 3;

    facts! { self;
        /// Returns the number of melee dice, summed over the cards, against a target at this
        /// distance.
        pub fn melee(distance: u8) -> f32 = self.melee.as_array()[usize::from(distance) % 4];
        /// Returns the number of dice of shots, summed over the cards, against a target at this
        /// distance.
        pub fn shots(distance: u8) -> f32 = self.shots.as_array()[usize::from(distance) % 4];
        /// Returns the sums over these cards and the cards of another set.
        fn plus(other: Threat) -> Threat =
            Threat { melee: self.melee + other.melee, shots: self.shots + other.shots };
        /// Returns the defenses of the cards, summed.
        pub fn defenses() -> f32 = self.melee.as_array()[Self::DEFENSES];
        /// Returns the number of cards over which the sums are taken. It is at least 1, so that the
        /// sums can be divided by it.
        pub fn cards() -> f32 = self.shots.as_array()[Self::CARDS].max(1.0);
    }

    /// Returns the expected number of hits on a target for each distance (0, 1, 2), summed over the
    /// cards. `melee` is the probability that a die in melee hits; `shots` has this probability for
    /// shots at each distance.
    #[inline]
    pub fn hits(&self, melee: f32, shots: [f32; 3]) -> [f32; 3] {
        let [here, near, far] = shots;
        let hits = self.melee * melee + self.shots * f32x4::new([here, near, far, 0.0]);
        let [here, near, far, _] = hits.to_array();
        [here, near, far]
    }

    /// Returns the numbers of attack dice of one card, by distance, and its defense. `range` is the
    /// maximum distance of a shot (rule ).
    fn of(card: &PlayCard, range: u8) -> Self {
        let (mut melee, mut shots) = ([0.0f32; 4], [0.0f32; 4]);
        for slot in card.slots.iter().filter(|slot| slot.uses > 0 && slot.manner != Manner::Skull) {
            let dice = slot.dice.on_average();
            let lane = if slot.reach == Reach::Melee { &mut melee } else { &mut shots };
            for (distance, most) in (0..3).zip(lane) {
                if slot.reach.covers(card.movement, range, distance) {
                    // Two melee attacks of a card need different targets, so only the stronger one
                    // counts.
                    *most = most.max(f32::from(dice));
                }
            }
        }
        melee[Self::DEFENSES] = f32::from(card.defense);
        shots[Self::CARDS] = 1.0;
        Threat { melee: melee.into(), shots: shots.into() }
    }
}

/// Sums of attack dice and defenses for every possible hand of one fighter.
#[derive(Debug, Clone)]
pub(super) struct Threats {
    by_byte: Box<[[Threat; 256]; 2]>,
    /// For each initiative: the fighter's cards with a lower initiative.
    slower: [Cards; 32],
}

impl Threats {
    pub fn new(cards: &ArrayVec<PlayCard, MAX_CARDS>, range: u8) -> Self {
        let each: Vec<Threat> = cards.iter().map(|card| Threat::of(card, range)).collect();
        let mut by_byte = Box::new([[Threat::default(); 256]; 2]);
        for (high, table) in by_byte.iter_mut().enumerate() {
            for (byte, sum) in table.iter_mut().enumerate() {
                let present =
                    members(byte as u32).filter_map(|bit| each.get(high * 8 + usize::from(bit)));
                *sum = present.fold(Threat::default(), |sum, &threat| sum.plus(threat));
            }
        }
        let slower = std::array::from_fn(|initiative| {
            let is_slower = |card: &PlayCard| usize::from(card.initiative) < initiative;
            (0..).zip(cards).map(|(index, card)| Cards::from(is_slower(card)) << index).sum()
        });
        Threats { by_byte, slower }
    }

    /// Returns the sums of attack dice and defenses over a set of the fighter's cards.
    #[inline]
    pub fn of(&self, cards: Cards) -> Threat {
        let [low, high] = cards.to_le_bytes();
        self.by_byte[0][usize::from(low)].plus(self.by_byte[1][usize::from(high)])
    }

    facts! { self;
        /// Returns how many of these cards have an initiative below `initiative`.
        pub fn count_slower(cards: Cards, initiative: u8) -> u8 =
            count(cards & self.slower[usize::from(initiative)]);
        /// Returns the fighter's cards with an initiative below `initiative`.
        pub fn slower(initiative: i8) -> Cards = self.slower[initiative.clamp(0, 31) as usize];
    }
}

/// Returns the number of cards in a set. Uses a table, which is faster than counting bits on
/// processors without an instruction for counting bits.
#[inline]
pub(super) fn count(cards: Cards) -> u8 {
    const COUNTS: [u8; 256] = {
        let mut counts = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            counts[byte] = byte.count_ones() as u8;
            byte += 1;
        }
        counts
    };
    let [low, high] = cards.to_le_bytes();
    COUNTS[low as usize] + COUNTS[high as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arena::cards::Sheet;
    use crate::games::arena::{Card, Fighter, Rules};

    #[test]
    fn a_hand_threatens_the_sum_of_its_cards() {
        let card = |movement, melee, shooting, defense| Card {
            initiative: None,
            movement,
            melee,
            shooting,
            defense,
            technique: None,
            item: None,
            printed: vec![],
        };
        let cards = [("8", card(2, 3, 0, 4)), ("5", card(0, 2, 4, 3)), ("2", card(1, 0, 1, 5))];
        let fighter = Fighter {
            name: "X".into(),
            colour: "#000000".into(),
            size: 5,
            defense: 4,
            dragon: false,
            printed: vec![],
            cards: cards.into_iter().map(|(key, card)| (key.to_owned(), card)).collect(),
        };
        let cards = Sheet::new(&Rules::default(), &fighter).cards;
        let threats = Threats::new(&cards, 2);
        let all = threats.of(0b111);
        assert_eq!([0, 1, 2].map(|d| all.melee(d)), [5.0, 3.0, 3.0]);
        assert_eq!([0, 1, 2].map(|d| all.shots(d)), [1.0, 5.0, 5.0]);
        assert_eq!(all.hits(1.0, [0.0, 1.0, 0.5]), [5.0, 8.0, 5.5]);
        assert_eq!((all.defenses(), all.cards()), (12.0, 3.0));
        assert_eq!(threats.of(0).cards(), 1.0);
        let near = Threats::new(&cards, 1).of(0b111);
        assert_eq!(
            [0, 1, 2].map(|d| near.shots(d)),
            [1.0, 5.0, 1.0],
            "where shots reach one zone, only who moves shoots someone two away"
        );
        assert_eq!(
            threats.of(0b010).melee(1),
            0.0,
            "a card without movement strikes only where it stands"
        );
        assert_eq!(
            (threats.slower(8), threats.slower(5), threats.slower(9), threats.slower(-1)),
            (0b110, 0b100, 0b111, 0)
        );
    }
}
