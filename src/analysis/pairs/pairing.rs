//! The comparison of two variants of a scenario by paired games: same seed, line-up and dice.

use crate::simulate::Simulation;
use crate::stats::counts::{CountedSums, Through};
use crate::stats::members::{MOST_MEMBERS, pool_columns};
use crate::stats::{Cast, Form, Measure, Measures, NEVER, Pairs, Player, Record, precision};

/// Index of a fighter's first compared value, which is 1 if the fighter won the game, else 0. The
/// values of the measures follow.
pub const WON: usize = 0;

/// A fighter that is compared between two variants, with the strategies that play the fighter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Key of the fighter.
    pub fighter: String,
    /// Names of the strategies that play the fighter: in the first variant, and in the other
    /// variant.
    pub strategies: [String; 2],
}

/// Counts the games with a certain winner in the first variant and a certain winner in the other
/// variant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Change {
    pub games: u64,
    /// Number of these games of each member of a panel.
    pub of_members: [u64; MOST_MEMBERS],
    /// Number of the earliest game with this pair of winners; 0 if there is none.
    pub first_game: u64,
}

/// Exact sums over the pairs of results of two variants. Their size in memory does not depend on
/// the number of games.
#[derive(Debug, Clone, PartialEq)]
pub struct PairTally {
    /// The fighters that are compared between the two variants. Each entry names a fighter with its
    /// strategies.
    pub subjects: Vec<Subject>,
    /// The measures that are compared: all measures that both variants have, except measures with
    /// words as values.
    pub compared: Vec<Measure>,
    /// For each compared fighter: pairs of values in the two variants. The first entry is whether
    /// the fighter won ([`WON`]); the compared measures follow.
    ///
    /// For the time of an event (such as an elimination) that did not occur, the value is the last
    /// round plus one, because the event cannot have occurred earlier.
    pub measures: Vec<Vec<Pairs>>,
    /// Number of rounds of each game, paired between the two variants.
    pub length: Pairs,
    /// In a cooperative game: pairs of the party's result, 1 for a win and 0 for a loss. Otherwise
    /// `None`.
    pub party: Option<Pairs>,
    /// Names of the sides that can win, followed by `nobody`.
    ///
    /// The sides are teams (`team 1`), the fighters if everyone plays alone, or `everybody` in a
    /// cooperative game.
    pub sides: Vec<String>,
    /// Number of games by the winner in the first variant (row) and the winner in the other
    /// (column), as a square matrix row by row.
    pub winners: Vec<Change>,
}

/// The results of a group of fighters that win or lose together, such as a faction or the party, in
/// two variants of a scenario.
#[derive(Debug, Clone)]
pub struct GroupPairs {
    /// Name of the group, such as "heroes".
    pub name: String,
    /// Pairs of the group's result in the same game of both variants: 1 for a win, 0 for a loss.
    pub pairs: Pairs,
}

impl GroupPairs {
    /// Returns the group's win rate in the other variant minus its win rate in the first variant,
    /// −1 to 1; 0 without games.
    pub fn difference(&self) -> f64 {
        self.pairs.difference().unwrap_or(0.0)
    }
}

impl CountedSums for PairTally {
    fn show(&mut self, through: &mut Through<'_>) {
        let measures = self.measures.iter_mut().flatten();
        measures.for_each(|pairs| pairs.show(through));
        self.length.show(through);
        if let Some(party) = &mut self.party {
            party.show(through);
        }
        for change in &mut self.winners {
            through.sum(&mut change.games);
            through.sums(&mut change.of_members);
            through.first(change.games > 0, &mut change.first_game);
        }
        through.of_games(self.length.games);
        through.of_games(self.winners.iter().map(|change| change.games).sum());
    }
}

impl PairTally {
    /// Returns the results of the factions (such as heroes and villains). `sides` names the faction
    /// of each side. Empty if sides have no factions, or if all sides have the same faction.
    pub fn factions(&self, sides: &[String]) -> Vec<GroupPairs> {
        let all = self.sides.len();
        // Without factions, each side is a fighter or the party. The last side stands for games
        // without a winner.
        if sides.len() + 1 != all {
            return vec![];
        }
        let mut factions: Vec<GroupPairs> = vec![];
        for name in sides {
            if factions.iter().any(|of| of.name == *name) {
                continue;
            }
            let is = |side: usize| u32::from(sides.get(side) == Some(name));
            let mut pairs = Pairs::default();
            for (i, change) in self.winners.iter().enumerate() {
                for (member, &games) in (0..).zip(&change.of_members) {
                    pairs.add_times(member, is(i / all), is(i % all), games);
                }
            }
            factions.push(GroupPairs { name: name.clone(), pairs });
        }
        match factions.len() {
            0 | 1 => vec![],
            _ => factions,
        }
    }

    /// Returns [`Self::measures`]; each result knows what all fighters tell about the differences
    /// between trainings. Those of a party have one result.
    pub fn pooled(&self) -> Vec<Vec<Pairs>> {
        match self.party {
            Some(_) => self.measures.clone(),
            None => pool_columns(&self.measures),
        }
    }

    /// Adds the sums that were counted in other games of the same two variants.
    pub fn merge(&mut self, other: &PairTally) {
        let mine = self.measures.iter_mut().flatten();
        mine.zip(other.measures.iter().flatten()).for_each(|(a, b)| a.merge(b));
        self.length.merge(&other.length);
        if let (Some(a), Some(b)) = (&mut self.party, &other.party) {
            a.merge(b);
        }
        for (a, b) in self.winners.iter_mut().zip(&other.winners) {
            a.first_game = match (a.games, b.games) {
                (0, _) => b.first_game,
                (_, 0) => a.first_game,
                _ => a.first_game.min(b.first_game),
            };
            a.games += b.games;
            let members = a.of_members.iter_mut().zip(b.of_members);
            members.for_each(|(a, b)| *a += b);
        }
    }

    /// Returns the number of games with different winners in the two variants.
    pub fn changed(&self) -> u64 {
        let sides = self.sides.len();
        let of = |(i, change): (usize, &Change)| (i / sides != i % sides).then_some(change.games);
        self.winners.iter().enumerate().filter_map(of).sum()
    }

    /// Returns the largest half-width of the confidence intervals of all differences of win rates,
    /// as a share.
    pub fn widest(&self, level: f64) -> f64 {
        let half_widths =
            (self.measures.iter()).map(|of| precision::of_difference(&of[WON], level));
        half_widths.fold(0.0, f64::max)
    }

    pub fn clear(&mut self) {
        for pairs in self.measures.iter_mut().flatten() {
            *pairs = Pairs::default();
        }
        self.length = Pairs::default();
        self.party = self.party.map(|_| Pairs::default());
        self.winners.fill(Change::default());
    }
}

/// Counts pairs of game records of two variants, which have the same fighters in the same slots.
#[derive(Debug, Clone)]
pub struct Pairing {
    pub tally: PairTally,
    /// For each compared measure: index of the measure in the records of the first variant, and
    /// index in the records of the other variant.
    values: Vec<[usize; 2]>,
    /// Index of the compared fighter for each pair of entrants: one entrant of the first variant
    /// and one of the other.
    subject_of: Vec<u16>,
    /// Number of entrants in the other variant.
    others: usize,
    /// Side (team) of each seat; `None` if everyone plays alone.
    side_of: Option<Vec<u8>>,
}

impl Pairing {
    pub fn new(first: &Simulation, other: &Simulation) -> Pairing {
        let measures = [first.measures(), other.measures()];
        Pairing::of([first.cast(), other.cast()], measures, first.meetings(other))
    }

    /// Creates empty counters. `meetings` are pairs of entrants (one of the first variant, one of
    /// the other) that stand for the same fighter in the same seat.
    pub fn of(
        casts: [&Cast; 2],
        measures: [&Measures; 2],
        meetings: impl Iterator<Item = (u16, u16)>,
    ) -> Pairing {
        let others = casts[1].entrants.len();
        let mut subjects = vec![];
        let mut subject_of = vec![u16::MAX; casts[0].entrants.len() * others];
        for (a, b) in meetings {
            let known = &mut subject_of[usize::from(a) * others + usize::from(b)];
            if *known == u16::MAX {
                *known = subjects.len() as u16;
                let entrants =
                    [&casts[0].entrants[usize::from(a)], &casts[1].entrants[usize::from(b)]];
                subjects.push(Subject {
                    fighter: entrants[0].fighter.clone(),
                    strategies: entrants.map(|entrant| entrant.strategy.clone()),
                });
            }
        }
        let (compared, values) = compared_measures(measures);
        let teams: Option<Vec<u8>> = casts[0].slots.iter().map(|slot| slot.team).collect();
        let (mut sides, side_of): (Vec<String>, _) = match teams {
            _ if casts[0].cooperative => {
                let together = vec![0; casts[0].slots.len()];
                (vec!["everybody".to_owned()], Some(together))
            }
            Some(teams) => {
                let names = (1..=casts[0].sides).map(|team| format!("team {team}"));
                let of = teams.iter().map(|team| team - 1).collect();
                (names.collect(), Some(of))
            }
            None => {
                let names = subjects.iter().map(|subject| subject.fighter.clone());
                (names.collect(), None)
            }
        };
        sides.push("nobody".to_owned());
        Pairing {
            tally: PairTally {
                measures: vec![vec![Pairs::default(); 1 + compared.len()]; subjects.len()],
                subjects,
                compared,
                length: Pairs::default(),
                party: casts.iter().all(|cast| cast.cooperative).then(Pairs::default),
                winners: vec![Change::default(); sides.len() * sides.len()],
                sides,
            },
            values,
            subject_of,
            others,
            side_of,
        }
    }

    /// Counts one game with the same record in both variants, without allocating memory.
    pub fn add_same(&mut self, game: u64, record: &Record) {
        let others = self.others;
        let subject = |of: &[u16], (a, _): (u16, u16)| {
            let row = &of[usize::from(a) * others..][..others];
            row.iter().copied().find(|&known| known != u16::MAX)
        };
        self.count(game, record, record, |[i, _]| [i, i], subject);
    }

    /// Counts one game of both variants, without allocating memory.
    pub fn add(&mut self, game: u64, a: &Record, b: &Record) {
        let others = self.others;
        let subject = |of: &[u16], (a, b): (u16, u16)| {
            of.get(usize::from(a) * others + usize::from(b)).copied()
        };
        self.count(game, a, b, |at| at, subject);
    }

    /// Counts one game of both variants. `at` maps the index of a measure in the first and in the
    /// other variant to the measure's index in the two records. `subject` finds the compared
    /// fighter of a pair of entrants.
    fn count(
        &mut self,
        game: u64,
        a: &Record,
        b: &Record,
        at: impl Fn([usize; 2]) -> [usize; 2],
        subject: impl Fn(&[u16], (u16, u16)) -> Option<u16>,
    ) {
        let nobody = self.tally.sides.len() - 1;
        let mut won = [nobody; 2];
        for first in &a.players {
            // The slot identifies a fighter. The order of the players does not, because it depends
            // on their sizes, which a variant may change.
            let same = |player: &&Player| player.slot == first.slot;
            let other = b.players.iter().find(same).expect("the same line-up");
            let who = subject(&self.subject_of, (first.entrant, other.entrant));
            let subject = usize::from(who.expect("the same line-up"));
            let side = match &self.side_of {
                Some(sides) => usize::from(sides[usize::from(first.slot)]),
                None => subject,
            };
            let (of_won, of_values) =
                self.tally.measures[subject].split_first_mut().expect("whether it won");
            of_won.add_of(a.member, u32::from(first.won), u32::from(other.won));
            let compared = self.tally.compared.iter().zip(&self.values);
            for (pairs, (measure, &places)) in of_values.iter_mut().zip(compared) {
                let [i, j] = at(places);
                pairs.add_of(
                    a.member,
                    compared_number(measure.form, first.values[i], a),
                    compared_number(measure.form, other.values[j], b),
                );
            }
            for (won, player) in won.iter_mut().zip([first, other]) {
                if player.won {
                    // If several sides win, the side with the lowest index counts, so that the
                    // order of the players does not matter.
                    *won = side.min(*won);
                }
            }
        }
        self.tally.length.add_of(a.member, u32::from(a.rounds), u32::from(b.rounds));
        if let Some(party) = &mut self.tally.party {
            let [before, after] = won.map(|side| u32::from(side != nobody));
            party.add_of(a.member, before, after);
        }
        let change = &mut self.tally.winners[won[0] * self.tally.sides.len() + won[1]];
        if change.games == 0 || game < change.first_game {
            change.first_game = game;
        }
        change.games += 1;
        change.of_members[usize::from(a.member) % MOST_MEMBERS] += 1;
    }
}

/// Returns the measures that both variants have, except classes, and the index of each measure in
/// the first and in the other variant.
fn compared_measures(measures: [&Measures; 2]) -> (Vec<Measure>, Vec<[usize; 2]>) {
    let place = |(i, measure): (usize, &Measure)| {
        let j = Measure::position(&measures[1].entrants, measure.name)?;
        let same = measures[1].entrants[j].form == measure.form && measure.form != Form::Class;
        same.then_some((*measure, [i, j]))
    };
    let ours = measures[0].entrants.iter().enumerate();
    ours.filter_map(place).unzip()
}

/// Returns the number by which two values of a measure are compared. If an event did not occur, its
/// time counts as the round after the last round of the game.
fn compared_number(form: Form, value: u32, record: &Record) -> u32 {
    match form {
        Form::Time if value == NEVER => u32::from(record.rounds) + 1,
        _ => value,
    }
}
