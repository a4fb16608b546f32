//! Piles of cards, tiles or tokens whose order nobody knows.

/// A pile as the multiset of what is left in it: how many cards of each kind. Drawing one of them by chance each time
/// ([`Chance::draw`](super::Chance::draw)) is distributed as shuffling them all and drawing from the top, and needs no order in the state.
///
/// What somebody has seen or put in a known place, such as a card on top, is no longer in the pile: a game keeps it apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pile<const KINDS: usize> {
    counts: [u8; KINDS],
    cards: u16,
}

impl<const KINDS: usize> Pile<KINDS> {
    pub const EMPTY: Self = Self::new([0; KINDS]);

    /// A pile of so many cards of each kind. At most 256 kinds.
    pub const fn new(counts: [u8; KINDS]) -> Self {
        const { assert!(KINDS <= 256, "the number of cards fits 16 bits") }
        let (mut cards, mut kind) = (0, 0);
        while kind < KINDS {
            cards += counts[kind] as u16;
            kind += 1;
        }
        Pile { counts, cards }
    }

    /// How many cards are left.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.cards)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cards == 0
    }

    /// How many cards of a kind are left.
    #[inline]
    pub fn count(&self, kind: usize) -> u8 {
        self.counts[kind]
    }

    /// How many cards of each kind are left.
    #[inline]
    pub fn counts(&self) -> &[u8; KINDS] {
        &self.counts
    }

    /// Puts in a card of this kind, of which there are at most 255.
    #[inline]
    pub fn add(&mut self, kind: usize) {
        let count = self.counts[kind].checked_add(1);
        self.counts[kind] = count.expect("a pile has at most 255 cards of a kind");
        self.cards += 1;
    }

    /// Puts in all cards of another pile: the discards, shuffled in.
    pub fn add_all(&mut self, other: Pile<KINDS>) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            let sum = count.checked_add(more);
            *count = sum.expect("a pile has at most 255 cards of a kind");
        }
        self.cards += other.cards;
    }

    /// Takes out a card of this kind, as who searches the pile does. False if there is none.
    #[inline]
    pub fn remove(&mut self, kind: usize) -> bool {
        let there = self.counts[kind] > 0;
        self.counts[kind] -= u8::from(there);
        self.cards -= u16::from(there);
        there
    }

    /// The kind of card `index`, were the cards sorted by kind. `index` is below [`Pile::len`].
    #[inline]
    pub fn kind_of(&self, index: usize) -> usize {
        let mut left = index;
        for (kind, &count) in self.counts.iter().enumerate() {
            match left.checked_sub(usize::from(count)) {
                Some(less) => left = less,
                None => return kind,
            }
        }
        panic!("card {index} of a pile of {}", self.len())
    }
}

impl<const KINDS: usize> Default for Pile<KINDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}
