//! Macros with which a game declares what bots and statistics read: each network input beside its
//! value, and each measure beside the events that feed it.

/// Declares the network inputs of one row: the name of every input beside its value.
///
/// ```ignore
/// inputs! {
///     /// Inputs that describe another hero.
///     pub struct Other(eyes: &Eyes<'_>, other: u8) {
///         let hero = eyes.view.hero(other);
///     } [
///         "here" => hero.place == eyes.hero.place,
///         "life" => f32::from(hero.life) * LIFE,
///         ("of_", Rebel::NAMES) => OneOf(rebel, Rebel::COUNT),
///     ]
/// }
/// ```
///
/// The type gets two functions: `names()`, and `write(inputs, …)` with the given parameters. A name
/// is a text, an array of texts, or a prefix with the list of names that follow it; see
/// [`Named`](crate::game::learnable::Named).
/// The value has as many numbers; see [`InputValues`](crate::game::learnable::InputValues).
#[macro_export]
macro_rules! inputs {
    (
        $(#[$about:meta])* $vis:vis struct $row:ident($($given:ident: $of:ty),* $(,)?)
        { $($first:tt)* } [ $($names:expr => $values:expr,)* ]
    ) => {
        $(#[$about])*
        $vis struct $row;

        impl $row {
            $vis fn names() -> Vec<String> {
                let mut names = Vec::new();
                $($crate::game::learnable::Named::add($names, &mut names);)*
                names
            }

            #[inline(always)]
            $vis fn write(
                inputs: &mut $crate::game::learnable::InputWriter<'_>,
                $($given: $of),*
            ) {
                let begin = inputs.count();
                $($first)*
                $($crate::game::learnable::InputValues::write($values, inputs);)*
                debug_assert_eq!(inputs.count() - begin, {
                    static COUNT: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
                    *COUNT.get_or_init(|| Self::names().len())
                });
            }
        }
    };
}

/// Declares the measures of a game, each beside the events that feed it.
///
/// ```ignore
/// measures! {
///     impl Jungle, memory: Memory, record, state;
///     fn measures(&self) { rounds: 30, thing: ["card", "cards"], nobody: "the base" }
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
/// - in `things` the [`Uses`](crate::game::measured::Uses), such as the index of a use, or `None`.
///
/// `end` says what the final state adds or sets, for each player or for the `game`. The names after
/// `impl` stand for what the entries may read: the game ([`Measured::complete`](crate::game::measured::Measured::complete) only), the
/// [`Memory`](crate::game::measured::Memory), the record and the state after the event, or at the end.
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

            #[inline(always)]
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
