//! Compact storage of the results of a ladder. A deal is a group of games with the same line-up and
//! dice.

use crate::game::MAX_PLAYERS;
use crate::simulate::Clock;
use crate::stats::counts::{CountedSums, Through};
use crate::stats::ratings::{MAX_SIDES, RatedGame};

const _: () = assert!(MAX_PLAYERS <= MAX_SIDES, "every side is a player's");

/// The results of consecutive games of a ladder.
#[derive(Debug, Clone, Default)]
pub struct Deals {
    /// Number of the first of the consecutive games.
    pub first: u64,
    pub games: Vec<RatedGame>,
    /// Thinking time and number of decisions of each bot.
    pub clocks: Vec<Clock>,
}

impl Deals {
    /// Creates empty results for a tournament of `bots` bots.
    pub fn none(bots: usize) -> Deals {
        Deals { clocks: vec![Clock::default(); bots], ..Deals::default() }
    }

    /// Adds the result of the game with this number. The games may come in any order.
    pub fn add(&mut self, number: u64, game: RatedGame) {
        let place = (number - self.first) as usize;
        self.games.resize(self.games.len().max(place + 1), RatedGame::new());
        self.games[place] = game;
    }
}

impl CountedSums for Deals {
    fn show(&mut self, through: &mut Through<'_>) {
        for clock in &mut self.clocks {
            through.sums([&mut clock.decisions, &mut clock.nanoseconds]);
        }
        // `packed` stores the result of a game as one number.
        let mut numbers: Vec<i128> = self.games.iter().map(packed).collect();
        through.list(self.first, &mut numbers);
        if !numbers.is_empty() {
            let games: Option<Vec<RatedGame>> =
                numbers.iter().map(|&game| unpacked(game)).collect();
            through.holds(games.is_some());
            self.games = games.unwrap_or_default();
        }
        let bots = self.clocks.len();
        let known = |game: &RatedGame| {
            let places = 1..=game.len();
            (game.iter()).all(|&(bot, place)| {
                usize::from(bot) < bots && places.contains(&usize::from(place))
            })
        };
        through.of_games(self.games.len() as u64);
        through.holds(self.games.iter().all(known));
    }
}

/// Number of bits that store the place of a side. [`SIDE`] is the number of bits for a bot and its
/// place together.
const PLACE: u32 = 4;
const SIDE: u32 = 8 + PLACE;

const _: () = assert!(MAX_SIDES < 1 << PLACE && PLACE + MAX_SIDES as u32 * SIDE < i128::BITS);

/// Packs the result of a game into an integer. From the lowest bit: the number of sides, and the
/// bot and the place of each side.
fn packed(game: &RatedGame) -> i128 {
    let side = |rest: i128, &(bot, place): &(u8, u8)| {
        rest << SIDE | i128::from(bot) << PLACE | i128::from(place)
    };
    game.iter().rev().fold(0, side) << PLACE | game.len() as i128
}

/// Unpacks the result of a game from an integer; `None` if the integer is invalid.
fn unpacked(number: i128) -> Option<RatedGame> {
    let low = |number: i128, bits: u32| number & ((1 << bits) - 1);
    let mut rest = number >> PLACE;
    let side = |_| {
        let side = low(rest, SIDE);
        rest >>= SIDE;
        ((side >> PLACE) as u8, low(side, PLACE) as u8)
    };
    let sides = low(number, PLACE) as usize;
    let game: RatedGame = (0..sides.min(MAX_SIDES)).map(side).collect();
    (rest == 0 && sides <= MAX_SIDES).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::counts::Counts;

    #[test]
    fn games_come_back_from_their_numbers_and_stand_in_their_order() {
        let deals = |first: u64, games: &[RatedGame]| {
            let mut deals = Deals::none(3);
            deals.first = first;
            for (number, game) in games.iter().enumerate().rev() {
                deals.add(first + number as u64, game.clone());
            }
            deals.clocks[1].decisions = 5;
            deals
        };
        let games: Vec<RatedGame> = [(0, 1), (1, 2), (2, 0), (0, 1)]
            .map(|(winner, loser)| [(winner, 1), (loser, 2)].into_iter().collect())
            .to_vec();
        let mut counts = Counts::of(&mut deals(2, &games[2..]));
        assert!(counts.merge(Counts::of(&mut deals(0, &games[..2]))));
        let mut back = Deals::none(3);
        assert!(counts.fill(&mut back, 4));
        assert_eq!(back.games, games);
        assert_eq!(back.clocks[1].decisions, 10);
        let holds = |games: &[RatedGame], bots: usize| {
            let counts = Counts::of(&mut deals(0, games));
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
        assert_eq!(unpacked(-1), None, "no game");
        assert_eq!(unpacked(15), None, "too many sides");
        assert_eq!(unpacked(packed(&games[0]) - 1), None, "more than its sides");
    }
}
