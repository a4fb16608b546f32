//! Plays the games of a tuning: the search for edits, and the games of the reference player.

use std::time::Instant;

use anyhow::Result;

use super::found::TuneFound;
use super::plan::TunePlan;
use super::tuning::{SingleEdits, Task, Watch, expected, find, first_lots, single_edit_cost};
use crate::analysis::GAME;
use crate::questions::experiment::Player;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::scenario::Scenario;
use crate::session::Interrupted;
use crate::session::failed::with_advice;
use crate::simulate::Plan;
use crate::stats::hash::mix;

/// Minimum number of games of the reference player with one set of edits: with fewer games, the win
/// rate of one of four fighters is known to ± 4 points or worse.
pub const FEWEST: u64 = 1_000;

/// Number of the random stream of the reference player's games with the unchanged scenario. The
/// stream is separate from those of the search for edits.
const COMPARE_STREAM: u64 = 0x0072_6566;
/// Number of the random stream of the test by the reference player.
const TEST_STREAM: u64 = COMPARE_STREAM + (1 << 8);

/// Plays the games of a tuning. A shard plays only its part of the first measurement.
///
/// # Errors
/// Fails if a bot fails, a file cannot be written, or the user interrupts.
pub fn play(plan: &TunePlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TuneFound>> {
    let begin = Instant::now();
    let is_shard = player.keeper.is_shard();
    let played = match is_shard {
        true => plan.play_shard(player).map(|()| TuneFound::default()),
        false => plan.search(player),
    };
    let is_stopped = played.as_ref().is_err_and(|error| error.is::<Interrupted>());
    if is_stopped && !is_shard {
        let is_kept = player.keeper.save_for_later() || !player.points.files.is_empty();
        return Err(Interrupted::before_result(is_kept).into());
    }
    let found = if is_stopped { TuneFound::default() } else { played? };
    let games = found.games();
    Ok(PlanOutcome::new(found, games, is_stopped, begin.elapsed().as_secs_f64()))
}

impl TunePlan {
    /// Plays the part of the first measurement that belongs to this shard.
    fn play_shard(&self, player: &mut LotPlayer<'_>) -> Result<()> {
        let scenario = self.scenario();
        let lots = first_lots(self.task()).into_iter().enumerate();
        let costs = lots.map(|(lot, of)| player.keeper.games_of(lot) * of.cost);
        player.show_work(&scenario.title, costs.sum::<u64>() * single_edit_cost(scenario));
        let (keeper, stop, bar) = player.split();
        SingleEdits::new(self.task(), Watch { stop, audience: bar }).first_look(keeper)
    }

    /// Searches for edits. The reference player, if there is one, corrects the win rates of the
    /// search, and tests the best set of edits at the end.
    fn search(&self, player: &mut LotPlayer<'_>) -> Result<TuneFound> {
        let reference = self.experiment.reference();
        let checking = reference.map_or(0, |of| of.games.games * GAME * of.scenarios[0].cost());
        let (_, work) = expected(self.task());
        player.show_work(&self.scenario().title, work.saturating_add(checking));
        let LotPlayer { keeper, bar, stop, points, .. } = player;
        let (stop, bar) = (&**stop, &*bar);
        let name = reference.map(Player::name);
        let mut play = |scenario: &Scenario, seed, games| {
            let is_reference = name == Some(scenario.strategies.everybody.as_str());
            let games = Plan {
                luck: is_reference.then(|| scenario.open().weighing()).flatten(),
                ..Plan::fixed(seed, games, self.settings.threads)
            };
            let point = points.play(scenario, &games, (stop, bar), GAME * scenario.cost());
            let point = point.map_err(|error| {
                with_advice(error, |_| self.playing(scenario).into_iter().collect())
            });
            Ok(point?.ok_or(Interrupted(None))?)
        };
        // Half of the games of the reference player correct, the other half test.
        let half = reference.map_or(0, |of| of.games.games / 2);
        let seed = |stream: u64| mix(self.settings.seed ^ mix(stream));
        let mut compared = None;
        if let Some(of) = reference.filter(|_| half >= FEWEST) {
            let seed = seed(COMPARE_STREAM);
            let own = play(self.scenario(), seed, self.settings.test_games())?;
            compared = Some([own, play(&of.scenarios[0], seed, half)?]);
        }
        let settings = self.corrected(compared.as_ref());
        let task = Task { settings: &settings, ..self.task() };
        let tuned = find(task, Watch { stop, audience: bar }, keeper, &mut play)?;
        let best = task.changes(&tuned.solutions[tuned.best(&settings)].set);
        let test = |of: &Player| {
            let games = of.games.games - compared.as_ref().map_or(0, |_| half);
            play(&of.scenarios[0].with(&best)?, seed(TEST_STREAM), games)
        };
        let test = reference.map(test).transpose()?;
        Ok(TuneFound { tuned, compared, test, written: None })
    }
}
