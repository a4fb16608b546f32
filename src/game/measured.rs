//! The measures of a game, each declared beside the events that feed it.

use std::any::Any;

use super::{Game, Observer};
use crate::stats::{MAX_ENTRANTS, Measures, Record, Use};

/// A game that declares its measures with [`measures!`](crate::measures).
pub trait Measured: Game + Sized {
    type Memory: Memory<Self>;

    /// Adds what an event contributes to the measures. `state` is the state after the event.
    fn feed(memory: &Self::Memory, record: &mut Record, event: Self::Event, state: &Self::State);

    /// Adds what the final state contributes to the measures. The record has the places already.
    fn complete(&self, memory: &Self::Memory, record: &mut Record, state: &Self::State);
}

/// What a recorder remembers of earlier events of a game, beside the record.
pub trait Memory<G: Game>: Sized {
    /// Creates the memory of a game, from the state before the first decision.
    fn new(opening: &G::State) -> Self;

    /// Receives an event before its measures are fed; sets the round and adds uses of things.
    /// `state` is the state after the event.
    fn see(&mut self, record: &mut Record, event: G::Event, state: &G::State);
}

/// Records the statistics of one game.
pub struct Recorder<G: Measured> {
    pub record: Record,
    memory: G::Memory,
}

impl<G: Measured> Recorder<G> {
    /// Begins a game, in the memory of an earlier record. `players` has the slot and the fighter of
    /// each player, and `entrant` returns their number in the statistics.
    pub fn new(
        mut record: Record,
        game: &G,
        measures: &Measures,
        opening: &G::State,
        players: &[(u8, u8)],
        entrant: impl Fn(u8, u8) -> u16,
    ) -> Self {
        record.begin(measures, players.len());
        record.rounds = game.round(opening);
        for (player, &(slot, fighter)) in record.players.iter_mut().zip(players) {
            (player.slot, player.entrant) = (slot, entrant(slot, fighter));
        }
        Recorder { record, memory: G::Memory::new(opening) }
    }

    /// Completes the record of a finished game. `places` has the final place of each slot; who has
    /// place 1 has won.
    pub fn finish(
        mut self,
        game: &G,
        measures: &Measures,
        state: &G::State,
        places: &[u8; MAX_ENTRANTS],
    ) -> Record {
        for player in &mut self.record.players {
            player.place = places[usize::from(player.slot)];
            player.won = player.place == 1;
        }
        game.complete(&self.memory, &mut self.record, state);
        self.record.cap(measures);
        self.record
    }
}

impl<G: Measured> Observer<G::Event> for Recorder<G> {
    fn see(&mut self, _: G::Event) {
        unreachable!("a game reports its events with the state");
    }

    #[inline]
    fn see_in<S: Any>(&mut self, event: G::Event, state: &S) {
        let state = (state as &dyn Any).downcast_ref().expect("a state of the game");
        self.memory.see(&mut self.record, event, state);
        G::feed(&self.memory, &mut self.record, event, state);
    }
}

/// One or several uses of things in a record.
pub trait Uses {
    fn each(self, record: &mut Record, change: impl FnMut(&mut Use));
}

/// The use with this index in the record.
impl Uses for Option<usize> {
    #[inline]
    fn each(self, record: &mut Record, change: impl FnMut(&mut Use)) {
        self.map(|used| &mut record.uses[used]).into_iter().for_each(change);
    }
}

/// Declares the measures of a game, each beside the events that feed it.
///
/// ```ignore
/// measures! {
///     impl Jungle, memory: Memory, record, state;
///     fn measures(&self) { rounds: self.rules.rounds, thing: ["card", "cards"], nobody: "the base" }
///     entrants {
///         "freed": amount("hostages freed", "", 999)
///             on Event::Frees { hero, .. } => hero += 1;
///         "life": amount("life at the end", "life", 255)
///             end hero = state.hero(hero).life;
///     }
///     things {
///         "life": amount("life gained", "life", 65_535)
///             on Event::Heals { life, .. } => (memory.last_use) += life;
///     }
/// }
/// ```
///
/// An entry has the name of a [`Measure`](crate::stats::Measure), one of its constructors with the
/// other arguments, and `in "TABLE"` if the table has another name than the measure. `on` says what
/// an event adds or sets, `if` a condition holds. Its target is
///
/// - in `entrants` the index of a player of the record, or `None`;
/// - in `game` the word `game`;
/// - in `pairs` two players, from and to;
/// - in `things` the [`Uses`], such as the index of a use, or `None`.
///
/// `end` says what the final state adds or sets, for each player or for the `game`. The names after
/// `impl` stand for what the entries may read: the game ([`Measured::complete`] only), the
/// [`Memory`], the record and the state after the event, or at the end.
#[macro_export]
macro_rules! measures {
    (
        impl $Game:ty, $memory:ident: $Memory:ty, $record:ident, $state:ident;
        fn measures(&$game:ident $(, $given:ident: $Given:ty)*)
        { $($common:ident: $value:expr),* $(,)? }
        $($list:ident {
            $($name:literal: $form:ident($($argument:expr),* $(,)?) $(in $table:literal)?
                $(on $event:pat $(if $condition:expr)? => $target:tt $change:tt $by:expr;)*
                $(end $whose:ident $last:tt $at_end:expr;)?
            )*
        })*
    ) => {
        impl $Game {
            /// Returns the measures of a game, in the order of the values in its record.
            pub(super) fn measures(&$game $(, $given: $Given)*) -> $crate::stats::Measures {
                let mut measures = $crate::stats::Measures {
                    entrants: vec![],
                    game: vec![],
                    pairs: vec![],
                    things: vec![],
                    $($common: $value),*
                };
                $(measures.$list.extend([$($crate::stats::Measure {
                    $(table: $table,)?
                    ..$crate::stats::Measure::$form($name, $($argument),*)
                }),*]);)*
                for column in measures.pairs.iter_mut().chain(&mut measures.things) {
                    column.table = "";
                }
                measures
            }
        }

        #[allow(unused, clippy::unnecessary_cast)]
        impl $crate::game::measured::Measured for $Game {
            type Memory = $Memory;

            #[inline]
            fn feed(
                $memory: &$Memory,
                $record: &mut $crate::stats::Record,
                event: <$Game as $crate::game::Game>::Event,
                $state: &<$Game as $crate::game::Game>::State,
            ) {
                $(
                    let mut at = 0;
                    $(
                        $(if let $event = event $(&& $condition)? {
                            $crate::measures!(@feed $list $record at $target $change $by);
                        })*
                        at += 1;
                    )*
                )*
            }

            fn complete(
                &$game,
                $memory: &$Memory,
                $record: &mut $crate::stats::Record,
                $state: &<$Game as $crate::game::Game>::State,
            ) {
                $(
                    let mut at = 0;
                    $(
                        $($crate::measures!(@end $list $record at $whose $last $at_end);)?
                        at += 1;
                    )*
                )*
            }
        }
    };
    (@feed entrants $record:ident $at:ident $player:tt $change:tt $by:expr) => {
        if let Some(player) = Option::<u8>::from($player) {
            $record.players[usize::from(player)].values[$at] $change $by as u32;
        }
    };
    (@feed game $record:ident $at:ident game $change:tt $by:expr) => {
        $record.game[$at] $change $by as u32;
    };
    (@feed pairs $record:ident $at:ident ($from:expr, $to:expr) $change:tt $by:expr) => {
        if let (Some(from), Some(to)) = (Option::<u8>::from($from), Option::<u8>::from($to)) {
            *$record.pair_mut($at, from.into(), to.into()) $change $by as u32;
        }
    };
    (@feed things $record:ident $at:ident $uses:tt $change:tt $by:expr) => {
        let uses = $uses;
        $crate::game::measured::Uses::each(uses, $record, |used| {
            used.values[$at] $change $by as u16;
        });
    };
    (@end entrants $record:ident $at:ident $player:ident $change:tt $by:expr) => {
        for $player in 0..$record.players.len() as u8 {
            $record.players[usize::from($player)].values[$at] $change $by as u32;
        }
    };
    (@end game $record:ident $at:ident game $change:tt $by:expr) => {
        $record.game[$at] $change $by as u32;
    };
}
