//! Bots that scenarios use: the bots that are shipped with the program, and bots that users write
//! as strategy files or scripts.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::document::Document;
use super::fault::{Fault, Faults, Location, directory};
use super::learnt::Learnt;
use super::missing::meant;
use super::read::{control_character, named, read_text};
use super::strategy_file::{self, StrategyFile};
use crate::games::Title;
use crate::strategies::script::Source;
use crate::strategies::{BotDefinition, Failure};
use crate::words::{invisible_in, is_blank, suggest, unprintable};

/// Name of the random bot, which needs no file.
pub const RANDOM: &str = "random";

/// A bot that a scenario uses, loaded and ready to play.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Bot {
    /// Name of the bot, as tables show it.
    pub name: String,
    pub description: String,
    /// Contents of the bot's strategy file; `None` for the bot `random` and for scripts.
    pub settings: Option<StrategyFile>,
    /// Source text of the bot's script; `None` for bots without a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Hashes of the bots that this bot uses: members of a panel, and in a search the guide and the
    /// models of other players. Hashes are needed because two bots with the same name may differ.
    /// Empty for a bot that uses no other bot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub led_by: Vec<String>,
    /// Training range of the bot, or of each member of a panel. Empty for other bots.
    #[serde(skip)]
    pub learnt: Vec<Learnt>,
    #[serde(skip)]
    pub definition: BotDefinition,
}

impl Bot {
    /// Creates a bot without a strategy file and without a training range.
    pub fn new(name: &str, description: &str, definition: BotDefinition) -> Bot {
        let (name, description) = (name.into(), description.into());
        Bot { name, description, definition, ..Bot::default() }
    }
}

/// The reason why a bot cannot be loaded.
#[derive(Debug)]
pub enum BotError {
    /// No bot has this name, or its file does not exist. The caller reports the error for the file
    /// or flag that contains the name.
    Unknown(String),
    /// The bot's file was read, but contains errors.
    File(Faults),
}

/// Loads a bot. `reference` is the bot's name, or the path of its strategy file.
///
/// # Errors
/// Fails for an unknown name, with a suggestion. Returns all faults of the file.
pub fn load_bot(title: &dyn Title, reference: &str) -> Result<Bot, BotError> {
    if reference == RANDOM {
        let description = "chooses every option with the same probability";
        return Ok(Bot::new(RANDOM, description, BotDefinition::Random));
    }
    let path = Path::new(reference);
    let shipped = title.bots().iter().find(|shipped| shipped.name == reference);
    let (name, path, text, weights) = match shipped {
        Some(of) => (reference.to_owned(), of.path(), Cow::Borrowed(of.text), of.weights),
        None if !is_file(reference) => return Err(BotError::Unknown(unknown(title, reference))),
        None => {
            let file = bot_name(path).and_then(|name| Ok((name, read_text(path)?)));
            let unread = |what| BotError::Unknown(format!("{reference} {what}{}", meant(path)));
            let (name, text) = file.map_err(unread)?;
            (name, path, text.into(), None)
        }
    };
    let bot = match is_script(path) {
        true => scripted(title, path, &text, &name),
        false => (Document::parse(path, &text).map_err(Faults::from))
            .and_then(|document| strategy_file::bot(title, &document, weights, &name)),
    };
    bot.map_err(BotError::File)
}

/// Converts the reference to a bot that a file has in the field `path`. The path of a file becomes
/// relative to the current directory; a name stays unchanged.
pub(super) fn reference(document: &Document, path: &[&str], written: &str) -> String {
    match document.get(path).map(|node| &node.location) {
        Some(location) if is_file(written) => {
            directory(location).join(written).to_string_lossy().into_owned()
        }
        _ => written.to_owned(),
    }
}

/// Loads the bot that a file names in the field `path`. Returns the bot and its reference.
pub(super) fn load_named(
    title: &dyn Title,
    document: &Document,
    path: &[&str],
    written: &str,
) -> Result<(String, Bot), Faults> {
    let reference = reference(document, path, written);
    match load_bot(title, &reference) {
        Ok(bot) => Ok((reference, bot)),
        Err(BotError::Unknown(what)) => Err(document.fault(path, what).into()),
        Err(BotError::File(faults)) => Err(faults),
    }
}

/// Returns the name of a bot: the name of its file without extension.
///
/// # Errors
/// Fails with the reason why the file must be renamed.
pub fn bot_name(path: &Path) -> Result<String, String> {
    let shown = path.to_string_lossy();
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let odd = shown.chars().find(|c| unprintable(*c)).or_else(|| invisible_in(&name));
    let what = match odd {
        Some(odd) => format!("{} in its name", named(odd)),
        None if is_blank(&name) => "a blank name".to_owned(),
        None => return Ok(name.into_owned()),
    };
    Err(format!("has {what}, which is the bot's: rename the file"))
}

/// Returns whether a reference to a bot is the path of a file, rather than the name of a shipped
/// bot.
pub fn is_file(reference: &str) -> bool {
    reference.ends_with(".toml") || reference.ends_with(".luau") || reference.contains('/')
}

fn unknown(title: &dyn Title, reference: &str) -> String {
    if reference.is_empty() {
        return "is an empty name; wants a strategy's name, or a strategy file".into();
    }
    let names = title.bots().iter().map(|shipped| shipped.name);
    let hint = suggest(reference, names.chain([RANDOM]));
    // A hint that is a question ends its sentence.
    let a = if hint.ends_with('?') { " A" } else { "; a" };
    format!(
        "there is no strategy `{reference}`{hint}{a} strategy file is a path that ends in .toml or \
         .luau"
    )
}

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
        return Err(script_fault(&Failure::at(&source, line, what)).into());
    }
    title.check_script(&source).map_err(|failure| script_fault(&failure))?;
    let description = source.description();
    Ok(Bot {
        script: Some(text.to_owned()),
        ..Bot::new(name, &description, BotDefinition::Script(source))
    })
}

/// Converts the failure of a bot's script into an error message with the script's file and
/// location.
pub fn script_fault(failure: &Failure) -> Fault {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Returns, for tests, a game whose options have a feature named `kills`.
    fn arena() -> &'static dyn Title {
        games::title("ultimate-warriorz").unwrap()
    }

    #[test]
    fn a_search_is_known_by_what_its_guide_holds() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("search.toml", "kind = \"mcts\"\n[search]\niterations = 10\nguide = \"mine.toml\"\n");
        let known = |weight: u8| {
            write("mine.toml", &format!("kind = \"greedy\"\n[weights]\nkills = {weight}\n"));
            let search = folder.path().join("search.toml");
            let bot = load_bot(arena(), &search.to_string_lossy()).unwrap();
            serde_json::to_string(&bot).unwrap()
        };
        assert_eq!(known(1), known(1));
        assert_ne!(known(1), known(2));
    }

    #[test]
    fn every_shipped_strategy_loads_and_names_all_features() {
        for title in games::titles() {
            for shipped in title.bots() {
                let bot = load_bot(title, shipped.name).expect("a shipped strategy is sound");
                assert!(bot.settings.is_some() != bot.script.is_some(), "a file or a script");
                if let Some(weights) = bot.settings.and_then(|file| file.weights) {
                    assert_eq!(weights.len(), title.features().len(), "{}", shipped.name);
                }
                assert!(!bot.description.is_empty(), "{}", shipped.name);
            }
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_likeliest() {
        let Err(BotError::Unknown(what)) = load_bot(arena(), "agressive") else {
            panic!("no such bot")
        };
        assert!(what.contains("did you mean `aggressive`"), "{what}");
    }
}
