//! The experiment of a command: variants of a scenario (arms), each played by the same players in
//! the same games.

use std::time::Instant;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::adaptation::AdaptationArgs;
use super::player::tally;
use super::reference::{Asked, ReferenceGames};
use super::{About, FlagValues, LotPlayer, PlanOutcome};
use crate::scenario::{Bot, Scenario};
use crate::session::Usage;
use crate::session::failed::Watchable;
use crate::simulate::{Lot, Plan, Played, Simulation};
use crate::stats::Tally;
use crate::stats::counts::{CountedSums, Counts};

/// What a command plays: every player plays the same games in every arm.
#[derive(Default)]
pub struct Experiment {
    /// The variants of the scenario; the first is the base of comparisons.
    pub arms: Vec<Arm>,
    /// The command's own bots, then the reference player if there is one. A command with a list of
    /// bots has one player for each bot.
    pub players: Vec<Player>,
    /// True if the last player is the reference player.
    pub has_reference: bool,
    /// True if the players are the bots of a list.
    pub is_by_bots: bool,
    /// True if all arms are played together: game i of every arm, then game i + 1.
    pub is_paired: bool,
    /// The training games of the bots before the games.
    pub adaptation: AdaptationArgs,
    /// True if the default number of games is reduced because the bots are slow.
    pub is_reduced: bool,
}

/// A variant of the scenario.
pub struct Arm {
    pub name: String,
    /// The scenario's file and flags, as arguments of `gong watch`.
    pub watchable: Watchable,
}

/// A player of the experiment: the arms with its bots in the seats, and its games of each arm.
pub struct Player {
    /// The scenario of each arm.
    pub scenarios: Vec<Scenario>,
    pub games: Plan,
}

/// The games that are counted together: those of one player in one arm, or in all arms of a paired
/// experiment.
pub struct Cell<'a> {
    /// Index of the cell among all cells of the experiment.
    pub lot: usize,
    pub is_reference: bool,
    /// Index of the first arm of the cell.
    pub arm: usize,
    /// The scenarios of the arms.
    pub scenarios: &'a [Scenario],
    pub games: &'a Plan,
    /// The progress of a game, in units of the progress bar.
    work: u64,
}

/// The stored counts of a cell.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CellCounts {
    /// Number of games of each arm.
    pub games: u64,
    counts: Counts,
}

impl Experiment {
    /// Creates the experiment of the command's own bots, and of the reference player if there is
    /// one. The arms are played one after the other.
    pub fn new(
        arms: Vec<Arm>,
        own: Player,
        reference: Option<ReferenceGames>,
        adaptation: AdaptationArgs,
    ) -> Experiment {
        let players = vec![own];
        let mut experiment = Experiment { arms, players, adaptation, ..Experiment::default() };
        experiment.add_reference(reference);
        experiment
    }

    /// Creates the experiment of the command's own bots in these scenarios, with the training games
    /// and the reference player that the flags ask for.
    ///
    /// # Errors
    /// Fails if the bots cannot learn, or if the flags name an impossible reference player.
    pub fn asked(
        arms: Vec<Arm>,
        scenarios: Vec<Scenario>,
        asked: &Asked<'_>,
    ) -> Result<Experiment, Usage> {
        let variants: Vec<&Scenario> = scenarios.iter().collect();
        let adaptation = asked.adaptation(&variants)?;
        let reference = ReferenceGames::of(&variants, asked)?;
        let own = reference.as_ref().map_or(asked.games, |reference| reference.own);
        let own = Player { scenarios, games: asked.playing.plan(own) };
        Ok(Experiment::new(arms, own, reference, adaptation))
    }

    /// Adds the reference player to an experiment without one.
    pub fn add_reference(&mut self, reference: Option<ReferenceGames>) {
        self.has_reference = reference.is_some();
        let player = |of: ReferenceGames| Player { scenarios: of.variants, games: of.plan };
        self.players.extend(reference.map(player));
    }

    /// Creates the experiment of a list of bots, each of which plays the scenario in turn.
    pub fn of_bots(arm: Arm, players: Vec<Player>) -> Experiment {
        Experiment { arms: vec![arm], players, is_by_bots: true, ..Experiment::default() }
    }

    /// Returns the command's own bots; the first bot of a list.
    pub fn own(&self) -> &Player {
        &self.players[0]
    }

    pub fn reference(&self) -> Option<&Player> {
        self.players.last().filter(|_| self.has_reference)
    }

    fn lots(&self) -> Vec<Lot> {
        self.players.iter().flat_map(|player| player.lots(self.is_paired)).collect()
    }

    /// Returns the facts about the experiment that the driver needs. `report` names the
    /// scenario and the question.
    pub fn about(&self, report: String) -> About<'_> {
        let memory = |player: &Player| -> u64 {
            let of_arms = player.scenarios.iter().map(Scenario::memory);
            match self.is_paired {
                // The bots of all arms are in memory at the same time.
                true => of_arms.sum(),
                false => of_arms.max().unwrap_or(0),
            }
        };
        let own = &self.players[..self.players.len() - usize::from(self.has_reference)];
        let own = own.iter().flat_map(|player| &player.scenarios);
        let reference = self.reference().into_iter().flat_map(|player| &player.scenarios);
        About {
            reference: reference.collect(),
            adaptation: self.adaptation,
            memory: self.players.iter().map(memory).max().unwrap_or(0),
            more_games_flag: self.is_reduced.then_some("--games"),
            ..About::new(report, own.collect(), self.lots())
        }
    }

    /// Changes the bots of all scenarios.
    pub fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        self.players.iter_mut().flat_map(|player| &mut player.scenarios).for_each(change);
    }

    /// Returns the scenarios and flags from which `gong watch` can replay a game of the command's
    /// own bots.
    pub fn watchables(&self) -> Vec<Watchable> {
        if !self.is_by_bots {
            return self.arms.iter().map(|arm| arm.watchable.clone()).collect();
        }
        let bots = self.players.iter().map(Player::name);
        bots.map(|bot| self.arms[0].watchable.played_by(bot)).collect()
    }

    /// Returns the flags with which the command repeats the games. After an interruption in its
    /// first cell, the command has the games that were played, and no reference player.
    pub fn resolved<F>(&self, outcome: Option<&PlanOutcome<F>>) -> FlagValues {
        let has_one_cell = !self.is_by_bots && (self.is_paired || self.arms.len() == 1);
        let cut = outcome.filter(|outcome| outcome.partial && has_one_cell);
        let games = cut.map_or(self.own().games.games, |outcome| outcome.games);
        let mut resolved = vec![("games", games.to_string())];
        resolved.extend(ReferenceGames::resolved(self.has_reference, cut));
        resolved
    }

    /// Plays all cells, player after player, by calling `play`, which returns `None` if interrupted
    /// without a result. A shard plays only its own share. Ends after an interrupted cell. Returns
    /// the results of the cells with games; those of the reference player only if all its cells are
    /// complete.
    ///
    /// # Errors
    /// Returns errors of `play`.
    pub fn play<T>(
        &self,
        player: &mut LotPlayer<'_>,
        mut play: impl FnMut(&mut LotPlayer<'_>, &Cell<'_>) -> Result<Option<Played<T>>>,
    ) -> Result<PlanOutcome<Vec<T>>> {
        let begin = Instant::now();
        let mut outcome = PlanOutcome::new(vec![], 0, false, 0.0);
        outcome.reached = true;
        let (lots, mut lot, mut seconds) = (self.lots(), 0, 0.0);
        for (index, of) in self.players.iter().enumerate() {
            let is_reference = self.has_reference && index + 1 == self.players.len();
            let of_player = lot..lot + of.lots(self.is_paired).len();
            match (self.is_by_bots, is_reference) {
                // The bots of a list may differ in speed.
                (true, _) if index == 0 => player.progress_by_cost(&of.scenarios[0].title, &lots),
                (true, _) => {}
                (false, true) => player.stage("reference player", of_player),
                (false, false) => player.stage(&of.scenarios[0].title, of_player),
            }
            let before = outcome.found.len();
            let arms = if self.is_paired { self.arms.len() } else { 1 };
            for (arm, scenarios) in of.scenarios.chunks(arms).enumerate() {
                let work = if self.is_by_bots { lots[lot].cost } else { 1 };
                let cell = Cell { lot, is_reference, arm, scenarios, games: &of.games, work };
                lot += 1;
                let Some(played) = play(player, &cell)? else {
                    outcome.partial = true;
                    break;
                };
                outcome.partial |= played.partial;
                outcome.reached &= played.reached;
                if !is_reference {
                    outcome.games += played.games;
                    seconds += played.seconds;
                    // A merge of shards takes less time than the shards took.
                    outcome.seconds = begin.elapsed().as_secs_f64().max(seconds);
                }
                if played.games > 0 {
                    outcome.found.push(played.tally);
                }
                if outcome.partial {
                    break;
                }
            }
            if is_reference && outcome.partial {
                outcome.found.truncate(before);
            }
            if outcome.partial {
                break;
            }
        }
        Ok(outcome)
    }
}

impl Player {
    /// Returns the name of the bot in the seats for which the scenario names no other bot.
    pub fn name(&self) -> &str {
        &self.scenarios[0].strategies.everybody
    }

    /// Returns the bot in these seats.
    pub fn bot(&self) -> &Bot {
        &self.scenarios[0].bots[self.name()]
    }

    /// Opens the scenarios for playing.
    pub fn simulations(&self) -> Vec<Simulation> {
        self.scenarios.iter().map(Scenario::open).collect()
    }

    fn lots(&self, is_paired: bool) -> Vec<Lot> {
        let cells = if is_paired { &self.scenarios[..1] } else { &self.scenarios[..] };
        cells.iter().map(|scenario| Lot::new(self.games.games, scenario.cost())).collect()
    }
}

impl Cell<'_> {
    /// Plays the games of the only arm, and returns their counts in stored form.
    ///
    /// # Errors
    /// Fails if a bot fails, or if the counts cannot be saved.
    pub fn counted(&self, player: &mut LotPlayer<'_>) -> Result<Option<Played<CellCounts>>> {
        let simulation = self.scenarios[0].open();
        let (keeper, stop, bar) = player.split();
        let audience = &mut bar.times(self.work);
        let played = tally(keeper, (stop, audience), self.lot, &simulation, self.games)?;
        Ok(Some(CellCounts::of(played)))
    }
}

impl CellCounts {
    /// Converts the counts of played games to their stored form.
    pub fn of<T: CountedSums>(played: Played<T>) -> Played<CellCounts> {
        let Played { mut tally, games, partial, reached, seconds } = played;
        let tally = CellCounts::new(games, &mut tally);
        Played { tally, games, partial, reached, seconds }
    }

    pub fn new(games: u64, counts: &mut impl CountedSums) -> CellCounts {
        CellCounts { games, counts: Counts::of(counts) }
    }

    /// Restores the counts; `empty` has the form of the counts of these games.
    ///
    /// # Errors
    /// Fails if the games do not belong to the scenarios of `empty`.
    pub fn restored<T: CountedSums>(&self, mut empty: T) -> Result<T> {
        ensure!(
            self.counts.fill(&mut empty, self.games),
            "the stored games do not belong to this scenario"
        );
        Ok(empty)
    }

    /// Restores the counts of the games of one scenario.
    ///
    /// # Errors
    /// Fails if the games do not belong to this scenario.
    pub fn tally(&self, simulation: &Simulation) -> Result<Tally> {
        self.restored(simulation.empty_tally())
    }
}
