//! Plans and plays the games of `gong shape`, and stores the results.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::counts::{Otherwise, ShapeCounts, draw};
use super::course::{Course, ScenarioSides};
use super::flags::ShapeFlags;
use crate::games::Title;
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::{Bot, Scenario, load_bot};
use crate::session::bots::load_named;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, fewer, stem};
use crate::session::reading::Reading;
use crate::session::{Usage, describe};
use crate::simulate::batches::{self, Batches};
use crate::simulate::{self, Contender, FailedGame, Heard, Lot, Lots};
use crate::simulate::{Simulation, Weighing, Worker};
use crate::stats::counts::Counts;
use crate::stats::{MAX_ENTRANTS, MAX_ROUNDS};
use crate::strategies::{BotCharacter, Weights};

/// Default number of games with greedy bots; slower bots play fewer games.
const GAMES: u64 = 1_000_000;
/// One in this many games is replayed with another choice in a decision.
const OTHERWISE: u64 = 4;
/// One in this many games is played again with a stronger bot in one seat.
const STRONGER: u64 = 25;
/// Luck is measured in one in this many games, because the measurement takes as long as 25 to 70
/// games. Luck is measured more often in the first games, so that short commands measure it too.
const LUCK: u64 = 100;
const LUCK_AT_FIRST: u64 = 25;
const FIRST: u64 = 2_500;
/// Number of times that each random event is repeated to measure luck.
const THROWS: u32 = 24;
/// A seat whose estimate of winning is below this probability counts as having no chance to win.
pub const NO_CHANCE: f32 = 0.05;
/// The number that stands for a probability of 1; the probabilities of the game that the page draws
/// are stored as whole numbers.
pub const UNIT: f64 = 10_000.0;

/// The checked settings of `gong shape`.
pub struct ShapePlan {
    flags: ShapeFlags,
    pub scenario: Scenario,
    /// The scenario with the stronger bot added to its list of bots; no seat is assigned to the
    /// stronger bot.
    joined: Scenario,
    /// Name or file of the stronger bot, which takes one seat in some games; `None` if the game has
    /// no stronger bot.
    pub stronger: Option<String>,
    /// The scenario with the stronger bot in every seat; `None` if the game has no stronger bot.
    challenge: Option<Scenario>,
    /// The greedy bot that plays games to the end after random events, to measure luck; `None` if
    /// the game ships no greedy bot.
    guide: Option<Weights>,
    pub games: simulate::Plan,
    fewer: bool,
    pub sides: ScenarioSides,
}

/// The stored results of `gong shape`.
#[derive(Serialize, Deserialize)]
pub struct ShapeFound {
    games: u64,
    counts: Counts,
    /// The game whose course (probabilities of winning by round) the page draws; `None` in a shard.
    pub drawn: Option<Drawn>,
}

/// The course (probabilities of winning by round) of the game that the page draws.
#[derive(Serialize, Deserialize)]
pub struct Drawn {
    /// Index of the side that won the game; `None` if no side won.
    pub winner: Option<usize>,
    /// Before the first round and after each round but the last: each side's probability of
    /// winning, in 1/10,000.
    pub chances: Vec<Vec<u16>>,
}

impl QuestionPlan for ShapePlan {
    type Flags = ShapeFlags;
    type Found = ShapeFound;

    fn new(flags: ShapeFlags, playing: &Playing, files: &mut Reading) -> Result<ShapePlan> {
        let scenario = files.scenario(|| flags.changes.scenario(&flags.scenario))?;
        let title = scenario.game();
        need_estimates(&scenario)?;
        let stronger = flags.stronger.clone();
        let stronger = files.value(|| stronger.or_else(|| next_level(title, &scenario)))?;
        let joined = files.scenario(|| joined(&scenario, stronger.as_deref()))?;
        let usual = fewer(GAMES, [&scenario]);
        let challenge = stronger.as_ref();
        let challenge = challenge.map(|name| joined.played_by(name, &joined.bots[name]));
        Ok(ShapePlan {
            challenge,
            guide: guide(title),
            games: simulate::Plan {
                precision: None,
                ..playing.plan(usual)
            },
            fewer: playing.games.is_none() && usual < GAMES,
            sides: ScenarioSides::new(scenario.open().cast()),
            flags,
            scenario,
            joined,
            stronger,
        })
    }

    fn about(&self) -> About<'_> {
        let folder = format!("{}-shape", stem(&self.flags.scenario));
        let played = [&self.scenario].into_iter().chain(&self.challenge);
        let lots = vec![Lot::new(self.games.games, self.scenario.cost())];
        About {
            sets: self.flags.changes.sets(),
            memory: self.joined.memory(),
            fewer: self.fewer.then_some("--games"),
            strategies: Some(describe::strategies(&[&self.scenario])),
            ..About::new(folder, played.collect(), lots)
        }
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<ShapeFound>> {
        let simulation = self.joined.open();
        let table = || Table::new(self, &simulation);
        // Creates a table once before the first game, because each thread creates a table of its
        // own, and this creation must not fail.
        table()?;
        let (keeper, stop, bar) = player.split();
        let mut played = keeper.play(0, self.none(), |stretch| {
            let made = || table().expect("the first table was made");
            let batches = Batches::new(self.games.threads, batches::LARGEST, made)?;
            let take = |counts: &mut ShapeCounts, table: &mut Table<'_>| {
                counts.merge(&std::mem::replace(&mut table.counts, self.none()));
            };
            let heard = |games| bar.add(games);
            self.games.gather(batches, stop, stretch, heard, take)
        })?;
        let drawn = match keeper.is_shard() {
            true => None,
            false => Some(table()?.draw(self.flags.game)?),
        };
        let games = played.games;
        let found = ShapeFound {
            games,
            counts: Counts::of(&mut played.tally),
            drawn,
        };
        let (partial, seconds) = (played.partial, played.seconds);
        Ok(PlanOutcome::new(found, games, partial, seconds))
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<ShapeFound>>) -> FlagValues {
        let games = outcome.map_or(self.games.games, |outcome| outcome.games);
        vec![
            ("games", games.to_string()),
            ("stronger", self.stronger.clone().unwrap_or_default()),
        ]
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        let (file, changes) = (&self.flags.scenario, &self.flags.changes);
        let stronger = self.stronger.clone();
        let bots = [changes.strategies().to_vec()].into_iter();
        bots.chain(stronger.map(|bot| vec![bot]))
            .map(|bots| Watchable::new(file, changes.sets(), &bots))
            .collect()
    }
}

impl ShapePlan {
    /// Returns the stronger bot that takes one seat in some games; `None` if the game has no
    /// stronger bot.
    pub fn stronger_bot(&self) -> Option<&Bot> {
        self.joined.bots.get(self.stronger.as_ref()?)
    }

    /// Returns whether a seat that cannot win may decide which other side wins; this needs at least
    /// three sides.
    pub fn has_kingmakers(&self) -> bool {
        !self.sides.cooperative && self.sides.count > 2
    }

    /// Returns whether luck can be measured: the game ships a greedy bot that plays games to the
    /// end.
    pub fn measures_luck(&self) -> bool {
        self.guide.is_some()
    }

    /// Number of the game whose course (probabilities of winning by round) the page draws.
    pub fn drawn(&self) -> u64 {
        self.flags.game
    }

    /// Creates empty counters for the games of `gong shape`.
    fn none(&self) -> ShapeCounts {
        let rounds = self.scenario.open().measures().rounds;
        ShapeCounts::none(rounds.min(MAX_ROUNDS).into(), self.sides.seats)
    }

    /// Restores the counters of the games from the stored results.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this scenario.
    pub fn counts(&self, found: &ShapeFound) -> Result<ShapeCounts> {
        let mut counts = self.none();
        let fits = found.counts.fill(&mut counts, found.games);
        ensure!(fits, "the stored counts do not belong to this scenario");
        Ok(counts)
    }
}

/// Returns an error if a bot of the scenario gives no estimates of winning.
pub fn need_estimates(scenario: &Scenario) -> Result<(), Usage> {
    let mut bots = scenario.playing().map(|(_, bot)| bot);
    let Some(silent) = bots.find(|bot| !bot.character.estimates()) else {
        return Ok(());
    };
    let title = scenario.game();
    let shipped = title.bots().iter().map(|shipped| shipped.name);
    let with = |name: &&str| load_bot(title, name).is_ok_and(|bot| bot.character.estimates());
    let with: Vec<&str> = shipped.filter(with).collect();
    let advice = match with.as_slice() {
        [] => "gong train makes a bot that gives estimates".to_owned(),
        [first, ..] => format!(
            "these bots give estimates: {}; name one, as in --strategy {first}",
            with.join(", ")
        ),
    };
    let (bot, title) = (&silent.name, title.name());
    Err(Usage(format!(
        "the bot {bot} gives no estimates of who wins, which gong shape needs; for {title}, \
         {advice}"
    )))
}

/// Returns the weakest bot level of the game that searches and is stronger than the scenario's
/// bots; `None` if there is no such level.
fn next_level(title: &dyn Title, scenario: &Scenario) -> Option<String> {
    let plays = |level: &str| scenario.bots.contains_key(level);
    let levels = title.levels();
    let own = levels.iter().rposition(|level| plays(level));
    let above = levels[own.map_or(0, |own| own + 1)..].iter();
    let searches = |level: &&&str| {
        let bot = load_bot(title, level);
        bot.is_ok_and(|bot| matches!(bot.character, BotCharacter::Mcts(_)))
    };
    above
        .copied()
        .find(|level| searches(&level))
        .map(str::to_owned)
}

/// Returns the weights of the strongest greedy bot among the game's bot levels; `None` if no level
/// is a greedy bot.
fn guide(title: &dyn Title) -> Option<Weights> {
    let weights = |level: &&str| match load_bot(title, level).ok()?.character {
        BotCharacter::Greedy(weights) => Some(weights),
        _ => None,
    };
    title.levels().iter().rev().find_map(weights)
}

/// Returns the scenario with the stronger bot added to its list of bots.
fn joined(scenario: &Scenario, stronger: Option<&str>) -> Result<Scenario> {
    let mut joined = scenario.clone();
    let Some(name) = stronger else {
        return Ok(joined);
    };
    if joined.bots.contains_key(name) {
        return Err(Usage(format!(
            "--stronger {name}: this bot plays already; name another bot"
        ))
        .into());
    }
    let bot = load_named(scenario.game(), "--stronger", name)?;
    joined.bots.insert(name.to_owned(), bot);
    Ok(joined)
}

/// Plays games one after the other on one thread, and counts them for `gong shape`.
struct Table<'a> {
    plan: &'a ShapePlan,
    simulation: &'a Simulation,
    player: Box<dyn Worker + 'a>,
    /// The player of the games in which luck is measured; `None` if luck is not measured.
    weighed: Option<Box<dyn Worker + 'a>>,
    /// For each slot (position in the line-up) and each fighter of the roster: the index of the bot
    /// that plays it.
    bots: Vec<Vec<usize>>,
    /// Index, among the bots of the simulation, of the stronger bot that takes one seat; `None`
    /// without such a bot.
    stronger: Option<usize>,
    /// Decisions of the current game, with the bots' estimates of winning.
    heard: Vec<Heard>,
    counts: ShapeCounts,
}

impl<'a> Table<'a> {
    fn new(plan: &'a ShapePlan, simulation: &'a Simulation) -> Result<Table<'a>> {
        let index = |name: &str| {
            let index = simulation.bot(name);
            index.with_context(|| format!("the scenario has no bot {name}"))
        };
        let strategies = &plan.scenario.strategies;
        let profiles = plan.scenario.profiles();
        let slots = simulation.cast().slots.iter();
        let bots = slots.map(|slot| {
            let of = |key: &str| index(strategies.of(key, slot.seat, slot.team));
            profiles.iter().map(|profile| of(&profile.key)).collect()
        });
        let weighed = plan.guide.map(|guide| {
            let mut player = simulation.worker();
            player.weigh_luck(&Weighing {
                guide,
                throws: THROWS,
                to_the_end: true,
            });
            player
        });
        Ok(Table {
            plan,
            simulation,
            player: simulation.worker(),
            weighed,
            bots: bots.collect::<Result<_>>()?,
            stronger: plan.stronger.as_deref().map(index).transpose()?,
            heard: vec![],
            counts: plan.none(),
        })
    }

    /// Plays a game and returns its course (probabilities of winning by round), from the bots'
    /// estimates at their decisions.
    fn hear(&mut self, game: u64) -> Result<Course, Box<FailedGame>> {
        let heard = &mut self.heard;
        heard.clear();
        let record = self.player.listen(self.plan.games.seed, game, &mut |of| {
            heard.push(of);
            None
        })?;
        Ok(Course::new(&self.plan.sides, heard, record))
    }

    /// Plays the game that the page draws, and returns its probabilities of winning by round.
    fn draw(&mut self, game: u64) -> Result<Drawn, Box<FailedGame>> {
        let course = self.hear(game)?;
        let whole = |chance: &f64| (chance * UNIT).round() as u16;
        let chances = course.chances.iter();
        let chances = chances.map(|of| of[..self.plan.sides.count].iter().map(whole).collect());
        Ok(Drawn {
            winner: course.winner,
            chances: chances.collect(),
        })
    }

    /// Replays a game in which decision number `at` (from 0) has a randomly drawn other option.
    /// Returns the side that wins.
    fn otherwise(&mut self, game: u64, at: usize) -> Result<Option<usize>, Box<FailedGame>> {
        let mut number = 0;
        let record = self.player.listen(self.plan.games.seed, game, &mut |of| {
            let other = 1 + draw(game, 4, of.options - 1);
            number += 1;
            (number == at + 1).then(|| (of.chosen + other) % of.options)
        })?;
        Ok(self.plan.sides.winner(record))
    }

    /// Replays a game up to twice, each time with another choice in one decision: once of a seat
    /// that cannot win, and once of any seat. Counts how often the winner changes.
    fn examine(&mut self, game: u64, winner: Option<usize>) -> Result<(), Box<FailedGame>> {
        let sides = &self.plan.sides;
        self.counts.examined += 1;
        let others = |of: &Heard| winner != Some(sides.of(of.seat));
        let hopeless = |of: &Heard| of.estimate.is_some_and(|it| it < NO_CHANCE) && others(of);
        let heard = self.heard.iter().enumerate();
        let hopeless: Vec<usize> = heard
            .filter_map(|(at, of)| (self.plan.has_kingmakers() && hopeless(of)).then_some(at))
            .collect();
        let all = self.heard.len();
        if let Some(&at) = hopeless.get(draw(game, 5, hopeless.len())) {
            let own = sides.of(self.heard[at].seat);
            let now = self.otherwise(game, at)?;
            let changed = now != winner && now != Some(own) && winner.is_some() && now.is_some();
            self.counts.kingmaking.add(changed);
        }
        if all > 0 {
            let now = self.otherwise(game, draw(game, 6, all))?;
            self.counts.any.add(now != winner);
        }
        Ok(())
    }

    /// Plays a game and measures the luck of one randomly drawn player.
    fn weigh(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let Some(player) = &mut self.weighed else {
            return Ok(());
        };
        let record = player.play(self.plan.games.seed, game)?;
        let of = record.players[draw(game, 7, record.players.len())];
        let luck = player.luck()[usize::from(of.slot)];
        self.counts.luck.add(game, of.won.into(), luck);
        Ok(())
    }

    /// Plays a game again with the stronger bot in one seat, and counts whether the seat's side
    /// wins.
    fn strengthen(&mut self, game: u64, course: &Course) -> Result<(), Box<FailedGame>> {
        let (seed, sides) = (self.plan.games.seed, &self.plan.sides);
        let Some(stronger) = self.stronger else {
            return Ok(());
        };
        let seat = 1 + draw(game, 8, sides.seats) as u8;
        let slots = self.simulation.cast().slots.iter().enumerate();
        let seated = self.simulation.seated(seed, game);
        let line_up = slots.zip(seated).map(|((slot, of), seated)| Contender {
            bot: match of.seat == seat {
                true => stronger,
                false => self.bots[slot][usize::from(seated.fighter)],
            },
            seated,
        });
        let line_up: arrayvec::ArrayVec<Contender, MAX_ENTRANTS> = line_up.collect();
        let places = self.player.play_line_up(&line_up, seed, game)?;
        let side = sides.of(seat);
        let after = (0..line_up.len()).any(|slot| sides.of_slot[slot] == side && places[slot] == 1);
        self.counts.stronger.add(course.winner == Some(side), after);
        Ok(())
    }
}

impl batches::BatchWorker for Table<'_> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let course = self.hear(game)?;
        let decisions = self.heard.len();
        self.counts.add(game, &self.plan.sides, &course, decisions);
        if game.is_multiple_of(OTHERWISE) {
            self.examine(game, course.winner)?;
        }
        let luck = if game < FIRST { LUCK_AT_FIRST } else { LUCK };
        if game % luck == 1 {
            self.weigh(game)?;
        }
        if game % STRONGER == 2 {
            self.strengthen(game, &course)?;
        }
        Ok(())
    }
}

impl Otherwise {
    /// Share of the replayed games whose winner differs from that of the original game, 0 to 1;
    /// `None` without games.
    pub fn share(&self) -> Option<f64> {
        (self.replayed > 0).then(|| self.changed as f64 / self.replayed as f64)
    }
}
