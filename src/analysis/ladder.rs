//! Bots against each other, over all fighters and seats, so that only the bots make the difference.
//!
//! The games come in *deals*. A deal has the fighters, the slots and the dice of one game of the scenario, and is played as often as there are
//! bots: each time they move on by one seat (in team play by one team), so that in every deal each bot plays each slot once. In which order they
//! sit is drawn for each deal, so that everybody meets everybody. More bots than sides take turns; of fewer some play several sides.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};
use arrayvec::ArrayVec;

use super::Audience;
use crate::games;
use crate::games::chance::{Purpose, pick, stream};
use crate::games::{Clock, Contender, FailedGame, MAX_PLAYERS, Seated};
use crate::scenario::Scenario;
use crate::simulate::batches::{Batches, Worker};
use crate::simulate::{Counting, Plan, Played, Precision, Simulation, Stretch, Weighing};
use crate::stats::MAX_ENTRANTS;
use crate::stats::counts::{Counted, Through};
use crate::stats::luck::{Luck, Lucky};
use crate::stats::ratings::{Game, MAX_SIDES};

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The bots, by the names that the scenario has for them: two or more, 255 at most.
    pub bots: Vec<String>,
    pub seed: u64,
    /// Every bot moves on by one seat for so many games of each deal as there are bots.
    pub deals: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// Game after game, deal after deal: the bots by side (indices into [`Question::bots`]), and their places. Of a game that nobody won all share the last.
    pub games: Vec<Game>,
    /// By bot: how long it thought. The nanoseconds are the clock's, not the seed's.
    pub clocks: Vec<Clock>,
    /// By bot, deal by deal: its wins, and the luck in them, if that was weighed.
    pub luck: Vec<Lucky>,
    /// By bot and fighter of the roster: (sides, wins).
    pub with: Vec<Vec<(u64, u64)>>,
    /// Sides of a game.
    pub sides: usize,
    /// It was interrupted.
    pub partial: bool,
    pub seconds: f64,
}

impl Question {
    /// Games of all deals.
    pub fn games(&self) -> u64 {
        self.deals * self.bots.len() as u64
    }
}

impl Found {
    /// The games, deal by deal.
    pub fn deals(&self) -> Vec<&[Game]> {
        let bots = self.clocks.len();
        self.games.chunks(bots).collect()
    }
}

const _: () = assert!(MAX_PLAYERS <= MAX_SIDES, "every side is a player's");

/// Most games of a batch: all of it is kept twice until it stands in its order.
const LARGEST_BATCH: u64 = 1 << 14;

/// The luck of each side.
type OfSides = [Luck; MAX_PLAYERS];

/// Who plays in one game.
pub struct LineUp {
    pub contenders: ArrayVec<Contender, MAX_ENTRANTS>,
    /// The bot of each side, an index into [`Question::bots`].
    pub bots: ArrayVec<u8, MAX_PLAYERS>,
}

/// A ladder ready to be played.
pub struct Ladder<'a> {
    simulation: &'a Simulation,
    /// The simulation's index of each bot.
    bots: Vec<usize>,
    seed: u64,
}

impl<'a> Ladder<'a> {
    /// # Errors
    /// If the scenario lacks a bot.
    pub fn new(simulation: &'a Simulation, question: &Question) -> anyhow::Result<Ladder<'a>> {
        let bot = |name: &String| {
            let index = simulation.bot(name);
            index.with_context(|| format!("the scenario has no bot {name}"))
        };
        Ok(Ladder {
            simulation,
            bots: question
                .bots
                .iter()
                .map(bot)
                .collect::<anyhow::Result<_>>()?,
            seed: question.seed,
        })
    }

    /// Who sits where in game `game`, which is one of deal `game / bots`.
    pub fn line_up(&self, game: u64) -> LineUp {
        let bots = self.bots.len() as u64;
        let (deal, turn) = (game / bots, (game % bots) as usize);
        let mut luck = stream(self.seed, deal, Purpose::Seating);
        let mut order: ArrayVec<u8, { u8::MAX as usize }> = (0..self.bots.len() as u8).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, pick(&mut luck, place + 1));
        }
        let seated = self.simulation.seated(self.seed, deal);
        let sides = sides(&seated);
        let bots: ArrayVec<u8, MAX_PLAYERS> = (0..sides)
            .map(|side| order[(side + turn) % order.len()])
            .collect();
        let contender = |seated: Seated| Contender {
            seated,
            bot: self.bots[usize::from(bots[usize::from(seated.team)])],
        };
        LineUp {
            contenders: seated.into_iter().map(contender).collect(),
            bots,
        }
    }

    /// Plays game `game`; its dice are those of its deal.
    fn play(
        &self,
        player: &mut dyn games::Worker,
        game: u64,
    ) -> Result<(Game, OfSides), Box<FailedGame>> {
        let line_up = self.line_up(game);
        let deal = game / self.bots.len() as u64;
        let places = player.play_line_up(&line_up.contenders, self.seed, deal)?;
        let mut outcome: Game = line_up.bots.iter().map(|&bot| (bot, 0)).collect();
        let mut luck = [[0; 2]; MAX_PLAYERS];
        let slots = places.into_iter().zip(player.luck());
        for ((place, &of_slot), at) in slots.zip(&line_up.contenders) {
            let side = usize::from(at.seated.team);
            outcome[side].1 = place;
            luck[side] = of_slot;
        }
        tie_without_winner(&mut outcome);
        Ok((outcome, luck))
    }
}

/// Gives all sides of a game that nobody won the last place.
fn tie_without_winner(game: &mut Game) {
    if game.iter().all(|side| side.1 != 1) {
        let last = game.len() as u8;
        game.iter_mut().for_each(|side| side.1 = last);
    }
}

/// How many sides there are: teams, or fighters who are alone.
fn sides(seated: &[Seated]) -> usize {
    seated
        .iter()
        .map(|at| usize::from(at.team) + 1)
        .max()
        .unwrap_or(0)
}

/// What has come of games of a ladder, one after the other.
#[derive(Debug, Clone, Default)]
pub struct Deals {
    /// The number of the first.
    first: u64,
    games: Vec<Game>,
    /// If luck is weighed.
    luck: Vec<OfSides>,
    /// By bot.
    clocks: Vec<Clock>,
}

impl Deals {
    /// No games yet, of so many bots.
    pub fn none(bots: usize) -> Deals {
        Deals {
            clocks: vec![Clock::default(); bots],
            ..Deals::default()
        }
    }
}

impl Counted for Deals {
    fn show(&mut self, through: &mut Through<'_>) {
        for clock in &mut self.clocks {
            through.sums([&mut clock.decisions, &mut clock.nanoseconds]);
        }
        // Of each game: what came of it in one number, and the luck of its sides, if it is weighed.
        let mut numbers: Vec<i128> = Vec::with_capacity(self.games.len());
        for (number, game) in self.games.iter().enumerate() {
            let luck = self.luck.get(number).map(|luck| &luck[..game.len()]);
            numbers.push(packed(game, luck.is_some()));
            let luck = luck.into_iter().flatten().flatten();
            numbers.extend(luck.map(|&luck| i128::from(luck)));
        }
        through.list(self.first, &mut numbers);
        if !numbers.is_empty() {
            let read = read(&numbers);
            through.holds(read.is_some());
            (self.games, self.luck) = read.unwrap_or_default();
            let known = |&(bot, _): &(u8, u8)| usize::from(bot) < self.clocks.len();
            through.holds(self.games.iter().flatten().all(known));
        }
    }
}

/// Bits of a place, and of a bot and a place, in the number of a game.
const PLACE: u32 = 4;
const SIDE: u32 = 8 + PLACE;

const _: () = assert!(MAX_SIDES < 1 << PLACE && PLACE + 1 + MAX_SIDES as u32 * SIDE < i128::BITS);

/// A game in one number: from the lowest bit how many sides it has, whether their luck follows, and of each its bot and place.
fn packed(game: &Game, weighed: bool) -> i128 {
    let side = |rest: i128, &(bot, place): &(u8, u8)| {
        rest << SIDE | i128::from(bot) << PLACE | i128::from(place)
    };
    let sides = game.iter().rev().fold(0, side);
    (sides << 1 | i128::from(weighed)) << PLACE | game.len() as i128
}

/// The game of such a number, and whether its luck follows; none if it is no game's.
fn unpacked(number: i128) -> Option<(Game, bool)> {
    let low = |number: i128, bits: u32| number & ((1 << bits) - 1);
    let mut rest = number >> (PLACE + 1);
    let side = |_| {
        let side = low(rest, SIDE);
        rest >>= SIDE;
        ((side >> PLACE) as u8, low(side, PLACE) as u8)
    };
    let sides = low(number, PLACE) as usize;
    let game: Game = (0..sides.min(MAX_SIDES)).map(side).collect();
    let sound = rest == 0 && sides <= MAX_SIDES;
    sound.then_some((game, low(number >> PLACE, 1) == 1))
}

/// Games and their luck, from the numbers that they were written as.
fn read(numbers: &[i128]) -> Option<(Vec<Game>, Vec<OfSides>)> {
    let (mut games, mut lucks) = (vec![], vec![]);
    let mut numbers = numbers.iter().copied();
    while let Some(number) = numbers.next() {
        let (game, weighed) = unpacked(number)?;
        let mut luck: OfSides = [[0; 2]; MAX_PLAYERS];
        let told = if weighed { game.len() } else { 0 };
        for luck in luck.get_mut(..told)?.iter_mut().flatten() {
            *luck = i64::try_from(numbers.next()?).ok()?;
        }
        lucks.extend(weighed.then_some(luck));
        games.push(game);
    }
    Some((games, lucks))
}

/// Plays a ladder. `stop` may be set at any time, and ends it with the deals that were played before.
///
/// Who plays whom, and who wins, hangs on scenario, question and seed alone.
///
/// # Errors
/// If threads cannot be had, or the scenario lacks a bot.
pub fn play(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Found> {
    let all = Stretch::of(question.games(), Deals::none(question.bots.len()));
    let played = play_stretch(scenario, question, stop, audience, all)?;
    found(scenario, question, played)
}

/// Plays a stretch of the games of a ladder.
///
/// # Errors
/// As [`play`].
pub fn play_stretch(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
    mut stretch: Stretch<'_, Deals>,
) -> anyhow::Result<Played<Deals>> {
    stretch.tally.first = stretch.games.start;
    let simulation = scenario.open();
    let ladder = Ladder::new(&simulation, question)?;
    let weighing = Weighing::of((question.bots.iter()).map(|bot| &scenario.bots[bot].character));
    let player = || {
        let mut player = simulation.timed_player();
        if let Some(weighing) = &weighing {
            player.weigh_luck(weighing);
        }
        player
    };
    let batches = Batches::new(question.threads, LARGEST_BATCH, || Player {
        player: player(),
        ladder: &ladder,
        games: vec![],
    })?;
    audience.planned(stretch.games.end - stretch.games.start);
    let plan = Plan::fixed(question.seed, question.games(), question.threads);
    plan.play(batches, stop, stretch, |deals: Deals| Tallying {
        thought: deals.clocks.clone(),
        deals,
        weighs: weighing.is_some(),
        audience,
    })
}

/// What all games of a ladder say.
///
/// # Errors
/// If the scenario lacks a bot.
pub fn found(
    scenario: &Scenario,
    question: &Question,
    played: Played<Deals>,
) -> anyhow::Result<Found> {
    let simulation = scenario.open();
    let ladder = Ladder::new(&simulation, question)?;
    let bots = question.bots.len();
    let Deals {
        mut games,
        luck,
        clocks,
        ..
    } = played.tally;
    let sides = sides(&simulation.seated(question.seed, 0));
    // Only a file that somebody has written by hand has others.
    ensure!(
        games.iter().all(|game| game.len() == sides),
        "there are games that are not of this scenario"
    );
    // A deal that was cut short would give one seat more to some than to others.
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
    Ok(Found {
        sides,
        luck: by_deal(bots, &games, &luck),
        games,
        clocks,
        with,
        partial: played.partial,
        seconds: played.seconds,
    })
}

/// Puts the games of a ladder in their order.
struct Tallying<'a, A> {
    deals: Deals,
    /// By bot: how long it had thought before.
    thought: Vec<Clock>,
    weighs: bool,
    audience: &'a A,
}

impl<'a, A: Audience> Counting<Player<'a>> for Tallying<'_, A> {
    type Tally = Deals;

    fn played(&self, games: u64) {
        self.audience.played(games);
    }

    fn gather(&mut self, _: u64, workers: &mut Batches<Player<'a>>) -> anyhow::Result<()> {
        let mut batch = vec![];
        self.deals.clocks.clone_from(&self.thought);
        for worker in workers.workers() {
            batch.append(&mut worker.games);
            let thought = worker.player.clocks();
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

/// Each bot's wins in each deal, and the luck in them; nothing where no luck was weighed.
fn by_deal(bots: usize, games: &[Game], luck: &[OfSides]) -> Vec<Lucky> {
    let mut lucky = vec![Lucky::default(); bots];
    let deals = games.chunks_exact(bots).zip(luck.chunks_exact(bots));
    for (deal, (games, luck)) in (0..).zip(deals) {
        let mut sums = vec![(0, [0; 2]); bots];
        for (game, luck) in games.iter().zip(luck) {
            for (&(bot, place), luck) in game.iter().zip(luck) {
                let (wins, sum) = &mut sums[usize::from(bot)];
                *wins += u32::from(place == 1);
                sum.iter_mut()
                    .zip(luck)
                    .for_each(|(sum, luck)| *sum += luck);
            }
        }
        for (lucky, (wins, luck)) in lucky.iter_mut().zip(sums) {
            lucky.add(deal, wins, luck);
        }
    }
    lucky
}

/// Plays games of a ladder.
struct Player<'a> {
    player: Box<dyn games::Worker + 'a>,
    ladder: &'a Ladder<'a>,
    /// Of this batch.
    games: Vec<(u64, Game, OfSides)>,
}

impl Worker for Player<'_> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let (outcome, luck) = self.ladder.play(&mut *self.player, game)?;
        self.games.push((game, outcome, luck));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::counts::Counts;
    use std::path::Path;

    fn scenario(line_up: &str) -> Scenario {
        let text = format!(
            "title = 'Test'\ngame = 'ultimate-warriorz'\nroster = 'roster.toml'\nstrategy = 'random'\n[line-up]\n{line_up}\n"
        );
        Scenario::from_text(Path::new("tests/data/ladder.toml"), &text, &[]).unwrap()
    }

    #[test]
    fn luck_goes_to_the_bot_that_had_it_and_a_deal_is_one_observation() {
        // Three bots at a table of two; of the last deal a game is missing.
        let games: Vec<Game> = [(0, 1), (1, 2), (2, 0), (0, 1)]
            .map(|(winner, loser)| [(winner, 1), (loser, 2)].into_iter().collect())
            .to_vec();
        let mut luck = [[[0; 2]; MAX_PLAYERS]; 4];
        for (number, of_sides) in (1..).zip(&mut luck) {
            (of_sides[0], of_sides[1]) = ([number, 10 * number], [-number, -10 * number]);
        }
        let found = by_deal(3, &games, &luck);
        // Bot 0 won the first game and lost the third.
        for (bot, sum) in [(0, 1 - 3), (1, 2 - 1), (2, 3 - 2)] {
            let mut expected = Lucky::default();
            expected.add(0, 1, [sum, 10 * sum]);
            assert_eq!(found[bot], expected, "bot {bot}");
        }
        assert_eq!(by_deal(3, &games, &[]), [Lucky::default(); 3]);
    }

    #[test]
    fn games_come_back_from_their_numbers_and_stand_in_their_order() {
        let deals = |first: u64, games: &[Game], weighs: bool| {
            let luck = |number: i64| [[number, -number]; MAX_PLAYERS];
            let mut deals = Deals::none(3);
            deals.first = first;
            deals.games = games.to_vec();
            deals.luck = (0..games.len() as i64).map(luck).collect();
            deals.luck.truncate(if weighs { games.len() } else { 0 });
            deals.clocks[1].decisions = 5;
            deals
        };
        let games: Vec<Game> = [(0, 1), (1, 2), (2, 0), (0, 1)]
            .map(|(winner, loser)| [(winner, 1), (loser, 2)].into_iter().collect())
            .to_vec();
        for weighs in [false, true] {
            let mut counts = Counts::of(&mut deals(2, &games[2..], weighs));
            assert!(counts.merge(Counts::of(&mut deals(0, &games[..2], weighs))));
            let mut back = Deals::none(3);
            assert!(counts.fill(&mut back));
            assert_eq!(back.games, games);
            assert_eq!(back.clocks[1].decisions, 10);
            assert_eq!(back.luck.len(), if weighs { 4 } else { 0 });
            assert!(
                back.luck
                    .iter()
                    .all(|luck| luck[2..] == [[0; 2]; MAX_PLAYERS - 2])
            );
        }
        assert_eq!(read(&[-1]), None, "no game");
        assert_eq!(read(&[15]), None, "too many sides");
        assert_eq!(
            read(&[packed(&games[0], false) - 1]),
            None,
            "more than its sides"
        );
        assert_eq!(read(&[packed(&games[0], true), 1]), None, "no luck");
    }

    #[test]
    fn all_share_the_last_place_if_nobody_won() {
        for (places, expected) in [
            ([0, 0, 0], [3; 3]),
            ([2, 3, 2], [3; 3]),
            ([2, 1, 3], [2, 1, 3]),
        ] {
            let mut game: Game = (0..).zip(places).collect();
            tie_without_winner(&mut game);
            assert_eq!(game, (0..).zip(expected).collect::<Game>());
        }
    }

    #[test]
    fn in_a_deal_every_bot_plays_every_side_once_with_the_same_fighters() {
        for (line_up, sides) in [
            ("draw = 4", 4),
            ("draw = 8", 8),
            (
                "teams = [['agaric', 'baobab'], ['bonzai', 'sorgho']]\nseats = 'per-team'",
                2,
            ),
        ] {
            for bots in [2, 3, 5] {
                let mut scenario = scenario(line_up);
                let bot = scenario.bots["random"].clone();
                let names: Vec<String> = (0..bots).map(|i| format!("bot {i}")).collect();
                scenario
                    .bots
                    .extend(names.iter().map(|name| (name.clone(), bot.clone())));
                let simulation = scenario.open();
                let question = Question {
                    bots: names,
                    seed: 3,
                    deals: 1,
                    threads: 1,
                };
                let ladder = Ladder::new(&simulation, &question).unwrap();
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
                            assert_eq!(at.bot, simulation.bot(&question.bots[bot]).unwrap());
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
