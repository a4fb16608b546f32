//! The kinds of a game's events, derived from the names of an enum's variants.

/// Defines the enum of a game's events with a method `kind`. The kind is the name of the variant in
/// snake_case: `turn_begins` for `TurnBegins`.
#[macro_export]
macro_rules! events {
    (
        $(#[$about:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$meaning:meta])* $kind:ident $({ $($fields:tt)* })?),* $(,)?
        }
    ) => {
        $(#[$about])*
        $visibility enum $name {
            $($(#[$meaning])* $kind $({ $($fields)* })?),*
        }

        impl $name {
            /// The kind of the event, in snake_case.
            pub fn kind(&self) -> String {
                $crate::game::story::snake_case(match self {
                    $(Self::$kind { .. } => stringify!($kind)),*
                })
            }
        }
    };
}

/// Converts a name such as `TurnBegins` to `turn_begins`.
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
