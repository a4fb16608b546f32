//! The facts of `gong pairings`: the win rate of every team of every line-up, the strength of every
//! fighter, and the synergy of every pair of fighters.

use anyhow::{Context, Result};

use super::counts::WinCounts;
use super::effects::effects;
use super::line_ups::LineUps;
use super::plan::PairingsPlan;
use crate::questions::experiment::CellCounts;
use crate::questions::facts::{Agreement, Fact, SubjectKind};
use crate::questions::judge::{Judged, judge};
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::shared::descending;
use crate::report::standing::Standing;
use crate::stats::members::Won;

/// Number of line-ups at each end of the order that a terminal shows, and that the reference player
/// plays.
pub const ENDS: usize = 3;

/// All facts of a report.
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
}

/// The facts of one line-up.
#[derive(Debug, Clone)]
pub struct LineUp {
    /// Number of the line-up, from 0.
    pub number: usize,
    /// One fact for each team.
    pub teams: Vec<Judged>,
}

impl LineUp {
    /// Number of games of the line-up with the own bots; of rivals, games with a winner.
    pub fn games(&self) -> u64 {
        self.teams[0].own.row.games
    }

    /// Returns the largest distance of a team's win rate from its fair share; of a party, its
    /// difference from the average party.
    pub fn off(&self) -> Option<f64> {
        match self.teams.as_slice() {
            [party] => party.own.off(),
            teams => teams.iter().filter_map(|of| Some(of.own.off()?.abs())).reduce(f64::max),
        }
    }

    /// Returns the indices of the teams, in descending order of their win rates with the own bots.
    pub fn order(&self) -> Vec<usize> {
        descending(0..self.teams.len(), |team| self.teams[*team].own.value())
    }

    /// Returns the facts of the player whose verdict leads, one for each team: those of the
    /// reference player if a verdict of it is significant.
    pub fn leading(&self) -> Vec<&Fact> {
        let mut checks = self.teams.iter().filter_map(Judged::check);
        let leads = checks.any(Agreement::reference_leads);
        self.teams.iter().map(|of| if leads { of.leading() } else { &of.own }).collect()
    }

    /// Returns how the verdicts of both players go together.
    pub fn agreement(&self) -> Option<Agreement> {
        self.teams.iter().find_map(Judged::check)
    }

    /// Returns the leading verdict as a word: on the fairness, or on a party compared with the
    /// average party.
    pub fn verdict(&self) -> &'static str {
        let standings: Vec<Standing> = self.leading().into_iter().map(Fact::standing).collect();
        match standings.as_slice() {
            [Standing::Above] => "above average",
            [Standing::Below] => "below average",
            [_] => "open",
            of if of.iter().any(|standing| standing.is_significant()) => "unfair",
            of if of.iter().all(|standing| *standing == Standing::WithinNoise) => "fair",
            _ => "open",
        }
    }
}

/// Returns the line-ups that were played, the fairest or the most successful one first.
pub fn sorted(line_ups: &[LineUp]) -> Vec<&LineUp> {
    descending(line_ups.iter().filter(|of| of.games() > 0), |of| match of.teams.as_slice() {
        [party] => party.own.value(),
        _ => -of.off().unwrap_or(0.0),
    })
}

/// Returns the first and the last of the sorted line-ups.
pub fn ends<'a>(sorted: &[&'a LineUp]) -> Vec<&'a LineUp> {
    let middle = ENDS..sorted.len().saturating_sub(ENDS);
    let numbered = sorted.iter().enumerate().filter(|(place, _)| !middle.contains(place));
    numbered.map(|(_, line_up)| *line_up).collect()
}

/// Returns the line-ups with the facts of the command's own bots, and of the reference player.
pub fn line_ups(own: Vec<Fact>, theirs: &[Fact], line_ups: &LineUps) -> Vec<LineUp> {
    let pairs = Judged::pairs(own, theirs);
    let teams = pairs.chunks(line_ups.sizes.len()).enumerate();
    teams.map(|(number, teams)| LineUp { number, teams: teams.to_vec() }).collect()
}

/// Returns the fair share of a team, or the mean win rate of the parties that played.
fn average(line_ups: &LineUps, won: &[Vec<Won>]) -> f64 {
    let played: Vec<f64> =
        won.iter().flatten().filter(|of| of.games() > 0).map(Won::rate).collect();
    line_ups.fair().unwrap_or(played.iter().sum::<f64>() / played.len().max(1) as f64)
}

/// Returns the facts of the teams of all line-ups with one player, as one family of tests. A team
/// of rivals is compared with its fair share, a party with the average party.
pub fn teams(
    line_ups: &LineUps,
    won: &[Vec<Won>],
    player: &str,
    (margin, level): (f64, f64),
) -> Vec<Fact> {
    let average = average(line_ups, won);
    let of_line_up = |(teams, won): (Vec<Vec<usize>>, &Vec<Won>)| -> Vec<Fact> {
        let keys: Vec<String> = teams.iter().map(|team| line_ups.key(team)).collect();
        let fact = |(team, (key, won)): (usize, (&String, &Won))| {
            // The win rate of one of two teams follows from the other.
            let side = if keys.len() == 2 { 0 } else { team };
            let about = (player, SubjectKind::Group, key.as_str());
            let mut fact = Fact::wins(about, *won, line_ups.fair(), side, level);
            fact.row.arm = Some(keys.join(" : "));
            fact.row.team = Some(team as u8 + 1);
            if line_ups.has_parties() && won.games() > 0 {
                compare_with_average(&mut fact, won, average);
            }
            fact
        };
        keys.iter().zip(won).enumerate().map(fact).collect()
    };
    let mut facts: Vec<Fact> = line_ups.every().into_iter().zip(won).flat_map(of_line_up).collect();
    // Line-ups without games are not in the family.
    judge(&mut facts, |fact| fact.row.games > 0, margin, level);
    facts
}

/// Makes the fact one about the difference of a party from the average party, whose win rate counts
/// as known.
fn compare_with_average(fact: &mut Fact, won: &Won, average: f64) {
    let row = &mut fact.row;
    row.base = Some(average);
    row.change = Some(won.rate() - average);
    row.change_low = row.ci_low.map(|low| low - average);
    row.change_high = row.ci_high.map(|high| high - average);
    row.p = Some(won.p_value(average));
    fact.won = None;
}

impl PairingsFacts {
    /// Creates and judges the facts.
    ///
    /// # Errors
    /// Fails if the games do not belong to this plan.
    pub fn new(
        plan: &PairingsPlan,
        found: &[CellCounts],
        manifest: &Manifest,
    ) -> Result<PairingsFacts> {
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let (player, level) = (bots.join(", "), manifest.level);
        let judged = (plan.margin(), level);
        let all = &plan.line_ups;
        let won = |counts: &CellCounts| -> Result<Vec<Vec<Won>>> {
            Ok(counts.restored(WinCounts::none(all))?.teams(all))
        };
        let own = won(found.first().context("no games are stored")?)?;
        let average = average(all, &own);
        let [strengths, synergies] = effects(all, &own, &player, (average, level));
        let reference = plan.reference().zip(found.get(1));
        let theirs = match reference {
            Some((name, counts)) => teams(all, &won(counts)?, name, judged),
            None => vec![],
        };
        Ok(PairingsFacts {
            line_ups: line_ups(teams(all, &own, &player, judged), &theirs, all),
            strengths,
            synergies,
            people: People::of(manifest),
            bots,
            reference: reference.map(|(name, counts)| (name.to_owned(), counts.games)),
            level,
            margin: all.fair().map(|_| plan.margin()),
            average,
        })
    }

    /// Returns all facts.
    pub fn all(&self) -> impl Iterator<Item = &Fact> {
        let teams = self.line_ups.iter().flat_map(|of| &of.teams);
        teams.flat_map(Judged::facts).chain(&self.strengths).chain(&self.synergies)
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
        let teams = order.map(|team| self.label(&line_up.teams[team].own));
        teams.collect::<Vec<_>>().join(between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_ups_of(sizes: &[usize], fighters: usize) -> LineUps {
        let fighters = (0..fighters).map(|fighter| fighter.to_string()).collect();
        LineUps { sizes: sizes.to_vec(), fighters, per_team: false }
    }

    /// Returns the line-ups, from the wins of each team with the own bots and with the reference
    /// player.
    fn judged<const N: usize>(all: &LineUps, own: &[[u64; N]], theirs: &[[u64; N]]) -> Vec<LineUp> {
        let facts = |wins: &[[u64; N]], games: Option<u64>| {
            let of = |wins: &[u64; N]| {
                let games = games.unwrap_or(wins.iter().sum());
                wins.iter().map(|&wins| Won::new(games, wins)).collect()
            };
            teams(all, &wins.iter().map(of).collect::<Vec<Vec<Won>>>(), "", (0.02, 0.95))
        };
        let games = all.has_parties().then_some(6_000);
        line_ups(facts(own, games), &facts(theirs, games), all)
    }

    #[test]
    fn a_line_up_is_fair_if_every_team_is() {
        let two = line_ups_of(&[1, 1], 2);
        for (own, theirs, verdict, agreement) in [
            ([5_000, 5_000], [50, 50], "fair", None),
            ([51, 49], [500, 500], "open", None),
            ([7_000, 3_000], [55, 45], "unfair", Some(Agreement::Undecided)),
            ([7_000, 3_000], [800, 200], "unfair", Some(Agreement::Confirmed)),
            ([7_000, 3_000], [200, 800], "unfair", Some(Agreement::Opposite)),
            ([5_000, 5_000], [800, 200], "unfair", Some(Agreement::ReferenceOnly)),
        ] {
            let of = &judged(&two, &[own], &[theirs])[0];
            assert_eq!((of.verdict(), of.agreement()), (verdict, agreement), "{own:?}, {theirs:?}");
        }
        let three = line_ups_of(&[1, 1, 1], 3);
        let verdict = |wins: [u64; 3]| judged(&three, &[wins], &[])[0].verdict();
        assert_eq!(verdict([20_000, 20_000, 20_000]), "fair");
        assert_eq!(verdict([20_000, 16_000, 24_000]), "unfair");
        assert_eq!(verdict([20_000, 19_000, 21_000]), "open");
    }

    #[test]
    fn parties_are_compared_with_their_average() {
        let all = line_ups_of(&[1], 3);
        for (wins, expected) in [
            ([2_000, 2_010, 2_000], ["open"; 3]),
            ([5_000, 3_010, 1_000], ["above average", "open", "below average"]),
        ] {
            let line_ups = judged(&all, &wins.map(|wins| [wins]), &[]);
            let words: Vec<&str> = line_ups.iter().map(LineUp::verdict).collect();
            assert_eq!(words, expected, "{wins:?}");
        }
    }

    #[test]
    fn the_reference_player_plays_both_ends_of_the_order() {
        let numbers = |line_ups: &[LineUp]| -> Vec<usize> {
            ends(&sorted(line_ups)).into_iter().map(|of| of.number).collect()
        };
        let all = line_ups_of(&[1, 1], 5);
        let wins: Vec<[u64; 2]> = (0..10).map(|number| [60 + number, 40 - number]).collect();
        let rivals = judged(&all, &wins, &[]);
        assert_eq!(numbers(&rivals), [0, 1, 2, 7, 8, 9]);
        assert_eq!(numbers(&rivals[..4]), [0, 1, 2, 3]);
        let parties = judged(&line_ups_of(&[1], 3), &[[5], [50], [30]], &[]);
        assert_eq!(numbers(&parties), [1, 2, 0]);
    }
}
