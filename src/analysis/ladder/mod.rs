//! Ladder: a tournament in which bots play against each other with all fighters and in all seats,
//! so that differences between results come only from the bots.
//!
//! Games come in *deals*, groups of one game per bot. All games of a deal have the same fighters,
//! seats and dice, taken from one game of the scenario. From one game of a deal to the next, each
//! bot moves to the next seat (in team play, to the next team), so that each bot plays each seat
//! once.
//!
//! The order of the bots is random in each deal, so that all bots meet. If there are more bots than
//! sides, bots take turns; if there are fewer, some bots play several sides.

mod deals;

use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};
use arrayvec::ArrayVec;

use super::WorkAudience;
use crate::game::MAX_PLAYERS;
use crate::game::chance::{Purpose, pick, stream};
use crate::scenario::Scenario;
use crate::simulate;
use crate::simulate::batches::{BatchWorker, Batches};
use crate::simulate::{Clock, Contender, FailedGame, Seated};
use crate::simulate::{Counting, Plan, Played, Precision, Simulation, Stretch, Weighing};
use crate::stats::MAX_ENTRANTS;
use crate::stats::luck::Lucky;
use crate::stats::ratings::RatedGame;

pub use self::deals::Deals;
use self::deals::{OfSides, by_deal};

/// Settings of a ladder.
#[derive(Debug, Clone)]
pub struct LadderSettings {
    /// References of the bots in the scenario; 2 to 255 bots.
    pub bots: Vec<String>,
    pub seed: u64,
    /// Number of deals. A deal has one game per bot, all with the same line-up and dice.
    pub deals: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// Results of a ladder.
#[derive(Debug, Clone)]
pub struct LadderResults {
    /// Results of all games, in the order in which they are numbered. For each side of a game: its
    /// bot (index into [`LadderSettings::bots`]) and its place. If no side wins, all sides have the
    /// last place.
    pub games: Vec<RatedGame>,
    /// Thinking time of each bot, measured with a clock and therefore not reproducible.
    pub clocks: Vec<Clock>,
    /// Wins and luck of each bot, by deal. Empty if luck is not measured.
    pub luck: Vec<Lucky>,
    /// For each bot and each fighter of the roster: number of sides that the bot played with the
    /// fighter, and number of these sides that won.
    pub with: Vec<Vec<(u64, u64)>>,
    /// Number of sides in a game.
    pub sides: usize,
}

impl LadderSettings {
    /// Returns the number of games: number of deals times number of bots.
    pub fn games(&self) -> u64 {
        self.deals * self.bots.len() as u64
    }
}

impl LadderResults {
    /// Returns the games, grouped by deal.
    pub fn deals(&self) -> Vec<&[RatedGame]> {
        let bots = self.clocks.len();
        self.games.chunks(bots).collect()
    }
}

/// Maximum number of games in a batch. The limit saves memory, because a batch is stored twice
/// until it is sorted.
const LARGEST_BATCH: u64 = 1 << 14;

/// The line-up of one game: fighters and their bots.
pub struct LadderLineUp {
    pub contenders: ArrayVec<Contender, MAX_ENTRANTS>,
    /// Bot that plays each side, as an index into [`LadderSettings::bots`].
    pub bots: ArrayVec<u8, MAX_PLAYERS>,
}

/// A ladder that is ready to be played.
pub struct OpenLadder<'a> {
    simulation: &'a Simulation,
    /// For each bot of the tournament: its index in the simulation's list of bots.
    bots: Vec<usize>,
    seed: u64,
}

impl<'a> OpenLadder<'a> {
    /// Prepares the ladder that the settings describe.
    ///
    /// # Errors
    /// Fails if a bot of the settings is missing in the scenario.
    pub fn new(
        simulation: &'a Simulation,
        settings: &LadderSettings,
    ) -> anyhow::Result<OpenLadder<'a>> {
        let bot = |name: &String| {
            let index = simulation.bot(name);
            index.with_context(|| format!("the scenario has no bot {name}"))
        };
        Ok(OpenLadder {
            simulation,
            bots: settings.bots.iter().map(bot).collect::<anyhow::Result<_>>()?,
            seed: settings.seed,
        })
    }

    /// Returns the line-up of game number `game`. Games with the same quotient `game / bots` belong
    /// to one deal: they have the same fighters and dice.
    pub fn line_up(&self, game: u64) -> LadderLineUp {
        let bots = self.bots.len() as u64;
        let (deal, turn) = (game / bots, (game % bots) as usize);
        let mut luck = stream(self.seed, deal, Purpose::Seating);
        let mut order: ArrayVec<u8, { u8::MAX as usize }> = (0..self.bots.len() as u8).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, pick(&mut luck, place + 1));
        }
        let seated = self.simulation.seated(self.seed, deal);
        let sides = sides(&seated);
        let bots: ArrayVec<u8, MAX_PLAYERS> =
            (0..sides).map(|side| order[(side + turn) % order.len()]).collect();
        let contender = |seated: Seated| Contender {
            seated,
            bot: self.bots[usize::from(bots[usize::from(seated.team)])],
        };
        LadderLineUp { contenders: seated.into_iter().map(contender).collect(), bots }
    }

    /// Plays game number `game` with the dice that are common to all games of its deal.
    fn play(
        &self,
        worker: &mut dyn simulate::Worker,
        game: u64,
    ) -> Result<(RatedGame, OfSides), Box<FailedGame>> {
        let line_up = self.line_up(game);
        let deal = game / self.bots.len() as u64;
        let places = worker.play_line_up(&line_up.contenders, self.seed, deal)?;
        let mut outcome: RatedGame = line_up.bots.iter().map(|&bot| (bot, 0)).collect();
        let mut luck = [[0; 2]; MAX_PLAYERS];
        let slots = places.into_iter().zip(worker.luck());
        for ((place, &of_slot), at) in slots.zip(&line_up.contenders) {
            let side = usize::from(at.seated.team);
            outcome[side].1 = place;
            luck[side] = of_slot;
        }
        tie_without_winner(&mut outcome);
        Ok((outcome, luck))
    }
}

/// For each game of a deal, returns the values of `--strategy` with which `gong run` plays the same
/// game.
pub fn strategies_of(
    scenario: &Scenario,
    settings: &LadderSettings,
    deal: u64,
) -> Vec<Vec<String>> {
    let simulation = scenario.open();
    let Ok(ladder) = OpenLadder::new(&simulation, settings) else {
        return vec![];
    };
    let side = match scenario.seating.teams {
        0 => "seats",
        _ => "teams",
    };
    let of_turn = |turn: u64| {
        let line_up = ladder.line_up(deal * settings.bots.len() as u64 + turn);
        let mut bots = (line_up.bots.iter()).map(|&bot| &settings.bots[usize::from(bot)]);
        // The first value is for all fighters, because it replaces the scenario's own bots.
        let mut strategies: Vec<String> = bots.next().cloned().into_iter().collect();
        strategies.extend((2..).zip(bots).map(|(n, bot)| format!("{side}.{n}={bot}")));
        strategies
    };
    (0..settings.bots.len() as u64).map(of_turn).collect()
}

/// Gives all sides of a game the last place if no side has won.
fn tie_without_winner(game: &mut RatedGame) {
    if game.iter().all(|side| side.1 != 1) {
        let last = game.len() as u8;
        game.iter_mut().for_each(|side| side.1 = last);
    }
}

/// Returns the number of sides in a game: the number of teams, or of fighters if there are no
/// teams.
fn sides(seated: &[Seated]) -> usize {
    seated.iter().map(|at| usize::from(at.team) + 1).max().unwrap_or(0)
}

/// Plays a ladder. Setting `stop` ends play; deals that are complete by then are kept.
///
/// Line-ups and results depend only on scenario and settings.
///
/// # Errors
/// Fails if a thread cannot start, or if a bot of the settings is missing in the scenario.
pub fn play(
    scenario: &Scenario,
    settings: &LadderSettings,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> anyhow::Result<LadderResults> {
    let all = Stretch::of(settings.games(), Deals::none(settings.bots.len()));
    let played = play_stretch(scenario, settings, stop, audience, all)?;
    found(scenario, settings, played.tally)
}

/// Plays a range of consecutive games of a ladder.
///
/// # Errors
/// Fails for the same reasons as [`play`].
pub fn play_stretch(
    scenario: &Scenario,
    settings: &LadderSettings,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
    mut stretch: Stretch<'_, Deals>,
) -> anyhow::Result<Played<Deals>> {
    stretch.tally.first = stretch.games.start;
    let simulation = scenario.open();
    let ladder = OpenLadder::new(&simulation, settings)?;
    let weighing = Weighing::of((settings.bots.iter()).map(|bot| &scenario.bots[bot].definition));
    let worker = || {
        let mut worker = simulation.timed_worker();
        if let Some(weighing) = &weighing {
            worker.weigh_luck(weighing);
        }
        worker
    };
    let batches = Batches::new(settings.threads, LARGEST_BATCH, || LadderWorker {
        worker: worker(),
        ladder: &ladder,
        games: vec![],
    })?;
    audience.planned(stretch.games.end - stretch.games.start);
    let plan = Plan::fixed(settings.seed, settings.games(), settings.threads);
    plan.play(batches, stop, stretch, |deals: Deals| Tallying {
        thought: deals.clocks.clone(),
        deals,
        weighs: weighing.is_some(),
        audience,
    })
}

/// Computes the results of a ladder from its games.
///
/// # Errors
/// Fails if the scenario does not have one of the bots, or if a game does not belong to the
/// scenario.
pub fn found(
    scenario: &Scenario,
    settings: &LadderSettings,
    deals: Deals,
) -> anyhow::Result<LadderResults> {
    let simulation = scenario.open();
    let ladder = OpenLadder::new(&simulation, settings)?;
    let bots = settings.bots.len();
    let Deals { mut games, luck, clocks, .. } = deals;
    let sides = sides(&simulation.seated(settings.seed, 0));
    // Only a manually edited file can have games with another number of sides.
    ensure!(
        games.iter().all(|game| game.len() == sides),
        "the stored games do not belong to this scenario"
    );
    // An incomplete last deal is discarded, because some bots would have played more seats than
    // others.
    games.truncate(games.len() / bots * bots);
    let mut with = vec![vec![(0, 0); scenario.profiles().len()]; bots];
    for (number, game) in (0..).zip(&games) {
        for at in ladder.line_up(number).contenders {
            let (bot, place) = game[usize::from(at.seated.team)];
            let (sides, wins) = &mut with[usize::from(bot)][usize::from(at.seated.fighter)];
            *sides += 1;
            *wins += u64::from(place == 1);
        }
    }
    Ok(LadderResults { sides, luck: by_deal(bots, &games, &luck), games, clocks, with })
}

/// Collects the results of a tournament's games from the workers, in the order of the games.
struct Tallying<'a, A> {
    deals: Deals,
    /// Thinking time of each bot in the games before this range of games.
    thought: Vec<Clock>,
    weighs: bool,
    audience: &'a A,
}

impl<'a, A: WorkAudience> Counting<LadderWorker<'a>> for Tallying<'_, A> {
    type Tally = Deals;

    fn played(&self, games: u64) {
        self.audience.played(games);
    }

    fn gather(&mut self, _: u64, workers: &mut Batches<LadderWorker<'a>>) -> anyhow::Result<()> {
        let mut batch = vec![];
        self.deals.clocks.clone_from(&self.thought);
        for worker in workers.workers() {
            batch.append(&mut worker.games);
            let thought = worker.worker.clocks();
            for (clock, &bot) in self.deals.clocks.iter_mut().zip(&worker.ladder.bots) {
                clock.decisions += thought[bot].decisions;
                clock.nanoseconds += thought[bot].nanoseconds;
            }
        }
        batch.sort_unstable_by_key(|(number, ..)| *number);
        for (_, game, of_sides) in batch {
            self.deals.games.push(game);
            self.deals.luck.extend(self.weighs.then_some(of_sides));
        }
        Ok(())
    }

    fn is_precise(&self, _: Precision) -> bool {
        false
    }

    fn tally(&mut self) -> &mut Deals {
        &mut self.deals
    }

    fn finish(self) -> Deals {
        self.deals
    }
}

/// A worker that plays games of a ladder.
struct LadderWorker<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    ladder: &'a OpenLadder<'a>,
    /// Games of the current batch: number, result, and luck of each side.
    games: Vec<(u64, RatedGame, OfSides)>,
}

impl BatchWorker for LadderWorker<'_> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let (outcome, luck) = self.ladder.play(&mut *self.worker, game)?;
        self.games.push((game, outcome, luck));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn scenario(line_up: &str) -> Scenario {
        let text = format!(
            "title = 'Test'\ngame = 'ultimate-warriorz'\nroster = 'roster.toml'\n\
             strategy = 'random'\n[line-up]\n{line_up}\n"
        );
        Scenario::from_text(Path::new("tests/data/ladder.toml"), &text, &[]).unwrap()
    }

    #[test]
    fn all_share_the_last_place_if_nobody_won() {
        for (places, expected) in [([0, 0, 0], [3; 3]), ([2, 3, 2], [3; 3]), ([2, 1, 3], [2, 1, 3])]
        {
            let mut game: RatedGame = (0..).zip(places).collect();
            tie_without_winner(&mut game);
            assert_eq!(game, (0..).zip(expected).collect::<RatedGame>());
        }
    }

    #[test]
    fn in_a_deal_every_bot_plays_every_side_once_with_the_same_fighters() {
        for (line_up, sides) in [
            ("draw = 4", 4),
            ("draw = 8", 8),
            ("teams = [['agaric', 'baobab'], ['bonzai', 'sorgho']]\nseats = 'per-team'", 2),
        ] {
            for bots in [2, 3, 5] {
                let mut scenario = scenario(line_up);
                let bot = scenario.bots["random"].clone();
                let names: Vec<String> = (0..bots).map(|i| format!("bot {i}")).collect();
                scenario.bots.extend(names.iter().map(|name| (name.clone(), bot.clone())));
                let simulation = scenario.open();
                let settings = LadderSettings { bots: names, seed: 3, deals: 1, threads: 1 };
                let ladder = OpenLadder::new(&simulation, &settings).unwrap();
                let mut orders = std::collections::BTreeSet::new();
                for deal in 0..20 {
                    let mut seen = vec![vec![0; sides]; bots];
                    for turn in 0..bots as u64 {
                        let line_up = ladder.line_up(deal * bots as u64 + turn);
                        let seated: Vec<Seated> =
                            line_up.contenders.iter().map(|at| at.seated).collect();
                        assert_eq!(seated, simulation.seated(3, deal).to_vec());
                        assert_eq!(line_up.bots.len(), sides);
                        for (side, &bot) in line_up.bots.iter().enumerate() {
                            seen[usize::from(bot)][side] += 1;
                        }
                        for at in &line_up.contenders {
                            let bot = usize::from(line_up.bots[usize::from(at.seated.team)]);
                            assert_eq!(at.bot, simulation.bot(&settings.bots[bot]).unwrap());
                        }
                        if turn == 0 {
                            orders.insert(line_up.bots.to_vec());
                        }
                    }
                    assert!(seen.iter().flatten().all(|times| *times == 1), "{seen:?}");
                }
                assert!(orders.len() > 1, "they do not always sit in the same order");
            }
        }
    }
}
