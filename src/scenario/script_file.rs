//! Scripts: Luau files of bots.

use std::path::Path;
use std::sync::Arc;

use super::bot::Bot;
use super::fault::{Fault, Faults, Location};
use super::read::control_character;
use crate::games::Title;
use crate::strategies::script::Source;
use crate::strategies::{BotDefinition, Failure};

/// Returns whether the file at this path is a script (`.luau`), according to its name.
pub fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "luau")
}

/// Creates a bot from the source text of its script.
///
/// # Errors
/// Returns all faults of the script.
pub(super) fn scripted(
    title: &dyn Title,
    path: &Path,
    text: &str,
    name: &str,
) -> Result<Bot, Faults> {
    let source = Source { path: path.into(), text: text.into() };
    // Luau ends a text at a NUL character, so control characters are refused.
    if let Some((line, what)) = control_character(text) {
        let what = format!("contains {what}, which is not allowed in a script");
        return Err(fault(&Failure::at(&source, line, what)).into());
    }
    title.check_script(&source).map_err(|failure| fault(&failure))?;
    let description = source.description();
    Ok(Bot {
        script: Some(text.to_owned()),
        ..Bot::new(name, &description, BotDefinition::Script(source))
    })
}

/// Converts the failure of a bot's script into an error message with the script's file and
/// location.
pub fn fault(failure: &Failure) -> Fault {
    Fault {
        location: Location::File {
            path: Arc::clone(failure.path()),
            line: failure.line(),
            column: failure.column(),
        },
        field: String::new(),
        what: failure.what().to_owned(),
    }
}
