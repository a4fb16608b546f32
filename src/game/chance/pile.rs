//! Piles of cards, tiles or tokens whose order is unknown.

/// A pile of cards, stored as the number of cards of each kind. A random draw
/// ([`Chance::draw`](super::Chance::draw)) has the same distribution as a draw from the top of a
/// shuffled pile.
///
/// Cards at a known position, such as a card seen on top, do not belong in the pile. The game must
/// store these cards separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pile<const KINDS: usize> {
    counts: [u8; KINDS],
    cards: u16,
}

impl<const KINDS: usize> Pile<KINDS> {
    pub const EMPTY: Self = Self::new([0; KINDS]);

    /// Creates a pile with the given number of cards of each kind. At most 256 kinds are possible.
    pub const fn new(counts: [u8; KINDS]) -> Self {
        const { assert!(KINDS <= 256, "the number of cards fits 16 bits") }
        let (mut cards, mut kind) = (0, 0);
        while kind < KINDS {
            cards += counts[kind] as u16;
            kind += 1;
        }
        Pile { counts, cards }
    }

    /// Returns the number of cards in the pile.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.cards)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cards == 0
    }

    /// Returns the number of cards of one kind in the pile.
    #[inline]
    pub fn count(&self, kind: usize) -> u8 {
        self.counts[kind]
    }

    /// Returns the number of cards of each kind in the pile, in the order of the kinds.
    #[inline]
    pub fn counts(&self) -> &[u8; KINDS] {
        &self.counts
    }

    /// Iterates over the kinds of all cards in the pile, in the order of the kinds.
    pub fn kinds(&self) -> impl Iterator<Item = usize> {
        let counts = self.counts.iter().enumerate();
        counts.flat_map(|(kind, &count)| std::iter::repeat_n(kind, count.into()))
    }

    /// Adds a card of the given kind to the pile.
    ///
    /// # Panics
    /// Panics if the pile already has 255 cards of this kind.
    #[inline]
    pub fn add(&mut self, kind: usize) {
        let count = self.counts[kind].checked_add(1);
        self.counts[kind] = count.expect("a pile has at most 255 cards of a kind");
        self.cards += 1;
    }

    /// Adds all cards of another pile to this pile, for example to reshuffle the discards.
    ///
    /// # Panics
    /// Panics if the pile would have more than 255 cards of a kind.
    pub fn add_all(&mut self, other: Pile<KINDS>) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            let sum = count.checked_add(more);
            *count = sum.expect("a pile has at most 255 cards of a kind");
        }
        self.cards += other.cards;
    }

    /// Removes a card of the given kind from the pile. Returns false if the pile has no such card.
    #[inline]
    pub fn remove(&mut self, kind: usize) -> bool {
        let there = self.counts[kind] > 0;
        self.counts[kind] -= u8::from(there);
        self.cards -= u16::from(there);
        there
    }

    /// Returns the kind of the card at `index`, from 0, if the pile is sorted by kind. `index` must
    /// be below [`Pile::len`].
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
