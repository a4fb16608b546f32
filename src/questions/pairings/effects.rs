//! What makes a team strong: the strength of every fighter, and the synergy of every pair of
//! fighters.

use super::line_ups::LineUps;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::stats::Compared;
use crate::stats::intervals::{Interval, p_of_z, z};
use crate::stats::members::Won;
use crate::stats::synergy::{self, Fought, StrengthPart};

/// Returns the judged facts of all strengths (what a fighter adds to its team's win rate), and
/// those of all synergies (what both fighters of a pair together add beyond their strengths). There
/// are no synergies if teams have one member. `won` has the games of each line-up's teams. An
/// effect adds a gain to a win rate that would otherwise be `average`.
pub fn effects(
    line_ups: &LineUps,
    won: &[Vec<Won>],
    player: &str,
    (average, level): (f64, f64),
) -> [Vec<Fact>; 2] {
    let fighters = line_ups.fighters.len();
    let teams = line_ups.every();
    let fought: Vec<Fought> =
        teams.iter().zip(won).map(|(teams, won)| contest(teams, won)).collect();
    let in_teams = if line_ups.sizes.iter().any(|size| *size > 1) { fighters } else { 0 };
    let pairs = (0..in_teams).flat_map(|a| (a + 1..in_teams).map(move |b| vec![a, b]));
    let singles: Vec<Vec<usize>> = (0..fighters).map(|fighter| vec![fighter]).collect();
    [
        ("strength", SubjectKind::Fighter, singles, synergy::strengths(fighters, &fought)),
        ("synergy", SubjectKind::Pair, pairs.collect(), synergy::synergies(fighters, &fought)),
    ]
    .map(|(measure, kind, subjects, parts)| {
        let fact = |(i, members): (usize, &Vec<usize>)| {
            let part = parts.as_ref().map(|parts| parts[i]);
            let all = teams.iter().flatten().zip(won.iter().flatten());
            let with = all.filter(|(team, won)| {
                won.games() > 0 && members.iter().all(|member| team.contains(member))
            });
            let with: Vec<&Won> = with.map(|(_, won)| won).collect();
            let compared = effect(part, &with, (average, level));
            let subject = line_ups.key(members);
            let mut fact = Fact::change("", (player, kind, &subject), measure, compared);
            (fact.row.arm, fact.row.p) = (None, fact.row.p.filter(|_| part.is_some()));
            fact
        };
        let mut facts: Vec<Fact> = subjects.iter().enumerate().map(fact).collect();
        judge(&mut facts, |_| (), 0.0, level);
        facts
    })
}

/// Returns the wins of the teams of a line-up, in the number of games of a single bot that would
/// make the win rates as well known. A party plays against the game, a team without members.
fn contest(teams: &[Vec<usize>], won: &[Won]) -> Fought {
    let share = 1.0 - won[0].share_of_trainings();
    let effective = |wins: u64| (wins as f64 * share).round() as u64;
    let (mut teams, mut wins) = (teams.to_vec(), won.iter().map(Won::wins).collect::<Vec<_>>());
    if let [only] = won {
        teams.push(vec![]);
        wins.push(only.games() - only.wins());
    }
    Fought { teams, wins: wins.into_iter().map(effective).collect() }
}

/// Returns the effect of a fighter or a pair from its part of the statistical model, and from the
/// games of the teams with it.
fn effect(part: Option<StrengthPart>, with: &[&Won], (average, level): (f64, f64)) -> Compared {
    let gain = |logits| synergy::gain(logits, average);
    let interval = |part: StrengthPart| {
        let reach = z(level) * part.error;
        Interval { low: gain(part.value - reach), high: gain(part.value + reach) }
    };
    let sum: f64 = with.iter().map(|won| won.rate()).sum();
    Compared {
        games: with.iter().map(|won| won.games()).sum(),
        means: [None, (!with.is_empty()).then(|| sum / with.len() as f64)],
        difference: part.map(|part| gain(part.value)),
        interval: part.map(interval),
        p: part.map_or(1.0, |part| p_of_z(part.value / part.error)),
        of_trainings: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Checks parties of two out of five fighters that win with a probability of 0.4. In logits,
    /// fighter 0 in a party adds 0.8, and fighters 1 and 2 together add 0.6.
    #[test]
    fn strengths_and_synergies_of_parties_are_what_was_planted() {
        let fighters = (0..5).map(|fighter| fighter.to_string()).collect();
        let line_ups = LineUps { sizes: vec![2], fighters, per_team: false };
        let mut luck = Pcg64Mcg::seed_from_u64(2);
        let every = line_ups.every();
        let won = every.iter().map(|teams| {
            let more = if teams[0].contains(&0) { 0.8 } else { 0.0 };
            let bond = if teams[0] == [1, 2] { 0.6 } else { 0.0 };
            let wins =
                (0..40_000).filter(|_| luck.random_bool(0.4 + synergy::gain(more + bond, 0.4)));
            vec![Won::new(40_000, wins.count() as u64)]
        });
        let won: Vec<Vec<Won>> = won.collect();
        let [strengths, synergies] = effects(&line_ups, &won, "", (0.4, 0.999));
        assert_eq!((strengths.len(), synergies.len()), (5, 10));
        // The strengths and the synergies of each fighter have the sum 0: a bond of 0.6 of one pair
        // among five fighters is a synergy of 0.3, and adds 0.12 to the strengths of its members.
        let bond = synergies.iter().find(|fact| fact.row.subject == "1+2").unwrap();
        for (fact, logits) in [(&strengths[3], -0.16 - 0.08), (bond, 0.3)] {
            let (change, truth) = (fact.off().unwrap(), synergy::gain(logits, 0.4));
            assert!((change - truth).abs() < 0.01, "{fact:?}, not {truth}");
        }
    }
}
