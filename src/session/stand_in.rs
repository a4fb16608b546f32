//! The stand-in: a bot of weights that plays a command again, in place of bots that have not learnt
//! what was played.

use std::fmt;
use std::path::Path;
use std::rc::Rc;

use super::playing::Playing;
use crate::games::{self, Title};
use crate::report::{Kind, Manifest, StandIn, Tables};
use crate::scenario::load_bot;
use crate::strategies::Character;

/// The most games of a stand-in: those of a run between greedy bots.
const MOST_GAMES: u64 = 1_000_000;

/// Changes the common flags of a command.
pub type Adjust<'a> = &'a dyn Fn(&mut Playing);

type Play = dyn Fn(&'static str, Adjust<'_>) -> anyhow::Result<()>;

/// A command that can be played again, with a stand-in for all bots and other common flags.
#[derive(Clone)]
pub struct Again(Rc<Play>);

impl Again {
    /// `play` plays the command with the bot that it is given.
    pub fn new(play: impl Fn(&'static str, Adjust<'_>) -> anyhow::Result<()> + 'static) -> Again {
        Again(Rc::new(play))
    }
}

impl fmt::Debug for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Again")
    }
}

/// Plays the command of a report again with a stand-in; `None` if its bots have learnt what they
/// played, or if no stand-in can answer the same question.
///
/// # Errors
/// If the stand-in cannot play; [`super::Interrupted`].
pub fn play(playing: &Playing, manifest: &Manifest) -> anyhow::Result<Option<StandIn>> {
    let (Some(again), Some(bot)) = (&playing.again, bot(manifest)) else {
        return Ok(None);
    };
    let folder = tempfile::tempdir()?;
    let target = folder.path().join("report");
    let games = games_of(&manifest.command);
    let adjust = |own: &mut Playing| {
        own.stand_in = Some(bot);
        own.out = Some(target.clone());
        own.games = games.or(own.games).map(fewer);
    };
    (again.0)(bot, &adjust)?;
    let manifest = Manifest::read(&target)?;
    Ok(Some(StandIn {
        tables: Tables::read(&target.join("tables"), &manifest.tables)?,
        manifest,
    }))
}

/// The games of a stand-in for bots that played so many.
pub fn fewer(games: u64) -> u64 {
    games.min(MOST_GAMES)
}

/// The bot that plays in place of those that have not learnt what was played.
pub fn bot(manifest: &Manifest) -> Option<&'static str> {
    // A ladder and a training judge bots, and the levels of a skill have bots of weights among them.
    let judged = match manifest.kind {
        Kind::Ladder | Kind::Train | Kind::Skill => false,
        Kind::Run
        | Kind::Compare
        | Kind::Sweep
        | Kind::Bots
        | Kind::Pairings
        | Kind::Parties
        | Kind::Sensitivity
        | Kind::Tune => true,
    };
    if manifest.unlearnt.is_empty() || manifest.partial || !judged {
        return None;
    }
    // One of several bots that play one after the other may be it.
    let one_by_one = matches!(manifest.kind, Kind::Bots | Kind::Tune);
    let named = |bot: &str| manifest.strategies.iter().any(|of| of.name == bot);
    strongest_of_weights(title(manifest)?).filter(|bot| !(one_by_one && named(bot)))
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

/// The number after `--games` of a command, as a manifest has it.
fn games_of(command: &str) -> Option<u64> {
    let mut words = command.split_whitespace();
    words.find(|word| *word == "--games")?;
    words.next()?.parse().ok()
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
