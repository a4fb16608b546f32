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

use super::line_up::{line_up, sides};
use crate::game::MAX_PLAYERS;
use crate::game::chance::{Purpose, pick, stream};
use crate::scenario::Scenario;
use crate::simulate::batches::{BatchWorker, Batches};
use crate::simulate::{self, Clock, Contender, FailedGame};
use crate::simulate::{Plan, Played, Simulation, Stretch};
use crate::stats::MAX_ENTRANTS;
use crate::stats::ratings::RatedGame;

pub use self::deals::Deals;

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
        self.games.chunks(self.with.len()).collect()
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
        let bots: ArrayVec<u8, MAX_PLAYERS> = (0..usize::from(sides(&seated)))
            .map(|side| order[(side + turn) % order.len()])
            .collect();
        let bot = |side: u8| self.bots[usize::from(bots[usize::from(side)])];
        LadderLineUp { contenders: line_up(&seated, bot), bots }
    }

    /// Plays game number `game` with the dice that are common to all games of its deal.
    fn play(
        &self,
        worker: &mut dyn simulate::Worker,
        game: u64,
    ) -> Result<RatedGame, Box<FailedGame>> {
        let line_up = self.line_up(game);
        let deal = game / self.bots.len() as u64;
        let places = worker.play_line_up(&line_up.contenders, self.seed, deal)?;
        let mut outcome: RatedGame = line_up.bots.iter().map(|&bot| (bot, 0)).collect();
        for (place, at) in places.into_iter().zip(&line_up.contenders) {
            outcome[usize::from(at.seated.team)].1 = place;
        }
        tie_without_winner(&mut outcome);
        Ok(outcome)
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

/// Plays a range of consecutive games of a ladder. Setting `stop` ends play. Calls `heard` with the
/// number of games just finished.
///
/// Line-ups and results depend only on scenario and settings.
///
/// # Errors
/// Fails if a thread cannot start, or if a bot of the settings is missing in the scenario.
pub fn play(
    scenario: &Scenario,
    settings: &LadderSettings,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
    mut stretch: Stretch<'_, Deals>,
) -> anyhow::Result<Played<Deals>> {
    stretch.tally.first = stretch.games.start;
    let simulation = scenario.open();
    let ladder = OpenLadder::new(&simulation, settings)?;
    let batches = Batches::new(settings.threads, LARGEST_BATCH, || LadderWorker {
        worker: simulation.timed_worker(),
        ladder: &ladder,
        games: vec![],
        counted: vec![Clock::default(); settings.bots.len()],
    })?;
    let plan = Plan::fixed(settings.seed, settings.games(), settings.threads);
    plan.gather(batches, stop, stretch, heard, |deals, worker| worker.count(deals))
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
    let mut games = deals.games;
    let sides = usize::from(sides(&simulation.seated(settings.seed, 0)));
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
    Ok(LadderResults { sides, games, with })
}

/// A worker that plays games of a ladder.
struct LadderWorker<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    ladder: &'a OpenLadder<'a>,
    /// Games of the current batch: number and result.
    games: Vec<(u64, RatedGame)>,
    /// Thinking time of each bot in the batches before the current one.
    counted: Vec<Clock>,
}

impl LadderWorker<'_> {
    /// Adds the games and the thinking time of the current batch to the results.
    fn count(&mut self, deals: &mut Deals) {
        for (number, game) in self.games.drain(..) {
            deals.add(number, game);
        }
        let clocks = self.worker.clocks();
        let all = deals.clocks.iter_mut().zip(&mut self.counted);
        for ((sum, counted), &bot) in all.zip(&self.ladder.bots) {
            sum.decisions += clocks[bot].decisions - counted.decisions;
            sum.nanoseconds += clocks[bot].nanoseconds.saturating_sub(counted.nanoseconds);
            *counted = clocks[bot];
        }
    }
}

impl BatchWorker for LadderWorker<'_> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        self.games.push((game, self.ladder.play(&mut *self.worker, game)?));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Seated;
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
