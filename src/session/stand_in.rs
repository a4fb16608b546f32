//! The stand-in: a bot of hand-set weights that repeats a command's games, in place of trained bots
//! that have not learnt the scenario.

use std::path::Path;

use super::playing::Playing;
use crate::games::{self, Title};
use crate::report::Manifest;
use crate::scenario::load_bot;
use crate::strategies::BotCharacter;

/// Maximum number of games of a stand-in: the default number for greedy bots.
const MOST_GAMES: u64 = 1_000_000;

/// A function that changes the common flags of a command.
pub type Adjust<'a> = &'a dyn Fn(&mut Playing);

/// Returns the number of games that the stand-in plays, if the command's bots have played `games`
/// games.
pub fn fewer(games: u64) -> u64 {
    games.min(MOST_GAMES)
}

/// Returns the stand-in for the bots of a report; `None` if the bots have learnt the scenario. With
/// `listed` (the command compares a list of bots), also `None` if the list contains the stand-in.
pub fn bot(manifest: &Manifest, listed: bool) -> Option<&'static str> {
    if manifest.unlearnt.is_empty() || manifest.partial || !manifest.role.stands_for_play() {
        return None;
    }
    let named = |bot: &str| manifest.strategies.iter().any(|of| of.name == bot);
    strongest_of_weights(title(manifest)?).filter(|bot| !(listed && named(bot)))
}

/// Returns the name of the stand-in that played the games of a report; `None` if no stand-in did.
pub fn named(manifest: &Manifest) -> Option<&'static str> {
    let is_it = |bot: &&str| manifest.strategies.iter().any(|of| of.name == *bot);
    strongest_of_weights(title(manifest)?).filter(is_it)
}

/// Returns the game that was played for a report.
fn title(manifest: &Manifest) -> Option<&'static dyn Title> {
    games::title(manifest.scenario.get("game")?.as_str()?)
}

/// Returns the words of a command line in which the stand-in `bot` plays all fighters, without
/// `--rows` and `--beside`. If the command names the folder of a report, `--strategy` is not added,
/// because a report is played with its own bots; the stand-in then replaces them when the report is
/// read.
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

/// Returns the strongest bot of hand-set weights among the levels of a game. Such a bot has learnt
/// nothing, so it judges changed values as well as unchanged ones.
fn strongest_of_weights(title: &dyn Title) -> Option<&'static str> {
    let of_weights = |name: &&&str| {
        let bot = load_bot(title, name);
        bot.is_ok_and(|bot| matches!(bot.character, BotCharacter::Greedy(_)))
    };
    title.levels().iter().rev().find(of_weights).copied()
}
