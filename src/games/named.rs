//! Macros for enums whose variants have names in files, tables and scripts.

/// Defines an enum with the kinds of cards or tiles of a game, in the order in which a table of the
/// rules lists them.
macro_rules! kinds {
    ($(#[$about:meta])* $name:ident: $($kind:ident $text:literal),* $(,)?) => {
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
            pub const NAMES: &'static [&'static str] = &[$($text),*];
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
    ($(#[$about:meta])* $name:ident: $($(#[$meaning:meta])* $power:ident $text:literal $least:literal $most:literal),* $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub enum $name {
            $($(#[$meaning])* $power(#[schemars(range(min = $least, max = $most))] u8)),*
        }

        impl $name {
            /// The names of all powers of fighters, in the order in which the rules list them.
            pub const NAMES: &'static [&'static str] = &[$($text),*];

            /// Returns the name of the power, as roster files write it.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$power(_) => $text),*
                }
            }

            /// Returns the position of the power's name in the list `NAMES`.
            pub fn position(self) -> Option<usize> {
                Self::NAMES.iter().position(|name| *name == self.name())
            }

            /// Returns the number of a fighter's power, such as the size of its bonus.
            pub fn number(self) -> u8 {
                match self {
                    $($name::$power(number) => number),*
                }
            }
        }
    };
}

/// Gives each variant of an enum of options a name, which scripts read as the kind of the option.
macro_rules! options {
    ($choice:ident: $($kind:ident $text:literal),* $(,)?) => {
        impl $choice {
            /// The names of all kinds of options in decisions of the game, as scripts see them.
            pub const KINDS: &'static [&'static str] = &[$($text),*];

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

/// Expands to the type of the values in a column of a rules table: `u8`, unless another type is
/// named.
macro_rules! column {
    () => {
        u8
    };
    ($type:ident) => {
        $type
    };
}

/// Defines a struct for one row of a rules table: the columns of one sort of tile or card, each
/// with its minimum and maximum. A row converts into `Numbers`, a type of the game that has all
/// columns.
macro_rules! row {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident $($type:ident)? $least:literal $most:literal),* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$doc])* #[schemars(range(min = $least, max = $most))] pub $field: column!($($type)?)),*
        }

        // A row may have all columns.
        #[allow(clippy::needless_update)]
        impl From<$name> for Numbers {
            fn from(row: $name) -> Numbers {
                Numbers { $($field: row.$field as _,)* ..Numbers::default() }
            }
        }
    };
}

/// Defines a struct for a rules table, with one row for each kind of tile or card, in the order of
/// the kinds.
macro_rules! table {
    ($(#[$about:meta])* $name:ident of $kind:ident { $($(#[$doc:meta])* $field:ident: $row:ident { $($column:ident: $value:literal),* }),* $(,)? }) => {
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
        }
    };
}
