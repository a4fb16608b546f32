//! The course of one game: each side's probability of winning after each round, by the players' own
//! estimates.

use crate::game::MAX_PLAYERS;
use crate::simulate::{FailedGame, Heard, Worker};
use crate::stats::{Cast, Record};

/// A probability of winning for each side of the game; unused entries are 0.
pub type SideChances = [f64; MAX_PLAYERS];

/// The sides of a scenario (players who win together). In a cooperative game, side 0 is the party
/// and side 1 is the game.
#[derive(Debug, Clone)]
pub struct ScenarioSides {
    /// For each slot (a fighter's position in the line-up): the index of its side.
    of_slot: Vec<usize>,
    /// For each seat at the table: the index of its side.
    of_seat: [usize; MAX_PLAYERS],
    /// Number of seats at the table.
    pub seats: usize,
    /// Number of sides, at least 2.
    pub count: usize,
    pub cooperative: bool,
}

impl ScenarioSides {
    pub fn new(cast: &Cast) -> ScenarioSides {
        let mut sides = ScenarioSides {
            of_slot: vec![],
            of_seat: [0; MAX_PLAYERS],
            seats: 0,
            count: cast.sides.max(2),
            cooperative: cast.cooperative,
        };
        for (slot, of) in cast.slots.iter().enumerate() {
            let side = match of.team {
                _ if cast.cooperative => 0,
                Some(team) => usize::from(team) - 1,
                None => slot,
            };
            sides.of_slot.push(side);
            sides.of_seat[usize::from(of.seat) - 1] = side;
            sides.seats = sides.seats.max(of.seat.into());
        }
        sides
    }

    /// Returns the index of the side of a seat; seats are counted from 1.
    pub fn of(&self, seat: u8) -> usize {
        self.of_seat[usize::from(seat) - 1]
    }

    /// Returns whether a seat that cannot win may decide which other side wins; this needs at least
    /// three sides.
    pub fn have_kingmakers(&self) -> bool {
        !self.cooperative && self.count > 2
    }

    /// Returns the index of the side that won a game; `None` if no side won.
    pub fn winner(&self, record: &Record) -> Option<usize> {
        let won = record.players.iter().find(|player| player.won);
        let side = won.map(|player| self.of_slot[usize::from(player.slot)]);
        side.or(self.cooperative.then_some(1))
    }

    /// Returns each side's probability of winning; the sum is 1. Before scaling, a side's
    /// probability is the mean of its seats' estimates, or 0 if the side can no longer win. `lost`
    /// is a bit set of seats that have lost.
    fn chances(&self, estimates: &[Option<f32>; MAX_PLAYERS], lost: u8) -> SideChances {
        let estimate = |side: usize| {
            let seats = || (0..self.seats).filter(|&seat| self.of_seat[seat] == side);
            if seats().any(|seat| lost >> seat & 1 == 1) {
                return 0.0;
            }
            let known = seats().filter_map(|seat| estimates[seat]);
            let (sum, count) =
                known.fold((0.0, 0.0), |(sum, count), of| (sum + f64::from(of), count + 1.0));
            // A side without a decision so far has an average side's probability of winning.
            if count > 0.0 { sum / count } else { 1.0 / self.count as f64 }
        };
        let mut chances = [0.0; MAX_PLAYERS];
        let all = &mut chances[..self.count];
        if self.cooperative {
            all[0] = estimate(0);
            all[1] = 1.0 - all[0];
            return chances;
        }
        for (side, chance) in all.iter_mut().enumerate() {
            *chance = estimate(side);
        }
        let sum: f64 = all.iter().sum();
        let even = 1.0 / all.len() as f64;
        for chance in all {
            *chance = if sum > 0.0 { *chance / sum } else { even };
        }
        chances
    }
}

/// The course of a game: each side's probability of winning over time.
#[derive(Debug, Clone)]
pub struct Course {
    /// Probabilities of winning of the sides before the first round, after the first round, and so
    /// on; one entry per round. No entry follows the last round, because the result is then known.
    pub chances: Vec<SideChances>,
    /// Index of the side that won the game; `None` if no side won.
    pub winner: Option<usize>,
    /// Sum over all seats: number of rounds from the seat's last decision to the last decision of
    /// any seat.
    pub waiting: u16,
}

impl Course {
    /// Plays a game and returns its course. `heard` receives the decisions of the game.
    ///
    /// # Errors
    /// Fails if a bot fails.
    pub fn hear(
        worker: &mut dyn Worker,
        (seed, game): (u64, u64),
        sides: &ScenarioSides,
        heard: &mut Vec<Heard>,
    ) -> Result<Course, Box<FailedGame>> {
        heard.clear();
        let record = worker.listen(seed, game, &mut |decision| {
            heard.push(decision);
            None
        })?;
        Ok(Course::new(sides, heard, record))
    }

    /// Computes the course of a game from the estimates of winning at its decisions, which are in
    /// the order of play.
    fn new(sides: &ScenarioSides, heard: &[Heard], record: &Record) -> Course {
        let mut decisions = heard.iter().peekable();
        let mut estimates = [None; MAX_PLAYERS];
        let mut lost = 0;
        let after = |round: u16| {
            let mut first = true;
            let mut decided = 0u8;
            // A seat's first decision in the next round shows the seat's estimate at the end of
            // this round.
            while let Some(of) = decisions.next_if(|of| of.round <= round + 1) {
                if std::mem::take(&mut first) {
                    lost = of.lost;
                }
                let seat = of.seat - 1;
                if decided >> seat & 1 == 0 && of.estimate.is_some() {
                    decided |= 1 << seat;
                    estimates[usize::from(seat)] = of.estimate;
                }
            }
            sides.chances(&estimates, lost)
        };
        let chances = (0..record.rounds.max(1)).map(after).collect();
        let mut last = [0; MAX_PLAYERS];
        for of in heard {
            last[usize::from(of.seat) - 1] = of.round;
        }
        let end = heard.last().map_or(0, |of| of.round);
        let waiting = last[..sides.seats].iter().map(|last| end - last).sum();
        Course { chances, winner: sides.winner(record), waiting }
    }

    /// Number of rounds that the game lasted, at least 1.
    pub fn rounds(&self) -> usize {
        self.chances.len()
    }

    /// Returns the side with the highest probability of winning after round number `round`, which
    /// must not be the last round. Round 0 is the beginning of the game.
    pub fn leader(&self, round: usize) -> usize {
        let chances = &self.chances[round];
        let higher = |leader, side| if chances[side] > chances[leader] { side } else { leader };
        (1..MAX_PLAYERS).fold(0, higher)
    }

    /// Returns the round after which the winner is in the lead until the end. 0 means that the
    /// winner always leads; the number of the last round means that the winner takes the lead only
    /// by the result.
    pub fn decided(&self, winner: usize) -> usize {
        let behind = |&round: &usize| self.leader(round) != winner;
        let last = (0..self.rounds()).rev().find(behind);
        last.map_or(0, |round| round + 1)
    }

    /// Number of rounds in which the lead passes to another side.
    pub fn lead_changes(&self) -> usize {
        let leaders = (0..self.rounds()).map(|round| self.leader(round));
        let leaders: Vec<usize> = leaders.chain(self.winner).collect();
        leaders.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The winner's lowest probability of winning before the end of the game.
    pub fn lowest(&self, winner: usize) -> f64 {
        let of = self.chances.iter().map(|chances| chances[winner]);
        of.fold(1.0, f64::min)
    }

    /// Difference between the two sides with the highest probabilities of winning before the last
    /// round.
    pub fn last_lead(&self) -> f64 {
        let mut chances = self.chances[self.rounds() - 1];
        chances.sort_by(|a, b| b.total_cmp(a));
        chances[0] - chances[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Slot, sample};

    fn heard(round: u16, seat: u8, estimate: f32, lost: u8) -> Heard {
        Heard { round, seat, options: 2, chosen: 0, estimate: Some(estimate), lost }
    }

    fn record(rounds: u16, won: usize) -> Record {
        let mut record = Record::default();
        record.begin(&sample::measures(), 2);
        record.rounds = rounds;
        for (slot, player) in record.players.iter_mut().enumerate() {
            player.slot = slot as u8;
            player.won = slot == won;
        }
        record
    }

    #[test]
    fn a_course_follows_the_first_decisions_of_each_round() {
        let sides = ScenarioSides::new(&sample::cast(8, 2));
        let decisions = [
            (0, 1, 0.9),
            (1, 1, 0.1),
            (1, 2, 0.1),
            (2, 2, 0.6),
            (2, 1, 0.2),
            (2, 1, 0.9),
            (4, 2, 0.5),
        ];
        let decisions = decisions.map(|(round, seat, estimate)| heard(round, seat, estimate, 0));
        let course = Course::new(&sides, &decisions, &record(4, 1));
        let of_second: Vec<f64> = course.chances.iter().map(|of| of[1]).collect();
        let expected = [0.1, 0.75, 0.75, 0.5 / 0.7];
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-6;
        assert!(of_second.iter().zip(&expected).all(near), "{of_second:?}");
        assert_eq!((course.decided(1), course.decided(0)), (1, 4));
        assert_eq!(course.lead_changes(), 1);
        assert!((course.lowest(1) - 0.1).abs() < 1e-6);
        assert_eq!(course.waiting, 2);
        let other = Course::new(&sides, &decisions, &record(4, 0));
        assert_eq!((other.decided(0), other.lead_changes()), (4, 2));
    }

    #[test]
    fn a_side_that_can_no_longer_win_has_no_chance() {
        let sides = ScenarioSides::new(&sample::cast(8, 3));
        let decisions =
            [heard(1, 1, 0.4, 0), heard(1, 2, 0.4, 0), heard(1, 3, 0.2, 0), heard(2, 2, 0.4, 1)];
        let course = Course::new(&sides, &decisions, &record(2, 1));
        let [a, b, c] = [0, 1, 2].map(|side| course.chances[1][side]);
        assert!(a == 0.0 && (b - 2.0 / 3.0).abs() < 1e-6 && (c - 1.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn where_all_play_together_the_game_is_the_other_side() {
        let mut cast = sample::cast(8, 2);
        cast.cooperative = true;
        cast.sides = 1;
        cast.slots[1] = Slot { seat: 2, team: None };
        let sides = ScenarioSides::new(&cast);
        let course = Course::new(&sides, &[heard(1, 1, 0.25, 0)], &record(1, 9));
        assert_eq!(course.chances[0][..2], [0.25, 0.75]);
        assert_eq!((course.winner, course.decided(1)), (Some(1), 0));
    }
}
