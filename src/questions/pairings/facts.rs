//! The facts of `gong pairings`: the win rate of every team of every line-up, the strength of every
//! fighter, and the synergy of every pair of fighters.

use anyhow::{Result, bail};

use super::fielded::Fielded;
use super::line_ups::LineUpsPlan;
use super::parties::PartiesResults;
use super::reference::LineUpCheck;
use super::rivals::{LineUpResult, RivalsResults};
use super::{PairingsFound, PairingsGames};
use crate::questions::facts::{Agreement, Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::Manifest;
use crate::report::people::{People, Person};
use crate::report::sentences::Standing;
use crate::report::shared::{descending, share};
use crate::stats::Compared;
use crate::stats::fairness::{Surprise, Verdict, verdicts};
use crate::stats::intervals::{Interval, p_of_z, z};
use crate::stats::members::Won;
use crate::stats::order::Order;
use crate::stats::sequential;
use crate::stats::synergy::{self, StrengthPart};
use crate::stats::together::Contrast;

/// Name of the measure of a fighter: what it adds to its team's win rate.
pub const STRENGTH: &str = "strength";
/// Name of the measure of a pair: what both together add beyond their strengths.
pub const SYNERGY: &str = "synergy";

pub struct PairingsFacts {
    /// All line-ups in order of their numbers.
    pub line_ups: Vec<LineUp>,
    /// One fact for each fighter, in the order of `fighters`.
    pub strengths: Vec<Fact>,
    /// One fact for each pair of fighters, in the order of [`pairs`]; empty if teams have one
    /// member.
    pub synergies: Vec<Fact>,
    pub fighters: Vec<Person>,
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
    /// Members of each team, as indices into the fighters.
    pub teams: Vec<Vec<usize>>,
    pub own: Played,
    /// The facts of the reference player; `None` if it did not play the line-up.
    pub theirs: Option<Played>,
    /// Number of interim analyses of the line-up; 0 if its number of games was fixed.
    pub looks: u32,
    /// `None` for a party.
    pub surprise: Option<Surprise>,
    /// Largest distance of a team's win rate from its fair share, among the games with a winner;
    /// `None` without such games, and for a party.
    pub off: Option<f64>,
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
        let cooperative = self.facts.iter().all(|fact| fact.row.fair.is_none());
        match (self.verdict, self.facts[0].standing()) {
            (Verdict::Fair, _) => "fair",
            (Verdict::Unfair, _) => "unfair",
            (Verdict::Open, Standing::Above) if cooperative => "above average",
            (Verdict::Open, Standing::Below) if cooperative => "below average",
            (Verdict::Open, _) => "open",
        }
    }
}

impl LineUp {
    /// Number of games with the command's own bots.
    pub fn games(&self) -> u64 {
        self.own.facts[0].row.games
    }

    /// Returns the number by which line-ups are sorted: how fair the line-up is, or how often the
    /// party wins.
    fn rank(&self) -> f64 {
        match self.surprise {
            Some(_) => -self.off.unwrap_or(0.0),
            None => self.own.facts[0].value(),
        }
    }

    /// Returns the indices of the teams, in descending order of their win rates with the own bots.
    pub fn order(&self) -> Vec<usize> {
        descending(0..self.teams.len(), |team| self.own.facts[*team].value())
    }

    /// Returns the largest number after "±" of the teams' win rates with the own bots.
    pub fn margin_of_error(&self) -> f64 {
        self.own.facts.iter().map(Fact::margin_of_error).fold(0.0, f64::max)
    }

    /// Returns the results of the player whose verdict leads: of the reference player if its
    /// verdict is significant. In a party's case, those of the own bots.
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
    descending(line_ups.iter().filter(|of| of.games() > 0), |of| of.rank())
}

/// Returns all pairs of different indices from 0 to `fighters` − 1, with the smaller index first.
pub fn pairs(fighters: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..fighters).flat_map(move |a| (a + 1..fighters).map(move |b| (a, b)))
}

/// Returns the facts of all line-ups with the command's own bots, in order of their numbers.
///
/// # Errors
/// Fails if the games do not belong to this plan.
pub fn line_ups(
    plan: &LineUpsPlan,
    games: &PairingsGames,
    fielded: &Fielded,
    player: &str,
) -> Result<Vec<LineUp>> {
    let source = Source { plan, player };
    let mut line_ups = match games {
        PairingsGames::Rivals(rounds) if !plan.has_parties() => {
            source.rivals(&rounds.results(plan)?)
        }
        PairingsGames::Parties(missions) if plan.has_parties() => {
            source.parties(&missions.results(plan)?)
        }
        _ => bail!("the stored games belong to another form of teams"),
    };
    line_ups.iter_mut().for_each(|of| of.scenario = fielded.by(&of.teams));
    Ok(line_ups)
}

impl PairingsFacts {
    /// Creates and judges the facts.
    ///
    /// # Errors
    /// Fails if the games do not belong to this plan.
    pub fn new(
        plan: &LineUpsPlan,
        found: &PairingsFound,
        fielded: &Fielded,
        manifest: &Manifest,
    ) -> Result<PairingsFacts> {
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let player = bots.join(", ");
        let source = Source { plan, player: &player };
        let mut line_ups = line_ups(plan, &found.games, fielded, &player)?;
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
            let source = Source { plan, player: &check.strategy };
            match plan.has_parties() {
                false => source.check_rivals(check, &mut line_ups)?,
                true => source.check_parties(check, &mut line_ups, &best)?,
            }
        }
        let people = People::of(manifest);
        let reference = found.reference.as_ref();
        Ok(PairingsFacts {
            line_ups,
            strengths,
            synergies,
            fighters: plan.fighters.iter().map(|key| people.get(key)).collect(),
            people,
            bots,
            reference: reference.map(|of| (of.strategy.clone(), of.games())),
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

    /// Returns the names of a team's members: "Agaric + Baobab".
    pub fn team(&self, members: &[usize]) -> String {
        let names = members.iter().map(|&i| self.fighters[i].name.as_str());
        names.collect::<Vec<_>>().join(" + ")
    }

    /// Returns the names of a line-up's teams, with `between` as separator. The team with the
    /// highest win rate comes first.
    pub fn names(&self, line_up: &LineUp, between: &str) -> String {
        let teams = line_up.order().into_iter().map(|team| self.team(&line_up.teams[team]));
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
        let arm = subjects.join(" : ");
        let fair = (!self.plan.has_parties()).then(|| self.plan.fair().share);
        let fact = |(team, standing): (usize, Standing)| {
            let about = (self.player, SubjectKind::Group, subjects[team].as_str());
            let mut fact = Fact::wins(about, won[team], fair, usize::MAX, level);
            fact.row.arm = Some(arm.clone());
            fact.row.team = Some(team as u8 + 1);
            fact.row.standing = fair.map(|_| standing);
            fact
        };
        let standings = standings(verdict, &won.iter().map(Won::wins).collect::<Vec<_>>());
        Played { facts: standings.into_iter().enumerate().map(fact).collect(), verdict }
    }

    fn rivals(&self, results: &RivalsResults) -> Vec<LineUp> {
        let fair = self.plan.fair().share;
        let line_up = |(number, of): (usize, &LineUpResult)| {
            let level = match of.looks {
                0 => self.plan.level,
                // The interval holds in spite of the interim analyses.
                looks => sequential::level_at(looks, self.plan.level),
            };
            let off = |won: &Won| Some((share(won.wins(), of.decided())? - fair).abs());
            LineUp {
                number,
                teams: of.teams.clone(),
                own: self.teams(&of.teams, &of.won, of.verdict, level),
                theirs: None,
                looks: of.looks,
                surprise: Some(of.surprise),
                off: of.won.iter().filter_map(off).reduce(f64::max),
                scenario: None,
            }
        };
        results.line_ups.iter().enumerate().map(line_up).collect()
    }

    /// Creates the facts of the parties: the change is the distance from the average party.
    fn parties(&self, results: &PartiesResults) -> Vec<LineUp> {
        let average = results.rate(|_| true);
        let line_up = |(number, party): (usize, &Vec<usize>)| {
            let teams = vec![party.clone()];
            let won = [*results.won.won(number)];
            let mut own = self.teams(&teams, &won, Verdict::Open, self.plan.level);
            if results.parties.len() > 1 {
                let row = &mut own.facts[0].row;
                let off =
                    self.contrast(results, Some(results.off_average(number)), [average, row.value]);
                (row.base, row.change) = (average, off.difference);
                row.change_low = off.interval.map(|of| of.low);
                row.change_high = off.interval.map(|of| of.high);
                row.p = Some(off.p);
            }
            LineUp {
                number,
                teams,
                own,
                theirs: None,
                looks: 0,
                surprise: None,
                off: None,
                scenario: None,
            }
        };
        let mut line_ups: Vec<LineUp> = results.parties.iter().enumerate().map(line_up).collect();
        let facts = line_ups.iter().map(|of| of.own.facts[0].clone());
        let mut facts: Vec<Fact> = facts.collect();
        judge(&mut facts, |_| (), 0.0, self.plan.level);
        line_ups.iter_mut().zip(facts).for_each(|(of, fact)| of.own.facts = vec![fact]);
        line_ups
    }

    /// Adds the facts of the reference player to the line-ups of rivals that it played. The tests of
    /// these line-ups are a family of their own.
    fn check_rivals(&self, check: &LineUpCheck, line_ups: &mut [LineUp]) -> Result<()> {
        let won = check.won(self.plan, line_ups)?;
        let wins = won.iter().map(|of| of.iter().map(Won::wins).collect::<Vec<_>>());
        let surprises = wins.map(|wins| Surprise::of(&wins, self.plan.fair()));
        let verdicts = verdicts(&surprises.collect::<Vec<_>>(), 1.0 - self.plan.level);
        for ((of, won), verdict) in check.line_ups.iter().zip(won).zip(verdicts) {
            let line_up = &mut line_ups[of.number];
            let mut theirs = self.teams(&line_up.teams, &won, verdict, self.plan.level);
            let check = agreement(&line_up.own, &theirs);
            let facts = line_up.own.facts.iter_mut().chain(&mut theirs.facts);
            facts.for_each(|fact| fact.row.players = check);
            line_up.theirs = Some(theirs);
        }
        Ok(())
    }

    /// Adds the facts of the reference player to the most and to the least successful party. With
    /// this player, the change of the former is its distance from the latter. `best` are the parties
    /// that may be the best with the own bots.
    fn check_parties(
        &self,
        check: &LineUpCheck,
        line_ups: &mut [LineUp],
        best: &[usize],
    ) -> Result<()> {
        let won = check.won(self.plan, line_ups)?;
        let played = check.line_ups.iter().zip(won).map(|(of, won)| {
            let teams = &line_ups[of.number].teams;
            (of.number, self.teams(teams, &won, Verdict::Open, self.plan.level))
        });
        let mut played: Vec<(usize, Played)> = played.collect();
        if let [(_, most), (number, least)] = played.as_mut_slice() {
            most.facts[0].compare(&least.facts[0], self.plan.level);
            judge(&mut most.facts, |_| (), 0.0, self.plan.level);
            let own = Standing::of(!best.contains(number), true);
            let check = Agreement::of_two(own, most.facts[0].standing());
            [most, least].into_iter().for_each(|of| of.facts[0].row.players = check);
            played.iter().for_each(|(i, _)| line_ups[*i].own.facts[0].row.players = check);
        }
        played.into_iter().for_each(|(number, theirs)| line_ups[number].theirs = Some(theirs));
        Ok(())
    }

    /// Returns the facts of all strengths and of all synergies, from the statistical model.
    fn effects_of_rivals(&self, results: &RivalsResults) -> [Vec<Fact>; 2] {
        let (fought, fighters) = (results.fought(), self.plan.fighters.len());
        let strengths = synergy::strengths(fighters, &fought);
        let synergies = synergy::synergies(fighters, &fought);
        let strength = |fighter: usize| strengths.as_ref().map(|of| of.of[fighter]);
        let synergy = |pair: usize, _: [usize; 2]| synergies.as_ref().map(|of| of[pair].effect);
        self.effects(
            |fighter| self.gain(strength(fighter), together(results, &[fighter])),
            |pair, both| self.gain(synergy(pair, both), together(results, &both)),
        )
    }

    /// Returns the facts of all strengths and of all synergies, from paired differences.
    fn effects_in_parties(&self, results: &PartiesResults) -> [Vec<Fact>; 2] {
        self.effects(
            |fighter| {
                let rate = |with| results.rate(|party| party.contains(&fighter) == with);
                self.contrast(results, results.lift(fighter), [rate(false), rate(true)])
            },
            |_, [a, b]| {
                let rate = results.rate(|party| party.contains(&a) && party.contains(&b));
                let synergy = results.synergy(a, b);
                let base = rate.zip(synergy).map(|(rate, of)| rate - of.value);
                self.contrast(results, synergy, [base, rate])
            },
        )
    }

    /// Creates the facts of all fighters and of all pairs.
    fn effects(
        &self,
        strength: impl Fn(usize) -> Compared,
        synergy: impl Fn(usize, [usize; 2]) -> Compared,
    ) -> [Vec<Fact>; 2] {
        let fact = |kind, members: &[usize], measure, of: Compared| {
            let keys: Vec<&str> = members.iter().map(|&i| self.plan.fighters[i].as_str()).collect();
            let mut fact = Fact::change("", (self.player, kind, &keys.join("+")), measure, of);
            (fact.row.arm, fact.row.p) = (None, fact.row.p.filter(|_| of.difference.is_some()));
            fact
        };
        let fighters = self.plan.fighters.len();
        let strengths =
            (0..fighters).map(|i| fact(SubjectKind::Fighter, &[i], STRENGTH, strength(i)));
        let several = self.plan.sizes.iter().any(|size| *size > 1);
        let pairs = pairs(if several { fighters } else { 0 }).enumerate();
        let synergies =
            pairs.map(|(i, (a, b))| fact(SubjectKind::Pair, &[a, b], SYNERGY, synergy(i, [a, b])));
        [strengths.collect(), synergies.collect()]
    }

    /// Returns what a part of a team's strength adds to a win rate that would otherwise be the fair
    /// share. The teams with this part have the number of games and the mean win rate `of`.
    fn gain(&self, part: Option<StrengthPart>, (games, rate): (u64, Option<f64>)) -> Compared {
        let fair = self.plan.fair().share;
        let gain = |logits| synergy::gain(logits, fair);
        let interval = |part: StrengthPart| {
            let reach = z(self.plan.level) * part.error;
            Interval { low: gain(part.value - reach), high: gain(part.value + reach) }
        };
        Compared {
            games,
            means: [None, rate],
            difference: part.map(|of| gain(of.value)),
            interval: part.map(interval),
            p: part.map_or(1.0, |of| p_of_z(of.value / of.error)),
            of_trainings: 0.0,
        }
    }

    /// Returns a difference of win rates of parties, which play the same missions.
    fn contrast(
        &self,
        results: &PartiesResults,
        of: Option<Contrast>,
        means: [Option<f64>; 2],
    ) -> Compared {
        Compared {
            games: results.won.games,
            means,
            difference: of.map(|of| of.value),
            interval: of.and_then(|of| of.interval(self.plan.level)),
            p: of.map_or(1.0, |of| of.p_value()),
            of_trainings: 0.0,
        }
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
}
