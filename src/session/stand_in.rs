//! The stand-in: a bot of weights that plays a command again, in place of bots that have not learnt
//! what was played.

use std::path::Path;

use super::playing::Playing;
use crate::games::{self, Title};
use crate::report::Manifest;
use crate::scenario::load_bot;
use crate::strategies::Character;

/// The most games of a stand-in: those of a run between greedy bots.
const MOST_GAMES: u64 = 1_000_000;

/// Changes the common flags of a command.
pub type Adjust<'a> = &'a dyn Fn(&mut Playing);

/// The games of a stand-in for bots that played so many.
pub fn fewer(games: u64) -> u64 {
    games.min(MOST_GAMES)
}

/// The bot that plays in place of those that have not learnt what was played; `None` if they have,
/// or if it already played everybody as one of several bots, which is so where bots are `listed`.
pub fn bot(manifest: &Manifest, listed: bool) -> Option<&'static str> {
    if manifest.unlearnt.is_empty() || manifest.partial || !manifest.role.stands_for_play() {
        return None;
    }
    let named = |bot: &str| manifest.strategies.iter().any(|of| of.name == bot);
    strongest_of_weights(title(manifest)?).filter(|bot| !(listed && named(bot)))
}

/// The stand-in that played for a report.
pub fn named(manifest: &Manifest) -> Option<&'static str> {
    let is_it = |bot: &&str| manifest.strategies.iter().any(|of| of.name == *bot);
    strongest_of_weights(title(manifest)?).filter(is_it)
}

/// The game of a report.
fn title(manifest: &Manifest) -> Option<&'static dyn Title> {
    games::title(manifest.scenario.get("game")?.as_str()?)
}

/// The words of a command with a stand-in as who plays everybody, without rows and without another
/// bot beside it. Where it names the report of
/// another command, which is played as it is kept, they stay, and the stand-in takes every seat as
/// the report is read.
pub fn words(words: &[String], bot: &str) -> Vec<String> {
    let mut own: Vec<String> = vec![];
    let mut all = words.iter();
    while let Some(word) = all.next() {
        match word.as_str() {
            "--strategy" | "--beside" => drop(all.next()),
            "--rows" => {}
            _ => own.push(word.clone()),
        }
    }
    let reports = own.iter().skip(1).any(|word| Path::new(word).is_dir());
    match reports {
        true => own,
        false => {
            own.extend(["--strategy".to_owned(), bot.to_owned()]);
            own
        }
    }
}

/// The strongest level of a game that is a bot of weights: it has learnt nothing, and weighs any
/// value alike.
fn strongest_of_weights(title: &dyn Title) -> Option<&'static str> {
    let of_weights = |name: &&&str| {
        let bot = load_bot(title, name);
        bot.is_ok_and(|bot| matches!(bot.character, Character::Greedy(_)))
    };
    title.levels().iter().rev().find(of_weights).copied()
}

/// Names the stand-in as who plays everybody, where the scenarios are files: a report is played as
/// it is kept, and the stand-in takes every seat as it is read.
pub fn name_bot<'a>(
    strategies: &mut Vec<String>,
    mut scenarios: impl Iterator<Item = &'a Path>,
    bot: &str,
) {
    if !scenarios.any(Path::is_dir) {
        *strategies = vec![bot.to_owned()];
    }
}
