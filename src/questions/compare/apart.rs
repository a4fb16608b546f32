//! Compares two variants of a scenario as independent samples, because their line-ups differ.

use crate::analysis::pairs::{Subject, WON, compared_measures, compared_number, flags};
use crate::simulate::Simulation;
use crate::stats::counts::{CountedSums, Through};
use crate::stats::members::pool_columns;
use crate::stats::{Apart, Cast, Measure, Measures, Record, Sums, precision};

/// Sums over the games of two variants of a scenario, as independent samples. Their size in memory
/// does not depend on the number of games.
#[derive(Debug, Clone)]
pub struct ApartCounts {
    /// Fighters that play in both variants.
    pub subjects: Vec<Subject>,
    /// The measures of the game that are compared, see
    /// [`crate::analysis::pairs::PairTally::compared`].
    pub compared: Vec<Measure>,
    /// For each compared fighter: the sums of its wins ([`WON`]), followed by the sums of each
    /// compared measure.
    pub measures: Vec<Vec<Apart>>,
    /// Sums of the number of rounds per game.
    pub length: Apart,
    /// In a cooperative game: sums of the wins of the party (all players together).
    pub party: Option<Apart>,
    /// For each compared measure: its index among the measures of the first variant, and its index
    /// among the measures of the other variant.
    values: Vec<[usize; 2]>,
    /// For each entrant of the first and of the other variant: the index of the compared fighter,
    /// or `None` if the entrant is not compared.
    subject_of: [Vec<Option<usize>>; 2],
}

impl CountedSums for ApartCounts {
    fn show(&mut self, through: &mut Through<'_>) {
        self.sums().for_each(|sums| sums.show(through));
        through.of_games(self.length.a.games);
        through.of_games(self.length.b.games);
        for of in &self.measures {
            through.holds(flags(&self.compared, of).all(Apart::are_flags));
        }
    }
}

impl ApartCounts {
    pub fn new(first: &Simulation, other: &Simulation) -> ApartCounts {
        ApartCounts::of([first.cast(), other.cast()], [first.measures(), other.measures()])
    }

    /// Creates empty counters for two variants of a scenario. A fighter played by one bot in each
    /// variant is compared even if the two bots differ. If several bots play a fighter, its results
    /// are compared separately for each bot.
    pub fn of(casts: [&Cast; 2], measures: [&Measures; 2]) -> ApartCounts {
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
        let (compared, values) = compared_measures(measures);
        ApartCounts {
            measures: vec![vec![Apart::default(); 1 + compared.len()]; subjects.len()],
            subjects,
            compared,
            length: Apart::default(),
            party: casts.iter().all(|cast| cast.cooperative).then(Apart::default),
            values,
            subject_of,
        }
    }

    /// Counts one game of each of the two variants; this does not allocate memory.
    pub fn add(&mut self, a: &Record, b: &Record) {
        self.count(0, a, |apart| &mut apart.a);
        self.count(1, b, |apart| &mut apart.b);
    }

    fn count(&mut self, variant: usize, record: &Record, side: impl Fn(&mut Apart) -> &mut Sums) {
        for player in &record.players {
            let Some(subject) = self.subject_of[variant][usize::from(player.entrant)] else {
                continue;
            };
            let of = &mut self.measures[subject];
            side(&mut of[WON]).add(record.member, u32::from(player.won));
            let compared = self.compared.iter().zip(&self.values);
            for (apart, (measure, at)) in of[WON + 1..].iter_mut().zip(compared) {
                let number = compared_number(measure.form, player.values[at[variant]], record);
                side(apart).add(record.member, number);
            }
        }
        side(&mut self.length).add(record.member, u32::from(record.rounds));
        if let Some(party) = &mut self.party {
            let won = record.players.iter().any(|player| player.won);
            side(party).add(record.member, u32::from(won));
        }
    }

    /// Adds the counts to those of other games of the same variants, and resets them.
    pub fn pour(&mut self, into: &mut ApartCounts) {
        for (all, sums) in into.sums().zip(self.sums()) {
            all.merge(sums);
            *sums = Apart::default();
        }
    }

    /// Returns [`Self::measures`]; each result knows what all fighters tell about the differences
    /// between trainings. Those of a party have one result.
    pub fn pooled(&self) -> Vec<Vec<Apart>> {
        match self.party {
            Some(_) => self.measures.clone(),
            None => pool_columns(&self.measures),
        }
    }

    /// Largest half-width of a confidence interval of a difference of win rates, 0 to 1.
    pub fn widest(&self, level: f64) -> f64 {
        let of = |of: &Vec<Apart>| precision::of_difference_apart(&of[WON], level);
        self.measures.iter().map(of).fold(0.0, f64::max)
    }

    fn sums(&mut self) -> impl Iterator<Item = &mut Apart> {
        self.measures.iter_mut().flatten().chain([&mut self.length]).chain(&mut self.party)
    }
}
