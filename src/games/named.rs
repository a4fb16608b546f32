//! Macros for what the files of a game say in one place: settings with their bounds and defaults,
//! tables of cards and tiles, and enums whose variants have names in files, tables and scripts.

/// Defines structs of which files consist: each field with its type and its bounds (if it is a
/// number). A file may leave out a field with `= default` (only in games of this package),
/// and does so if it has its default.
#[macro_export]
macro_rules! record {
    ($($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty
            $([$least:literal $most:literal])? $(= $default:ident)?),* $(,)?
    })*) => {$(
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        $(#[$about])*
        pub struct $name {
            $($(#[$doc])*
            $(#[schemars(range(min = $least, max = $most))])?
            $(#[serde($default, skip_serializing_if = "crate::games::named::is_default")])?
            pub $field: $type),*
        }
    )*};
}

/// Returns true if a field of a file has the default of its type.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Defines structs of settings: each field with its type, its bounds (if it is a number) and its
/// default.
#[macro_export]
macro_rules! settings {
    ($($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty $([$least:literal $most:literal])? = $default:expr),* $(,)?
    })*) => {$(
        $crate::record! {
            $(#[$about])*
            #[serde(default)]
            $name { $($(#[$doc])* $field: $type $([$least $most])?),* }
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default),* }
            }
        }
    )*};
}

/// Declares methods that return the value of one expression, such as those of a view.
macro_rules! facts {
    ($self:ident; $(
        $(#[$doc:meta])*
        $vis:vis fn $name:ident($($of:ident: $type:ty),*) -> $result:ty = $value:expr;
    )*) => {
        $(
            $(#[$doc])*
            #[inline]
            $vis fn $name(&$self, $($of: $type),*) -> $result {
                $value
            }
        )*
    };
}

/// Defines structs of plain data that change during a game, such as its state: each field with its
/// type and its value at the start.
macro_rules! state {
    ($($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty = $start:expr),* $(,)?
    })*) => {$(
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $(#[$about])*
        pub struct $name {
            $($(#[$doc])* pub $field: $type),*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $start),* }
            }
        }
    )*};
}

/// Defines the struct `LineUp`, the table `[line-up]` of a scenario. Each field may be left out.
#[macro_export]
macro_rules! line_up {
    ($(#[$about:meta])* LineUp {
        $($(#[$doc:meta])* $field:ident: $type:ty $([$least:literal $most:literal])?),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        #[schemars(rename = "LineUpFile")]
        pub struct LineUp {
            $($(#[$doc])*
            #[serde(default, skip_serializing_if = "Option::is_none")]
            $(#[schemars(range(min = $least, max = $most))])?
            pub $field: Option<$type>),*
        }
    };
}

/// Expands to the name of a variant in kebab-case, as serde writes it.
#[macro_export]
macro_rules! kebab {
    ($variant:ident) => {{
        const NAME: &str = stringify!($variant);
        const KEBAB: &([u8; 2 * NAME.len()], usize) = &$crate::games::named::kebab(NAME);
        match std::str::from_utf8(KEBAB.0.split_at(KEBAB.1).0) {
            Ok(name) => name,
            Err(_) => unreachable!(),
        }
    }};
}

/// Returns the bytes of a name in kebab-case for a name in CamelCase, and their number.
pub const fn kebab<const MOST: usize>(name: &str) -> ([u8; MOST], usize) {
    let (name, mut kebab, mut length, mut at) = (name.as_bytes(), [0; MOST], 0, 0);
    while at < name.len() {
        if at > 0 && name[at].is_ascii_uppercase() {
            kebab[length] = b'-';
            length += 1;
        }
        kebab[length] = name[at].to_ascii_lowercase();
        (length, at) = (length + 1, at + 1);
    }
    (kebab, length)
}

/// Defines enums of settings, whose variants files write in kebab-case.
macro_rules! choices {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $choice:ident),* $(,)? })*) => {$(
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        $(#[$about])*
        pub enum $name {
            $($(#[$doc])* $choice),*
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$choice),*];

            /// Returns the name of the variant in files and tables.
            pub fn name(self) -> &'static str {
                [$($crate::kebab!($choice)),*][self as usize]
            }
        }
    )*};
}

/// Returns the path of a setting in a scenario, such as `rules.boss_die`, as a list of keys. The
/// fields must exist in the struct.
macro_rules! path {
    ($rules:ident $(. $field:ident)+) => {{
        let _ = &$rules $(. $field)+;
        [stringify!($rules), $(stringify!($field)),+]
    }};
}

/// Defines an enum with the kinds of cards or tiles of a game, in the order in which a table of the
/// rules lists them.
#[macro_export]
macro_rules! kinds {
    ($(#[$about:meta])* $name:ident: $($kind:ident),* $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[repr(u8)]
        pub enum $name {
            $($kind),*
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$kind),*];
            /// The name of each kind in files and tables, in the order of the enum's variants.
            pub const NAMES: &'static [&'static str] = &[$($crate::kebab!($kind)),*];
            pub const COUNT: usize = Self::ALL.len();

            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// Returns the kind of card or tile at this position in the order of the enum's
            /// variants, from 0.
            #[inline]
            pub fn of(number: usize) -> Self {
                Self::ALL[number]
            }
        }
    };
}

/// Defines an enum with the powers that a fighter can have, in the order in which a table of the
/// rules lists them. Each power has a number with a minimum and a maximum.
macro_rules! powers {
    ($(#[$about:meta])* $name:ident: $($(#[$meaning:meta])* $power:ident $least:literal $most:literal),* $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub enum $name {
            $($(#[$meaning])* $power(#[schemars(range(min = $least, max = $most))] u8)),*
        }

        impl $name {
            /// The names of all powers of fighters, in the order in which the rules list them.
            pub const NAMES: &'static [&'static str] = &[$(kebab!($power)),*];

            /// Returns the name of the power, as roster files write it.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$power(_) => kebab!($power)),*
                }
            }

            /// Returns the position of the power's name in the list `NAMES`.
            pub fn position(self) -> usize {
                enum Position { $($power),* }
                match self { $($name::$power(_) => Position::$power as usize),* }
            }

            /// Returns the number of a fighter's power, such as the size of its bonus.
            pub fn number(self) -> u8 {
                match self {
                    $($name::$power(number))|* => number,
                }
            }
        }
    };
}

/// Defines the enum of a game's options. Scripts read the name of a variant, in kebab-case, as the
/// kind of the option.
#[macro_export]
macro_rules! options {
    ($(#[$about:meta])* $choice:ident {
        $($(#[$doc:meta])* $kind:ident $(($($of:ty),*))? $({ $($part:ident: $type:ty),* })?),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $choice {
            $($(#[$doc])* $kind $(($($of),*))? $({ $($part: $type),* })?),*
        }

        impl $choice {
            /// The names of all kinds of options in decisions of the game, as scripts see them.
            pub const KINDS: &'static [&'static str] = &[$($crate::kebab!($kind)),*];

            /// Returns the position of the option's kind in the list `KINDS`.
            pub fn kind(self) -> usize {
                enum Kind {
                    $($kind),*
                }
                match self {
                    $($choice::$kind { .. } => Kind::$kind as usize),*
                }
            }
        }
    };
}

/// Defines a game's list of features (numbers that describe an option of a decision), and an enum
/// of the features' indices.
macro_rules! features {
    ($($feature:ident $name:literal $meaning:literal),* $(,)?) => {
        /// Index of each feature of an option in the list [`FEATURES`].
        #[derive(Clone, Copy)]
        enum Index { $($feature),* }

        pub const FEATURES: &[Feature] = &[$(Feature { name: $name, meaning: $meaning }),*];
    };
}

/// Defines a struct for one row of a rules table: the columns of one sort of tile or card, each
/// with its bounds. A row converts into `Numbers`, a type of the game that has all columns.
macro_rules! rows {
    ($($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty [$least:literal $most:literal]),* $(,)?
    })*) => {$(
        record! {
            $(#[$about])*
            #[derive(Copy)]
            $name { $($(#[$doc])* $field: $type [$least $most]),* }
        }

        // A row may have all columns.
        #[allow(clippy::needless_update)]
        impl From<$name> for Numbers {
            fn from(row: $name) -> Numbers {
                Numbers { $($field: row.$field as _,)* ..Numbers::default() }
            }
        }
    )*};
}

/// Defines a rules table: an enum of the kinds of cards or tiles, and a struct with one row of
/// settings for each kind, in the order of the kinds.
macro_rules! table {
    ($(#[$about:meta])* $name:ident,
     $(#[$of:meta])* $kind:ident {
        $($(#[$doc:meta])* $variant:ident $field:ident: $row:ident { $($column:ident: $value:literal),* }),* $(,)?
    }) => {
        kinds! { $(#[$of])* $kind: $($variant),* }

        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct $name {
            $($(#[$doc])* pub $field: $row),*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $row { $($column: $value),* }),* }
            }
        }

        impl $name {
            /// Returns the values of all rows of the table, in the order of the kinds of cards or
            /// tiles.
            pub fn numbers(&self) -> [Numbers; $kind::COUNT] {
                [$(self.$field.into()),*]
            }

            /// Returns the number of cards or tiles in the pile.
            pub fn size(&self) -> usize {
                self.numbers().iter().map(|row| usize::from(row.count)).sum()
            }
        }
    };
}
