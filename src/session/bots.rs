//! Loads the bots that a command-line flag names.

use anyhow::Result;

use super::Usage;
use crate::games::Title;
use crate::scenario::{Bot, BotError, load_bot};

/// Loads the bot that a command-line flag names.
///
/// # Errors
/// Fails for an unknown name, and with all faults of the bot's file.
pub fn load_named(title: &dyn Title, flag: &str, reference: &str) -> Result<Bot> {
    load_bot(title, reference).map_err(|error| match error {
        BotError::Unknown(what) => Usage(format!("{flag} {reference}: {what}")).into(),
        BotError::File(faults) => faults.into(),
    })
}

/// Loads the bots of a list, each of which plays all seats in turn.
///
/// # Errors
/// Fails for an unknown name, for two bots of one name, for more than 255 bots, for a bot of some
/// seats only, and with the faults of the first faulty file.
pub fn load_players(title: &dyn Title, flag: &str, references: &[String]) -> Result<Vec<Bot>> {
    let refused = |what: String| Err(Usage(what).into());
    if references.len() > usize::from(u8::MAX) {
        return refused(format!("{flag}: at most {} bots are possible", u8::MAX));
    }
    if let Some(some) = references.iter().find(|bot| bot.contains('=')) {
        let what = "each bot of the list plays all seats; give only the names of bots";
        return refused(format!("{flag} {some}: {what}"));
    }
    let load = |reference: &String| load_named(title, flag, reference);
    let bots: Vec<Bot> = references.iter().map(load).collect::<Result<_>>()?;
    for (i, (bot, reference)) in bots.iter().zip(references).enumerate() {
        let mut before = bots[..i].iter().zip(references);
        if let Some((_, other)) = before.find(|(known, _)| known.name == bot.name) {
            let name = &bot.name;
            return refused(format!("{flag}: {other} and {reference} would both be called {name}"));
        }
    }
    Ok(bots)
}
