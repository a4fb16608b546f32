//! Precomputed probabilities of dice rolls, with which the expected result of an attack is looked
//! up.

use std::array::from_fn;

/// Maximum number of dice in the tables of probabilities; larger numbers are looked up as this
/// number.
pub(super) const MAX_DICE: usize = 16;
/// Maximum number of life points in the tables of probabilities; larger numbers are looked up as
/// this number.
const LIFE: usize = 40;
/// Number of values for the lowest face that wounds: 1 (every die wounds) to 7 (no die wounds).
const FACES: usize = 7;
/// Number of different modifiers per die against a defense that is itself rolled: -6 (no die
/// wounds) to 5 (every die wounds). Each modifier has a table column, from 5 down, after the
/// columns for fixed defenses.
const MODIFIERS: usize = 12;
/// Number of columns of the tables of expected results: those for fixed defenses, then those for
/// rolled defenses.
const COLUMNS: usize = FACES + MODIFIERS;
/// Number of entries in a table column: one for each number of life points, 0 to `LIFE`.
const ROW: usize = LIFE + 1;
/// Number of table entries for one number of dice: all combinations of defense and life points.
const SIZE: usize = COLUMNS * ROW;
/// Number of different dice counts in the tables of expected results: fixed numbers of dice and
/// rolled numbers, see [`Odds`].
const PLACES: usize = MAX_DICE + 10;
/// Number of all entries of the tables of expected results. It is rounded up to a power of two so
/// that a look-up needs no bounds check.
const ENTRIES: usize = (PLACES * SIZE).next_power_of_two();
/// Largest sum of dice in the table of probabilities of sums.
const SUM: usize = 6 * MAX_DICE;
/// Maximum number of dice that a bramble net can cost an attacker.
const MOST_LESS: u8 = 6;
/// Maximum number of dice for which the probability of each number of hits is tabulated. It equals
/// the maximum number of dice that a lucky charm can reroll.
const FEW: usize = 6;

/// The number that a die must show to wound, after modifiers. For a defense that is itself rolled:
/// [`ROLLED`] minus the modifier.
pub(super) type Needed = i8;

/// Value of `Needed` for a defense that is itself rolled, as with a whirling spear. Values for
/// fixed defenses are far smaller.
pub(super) const ROLLED: Needed = 64;

/// Start of the table column for each value of [`Needed`]. The index is the value, converted to an
/// unsigned byte.
const COLUMN: [u16; 256] = {
    let mut columns = [0; 256];
    let mut bits = 0;
    while bits < columns.len() {
        let needed = bits as u8 as i8 as i16;
        let column = if needed < 32 {
            clamp(needed - 1, 0, FACES as i16 - 1)
        } else {
            FACES as u16 + clamp(needed - ROLLED as i16 + 5, 0, MODIFIERS as i16 - 1)
        };
        columns[bits] = column * ROW as u16;
        bits += 1;
    }
    columns
};

const fn clamp(number: i16, least: i16, most: i16) -> u16 {
    let number = if number < least { least } else { number };
    (if number > most { most } else { number }) as u16
}

/// The expected result of an attack on one target: wounds and probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Expected {
    /// Expected number of wounds of the target. Wounds beyond its life points do not count.
    pub wounds: f32,
    /// Probability that the attack wounds the target at least once, 0 to 1.
    pub any: f32,
    /// Probability that the attack eliminates the target, 0 to 1.
    pub kill: f32,
}

impl Expected {
    /// Returns the result of an attack that deals exactly one wound to a target with `lp` life
    /// points.
    #[inline]
    pub fn one_wound(lp: u8) -> Self {
        Expected { wounds: 1.0, any: 1.0, kill: f32::from(u8::from(lp == 1)) }
    }

    /// Adds another result, weighted with its probability.
    #[inline]
    pub fn add(&mut self, chance: f32, other: &Expected) {
        self.wounds += chance * other.wounds;
        self.any += chance * other.any;
        self.kill += chance * other.kill;
    }
}

/// The number of dice of an attack (fixed, or rolled with one die), stored as an index into the
/// tables of expected results.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DiceIndex(u32);

impl DiceIndex {
    /// Table index for an attack whose number of dice is the face of one rolled die.
    pub const ROLLED: DiceIndex = DiceIndex::rolled(0);

    /// Returns the table index for an attack whose number of dice is the face of one rolled die,
    /// minus `less`.
    pub const fn rolled(less: u8) -> Self {
        let less = if less > MOST_LESS { MOST_LESS } else { less };
        DiceIndex::at(MAX_DICE as u32 + 8 - less as u32)
    }

    /// Returns the table index for an attack with a known number of dice.
    #[inline]
    pub fn of(dice: u8) -> Self {
        DiceIndex::at(u32::from(dice).min(MAX_DICE as u32))
    }

    const fn at(place: u32) -> Self {
        DiceIndex(place * SIZE as u32)
    }
}

/// The target of an attack, stored as an offset in the tables of expected results. It encodes the
/// life points, and whether a blinding suit costs the attacker a die.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TargetIndex(u32);

impl TargetIndex {
    #[inline]
    pub fn new(lp: u8, suit: bool) -> Self {
        TargetIndex(u32::from(lp).min(LIFE as u32) + u32::from(!suit) * SIZE as u32)
    }
}

/// Precomputed tables of the probabilities of dice rolls and of the expected results of attacks.
#[derive(Debug, Clone)]
pub(super) struct Odds {
    /// Expected results of attacks, by number of dice, column (defense) and life points. A target
    /// with a blinding suit uses the entry of one die fewer. The numbers of dice are, in this
    /// order: 0 (for a wearer of a blinding suit), 0 to `MAX_DICE`, and a rolled number minus 7, 6,
    /// … 0.
    expected: Box<[Expected; ENTRIES]>,
    /// Probability that the sum of several dice is at least a given number, by number of dice and
    /// sum.
    sum_at_least: Vec<f32>,
    /// Probability of exactly so many hits, by number of dice, number of hits and lowest face that
    /// hits; see [`Odds::exactly`].
    exactly: [[[f32; FACES]; FEW + 1]; FEW + 1],
}

impl Odds {
    pub fn new() -> Self {
        let fixed: Vec<Vec<Expected>> = (0..=MAX_DICE).map(fixed).collect();
        let rolled = [7, 6, 5, 4, 3, 2, 1, 0].map(|less| {
            let dice = [1usize, 2, 3, 4, 5, 6].map(|face| face.saturating_sub(less));
            let odds = |entry: usize| mean(dice.iter().map(|&dice| fixed[dice][entry]));
            (0..SIZE).map(odds).collect::<Vec<_>>()
        });
        let places = fixed[..1].iter().chain(&fixed).chain(&rolled);
        let mut expected: Vec<Expected> = places.flatten().copied().collect();
        expected.resize(ENTRIES, Expected::default());
        let mut sum_at_least = Vec::with_capacity((MAX_DICE + 1) * (SUM + 1));
        let mut sums = vec![0.0; SUM + 1];
        sums[0] = 1.0;
        for _ in 0..=MAX_DICE {
            sum_at_least.extend((0..=SUM).map(|least| sums[least..].iter().sum::<f64>() as f32));
            sums = (0..=SUM)
                .map(|sum| (1..=6.min(sum)).map(|face| sums[sum - face] / 6.0).sum())
                .collect();
        }
        Odds {
            expected: expected.try_into().expect("every place has its entries"),
            sum_at_least,
            exactly: from_fn(|dice| {
                let chances: [_; FACES] = from_fn(|face| binomial(dice, (6 - face) as f64 / 6.0));
                from_fn(|hits| {
                    from_fn(|face| chances[face].get(hits).map_or(0.0, |&chance| chance as f32))
                })
            }),
        }
    }

    /// Returns the expected result of an attack with these dice on a target. `needed` is the number
    /// that a die must show to wound.
    #[inline]
    pub fn against(&self, dice: DiceIndex, target: TargetIndex, needed: Needed) -> &Expected {
        let entry = dice.0 + target.0 + u32::from(COLUMN[usize::from(needed as u8)]);
        debug_assert!((entry as usize) < PLACES * SIZE, "{dice:?} at {target:?} has no entry");
        &self.expected[entry as usize % ENTRIES]
    }

    /// Returns the probability that exactly `hits` of `dice` dice show the face `needed` or more.
    /// `dice` is at most [`FEW`]; `needed` may be any number.
    #[inline]
    pub fn exactly(&self, dice: u8, hits: u8, needed: i8) -> f32 {
        self.exactly[usize::from(dice)][usize::from(hits)][needed.clamp(1, 7) as usize - 1]
    }

    /// Returns the probability that the sum of `dice` dice is at least `least`.
    #[inline]
    pub fn sum_at_least(&self, dice: u8, least: u8) -> f32 {
        let dice = usize::from(dice).min(MAX_DICE);
        self.sum_at_least[dice * (SUM + 1) + usize::from(least).min(SUM)]
    }
}

fn mean(all: impl ExactSizeIterator<Item = Expected>) -> Expected {
    let share = 1.0 / all.len() as f32;
    let mut sum = Expected::default();
    all.for_each(|one| sum.add(share, &one));
    sum
}

/// Returns the expected results of an attack with `dice` dice, for every defense and every number
/// of life points (one table column for each defense).
fn fixed(dice: usize) -> Vec<Expected> {
    let mut odds = Vec::with_capacity(SIZE);
    for face in 1..=FACES {
        let hits = binomial(dice, (7 - face) as f64 / 6.0);
        odds.extend((0..ROW).map(|lp| {
            let wounds = |(n, chance): (usize, &f64)| n.min(lp) as f64 * chance;
            Expected {
                wounds: hits.iter().enumerate().map(wounds).sum::<f64>() as f32,
                any: (1.0 - hits[0]) as f32,
                kill: hits.iter().skip(lp).sum::<f64>() as f32,
            }
        }));
    }
    for modifier in (-6..=5i8).rev() {
        // The six faces of the defender's die are equally likely.
        let columns = (1..=6).map(|face| usize::from(COLUMN[usize::from((face - modifier) as u8)]));
        for lp in 0..ROW {
            odds.push(mean(columns.clone().map(|column| odds[column + lp])));
        }
    }
    odds
}

/// Returns the probabilities of 0, 1, … `n` successes in `n` trials with success probability `p`.
fn binomial(n: usize, p: f64) -> Vec<f64> {
    let mut chances = vec![1.0];
    for _ in 0..n {
        let mut next = vec![0.0; chances.len() + 1];
        for (successes, chance) in chances.iter().enumerate() {
            next[successes] += chance * (1.0 - p);
            next[successes + 1] += chance * p;
        }
        chances = next;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn an_attack_by_hand() {
        let odds = Odds::new();
        let attack = |dice, needed, lp| {
            let (dice, target) = (DiceIndex::of(dice), TargetIndex::new(lp, false));
            *odds.against(dice, target, needed)
        };
        // Three dice wound with 5 or 6, and the target has two life points. 0, 1, 2 and 3 hits have
        // the probabilities 8, 12, 6 and 1 of 27.
        let Expected { wounds, any, kill } = attack(3, 5, 2);
        assert!(near(wounds, (12.0 + 2.0 * 7.0) / 27.0));
        assert!(near(any, 19.0 / 27.0));
        assert!(near(kill, 7.0 / 27.0));
        assert_eq!(attack(0, 1, 5), Expected::default());
        assert_eq!(attack(4, 9, 1), Expected::default());
        assert_eq!(attack(4, -2, 4), Expected { wounds: 4.0, any: 1.0, kill: 1.0 });
    }

    #[test]
    fn rolled_defenses_rolled_dice_and_suits_by_hand() {
        let odds = Odds::new();
        let (bare, suited) = (TargetIndex::new(9, false), TargetIndex::new(9, true));
        let wounds = |dice, target, needed| odds.against(dice, target, needed).wounds;
        // One die against one die: 21 of 36 pairs wound; 26 if the attacker adds 1; none if it
        // subtracts 6 or more.
        assert!(near(wounds(DiceIndex::of(1), bare, ROLLED), 21.0 / 36.0));
        assert!(near(wounds(DiceIndex::of(1), bare, ROLLED - 1), 26.0 / 36.0));
        assert!(near(wounds(DiceIndex::of(1), bare, ROLLED - 9), 1.0));
        assert!(near(wounds(DiceIndex::of(1), bare, ROLLED + 9), 0.0));
        // A blinding suit removes one die if there is one.
        assert!(near(wounds(DiceIndex::of(4), suited, 4), 1.5));
        assert!(near(wounds(DiceIndex::of(0), suited, 1), 0.0));
        assert!(near(wounds(DiceIndex::ROLLED, bare, 1), 3.5));
        assert!(near(wounds(DiceIndex::ROLLED, suited, 1), 2.5));
        assert!(near(wounds(DiceIndex::rolled(1), bare, 1), 2.5));
        assert!(near(wounds(DiceIndex::rolled(1), suited, 1), 10.0 / 6.0));
        assert!(near(wounds(DiceIndex::rolled(5), bare, 1), 1.0 / 6.0));
        assert_eq!(wounds(DiceIndex::rolled(5), suited, 1), 0.0);
        assert_eq!(wounds(DiceIndex::rolled(6), suited, 1), 0.0);
        // With 1 to 6 dice that always wound, 3 of 6 numbers are enough to eliminate a target with
        // four life points.
        let four = TargetIndex::new(4, false);
        assert!(near(odds.against(DiceIndex::ROLLED, four, 1).kill, 0.5));
    }

    #[test]
    fn sums_of_dice_by_hand() {
        let odds = Odds::new();
        assert!((odds.sum_at_least(3, 18) - 1.0 / 216.0).abs() < 1e-7);
        assert!((odds.sum_at_least(3, 11) - 0.5).abs() < 1e-6);
        assert!((odds.sum_at_least(3, 3) - 1.0).abs() < 1e-6);
        assert!((odds.sum_at_least(1, 5) - 1.0 / 3.0).abs() < 1e-6);
    }
}
