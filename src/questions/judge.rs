//! Judges facts: the only place that corrects for multiple tests, and that says whether players
//! agree.

use super::facts::{Agreement, Fact};
use crate::report::sentences::Standing;
use crate::stats::fairness::{Fair, Surprise};
use crate::stats::intervals::{holm, p_value_of_two};
use crate::stats::members;

/// Gives every win rate its verdict, and every change its test. All tests together are one family
/// (Holm 1979): the probability of any wrong verdict is at most 1 − `level`.
///
/// A win rate within `margin` of its fair share is near it. A win rate has two tests: whether it is
/// farther away, and whether it is not (equivalence). A fact with a p-value has the plain test
/// only. Facts of one player about one side are one test.
pub fn judge(facts: &mut [Fact], margin: f64, level: f64) {
    let tests: Vec<(usize, Test, f64)> = facts
        .iter()
        .enumerate()
        .flat_map(|(i, fact)| fact.tests(margin, level).map(move |(test, p)| (i, test, p)))
        .collect();
    let mut asked: Vec<(&str, usize, Test)> = vec![];
    let mut p: Vec<f64> = vec![];
    let mut place = vec![];
    for &(i, test, value) in &tests {
        let key = (facts[i].row.player.as_str(), facts[i].side, test);
        let known = asked.iter().position(|of| *of == key).unwrap_or_else(|| {
            asked.push(key);
            p.push(value);
            asked.len() - 1
        });
        place.push(known);
    }
    let holds = holm(&p, 1.0 - level);
    for (&(i, test, _), place) in tests.iter().zip(place) {
        facts[i].decide(test, holds[place]);
    }
    agree(facts);
}

/// A test of one fact.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Test {
    /// Is the win rate farther from its fair share than the margin?
    Off,
    /// Is the win rate nearer to its fair share than the margin?
    Near,
    /// Does the win rate change?
    Change,
}

impl Fact {
    /// Returns the tests of the fact with their p-values, which hold for another training.
    fn tests(&self, margin: f64, level: f64) -> impl Iterator<Item = (Test, f64)> {
        let effective = |won: members::Won| won.effective(level);
        let plain = self.row.p.map(|p| (Test::Off, p));
        let of_fair = self.won.zip(self.row.fair).filter(|_| plain.is_none());
        let of_fair = of_fair.map(|(won, share)| {
            let (wins, games) = effective(won);
            let margin = margin.min(share / 2.0).min((1.0 - share) / 2.0);
            let Surprise { if_fair, if_unfair } =
                Surprise::of_one(wins, games, Fair { share, margin });
            [(Test::Off, if_fair), (Test::Near, if_unfair)]
        });
        let of_change = self.before.zip(self.won).map(|(before, after)| {
            (Test::Change, p_value_of_two(effective(before), effective(after)))
        });
        plain.into_iter().chain(of_fair.into_iter().flatten()).chain(of_change)
    }

    fn decide(&mut self, test: Test, holds: bool) {
        let above = self.value() > self.row.fair.unwrap_or(0.0);
        let known = self.row.standing.unwrap_or(Standing::Open);
        match test {
            Test::Off => self.row.standing = Some(Standing::of(holds, above)),
            Test::Near if holds && known == Standing::Open => {
                self.row.standing = Some(Standing::WithinNoise);
            }
            Test::Near => {}
            Test::Change => self.row.changes = Some(holds),
        }
    }

    /// Compares the fact with the same fact of another player, which plays less well.
    pub fn compare(&mut self, before: &Fact, level: f64) {
        self.row.base = before.row.value;
        if let (Some(one), Some(two)) = (before.won, self.won) {
            let (change, interval) = members::difference(&one, &two, level);
            self.before = before.won;
            self.row.change = Some(change);
            self.row.change_low = Some(interval.low);
            self.row.change_high = Some(interval.high);
        }
    }
}

/// Says for each subject how the verdicts of all players go together.
fn agree(facts: &mut [Fact]) {
    let agreement = |fact: &Fact| {
        fact.row.standing?;
        let same = facts.iter().filter(|other| other.same_subject(fact));
        let standings: Vec<Standing> = same.filter_map(|of| of.row.standing).collect();
        Some(agreement(&standings))
    };
    let all: Vec<Option<Agreement>> = facts.iter().map(agreement).collect();
    for (fact, agreement) in facts.iter_mut().zip(all) {
        fact.row.players = agreement;
    }
}

fn agreement(standings: &[Standing]) -> Agreement {
    let certain = || standings.iter().filter(|of| **of != Standing::Open);
    if certain().any(|of| Some(of) != certain().next()) {
        Agreement::Depends
    } else if certain().count() == standings.len() {
        Agreement::Same
    } else {
        Agreement::Open
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::questions::facts::SubjectKind;
    use crate::stats::members::Won;

    /// Creates the win rates of several subjects with several players. Each player but the first is
    /// compared with the player before.
    fn facts(of: &[&[(u64, u64)]], fair: Option<f64>) -> Vec<Fact> {
        let mut facts: Vec<Fact> = vec![];
        for (player, results) in of.iter().enumerate() {
            for (side, &(games, wins)) in results.iter().enumerate() {
                let [player, subject] = [player, side].map(|of| of.to_string());
                let about = (player.as_str(), SubjectKind::Fighter, subject.as_str());
                let mut fact = Fact::wins(about, Won::new(games, wins), fair, side, 0.95);
                if let Some(before) = facts.iter().rfind(|other| other.same_subject(&fact)) {
                    fact.compare(before, 0.95);
                }
                facts.push(fact);
            }
        }
        facts
    }

    #[test]
    fn what_is_certain_has_a_verdict_and_the_rest_is_open() {
        use Standing::{Above, Below, Open, WithinNoise as Near};
        let of = |games: u64, rates: [f64; 4]| {
            rates.map(|rate| (games, (games as f64 * rate) as u64)).to_vec()
        };
        let levels = [
            of(100_000, [0.30, 0.25, 0.20, 0.271]),
            of(20_000, [0.263, 0.25, 0.20, 0.25]),
            of(100, [0.30, 0.25, 0.02, 0.25]),
        ];
        let levels: Vec<&[(u64, u64)]> = levels.iter().map(Vec::as_slice).collect();
        let mut all = facts(&levels, Some(0.25));
        judge(&mut all, 0.02, 0.95);
        let standings: Vec<Standing> = all.iter().map(|of| of.row.standing.unwrap()).collect();
        assert_eq!(standings[..4], [Above, Near, Below, Open]);
        assert_eq!(standings[4..8], [Open, Near, Below, Near]);
        assert_eq!(standings[8..], [Open, Open, Below, Open]);
        let changes: Vec<_> = all.iter().map(|of| of.row.changes).collect();
        assert_eq!(changes[..4], [None; 4]);
        assert_eq!(changes[4..8], [true, false, false, true].map(Some));
        assert_eq!(changes[8..], [false, false, true, false].map(Some));
        let agreement: Vec<_> = all[..4].iter().map(|of| of.row.players.unwrap()).collect();
        use Agreement::{Open as Unsure, Same};
        assert_eq!(agreement, [Unsure, Unsure, Same, Unsure]);
    }

    #[test]
    fn players_disagree_only_with_significant_verdicts() {
        use Standing::{Above, Below, Open, WithinNoise as Near};
        for (standings, expected) in [
            (&[Above, Above][..], Agreement::Same),
            (&[Near, Near, Near], Agreement::Same),
            (&[Above, Below], Agreement::Depends),
            (&[Above, Open, Near], Agreement::Depends),
            (&[Above, Open], Agreement::Open),
            (&[Open, Open], Agreement::Open),
        ] {
            assert_eq!(agreement(standings), expected, "{standings:?}");
        }
    }

    #[test]
    fn where_no_share_is_fair_only_changes_are_told() {
        let mut all = facts(&[&[(10_000, 1_000)], &[(10_000, 4_000)]], None);
        judge(&mut all, 0.02, 0.95);
        assert_eq!((all[1].row.standing, all[1].row.changes), (None, Some(true)));
    }

    #[test]
    fn who_wins_together_needs_one_test() {
        let results: &[(u64, u64)] = &[(1_000, 540), (1_000, 460)];
        let standing = |sides: [usize; 2]| {
            let mut all = facts(&[results], Some(0.5));
            all.iter_mut().zip(sides).for_each(|(fact, side)| fact.side = side);
            judge(&mut all, 0.0, 0.97);
            all[0].row.standing.unwrap()
        };
        // p = 0.0114: significant at 3 % as one of two tests, and not as one of four.
        assert_eq!(standing([0, 0]), Standing::Above);
        assert_eq!(standing([0, 1]), Standing::Open);
    }

    #[test]
    fn verdicts_are_seldom_wrong() {
        let mut luck = Pcg64Mcg::seed_from_u64(8);
        let mut wrong = 0;
        for _ in 0..400 {
            // True win rates of eight fighters exactly at the margin, equal at three levels: every
            // verdict is wrong.
            let mut level = || -> Vec<(u64, u64)> {
                let mut wins = || (0..500).filter(|_| luck.random_bool(0.27)).count() as u64;
                (0..8).map(|_| (500, wins())).collect()
            };
            let levels = [level(), level(), level()];
            let levels: Vec<&[(u64, u64)]> = levels.iter().map(Vec::as_slice).collect();
            let mut all = facts(&levels, Some(0.25));
            judge(&mut all, 0.02, 0.95);
            let said =
                |of: &Fact| of.row.changes == Some(true) || of.row.standing != Some(Standing::Open);
            wrong += i32::from(all.iter().any(said));
        }
        // 20 wrong verdicts (5 % of 400 trials) are expected, with a standard deviation of 4.4.
        assert!(wrong <= 29, "{wrong}");
    }
}
