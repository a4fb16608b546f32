//! Plays the games of a tuning: the search for edits, and the games of the reference player.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Result;

use super::found::TuneFound;
use super::plan::TunePlan;
use super::reference::{GameShares, ReferenceCheck, ReferencePlay, certifies};
use super::tuning::{
    Certifying, EditSearch, Forecast, SingleEdits, Tuned, TuningSettings, single_edit_cost,
};
use crate::analysis::GAME;
use crate::questions::reference::ReferenceGames;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::scenario::Scenario;
use crate::session::Interrupted;
use crate::session::failed::with_advice;
use crate::session::progress_bar::{Ahead, CommandBar};
use crate::simulate;

/// How the reference player's games are divided without the flag `--certify`.
pub(super) const CHECKING: GameShares = GameShares { rounds: 1, tests: 1, test_size: 1 };
/// How the reference player's games are divided with the flag `--certify`.
pub(super) const CERTIFYING: GameShares = GameShares { rounds: 2, tests: 2, test_size: 3 };

/// Plays the games of a tuning. A shard plays only its part of the first measurement.
///
/// # Errors
/// Fails if a bot fails, a file cannot be written, or the user interrupts.
pub fn play(plan: &TunePlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TuneFound>> {
    let begin = Instant::now();
    if player.keeper.is_shard() {
        let whole = plan.play_shard(player)?;
        return Ok(outcome(TuneFound::default(), !whole, begin));
    }
    plan.announce(player)?;
    let Some((tuned, mut reference)) = plan.search(player)? else {
        return Err(stopped(player).into());
    };
    let certified = Certifying::all(&tuned, &plan.moves);
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
    /// Plays the part of the first measurement that belongs to this shard. Returns false if
    /// interrupted.
    fn play_shard(&self, player: &mut LotPlayer<'_>) -> Result<bool> {
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
    /// search, and plays the best set of edits at the end. Returns `None` if interrupted.
    fn search(
        &self,
        player: &mut LotPlayer<'_>,
    ) -> Result<Option<(Tuned, Option<ReferenceCheck>)>> {
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
            point.map_err(|error| {
                with_advice(error, |_| self.playing(scenario).into_iter().collect())
            })
        };
        let mut reference = self.reference_play();
        if let Some((check, by)) = &mut reference
            && check.may_compare(by)
            && !check.compare(by, vec![], &mut play)?
        {
            return Ok(None);
        }
        let corrections = reference.as_ref().map(|(check, _)| check.corrections());
        let settings = TuningSettings {
            corrections: corrections.unwrap_or_default(),
            ..self.settings.clone()
        };
        let search = EditSearch::begin(&self.scenarios, &settings, &self.moves, bar, &mut play)?;
        let Some(mut search) = search else {
            return Ok(None);
        };
        if !search.explore(keeper, stop, bar)? {
            return Ok(None);
        }
        loop {
            if let Some((check, by)) = &mut reference
                && !self.correct(&mut search, check, by, (stop, bar))?
            {
                return Ok(None);
            }
            let Some(tuned) = search.finish(stop, bar)? else {
                return Ok(None);
            };
            let Some((check, by)) = &mut reference else {
                return Ok(Some((tuned, None)));
            };
            let best = &tuned.solutions[tuned.best()];
            if !check.test(by, &best.edits(), search.play())? {
                return Ok(None);
            }
            if !check.may_test(by.shares) || self.is_certified(check) {
                return Ok(Some((tuned, reference.map(|(check, _)| check))));
            }
            let set = search.indices(best);
            if !learn_from_test(&mut search, check, by, set)? {
                return Ok(None);
            }
            let whole = match search.is_unexplored() {
                true => search.explore(keeper, stop, bar)?,
                false => search.refine(stop, bar)?,
            };
            if !whole {
                return Ok(None);
            }
        }
    }

    /// Returns whether the reference player certifies the set of edits that it has tested last.
    fn is_certified(&self, check: &ReferenceCheck) -> bool {
        let TuningSettings { targets, within, level, .. } = &self.settings;
        let error = (1.0 - level) / check.tests(self.shares()) as f64;
        check.edited.as_ref().is_some_and(|point| certifies(point, targets, *within, error))
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
            shares: self.shares(),
        };
        Some((ReferenceCheck::new(games), by))
    }

    /// Returns how the games of the reference player are divided.
    pub fn shares(&self) -> GameShares {
        if self.certify { CERTIFYING } else { CHECKING }
    }

    /// Corrects a search by games of the reference player and of the tuning's bots with the best
    /// sets of edits so far. Returns false if interrupted.
    fn correct(
        &self,
        search: &mut EditSearch<'_, '_>,
        check: &mut ReferenceCheck,
        by: &ReferencePlay<'_>,
        (stop, bar): (&AtomicBool, &CommandBar),
    ) -> Result<bool> {
        while check.may_compare(by)
            && let Some((set, _)) = search.nearest()
        {
            check.effects = search.effects();
            if !check.compare(by, set, search.play())? {
                return Ok(false);
            }
            search.correct(check.corrections());
            if self.certify && !search.refine(stop, bar)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Corrects a search by the reference player's games of a failed test, and by games of the tuning's
/// bots with the same set of edits. Returns false if interrupted.
fn learn_from_test(
    search: &mut EditSearch<'_, '_>,
    check: &mut ReferenceCheck,
    by: &ReferencePlay<'_>,
    set: Vec<usize>,
) -> Result<bool> {
    check.effects = search.effects();
    let whole = check.learn_from_test(by, set, search.play())?;
    search.correct(check.corrections());
    Ok(whole)
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
