//! The stand-in: a bot of hand-set weights that repeats a command's games, in place of trained bots
//! that have not learnt the scenario.

use super::playing::{DEFAULT_GAMES, Playing};
use crate::games::{self, Title};
use crate::report::Manifest;
use crate::scenario::load_bot;
use crate::strategies::BotDefinition;

/// Maximum number of games that a stand-in bot plays: the default number for greedy bots.
const MOST_GAMES: u64 = DEFAULT_GAMES;

/// A function that changes the common flags of a command.
pub type Adjust<'a> = &'a dyn Fn(&mut Playing);

/// Returns how many games a stand-in bot plays, if the command's own bots have played `games`
/// games.
pub fn capped(games: u64) -> u64 {
    games.min(MOST_GAMES)
}

/// Returns the stand-in: a bot that needs no training and plays in place of bots that have not
/// learnt the scenario. Returns `None` if the report's bots have learnt the scenario, if the run
/// was interrupted, or if the result does not depend on how well the bots play. Also returns `None`
/// if the command compares a list of bots (`listed`) that already contains the stand-in.
pub fn bot(manifest: &Manifest, listed: bool) -> Option<&'static str> {
    if !manifest.is_unlearnt() || manifest.partial || !manifest.role.stands_for_play() {
        return None;
    }
    let named = |bot: &str| manifest.strategies.iter().any(|of| of.name == bot);
    strongest_of_weights(title(manifest)?).filter(|bot| !(listed && named(bot)))
}

/// Returns the name of the game's stand-in bot (the bot that replaces untrained bots) if it played
/// in the report's games; else `None`.
pub fn named(manifest: &Manifest) -> Option<&'static str> {
    let is_it = |bot: &&str| manifest.strategies.iter().any(|of| of.name == *bot);
    strongest_of_weights(title(manifest)?).filter(is_it)
}

/// Returns the game that was played for a report.
fn title(manifest: &Manifest) -> Option<&'static dyn Title> {
    games::title(manifest.scenario.get("game")?.as_str()?)
}

/// Returns the strongest of a game's bots whose decisions follow hand-set weights. Such a bot has
/// learnt nothing, so the bot judges changed values as well as unchanged values.
fn strongest_of_weights(title: &dyn Title) -> Option<&'static str> {
    let of_weights = |name: &&&str| {
        let bot = load_bot(title, name);
        bot.is_ok_and(|bot| matches!(bot.definition, BotDefinition::Greedy(_)))
    };
    title.levels().iter().rev().find(of_weights).copied()
}
