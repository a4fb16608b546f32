//! Stores integer counters in files. Checkpoints and shards store counters, which can be merged
//! exactly.
//!
//! A file holds only numbers. To read a file, the program creates empty counters from the same
//! scenario, and fills them through [`Through`] in the same order in which they were saved.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A type that counts games in integers and can save and restore its counters.
pub trait CountedSums {
    /// Passes all counters of this object to the visitor `through`, always in the same order.
    fn show(&mut self, through: &mut Through<'_>);
}

impl<T: CountedSums> CountedSums for Vec<T> {
    fn show(&mut self, through: &mut Through<'_>) {
        self.iter_mut().for_each(|counted| counted.show(through));
    }
}

/// The saved numbers of an object that counts games ([`CountedSums`]).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Saved counters that merge by addition.
    sums: Numbers,
    /// Saved counters that merge by taking the minimum.
    #[serde(default, skip_serializing_if = "Numbers::is_empty")]
    least: Numbers,
    /// Saved results of single games as lists. The key is the number of the list's first game. A
    /// merge keeps all lists, in the order of their keys.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    lists: BTreeMap<u64, Numbers>,
}

/// Visitor of counters: either saves each counter or fills each counter with a saved number.
pub struct Through<'a>(Way<'a>);

enum Way<'a> {
    Out(&'a mut Counts),
    In {
        sums: std::slice::Iter<'a, i128>,
        least: std::slice::Iter<'a, i128>,
        list: Vec<i128>,
        /// Number of games that the numbers in the file count.
        games: u64,
        /// True as long as every counter could hold its number from the file, and all counters are
        /// consistent with each other.
        fits: bool,
    },
}

/// Value of a counter that stores the number of the first game with some property, if no game has
/// the property.
const NONE: i128 = i128::MAX;

impl Through<'_> {
    /// Saves or fills a counter that merges by addition. A number from a file must be small enough
    /// to leave room for additions.
    pub fn sum<T: Copy + Into<i128> + TryFrom<i128>>(&mut self, counter: &mut T) {
        self.number(counter, 8 * size_of::<T>() as u32 - 4);
    }

    /// Saves or fills a number of at most `bits` bits, not counting the sign.
    fn number<T: Copy + Into<i128> + TryFrom<i128>>(&mut self, number: &mut T, bits: u32) {
        match &mut self.0 {
            Way::Out(counts) => counts.sums.0.push((*number).into()),
            Way::In { sums, fits, .. } => {
                let found = sums.next().filter(|found| found.unsigned_abs() >> bits == 0);
                match found.map(|&found| T::try_from(found)) {
                    Some(Ok(found)) => *number = found,
                    _ => *fits = false,
                }
            }
        }
    }

    /// Saves or fills several counters that merge by addition.
    pub fn sums<'c, T: Copy + Into<i128> + TryFrom<i128> + 'c>(
        &mut self,
        counters: impl IntoIterator<Item = &'c mut T>,
    ) {
        counters.into_iter().for_each(|counter| self.sum(counter));
    }

    /// Saves or fills `f32` numbers bit by bit, such as the weights of a network during training.
    /// These numbers cannot be merged.
    pub fn bits<'c>(&mut self, numbers: impl IntoIterator<Item = &'c mut f32>) {
        for number in numbers {
            let mut bits = number.to_bits();
            self.number(&mut bits, u32::BITS);
            *number = f32::from_bits(bits);
            self.holds(number.is_finite());
        }
    }

    /// Saves or fills `f64` numbers bit by bit, such as the state of a bot's training. These
    /// numbers cannot be merged.
    pub fn long_bits<'c>(&mut self, numbers: impl IntoIterator<Item = &'c mut f64>) {
        for number in numbers {
            let mut bits = number.to_bits();
            self.number(&mut bits, u64::BITS);
            *number = f64::from_bits(bits);
            self.holds(number.is_finite());
        }
    }

    /// Saves or fills a list of 0 to `most` entries by passing each entry to `show`. When filling
    /// from a file, new entries start as copies of `empty`.
    pub fn entries<T: Clone>(
        &mut self,
        entries: &mut Vec<T>,
        most: u64,
        empty: &T,
        mut show: impl FnMut(&mut T, &mut Self),
    ) {
        let mut count = entries.len() as u64;
        self.sum(&mut count);
        self.holds(count <= most);
        entries.resize(count.min(most) as usize, empty.clone());
        for entry in entries {
            show(entry, self);
        }
    }

    /// Saves or fills the number of the first game that has some property. A merge keeps the
    /// minimum. If `any` is false, no game has the property and `game` is ignored.
    pub fn first(&mut self, any: bool, game: &mut u64) {
        match &mut self.0 {
            Way::Out(counts) => {
                let number = if any { i128::from(*game) } else { NONE };
                counts.least.0.push(number);
            }
            Way::In { least, fits, .. } => match (least.next(), any) {
                (Some(&number), true) => match u64::try_from(number) {
                    Ok(number) => *game = number,
                    Err(_) => *fits = false,
                },
                (Some(_), false) => {}
                (None, _) => *fits = false,
            },
        }
    }

    /// Reports how many games the counters count. When counters are filled from a file, filling
    /// fails if the file states another number of games.
    pub fn of_games(&mut self, counted: u64) {
        if let Way::In { games, fits, .. } = &mut self.0 {
            *fits &= counted == *games;
        }
    }

    /// Reports whether the counters filled from a file are consistent. If `sense` is false, filling
    /// fails.
    pub fn holds(&mut self, sense: bool) {
        if let Way::In { fits, .. } = &mut self.0 {
            *fits &= sense;
        }
    }

    /// Saves or fills a list of integers, one or more per game, beginning with game `first`. Saving
    /// moves the list out of `numbers`; filling replaces `numbers`.
    pub fn list(&mut self, first: u64, numbers: &mut Vec<i128>) {
        match &mut self.0 {
            Way::Out(counts) => {
                let numbers = Numbers(std::mem::take(numbers));
                counts.lists.insert(first, numbers);
            }
            Way::In { list, .. } => *numbers = std::mem::take(list),
        }
    }
}

impl Counts {
    /// Saves all counters of the object `counted`. Lists are moved out of `counted`.
    pub fn of(counted: &mut impl CountedSums) -> Counts {
        let mut counts = Counts::default();
        counted.show(&mut Through(Way::Out(&mut counts)));
        counts
    }

    /// Fills the counters in `counted` with the saved numbers of `games` games. Returns false if
    /// the saved numbers belong to another kind of counters or are inconsistent; the counters are
    /// then meaningless.
    pub fn fill(&self, counted: &mut impl CountedSums, games: u64) -> bool {
        let list = self.lists.values().flat_map(|list| &list.0);
        let mut through = Through(Way::In {
            sums: self.sums.0.iter(),
            least: self.least.0.iter(),
            list: list.copied().collect(),
            games,
            fits: true,
        });
        counted.show(&mut through);
        match through.0 {
            Way::Out(_) => false,
            Way::In { sums, least, list, fits, .. } => {
                fits && sums.len() == 0 && least.len() == 0 && list.is_empty()
            }
        }
    }

    /// Adds the saved numbers of other games. Returns false and changes nothing if the two sets of
    /// counters do not match.
    pub fn merge(&mut self, other: Counts) -> bool {
        let alike = self.sums.0.len() == other.sums.0.len()
            && self.least.0.len() == other.least.0.len()
            && self.lists.is_empty() == other.lists.is_empty();
        if alike {
            let sums = self.sums.0.iter_mut().zip(&other.sums.0);
            sums.for_each(|(mine, theirs)| *mine = mine.saturating_add(*theirs));
            let least = self.least.0.iter_mut().zip(&other.least.0);
            least.for_each(|(mine, theirs)| *mine = (*mine).min(*theirs));
            self.lists.extend(other.lists);
        }
        alike
    }
}

/// A list of integers with a text form for files: `7 0*5 -2` means 7, five times 0, and −2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Numbers(Vec<i128>);

/// Maximum number of integers read from one text, so that a damaged file cannot exhaust the memory.
const MOST: usize = 1 << 28;

impl Numbers {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn read(text: &str) -> Option<Numbers> {
        let mut numbers = vec![];
        for word in text.split_ascii_whitespace() {
            match word.strip_prefix("0*") {
                Some(times) => {
                    let times: usize = times.parse().ok()?;
                    let long = numbers.len().checked_add(times)?;
                    numbers.resize(Some(long).filter(|&long| long <= MOST)?, 0);
                }
                None => numbers.push(word.parse().ok()?),
            }
        }
        Some(Numbers(numbers))
    }
}

impl std::fmt::Display for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut before = "";
        for run in self.0.chunk_by(|a, b| *a == 0 && *b == 0) {
            match run {
                [0, _, ..] => write!(f, "{before}0*{}", run.len())?,
                _ => write!(f, "{before}{}", run[0])?,
            }
            before = " ";
        }
        Ok(())
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Numbers::read(&text)
            .ok_or_else(|| serde::de::Error::custom("wants whole numbers, as in 7 0*5 -2"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Tally, sample};
    use proptest::prelude::*;

    /// A type for tests that has one counter of each kind.
    #[derive(Debug, Clone, Default, PartialEq)]
    struct Some {
        games: u64,
        luck: i128,
        first: u64,
        each: Vec<i128>,
    }

    impl CountedSums for Some {
        fn show(&mut self, through: &mut Through<'_>) {
            through.sum(&mut self.games);
            through.of_games(self.games);
            through.sum(&mut self.luck);
            through.first(self.games > 0, &mut self.first);
            through.list(self.first, &mut self.each);
        }
    }

    fn counted(games: u64, luck: i128, first: u64, each: &[i128]) -> Counts {
        let each = each.to_vec();
        let mut some = Some { games, luck, first, each };
        Counts::of(&mut some)
    }

    #[test]
    fn counters_merge_each_in_its_way_and_in_any_order() {
        let parts = [
            counted(2, i128::from(i64::MIN) * 9, 7, &[1, 2]),
            counted(0, 0, 0, &[]),
            counted(3, 5, 4, &[0, 0, 0]),
        ];
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let mut all = parts[order[0]].clone();
            assert!(order[1..].iter().all(|&part| all.merge(parts[part].clone())));
            let mut some = Some::default();
            assert!(all.fill(&mut some, 5));
            assert!(!all.fill(&mut some.clone(), 6), "of another number of games");
            let expected = Some {
                games: 5,
                luck: i128::from(i64::MIN) * 9 + 5,
                first: 4,
                each: vec![0, 0, 0, 1, 2],
            };
            assert_eq!(some, expected);
        }
    }

    #[test]
    fn what_counts_something_else_is_noticed() {
        let counts = counted(2, -1, 7, &[]);
        let mut tally = Tally::new(&sample::cast(4, 4), &sample::measures());
        assert!(!counts.fill(&mut tally, 2));
        assert!(!counts.clone().merge(Counts::of(&mut tally)));
        // The counter cannot hold a negative number.
        assert!(!counted_negative().fill(&mut Some::default(), 2));
        // The number is so large that nothing can be added.
        let full = counted(2, i128::MAX, 1, &[]);
        assert!(!full.fill(&mut Some::default(), 2));
        assert_eq!(Numbers::read("1 x"), None);
        assert_eq!(Numbers::read("0*99999999999"), None);
    }

    #[test]
    fn what_a_training_has_come_to_is_numbers() {
        struct Weights([f32; 2], [f64; 1]);
        impl CountedSums for Weights {
            fn show(&mut self, through: &mut Through<'_>) {
                through.bits(&mut self.0);
                through.long_bits(&mut self.1);
            }
        }
        let fills = |mut weights: Weights| {
            let mut back = Weights([0.0; 2], [0.0]);
            let fills = Counts::of(&mut weights).fill(&mut back, 0);
            assert!(!fills || (back.0, back.1) == (weights.0, weights.1));
            fills
        };
        assert!(fills(Weights([1.5, -f32::MIN_POSITIVE], [-1e300])));
        assert!(!fills(Weights([1.5, f32::NAN], [0.0])));
        assert!(!fills(Weights([1.5, 0.0], [f64::INFINITY])));
    }

    fn counted_negative() -> Counts {
        let mut counts = counted(2, 0, 1, &[]);
        counts.sums.0[0] = -2;
        counts
    }

    #[test]
    fn a_tally_comes_back_from_its_text_and_parts_of_it_add_up() {
        let mut cast = sample::crowd(5, 3);
        for cooperative in [false, true] {
            cast.cooperative = cooperative;
            let measures = sample::every_form(12);
            let tally = |games: std::ops::Range<u64>| {
                let mut tally = Tally::new(&cast, &measures);
                for game in games {
                    let record = sample::any_record(&cast, &measures, game);
                    tally.add(&record);
                    let luck = [game as i64 * 1_000_003, -(game as i64)];
                    tally.add_luck(record.players[0].entrant, game, true, luck);
                }
                tally
            };
            let mut whole = Counts::of(&mut tally(0..50));
            let text = serde_json::to_string(&whole).unwrap();
            assert_eq!(serde_json::from_str::<Counts>(&text).unwrap(), whole);
            let mut parts = Counts::of(&mut tally(20..50));
            assert!(parts.merge(Counts::of(&mut tally(0..20))));
            assert_eq!(parts, whole);
            let mut back = Tally::new(&cast, &measures);
            assert!(parts.fill(&mut back, 50));
            assert_eq!(back, tally(0..50));
            whole.sums.0.pop();
            assert!(!whole.fill(&mut back, 50), "one counter is missing");
        }
    }

    proptest! {
        #[test]
        fn numbers_come_back_from_their_text(numbers in prop::collection::vec(prop_oneof![Just(0i128), any::<i128>(), 0i128..3], 0..40)) {
            let numbers = Numbers(numbers);
            prop_assert_eq!(Numbers::read(&numbers.to_string()), Some(numbers));
        }
    }
}
