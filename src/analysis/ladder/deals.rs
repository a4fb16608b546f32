//! Compact storage of the results of a ladder. A deal is a group of games with the same line-up and
//! dice.

use crate::game::MAX_PLAYERS;
use crate::simulate::Clock;
use crate::stats::counts::{CountedSums, Through};
use crate::stats::luck::{Luck, Lucky};
use crate::stats::ratings::{MAX_SIDES, RatedGame};

const _: () = assert!(MAX_PLAYERS <= MAX_SIDES, "every side is a player's");

/// The measured luck of each side in one game.
pub type OfSides = [Luck; MAX_PLAYERS];

/// The results of consecutive games of a ladder.
#[derive(Debug, Clone, Default)]
pub struct Deals {
    /// Number of the first of the consecutive games.
    pub first: u64,
    pub games: Vec<RatedGame>,
    /// Luck of each game; empty if luck is not measured.
    pub luck: Vec<OfSides>,
    /// Thinking time and number of decisions of each bot.
    pub clocks: Vec<Clock>,
}

impl Deals {
    /// Creates empty results for a tournament of `bots` bots.
    pub fn none(bots: usize) -> Deals {
        Deals { clocks: vec![Clock::default(); bots], ..Deals::default() }
    }
}

impl CountedSums for Deals {
    fn show(&mut self, through: &mut Through<'_>) {
        for clock in &mut self.clocks {
            through.sums([&mut clock.decisions, &mut clock.nanoseconds]);
        }
        // Each game is stored as one number. The luck of each side follows the number, if luck is
        // measured.
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
        }
        let (bots, luck) = (self.clocks.len(), self.luck.len());
        let known = |game: &RatedGame| {
            let places = 1..=game.len();
            (game.iter()).all(|&(bot, place)| {
                usize::from(bot) < bots && places.contains(&usize::from(place))
            })
        };
        through.of_games(self.games.len() as u64);
        through.holds(self.games.iter().all(known) && [0, self.games.len()].contains(&luck));
    }
}

/// Number of bits that store the place of a side. [`SIDE`] is the number of bits for a bot and its
/// place together.
const PLACE: u32 = 4;
const SIDE: u32 = 8 + PLACE;

const _: () = assert!(MAX_SIDES < 1 << PLACE && PLACE + 1 + MAX_SIDES as u32 * SIDE < i128::BITS);

/// Packs the result of a game into an integer. From the lowest bit: the number of sides, the flag
/// `weighed`, and the bot and the place of each side. The flag is 1 if luck values are stored after
/// the game.
fn packed(game: &RatedGame, weighed: bool) -> i128 {
    let side = |rest: i128, &(bot, place): &(u8, u8)| {
        rest << SIDE | i128::from(bot) << PLACE | i128::from(place)
    };
    let sides = game.iter().rev().fold(0, side);
    (sides << 1 | i128::from(weighed)) << PLACE | game.len() as i128
}

/// Unpacks the result of a game from an integer; `None` if the integer is invalid. The returned
/// flag is true if luck values are stored after the game.
fn unpacked(number: i128) -> Option<(RatedGame, bool)> {
    let low = |number: i128, bits: u32| number & ((1 << bits) - 1);
    let mut rest = number >> (PLACE + 1);
    let side = |_| {
        let side = low(rest, SIDE);
        rest >>= SIDE;
        ((side >> PLACE) as u8, low(side, PLACE) as u8)
    };
    let sides = low(number, PLACE) as usize;
    let game: RatedGame = (0..sides.min(MAX_SIDES)).map(side).collect();
    let sound = rest == 0 && sides <= MAX_SIDES;
    sound.then_some((game, low(number >> PLACE, 1) == 1))
}

/// Reads results of games and their luck values from stored integers; `None` if the integers are
/// invalid.
fn read(numbers: &[i128]) -> Option<(Vec<RatedGame>, Vec<OfSides>)> {
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

/// Returns wins and luck of each bot in each deal. Returns empty lists if luck is not measured.
pub fn by_deal(bots: usize, games: &[RatedGame], luck: &[OfSides]) -> Vec<Lucky> {
    let mut lucky = vec![Lucky::default(); bots];
    let deals = games.chunks_exact(bots).zip(luck.chunks_exact(bots));
    for (deal, (games, luck)) in (0..).zip(deals) {
        let mut sums = vec![(0, [0; 2]); bots];
        for (game, luck) in games.iter().zip(luck) {
            for (&(bot, place), luck) in game.iter().zip(luck) {
                let (wins, sum) = &mut sums[usize::from(bot)];
                *wins += u32::from(place == 1);
                sum.iter_mut().zip(luck).for_each(|(sum, luck)| *sum += luck);
            }
        }
        for (lucky, (wins, luck)) in lucky.iter_mut().zip(sums) {
            lucky.add(deal, wins, luck);
        }
    }
    lucky
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::counts::Counts;

    #[test]
    fn luck_goes_to_the_bot_that_had_it_and_a_deal_is_one_observation() {
        // Three bots, of which two play in each game. The last deal lacks one game.
        let games: Vec<RatedGame> = [(0, 1), (1, 2), (2, 0), (0, 1)]
            .map(|(winner, loser)| [(winner, 1), (loser, 2)].into_iter().collect())
            .to_vec();
        let mut luck = [[[0; 2]; MAX_PLAYERS]; 4];
        for (number, of_sides) in (1..).zip(&mut luck) {
            (of_sides[0], of_sides[1]) = ([number, 10 * number], [-number, -10 * number]);
        }
        let found = by_deal(3, &games, &luck);
        // In game number n, counted from 1, the winner has luck n and the loser −n.
        for (bot, sum) in [(0, 1 - 3), (1, 2 - 1), (2, 3 - 2)] {
            let mut expected = Lucky::default();
            expected.add(0, 1, [sum, 10 * sum]);
            assert_eq!(found[bot], expected, "bot {bot}");
        }
        assert_eq!(by_deal(3, &games, &[]), [Lucky::default(); 3]);
    }

    #[test]
    fn games_come_back_from_their_numbers_and_stand_in_their_order() {
        let deals = |first: u64, games: &[RatedGame], weighs: bool| {
            let luck = |number: i64| [[number, -number]; MAX_PLAYERS];
            let mut deals = Deals::none(3);
            deals.first = first;
            deals.games = games.to_vec();
            deals.luck = (0..games.len() as i64).map(luck).collect();
            deals.luck.truncate(if weighs { games.len() } else { 0 });
            deals.clocks[1].decisions = 5;
            deals
        };
        let games: Vec<RatedGame> = [(0, 1), (1, 2), (2, 0), (0, 1)]
            .map(|(winner, loser)| [(winner, 1), (loser, 2)].into_iter().collect())
            .to_vec();
        for weighs in [false, true] {
            let mut counts = Counts::of(&mut deals(2, &games[2..], weighs));
            assert!(counts.merge(Counts::of(&mut deals(0, &games[..2], weighs))));
            let mut back = Deals::none(3);
            assert!(counts.fill(&mut back, 4));
            assert_eq!(back.games, games);
            assert_eq!(back.clocks[1].decisions, 10);
            assert_eq!(back.luck.len(), if weighs { 4 } else { 0 });
            assert!(back.luck.iter().all(|luck| luck[2..] == [[0; 2]; MAX_PLAYERS - 2]));
        }
        let holds = |games: &[RatedGame], bots: usize| {
            let counts = Counts::of(&mut deals(0, games, false));
            let clocks = vec![Clock::default(); bots];
            let mut back = Deals { clocks, ..Deals::default() };
            counts.fill(&mut back, 1)
        };
        assert!(holds(&games[..1], 3));
        assert!(!holds(&games[..2], 3), "of another number of games");
        let game = |sides: [(u8, u8); 2]| [sides.into_iter().collect()];
        assert!(!holds(&game([(3, 1), (0, 2)]), 3), "no bot of the ladder's");
        assert!(!holds(&game([(1, 0), (0, 2)]), 3), "no place");
        assert!(!holds(&game([(1, 1), (0, 3)]), 3), "no place");
        assert_eq!(read(&[-1]), None, "no game");
        assert_eq!(read(&[15]), None, "too many sides");
        assert_eq!(read(&[packed(&games[0], false) - 1]), None, "more than its sides");
        assert_eq!(read(&[packed(&games[0], true), 1]), None, "no luck");
    }
}
