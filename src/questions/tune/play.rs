//! Plans the search for edits that bring win rates to their targets, plays its games, and holds the
//! results.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::slice;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::allowed;
use super::correction::Corrections;
use super::flags::{EDITS, TuneFlags, WITHIN};
use super::reference::{self, ReferenceCheck, ReferencePlay};
use super::target::Targets;
use super::tuning::{
    Allowed, Certifying, EditSearch, Effort, Tuned, TuningEdit, TuningSettings, alone_cost,
    candidates, find, first_look, first_lots, forecast,
};
use crate::analysis::GAME;
use crate::questions::adaptation;
use crate::questions::reference::{Asked, ReferenceGames, SEARCH_TIME};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::{StrategyNote, Unlearnt};
use crate::scenario::Scenario;
use crate::session::failed::{Watchable, with_advice};
use crate::session::new_scenario::ScenarioTarget;
use crate::session::numbers::share;
use crate::session::playing::{Playing, expected_time, fewer_of_slow, in_time, rounded, stem};
use crate::session::progress_bar::{Ahead, CommandBar};
use crate::session::reading::Reading;
use crate::session::{Interrupted, ScenarioArgs, Usage, describe};
use crate::simulate::{self, FailedGame, Lot};

/// Default number of games in which a promising single edit is measured, with fast bots (flag
/// `--games`).
const GAMES: u64 = 12_000;

/// Maximum expected processor time with the default number of games, in microseconds: three minutes
/// on two cores, less the games of the reference player and a margin for games that the forecast
/// misses.
const TIME: u64 = 220_000_000;

/// Expected processor time with the number of games that a report suggests if no set of edits is
/// certified, in microseconds: ten minutes on two cores, less the games of the reference player and
/// a margin.
const TIME_TO_CERTIFY: u64 = 700_000_000;

/// A minute in microseconds.
const MINUTE: u64 = 60_000_000;

/// Processor time of the reference player's games with the flag `--certify`, in microseconds. With
/// the search for edits, a tuning takes about ten minutes on two cores.
const CERTIFYING_TIME: u64 = 10 * MINUTE;

/// Number of sets of edits that the reference player compares with the flag `--certify`.
const ROUNDS: u64 = 6;

/// Returns the processor time of the reference player's games in microseconds: more than by default
/// if `games` is more than the default number `usual`.
fn reference_time(games: u64, usual: u64) -> u64 {
    let most = u128::from(SEARCH_TIME) * u128::from(games.max(usual)) / u128::from(usual.max(1));
    u64::try_from(most).unwrap_or(u64::MAX)
}

/// Checked settings of `gong tune`, which finds edits that bring win rates to their targets.
pub struct TunePlan {
    pub file: PathBuf,
    pub changes: ScenarioArgs,
    /// The scenario, once for each bot; the win rates have to reach their targets with each bot.
    pub scenarios: Vec<Scenario>,
    pub targets: Targets,
    pub settings: TuningSettings,
    /// The edits that the settings allow.
    moves: Vec<TuningEdit>,
    /// The new scenario file to write, if the flag `--write` is given.
    pub patch: Option<ScenarioTarget>,
    /// The games of the reference player.
    reference: Option<ReferenceGames>,
    /// Number of training games with which each trained bot adapts to the scenario; 0 for none.
    adapts: u64,
    lots: Vec<Lot>,
    fewer: bool,
    /// The number of games to suggest if no set of edits is certified.
    pub more: Option<MoreGames>,
    /// True if the reference player certifies a set of edits.
    certify: bool,
    /// Expected duration of the tuning in minutes, on two cores, if the reference player certifies
    /// a set of edits; `None` if it does.
    pub certifying: Option<u64>,
}

/// A larger number of games (`--games`), which may certify a set of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoreGames {
    /// Number of games of the plan.
    pub now: u64,
    pub games: u64,
    /// Expected duration on two cores.
    pub minutes: u64,
}

impl MoreGames {
    /// Returns the default number of games of fast bots, or what takes ten minutes if that is less,
    /// but at least twice the number of games of the plan, `now`. `expected` is the processor time
    /// of the plan's games in microseconds.
    fn new(now: u64, expected: u64) -> MoreGames {
        let of_game = expected as f64 / now.max(1) as f64;
        let in_time = (TIME_TO_CERTIFY as f64 / of_game.max(1.0)) as u64;
        let games = rounded(in_time.min(GAMES).max(2 * now));
        let of_limit = games as f64 * of_game / TIME_TO_CERTIFY as f64;
        MoreGames {
            now,
            games,
            minutes: (10.0 * of_limit).ceil() as u64,
        }
    }
}

/// Results of `gong tune`, which finds edits that bring win rates to their targets.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TuneFound {
    /// Results of the final test: first of the unchanged scenario, then of the best set of each
    /// number of edits.
    certified: Vec<Certifying>,
    /// Number of sets of edits (changes of game values) that were played.
    tried: usize,
    /// Number of game values that the search was allowed to edit.
    values: usize,
    /// Total number of games that `gong tune` played.
    games: u64,
    /// Games of the reference player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<ReferenceCheck>,
    /// Path of the scenario file that was written with the best edits.
    pub written: Option<String>,
}

impl TuneFound {
    /// Returns the edits of the set with this number, as indices into all allowed edits.
    pub fn set(&self, number: usize) -> &[usize] {
        self.certified.get(number).map_or(&[], |of| &of.moves)
    }

    /// Returns the number of sets of edits that the reference player and the bots played during the
    /// search.
    pub fn compared(&self) -> usize {
        let check = self.reference.as_ref();
        let sets = check.map_or(vec![], ReferenceCheck::sets);
        let sets: BTreeSet<&[usize]> = sets.into_iter().skip(1).collect();
        sets.len()
    }

    /// Returns what to add to the win rates of each bot.
    pub fn corrections(&self) -> Corrections {
        let check = self.reference.as_ref();
        check.map_or_else(Corrections::default, ReferenceCheck::corrections)
    }
}

impl QuestionPlan for TunePlan {
    type Flags = TuneFlags;
    type Found = TuneFound;

    fn new(flags: TuneFlags, playing: &Playing, files: &mut Reading) -> Result<TunePlan> {
        let patch = flags.write.as_deref();
        let patch = patch.map(|path| ScenarioTarget::new(path, "--write "));
        let patch = patch.transpose()?;
        let scenarios = files.scenarios(|| flags.changes.scenarios(&flags.scenario))?;
        let scenario = &scenarios[0];
        let targets = Targets::new(&flags.target, scenario)?;
        targets.possible(scenario, flags.within)?;
        let usual = fewer_of_slow(GAMES, &scenarios);
        let mut settings = TuningSettings {
            targets: targets.by_key.clone(),
            corrections: Corrections::default(),
            within: flags.within,
            edits: flags.edits.into(),
            fighters: scenario.seating.fighters.clone(),
            rules: flags.rules,
            allowed: Allowed {
                only: flags.only,
                not: flags.not,
            },
            effort: Effort::of(usual),
            level: playing.level,
            seed: playing.seed,
            threads: playing.threads(),
        };
        allowed::check(&settings.allowed, settings.rules, scenario)?;
        let moves = candidates(&scenarios, &settings);
        let of_all = forecast(&scenarios, &settings, &moves).work() / GAME;
        let usual = in_time(usual, &scenarios, of_all, TIME);
        settings.effort = Effort::of(playing.games.unwrap_or(usual));
        let of_all = forecast(&scenarios, &settings, &moves).work() / GAME;
        let expected = expected_time(&scenarios, of_all);
        let more = expected.map(|expected| MoreGames::new(settings.effort.better, expected));
        let named = !flags.changes.strategies().is_empty();
        let all: Vec<&Scenario> = scenarios.iter().collect();
        let adapts = adaptation::games(&all, &flags.adaptation, playing, named)?;
        let time = match flags.certify {
            true => CERTIFYING_TIME,
            false => reference_time(settings.effort.better, usual),
        };
        let reference = ReferenceGames::in_time(
            &[scenario],
            &Asked {
                flags: &flags.reference,
                playing,
                named,
                adapts: adapts > 0,
                games: usual,
                fewest: reference::FEWEST,
                capped: false,
            },
            time,
        )?;
        if flags.certify && reference.is_none() && playing.stand_in.is_none() {
            let what = "--certify: the reference player has to play, but no reference player plays in \
                        this command; name one, as in --reference mcts-fast";
            return Err(Usage(what.to_owned()).into());
        }
        Ok(TunePlan {
            file: flags.scenario,
            changes: flags.changes,
            lots: first_lots(&scenarios, &settings, &moves),
            moves,
            scenarios,
            targets,
            settings,
            patch,
            reference,
            adapts,
            fewer: playing.games.is_none() && usual < GAMES,
            more,
            certify: flags.certify,
            certifying: expected.filter(|_| !flags.certify).map(|expected| {
                expected
                    .saturating_add(CERTIFYING_TIME)
                    .div_ceil(2 * MINUTE)
            }),
        })
    }

    fn about(&self) -> About<'_> {
        let several = self.scenarios.len() > 1;
        let folder = format!("{}-tuned", stem(&self.file));
        // Only the games of the first stage can be divided into shards; all later games depend on
        // their results.
        let lots = self.lots.clone();
        About {
            sets: self.changes.sets(),
            adapts: self.adapts,
            reference: self.reference.iter().flat_map(|of| &of.variants).collect(),
            fewer: self.fewer.then_some("--games"),
            strategies: several.then(|| self.scenarios.iter().map(note).collect()),
            ..About::new(folder, self.scenarios.iter().collect(), lots)
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        let reference = self.reference.iter_mut().flat_map(|of| &mut of.variants);
        self.scenarios.iter_mut().chain(reference).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TuneFound>> {
        let begin = Instant::now();
        if player.keeper.is_shard() {
            let whole = self.play_shard(player)?;
            return Ok(outcome(TuneFound::default(), !whole, begin));
        }
        self.announce(player)?;
        let Some((tuned, mut reference)) = self.search(player)? else {
            return Err(stopped(player).into());
        };
        let certified = Certifying::all(&tuned, &self.moves);
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

    fn resolved(&self, _: Option<&PlanOutcome<TuneFound>>) -> FlagValues {
        let TuningSettings {
            within,
            edits,
            effort,
            ..
        } = &self.settings;
        let unless = |default: bool, value: String| if default { String::new() } else { value };
        let mut resolved = adaptation::resolved(self.adapts);
        resolved.extend([
            (
                "target",
                unless(self.targets.fair, self.targets.words.clone()),
            ),
            (
                "within",
                unless(share(WITHIN) == Ok(*within), within.to_string()),
            ),
            (
                "edits",
                unless(*edits == usize::from(EDITS), edits.to_string()),
            ),
            ("games", effort.better.to_string()),
        ]);
        resolved
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.playing(&self.scenarios[0]).into_iter().collect()
    }

    fn unlearnt(&self, found: &TuneFound) -> Vec<Unlearnt> {
        let best = self
            .tuned(found)
            .map(|tuned| tuned.solutions[tuned.best()].edits());
        let edits = best.unwrap_or_default();
        let solved = self.scenarios.iter().filter_map(|of| of.with(&edits).ok());
        let solved: Vec<Scenario> = solved.collect();
        describe::unlearnt(self.scenarios.iter().chain(&solved))
    }
}

impl TunePlan {
    /// Plays the part of the first measurement that belongs to this shard. Returns false if
    /// interrupted.
    fn play_shard(&self, player: &mut LotPlayer<'_>) -> Result<bool> {
        let scenario = &self.scenarios[0];
        let lots = self.lots.iter().enumerate();
        let costs = lots.map(|(lot, of)| player.keeper.games_of(lot) * of.cost);
        player.show_work(&scenario.title, costs.sum::<u64>() * alone_cost(scenario));
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

    /// Returns how the reference player plays, with its results, which are empty at first; `None`
    /// without a reference player.
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

    /// Returns arguments with which the command `gong watch` shows the scenario `played`: the
    /// unchanged scenario, and the edits that turn it into `played`. Returns `None` if no arguments
    /// express the edits.
    fn playing(&self, played: &Scenario) -> Option<Watchable> {
        let same = |of: &&Scenario| of.strategies == played.strategies;
        let own = self.scenarios.iter().find(same)?;
        let settings = own.settings(&own.edits_to(played))?;
        Some(self.watchable(own, &[self.changes.sets(), &settings].concat()))
    }

    /// Returns the scenario `own`, changed by these values of the flag `--set`, as arguments of a
    /// command.
    fn watchable(&self, own: &Scenario, sets: &[String]) -> Watchable {
        let strategies = match self.scenarios.as_slice() {
            [_] => self.changes.strategies(),
            _ => slice::from_ref(&own.strategies.everybody),
        };
        Watchable::new(&self.file, sets, strategies)
    }

    /// Returns the names of the bots; the win rates have to reach their targets with each of them.
    pub fn bots(&self) -> Vec<String> {
        self.scenarios.iter().map(|of| note(of).name).collect()
    }

    /// For each bot: the first part of a command that compares the scenario with a set of edits;
    /// the edits have to be appended. Empty if no command line can express the scenario.
    pub fn compare(&self) -> Vec<String> {
        // `gong compare` compares the changes of `--set` with the scenario as in its file, so a
        // scenario that is already changed by `--set` cannot be the reference.
        if !self.changes.sets().is_empty() {
            return vec![];
        }
        let compare = |of| format!("gong compare {}", self.watchable(of, &[]).words());
        self.scenarios.iter().map(compare).collect()
    }

    /// Restores the suggested sets of edits to a scenario, and the win rates with these edits, from
    /// the stored counts of games.
    ///
    /// # Errors
    /// Fails if the games do not belong to this tuning.
    pub fn tuned(&self, found: &TuneFound) -> Result<Tuned> {
        let settings = TuningSettings {
            corrections: found.corrections(),
            ..self.settings.clone()
        };
        let solutions =
            Certifying::solutions(&found.certified, &self.scenarios, &settings, &self.moves);
        Ok(Tuned {
            solutions: solutions.context("the stored games do not belong to this tuning")?,
            tried: found.tried,
            values: found.values,
            games: found.games,
            within: self.settings.within,
        })
    }
}

/// Returns the bot that plays all fighters to which the scenario assigns no other bot.
fn note(scenario: &Scenario) -> StrategyNote {
    StrategyNote::of(&scenario.bots[&scenario.strategies.everybody])
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
