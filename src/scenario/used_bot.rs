//! A bot that another bot's strategy file names: the guide of a search, or a member of a panel.

use std::path::Path;

use super::bot::{Bot, is_file, load_named, reference};
use super::document::Document;
use super::fault::{Fault, Faults};
use crate::games::Title;

/// The bots that a field of a strategy file accepts.
pub struct UsedBot {
    /// Kinds of bots that the field accepts, for messages: "greedy or trained".
    pub kinds: &'static str,
    /// Purpose of the bots, for messages: "guide a search".
    pub purpose: &'static str,
    /// Tables and fields of bots that are not accepted. A file that has one of them is refused
    /// before its bot is loaded.
    pub refused: &'static [&'static str],
}

impl UsedBot {
    /// Loads the bot `written`, which the strategy file names in the field `path`.
    ///
    /// Refuses an unaccepted bot before loading it. Otherwise, two files that refer to each other
    /// would cause an endless recursion.
    pub fn load(
        &self,
        title: &dyn Title,
        document: &Document,
        path: &[&str],
        written: &str,
    ) -> Result<Bot, Faults> {
        let reference = reference(document, path, written);
        let has =
            |document: Document| self.refused.iter().any(|field| document.get(&[field]).is_some());
        if is_file(&reference) && Document::read(Path::new(&reference)).is_ok_and(has) {
            return Err(self.refusal(document, path, written).into());
        }
        load_named(title, document, path, written).map(|(_, bot)| bot)
    }

    /// Returns the fault of a field that names a bot of another kind.
    pub fn refusal(&self, document: &Document, path: &[&str], written: &str) -> Fault {
        let (purpose, kinds) = (self.purpose, self.kinds);
        document
            .fault(path, format!("`{written}` cannot {purpose}, because its kind is not {kinds}"))
    }
}
