//! The results of `gong compare`, grouped by variant, for the report's page, charts and sentences.

use super::counts::VariantCounts;
use super::plan::ComparePlan;
use super::tables::{self, Winner};
use crate::analysis::pairs::{GroupPairs, PairTally, Subject};
use crate::questions::experiment::Arm;
use crate::questions::facts::{Fact, SubjectKind, WIN_RATE};
use crate::questions::judge::{Judged, judge};
use crate::report::Manifest;
use crate::report::measured::MeasureNote;
use crate::report::people::{PARTY, People, Person};
use crate::report::shared::descending;
use crate::report::standing::Standing;
use crate::report::words::capital;
use crate::simulate::Simulation;
use crate::stats::PairKind::{self, Amounts as AMOUNTS, Shares as SHARES};
use crate::stats::{Apart, Compared, Measure, Pairs};

/// Name of the measure of a game's length in rounds.
const ROUNDS: &str = "rounds";

/// The games of one player in all variants of a scenario.
pub struct PlayedVariants {
    /// The variants as they were played.
    pub simulations: Vec<Simulation>,
    /// The counts of each variant except the first, compared with the first.
    pub counts: Vec<VariantCounts>,
    /// Number of games of each variant.
    pub games: u64,
}

/// The results of a comparison of several variants of a scenario.
pub struct CompareFacts {
    /// Number of games that each variant of the scenario played.
    pub games: u64,
    /// Confidence level of all intervals in the report, 0 to 1.
    pub level: f64,
    /// The measures of the game that are compared in addition to the win rate.
    pub measures: Vec<MeasureNote>,
    /// Win rate of a fighter of average strength, 0 to 1. `None` if this rate differs between
    /// variants, or in a cooperative game.
    pub fair: Option<f64>,
    /// Name of the first variant of the scenario, with which all others are compared.
    pub first: String,
    /// The first variant's scenario and flags, as arguments of `gong watch`.
    pub watch_first: String,
    /// Names of the bots that play the first variant.
    pub bots: Vec<String>,
    /// True if different bots play the variants.
    pub different_bots: bool,
    /// The reference player and the number of its games of each variant; `None` without a reference
    /// player.
    pub reference: Option<(String, u64)>,
    /// The results of every variant except the first, each compared with the first variant.
    pub variants: Vec<VariantFacts>,
    /// The winners of the games in the first variant and in each other variant.
    pub winners: Vec<Winner>,
    /// All judged facts: those of the command's own bots, then those of the reference player.
    pub all: Vec<Fact>,
    pub people: People,
}

/// The results of one variant, compared with the first variant.
pub struct VariantFacts {
    pub name: String,
    /// The variant's scenario and flags, as arguments of `gong watch`.
    pub watch: String,
    /// The party of a cooperative game, or the factions; empty if the game has neither, and if the
    /// games of the two variants of a game with factions are not paired.
    pub groups: Vec<ChangeLine>,
    /// The fighters in descending order of the change in win rate, the largest gain first.
    pub fighters: Vec<ChangeLine>,
    /// The change of the number of rounds per game.
    pub length: Fact,
    /// Pairs of different winners of the same game in the two variants, each with its number of
    /// games, the most frequent first.
    pub winners: Vec<Winner>,
    /// True if every game has the same winners, length and measured values in the two variants.
    pub is_identical: bool,
    /// Names of the fighters that only one of the two variants has; `None` if the games of the
    /// variants are paired.
    pub apart: Option<LineUps>,
    /// Win rates of equally strong sides in the first variant and in this one, 0 to 1; `None` in a
    /// cooperative game.
    pub fair: Option<[f64; 2]>,
}

/// Names of the fighters that only one of two scenario variants has. Both lists are empty if
/// line-ups differ in another way, such as their seats.
pub struct LineUps {
    pub only_before: Vec<String>,
    pub only_after: Vec<String>,
}

/// The results of one fighter in two variants of a scenario, or of a group of fighters that win
/// together.
pub struct ChangeLine {
    pub who: Person,
    /// The name of the fighter or the group on the page, such as "heroes". The bot's name is added
    /// if the bots differ or if several bots play the fighter.
    pub label: String,
    /// The change of the win rate.
    pub wins: Judged,
    /// The changes of the other measures, by index in [`CompareFacts::measures`]; `None` if the
    /// variant does not have the measure.
    pub values: Vec<Option<Fact>>,
}

impl CompareFacts {
    /// Judges the counts of each variant except the first, and groups them.
    pub fn new(
        plan: &ComparePlan,
        own: &PlayedVariants,
        reference: Option<&PlayedVariants>,
        manifest: &Manifest,
    ) -> CompareFacts {
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let name = plan.experiment.reference().map(|of| of.name().to_owned());
        let (arms, scenarios) = (&plan.experiment.arms, &plan.experiment.own().scenarios);
        let PlayedVariants { simulations, counts, .. } = own;
        let in_teams = simulations[0].cast().slots.iter().all(|slot| slot.team.is_some());
        let own =
            Source { plan, counts, reference: None, in_teams, manifest }.facts(plan.growing[0]);
        let theirs = reference.map_or(vec![], |PlayedVariants { counts, .. }| {
            Source { plan, counts, reference: name.as_deref(), in_teams, manifest }
                .facts(plan.growing[1])
        });
        let pairs = Judged::pairs(own, &theirs);
        let people = People::of(manifest);
        let measured =
            |measure: &&MeasureNote| pairs.iter().any(|of| of.own.row.measure == measure.name);
        let measures: Vec<MeasureNote> =
            manifest.measured.entrants.iter().filter(measured).cloned().collect();
        let fair = |i: usize| simulations[i].cast().fair_share();
        let winners = plan.others().iter().zip(counts);
        let winners = winners.map(|(of, counts)| tables::winners(&of.name, counts));
        let winners: Vec<Vec<Winner>> = winners.collect();
        let variant = |(i, counts): (usize, &VariantCounts)| {
            let variant = &arms[i];
            let own: Vec<&Judged> = pairs
                .iter()
                .filter(|of| of.own.row.arm.as_deref() == Some(&variant.name))
                .collect();
            let is_paired = matches!(counts, VariantCounts::Paired(_));
            VariantFacts {
                name: variant.name.clone(),
                watch: variant.watchable.words(),
                groups: groups(&own),
                fighters: fighters(&own, &measures, &people),
                length: length(&own),
                winners: changes(&winners[i - 1], &people, &manifest.factions),
                is_identical: is_identical(counts),
                apart: (!is_paired).then(|| {
                    LineUps::new([0, i].map(|arm| &scenarios[arm].seating.fighters[..]), &people)
                }),
                fair: fair(0).zip(fair(i)).map(|(before, after)| [before, after]),
            }
        };
        let variants: Vec<VariantFacts> = (1..).zip(counts).map(variant).collect();
        let all = pairs.iter().map(|of| of.own.clone());
        let all = all.chain(pairs.iter().filter_map(|of| of.reference.clone())).collect();
        CompareFacts {
            games: manifest.games,
            level: manifest.level,
            fair: fair(0).filter(|_| (1..arms.len()).all(|i| fair(i) == fair(0))),
            first: arms[0].name.clone(),
            watch_first: arms[0].watchable.words(),
            different_bots: plan.has_different_bots(),
            reference: name.zip(reference.map(|of| of.games)),
            bots,
            winners: winners.concat(),
            variants,
            all,
            measures,
            people,
        }
    }
}

/// The counts of one player in all variants, from which its facts are made.
struct Source<'a> {
    plan: &'a ComparePlan,
    counts: &'a [VariantCounts],
    /// Name of the reference player; `None` for the command's own bots.
    reference: Option<&'a str>,
    /// True if every fighter plays in a team.
    in_teams: bool,
    manifest: &'a Manifest,
}

impl Source<'_> {
    /// Returns the judged facts, variant after variant. Three families of tests: the win rates of
    /// fighters and of the party, those of factions, and everything else. `growing` is true if the
    /// games still grow while somebody looks.
    fn facts(&self, growing: bool) -> Vec<Fact> {
        let variants = self.plan.others().iter().zip(self.counts);
        let mut facts: Vec<Fact> = variants.flat_map(|(of, counts)| self.of(of, counts)).collect();
        if growing {
            facts.iter_mut().for_each(Fact::repeat_test);
        }
        let family = |of: &Fact| {
            let row = &of.row;
            let is_faction = row.subject_kind == SubjectKind::Group && row.subject != PARTY;
            (is_faction, row.measure == WIN_RATE)
        };
        judge(&mut facts, family, 0.0, self.manifest.level);
        facts
    }

    fn of(&self, variant: &Arm, counts: &VariantCounts) -> Vec<Fact> {
        let level = self.manifest.level;
        let bots = || self.manifest.strategies.iter().map(|bot| bot.name.as_str());
        let player =
            self.reference.map_or_else(|| bots().collect::<Vec<_>>().join(", "), str::to_owned);
        let fact = |kind, subject: &str, measure, of| {
            Fact::change(&variant.name, (&player, kind, subject), measure, of)
        };
        let mut facts = vec![];
        if let (VariantCounts::Paired(of), true) = (counts, self.in_teams) {
            let factions = of.factions(&self.manifest.factions);
            // Of two factions, one wins the games that the other loses.
            let sum: f64 = factions.iter().map(GroupPairs::difference).sum();
            let side = if factions.len() == 2 && sum == 0.0 { 0 } else { usize::MAX };
            facts.extend(factions.iter().map(|of| {
                let compared = of.pairs.compared(SHARES, level);
                Fact { side, ..fact(SubjectKind::Group, &of.name, WIN_RATE, compared) }
            }));
        }
        let (party, length, fighters) = match counts {
            VariantCounts::Paired(of) => {
                let compared = |of: &Pairs, values| of.compared(values, level);
                let fighters = each(&of.subjects, &of.compared, of.pooled(), compared);
                (of.party.map(|of| compared(&of, SHARES)), compared(&of.length, AMOUNTS), fighters)
            }
            VariantCounts::Apart(of) => {
                let compared = |of: &Apart, values| of.compared(values, level);
                let fighters = each(&of.subjects, &of.compared, of.pooled(), compared);
                (of.party.map(|of| compared(&of, SHARES)), compared(&of.length, AMOUNTS), fighters)
            }
        };
        facts.extend(party.map(|of| fact(SubjectKind::Group, PARTY, WIN_RATE, of)));
        for (subject, measures) in fighters {
            for (measure, of) in measures {
                let mut fact = fact(SubjectKind::Fighter, &subject.fighter, measure, of);
                if self.reference.is_none() {
                    fact.row.player = player_of(subject);
                }
                facts.push(fact);
            }
        }
        facts.push(fact(SubjectKind::Game, "", ROUNDS, length));
        facts
    }
}

/// Returns each fighter with its measures, the win rate first, compared between the variants.
fn each<'a, T>(
    subjects: &'a [Subject],
    measures: &'a [Measure],
    counted: Vec<Vec<T>>,
    compared: impl Fn(&T, PairKind) -> Compared,
) -> Vec<(&'a Subject, Vec<(&'a str, Compared)>)> {
    let names = measures.iter().map(|of| (of.name, PairKind::from(of.form)));
    let names: Vec<_> = [(WIN_RATE, SHARES)].into_iter().chain(names).collect();
    let fighter = |counted: Vec<T>| {
        let measures = names.iter().zip(&counted);
        measures.map(|(&(name, values), of)| (name, compared(of, values))).collect()
    };
    subjects.iter().zip(counted.into_iter().map(fighter)).collect()
}

/// Returns the bot that plays a fighter, as in "random → balanced" if it differs between the
/// variants.
fn player_of(subject: &Subject) -> String {
    match &subject.strategies {
        [before, after] if before == after => before.clone(),
        [before, after] => format!("{before} → {after}"),
    }
}

fn is_identical(counts: &VariantCounts) -> bool {
    let VariantCounts::Paired(PairTally { length, measures, party, .. }) = counts else {
        return false;
    };
    let mut all = measures.iter().flatten().chain(party).chain([length]);
    all.all(|of| of.changed == 0)
}

fn length(facts: &[&Judged]) -> Fact {
    let length = facts.iter().find(|of| of.own.row.measure == ROUNDS);
    length.expect("every game has a length").own.clone()
}

/// Returns the party or the factions of a variant.
fn groups(facts: &[&Judged]) -> Vec<ChangeLine> {
    let groups = facts.iter().filter(|of| of.own.row.subject_kind == SubjectKind::Group);
    let line = |of: &&Judged| {
        let name = of.own.row.subject.clone();
        ChangeLine {
            who: Person { key: String::new(), name: name.clone(), colour: String::new() },
            label: name,
            wins: (*of).clone(),
            values: vec![],
        }
    };
    groups.map(line).collect()
}

/// Gives each fighter its label and sorts the fighters by change in win rate, the largest gain
/// first.
fn fighters(facts: &[&Judged], measures: &[MeasureNote], people: &People) -> Vec<ChangeLine> {
    let of_fighters = || facts.iter().filter(|of| of.own.row.subject_kind == SubjectKind::Fighter);
    let wins: Vec<&&Judged> = of_fighters().filter(|of| of.own.row.measure == WIN_RATE).collect();
    let line = |judged: &&&Judged| {
        let row = &judged.own.row;
        let same = || {
            of_fighters().filter(|of| {
                (&of.own.row.subject, &of.own.row.player) == (&row.subject, &row.player)
            })
        };
        let value = |of: &MeasureNote| {
            same().find(|fact| fact.own.row.measure == of.name).map(|of| of.own.clone())
        };
        let who = people.get(&row.subject);
        let several = wins.iter().filter(|of| of.own.row.subject == row.subject).count() > 1;
        let label = who.label(&row.player, several || row.player.contains(" → "));
        ChangeLine {
            label,
            who,
            wins: (**judged).clone(),
            values: measures.iter().map(value).collect(),
        }
    };
    descending(wins.iter().map(line), |of| of.wins.leading().off().unwrap_or(0.0))
}

impl VariantFacts {
    /// Returns the results of the party (all players of a cooperative game), followed by the
    /// results of the fighters.
    pub fn with_party(&self) -> impl Iterator<Item = &ChangeLine> + Clone {
        self.groups.iter().filter(|of| of.label == PARTY).chain(&self.fighters)
    }

    /// Returns the share of the games whose winner differs between the two variants, 0 to 1; `None`
    /// if the games are not paired.
    pub fn other_winner(&self) -> Option<f64> {
        let changed: u64 = self.winners.iter().map(|of| of.games).sum();
        self.apart.is_none().then(|| changed as f64 / self.length.row.games.max(1) as f64)
    }
}

impl ChangeLine {
    /// Returns the change of a measure, by the measure's index in [`CompareFacts::measures`].
    pub fn value(&self, measure: usize) -> Option<&Fact> {
        self.values.get(measure)?.as_ref()
    }

    /// Returns the largest absolute value in the confidence interval of the change in win rate with
    /// the command's own bots; `None` with too few games.
    pub fn at_most(&self) -> Option<f64> {
        let row = &self.wins.own.row;
        Some(row.change_low?.abs().max(row.change_high?.abs()))
    }

    /// Returns the verdict on the change as a word for a table.
    pub fn verdict(&self) -> String {
        let word = |of: Standing| if of == Standing::Above { "more" } else { "less" };
        match (self.wins.check(), self.wins.standing()) {
            (Some(check), own) => {
                let theirs = self.wins.reference.as_ref().map(Fact::standing);
                let leading = theirs.filter(|_| check.reference_leads()).unwrap_or(own);
                format!("{}, {}", word(leading), check.name())
            }
            (None, own) if own.is_significant() => word(own).to_owned(),
            _ if self.wins.own.row.change_low.is_none() => "needs more games".to_owned(),
            _ => match self.wins.own.standing() {
                Standing::WithinNoise => "within noise".to_owned(),
                Standing::Open => "open".to_owned(),
                _ => "less than 1 point".to_owned(),
            },
        }
    }
}

impl LineUps {
    fn new([ours, theirs]: [&[String]; 2], people: &People) -> LineUps {
        let missing = |of: &[String], from: &[String]| -> Vec<String> {
            let strangers = of.iter().filter(|key| !from.contains(key));
            strangers.map(|key| people.get(key).name).collect()
        };
        LineUps { only_before: missing(ours, theirs), only_after: missing(theirs, ours) }
    }
}

/// Beginning of the key of a team that wins a game; the number of the team follows.
const TEAM: &str = "team ";

/// Keeps the rows in which the winner differs between the variants, the most frequent pair of
/// winners first. Replaces the winners' keys by their names. `factions` names the faction of each
/// team; a team has the name of its faction if no other team belongs to the faction.
fn changes(winners: &[Winner], people: &People, factions: &[String]) -> Vec<Winner> {
    let faction = |key: &str| {
        let number: usize = key.strip_prefix(TEAM)?.parse().ok()?;
        let name = factions.get(number.checked_sub(1)?)?;
        let only = factions.iter().filter(|of| *of == name).count() == 1;
        only.then(|| capital(name))
    };
    let name =
        |key: &str| faction(key).unwrap_or_else(|| people.get(key).name.replace(TEAM, "Team "));
    let changed = winners.iter().filter(|row| row.winner != row.winner_variant);
    let named = changed.map(|row| Winner {
        winner: name(&row.winner),
        winner_variant: name(&row.winner_variant),
        ..row.clone()
    });
    descending(named, |change| change.games as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_has_the_name_of_its_faction_if_it_is_the_only_one() {
        let change = Winner {
            variant: "change".to_owned(),
            winner: "team 1".to_owned(),
            winner_variant: "team 2".to_owned(),
            games: 3,
            first_game: 0,
        };
        let names = |factions: &[&str]| {
            let factions: Vec<String> = factions.iter().map(|of| (*of).to_owned()).collect();
            let said =
                changes(std::slice::from_ref(&change), &People::default(), &factions).remove(0);
            [said.winner, said.winner_variant]
        };
        assert_eq!(names(&["villains", "heroes"]), ["Villains", "Heroes"]);
        assert_eq!(names(&["heroes", "heroes"]), ["Team 1", "Team 2"]);
        assert_eq!(names(&[]), ["Team 1", "Team 2"]);
    }
}
