//! Sums over many games from which the shape of a game is computed, as whole numbers.

use std::f64::consts::FRAC_2_PI;

use super::course::{Course, ScenarioSides};
use crate::stats::counts::{CountedSums, Counts, Through};
use crate::stats::hash::mix;
use crate::stats::intervals::{Interval, z};
use crate::stats::luck::Lucky;
use crate::stats::order::Order;

/// The whole number that stands for a share of 1; shares are stored as whole numbers.
const UNIT: f64 = 10_000.0;
/// Number of equal bins into which probabilities (0 to 1) are divided.
pub const BINS: usize = 10;

/// Sums of a number over games, from which its mean and standard error are computed.
#[derive(Debug, Clone, Copy, Default)]
pub struct MeanSums {
    pub games: u64,
    sum: u64,
    squares: u64,
}

impl MeanSums {
    fn add(&mut self, number: u64) {
        self.games += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// Adds the value of one game, which is a share from 0 to 1.
    fn add_share(&mut self, share: f64) {
        self.add((share * UNIT).round() as u64);
    }

    fn show(&mut self, through: &mut Through<'_>) {
        through.sums([&mut self.games, &mut self.sum, &mut self.squares]);
    }

    /// Returns the mean of the summed number with its standard error; `None` for fewer than two
    /// games.
    fn mean_and_error(&self) -> Option<(f64, f64)> {
        let n = self.games as f64;
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        (self.games > 1).then(|| (mean, (variance / (n - 1.0)).sqrt()))
    }

    /// Returns the mean of the summed number with its confidence interval; `None` for fewer than
    /// two games.
    pub fn mean(&self, level: f64) -> Option<(f64, Interval)> {
        let (mean, error) = self.mean_and_error()?;
        let reach = z(level) * error;
        let (low, high) = ((mean - reach).max(0.0), mean + reach);
        Some((mean, Interval { low, high }))
    }

    /// Returns the mean of the summed shares with its confidence interval; `None` for fewer than
    /// two games.
    pub fn mean_share(&self, level: f64) -> Option<(f64, Interval)> {
        let (mean, Interval { low, high }) = self.mean(level)?;
        let (low, high) = (low / UNIT, (high / UNIT).min(1.0));
        Some((mean / UNIT, Interval { low, high }))
    }
}

/// Counts of moments of games in which a side's estimate of its probability of winning is in the
/// same bin (such as 10 to 20 %).
#[derive(Debug, Clone, Copy, Default)]
pub struct Bin {
    pub moments: u64,
    /// Number of moments whose side won the game in the end.
    pub won: u64,
    /// Sum of the estimated probabilities of winning over all moments, in 1/10,000.
    sum: u64,
    squares: u64,
    /// Sum of the estimated probabilities of winning over the moments whose side won, in 1/10,000.
    sum_won: u64,
}

impl Bin {
    pub fn add(&mut self, estimate: f64, won: bool) {
        let number = (estimate * UNIT).round() as u64;
        self.moments += 1;
        self.won += u64::from(won);
        self.sum += number;
        self.squares += number * number;
        self.sum_won += number * u64::from(won);
    }

    fn show(&mut self, through: &mut Through<'_>) {
        through.sums([&mut self.moments, &mut self.won, &mut self.sum]);
        through.sums([&mut self.squares, &mut self.sum_won]);
        through.holds(self.won <= self.moments && self.sum_won <= self.sum);
    }

    /// Mean estimated probability of winning over the moments in the bin; `None` without moments.
    pub fn estimate(&self) -> Option<f64> {
        (self.moments > 0).then(|| self.sum as f64 / self.moments as f64 / UNIT)
    }

    /// Mean absolute difference between the mean estimate and the share won that sampling error
    /// alone causes if all estimates are exact (normal approximation). 0 without moments.
    pub fn error_by_chance(&self) -> f64 {
        let n = self.moments.max(1) as f64;
        // Mean of p(1 − p), the variance of one game.
        let variance = self.sum as f64 / n / UNIT - self.squares as f64 / n / (UNIT * UNIT);
        (FRAC_2_PI * variance.max(0.0) / n).sqrt()
    }

    /// Squared correlation of estimated probability and result: the share of the variance of
    /// winning that the estimates explain. `None` if it is undefined.
    pub fn explained(&self) -> Option<f64> {
        let n = self.moments as f64;
        let (x, y) = (self.sum as f64 / n, self.won as f64 / n);
        let variances = (self.squares as f64 / n - x * x) * (y - y * y);
        let covariance = self.sum_won as f64 / n - x * y;
        (variances > 0.0).then(|| covariance * covariance / variances)
    }
}

/// Counts of games that were replayed with the same dice and another choice in one decision.
#[derive(Debug, Clone, Copy, Default)]
pub struct Otherwise {
    pub replayed: u64,
    /// Number of replayed games whose winner differs from the winner of the original game.
    pub changed: u64,
}

impl Otherwise {
    /// Share of the replayed games whose winner differs from that of the original game, 0 to 1;
    /// `None` without games.
    pub fn share(&self) -> Option<f64> {
        (self.replayed > 0).then(|| self.changed as f64 / self.replayed as f64)
    }

    pub fn add(&mut self, changed: bool) {
        self.replayed += 1;
        self.changed += u64::from(changed);
    }

    fn show(&mut self, through: &mut Through<'_>) {
        through.sums([&mut self.replayed, &mut self.changed]);
        through.holds(self.changed <= self.replayed);
    }
}

/// Counts of games in which a stronger bot played one seat, paired with the same games without the
/// stronger bot.
#[derive(Debug, Clone, Copy, Default)]
pub struct StrongerSeat {
    pub games: u64,
    /// Number of games that the seat won only with the stronger bot.
    pub gained: u64,
    /// Number of games that the seat won only without the stronger bot.
    pub lost: u64,
    /// Number of games that the seat won without the stronger bot.
    pub before: u64,
}

impl StrongerSeat {
    pub fn add(&mut self, before: bool, after: bool) {
        self.games += 1;
        self.before += u64::from(before);
        self.gained += u64::from(after && !before);
        self.lost += u64::from(before && !after);
    }

    fn show(&mut self, through: &mut Through<'_>) {
        let StrongerSeat { games, gained, lost, before } = self;
        through.sums([games, gained, lost, before]);
    }
}

/// The counters of the games of each member of a panel; a single list without a panel.
#[derive(Debug, Clone)]
pub struct Trainings(pub Vec<ShapeCounts>);

impl Trainings {
    /// Adds the counters of other games of the same members.
    pub fn merge(&mut self, mut other: Trainings) {
        let games = self.games() + other.games();
        let mut sum = Counts::of(self);
        let fits = sum.merge(Counts::of(&mut other)) && sum.fill(self, games);
        assert!(fits, "the counters are those of one scenario");
    }

    /// Returns the counters of all games together.
    pub fn together(&self) -> ShapeCounts {
        let mut each = self.0.iter().map(|member| Trainings(vec![member.clone()]));
        let mut all = each.next().expect("a member plays");
        each.for_each(|member| all.merge(member));
        all.0.swap_remove(0)
    }

    fn games(&self) -> u64 {
        self.0.iter().map(|member| member.games).sum()
    }
}

impl CountedSums for Trainings {
    fn show(&mut self, through: &mut Through<'_>) {
        self.0.iter_mut().for_each(|of| of.show_sums(through));
        through.of_games(self.games());
    }
}

/// All counters from which the shape of a game is computed.
#[derive(Debug, Clone)]
pub struct ShapeCounts {
    pub games: u64,
    /// Number of games by game length (number of rounds).
    pub lengths: Vec<u64>,
    /// Number of won games by the round after which the winner was in the lead until the end.
    pub decided: Vec<u64>,
    /// Number of won games in which the winner took the lead only in the last round.
    pub decided_last: u64,
    /// Sums of the round in which a game was decided, divided by the game's number of rounds.
    pub decided_share: MeanSums,
    pub decisions: MeanSums,
    pub lead_changes: MeanSums,
    /// Number of won games by bin of the winner's lowest probability of winning during the game.
    pub lowest: [u64; BINS],
    pub drama: MeanSums,
    pub last_lead: MeanSums,
    /// By bin of the estimated probability of winning: one randomly drawn moment and side of each
    /// game. In a cooperative game, the side is the party.
    pub calibration: [Bin; BINS],
    /// For each game, one randomly drawn side with its estimated probability of winning before the
    /// first round. In a cooperative game, the side is the party.
    pub start: Bin,
    /// For each seat at the table: share of the rounds that followed the seat's last decision.
    pub waiting: Vec<MeanSums>,
    /// Number of games chosen for replays with another choice in one decision.
    pub examined: u64,
    /// Replays with another choice by a seat that had almost no probability of winning.
    pub kingmaking: Otherwise,
    /// Replays with another choice in a randomly drawn decision of any seat.
    pub any: Otherwise,
    pub luck: Lucky,
    pub stronger: StrongerSeat,
}

/// Returns a pseudo-random index from 0 to `below` − 1; the same game and purpose give the same
/// index.
pub fn draw(game: u64, purpose: u64, below: usize) -> usize {
    (mix(mix(game) ^ purpose) % below.max(1) as u64) as usize
}

impl ShapeCounts {
    /// Creates empty counters for games of at most `rounds` rounds.
    pub fn none(rounds: usize, seats: usize) -> ShapeCounts {
        ShapeCounts {
            games: 0,
            lengths: vec![0; rounds + 1],
            decided: vec![0; rounds + 1],
            decided_last: 0,
            decided_share: MeanSums::default(),
            decisions: MeanSums::default(),
            lead_changes: MeanSums::default(),
            lowest: [0; BINS],
            drama: MeanSums::default(),
            last_lead: MeanSums::default(),
            calibration: [Bin::default(); BINS],
            start: Bin::default(),
            waiting: vec![MeanSums::default(); seats],
            examined: 0,
            kingmaking: Otherwise::default(),
            any: Otherwise::default(),
            luck: Lucky::default(),
            stronger: StrongerSeat::default(),
        }
    }

    /// Adds the course of one game (each side's probability of winning after each round) to the
    /// counters.
    pub fn add(&mut self, game: u64, sides: &ScenarioSides, course: &Course, decisions: usize) {
        let rounds = course.rounds();
        let most = self.lengths.len() - 1;
        self.games += 1;
        self.lengths[rounds.min(most)] += 1;
        self.decisions.add(decisions as u64);
        for seat in 0..sides.seats {
            let waiting = course.waiting[seat];
            self.waiting[seat].add_share(f64::from(waiting) / rounds as f64);
        }
        // In a cooperative game, the game's probability of winning is 1 minus the party's. If both
        // sides were drawn, even a constant estimate would explain who wins.
        let side = match sides.cooperative {
            true => 0,
            false => draw(game, 1, sides.count),
        };
        let moment = course.chances[draw(game, 2, rounds)][side];
        let won = course.winner == Some(side);
        self.calibration[bin(moment)].add(moment, won);
        self.start.add(course.chances[0][side], won);
        let Some(winner) = course.winner else {
            return;
        };
        let decided = course.decided(winner);
        self.decided[decided.min(most)] += 1;
        self.decided_last += u64::from(decided == rounds);
        self.decided_share.add_share(decided as f64 / rounds as f64);
        self.lead_changes.add(course.lead_changes() as u64);
        self.lowest[bin(course.lowest(winner))] += 1;
        self.drama.add_share(course.drama(winner));
        self.last_lead.add_share(course.last_lead());
    }

    /// Returns the index of the seat that waits significantly longer than every other seat; `None`
    /// if there is no such seat. `level` is the confidence level.
    pub fn longest_waiting(&self, level: f64) -> Option<usize> {
        let seats = self.waiting.iter().map(MeanSums::mean_and_error);
        let seats: Vec<(f64, f64)> = seats.collect::<Option<_>>()?;
        match Order::of_means(&seats, 1.0 - level).top().as_slice() {
            [seat] if seats.len() > 1 => Some(*seat),
            _ => None,
        }
    }

    /// Number of games that a side won, as opposed to games without a winner.
    pub fn won(&self) -> u64 {
        self.decided.iter().sum()
    }
}

/// Returns the index of the bin that contains a probability.
fn bin(chance: f64) -> usize {
    ((chance * BINS as f64) as usize).min(BINS - 1)
}

impl ShapeCounts {
    fn show_sums(&mut self, through: &mut Through<'_>) {
        through.sums([&mut self.games, &mut self.decided_last, &mut self.examined]);
        through.sums(self.lengths.iter_mut().chain(&mut self.decided));
        through.sums(&mut self.lowest);
        let ShapeCounts { decided_share, decisions, lead_changes, drama, last_lead, .. } = self;
        let sums = [decided_share, decisions, lead_changes, drama, last_lead].into_iter();
        sums.chain(&mut self.waiting).for_each(|sums| sums.show(through));
        for bin in self.calibration.iter_mut().chain([&mut self.start]) {
            bin.show(through);
        }
        self.kingmaking.show(through);
        self.any.show(through);
        self.luck.show(through);
        self.stronger.show(through);
        let games = |counts: &[u64]| counts.iter().sum::<u64>();
        through.holds(games(&self.lengths) == self.games && self.won() <= self.games);
        through.holds(games(&self.lowest) == self.won() && self.examined <= self.games);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MAX_PLAYERS;
    use crate::stats::sample;

    /// Adds 400 games of a party. The number of a game determines the estimate at the start, and
    /// whether the party wins.
    fn party(estimate: impl Fn(u64) -> f64, wins: impl Fn(u64) -> bool) -> ShapeCounts {
        let mut cast = sample::cast(2, 2);
        (cast.cooperative, cast.sides) = (true, 1);
        let sides = ScenarioSides::new(&cast);
        let mut counts = ShapeCounts::none(1, 2);
        for game in 0..400 {
            let mut chances = [0.0; MAX_PLAYERS];
            chances[0] = estimate(game);
            chances[1] = 1.0 - chances[0];
            let course = Course {
                chances: vec![chances],
                winner: Some(usize::from(!wins(game))),
                waiting: [0; MAX_PLAYERS],
            };
            counts.add(game, &sides, &course, 1);
        }
        counts
    }

    #[test]
    fn an_estimate_that_is_the_same_in_all_missions_explains_none_of_their_results() {
        let counts = party(|_| 0.1, |game| game % 10 == 0);
        assert_eq!((counts.start.moments, counts.start.won), (400, 40));
        assert_eq!(counts.start.explained(), None);
        // A party that never wins has no variance to explain.
        let estimate = |game: u64| if game.is_multiple_of(2) { 0.1 } else { 0.2 };
        assert_eq!(party(estimate, |_| false).start.explained(), None);
        let known = party(estimate, |game| game % 2 == 1).start.explained();
        assert!((known.unwrap() - 1.0).abs() < 1e-9, "{known:?}");
    }

    #[test]
    fn the_accuracy_of_a_partys_estimates_is_not_hidden_by_the_other_side() {
        // The party wins half as often as estimated.
        let counts = party(|_| 0.4, |game| game % 5 == 0);
        assert_eq!((counts.calibration[4].moments, counts.calibration[4].won), (400, 80));
    }

    #[test]
    fn a_seat_waits_longest_only_if_it_waits_significantly_longer() {
        let mut counts = ShapeCounts::none(1, 3);
        // Adds 400 games, in which one seat waits longer by `more`.
        let mut waiting = |more: f64| {
            for game in 0..400 {
                for (seat, sums) in counts.waiting.iter_mut().enumerate() {
                    let share = if game % 2 == 0 { 0.1 } else { 0.2 };
                    let longer = if seat == 1 { more } else { 0.0 };
                    sums.add_share(share + longer);
                }
            }
            counts.longest_waiting(0.95)
        };
        assert_eq!(waiting(0.002), None);
        assert_eq!(waiting(0.1), Some(1));
        assert_eq!(ShapeCounts::none(1, 3).longest_waiting(0.95), None);
    }
}
