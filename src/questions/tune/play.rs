//! Plays the games of a tuning: the search for edits, and the games of the reference player.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Result;

use super::found::TuneFound;
use super::plan::TunePlan;
use super::reference::{ReferenceCheck, ReferencePlay};
use super::tuning::{
    Certifying, EditSearch, Tuned, TuningSettings, find, first_look, forecast, single_edit_cost,
};
use crate::analysis::GAME;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::scenario::Scenario;
use crate::session::Interrupted;
use crate::session::failed::with_advice;
use crate::session::progress_bar::{Ahead, CommandBar};
use crate::simulate;

/// Maximum number of sets of edits that the reference player plays during the search with the flag
/// `--certify`.
const ROUNDS: u64 = 6;

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
        player.show_work(
            &scenario.title,
            costs.sum::<u64>() * single_edit_cost(scenario),
        );
        let (keeper, stop, bar) = player.split();
        let (scenarios, settings) = (&self.scenarios, &self.settings);
        first_look(scenarios, settings, &self.moves, keeper, stop, bar)
    }

    /// Announces the expected number and duration of the games.
    fn announce(&self, player: &mut LotPlayer<'_>) -> Result<()> {
        let scenario = &self.scenarios[0];
        let expected = forecast(&self.scenarios, &self.settings, &self.moves);
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
        let LotPlayer {
            keeper,
            bar,
            stop,
            points,
            ..
        } = player;
        let (stop, bar) = (&**stop, &*bar);
        let mut play = |scenario: &Scenario, seed, games| {
            let set = simulate::Plan::fixed(seed, games, self.settings.threads);
            let point = points.play(scenario, &set, (stop, bar), GAME * scenario.cost());
            point.map_err(|error| {
                with_advice(error, |_| self.playing(scenario).into_iter().collect())
            })
        };
        let mut check = self.reference_play();
        if let Some((check, by)) = &mut check
            && check.may_compare(by)
            && !check.compare(by, vec![], &mut play)?
        {
            return Ok(None);
        }
        let corrections = check.as_ref().map(|(check, _)| check.corrections());
        let settings = TuningSettings {
            corrections: corrections.unwrap_or_default(),
            ..self.settings.clone()
        };
        let found = find(
            &self.scenarios,
            &settings,
            &self.moves,
            keeper,
            (stop, bar),
            &mut play,
            |search| match &mut check {
                Some((check, by)) => self.correct(search, check, by, (stop, bar)),
                None => Ok(true),
            },
        )?;
        let Some(tuned) = found else {
            return Ok(None);
        };
        let best = tuned.solutions[tuned.best()].edits();
        if let Some((check, by)) = &mut check
            && !check.play_edited(by, &best, &mut play)?
        {
            return Ok(None);
        }
        Ok(Some((tuned, check.map(|(check, _)| check))))
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
            rounds: if self.certify { ROUNDS } else { 1 },
        };
        Some((ReferenceCheck::new(games), by))
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
            && let Some(set) = search.next(&check.sets())
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

/// Saves the games of a search that was interrupted, and returns the error that says so.
fn stopped(player: &mut LotPlayer<'_>) -> Interrupted {
    player.keeper.save_for_later();
    match player.points.is_empty() {
        true => Interrupted::before_anything(),
        false => Interrupted(Some(
            "interrupted before an answer was found: there is no report; the games played so far \
             are saved, and the same command resumes",
        )),
    }
}

fn outcome(found: TuneFound, partial: bool, begin: Instant) -> PlanOutcome<TuneFound> {
    let games = found.games;
    PlanOutcome::new(found, games, partial, begin.elapsed().as_secs_f64())
}
