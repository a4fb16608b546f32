//! Two variants, counted pair by pair.

use crate::simulate::Simulation;
use crate::stats::counts::{Counted, Through};
use crate::stats::{Cast, Form, Measure, Measures, NEVER, Pairs, Player, Record, precision};

/// What is compared of every fighter first: won, 0 or 1. After it come its measures.
pub const WON: usize = 0;

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
    /// The measures of entrants that are compared: those that both variants have, but no classes, whose values are no numbers.
    pub compared: Vec<Measure>,
    /// Of each subject: [`WON`], then each that is compared. A time that never came counts as the round after the game's last: it is known not to have come
    /// before.
    pub measures: Vec<Vec<Pairs>>,
    /// Rounds of the games.
    pub length: Pairs,
    /// Of a cooperative game, whether the party won, 0 or 1.
    pub party: Option<Pairs>,
    /// Who can win: the teams (`team 1`), or if everyone is alone the subjects, or if all play together `everybody`; and last `nobody`.
    pub sides: Vec<String>,
    /// By side that wins in the first variant and side that wins in the other, row by row.
    pub winners: Vec<Change>,
}

impl Counted for PairTally {
    fn show(&mut self, through: &mut Through<'_>) {
        let measures = self.measures.iter_mut().flatten();
        measures.for_each(|pairs| pairs.show(through));
        self.length.show(through);
        if let Some(party) = &mut self.party {
            party.show(through);
        }
        for change in &mut self.winners {
            through.sum(&mut change.games);
            through.first(change.games > 0, &mut change.first_game);
        }
    }
}

impl PairTally {
    /// Adds the games of another tally of the same variants.
    pub fn merge(&mut self, other: &PairTally) {
        let mine = self.measures.iter_mut().flatten();
        mine.zip(other.measures.iter().flatten())
            .for_each(|(a, b)| a.merge(b));
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
        }
    }

    /// Games whose winner is another.
    pub fn changed(&self) -> u64 {
        let sides = self.sides.len();
        let of = |(i, change): (usize, &Change)| (i / sides != i % sides).then_some(change.games);
        self.winners.iter().enumerate().filter_map(of).sum()
    }

    /// The widest half-width among the differences of win rates, a share.
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

/// Counts pairs of records of two simulations with the same fighters in the same slots.
#[derive(Debug, Clone)]
pub(in crate::analysis) struct Pairing {
    pub tally: PairTally,
    /// Where each measure that is compared is in the first, and in the other.
    values: Vec<[usize; 2]>,
    /// By entrant of the first and entrant of the other: the subject.
    subject_of: Vec<u16>,
    /// Entrants of the other.
    others: usize,
    /// The side of a slot, if not everyone is alone.
    side_of: Option<Vec<u8>>,
}

impl Pairing {
    pub fn new(first: &Simulation, other: &Simulation) -> Pairing {
        let measures = [first.measures(), other.measures()];
        Pairing::of(
            [first.cast(), other.cast()],
            measures,
            first.meetings(other),
        )
    }

    /// `meetings`: every pair of entrants of the two that one fighter in one slot can be.
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
        let (compared, values) = compared(measures);
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
                party: casts
                    .iter()
                    .all(|cast| cast.cooperative)
                    .then(Pairs::default),
                winners: vec![Change::default(); sides.len() * sides.len()],
                sides,
            },
            values,
            subject_of,
            others,
            side_of,
        }
    }

    /// Counts one game that is the same in both. Allocates nothing.
    pub fn add_same(&mut self, game: u64, record: &Record) {
        let others = self.others;
        let subject = |of: &[u16], (a, _): (u16, u16)| {
            let row = &of[usize::from(a) * others..][..others];
            row.iter().copied().find(|&known| known != u16::MAX)
        };
        self.count(game, record, record, |[i, _]| [i, i], subject);
    }

    /// Counts one game of both. Allocates nothing.
    pub fn add(&mut self, game: u64, a: &Record, b: &Record) {
        let others = self.others;
        let subject = |of: &[u16], (a, b): (u16, u16)| {
            of.get(usize::from(a) * others + usize::from(b)).copied()
        };
        self.count(game, a, b, |at| at, subject);
    }

    /// `at`: from where a measure is in the first and in the other to where it is in the two records; `subject`: of [`Pairing::subject_of`] and the entrants
    /// in the two whom they are.
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
            // Fighters are in the order of their sizes, which a variant may change: the slot is who they are.
            let same = |player: &&Player| player.slot == first.slot;
            let other = b.players.iter().find(same).expect("the same line-up");
            let who = subject(&self.subject_of, (first.entrant, other.entrant));
            let subject = usize::from(who.expect("the same line-up"));
            let side = match &self.side_of {
                Some(sides) => usize::from(sides[usize::from(first.slot)]),
                None => subject,
            };
            let (of_won, of_values) = self.tally.measures[subject]
                .split_first_mut()
                .expect("whether it won");
            of_won.add(u32::from(first.won), u32::from(other.won));
            let compared = self.tally.compared.iter().zip(&self.values);
            for (pairs, (measure, &places)) in of_values.iter_mut().zip(compared) {
                let [i, j] = at(places);
                pairs.add(
                    number(measure.form, first.values[i], a),
                    number(measure.form, other.values[j], b),
                );
            }
            for (won, player) in won.iter_mut().zip([first, other]) {
                if player.won {
                    // Several may win: the first of them, whatever the order of the players.
                    *won = side.min(*won);
                }
            }
        }
        self.tally
            .length
            .add(u32::from(a.rounds), u32::from(b.rounds));
        if let Some(party) = &mut self.tally.party {
            let [a, b] = won.map(|side| u32::from(side != nobody));
            party.add(a, b);
        }
        let change = &mut self.tally.winners[won[0] * self.tally.sides.len() + won[1]];
        if change.games == 0 || game < change.first_game {
            change.first_game = game;
        }
        change.games += 1;
    }
}

/// The measures that both variants have, but no classes, and where each is in the first and in the other.
pub(super) fn compared(measures: [&Measures; 2]) -> (Vec<Measure>, Vec<[usize; 2]>) {
    let place = |(i, measure): (usize, &Measure)| {
        let j = Measure::position(&measures[1].entrants, measure.name)?;
        let same = measures[1].entrants[j].form == measure.form && measure.form != Form::Class;
        same.then_some((*measure, [i, j]))
    };
    let ours = measures[0].entrants.iter().enumerate();
    ours.filter_map(place).unzip()
}

/// A value as the number that is compared.
pub(super) fn number(form: Form, value: u32, record: &Record) -> u32 {
    match form {
        Form::Time if value == NEVER => u32::from(record.rounds) + 1,
        _ => value,
    }
}
