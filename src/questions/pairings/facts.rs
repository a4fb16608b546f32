//! The facts of `gong pairings`: the win rate of every team of every line-up, the strength of every
//! fighter, and the synergy of every pair of fighters.

use anyhow::{Result, bail};

use super::line_ups::LineUpsPlan;
use super::parties::PartiesResults;
use super::plan::PairingsPlan;
use super::reference::LineUpCheck;
use super::rivals::{LineUpResult, RivalsResults};
use super::{PairingsFound, PairingsGames};
use crate::questions::facts::{Agreement, Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::shared::{descending, share};
use crate::report::standing::Standing;
use crate::stats::Compared;
use crate::stats::fairness::{Surprise, Verdict, verdicts};
use crate::stats::intervals::{Interval, p_of_z, z};
use crate::stats::members::Won;
use crate::stats::order::Order;
use crate::stats::sequential;
use crate::stats::synergy::{self, StrengthPart};

/// Name of the measure of a fighter: what it adds to its team's win rate.
const STRENGTH: &str = "strength";
/// Name of the measure of a pair: what both together add beyond their strengths.
const SYNERGY: &str = "synergy";

pub struct PairingsFacts {
    /// All line-ups in order of their numbers.
    pub line_ups: Vec<LineUp>,
    /// One fact for each fighter.
    pub strengths: Vec<Fact>,
    /// One fact for each pair of fighters, in the order of [`pairs`]; empty if teams have one
    /// member.
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
    pub own: Played,
    /// The facts of the reference player; `None` if it did not play the line-up.
    pub theirs: Option<Played>,
    /// Names of the scenario files that field the line-up.
    pub scenario: Option<String>,
}

/// The facts of one line-up with one player.
#[derive(Debug, Clone)]
pub struct Played {
    /// One fact for each team.
    pub facts: Vec<Fact>,
    /// The verdict on the fairness; open for a party.
    pub verdict: Verdict,
}

impl Played {
    /// Returns the verdict as a word: on the fairness of the line-up, or of a party compared with
    /// the average party.
    pub fn word(&self) -> &'static str {
        match (self.verdict, self.facts[0].row.changes) {
            (Verdict::Fair, _) => "fair",
            (Verdict::Unfair, _) => "unfair",
            (Verdict::Open, Some(Standing::Above)) => "above average",
            (Verdict::Open, Some(Standing::Below)) => "below average",
            (Verdict::Open, _) => "open",
        }
    }
}

impl LineUp {
    /// Returns the largest distance of a team's win rate from its fair share, among the games with
    /// a winner. Of a party, returns the difference from the average party. `None` without games.
    pub fn off(&self) -> Option<f64> {
        let row = &self.own.facts[0].row;
        let Some(fair) = row.fair else {
            return row.change;
        };
        let decided = self.result.wins().iter().sum();
        let off = |wins: u64| Some((share(wins, decided)? - fair).abs());
        self.result.wins().into_iter().filter_map(off).reduce(f64::max)
    }

    /// Returns the indices of the teams, in descending order of their win rates with the own bots.
    pub fn order(&self) -> Vec<usize> {
        descending(0..self.own.facts.len(), |team| self.own.facts[*team].value())
    }

    /// Returns the results of the player whose verdict on the fairness leads: those of the
    /// reference player if its verdict is significant.
    pub fn leading(&self) -> &Played {
        let theirs = self.theirs.as_ref().filter(|of| of.verdict != Verdict::Open);
        theirs.unwrap_or(&self.own)
    }

    /// Returns how the verdicts of both players go together.
    pub fn agreement(&self) -> Option<Agreement> {
        self.own.facts[0].row.players
    }
}

/// Returns the line-ups that were played, the fairest or the most successful one first.
pub fn sorted(line_ups: &[LineUp]) -> Vec<&LineUp> {
    descending(line_ups.iter().filter(|of| of.result.games() > 0), |of| {
        let first = &of.own.facts[0];
        first.row.fair.map_or(first.value(), |_| -of.off().unwrap_or(0.0))
    })
}

/// Returns all pairs of different indices from 0 to `fighters` − 1, with the smaller index first.
pub fn pairs(fighters: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..fighters).flat_map(move |a| (a + 1..fighters).map(move |b| (a, b)))
}

/// Returns the facts of all line-ups with the command's own bots, in order of their numbers.
///
/// # Errors
/// Fails if the games do not belong to this plan.
pub fn line_ups(plan: &PairingsPlan, games: &PairingsGames, player: &str) -> Result<Vec<LineUp>> {
    let source = Source { plan: &plan.line_ups, player };
    let mut line_ups = match games {
        PairingsGames::Rivals(rounds) if !plan.line_ups.has_parties() => {
            source.line_ups(rounds.results(&plan.line_ups)?.line_ups)
        }
        PairingsGames::Parties(missions) if plan.line_ups.has_parties() => {
            source.parties(&missions.results(&plan.line_ups)?)
        }
        _ => bail!("the stored games belong to another form of teams"),
    };
    line_ups.iter_mut().for_each(|of| of.scenario = plan.fielded.by(&of.result.teams));
    Ok(line_ups)
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
        let player = bots.join(", ");
        let mut line_ups = line_ups(plan, &found.games, &player)?;
        let plan = &plan.line_ups;
        let source = Source { plan, player: &player };
        let ([mut strengths, mut synergies], average, best) = match &found.games {
            PairingsGames::Rivals(rounds) => {
                let effects = source.effects_of_rivals(&rounds.results(plan)?);
                (effects, plan.fair().share, vec![])
            }
            PairingsGames::Parties(missions) => {
                let results = missions.results(plan)?;
                let order = Order::of_together(&results.won, line_ups.len(), 1.0 - plan.level);
                let average = results.rate(|_| true).unwrap_or(0.0);
                (source.effects_in_parties(&results), average, order.top())
            }
        };
        judge(&mut strengths, |_| (), 0.0, plan.level);
        judge(&mut synergies, |_| (), 0.0, plan.level);
        if let Some(check) = &found.reference {
            Source { plan, player: &check.strategy }.check(check, &mut line_ups)?;
        }
        Ok(PairingsFacts {
            line_ups,
            strengths,
            synergies,
            people: People::of(manifest),
            bots,
            reference: found.reference.as_ref().map(|of| (of.strategy.clone(), of.games())),
            level: plan.level,
            margin: (!plan.has_parties()).then_some(plan.margin),
            average,
            best: best.len(),
        })
    }

    /// Returns all facts.
    pub fn all(&self) -> impl Iterator<Item = &Fact> {
        let own = self.line_ups.iter().map(|of| &of.own);
        let played = own.chain(self.line_ups.iter().filter_map(|of| of.theirs.as_ref()));
        played.flat_map(|of| &of.facts).chain(&self.strengths).chain(&self.synergies)
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
        let teams = order.map(|team| self.label(&line_up.own.facts[team]));
        teams.collect::<Vec<_>>().join(between)
    }
}

/// The settings and the player from which facts are made.
struct Source<'a> {
    plan: &'a LineUpsPlan,
    player: &'a str,
}

impl Source<'_> {
    /// Creates the facts of the teams of a line-up, with intervals at this level.
    fn teams(&self, teams: &[Vec<usize>], won: &[Won], verdict: Verdict, level: f64) -> Played {
        let subjects = self.plan.keys(teams).into_iter().map(|keys| keys.join("+"));
        let subjects: Vec<String> = subjects.collect();
        let fair = (!self.plan.has_parties()).then(|| self.plan.fair().share);
        let fact = |(team, standing): (usize, Standing)| {
            let about = (self.player, SubjectKind::Group, subjects[team].as_str());
            let mut fact = Fact::wins(about, won[team], fair, usize::MAX, level);
            fact.row.arm = Some(subjects.join(" : "));
            fact.row.team = Some(team as u8 + 1);
            fact.row.standing = fair.map(|_| standing);
            fact
        };
        let standings = standings(verdict, &won.iter().map(Won::wins).collect::<Vec<_>>());
        Played { facts: standings.into_iter().enumerate().map(fact).collect(), verdict }
    }

    fn line_ups(&self, results: Vec<LineUpResult>) -> Vec<LineUp> {
        let line_up = |(number, result): (usize, LineUpResult)| {
            let level = match result.looks {
                0 => self.plan.level,
                // The interval holds in spite of the interim analyses.
                looks => sequential::level_at(looks, self.plan.level),
            };
            let own = self.teams(&result.teams, &result.won, result.verdict, level);
            LineUp { number, result, own, theirs: None, scenario: None }
        };
        results.into_iter().enumerate().map(line_up).collect()
    }

    /// Creates the facts of the parties: the change is the difference from the average party.
    fn parties(&self, results: &PartiesResults) -> Vec<LineUp> {
        let of_party = |(i, party): (usize, &Vec<usize>)| {
            LineUpResult::new(vec![party.clone()], vec![*results.won.won(i)])
        };
        let mut line_ups =
            self.line_ups(results.parties.iter().enumerate().map(of_party).collect());
        if line_ups.len() < 2 {
            return line_ups;
        }
        let mut facts: Vec<Fact> =
            line_ups.iter_mut().flat_map(|of| of.own.facts.drain(..)).collect();
        for (party, fact) in facts.iter_mut().enumerate() {
            let Some(off) = results.off_average(party) else {
                continue;
            };
            let interval = off.interval(self.plan.level);
            fact.row.base = results.rate(|_| true);
            fact.row.change = Some(off.value);
            fact.row.change_low = interval.map(|of| of.low);
            fact.row.change_high = interval.map(|of| of.high);
            fact.row.p = Some(off.p_value());
        }
        judge(&mut facts, |_| (), 0.0, self.plan.level);
        line_ups.iter_mut().zip(facts).for_each(|(of, fact)| of.own.facts.push(fact));
        line_ups
    }

    /// Adds the facts of the reference player to the line-ups that it played. The tests of these
    /// line-ups are a family of their own. Of two parties, the change of the most successful one is
    /// its difference from the least successful one.
    fn check(&self, check: &LineUpCheck, line_ups: &mut [LineUp]) -> Result<()> {
        let (plan, parties) = (self.plan, self.plan.has_parties());
        let won = check.won(plan, line_ups)?;
        let surprise = |won: &Vec<Won>| match parties {
            true => Surprise::NONE,
            false => Surprise::of(&won.iter().map(Won::wins).collect::<Vec<_>>(), plan.fair()),
        };
        let surprises: Vec<Surprise> = won.iter().map(surprise).collect();
        let verdicts = verdicts(&surprises, 1.0 - plan.level);
        let numbers: Vec<usize> = check.line_ups.iter().map(|of| of.number).collect();
        let played = numbers.iter().zip(won).zip(verdicts).map(|((number, won), verdict)| {
            self.teams(&line_ups[*number].result.teams, &won, verdict, plan.level)
        });
        let mut played: Vec<Played> = played.collect();
        let mut of_parties = None;
        if let (true, [most, least]) = (parties, played.as_mut_slice()) {
            most.facts[0].compare(&least.facts[0], plan.level);
            judge(&mut most.facts, |_| (), 0.0, plan.level);
            let own = [0, 1].map(|i: usize| line_ups[numbers[i]].own.facts[0].standing());
            let own = Standing::of(own == [Standing::Above, Standing::Below], true);
            of_parties = Agreement::of_two(own, most.facts[0].standing());
        }
        for (number, mut theirs) in numbers.into_iter().zip(played) {
            let own = &mut line_ups[number].own;
            let players = if parties { of_parties } else { agreement(own, &theirs) };
            let facts = own.facts.iter_mut().chain(&mut theirs.facts);
            facts.for_each(|fact| fact.row.players = players);
            line_ups[number].theirs = Some(theirs);
        }
        Ok(())
    }

    /// Returns the facts of all strengths and of all synergies, from the statistical model. A part
    /// of a strength adds a gain to a win rate that would otherwise be the fair share.
    fn effects_of_rivals(&self, results: &RivalsResults) -> [Vec<Fact>; 2] {
        let (fought, fighters) = (results.fought(), self.plan.fighters.len());
        let strengths = synergy::strengths(fighters, &fought);
        let synergies = synergy::synergies(fighters, &fought);
        let gain = |logits| synergy::gain(logits, self.plan.fair().share);
        let interval = |part: StrengthPart| {
            let reach = z(self.plan.level) * part.error;
            Interval { low: gain(part.value - reach), high: gain(part.value + reach) }
        };
        self.effects(|i, members| {
            let part = match members.len() {
                1 => strengths.as_ref().map(|of| of[i]),
                _ => synergies.as_ref().map(|of| of[i].effect),
            };
            let (games, rate) = together(results, members);
            Compared {
                games,
                means: [None, rate],
                difference: part.map(|of| gain(of.value)),
                interval: part.map(interval),
                p: part.map_or(1.0, |of| p_of_z(of.value / of.error)),
                of_trainings: 0.0,
            }
        })
    }

    /// Returns the facts of all strengths and of all synergies, from paired differences.
    fn effects_in_parties(&self, results: &PartiesResults) -> [Vec<Fact>; 2] {
        self.effects(|_, members| {
            let rate = results.rate(|party| members.iter().all(|member| party.contains(member)));
            let effect = match *members {
                [a, b] => results.synergy(a, b),
                _ => results.strength(members[0]),
            };
            Compared {
                games: results.won.games,
                means: [rate.zip(effect).map(|(rate, of)| rate - of.value), rate],
                difference: effect.map(|of| of.value),
                interval: effect.and_then(|of| of.interval(self.plan.level)),
                p: effect.map_or(1.0, |of| of.p_value()),
                of_trainings: 0.0,
            }
        })
    }

    /// Creates the facts of all fighters and of all pairs. `effect` gets the index of the fighter
    /// or pair, and its members.
    fn effects(&self, effect: impl Fn(usize, &[usize]) -> Compared) -> [Vec<Fact>; 2] {
        let fact = |kind, measure, i, members: &[usize]| {
            let keys = self.plan.keys(&[members.to_vec()])[0].join("+");
            let effect = effect(i, members);
            let mut fact = Fact::change("", (self.player, kind, &keys), measure, effect);
            (fact.row.arm, fact.row.p) = (None, fact.row.p.filter(|_| effect.difference.is_some()));
            fact
        };
        let fighters = self.plan.fighters.len();
        let several = self.plan.sizes.iter().any(|size| *size > 1);
        let pairs = pairs(if several { fighters } else { 0 }).enumerate();
        let strength = |i| fact(SubjectKind::Fighter, STRENGTH, i, &[i]);
        let synergies = pairs.map(|(i, (a, b))| fact(SubjectKind::Pair, SYNERGY, i, &[a, b]));
        let synergies = synergies.collect();
        [(0..fighters).map(strength).collect(), synergies]
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
fn agreement(own: &Played, theirs: &Played) -> Option<Agreement> {
    let standings = |of: &Played| of.facts.iter().map(|fact| fact.row.standing).collect::<Vec<_>>();
    match (own.verdict, theirs.verdict) {
        (Verdict::Open, Verdict::Open) => None,
        (Verdict::Open, _) => Some(Agreement::ReferenceOnly),
        (_, Verdict::Open) => Some(Agreement::Undecided),
        _ if standings(own) == standings(theirs) => Some(Agreement::Confirmed),
        _ => Some(Agreement::Opposite),
    }
}

/// Returns the number of games and the mean win rate of all teams with these members.
fn together(results: &RivalsResults, members: &[usize]) -> (u64, Option<f64>) {
    let played = results.line_ups.iter().filter(|of| of.games() > 0);
    let teams = played.flat_map(|of| of.teams.iter().zip(&of.won));
    let with = teams.filter(|(team, _)| members.iter().all(|member| team.contains(member)));
    let won: Vec<&Won> = with.map(|(_, won)| won).collect();
    let sum: f64 = won.iter().map(|won| won.rate()).sum();
    let games = won.iter().map(|won| won.games()).sum();
    (games, (!won.is_empty()).then(|| sum / won.len() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::pairings::line_ups::LineUpBudget;
    use crate::stats::together::Together;

    fn played(verdict: Verdict, wins: &[u64]) -> Played {
        let games = wins.iter().sum();
        let fact = |(&wins, standing): (&u64, Standing)| {
            let about = ("", SubjectKind::Group, "");
            let mut fact = Fact::wins(about, Won::new(games, wins), Some(0.5), usize::MAX, 0.95);
            fact.row.standing = Some(standing);
            fact
        };
        let facts = wins.iter().zip(standings(verdict, wins)).map(fact).collect();
        Played { facts, verdict }
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

    #[test]
    fn parties_are_compared_with_their_average() {
        let plan = LineUpsPlan {
            sizes: vec![1],
            fighters: ["ash", "bay", "elm"].map(str::to_owned).into(),
            per_team: false,
            seed: 1,
            budget: LineUpBudget::Each(60),
            margin: 0.02,
            level: 0.95,
            threads: 1,
            is_reduced: false,
        };
        for (wins, expected) in
            [([20, 21, 20], ["open"; 3]), ([50, 30, 5], ["above average", "open", "below average"])]
        {
            let mut won = Together::new(3);
            (0..60).for_each(|mission| won.add(0, &wins.map(|wins| mission < wins)));
            let results = PartiesResults { parties: plan.every().concat(), won };
            let line_ups = Source { plan: &plan, player: "" }.parties(&results);
            let words: Vec<&str> = line_ups.iter().map(|of| of.own.word()).collect();
            assert_eq!(words, expected, "{wins:?}");
        }
    }
}
