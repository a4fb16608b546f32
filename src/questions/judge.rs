//! Judges facts: the only place that corrects for multiple tests, and that says whether players
//! agree.

use std::collections::HashMap;

use super::facts::{Agreement, Fact, ResultRow};
use crate::report::standing::Standing;
use crate::report::words::the_bots;
use crate::stats::fairness::{Fair, Surprise};
use crate::stats::intervals::{Interval, holm, p_value_of_two};
use crate::stats::members;

/// Gives every win rate its verdict, and every change its test. The tests of each `family` together
/// are corrected (Holm 1979): the probability of any wrong verdict in a family is at most 1 −
/// `level`.
///
/// A win rate within `margin` of its fair share is near it. A win rate has two tests: whether it is
/// farther away, and whether it is not (equivalence). A fact with a p-value has the plain test
/// only. Facts of one player and variant about one side are one test.
pub fn judge<F: PartialEq>(
    facts: &mut [Fact],
    family: impl Fn(&Fact) -> F,
    margin: f64,
    level: f64,
) {
    let mut families: Vec<(F, Vec<usize>)> = vec![];
    for (i, fact) in facts.iter().enumerate() {
        let of = family(fact);
        match families.iter_mut().find(|(known, _)| *known == of) {
            Some((_, members)) => members.push(i),
            None => families.push((of, vec![i])),
        }
    }
    for (_, members) in families {
        judge_together(facts, &members, margin, level);
    }
    agree(facts);
}

/// Tests these facts as one family.
fn judge_together(facts: &mut [Fact], members: &[usize], margin: f64, level: f64) {
    let tests = members.iter();
    let tests = tests.flat_map(|&i| facts[i].tests(margin, level).map(move |(of, p)| (i, of, p)));
    let tests: Vec<(usize, Test, f64)> = tests.collect();
    let mut asked = HashMap::new();
    let mut p: Vec<f64> = vec![];
    let mut place = vec![];
    for &(i, test, value) in &tests {
        let Fact { row, side, .. } = &facts[i];
        // Facts without a side have a test of their own.
        let own = (*side == usize::MAX).then_some(i);
        let key = (row.arm.as_deref(), row.player.as_str(), *side, own, test);
        place.push(*asked.entry(key).or_insert_with(|| {
            p.push(value);
            p.len() - 1
        }));
    }
    let holds = holm(&p, 1.0 - level);
    for (&(i, test, _), place) in tests.iter().zip(place) {
        facts[i].decide(test, holds[place]);
    }
}

/// A test of one fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
        let of_change = self.row.p.filter(|_| self.row.change.is_some());
        let plain = self.row.p.filter(|_| self.row.change.is_none()).map(|p| (Test::Off, p));
        let of_fair = self.won.zip(self.row.fair).filter(|_| plain.is_none());
        let of_fair = of_fair.map(|(won, share)| {
            let (wins, games) = won.effective(level);
            let margin = margin.min(share / 2.0).min((1.0 - share) / 2.0);
            let Surprise { if_fair, if_unfair } =
                Surprise::of_one(wins, games, Fair { share, margin });
            [(Test::Off, if_fair), (Test::Near, if_unfair)]
        });
        let of_change = of_change.map(|p| (Test::Change, p));
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
            Test::Change => self.row.changes = Some(self.row.verdict_on_change(holds)),
        }
    }

    /// Compares the fact with the same fact of another player, which plays less well.
    pub fn compare(&mut self, before: &Fact, level: f64) {
        self.row.base = before.row.value;
        if let (Some(one), Some(two)) = (before.won, self.won) {
            let (change, interval) = members::difference(&one, &two, level);
            self.row.change = Some(change);
            self.row.change_low = Some(interval.low);
            self.row.change_high = Some(interval.high);
            self.row.p = Some(p_value_of_two(one.effective(level), two.effective(level)));
        }
    }
}

impl ResultRow {
    fn verdict_on_change(&self, is_significant: bool) -> Standing {
        let ends = self.change_low.zip(self.change_high);
        let noise = ends.is_some_and(|(low, high)| !Interval { low, high }.excludes_zero());
        match noise && !is_significant {
            true => Standing::WithinNoise,
            false => Standing::of(is_significant, self.change.unwrap_or(0.0) > 0.0),
        }
    }
}

/// The same fact with the command's own bots, and with the reference player.
#[derive(Debug, Clone)]
pub struct Judged {
    pub own: Fact,
    /// `None` without a reference player.
    pub reference: Option<Fact>,
}

impl Judged {
    /// Pairs the judged facts of the command's own bots with those of the reference player.
    pub fn pairs(own: Vec<Fact>, theirs: &[Fact]) -> Vec<Judged> {
        // Of several facts about one thing, the first.
        let played = theirs.iter().rev().filter(|of| of.row.games > 0);
        let played: HashMap<_, &Fact> = played.map(|of| (of.about(), of)).collect();
        let judged = |own: Fact| {
            let reference = played.get(&own.about()).copied().cloned();
            let mut judged = Judged { own, reference };
            let check = judged.check();
            for fact in [&mut judged.own].into_iter().chain(&mut judged.reference) {
                fact.row.players = check;
            }
            judged
        };
        own.into_iter().map(judged).collect()
    }

    /// Returns the verdict of the command's own bots: open if players would hardly notice it.
    pub fn standing(&self) -> Standing {
        if self.own.is_felt() { self.own.standing() } else { Standing::Open }
    }

    /// Compares the verdicts of the two players; `None` without a significant one, and without a
    /// reference player.
    pub fn check(&self) -> Option<Agreement> {
        Agreement::of_two(self.standing(), self.reference.as_ref()?.standing())
    }

    /// Returns the fact on which the headline is based: that of the reference player if it played.
    pub fn leading(&self) -> &Fact {
        self.reference.as_ref().unwrap_or(&self.own)
    }

    /// Returns the significant facts, the leading one first, each with who plays. If the verdicts
    /// are opposite, both; without a significant one, none.
    pub fn off(&self, bots: &[String]) -> Vec<(&Fact, String)> {
        match (&self.reference, self.check()) {
            (None, _) if self.standing().is_significant() => {
                vec![(&self.own, format!("with {}", the_bots(bots)))]
            }
            (Some(theirs), Some(check)) => {
                let reference = &theirs.row.player;
                let leads = (theirs, format!("with “{reference}”"));
                let own = (&self.own, check.own_player(bots, reference));
                match check {
                    Agreement::Undecided => vec![own],
                    Agreement::Opposite => vec![leads, own],
                    _ => vec![leads],
                }
            }
            _ => vec![],
        }
    }

    /// Returns the words for the verdict on a win rate ("above, confirmed", or "within noise") or
    /// on a change ("more, confirmed", "within noise", "open", or "less than 1 point").
    pub fn words(&self) -> String {
        let is_change = self.own.won.is_none();
        let side = |standing| match (standing, self.own.standing()) {
            (Standing::Above, _) if is_change => "more",
            (Standing::Above, _) => "above",
            (Standing::Below, _) if is_change => "less",
            (Standing::Below, _) => "below",
            (_, Standing::WithinNoise) => "within noise",
            _ if !is_change => "within noise",
            (_, Standing::Open) if self.own.row.change_low.is_none() => "needs more games",
            (_, Standing::Open) => "open",
            _ => "less than 1 point",
        };
        match (self.check(), &self.reference) {
            (Some(check), Some(theirs)) if check.reference_leads() => {
                format!("{}, {}", side(theirs.standing()), check.name())
            }
            (Some(check), _) => format!("{}, {}", side(self.own.standing()), check.name()),
            (None, Some(_)) => side(Standing::Open).to_owned(),
            (None, None) => side(self.standing()).to_owned(),
        }
    }

    /// Returns both facts.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        [&self.own].into_iter().chain(&self.reference)
    }
}

/// Says for each subject how the verdicts of all players go together.
fn agree(facts: &mut [Fact]) {
    let mut standings: HashMap<_, Vec<Standing>> = HashMap::new();
    for fact in facts.iter() {
        standings.entry(fact.about()).or_default().extend(fact.row.standing);
    }
    let agreement = |fact: &Fact| fact.row.standing.map(|_| agreement(&standings[&fact.about()]));
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
        let all_standings = [
            (100_000, [0.30, 0.25, 0.20, 0.271], [Above, Near, Below, Open]),
            (20_000, [0.263, 0.25, 0.20, 0.25], [Open, Near, Below, Near]),
            (100, [0.30, 0.25, 0.02, 0.25], [Open, Open, Below, Open]),
        ];
        let levels = all_standings
            .map(|(games, rates, _)| rates.map(|rate| (games, (games as f64 * rate) as u64)));
        let mut all = facts(&levels.each_ref().map(|level| level.as_slice()), Some(0.25));
        judge(&mut all, |_| (), 0.02, 0.95);
        let standings: Vec<Standing> = all.iter().map(|of| of.row.standing.unwrap()).collect();
        assert_eq!(standings, all_standings.map(|(.., expected)| expected).concat());
        let changes = all.iter().map(|of| of.row.changes.map(Standing::is_significant));
        let changes: Vec<Option<bool>> = changes.collect();
        assert_eq!(changes[..4], [None; 4]);
        assert_eq!(changes[4..8], [true, false, false, true].map(Some));
        assert_eq!(changes[8..], [false, false, true, false].map(Some));
        let agreement: Vec<_> = all[..4].iter().map(|of| of.row.players.unwrap()).collect();
        use Agreement::{Open as Unsure, Same};
        assert_eq!(agreement, [Unsure, Unsure, Same, Unsure]);
    }

    #[test]
    fn the_reference_player_leads_where_its_answer_is_significant() {
        use Standing::{Above, Below, Open, WithinNoise};
        for (own, theirs, expected, leads) in [
            (Above, Above, Some(Agreement::Confirmed), true),
            (WithinNoise, Below, Some(Agreement::ReferenceOnly), true),
            (Above, Below, Some(Agreement::Opposite), true),
            (Below, Open, Some(Agreement::Undecided), false),
            (Open, WithinNoise, None, false),
        ] {
            let found = Agreement::of_two(own, theirs);
            assert_eq!(found, expected, "{own:?}, {theirs:?}");
            assert_eq!(found.is_some_and(Agreement::reference_leads), leads);
        }
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
        judge(&mut all, |_| (), 0.02, 0.95);
        assert_eq!((all[1].row.standing, all[1].row.changes), (None, Some(Standing::Above)));
    }

    #[test]
    fn who_wins_together_needs_one_test() {
        let results: &[(u64, u64)] = &[(1_000, 540), (1_000, 460)];
        let standing = |sides: [usize; 2]| {
            let mut all = facts(&[results], Some(0.5));
            all.iter_mut().zip(sides).for_each(|(fact, side)| fact.side = side);
            judge(&mut all, |_| (), 0.0, 0.97);
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
            judge(&mut all, |_| (), 0.02, 0.95);
            let said = |of: &Fact| {
                let changes = of.row.changes.is_some_and(Standing::is_significant);
                changes || of.row.standing != Some(Standing::Open)
            };
            wrong += i32::from(all.iter().any(said));
        }
        // 20 wrong verdicts (5 % of 400 trials) are expected, with a standard deviation of 4.4.
        assert!(wrong <= 29, "{wrong}");
    }
}
