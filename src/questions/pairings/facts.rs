//! The facts of `gong pairings`: the win rate of every team of every line-up, the strength of every
//! fighter, and the synergy of every pair of fighters.

use anyhow::Result;

use super::PairingsFound;
use super::effects::effects;
use super::line_ups::LineUpsPlan;
use super::plan::PairingsPlan;
use super::results::{LineUpResult, Results, WinCounts};
use crate::questions::experiment::CellCounts;
use crate::questions::facts::{Agreement, Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::shared::{descending, share};
use crate::report::standing::Standing;
use crate::stats::fairness::{Surprise, Verdict, verdicts};
use crate::stats::members::Won;
use crate::stats::order::Order;
use crate::stats::sequential;

/// Number of the fairest line-ups that the reference player plays.
const FAIREST: usize = 5;

pub struct PairingsFacts {
    /// All line-ups in order of their numbers.
    pub line_ups: Vec<LineUp>,
    /// One fact for each fighter.
    pub strengths: Vec<Fact>,
    /// One fact for each pair of fighters; empty if teams have one member.
    pub synergies: Vec<Fact>,
    pub people: People,
    /// Names of the command's own bots.
    pub bots: Vec<String>,
    /// Name and number of games of the reference player; `None` without one.
    pub reference: Option<(String, u64)>,
    /// Confidence level of all intervals, 0 to 1.
    pub level: f64,
    /// Accepted distance of a win rate from its fair share; `None` for parties.
    pub margin: Option<f64>,
    /// The fair share of a team, or the mean win rate of the parties.
    pub average: f64,
    /// Number of parties that do not differ significantly from the party with the most wins; 0 if
    /// teams are rivals.
    pub best: usize,
}

/// The facts of one line-up.
#[derive(Debug, Clone)]
pub struct LineUp {
    /// Number of the line-up, from 0.
    pub number: usize,
    pub result: LineUpResult,
    /// One fact for each team, with the command's own bots.
    pub own: Vec<Fact>,
    /// One fact for each team, with the reference player; empty if it did not play the line-up.
    pub theirs: Vec<Fact>,
}

impl LineUp {
    /// Returns the largest distance of a team's win rate from its fair share, among the games with
    /// a winner. Of a party, returns the difference from the average party. `None` without games.
    pub fn off(&self) -> Option<f64> {
        let row = &self.own[0].row;
        let Some(fair) = row.fair else {
            return row.change;
        };
        let decided = self.result.wins().iter().sum();
        let off = |wins: u64| Some((share(wins, decided)? - fair).abs());
        self.result.wins().into_iter().filter_map(off).reduce(f64::max)
    }

    /// Returns the indices of the teams, in descending order of their win rates with the own bots.
    pub fn order(&self) -> Vec<usize> {
        descending(0..self.own.len(), |team| self.own[*team].value())
    }

    /// Returns the facts of the player whose verdict on the fairness leads: those of the reference
    /// player if its verdict is significant.
    pub fn leading(&self) -> &[Fact] {
        let is_decided = self.theirs.iter().any(|of| of.row.standing.is_some_and(is_certain));
        if is_decided { &self.theirs } else { &self.own }
    }

    /// Returns how the verdicts of both players go together.
    pub fn agreement(&self) -> Option<Agreement> {
        self.own[0].row.players
    }
}

fn is_certain(standing: Standing) -> bool {
    standing != Standing::Open
}

/// Returns the verdict on the facts of one line-up as a word: on its fairness, or on a party
/// compared with the average party.
pub fn verdict_word(facts: &[Fact]) -> &'static str {
    let certain = facts.iter().map(Fact::standing).find(|standing| is_certain(*standing));
    match (facts[0].row.fair.is_some(), certain) {
        (true, Some(Standing::WithinNoise)) => "fair",
        (true, Some(_)) => "unfair",
        (false, Some(Standing::Above)) => "above average",
        (false, Some(Standing::Below)) => "below average",
        _ => "open",
    }
}

/// Returns the line-ups that were played, the fairest or the most successful one first.
pub fn sorted(line_ups: &[LineUp]) -> Vec<&LineUp> {
    descending(line_ups.iter().filter(|of| of.result.games() > 0), |of| {
        let first = &of.own[0];
        first.row.fair.map_or(first.value(), |_| -of.off().unwrap_or(0.0))
    })
}

/// Returns the numbers of the line-ups that the reference player plays: the fairest ones and the
/// least fair one, or the most and the least successful party.
pub fn checked(line_ups: &[LineUp], plan: &LineUpsPlan) -> Vec<usize> {
    let sorted = sorted(line_ups);
    let first = if plan.has_parties() { 1 } else { FAIREST };
    let first = sorted.iter().take(first.min(sorted.len().saturating_sub(1)));
    first.chain(sorted.last()).map(|of| of.number).collect()
}

/// Returns the facts of all line-ups with the command's own bots, in order of their numbers. The
/// change of a party is its difference from the average party.
pub fn line_ups(plan: &LineUpsPlan, results: &Results, player: &str) -> Vec<LineUp> {
    let of_line_up = |of: &LineUpResult| {
        let level = match of.looks {
            0 => plan.level,
            // The interval holds in spite of the interim analyses.
            looks => sequential::level_at(looks, plan.level),
        };
        teams(plan, player, (&of.teams, &of.won), of.verdict, level)
    };
    let mut own: Vec<Fact> = results.line_ups.iter().flat_map(of_line_up).collect();
    if let Some(together) = results.together.as_ref().filter(|_| own.len() > 1) {
        let average = results.rate(|_| true);
        for (party, Fact { row, .. }) in own.iter_mut().enumerate() {
            let mut weights = vec![-1.0 / results.line_ups.len() as f64; results.line_ups.len()];
            weights[party] += 1.0;
            let off = together.contrast(&weights);
            let interval = off.interval(plan.level);
            (row.base, row.change, row.p) = (average, Some(off.value), Some(off.p_value()));
            row.change_low = interval.map(|of| of.low);
            row.change_high = interval.map(|of| of.high);
        }
        judge(&mut own, |_| (), 0.0, plan.level);
    }
    let facts = own.chunks(plan.sizes.len()).zip(&results.line_ups).enumerate();
    let line_up = |(number, (own, result)): (usize, (&[Fact], &LineUpResult))| LineUp {
        number,
        result: result.clone(),
        own: own.to_vec(),
        theirs: vec![],
    };
    facts.map(line_up).collect()
}

/// Creates the facts of the teams of a line-up, with intervals at this level.
fn teams(
    plan: &LineUpsPlan,
    player: &str,
    (teams, won): (&[Vec<usize>], &[Won]),
    verdict: Verdict,
    level: f64,
) -> Vec<Fact> {
    let subjects: Vec<String> = teams.iter().map(|team| plan.key(team)).collect();
    let fair = (!plan.has_parties()).then(|| plan.fair().share);
    let wins: Vec<u64> = won.iter().map(Won::wins).collect();
    let fact = |(team, standing): (usize, Standing)| {
        let about = (player, SubjectKind::Group, subjects[team].as_str());
        let mut fact = Fact::wins(about, won[team], fair, usize::MAX, level);
        fact.row.arm = Some(subjects.join(" : "));
        fact.row.team = Some(team as u8 + 1);
        fact.row.standing = fair.map(|_| standing);
        fact
    };
    standings(verdict, &wins).into_iter().enumerate().map(fact).collect()
}

/// Adds the facts of the reference player to the line-ups that it played. The tests of these
/// line-ups are a family of their own. Of two parties, the change of the most successful one is its
/// difference from the least successful one.
///
/// # Errors
/// Fails if the games do not belong to these line-ups.
fn check(
    plan: &LineUpsPlan,
    player: &str,
    counts: &CellCounts,
    line_ups: &mut [LineUp],
) -> Result<()> {
    let wins = counts.restored(WinCounts::none(plan))?;
    let numbers = checked(line_ups, plan);
    let won = |number: &usize| -> Vec<Won> {
        (0..plan.sizes.len()).map(|team| wins.0[*number].of(team)).collect()
    };
    let won: Vec<Vec<Won>> = numbers.iter().map(won).collect();
    let surprise = |won: &Vec<Won>| match plan.has_parties() {
        true => Surprise::NONE,
        false => Surprise::of(&won.iter().map(Won::wins).collect::<Vec<_>>(), plan.fair()),
    };
    let verdicts = verdicts(&won.iter().map(surprise).collect::<Vec<_>>(), 1.0 - plan.level);
    for ((number, won), verdict) in numbers.iter().zip(&won).zip(verdicts) {
        let of = &mut line_ups[*number];
        of.theirs = teams(plan, player, (&of.result.teams, won), verdict, plan.level);
    }
    let mut of_parties = None;
    if let (true, &[most, least]) = (plan.has_parties(), numbers.as_slice()) {
        let before = line_ups[least].theirs[0].clone();
        let theirs = &mut line_ups[most].theirs;
        theirs[0].compare(&before, plan.level);
        judge(theirs, |_| (), 0.0, plan.level);
        let theirs = theirs[0].standing();
        let own = [most, least].map(|number| line_ups[number].own[0].standing());
        let own = Standing::of(own == [Standing::Above, Standing::Below], true);
        of_parties = Agreement::of_two(own, theirs);
    }
    for number in numbers {
        let LineUp { own, theirs, .. } = &mut line_ups[number];
        let players = if plan.has_parties() { of_parties } else { agreement(own, theirs) };
        own.iter_mut().chain(theirs).for_each(|fact| fact.row.players = players);
    }
    Ok(())
}

impl PairingsFacts {
    /// Creates and judges the facts.
    ///
    /// # Errors
    /// Fails if the games do not belong to this plan.
    pub fn new(
        plan: &PairingsPlan,
        found: &PairingsFound,
        manifest: &Manifest,
    ) -> Result<PairingsFacts> {
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let (player, reference) = (bots.join(", "), plan.reference_games(found));
        let plan = &plan.line_ups;
        let results = Results::new(&found.rounds, plan)?;
        let mut line_ups = line_ups(plan, &results, &player);
        let [strengths, synergies] = effects(plan, &results, &player);
        if let Some((name, counts)) = reference {
            check(plan, name, counts, &mut line_ups)?;
        }
        let order = results.together.as_ref();
        let order = order.map(|of| Order::of_together(of, line_ups.len(), 1.0 - plan.level));
        let average = match plan.has_parties() {
            false => plan.fair().share,
            true => results.rate(|_| true).unwrap_or(0.0),
        };
        Ok(PairingsFacts {
            line_ups,
            strengths,
            synergies,
            people: People::of(manifest),
            bots,
            reference: reference.map(|(name, counts)| (name.to_owned(), counts.games)),
            level: plan.level,
            margin: (!plan.has_parties()).then_some(plan.margin),
            average,
            best: order.map_or(0, |of| of.top().len()),
        })
    }

    /// Returns all facts.
    pub fn all(&self) -> impl Iterator<Item = &Fact> {
        let own = self.line_ups.iter().map(|of| &of.own);
        let played = own.chain(self.line_ups.iter().map(|of| &of.theirs));
        played.flatten().chain(&self.strengths).chain(&self.synergies)
    }

    /// Returns the names of the fighters that a fact is about: "Agaric + Baobab".
    pub fn label(&self, fact: &Fact) -> String {
        let names = fact.row.subject.split('+').map(|key| self.people.get(key).name);
        names.collect::<Vec<_>>().join(" + ")
    }

    /// Returns the names of a line-up's teams, with `between` as separator. The team with the
    /// highest win rate comes first.
    pub fn names(&self, line_up: &LineUp, between: &str) -> String {
        let order = line_up.order().into_iter();
        let teams = order.map(|team| self.label(&line_up.own[team]));
        teams.collect::<Vec<_>>().join(between)
    }
}

/// Returns the verdict on each team of a line-up that is fair, unfair or open. If it is unfair, the
/// team that is farthest from its fair share has a verdict. Of two teams, both have one.
fn standings(verdict: Verdict, wins: &[u64]) -> Vec<Standing> {
    let (teams, all) = (wins.len() as i64, wins.iter().sum::<u64>() as i64);
    // Distances from the fair share of the wins, multiplied by the number of teams.
    let off: Vec<i64> = wins.iter().map(|&wins| wins as i64 * teams - all).collect();
    let farthest = (0..off.len()).max_by_key(|team| off[*team].abs());
    let standing = |team| match verdict {
        Verdict::Fair => Standing::WithinNoise,
        Verdict::Unfair => Standing::of(teams == 2 || Some(team) == farthest, off[team] > 0),
        Verdict::Open => Standing::Open,
    };
    (0..off.len()).map(standing).collect()
}

/// Compares the verdicts of two players on a line-up. They agree only if each team has the same
/// verdict.
fn agreement(own: &[Fact], theirs: &[Fact]) -> Option<Agreement> {
    let standings = |of: &[Fact]| of.iter().map(Fact::standing).collect::<Vec<_>>();
    let (own, theirs) = (standings(own), standings(theirs));
    let is_decided = |of: &[Standing]| of.iter().any(|standing| is_certain(*standing));
    match (is_decided(&own), is_decided(&theirs)) {
        (false, false) => None,
        (false, true) => Some(Agreement::ReferenceOnly),
        (true, false) => Some(Agreement::Undecided),
        _ if own == theirs => Some(Agreement::Confirmed),
        _ => Some(Agreement::Opposite),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::pairings::line_ups::LineUpBudget;
    use crate::stats::together::Together;

    fn plan(sizes: &[usize], fighters: usize) -> LineUpsPlan {
        LineUpsPlan {
            sizes: sizes.to_vec(),
            fighters: (0..fighters).map(|fighter| fighter.to_string()).collect(),
            per_team: false,
            seed: 1,
            budget: LineUpBudget::Each(60),
            margin: 0.02,
            level: 0.95,
            threads: 1,
            is_reduced: false,
        }
    }

    fn played(verdict: Verdict, wins: &[u64]) -> Vec<Fact> {
        let games = wins.iter().sum();
        let won: Vec<Won> = wins.iter().map(|&wins| Won::new(games, wins)).collect();
        let alone: Vec<Vec<usize>> = (0..wins.len()).map(|team| vec![team]).collect();
        teams(&plan(&vec![1; wins.len()], 3), "", (&alone, &won), verdict, 0.95)
    }

    #[test]
    fn two_players_agree_if_each_team_has_the_same_verdict() {
        use Agreement::{Confirmed, Opposite, ReferenceOnly, Undecided};
        use Verdict::{Fair, Open, Unfair};
        let even: &[u64] = &[50, 50];
        for (own, theirs, expected) in [
            ((Fair, even), (Fair, even), Some(Confirmed)),
            ((Unfair, even), (Unfair, even), Some(Confirmed)),
            ((Fair, even), (Open, even), Some(Undecided)),
            ((Unfair, even), (Fair, even), Some(Opposite)),
            ((Open, even), (Unfair, even), Some(ReferenceOnly)),
            ((Open, even), (Open, even), None),
            ((Unfair, &[60, 40]), (Unfair, &[9, 1]), Some(Confirmed)),
            ((Unfair, &[60, 40]), (Unfair, &[1, 9]), Some(Opposite)),
            ((Unfair, &[50, 20, 30]), (Unfair, &[7, 2, 3]), Some(Confirmed)),
            ((Unfair, &[50, 20, 30]), (Unfair, &[3, 2, 7]), Some(Opposite)),
            ((Unfair, &[50, 20, 30]), (Unfair, &[0, 6, 6]), Some(Opposite)),
        ] {
            let found = agreement(&played(own.0, own.1), &played(theirs.0, theirs.1));
            assert_eq!(found, expected, "{own:?}, {theirs:?}");
        }
    }

    /// Creates the results of three parties of one fighter each, from their wins in 60 missions.
    fn parties(wins: [u64; 3]) -> (LineUpsPlan, Results) {
        let plan = plan(&[1], 3);
        let mut results = Results::new(&[], &plan).unwrap();
        let mut together = Together::new(3);
        (0..60).for_each(|mission| together.add(0, &wins.map(|wins| mission < wins)));
        let line_ups = results.line_ups.iter_mut().enumerate();
        line_ups.for_each(|(party, of)| of.won = vec![*together.won(party)]);
        results.together = Some(together);
        (plan, results)
    }

    #[test]
    fn parties_are_compared_with_their_average() {
        for (wins, expected) in
            [([20, 21, 20], ["open"; 3]), ([50, 30, 5], ["above average", "open", "below average"])]
        {
            let (plan, results) = parties(wins);
            let line_ups = line_ups(&plan, &results, "");
            let words: Vec<&str> = line_ups.iter().map(|of| verdict_word(&of.own)).collect();
            assert_eq!(words, expected, "{wins:?}");
        }
    }

    #[test]
    fn the_reference_player_checks_both_ends_of_the_order() {
        let (plan_of_parties, results) = parties([5, 50, 30]);
        let line_ups_of_parties = line_ups(&plan_of_parties, &results, "");
        assert_eq!(checked(&line_ups_of_parties, &plan_of_parties), [1, 0]);
        let plan = plan(&[1, 1], 5);
        let mut results = Results::new(&[], &plan).unwrap();
        for (number, of) in results.line_ups.iter_mut().enumerate() {
            of.won =
                [60 + number as u64, 40 - number as u64].map(|wins| Won::new(100, wins)).into();
        }
        let line_ups = line_ups(&plan, &results, "");
        assert_eq!(checked(&line_ups, &plan), [0, 1, 2, 3, 4, 9]);
        assert_eq!(checked(&line_ups[..2], &plan), [0, 1]);
        assert_eq!(checked(&line_ups[..1], &plan), [0]);
    }
}
