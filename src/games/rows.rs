//! Macros with which a game declares what bots and statistics read: each field of scripts and input
//! of networks beside its value, and each measure beside the events that feed it.

/// Declares what bots know of one thing: for scripts, for networks, or for both in one row.
///
/// ```ignore
/// fields! {
///     /// A hero.
///     OfHero: EntityField<Jungle>;
///     (view: View<'_>, index: u8) { let hero = view.hero(index); }
///     => (eyes: &Eyes<'_>) { let place = eyes.hero.place; }
///
///     stress: Number = hero.stress, "its stress";
///     life: Number = hero.life, "life that it has", * LIFE;
///     energy: Number = hero.energy, "K-energy that it has" => f32::from(energy.min(10)) * 0.3;
///     to_exit => OfTile::to_exit(view, hero.place);
///     to_flee, own f32::from(hero.stress) * 0.3;
///     "here" => hero.place == place;
///     ("of_", Rebel::NAMES) => OneOf(rebel, Rebel::COUNT);
///     [to_flee, to_exit] in OfHero(view, friend);
/// }
/// ```
///
/// - `NAME: FORM = VALUE, MEANING` is a field that scripts read. `FORM` is a
///   [`FieldForm`](crate::game::scripted::FieldForm); it determines which types `VALUE` may have.
///   `Set(SORT, FIRST)` is a set whose first bit stands for the entity `FIRST`.
/// - `=> INPUT` is what networks read, see [`InputValues`](crate::game::learnable::InputValues). It
///   may use the value, by the name of the row. `, * SCALE` stands for the value times `SCALE`.
///   `, as NAMES` gives the input other names, see [`Named`](crate::game::learnable::Named).
/// - `, own INPUT` is an input of those lists only that take it in.
/// - `[NAME, …] in LIST(ARGUMENTS)` takes in inputs of a list, with `, as PREFIX` before the names.
///
/// All rows use the first parameters and the variables of the first block. What networks read may
/// use the other parameters, too; and the second block if the row does not begin with an
/// identifier. The list gets `FIELDS` for scripts, and `names()` and `write(inputs, …)` for
/// networks. An input whose row begins with an identifier is also a function of the same name. A
/// list for networks only has fields of type `()`.
#[macro_export]
macro_rules! fields {
    // Rows use the parameters and the first block as a whole, signatures use their parts.
    (
        $(#[$about:meta])* $List:ident: $Field:ty;
        $given:tt $shared:tt => $more:tt $first:tt $($rows:tt)*
    ) => {
        $crate::fields! {
            @list $given $shared $more
            $(#[$about])* $List: $Field; $given $shared $more $first $($rows)*
        }
    };
    (
        @list $given:tt $shared:tt $more:tt
        $(#[$about:meta])* $List:ident: $Field:ty;
        ($($parameter:ident: $of:ty),*) { $($begin:tt)* }
        ($($other:ident: $of_other:ty),*) { $($first:tt)* }
        $(
            $row:tt $(in $From:ident $with:tt)?
            $(: $form:ident $(($sort:expr $(, $from:expr)?))? = $value:expr, $meaning:literal)?
            $(, * $scale:expr)? $(=> $input:expr)? $(, own $own:expr)? $(, as $names:tt)?;
        )*
    ) => {
        $(#[$about])*
        pub struct $List;

        #[allow(unused, clippy::let_and_return, clippy::redundant_locals, clippy::unnecessary_cast)]
        impl $List {
            pub const FIELDS: &'static [$Field] = &[$($($crate::game::scripted::ScriptField {
                name: stringify!($row),
                form: $crate::game::scripted::FieldForm::$form $(($sort))?,
                meaning: $meaning,
                read: $crate::fields!(@read $given $shared $form [$($($from)?)?] $value),
            },)?)*];

            pub fn names() -> Vec<String> {
                use $crate::game::learnable::Named;
                let mut names = Vec::new();
                $($crate::fields! {
                    @name names $row $(in $From)? $(as $names)? $(* $scale)? $(=> $input)?
                })*
                names
            }

            #[inline(always)]
            pub fn write(
                inputs: &mut $crate::game::learnable::InputWriter<'_>,
                $($parameter: $of,)* $($other: $of_other,)*
            ) {
                let begin = inputs.count();
                $($begin)*
                $($first)*
                $($crate::fields! {
                    @input (write inputs) $row $(in $From $with)?
                    [$($value)?] $(* $scale)? $(=> $input)?
                })*
                debug_assert_eq!(inputs.count() - begin, {
                    static COUNT: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
                    *COUNT.get_or_init(|| Self::names().len())
                });
            }

            $($crate::fields! {
                @input ($given $shared $more $($names)?) $row
                [$($value)?] $(* $scale)? $(=> $input)? $(=> $own)?
            })*
        }
    };

    (
        @read ($($parameter:ident: $of:ty),*) { $($begin:tt)* }
        $form:ident [$($from:expr)?] $value:expr
    ) => {
        |$($parameter: $of),*| {
            use $crate::game::scripted::FieldCell;
            $($begin)*
            $crate::fields!(@cell $form $($from,)? $value)
        }
    };
    (@cell Number $value:expr) => { FieldCell::number($value) };
    (@cell Maybe $value:expr) => { FieldCell::maybe($value) };
    (@cell Flag $value:expr) => { FieldCell::flag($value) };
    (@cell Set $value:expr) => { FieldCell::set($value) };
    (@cell Set $from:expr, $value:expr) => { FieldCell::from($from, $value) };
    (@cell List $value:expr) => { FieldCell::list($value) };
    (@cell MaybeWord $value:expr) => { $crate::fields!(@cell MaybeEntity $value) };
    (@cell MaybeEntity $value:expr) => { FieldCell::index($value.map(|index| index as usize)) };
    (@cell $form:ident $value:expr) => { FieldCell::Number($value as isize as f64) };

    (@name $all:ident [$($taken:ident),+] in $From:ident $(as $prefix:literal)?) => {
        (concat!($($prefix)?), &[$(stringify!($taken)),+][..]).add(&mut $all);
    };
    (@name $all:ident $row:tt $(as $names:tt)?) => {};
    (@name $all:ident $row:tt as $names:tt $($input:tt)+) => { $names.add(&mut $all); };
    (@name $all:ident $row:ident $($input:tt)+) => { stringify!($row).add(&mut $all); };
    (@name $all:ident $names:tt $($input:tt)+) => { $names.add(&mut $all); };

    (@input (write $inputs:ident) [$($taken:ident),+] in $From:ident $with:tt []) => {
        $($inputs.number($From::$taken $with);)+
    };
    (@input $to:tt $row:tt [$value:expr] * $scale:expr) => {
        $crate::fields! { @put $to $row { f32::from($value) * $scale } }
    };
    (@input $to:tt $row:tt [$value:expr] => $input:expr) => {
        $crate::fields! { @put $to $row { let $row = $value; $input } }
    };
    (@input $to:tt $row:tt [] => $input:expr) => { $crate::fields! { @put $to $row { $input } } };
    (@input $to:tt $row:tt [$($value:expr)?]) => {};

    (@put (write $inputs:ident) $row:tt $input:block) => {
        $crate::game::learnable::InputValues::write($input, $inputs);
    };
    (
        @put (
            ($($parameter:ident: $of:ty),*) { $($begin:tt)* } ($($other:ident: $of_other:ty),*)
            $($name:literal)?
        ) $row:ident $input:block
    ) => {
        #[inline(always)]
        pub fn $row($($parameter: $of,)* $($other: $of_other,)*) -> f32 {
            $($begin)*
            f32::from($input)
        }
    };
    (@put $to:tt $row:tt $input:block) => {};
}

/// Declares the kinds of decisions of a game, each with its name and the name of its script
/// function: the list `DECISIONS`, and the list `WHAT` of the names.
#[macro_export]
macro_rules! decisions {
    ($($name:literal $function:literal),* $(,)?) => {
        const DECISIONS: &[$crate::game::scripted::Decision] =
            &[$($crate::game::scripted::Decision { name: $name, taken_by: $function }),*];
        const WHAT: &[&str] = &[$($name),*];
    };
}

/// Declares the fields of a sort of entities that scripts read and that never change during a game.
///
/// ```ignore
/// fixed_fields! {
///     OfItem(name: &str, numbers: &Numbers);
///     name: "string" = name, "what it is";
///     attack: "number" = numbers.attack, "added to the attack die";
/// }
/// ```
///
/// A row has the name of a field, its Luau type, its value and its meaning. The list gets the
/// constant `FIELDS`, and the function `json` that returns the values of one entity.
#[macro_export]
macro_rules! fixed_fields {
    (
        $List:ident($($parameter:ident: $of:ty),* $(,)?);
        $($name:ident: $luau_type:literal = $value:expr, $meaning:literal;)*
    ) => {
        pub struct $List;

        impl $List {
            pub const FIELDS: &'static [$crate::game::scripted::FixedField] =
                &[$($crate::game::scripted::FixedField {
                    name: stringify!($name), luau_type: $luau_type, meaning: $meaning,
                }),*];

            pub fn json($($parameter: $of),*) -> serde_json::Value {
                serde_json::json!({ $(stringify!($name): $value),* })
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
/// `impl` stand for what the entries may read: the game (at the end only), the
/// [`Memory`](crate::game::measured::Memory), the record, and the state after the event or at the
/// end.
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
