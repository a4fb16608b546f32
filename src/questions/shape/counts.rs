//! Sums over many games from which the shape of a game is computed, as whole numbers.

use super::course::{Course, ScenarioSides};
use crate::stats::counts::{CountedSums, Counts, Through};
use crate::stats::hash::mix;
use crate::stats::luck::Lucky;

/// The whole number that stands for a share of 1; shares are stored as whole numbers.
const UNIT: f64 = 10_000.0;
/// Number of equal bins into which probabilities (0 to 1) are divided.
const BINS: usize = 10;
/// A winner whose probability of winning was once below this number has made a comeback.
const COMEBACK: f64 = 0.1;

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

    /// Absolute difference between the mean estimate and the share won; 0 without moments.
    pub fn error(&self) -> f64 {
        let n = self.moments.max(1) as f64;
        (self.sum as f64 / n / UNIT - self.won as f64 / n).abs()
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
        self.0.iter_mut().for_each(|member| member.show(through));
        through.of_games(self.games());
    }
}

/// All counters from which the shape of a game is computed.
#[derive(Debug, Clone, Default)]
pub struct ShapeCounts {
    pub games: u64,
    /// Number of games by game length (number of rounds).
    pub lengths: Vec<u64>,
    /// Number of won games by the round after which the winner was in the lead until the end.
    pub decided: Vec<u64>,
    /// Number of won games in which the winner took the lead only in the last round.
    pub decided_last: u64,
    /// Number of won games by number of lead changes.
    pub lead_changes: Vec<u64>,
    /// Number of won games whose winner made a comeback, see [`COMEBACK`].
    pub comebacks: u64,
    /// By bin of the estimated probability of winning: one randomly drawn moment and side of each
    /// game. In a cooperative game, the side is the party.
    pub calibration: [Bin; BINS],
    /// For each game, one randomly drawn side with its estimated probability of winning before the
    /// first round. In a cooperative game, the side is the party.
    pub start: Bin,
    /// Sum and sum of squares, over all games, of the share of the rounds that followed a seat's
    /// last decision (mean over all seats); in 1/10,000.
    waiting: [u64; 2],
    /// Number of games chosen for replays with another choice in one decision.
    pub examined: u64,
    /// Number of examined games in which another choice of a seat that had almost no probability of
    /// winning changes which other side wins.
    pub kingmaking: u64,
    pub luck: Lucky,
}

/// Returns a pseudo-random index from 0 to `below` − 1; the same game and purpose give the same
/// index.
pub fn draw(game: u64, purpose: u64, below: usize) -> usize {
    (mix(mix(game) ^ purpose) % below.max(1) as u64) as usize
}

impl ShapeCounts {
    /// Creates empty counters for games of at most `rounds` rounds.
    pub fn none(rounds: usize) -> ShapeCounts {
        ShapeCounts {
            lengths: vec![0; rounds + 1],
            decided: vec![0; rounds + 1],
            lead_changes: vec![0; rounds + 1],
            ..ShapeCounts::default()
        }
    }

    /// Adds the course of one game (each side's probability of winning after each round) to the
    /// counters.
    pub fn add(&mut self, game: u64, sides: &ScenarioSides, course: &Course) {
        let rounds = course.rounds();
        let most = self.lengths.len() - 1;
        self.games += 1;
        self.lengths[rounds.min(most)] += 1;
        let waiting = f64::from(course.waiting) / (rounds * sides.seats) as f64;
        let waiting = (waiting * UNIT).round() as u64;
        self.waiting[0] += waiting;
        self.waiting[1] += waiting * waiting;
        // In a cooperative game, the game's probability of winning is 1 minus the party's. If both
        // sides were drawn, even a constant estimate would explain who wins.
        let side = match sides.cooperative {
            true => 0,
            false => draw(game, 1, sides.count),
        };
        let moment = course.chances[draw(game, 2, rounds)][side];
        let won = course.winner == Some(side);
        let bin = ((moment * BINS as f64) as usize).min(BINS - 1);
        self.calibration[bin].add(moment, won);
        self.start.add(course.chances[0][side], won);
        let Some(winner) = course.winner else {
            return;
        };
        let decided = course.decided(winner);
        self.decided[decided.min(most)] += 1;
        self.decided_last += u64::from(decided == rounds);
        self.lead_changes[course.lead_changes().min(most)] += 1;
        self.comebacks += u64::from(course.lowest(winner) < COMEBACK);
    }

    /// Returns the means, over all games, of the share of the rounds that followed a seat's last
    /// decision, and of its square.
    pub fn waiting(&self) -> [f64; 2] {
        let [sum, squares] = self.waiting.map(|sum| sum as f64 / self.games as f64);
        [sum / UNIT, squares / (UNIT * UNIT)]
    }

    /// Number of games that a side won, as opposed to games without a winner.
    pub fn won(&self) -> u64 {
        self.decided.iter().sum()
    }

    fn show(&mut self, through: &mut Through<'_>) {
        through.sums([&mut self.games, &mut self.decided_last, &mut self.comebacks]);
        through.sums([&mut self.examined, &mut self.kingmaking]);
        for rounds in [&mut self.lengths, &mut self.decided, &mut self.lead_changes] {
            through.sums(rounds);
        }
        through.sums(&mut self.waiting);
        for bin in self.calibration.iter_mut().chain([&mut self.start]) {
            let Bin { moments, won, sum, squares, sum_won } = bin;
            through.sums([moments, won, sum, squares, sum_won]);
            through.holds(bin.won <= bin.moments && bin.sum_won <= bin.sum);
        }
        self.luck.show(through);
        through.holds(self.lengths.iter().sum::<u64>() == self.games && self.won() <= self.games);
        through.holds(self.decided_last.max(self.comebacks) <= self.won());
        through.holds(self.kingmaking <= self.examined && self.examined <= self.games);
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
        let mut counts = ShapeCounts::none(1);
        for game in 0..400 {
            let mut chances = [0.0; MAX_PLAYERS];
            chances[0] = estimate(game);
            chances[1] = 1.0 - chances[0];
            let course = Course {
                chances: vec![chances],
                winner: Some(usize::from(!wins(game))),
                waiting: 0,
            };
            counts.add(game, &sides, &course);
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
}
