//! Two variants, counted pair by pair.

use crate::simulate::Simulation;
use crate::stats::{Pairs, Player, Record, SURVIVED, intervals};

/// What is compared of every fighter, in this order.
pub const MEASURES: usize = 3;
/// Won: 0 or 1.
pub const WON: usize = 0;
/// The game's score.
pub const SCORE: usize = 1;
/// The round of elimination. A survivor counts as falling in the round after the game's last: it is known to have lived through that.
pub const ROUND: usize = 2;

/// A fighter in a comparison of two variants, with whoever plays it in each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The fighter's key.
    pub fighter: String,
    /// The strategy's name in the first variant, and in the other.
    pub strategies: [String; 2],
}

/// How often one side won in the first variant where another did in the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Change {
    pub games: u64,
    /// The first such game, if there is one.
    pub first_game: u64,
}

/// Two variants, pair by pair: exact, and of a size that does not depend on the number of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairTally {
    /// Whom it is about. With teams, the sides are teams and not these.
    pub subjects: Vec<Subject>,
    /// Of each subject, [`MEASURES`] of them.
    pub measures: Vec<[Pairs; MEASURES]>,
    /// Rounds of the games.
    pub length: Pairs,
    /// The sides that can win are teams.
    pub teams: bool,
    /// How many there are of them: teams, or if everyone is alone subjects.
    pub sides: usize,
    /// By side that wins in the first variant and side that wins in the other, row by row.
    pub winners: Vec<Change>,
}

impl PairTally {
    /// Adds the games of another tally of the same variants.
    pub fn merge(&mut self, other: &PairTally) {
        let mine = self.measures.iter_mut().flatten();
        mine.zip(other.measures.iter().flatten())
            .for_each(|(a, b)| a.merge(b));
        self.length.merge(&other.length);
        for (a, b) in self.winners.iter_mut().zip(&other.winners) {
            a.first_game = match (a.games, b.games) {
                (0, _) => b.first_game,
                (_, 0) => a.first_game,
                _ => a.first_game.min(b.first_game),
            };
            a.games += b.games;
        }
    }

    /// Games whose winner is another.
    pub fn changed(&self) -> u64 {
        let of = |(i, change): (usize, &Change)| {
            (i / self.sides != i % self.sides).then_some(change.games)
        };
        self.winners.iter().enumerate().filter_map(of).sum()
    }

    /// The widest half-width among the differences of win rates, a share. Where no game differed, it is that of a share of 0
    /// (Wilson): games that have not been seen may differ.
    pub fn widest(&self, level: f64) -> f64 {
        let half_width = |won: &Pairs| {
            let unseen = intervals::wilson(won.changed, won.games, level).half_width();
            match won.interval(level) {
                Some(interval) if won.changed > 0 => interval.half_width(),
                _ => unseen,
            }
        };
        self.measures
            .iter()
            .map(|of| half_width(&of[WON]))
            .fold(0.0, f64::max)
    }

    pub fn clear(&mut self) {
        self.measures.fill([Pairs::default(); MEASURES]);
        self.length = Pairs::default();
        self.winners.fill(Change::default());
    }
}

/// Counts pairs of records of two simulations with the same fighters in the same places.
#[derive(Debug, Clone)]
pub(super) struct Pairing {
    pub tally: PairTally,
    /// By entrant of the first and entrant of the other: the subject.
    subject_of: Vec<u16>,
    /// Entrants of the other.
    others: usize,
    /// The side of a slot, if there are teams.
    team_of: Option<Vec<u8>>,
}

impl Pairing {
    pub fn new(first: &Simulation, other: &Simulation) -> Pairing {
        let casts = [first.cast(), other.cast()];
        let others = casts[1].entrants.len();
        let mut subjects = vec![];
        let mut subject_of = vec![u16::MAX; casts[0].entrants.len() * others];
        for (a, b) in first.meetings(other) {
            let known = &mut subject_of[usize::from(a) * others + usize::from(b)];
            if *known == u16::MAX {
                *known = subjects.len() as u16;
                let entrants = [
                    &casts[0].entrants[usize::from(a)],
                    &casts[1].entrants[usize::from(b)],
                ];
                subjects.push(Subject {
                    fighter: entrants[0].fighter.clone(),
                    strategies: entrants.map(|entrant| entrant.strategy.clone()),
                });
            }
        }
        let teams: Option<Vec<u8>> = casts[0].slots.iter().map(|slot| slot.team).collect();
        let sides = if teams.is_some() {
            casts[0].teams
        } else {
            subjects.len()
        };
        Pairing {
            tally: PairTally {
                measures: vec![[Pairs::default(); MEASURES]; subjects.len()],
                subjects,
                length: Pairs::default(),
                teams: teams.is_some(),
                sides,
                winners: vec![Change::default(); sides * sides],
            },
            subject_of,
            others,
            team_of: teams,
        }
    }

    /// Counts one game of both. Allocates nothing.
    pub fn add(&mut self, game: u64, a: &Record, b: &Record) {
        let mut won = [usize::MAX; 2];
        for first in &a.players {
            // Fighters are in the order of their sizes, which a variant may change: the slot is who they are.
            let same = |player: &&Player| player.slot == first.slot;
            let other = b.players.iter().find(same).expect("the same line-up");
            let known = usize::from(first.entrant) * self.others + usize::from(other.entrant);
            let subject = usize::from(self.subject_of[known]);
            let side = match &self.team_of {
                Some(teams) => usize::from(teams[usize::from(first.slot)]) - 1,
                None => subject,
            };
            let measures = &mut self.tally.measures[subject];
            measures[WON].add(u16::from(first.won), u16::from(other.won));
            measures[SCORE].add(first.score, other.score);
            measures[ROUND].add(fall(first, a), fall(other, b));
            for (won, player) in won.iter_mut().zip([first, other]) {
                if player.won {
                    *won = side;
                }
            }
        }
        self.tally
            .length
            .add(u16::from(a.rounds), u16::from(b.rounds));
        let change = &mut self.tally.winners[won[0] * self.tally.sides + won[1]];
        if change.games == 0 || game < change.first_game {
            change.first_game = game;
        }
        change.games += 1;
    }
}

/// The round in which a player fell; of a survivor, the one after the last.
fn fall(player: &Player, record: &Record) -> u16 {
    match player.round_eliminated {
        SURVIVED => u16::from(record.rounds) + 1,
        round => u16::from(round),
    }
}
