//! Estimates the strengths of team members, and the synergies of pairs of members, from the wins of
//! teams.
//!
//! A team's strength (see [`super::choice`]) is the sum of its members' strengths. The larger model
//! adds a synergy for each pair of members. Only differences between teams can be measured, so the
//! strengths are normalized to a sum of 0. The synergies of each member with all others also sum to
//! 0: an advantage that a fighter gives to every team is part of the fighter's strength.
//!
//! Synergies can be estimated only if each pair is observed with and against many other fighters,
//! and if all teams have the same size. If two teams use up all fighters (four against four of
//! eight), the synergies of a team and of its complement are equal and cancel out. In such cases,
//! only strengths are estimated.
//!
//! Every line-up has the same weight, so that the estimate does not depend on which line-ups needed
//! more games. The intervals use the real number of games, and are valid even if the model is wrong
//! (see [`Fit::covariance_of`]). They cover the best additive approximation of the line-ups'
//! results, and account only for the randomness of the games.

use super::choice::{Contest, Fit, add_spread, fit};
use super::matrix::Matrix;

/// A line-up of teams that played against each other, with the number of wins of each team.
#[derive(Debug, Clone, PartialEq)]
pub struct Fought {
    /// Members of each team, as indices from 0; each member occurs at most once. The opponent of a
    /// party in a cooperative game (the game itself) is a team without members.
    pub teams: Vec<Vec<usize>>,
    /// Number of games that each team won.
    pub wins: Vec<u64>,
}

/// One additive part of a team's strength in logits, such as a member's strength or a synergy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrengthPart {
    pub value: f64,
    /// Standard error of a part of a team's strength, in logits.
    pub error: f64,
}

/// Estimates the strength of each team member, in logits; the strengths sum to 0. `None` if the
/// line-ups do not identify the strengths.
pub fn strengths(members: usize, fought: &[Fought]) -> Option<Vec<StrengthPart>> {
    // If teams have several sizes, each size has a parameter of its own.
    let mut sizes: Vec<usize> = fought.iter().flat_map(|f| f.teams.iter().map(Vec::len)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let of_size = |size| members + sizes.iter().position(|known| *known == size).unwrap_or(0);
    let mut gauge: Vec<Vec<usize>> = vec![(0..members).collect()];
    let mut parameters = members;
    if sizes.len() > 1 {
        gauge.push((members..members + sizes.len()).collect());
        parameters += sizes.len();
    }
    let side = |team: &Vec<usize>| {
        let mut side = team.clone();
        side.extend((sizes.len() > 1).then(|| of_size(team.len())));
        side
    };
    let model = Model::new(parameters, fought, &gauge, side)?;
    Some((0..members).map(|member| model.effect(member)).collect())
}

/// Estimates the synergies of all pairs of team members (the part of a team's strength that exceeds
/// the sum of their strengths), in order of the pairs. `None` if the line-ups do not identify the
/// synergies.
pub fn synergies(members: usize, fought: &[Fought]) -> Option<Vec<StrengthPart>> {
    let size = fought.first()?.teams.first()?.len();
    let mut teams = fought.iter().flat_map(|f| &f.teams);
    let alike = teams.all(|team| team.is_empty() || team.len() == size);
    // Of four members, the synergy of two is that of the other two; of three, all are 0.
    if !alike || size < 2 || members < 5 {
        return None;
    }
    let pairs: Vec<(usize, usize)> =
        (0..members).flat_map(|a| (a + 1..members).map(move |b| (a, b))).collect();
    let index = |a: usize, b: usize| {
        let pair = (a.min(b), a.max(b));
        members + pairs.binary_search(&pair).expect("every pair is listed")
    };
    let of_game = members + pairs.len();
    let side = |team: &Vec<usize>| {
        let mut side = team.clone();
        side.extend(team.is_empty().then_some(of_game));
        for (i, &a) in team.iter().enumerate() {
            side.extend(team[..i].iter().map(|&b| index(a, b)));
        }
        side
    };
    let mut gauge: Vec<Vec<usize>> = vec![(0..members).collect()];
    for a in 0..members {
        gauge.push((0..members).filter(|b| *b != a).map(|b| index(a, b)).collect());
    }
    let has_game = fought.iter().flat_map(|f| &f.teams).any(Vec::is_empty);
    let model = Model::new(of_game + usize::from(has_game), fought, &gauge, side)?;
    Some((members..of_game).map(|pair| model.effect(pair)).collect())
}

/// Returns the change of a team's win rate if `effect` logits are added to the team's strength.
/// `fair` is the win rate without the change; both rates are between 0 and 1.
pub fn gain(effect: f64, fair: f64) -> f64 {
    let odds = fair / (1.0 - fair) * libm::exp(effect);
    odds / (1.0 + odds) - fair
}

/// A fit of strengths (maximum-likelihood estimate) in which every line-up has the same weight.
struct Model {
    fit: Fit,
    covariance: Matrix,
}

impl Model {
    fn new(
        parameters: usize,
        fought: &[Fought],
        gauge: &[Vec<usize>],
        side: impl Fn(&Vec<usize>) -> Vec<usize>,
    ) -> Option<Model> {
        // Number of wins added for each team. Without them, the strength of a team without wins
        // would be infinite.
        const MORE: f64 = 0.5;
        let games = |f: &Fought| f.wins.iter().map(|&wins| wins as f64 + MORE).sum::<f64>();
        let contests: Vec<Contest> = fought
            .iter()
            .map(|f| Contest {
                sides: f.teams.iter().map(&side).collect(),
                wins: f.wins.iter().map(|&wins| (wins as f64 + MORE) / games(f)).collect(),
            })
            .collect();
        let fit = fit(parameters, &contests, gauge)?;
        let mut spread = Matrix::zero(parameters);
        for (contest, f) in contests.iter().zip(fought) {
            add_spread(&mut spread, &contest.sides, &contest.wins, 1.0 / games(f));
        }
        let covariance = fit.covariance_of(&spread);
        Some(Model { fit, covariance })
    }

    fn effect(&self, parameter: usize) -> StrengthPart {
        StrengthPart {
            value: self.fit.values[parameter],
            error: self.covariance.at(parameter, parameter).max(0.0).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::intervals::z;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Returns all possible line-ups of `teams` teams of `size` members, chosen from `members`
    /// members.
    fn line_ups(members: usize, size: usize, teams: usize) -> Vec<Vec<Vec<usize>>> {
        let everybody: Vec<usize> = (0..members).collect();
        crate::stats::line_ups::every(&everybody, &vec![size; teams])
    }

    /// Simulates games between teams whose strength a function gives. Every third line-up plays ten
    /// times as many games.
    fn play(
        line_ups: &[Vec<Vec<usize>>],
        strength: impl Fn(&[usize]) -> f64,
        games: u64,
        luck: &mut Pcg64Mcg,
    ) -> Vec<Fought> {
        let fight = |(i, teams): (usize, &Vec<Vec<usize>>)| {
            let odds: Vec<f64> = teams.iter().map(|team| strength(team).exp()).collect();
            let all: f64 = odds.iter().sum();
            let mut wins = vec![0; teams.len()];
            for _ in 0..if i % 3 == 0 { games * 10 } else { games } {
                let mut point = luck.random::<f64>() * all;
                let winner = odds.iter().position(|odd| {
                    point -= odd;
                    point < 0.0
                });
                wins[winner.unwrap_or(0)] += 1;
            }
            Fought { teams: teams.clone(), wins }
        };
        line_ups.iter().enumerate().map(fight).collect()
    }

    const STRENGTHS: [f64; 8] = [0.5, -0.2, 0.1, 0.0, -0.6, 0.3, 0.2, -0.3];

    /// Returns the true synergy of two members in the simulation. Four pairs have a positive
    /// synergy and four a negative one; the synergies of each member sum to 0.
    fn planted(a: usize, b: usize) -> f64 {
        match (a.min(b), a.max(b)) {
            (0, 1) | (2, 3) | (4, 5) | (6, 7) => 0.4,
            (1, 2) | (3, 4) | (5, 6) | (0, 7) => -0.4,
            _ => 0.0,
        }
    }

    fn strength(team: &[usize]) -> f64 {
        let alone: f64 = team.iter().map(|&m| STRENGTHS[m]).sum();
        let pairs = (0..team.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        alone + pairs.map(|(i, j)| planted(team[i], team[j])).sum::<f64>()
    }

    #[test]
    fn recovers_planted_strengths_and_synergies_and_covers_them_as_often_as_it_says() {
        let mut luck = Pcg64Mcg::seed_from_u64(3);
        for (size, teams) in [(2, 2), (3, 2), (2, 3)] {
            let line_ups = line_ups(8, size, teams);
            let (mut covered, mut asked) = (0, 0);
            for _ in 0..20 {
                let fought = play(&line_ups, strength, 200, &mut luck);
                let reach = |effect: StrengthPart| z(0.95) * effect.error;
                let pairs = (0..8).flat_map(|a| (a + 1..8).map(move |b| (a, b)));
                for (synergy, (a, b)) in synergies(8, &fought).unwrap().into_iter().zip(pairs) {
                    let off = (synergy.value - planted(a, b)).abs();
                    covered += i32::from(off <= reach(synergy));
                    asked += 1;
                    assert!(off < 0.25);
                }
            }
            // Expected: 95 % of 560, which is 532, with a standard deviation of 5.
            assert!(
                (513..=550).contains(&covered),
                "{covered} of {asked} in {teams} teams of {size}"
            );
        }
    }

    #[test]
    fn strengths_alone_are_recovered_and_say_what_to_expect() {
        let mut luck = Pcg64Mcg::seed_from_u64(4);
        let alone = |team: &[usize]| team.iter().map(|&m| STRENGTHS[m]).sum::<f64>();
        for (size, teams) in [(1, 2), (1, 4), (2, 2), (4, 2), (2, 4)] {
            let fought = play(&line_ups(8, size, teams), alone, 2_000, &mut luck);
            let got = strengths(8, &fought).unwrap();
            for (effect, truth) in got.iter().zip(STRENGTHS) {
                let off = (effect.value - truth).abs();
                assert!(
                    off < 4.0 * effect.error && effect.error < 0.05,
                    "{teams} teams of {size}: {got:?}"
                );
            }
        }
    }

    #[test]
    fn teams_of_two_sizes_have_strengths_too() {
        let mut luck = Pcg64Mcg::seed_from_u64(6);
        let everybody: Vec<usize> = (0..8).collect();
        let line_ups = crate::stats::line_ups::every(&everybody, &[3, 2]);
        // Each additional member adds 0.7 to the team's strength.
        let sized = |team: &[usize]| {
            team.iter().map(|&m| STRENGTHS[m]).sum::<f64>() + 0.7 * team.len() as f64
        };
        let fought = play(&line_ups, sized, 100, &mut luck);
        let got = strengths(8, &fought).unwrap();
        for (effect, truth) in got.iter().zip(STRENGTHS) {
            assert!((effect.value - truth).abs() < 4.0 * effect.error, "{got:?}");
        }
        assert_eq!(synergies(8, &fought), None);
    }

    #[test]
    fn synergies_that_cannot_be_seen_are_not_told() {
        let mut luck = Pcg64Mcg::seed_from_u64(8);
        // Line-ups that do not identify synergies: four against four of eight, two against two of
        // four, and teams of one.
        for (members, size) in [(8, 4), (4, 2), (8, 1)] {
            let fought = play(&line_ups(members, size, 2), strength, 100, &mut luck);
            assert_eq!(synergies(members, &fought), None, "{size} of {members}");
            assert!(strengths(members, &fought).is_some());
        }
        // Parties of two of four.
        let parties = line_ups(4, 2, 1).into_iter();
        let parties = parties
            .map(|party| Fought { teams: [party, vec![vec![]]].concat(), wins: vec![40, 60] });
        let parties: Vec<Fought> = parties.collect();
        assert_eq!(synergies(4, &parties), None);
        assert!(strengths(4, &parties).is_some());
    }

    #[test]
    fn a_gain_is_a_share() {
        assert!((gain(3f64.ln(), 0.5) - 0.25).abs() < 1e-12);
        assert_eq!(gain(0.0, 0.25), 0.0);
    }
}
