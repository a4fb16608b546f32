//! What makes a team strong: the strength of every fighter, and the synergy of every pair of
//! fighters.

use super::line_ups::LineUpsPlan;
use super::results::{LineUpResult, Results};
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::shared::share;
use crate::stats::Compared;
use crate::stats::intervals::{Interval, p_of_z, z};
use crate::stats::members::Won;
use crate::stats::synergy::{self, Fought, StrengthPart};
use crate::stats::together::{Contrast, Together};

/// Returns the judged facts of all strengths (what a fighter adds to its team's win rate), and
/// those of all synergies (what both fighters of a pair together add beyond their strengths). There
/// are no synergies if teams have one member.
pub fn effects(plan: &LineUpsPlan, results: &Results, player: &str) -> [Vec<Fact>; 2] {
    let fighters = plan.fighters.len();
    let in_teams = if plan.sizes.iter().any(|size| *size > 1) { fighters } else { 0 };
    let pairs = (0..in_teams).flat_map(|a| (a + 1..in_teams).map(move |b| vec![a, b]));
    let singles = (0..fighters).map(|fighter| vec![fighter]).collect();
    let all: [(_, _, Vec<Vec<usize>>); 2] = [
        ("strength", SubjectKind::Fighter, singles),
        ("synergy", SubjectKind::Pair, pairs.collect()),
    ];
    all.map(|(measure, kind, all)| {
        let effects: Vec<Compared> = match &results.together {
            Some(together) => {
                all.iter().map(|members| in_parties(plan, results, together, members)).collect()
            }
            None => of_rivals(plan, results, &all),
        };
        let fact = |(members, effect): (&Vec<usize>, Compared)| {
            let about = (player, kind, &*plan.key(members));
            let mut fact = Fact::change("", about, measure, effect);
            (fact.row.arm, fact.row.p) = (None, fact.row.p.filter(|_| effect.difference.is_some()));
            fact
        };
        let mut facts: Vec<Fact> = all.iter().zip(effects).map(fact).collect();
        judge(&mut facts, |_| (), 0.0, plan.level);
        facts
    })
}

/// Returns the effects of single fighters, or of pairs, from the statistical model. An effect adds
/// a gain to a win rate that would otherwise be the fair share.
fn of_rivals(plan: &LineUpsPlan, results: &Results, all: &[Vec<usize>]) -> Vec<Compared> {
    let fought = |of: &LineUpResult| Fought { teams: of.teams.clone(), wins: of.effective() };
    let fought: Vec<Fought> = results.line_ups.iter().map(fought).collect();
    let fighters = plan.fighters.len();
    let parts: Option<Vec<StrengthPart>> = match all.first().map_or(0, Vec::len) {
        1 => synergy::strengths(fighters, &fought),
        _ => synergy::synergies(fighters, &fought)
            .map(|all| all.into_iter().map(|of| of.effect).collect()),
    };
    let gain = |logits| synergy::gain(logits, plan.fair().share);
    let interval = |part: StrengthPart| {
        let reach = z(plan.level) * part.error;
        Interval { low: gain(part.value - reach), high: gain(part.value + reach) }
    };
    let effect = |(i, members): (usize, &Vec<usize>)| {
        let part = parts.as_ref().map(|parts| parts[i]);
        let played = results.line_ups.iter().filter(|of| of.games() > 0);
        let teams = played.flat_map(|of| of.teams.iter().zip(&of.won));
        let with = teams.filter(|(team, _)| members.iter().all(|member| team.contains(member)));
        let won: Vec<&Won> = with.map(|(_, won)| won).collect();
        let sum: f64 = won.iter().map(|won| won.rate()).sum();
        Compared {
            games: won.iter().map(|won| won.games()).sum(),
            means: [None, (!won.is_empty()).then(|| sum / won.len() as f64)],
            difference: part.map(|of| gain(of.value)),
            interval: part.map(interval),
            p: part.map_or(1.0, |of| p_of_z(of.value / of.error)),
            of_trainings: 0.0,
        }
    };
    all.iter().enumerate().map(effect).collect()
}

/// Returns the effect of a fighter, or of a pair, from paired differences between parties.
fn in_parties(
    plan: &LineUpsPlan,
    results: &Results,
    together: &Together,
    members: &[usize],
) -> Compared {
    let rate = results.rate(|party| members.iter().all(|member| party.contains(member)));
    let effect = contrast(results, together, members);
    Compared {
        games: together.games,
        means: [rate.zip(effect).map(|(rate, of)| rate - of.value), rate],
        difference: effect.map(|of| of.value),
        interval: effect.and_then(|of| of.interval(plan.level)),
        p: effect.map_or(1.0, |of| of.p_value()),
        of_trainings: 0.0,
    }
}

/// Returns the strength of one member: the mean win rate of the parties with it, minus that of the
/// parties without it. Returns the synergy of two members: the strength of the first in parties
/// with the second, minus its strength in parties without the second.
///
/// Returns `None` if there is no party of one of these kinds. Returns `None` also if only one party
/// has both of two members and only one has neither: the synergies of the two pairs then cannot be
/// told apart.
fn contrast(results: &Results, together: &Together, members: &[usize]) -> Option<Contrast> {
    // The number of a kind has one bit for each member: 1 if the party has the member.
    let kind = |party: &[usize]| -> usize {
        members.iter().enumerate().map(|(bit, of)| usize::from(party.contains(of)) << bit).sum()
    };
    let kinds: Vec<usize> = results.parties().map(kind).collect();
    let last = (1 << members.len()) - 1;
    let parties = |kind| kinds.iter().filter(|of| **of == kind).count();
    let is_mirrored = last > 1 && [0, last].map(parties) == [1, 1];
    if is_mirrored || (0..=last).any(|kind| parties(kind) == 0) {
        return None;
    }
    let weight = |kind: &usize| {
        let missing = members.len() as u32 - kind.count_ones();
        let sign = if missing.is_multiple_of(2) { 1.0 } else { -1.0 };
        sign / parties(*kind) as f64
    };
    Some(together.contrast(&kinds.iter().map(weight).collect::<Vec<_>>()))
}

impl Results {
    /// Returns the members of each party.
    pub fn parties(&self) -> impl Iterator<Item = &[usize]> {
        self.line_ups.iter().map(|of| of.teams[0].as_slice())
    }

    /// Mean win rate of the parties for which `is` returns true; `None` if there are no such
    /// parties, or no games.
    pub fn rate(&self, is: impl Fn(&[usize]) -> bool) -> Option<f64> {
        let those = self.line_ups.iter().filter(|of| is(&of.teams[0]));
        let sum = |(wins, games), won: &Won| (wins + won.wins(), games + won.games());
        let (wins, games) = those.map(|of| &of.won[0]).fold((0, 0), sum);
        share(wins, games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::pairings::line_ups::LineUpBudget;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn plan(fighters: usize, party: usize) -> LineUpsPlan {
        LineUpsPlan {
            sizes: vec![party],
            fighters: (0..fighters).map(|fighter| fighter.to_string()).collect(),
            per_team: false,
            seed: 1,
            budget: LineUpBudget::Each(1),
            margin: 0.02,
            level: 0.95,
            threads: 1,
            is_reduced: false,
        }
    }

    /// Creates results of all parties of two out of five fighters. The probability to win is 0.4.
    /// Fighter 0 in a party adds 0.2 to this probability, and fighters 1 and 2 together add 0.2.
    fn planted(missions: u64) -> (Results, Together) {
        let mut results = Results::new(&[], &plan(5, 2)).unwrap();
        let parties: Vec<Vec<usize>> = results.parties().map(<[usize]>::to_vec).collect();
        let mut luck = Pcg64Mcg::seed_from_u64(2);
        let mut won = Together::new(parties.len());
        for _ in 0..missions {
            let mission: f64 = luck.random();
            let wins = |party: &Vec<usize>| {
                let more = if party.contains(&0) { 0.2 } else { 0.0 };
                let bond = if *party == [1, 2] { 0.2 } else { 0.0 };
                mission < 0.4 + more + bond
            };
            won.add(0, &parties.iter().map(wins).collect::<Vec<_>>());
        }
        let all = results.line_ups.iter_mut().enumerate();
        all.for_each(|(party, of)| of.won = vec![*won.won(party)]);
        (results, won)
    }

    #[test]
    fn strengths_and_synergies_are_what_was_planted() {
        let (results, won) = planted(40_000);
        let near = |members: &[usize], truth: f64| {
            let contrast = contrast(&results, &won, members).unwrap();
            assert!(
                (contrast.value - truth).abs() < 4.0 * contrast.error,
                "{contrast:?}, not {truth}"
            );
            // The comparison is paired: all parties share the random numbers of a mission.
            assert!(contrast.error < 0.003, "{contrast:?}");
        };
        // Of the six parties without fighter 0, one has the bonus of fighters 1 and 2.
        near(&[0], 0.2 - 0.2 / 6.0);
        // Of fighter 3's four parties, one includes fighter 0, and none includes both 1 and 2.
        near(&[3], 0.2 / 4.0 - (3.0 * 0.2 + 0.2) / 6.0);
        // Of three parties with only one of fighters 1 and 2, one includes fighter 0. Of three
        // parties with neither, two include fighter 0.
        near(&[1, 2], 0.2);
        let rate = results.rate(|party| party.contains(&0)).unwrap();
        assert!((rate - 0.6).abs() < 0.01, "{rate}");
    }

    #[test]
    fn what_no_party_shows_is_not_told() {
        let one = Results::new(&[], &plan(2, 2)).unwrap();
        let none = Together::new(1);
        assert!(contrast(&one, &none, &[0]).is_none() && contrast(&one, &none, &[0, 1]).is_none());
        assert_eq!(one.rate(|_| true), None);
        // The pairs of four fighters: each pair has the same synergy as the other two fighters.
        let pairs = Results::new(&[], &plan(4, 2)).unwrap();
        let none = Together::new(6);
        assert!(contrast(&pairs, &none, &[0]).is_some());
        assert!(contrast(&pairs, &none, &[0, 1]).is_none());
    }
}
