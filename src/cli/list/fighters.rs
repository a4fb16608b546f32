//! The list of the fighters of a roster.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::game;
use crate::games::roster::sheets;
use crate::games::{Title, titles};
use crate::scenario::{
    Document, FileKind, is_file, official_roster, resolve_each, roster, title_of_roster,
};
use crate::session::Usage;
use crate::words::suggest;

/// Prints the sheets of the fighters of a roster file, of a scenario file, or of a game.
pub fn fighters(file: Option<PathBuf>, out: &mut dyn Write) -> anyhow::Result<()> {
    let named = file.as_ref().and_then(|name| crate::games::title(name.to_str()?));
    let (title, roster) = match file {
        Some(path) if named.is_none() => {
            names_a_file(&path)?;
            let document = Document::read(&path)?;
            if FileKind::of(&document) == Some(FileKind::Scenario) {
                let scenario = resolve_each(document, &[])?.remove(0);
                (scenario.game(), scenario.roster)
            } else if let Some(fault) = FileKind::Roster.instead(&document) {
                return Err(fault.into());
            } else {
                let title = title_of_roster(&document);
                (title, roster(title, document, &[])?)
            }
        }
        _ => {
            let title = named.map_or_else(|| game(None), Ok)?;
            (title, official_roster(title)?)
        }
    };
    Ok(out.write_all(sheets(title, &roster).as_bytes())?)
}

/// Checks that an argument may be the path of a file, rather than the misspelt name of a game.
///
/// # Errors
/// Fails if the argument has not the form of a path and no such file exists.
fn names_a_file(path: &Path) -> Result<(), Usage> {
    let name = path.to_string_lossy();
    if is_file(&name) || path.exists() {
        return Ok(());
    }
    let known = suggest(&name, titles().map(Title::name));
    let what = format!("there is no game and no file `{name}`{known}");
    Err(Usage(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_fighters_is_of_a_game_or_of_a_file() {
        let told = |name: &str| {
            let listed = fighters(Some(name.into()), &mut std::io::sink());
            listed.unwrap_err().to_string()
        };
        assert_eq!(
            told("mad-aren"),
            "there is no game and no file `mad-aren`; did you mean `mad-arena`?"
        );
        assert!(told("mad-aren.toml").contains("cannot be read"));
        let bot = "strategies/arena/balanced.toml";
        assert_eq!(told(bot), format!("{bot}: is a strategy file, not a roster"));
    }
}
