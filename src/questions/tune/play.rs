//! Plays the games of a tuning: the search for edits, and the games of the reference player.

use std::time::Instant;

use anyhow::Result;

use super::found::TuneFound;
use super::plan::TunePlan;
use super::reference::{ReferenceCheck, ReferencePlay};
use super::tuning::{
    Certifying, EditSearch, Forecast, SingleEdits, Stopped, Tuned, TuningSettings, single_edit_cost,
};
use crate::analysis::GAME;
use crate::questions::reference::ReferenceGames;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::scenario::Scenario;
use crate::session::Interrupted;
use crate::session::failed::with_advice;
use crate::session::progress_bar::Ahead;
use crate::simulate;

/// Plays the games of a tuning. A shard plays only its part of the first measurement.
///
/// # Errors
/// Fails if a bot fails, a file cannot be written, or the user interrupts.
pub fn play(plan: &TunePlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TuneFound>> {
    let begin = Instant::now();
    if player.keeper.is_shard() {
        let played = plan.play_shard(player);
        let partial = matches!(&played, Err(error) if error.is::<Stopped>());
        return match partial {
            false => played.map(|()| outcome(TuneFound::default(), false, begin)),
            true => Ok(outcome(TuneFound::default(), true, begin)),
        };
    }
    plan.announce(player)?;
    let found = plan.search(player).map_err(|error| match error.is::<Stopped>() {
        true => stopped(player).into(),
        false => error,
    });
    let (tuned, mut reference) = found?;
    let certified = Certifying::all(&tuned);
    if let Some(check) = &mut reference {
        let sets: Vec<Vec<usize>> = certified.iter().map(|of| of.moves.clone()).collect();
        check.keep_effects(&sets);
    }
    let checked = reference.as_ref().map_or(0, ReferenceCheck::games);
    let found = TuneFound {
        certified,
        tried: tuned.tried,
        values: tuned.values,
        games: tuned.games + checked,
        reference,
        written: None,
    };
    Ok(outcome(found, false, begin))
}

impl TunePlan {
    /// Plays the part of the first measurement that belongs to this shard.
    fn play_shard(&self, player: &mut LotPlayer<'_>) -> Result<()> {
        let scenario = &self.scenarios[0];
        let lots = self.lots.iter().enumerate();
        let costs = lots.map(|(lot, of)| player.keeper.games_of(lot) * of.cost);
        player.show_work(&scenario.title, costs.sum::<u64>() * single_edit_cost(scenario));
        let (keeper, stop, bar) = player.split();
        let mut single = SingleEdits::new(&self.scenarios, &self.settings, self.moves.len());
        single.first_look(&self.moves, keeper, stop, bar)
    }

    /// Announces the expected number and duration of the games.
    fn announce(&self, player: &mut LotPlayer<'_>) -> Result<()> {
        let scenario = &self.scenarios[0];
        let expected = Forecast::new(&self.scenarios, &self.settings, &self.moves);
        let ahead = Ahead {
            title: &scenario.title,
            games: expected.games(),
            about: true,
            timed: expected.work() as f64 / (GAME * scenario.cost()) as f64,
        };
        let checking = self.reference.iter().map(|of| {
            let cost = GAME * of.variants[0].cost();
            of.plan.games * cost
        });
        let work = checking.fold(expected.work(), u64::saturating_add);
        player.expect(&ahead, work, &scenario.open())
    }

    /// Searches for edits. The reference player, if there is one, corrects the win rates during the
    /// search, and plays the best set of edits at the end.
    fn search(&self, player: &mut LotPlayer<'_>) -> Result<(Tuned, Option<ReferenceCheck>)> {
        let LotPlayer { keeper, bar, stop, points, .. } = player;
        let (stop, bar) = (&**stop, &*bar);
        let reference_name = self.reference.as_ref().map(ReferenceGames::name);
        let mut play = |scenario: &Scenario, seed, games| {
            let is_reference = reference_name == Some(scenario.strategies.everybody.as_str());
            let games = simulate::Plan {
                luck: is_reference.then(|| scenario.open().weighing()).flatten(),
                ..simulate::Plan::fixed(seed, games, self.settings.threads)
            };
            let point = points.play(scenario, &games, (stop, bar), GAME * scenario.cost());
            let point = point.map_err(|error| {
                with_advice(error, |_| self.playing(scenario).into_iter().collect())
            });
            Ok(point?.ok_or(Stopped)?)
        };
        let mut reference = self.reference_play();
        if let Some((check, by)) = &mut reference
            && check.may_compare(by)
        {
            check.compare(by, vec![], &mut play)?;
        }
        let corrections = reference.as_ref().map(|(check, _)| check.corrections());
        let settings = TuningSettings {
            corrections: corrections.unwrap_or_default(),
            ..self.settings.clone()
        };
        let mut search =
            EditSearch::begin(&self.scenarios, &settings, &self.moves, bar, &mut play)?;
        search.explore(keeper, stop, bar)?;
        // Games with the best set so far correct the rest of the search.
        if let Some((check, by)) = &mut reference
            && check.may_compare(by)
            && let Some((set, _)) = search.nearest()
        {
            check.effects = search.effects();
            check.compare(by, set, search.play())?;
            search.correct(check.corrections());
        }
        let tuned = search.finish(stop, bar)?;
        if let Some((check, by)) = &mut reference {
            let best = &tuned.solutions[tuned.best()];
            check.test(by, &best.edits(), search.play())?;
        }
        Ok((tuned, reference.map(|(check, _)| check)))
    }

    /// Returns the results of the reference player, which are empty at first, and how the reference
    /// player plays; `None` without a reference player.
    fn reference_play(&self) -> Option<(ReferenceCheck, ReferencePlay<'_>)> {
        let games = self.reference.as_ref()?;
        let by = ReferencePlay {
            games,
            scenarios: &self.scenarios,
            moves: &self.moves,
            own: self.settings.effort.certified,
            seed: self.settings.seed,
        };
        Some((ReferenceCheck::new(games), by))
    }
}

/// Saves the games of a search that was interrupted, and returns the error that says so.
fn stopped(player: &mut LotPlayer<'_>) -> Interrupted {
    let has_checkpoint = player.keeper.save_for_later().is_some();
    Interrupted::before_result(has_checkpoint || !player.points.is_empty())
}

fn outcome(found: TuneFound, partial: bool, begin: Instant) -> PlanOutcome<TuneFound> {
    let games = found.games;
    PlanOutcome::new(found, games, partial, begin.elapsed().as_secs_f64())
}
