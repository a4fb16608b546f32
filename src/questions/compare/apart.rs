//! Compares the wins in two variants of a scenario as independent samples, because their line-ups
//! differ.

use crate::analysis::pairs::Subject;
use crate::stats::counts::{CountedSums, Through};
use crate::stats::intervals::{difference_of_two, p_value_of_two};
use crate::stats::members::{Pooled, Won, difference};
use crate::stats::{Cast, Compared, Record};

/// The games and wins in two variants of a scenario, as independent samples.
#[derive(Debug, Clone)]
pub struct ApartCounts {
    /// Fighters that play in both variants.
    pub subjects: Vec<Subject>,
    /// The games and wins of each compared fighter in the first and in the other variant.
    pub fighters: Vec<[Won; 2]>,
    /// In a cooperative game: the games and wins of the party (all players together).
    party: Option<[Won; 2]>,
    /// For each entrant of the first and of the other variant: the index of the compared fighter,
    /// or `None` if the entrant is not compared.
    subject_of: [Vec<Option<usize>>; 2],
}

impl CountedSums for ApartCounts {
    fn show(&mut self, through: &mut Through<'_>) {
        self.counters().for_each(|won| won.show(through));
    }
}

impl ApartCounts {
    /// Creates empty counters for two variants of a scenario. A fighter played by one bot in each
    /// variant is compared even if the two bots differ. If several bots play a fighter, its results
    /// are compared separately for each bot.
    pub fn new(casts: [&Cast; 2]) -> ApartCounts {
        let mut subjects = vec![];
        let mut subject_of = casts.map(|cast| vec![None; cast.entrants.len()]);
        for (i, one) in casts[0].entrants.iter().enumerate() {
            let strategies =
                |of: &Cast| of.entrants.iter().filter(|of| of.fighter == one.fighter).count();
            let alone = casts.iter().all(|cast| strategies(cast) == 1);
            let there = casts[1].entrants.iter().position(|other| {
                other.fighter == one.fighter && (alone || other.strategy == one.strategy)
            });
            if let Some(j) = there {
                subject_of[0][i] = Some(subjects.len());
                subject_of[1][j] = Some(subjects.len());
                subjects.push(Subject {
                    fighter: one.fighter.clone(),
                    strategies: [one, &casts[1].entrants[j]].map(|of| of.strategy.clone()),
                });
            }
        }
        ApartCounts {
            fighters: vec![[Won::default(); 2]; subjects.len()],
            party: casts.iter().all(|cast| cast.cooperative).then(Default::default),
            subjects,
            subject_of,
        }
    }

    /// Counts one game of each of the two variants; this does not allocate memory.
    pub fn add(&mut self, a: &Record, b: &Record) {
        for (variant, record) in [a, b].into_iter().enumerate() {
            for player in &record.players {
                if let Some(subject) = self.subject_of[variant][usize::from(player.entrant)] {
                    let won = &mut self.fighters[subject][variant];
                    won.add(record.member, [u64::from(player.won)], 1);
                }
            }
            if let Some(party) = &mut self.party {
                let won = record.players.iter().any(|player| player.won);
                party[variant].add(record.member, [u64::from(won)], 1);
            }
        }
    }

    /// Adds the counts to those of other games of the same variants, and resets them.
    pub fn pour(&mut self, into: &mut ApartCounts) {
        for (all, won) in into.counters().zip(self.counters()) {
            all.merge(won);
            *won = Won::default();
        }
    }

    /// Returns the changes of the win rates of the party and of the fighters. Each result of a
    /// fighter knows what all fighters tell about the differences between trainings; those of a
    /// party have one result.
    pub fn compared(&self, level: f64) -> (Option<Compared>, Vec<Compared>) {
        let mut fighters = self.fighters.clone();
        for variant in (0..2).filter(|_| self.party.is_none()) {
            let pooled = Pooled::wins(self.fighters.iter().map(|of| &of[variant]));
            fighters.iter_mut().for_each(|of| of[variant].pool(pooled));
        }
        let change = |of: &[Won; 2]| change(of, level);
        (self.party.as_ref().map(change), fighters.iter().map(change).collect())
    }

    /// Largest half-width of the intervals of the differences of win rates, 0 to 1, without the
    /// error of the trainings.
    pub fn widest(&self, level: f64) -> f64 {
        let share = |of: &Won| (of.wins(), of.games());
        let half_width = |[a, b]: &[Won; 2]| match a.games().min(b.games()) {
            0 => 1.0,
            _ => difference_of_two(share(a), share(b), level).half_width(),
        };
        self.fighters.iter().map(half_width).fold(0.0, f64::max)
    }

    fn counters(&mut self) -> impl Iterator<Item = &mut Won> {
        self.fighters.iter_mut().chain(&mut self.party).flatten()
    }
}

/// Returns the change of a win rate, with Newcombe's interval.
fn change([before, after]: &[Won; 2], level: f64) -> Compared {
    let played = before.games() > 0 && after.games() > 0;
    let (by, interval) = difference(before, after, level);
    Compared {
        games: before.games(),
        means: [before, after].map(|of| (of.games() > 0).then(|| of.rate())),
        difference: played.then_some(by),
        interval: played.then_some(interval),
        p: p_value_of_two(before.effective(level), after.effective(level)),
        of_trainings: before.share_of_trainings().max(after.share_of_trainings()),
    }
}
