//! Ratings of contestants with intervals, estimated from won games, and head-to-head results.
//!
//! The probability that a contestant wins a game is proportional to exp(rating): Luce's rule, see
//! [`super::choice`]. For two contestants this is the Bradley–Terry model. Games come in *deals*:
//! the same cards and dice are played several times, each time with the contestants in other seats.
//! A lucky seat helps every contestant once, so the games of a deal are correlated. The standard
//! errors therefore treat the deal, not the game, as the independent observation.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use super::choice::{Contest, add_spread, fit};
use super::matrix::Matrix;

/// Maximum number of sides of a game.
pub const MAX_SIDES: usize = 8;

/// One game: for each side the index of its contestant and its final rank. Sides with rank 1 have
/// won. The type is compact, because millions of games are stored.
pub type RatedGame = ArrayVec<(u8, u8), MAX_SIDES>;

/// Returns the contestants that won a game, one entry per winning side. If no side has rank 1, the
/// game is a tie and all sides count as winners.
fn winners(game: &[(u8, u8)]) -> Vec<u8> {
    let won: Vec<u8> = game.iter().filter(|side| side.1 == 1).map(|side| side.0).collect();
    if won.is_empty() {
        return game.iter().map(|side| side.0).collect();
    }
    won
}

/// Ratings (strengths) of all contestants, with their covariance.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// Rating of each contestant in logits; the ratings sum to 0.
    pub of: Vec<f64>,
    covariance: Matrix,
}

/// Elo points per logit: a difference of 400 points means odds of ten to one.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Minimum number of deals for an interval of a rating. Fewer deals cannot estimate the variance
/// between deals.
pub const FEWEST_DEALS: usize = 10;

impl Ratings {
    /// Returns the standard error of a contestant's rating, in logits.
    pub fn error(&self, contestant: usize) -> f64 {
        self.covariance.at(contestant, contestant).max(0.0).sqrt()
    }

    /// Returns the standard error of the difference of two ratings, in logits.
    pub fn error_of_difference(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        (c.at(a, a) + c.at(b, b) - 2.0 * c.at(a, b)).max(0.0).sqrt()
    }
}

/// Estimates ratings from the winners of games. Several winners of a game share the win.
///
/// The fit includes additional results of games of all contestants against all: half a win for each
/// contestant. They keep the rating of a contestant without wins finite.
///
/// Returns `None` with fewer than [`FEWEST_DEALS`] deals, or if the games do not connect all
/// contestants.
pub fn rate(contestants: usize, deals: &[&[RatedGame]]) -> Option<Ratings> {
    if deals.len() < FEWEST_DEALS {
        return None;
    }
    let alone = |contestant: usize| vec![contestant];
    let everybody: Vec<Vec<usize>> = (0..contestants).map(alone).collect();
    let mut contests: BTreeMap<Vec<u8>, Vec<f64>> = BTreeMap::new();
    for game in deals.iter().copied().flatten() {
        let mut seated: Vec<u8> = game.iter().map(|side| side.0).collect();
        seated.sort_unstable();
        let winners = winners(game);
        let place = |winner| seated.iter().position(|side| side == winner);
        let places: Vec<usize> = winners.iter().filter_map(place).collect();
        let wins = contests.entry(seated).or_insert_with_key(|seated| vec![0.0; seated.len()]);
        for &place in &places {
            wins[place] += 1.0 / places.len() as f64;
        }
    }
    let mut contests: Vec<Contest> = contests
        .into_iter()
        .map(|(seated, wins)| Contest {
            sides: seated.into_iter().map(|side| alone(side.into())).collect(),
            wins,
        })
        .collect();
    contests.push(Contest { wins: vec![0.5; contestants], sides: everybody.clone() });
    let fit = fit(contestants, &contests, &[(0..contestants).collect()])?;

    let mut spread = Matrix::zero(contestants);
    for deal in deals {
        let mut off = vec![0.0; contestants];
        for game in *deal {
            let sides: Vec<usize> = game.iter().map(|side| usize::from(side.0)).collect();
            let odds = sides.iter().map(|&side| libm::exp(fit.values[side]));
            let all: f64 = odds.clone().sum();
            for (&side, odds) in sides.iter().zip(odds) {
                off[side] -= odds / all;
            }
            let winners = winners(game);
            for &winner in &winners {
                off[usize::from(winner)] += 1.0 / winners.len() as f64;
            }
        }
        let deals = deals.len() as f64;
        spread.add_square(&off, deals / (deals - 1.0));
    }
    // The variance of the additional results, in which all contestants win equally often.
    let alike = vec![1.0 / contestants as f64; contestants];
    add_spread(&mut spread, &everybody, &alike, 0.5 * contestants as f64);
    Some(Ratings { covariance: fit.covariance_of(&spread), of: fit.values })
}

/// Head-to-head result of one contestant against another. A game counts once for each pair of their
/// sides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Encounter {
    pub games: u64,
    /// Number of games that the first contestant won.
    pub wins: u64,
    /// Number of games that the second contestant won.
    pub losses: u64,
    /// Number of games in which the first contestant finished ahead of the second.
    pub ahead: u64,
}

/// Returns the head-to-head results of all pairs of contestants. The entry of a contestant with
/// itself stays 0.
pub fn encounters(contestants: usize, games: &[RatedGame]) -> Vec<Vec<Encounter>> {
    let mut all = vec![vec![Encounter::default(); contestants]; contestants];
    for game in games {
        for &(a, place) in game {
            for &(b, other) in game.iter().filter(|side| side.0 != a) {
                let met = &mut all[usize::from(a)][usize::from(b)];
                met.games += 1;
                met.wins += u64::from(place == 1);
                met.losses += u64::from(other == 1);
                met.ahead += u64::from(place < other);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::intervals::z;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    const STRENGTHS: [f64; 5] = [1.0, 0.4, 0.1, -0.3, -1.2];

    /// Simulates games of five contestants, who rotate through `seats` seats at the table. The
    /// games come in deals with the same random events. In each deal one random seat adds `luck` to
    /// the strength of its player.
    fn games(deals: usize, seats: usize, luck: f64, random: &mut Pcg64Mcg) -> Vec<RatedGame> {
        let mut games = vec![];
        for _ in 0..deals {
            let lucky = random.random_range(0..seats);
            for turn in 0..5 {
                let seated: Vec<usize> = (0..seats).map(|seat| (seat + turn) % 5).collect();
                let odds = seated.iter().enumerate().map(|(seat, &who)| {
                    (STRENGTHS[who] + if seat == lucky { luck } else { 0.0 }).exp()
                });
                let mut left: Vec<(usize, f64)> = seated.iter().copied().zip(odds).collect();
                let mut game = RatedGame::new();
                for place in 1.. {
                    let all: f64 = left.iter().map(|side| side.1).sum();
                    if left.is_empty() {
                        break;
                    }
                    let mut point = random.random::<f64>() * all;
                    let next = left.iter().position(|side| {
                        point -= side.1;
                        point < 0.0
                    });
                    let (who, _) = left.remove(next.unwrap_or(0));
                    game.push((who as u8, place));
                }
                games.push(game);
            }
        }
        games
    }

    /// Estimates ratings from these games. Every five consecutive games are a deal, i.e. have the
    /// same cards and dice.
    fn rated(games: &[RatedGame]) -> Ratings {
        rate(5, &games.chunks(5).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn recovers_planted_strengths_and_covers_them_as_often_as_it_says() {
        let mut random = Pcg64Mcg::seed_from_u64(21);
        for seats in [2, 4] {
            let mut covered = 0;
            for _ in 0..200 {
                let ratings = rated(&games(120, seats, 0.0, &mut random));
                for (i, truth) in STRENGTHS.iter().enumerate() {
                    let off = (ratings.of[i] - truth).abs();
                    covered += i32::from(off <= z(0.95) * ratings.error(i));
                }
                assert!(ratings.of.iter().sum::<f64>().abs() < 1e-9);
            }
            // Expected: 95 % of 1,000, which is 950, with a standard deviation of about 7.
            assert!((925..=975).contains(&covered), "{covered} of 1000 at {seats} seats");
        }
    }

    #[test]
    fn what_a_seat_is_worth_cancels_within_a_deal() {
        let mut random = Pcg64Mcg::seed_from_u64(23);
        let games = games(400, 4, 3.0, &mut random);
        let together = rated(&games);
        // The lucky seat wins most games for any contestant, so the ratings are closer together but
        // keep their order.
        assert!(together.of.is_sorted_by(|a, b| a > b), "{together:?}");
        // The same games in another order, so that the games of a deal no longer have the same
        // lucky seat.
        let apart: Vec<RatedGame> =
            (0..5).flat_map(|turn| games.iter().skip(turn).step_by(5).cloned()).collect();
        let apart = rated(&apart);
        for contestant in 0..5 {
            assert!((together.of[contestant] - apart.of[contestant]).abs() < 1e-9);
            assert!(together.error(contestant) < 0.95 * apart.error(contestant));
        }
        assert!(together.error_of_difference(0, 4) < apart.error_of_difference(0, 4));
    }

    #[test]
    fn a_game_that_nobody_wins_is_a_tie() {
        let tie: RatedGame = [(0, 2), (1, 2)].into_iter().collect();
        let ties = vec![vec![tie.clone()]; 40];
        let rated = |deals: &[Vec<RatedGame>]| {
            let deals: Vec<&[RatedGame]> = deals.iter().map(Vec::as_slice).collect();
            rate(2, &deals).expect("ties are rated")
        };
        let even = rated(&ties);
        assert!(even.of[0].abs() < 1e-9 && even.error(0) > 0.0, "{even:?}");
        // A tie counts as half a win for each: 30 wins and 10 ties of 40 games are 35 wins. The
        // additional results add half a win.
        let won: RatedGame = [(0, 1), (1, 2)].into_iter().collect();
        let mut deals = vec![vec![won]; 30];
        deals.extend(vec![vec![tie]; 10]);
        let off = rated(&deals).of;
        assert!((off[0] - off[1] - (35.5f64 / 5.5).ln()).abs() < 1e-6);
        let games: Vec<RatedGame> = deals.concat();
        let met = encounters(2, &games)[0][1];
        assert_eq!((met.games, met.wins, met.losses, met.ahead), (40, 30, 0, 30));
        // Two of three contestants share a win. In the other game, one contestant plays two sides.
        assert_eq!(winners(&[(2, 1), (0, 1), (1, 3)]), [2, 0]);
        assert_eq!(winners(&[(0, 3), (0, 3), (1, 3)]), [0, 0, 1]);
    }

    #[test]
    fn one_who_never_won_is_weak_and_nobody_knows_how_weak() {
        let game = |winner: u8| -> RatedGame {
            [(0, 3), (1, 2), (2, 3)]
                .into_iter()
                .map(|(who, place)| (who, if who == winner { 1 } else { place }))
                .collect()
        };
        let games: Vec<RatedGame> = (0..40).map(|i| game(1 + i % 2)).collect();
        let deals: Vec<&[RatedGame]> = games.chunks(2).collect();
        let ratings = rate(3, &deals).unwrap();
        assert!(ratings.of[0] < -2.0 && ratings.error(0) > 0.5, "{ratings:?}");
        assert_eq!(rate(3, &deals[..9]), None);
        let met = encounters(3, &games);
        assert_eq!(
            (met[0][1].games, met[0][1].wins, met[0][1].losses, met[0][1].ahead),
            (40, 0, 20, 0)
        );
        assert_eq!((met[1][0].wins, met[1][0].ahead), (20, 40));
    }
}
