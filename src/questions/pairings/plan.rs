//! Checks the flags of `gong pairings` and plans its games: scenario, line-ups, and number of
//! games.

use anyhow::Result;

use super::counts::WinCounts;
use super::facts::{ENDS, LineUp, ends, line_ups, sorted, teams};
use super::flags::PairingsFlags;
use super::line_ups::LineUps;
use super::play::play;
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::experiment::CellCounts;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, games_by_root_of_cost, stem};
use crate::session::reading::Reading;
use crate::simulate::{All, FailedGame, Lot, Plan};
use crate::stats::hash::mix;

/// Default number of games of each line-up, with fast bots.
const GAMES: u64 = 8_000;
/// Minimum number of games of each line-up with which the reference player plays by default. With
/// fewer games, a win rate is known to ± 10 points or worse.
const FEWEST: u64 = 100;
/// Number that separates the seed of the reference player's games from the seed of the command.
const STREAM: u64 = 0x6c69_6e65_7570;

/// Checked settings of the command `gong pairings`, which plays every way to form teams.
pub struct PairingsPlan {
    flags: PairingsFlags,
    /// The scenario with the teams of the first line-up. Its list of fighters includes all fighters
    /// that may be in a team.
    scenario: Scenario,
    pub line_ups: LineUps,
    /// Number of games of each line-up.
    games: u64,
    seed: u64,
    level: f64,
    threads: usize,
    /// True if the default number of games is reduced because the bots are slow.
    is_reduced: bool,
    /// The games of the reference player with each line-up at the ends of their order; `None`
    /// without a reference player.
    reference: Option<ReferenceGames>,
    /// The training games of the bots before the games.
    adaptation: AdaptationArgs,
}

impl QuestionPlan for PairingsPlan {
    type Flags = PairingsFlags;
    /// The counts of the own bots, and of the reference player.
    type Found = Vec<CellCounts>;

    fn new(flags: PairingsFlags, playing: &Playing, files: &mut Reading) -> Result<PairingsPlan> {
        let own = files.scenario(|| flags.changes.scenario(&flags.scenario))?;
        let line_ups = LineUps::new(&flags, &own)?;
        let mut scenario = own.with_line_up(line_ups.line_up(&own, 0, 0)?);
        scenario.seating.fighters = line_ups.fighters.clone();
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: !flags.changes.strategies().is_empty(),
            games: GAMES,
            fewest: FEWEST,
            capped: true,
            excluded: None,
        };
        let adaptation = asked.adaptation(&[&scenario])?;
        let checked = (2 * ENDS).min(line_ups.count() as usize);
        let reference = ReferenceGames::of(&vec![&scenario; checked], &asked)?;
        let usual = games_by_root_of_cost(GAMES, &scenario);
        Ok(PairingsPlan {
            games: playing.games.unwrap_or(usual),
            is_reduced: playing.games.is_none() && usual < GAMES,
            seed: playing.seed,
            level: playing.level,
            threads: playing.threads(),
            flags,
            scenario,
            line_ups,
            reference,
            adaptation,
        })
    }

    fn about(&self) -> About<'_> {
        let sizes = self.line_ups.team_size().replace(',', "-");
        let report = format!("{}-pairings-{sizes}", stem(&self.flags.scenario));
        let lot = Lot::new(self.games * self.line_ups.count(), self.scenario.cost());
        let reference: Vec<&Scenario> = self.reference.iter().map(|of| &of.variants[0]).collect();
        let memory = reference.iter().copied().chain([&self.scenario]).map(Scenario::memory);
        About {
            adaptation: self.adaptation,
            sets: self.flags.changes.sets(),
            memory: memory.max().unwrap_or(0),
            reference,
            more_games_flag: self.is_reduced.then_some("--games"),
            ..About::new(report, vec![&self.scenario], vec![lot])
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        let reference = self.reference.iter_mut().flat_map(|of| &mut of.variants);
        [&mut self.scenario].into_iter().chain(reference).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<Vec<CellCounts>>> {
        let plan = |seed, games| Plan::fixed(seed, games, self.threads);
        let all: Vec<usize> = (0..self.line_ups.count() as usize).collect();
        let games = plan(self.seed, self.games * all.len() as u64);
        let (keeper, stop, bar) = player.split();
        let heard = |games| bar.add(games);
        let played = play((&self.line_ups, &all), &self.scenario, &games, (keeper, stop), heard)?;
        let chosen = self.ends(&played.tally);
        let played = CellCounts::of(played);
        let found = vec![played.tally];
        let mut outcome = PlanOutcome::new(found, played.games, played.partial, played.seconds);
        // Only the games of the command's own bots can be divided into shards: the results of these
        // games decide which line-ups the reference player plays.
        if let Some(reference) = &self.reference
            && !outcome.partial
            && !player.keeper.is_shard()
        {
            let total = reference.plan.games * chosen.len() as u64;
            player.progress("reference player", total);
            let (_, stop, bar) = player.split();
            let games = plan(mix(self.seed ^ mix(STREAM)), total);
            let (scenario, lots) = (&reference.variants[0], &mut All(total));
            let heard = |games| bar.add(games);
            let played = play((&self.line_ups, &chosen), scenario, &games, (lots, stop), heard)?;
            outcome.partial = played.partial;
            if !played.partial {
                outcome.found.push(CellCounts::of(played).tally);
            }
        }
        Ok(outcome)
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<Vec<CellCounts>>>) -> FlagValues {
        let mut resolved = vec![("team-size", self.line_ups.team_size())];
        resolved.extend(ReferenceGames::resolved(self.reference.is_some(), outcome));
        if !self.line_ups.has_parties() {
            resolved.push(("margin", self.flags.margin.to_string()));
        }
        // The line-ups play in turn.
        let cut = outcome.map(|outcome| outcome.games.div_ceil(self.line_ups.count()));
        resolved.push(("games", cut.unwrap_or(self.games).to_string()));
        resolved
    }

    fn watchables(&self, failed: &FailedGame) -> Vec<Watchable> {
        let (game, all) = (failed.game, self.line_ups.count());
        match self.line_ups.has_parties() {
            false => self.watchable((game % all) as usize, game / all).into_iter().collect(),
            true => (0..all).filter_map(|party| self.watchable(party as usize, game)).collect(),
        }
    }
}

impl PairingsPlan {
    /// Returns the arguments with which `gong watch` shows game number `game` of a line-up.
    pub fn watchable(&self, number: usize, game: u64) -> Option<Watchable> {
        let line_up = self.line_ups.line_up(&self.scenario, number, game).ok()?;
        Some(self.flags.watchable(&line_up))
    }

    /// Accepted distance of a team's win rate from its fair share, 0 to 1.
    pub fn margin(&self) -> f64 {
        self.flags.margin
    }

    /// Returns the name of the reference player.
    pub fn reference(&self) -> Option<&str> {
        self.reference.as_ref().map(ReferenceGames::name)
    }

    /// Returns the numbers of the line-ups that the reference player plays.
    fn ends(&self, wins: &WinCounts) -> Vec<usize> {
        let all = &self.line_ups;
        let facts = teams(all, &wins.teams(all), "", (self.margin(), self.level));
        let line_ups: Vec<LineUp> = line_ups(facts, &[], all);
        ends(&sorted(&line_ups)).into_iter().map(|line_up| line_up.number).collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::*;
    use crate::questions::AnyQuestion;
    use crate::questions::pairings::Pairings;

    /// Plans a command with this scenario, such as "ultimate-warriorz/tribal-rumble", and flags.
    fn plan(scenario: &str, flags: &[&str]) -> Result<PairingsPlan> {
        let scenario = format!("scenarios/{scenario}.toml");
        let asked = ["pairings", &scenario];
        let asked = Pairings.command().get_matches_from(asked.iter().chain(flags));
        let playing = Playing::from_arg_matches(&asked).unwrap();
        let flags = PairingsFlags::from_arg_matches(&asked).unwrap();
        PairingsPlan::new(flags, &playing, &mut Reading::new(&playing))
    }

    #[test]
    fn slower_bots_play_fewer_games_of_each_line_up() {
        let games =
            |flags: &[&str]| plan("ultimate-warriorz/tribal-rumble-fixed-4", flags).unwrap().games;
        assert_eq!(games(&["--strategy", "balanced"]), GAMES);
        assert_eq!(games(&["--strategy", "trained"]), 2_666);
        assert_eq!(games(&["--strategy", "trained", "--games", "9k"]), 9_000);
    }

    #[test]
    fn drawn_teams_have_the_size_that_the_scenario_says() {
        let heroes = "superman,batman,comete,rempart,foudre-bleue,la-vigie,titane,luciole";
        let sizes = |flags: &[&str]| {
            let flags = [&["--fighters", heroes][..], flags].concat();
            plan("battle-cards/duel-quick", &flags).unwrap().line_ups.team_size()
        };
        assert_eq!(sizes(&[]), "4,4");
        assert_eq!(sizes(&["--team-size", "2"]), "2,2");
    }

    #[test]
    fn what_is_refused_is_named() {
        let few = "teams of 2 against 2 need 4 fighters; there are only 2";
        let many = "there are 690,900 ways to form teams of 2 against 2 of 50 characters";
        for (scenario, flags, said) in [
            ("ultimate-warriorz/tribal-rumble-fixed-2", &[][..], few),
            ("battle-cards/2v2", &["--team-size", "2"], many),
        ] {
            let refused = plan(scenario, flags).err().expect(said).to_string();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
