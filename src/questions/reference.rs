//! The reference player of a command: a search that plays every seat, in the first games of the
//! command or in other games. Win rates depend on who plays, so the reference player checks the
//! results of the command's own bot.

use std::collections::BTreeSet;

use clap::Args;

use super::adaptation::AdaptationArgs;
use super::{FlagValues, PlanOutcome};
use crate::games::{ReferencePlayer, Title};
use crate::scenario::{Bot, Scenario, load_bot};
use crate::session::Usage;
use crate::session::decisions::decisions;
use crate::session::playing::{Playing, rounded};
use crate::simulate::{Lot, Plan};
use crate::strategies::BotDefinition;
use crate::words::suggest;

/// Processor time of a default command for the games of the reference player, in microseconds: 45
/// seconds on two cores.
pub const SEARCH_TIME: u64 = 90_000_000;
/// Processor time of a default command for the games of a trained bot, in microseconds: 12 seconds
/// on two cores.
const TRAINED_TIME: u64 = 24_000_000;

/// Minimum number of decisions for the estimated duration of a game of the reference player. Even a
/// game with few decisions or none takes time: its rounds are played in each playout of a search.
const FEWEST_DECISIONS: u64 = 20;

/// Maximum number of variants whose decisions are counted to estimate the duration of the games.
const SAMPLED: usize = 16;

/// Flags of commands that first train their bots, and that have a reference player.
#[derive(Debug, Clone, Default, Args)]
pub struct PlayerArgs {
    /// The reference player: a bot that plays every seat again and checks the results of the
    /// command's own bot [default: the search mcts-fast, unless --strategy names a bot or there are
    /// few games]
    #[arg(long, value_name = "NAME", conflicts_with = "quick")]
    pub reference: Option<String>,
    /// No reference player: only the command's own bot plays
    #[arg(long)]
    pub quick: bool,
    #[command(flatten)]
    pub adaptation: AdaptationArgs,
}

/// The games that the reference player plays in a command.
pub struct ReferenceGames {
    /// The variants of the command's scenario, with the reference player in every seat.
    pub variants: Vec<Scenario>,
    /// Number of games of each variant, or the precision at which they end.
    pub plan: Plan,
    /// Number of games of each variant that a default command plays with its own bot.
    pub own: u64,
}

/// The facts about a command that determine its training games and its reference player.
pub struct Asked<'a> {
    pub flags: &'a PlayerArgs,
    pub playing: &'a Playing,
    /// True if the user names the bots that play.
    pub named: bool,
    /// Number of games of each variant that the command plays by default without a reference
    /// player.
    pub games: u64,
    /// Minimum number of games of each variant with which the reference player plays by default.
    pub fewest: u64,
    /// True if the reference player plays at most as many games as the command's own bot.
    pub capped: bool,
    /// Why no reference player can play in this command; `None` if a reference player can play.
    pub excluded: Option<&'a str>,
}

impl Asked<'_> {
    /// Returns the flags of the training games, after checking that the bots of these variants of a
    /// scenario can learn.
    ///
    /// # Errors
    /// Fails if the flags ask for training games, but no single trained bot plays every seat.
    pub fn adaptation(&self, variants: &[&Scenario]) -> Result<AdaptationArgs, Usage> {
        let adaptation = self.flags.adaptation;
        let is_trained = |bot: &Bot| matches!(bot.definition, BotDefinition::Trained(_));
        let can_learn = |of: &&Scenario| of.bots.len() == 1 && of.bots.values().all(is_trained);
        match adaptation.games == 0 || variants.iter().all(can_learn) {
            true => Ok(adaptation),
            false => Err(Usage(format!(
                "--adapt {}: only a bot of kind trained that plays every seat can learn, as with \
                 --strategy trained-1",
                adaptation.games
            ))),
        }
    }
}

impl ReferenceGames {
    /// Returns the games of the reference player in a command that plays these variants of a
    /// scenario; `None` if no reference player plays. By default, the reference player of the game
    /// plays if a single faster bot plays every seat. No reference player plays if the command
    /// repeats games that were interrupted.
    ///
    /// A command of fewer games than by default has proportionally fewer games of the reference
    /// player. If these games are too few, there is no reference player, unless a flag names one. A
    /// capped reference player never has more games than the command's own bot, unless both bots
    /// play until their results are precise.
    ///
    /// # Errors
    /// Fails if a flag names a bot that the game does not have, or the command's own bot. Also
    /// fails if a flag names a bot, but no reference player can play in the command.
    pub fn of(variants: &[&Scenario], asked: &Asked<'_>) -> Result<Option<ReferenceGames>, Usage> {
        ReferenceGames::in_time(variants, asked, SEARCH_TIME)
    }

    /// Returns the games of the reference player in the same way as [`ReferenceGames::of`]. The
    /// reference player's games of a default command take `time` microseconds of processor time.
    ///
    /// # Errors
    /// Fails for the same reasons as [`ReferenceGames::of`].
    pub fn in_time(
        variants: &[&Scenario],
        asked: &Asked<'_>,
        time: u64,
    ) -> Result<Option<ReferenceGames>, Usage> {
        let named = asked.flags.reference.as_deref();
        if let Some(why) = asked.excluded {
            return named.map_or(Ok(None), |name| Err(Usage(format!("--reference {name}: {why}"))));
        }
        let playing = asked.playing;
        if playing.interrupted || (named.is_none() && (asked.flags.quick || asked.named)) {
            return Ok(None);
        }
        let title = variants[0].game();
        let Some(reference) = title.reference() else {
            let what = format!("--reference: {} has no reference player", title.name());
            return named.map_or(Ok(None), |_| Err(Usage(what)));
        };
        let name = named.unwrap_or(reference.bot);
        let bot = shipped(title, name)?;
        let theirs = variants.iter().map(|of| of.played_by(name, &bot));
        let theirs: Vec<Scenario> = theirs.collect();
        let mut both = variants.iter().zip(&theirs);
        let faster = |(own, theirs): (&&Scenario, &Scenario)| {
            own.strategies.names().len() == 1 && own.cost() < theirs.cost()
        };
        if named.is_none() && !both.all(faster) {
            return Ok(None);
        }
        if let Some(name) = named
            && variants.iter().any(|of| of.strategies.names() == BTreeSet::from([name]))
        {
            return Err(Usage(format!(
                "--reference {name}: {name} plays the command’s own games already"
            )));
        }
        let [of_own, of_theirs] = durations(&reference, variants, &theirs);
        let all = rounded(time / of_theirs);
        let own = asked.games.min(rounded(TRAINED_TIME / of_own));
        let part = playing.games.map_or(all, |games| {
            let part = u128::from(all) * u128::from(games) / u128::from(own.max(1));
            part.min(all.into()) as u64
        });
        let least = if named.is_some() { asked.fewest } else { 0 };
        let most = if asked.capped { playing.games.unwrap_or(own) } else { u64::MAX };
        let games = part.max(least).min(most);
        let mut plan = playing.plan(games);
        if playing.precision.is_none() {
            plan.games = games;
        }
        let plays = named.is_some() || games >= asked.fewest;
        Ok(plays.then_some(ReferenceGames { variants: theirs, plan, own }))
    }

    /// Returns the flag values with which a command is played again without its reference player,
    /// if an interruption ended the command before the reference player had played. Otherwise
    /// empty.
    pub fn resolved<F>(has_reference: bool, outcome: Option<&PlanOutcome<F>>) -> FlagValues {
        match has_reference && outcome.is_some_and(|outcome| outcome.partial) {
            true => vec![("reference", String::new()), ("quick", "without a value".to_owned())],
            false => vec![],
        }
    }

    /// Returns the games of the reference player as a lot.
    pub fn lot(&self) -> Lot {
        Lot::new(self.plan.games, self.variants[0].cost())
    }

    /// Returns the name of the bot that is the reference player.
    pub fn name(&self) -> &str {
        &self.variants[0].strategies.everybody
    }
}

/// Estimates the processor times, in microseconds, of one game of each variant of a scenario: with
/// the command's own bots, and with the reference player. The estimates come from the numbers of
/// decisions in games of the own bots. `theirs` has the same variants with the reference player in
/// every seat. If there are many variants, such as those of a grid, a sample of the variants
/// represents all variants.
fn durations(reference: &ReferencePlayer, own: &[&Scenario], theirs: &[Scenario]) -> [u64; 2] {
    let usual = load_bot(own[0].game(), reference.bot);
    let usual = usual.map_or(1, |bot| bot.definition.cost());
    let (mut nanoseconds, mut sampled) = ([0, 0], 0);
    let step = own.len().div_ceil(SAMPLED);
    for (own, theirs) in own.iter().zip(theirs).step_by(step) {
        sampled += 1;
        let decisions = decisions(own);
        let of_own = reference.trained_time * decisions;
        let of_theirs = reference.search_time * decisions.max(FEWEST_DECISIONS).pow(2);
        nanoseconds[0] += of_own * own.cost() / BotDefinition::TRAINED_COST;
        nanoseconds[1] += of_theirs * theirs.cost() / usual;
    }
    nanoseconds.map(|time| (time * own.len() as u64 / sampled / 1000).max(1))
}

/// Loads the bot of this name that the game ships.
fn shipped(title: &dyn Title, name: &str) -> Result<Bot, Usage> {
    let known = title.bots().iter().map(|bot| bot.name);
    let bot = known.clone().any(|bot| bot == name).then(|| load_bot(title, name));
    match bot {
        Some(Ok(bot)) => Ok(bot),
        _ => Err(Usage(format!(
            "--reference {name}: {} ships no bot of this name{}",
            title.name(),
            suggest(name, known),
        ))),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn games_of_few_decisions_are_expected_to_take_time() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        let game = |set: &str| Scenario::load(path, &[set.to_owned()]).unwrap();
        let of_search = |scenario: &Scenario| {
            let reference = scenario.game().reference().unwrap();
            let bot = load_bot(scenario.game(), reference.bot).unwrap();
            durations(&reference, &[scenario], &[scenario.played_by(reference.bot, &bot)])[1]
        };
        let (short, usual) = (game("rules.rounds=1"), game("rules.rounds=7"));
        assert!(decisions(&short) < FEWEST_DECISIONS && decisions(&usual) > FEWEST_DECISIONS);
        let least = short.game().reference().unwrap().search_time * FEWEST_DECISIONS.pow(2);
        assert_eq!(of_search(&short), least / 1000);
        assert!(of_search(&usual) > least / 1000);
    }
}
