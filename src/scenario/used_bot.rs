//! A bot that another bot's strategy file names: the guide of a search, or a member of a panel.

use std::path::Path;

use super::bot::{Bot, BotError, is_file, load_bot};
use super::document::Document;
use super::fault::{Fault, Faults, directory};
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
        let reference = match document.get(path).map(|node| &node.location) {
            Some(location) if is_file(written) => {
                directory(location).join(written).to_string_lossy().into()
            }
            _ => written.to_owned(),
        };
        if is_file(&reference) {
            let has = |document: Document| {
                let mut refused = self.refused.iter();
                refused.any(|field| document.get(&[field]).is_some())
            };
            if Document::read(Path::new(&reference)).is_ok_and(has) {
                return Err(self.refusal(document, path, written).into());
            }
        }
        load_bot(title, &reference).map_err(|error| match error {
            BotError::Unknown(what) => document.fault(path, what).into(),
            BotError::File(its) => its,
        })
    }

    /// Returns the fault of a field that names a bot of another kind.
    pub fn refusal(&self, document: &Document, path: &[&str], written: &str) -> Fault {
        let (purpose, kinds) = (self.purpose, self.kinds);
        document
            .fault(path, format!("`{written}` cannot {purpose}, because its kind is not {kinds}"))
    }
}
