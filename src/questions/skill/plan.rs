//! The plan of `gong skill`: the bot and the number of games of each skill level.

use anyhow::Result;

use super::flags::SkillFlags;
use super::levels::{self, LevelFlag};
use super::play::{Levels, SkillFound, SkillLevel, at_level};
use crate::games::Title;
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::{BotRole, StrategyNote};
use crate::scenario::{Bot, Scenario, StrategyPlan};
use crate::session::bots::load_listed;
use crate::session::failed::Watchable;
use crate::session::numbers::{MARGIN, share};
use crate::session::playing::{Playing, stem};
use crate::session::reading::Reading;
use crate::session::report_identity::ReportIdentity;
use crate::session::{Usage, first_scenario};
use crate::simulate::FailedGame;
use crate::stats::Cast;
use crate::stats::fairness::Fair;

/// The checked settings of `gong skill`.
pub struct SkillPlan {
    flags: SkillFlags,
    /// The scenario with the bots of all skill levels.
    pub scenario: Scenario,
    pub levels: Levels,
    /// Keys of the fighters that may appear in the scenario's games.
    pub fighters: Vec<String>,
    /// The fighters in groups, as indices into `fighters`. All fighters of a group are on the same
    /// side in every game, so they have the same win rate.
    pub sides: Vec<Vec<usize>>,
    /// The fair share (the win rate if all were equally strong) and the accepted distance from it;
    /// `None` if all players are on one side.
    pub fair: Option<Fair>,
}

impl QuestionPlan for SkillPlan {
    type Flags = SkillFlags;
    type Found = SkillFound;

    fn new(flags: SkillFlags, playing: &Playing, files: &mut Reading) -> Result<SkillPlan> {
        let scenario = files.scenario(|| {
            let scenario = first_scenario(&flags.scenario, &flags.sets.sets, &[])?;
            let asked = flags.levels(scenario.game());
            with_levels(scenario, &asked)
        })?;
        let asked = flags.levels(scenario.game());
        let first = at_level(&scenario, &asked[0].bot).open();
        let cast = first.cast();
        let fair = (!cast.cooperative)
            .then(|| Fair { share: 1.0 / cast.sides.max(1) as f64, margin: flags.margin });
        if let Some(fair) = fair.filter(|of| of.margin >= of.share.min(1.0 - of.share)) {
            let share = fair.share * 100.0;
            let what = format!("--margin must be below the fair share, {share:.1} %");
            return Err(Usage(what).into());
        }
        let entrants = cast.entrants.iter();
        let fighters: Vec<String> = entrants.map(|of| of.fighter.clone()).collect();
        let levels = Levels::new(&scenario, &asked, playing);
        Ok(SkillPlan {
            levels,
            sides: sides(&scenario.seating.members, cast, &fighters),
            fighters,
            fair,
            flags,
            scenario,
        })
    }

    fn about(&self) -> About<'_> {
        let mut report = ReportIdentity::from(format!("{}-skill", stem(&self.flags.scenario)))
            .nameless("--levels")
            .partly("--levels", levels::bots)
            .growing("--levels");
        if self.flags.levels.is_empty() {
            report = report.without("--levels");
        }
        if share(MARGIN) == Ok(self.flags.margin) {
            report = report.without("--margin");
        }
        let lots = self.levels.lots();
        About {
            sets: &self.flags.sets.sets,
            role: BotRole::Levels,
            strategies: Some(self.bots().map(StrategyNote::of).collect()),
            ..About::new(report, vec![&self.scenario], lots)
        }
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<SkillFound>> {
        let lots = self.levels.lots();
        player.progress_by_cost(&self.scenario.title, &lots);
        let (keeper, stop, bar) = player.split();
        let played = self.levels.play(&self.scenario, keeper, stop, bar)?;
        let (found, partial) = (played.found, played.partial);
        let games = found.games();
        Ok(PlanOutcome::new(found, games, partial, played.seconds))
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<SkillFound>>) -> FlagValues {
        let level = |level: &SkillLevel, games: u64| format!("{}:{games}", level.bot);
        let levels = self.levels.levels.iter();
        let levels: Vec<String> = match outcome {
            None => levels.map(|of| level(of, of.games)).collect(),
            Some(PlanOutcome { found, .. }) => {
                let played = levels.zip(&found.levels);
                played.map(|(of, played)| level(of, played.games)).collect()
            }
        };
        vec![("levels", levels.join(","))]
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        let watchable = |level: &SkillLevel| {
            let bots = std::slice::from_ref(&level.bot);
            Watchable::new(&self.flags.scenario, &self.flags.sets.sets, bots)
        };
        self.levels.levels.iter().map(watchable).collect()
    }
}

impl SkillPlan {
    /// Returns the bots of the skill levels, the weakest first.
    pub fn bots(&self) -> impl Iterator<Item = &Bot> {
        let levels = self.levels.levels.iter();
        levels.map(|level| &self.scenario.bots[&level.bot])
    }
}

impl SkillFlags {
    /// Returns the skill levels that the user requested, or the game's default levels if the user
    /// requested no levels.
    fn levels(&self, title: &dyn Title) -> Vec<LevelFlag> {
        if !self.levels.is_empty() {
            return self.levels.clone();
        }
        let own = title.levels().iter().map(|&bot| LevelFlag { bot: bot.to_owned(), games: None });
        own.collect()
    }
}

impl Levels {
    /// Creates the skill levels that the user requested, with their numbers of games.
    fn new(scenario: &Scenario, asked: &[LevelFlag], playing: &Playing) -> Levels {
        let level = |level: &LevelFlag| {
            let cost = scenario.bots[&level.bot].definition.cost();
            let games = level.games.unwrap_or_else(|| levels::games(cost));
            SkillLevel { bot: level.bot.clone(), games, cost }
        };
        Levels {
            levels: asked.iter().map(level).collect(),
            seed: playing.seed,
            threads: playing.threads(),
        }
    }
}

/// Groups the fighters that are on the same side in every game, and so have the same win rate.
/// Returns indices into `fighters`.
///
/// A group is a fixed team of the line-up (`teams`), or the party of a cooperative game if all
/// fighters play in every game. If fighters are drawn at random for each game, each fighter is a
/// group.
fn sides(teams: &[Vec<String>], cast: &Cast, fighters: &[String]) -> Vec<Vec<usize>> {
    // A fighter has at most one place in a game. So all fighters play in every game if there are as
    // many places as fighters.
    if cast.cooperative && cast.slots.len() == fighters.len() {
        return vec![(0..fighters.len()).collect()];
    }
    let team = |key: &String| teams.iter().position(|team| team.contains(key));
    let mut sides: Vec<(Option<usize>, Vec<usize>)> = vec![];
    for (fighter, key) in fighters.iter().enumerate() {
        let of = team(key);
        match sides.iter_mut().find(|side| of.is_some() && side.0 == of) {
            Some((_, side)) => side.push(fighter),
            None => sides.push((of, vec![fighter])),
        }
    }
    sides.into_iter().map(|(_, side)| side).collect()
}

/// Returns the scenario with the bots of all skill levels.
fn with_levels(scenario: Scenario, asked: &[LevelFlag]) -> Result<Scenario> {
    let bots = load(scenario.game(), asked)?;
    let references = asked.iter().map(|level| level.bot.clone());
    Ok(Scenario {
        strategies: StrategyPlan { everybody: asked[0].bot.clone(), ..StrategyPlan::default() },
        bots: references.zip(bots).collect(),
        ..scenario
    })
}

/// Loads the bots of the skill levels by their names or files.
fn load(title: &dyn Title, asked: &[LevelFlag]) -> Result<Vec<Bot>> {
    if asked.len() > usize::from(u8::MAX) {
        return Err(Usage(format!("--levels: at most {} levels are possible", u8::MAX)).into());
    }
    let references: Vec<String> = asked.iter().map(|level| level.bot.clone()).collect();
    if let Some((who, bot)) = references.iter().find_map(|bot| bot.split_once('=')) {
        let what = format!(
            "--levels {who}={bot}: the bot of a level plays all seats; give only the names of bots"
        );
        return Err(Usage(what).into());
    }
    let bots = load_listed(title, "--levels", &references)?;
    for (i, (bot, reference)) in bots.iter().zip(&references).enumerate() {
        let mut before = bots[..i].iter().zip(&references);
        let same = before.find(|(known, _)| known.name == bot.name);
        if let Some((_, other)) = same {
            return Err(Usage(match other == reference {
                true => format!("--levels: {reference} is named twice"),
                false => {
                    format!("--levels: {other} and {reference} would both be called {}", bot.name)
                }
            })
            .into());
        }
    }
    Ok(bots)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::stats::sample;

    #[test]
    fn only_fighters_that_never_part_are_one_side() {
        for (file, wanted) in [
            // One hero of eight, drawn for each mission.
            ("jungle-alert/one", &[1; 8][..]),
            ("jungle-alert/first-game", &[2]),
            ("ultimate-warriorz/tribal-rumble-fixed-4", &[1; 4]),
            ("ultimate-warriorz/team-spirit-5-players", &[3, 2]),
        ] {
            let path = format!("scenarios/{file}.toml");
            let scenario = first_scenario(Path::new(&path), &[], &[]).unwrap();
            let simulation = scenario.open();
            let cast = simulation.cast();
            let fighters = cast.entrants.iter().map(|of| of.fighter.clone());
            let fighters: Vec<String> = fighters.collect();
            let sides = sides(&scenario.seating.members, cast, &fighters);
            let sizes: Vec<usize> = sides.iter().map(Vec::len).collect();
            assert_eq!(sizes, wanted, "{file}");
        }
    }

    #[test]
    fn a_whole_party_is_one_side() {
        let cast = Cast { sides: 1, cooperative: true, ..sample::cast(3, 3) };
        let fighters: Vec<String> = cast.entrants.iter().map(|of| of.fighter.clone()).collect();
        assert_eq!(sides(&[], &cast, &fighters), [[0, 1, 2]]);
        let drawn = Cast { slots: cast.slots[..2].to_vec(), ..cast };
        assert_eq!(sides(&[], &drawn, &fighters), [[0], [1], [2]]);
    }
}
