//! Loads the bots that a command-line flag names.

use anyhow::Result;

use super::Usage;
use crate::games::Title;
use crate::scenario::{Bot, BotError, Faults, load_bot};

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
/// Fails as [`load_listed`] does. Also fails for two bots of one name, for more than 255 bots, and
/// for a bot of some seats only.
pub fn load_players(title: &dyn Title, flag: &str, references: &[String]) -> Result<Vec<Bot>> {
    let refused = |what: String| Err(Usage(what).into());
    if references.len() > usize::from(u8::MAX) {
        return refused(format!("{flag}: at most {} bots are possible", u8::MAX));
    }
    if let Some(some) = references.iter().find(|bot| bot.contains('=')) {
        let what = "each bot of the list plays all seats; give only the names of bots";
        return refused(format!("{flag} {some}: {what}"));
    }
    let bots = load_listed(title, flag, references)?;
    for (i, (bot, reference)) in bots.iter().zip(references).enumerate() {
        let mut before = bots[..i].iter().zip(references);
        if let Some((_, other)) = before.find(|(known, _)| known.name == bot.name) {
            let name = &bot.name;
            return refused(format!("{flag}: {other} and {reference} would both be called {name}"));
        }
    }
    Ok(bots)
}

/// Loads the bots that a command-line flag lists.
///
/// # Errors
/// Fails for an unknown name, and with the faults of all bots together.
pub fn load_listed(title: &dyn Title, flag: &str, references: &[String]) -> Result<Vec<Bot>> {
    let mut faults = Faults::default();
    let mut bots = vec![];
    for reference in references {
        match load_named(title, flag, reference) {
            Ok(bot) => bots.push(bot),
            Err(error) => faults.extend(error.downcast::<Faults>()?),
        }
    }
    faults.done()?;
    Ok(bots)
}
