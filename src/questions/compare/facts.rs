//! The results of `gong compare`, grouped by variant, for the report's page, charts and sentences.

use anyhow::Result;

use super::counts::VariantCounts;
use super::factions::test_together;
use super::plan::{ComparePlan, Variant};
use super::tables::{Difference, ReferenceEffects, VariantEffects, Winner};
use crate::analysis::pairs::{GroupPairs, PairTally, WON};
use crate::questions::between::Width;
use crate::questions::facts::Agreement;
use crate::report::Manifest;
use crate::report::measured::MeasureNote;
use crate::report::people::{PARTY, People, Person};
use crate::report::shared::descending;
use crate::report::words::capital;
use crate::stats::members::OfTable;
use crate::stats::paired_shares::PairedShares;
use crate::stats::{PairKind, Pairs};

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
    /// Win rate of a fighter of average strength in the first variant, 0 to 1; `None` in a
    /// cooperative game.
    pub fair_first: Option<f64>,
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
    pub reference: Option<ReferenceNote>,
    /// The results of every variant except the first, each compared with the first variant.
    pub variants: Vec<VariantFacts>,
    /// The intervals of all changes of win rates with the command's own bots in paired games.
    pub widths: Vec<Width>,
    pub people: People,
}

/// The reference player of a comparison.
#[derive(serde::Serialize)]
pub struct ReferenceNote {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// Number of games that the reference player played of each variant.
    pub games: u64,
}

impl ReferenceNote {
    /// Returns the heading of the column with the differences if the reference player plays.
    pub fn heading(&self) -> String {
        format!("With {}", self.strategy)
    }
}

/// The results of one variant, compared with the first variant.
pub struct VariantFacts {
    pub name: String,
    /// The variant's scenario and flags, as arguments of `gong watch`.
    pub watch: String,
    /// The fighters in descending order of the change in win rate, the largest gain first.
    pub fighters: Vec<FighterChange>,
    /// Change in the win rate of the party (all players together); `None` unless the game is
    /// cooperative.
    pub party: Option<FighterChange>,
    /// The changes of the factions (such as heroes and villains). Empty without factions, or if the
    /// games of the two variants are not paired.
    pub factions: Vec<FighterChange>,
    /// Difference between the two variants in the mean number of rounds per game.
    pub length: Difference,
    /// Pairs of different winners of the same game in the two variants, each with its number of
    /// games, the most frequent first.
    pub changes: Vec<Winner>,
    /// In a cooperative game: shares of the games that the party (all players together) wins in
    /// only one of the two variants.
    pub ends: Option<PairedShares>,
    /// Number of games that two independent runs would need for equally precise win rates, divided
    /// by the number of games played. `None` if every game has the same winner in both variants, or
    /// if games are not paired.
    pub saving: Option<f64>,
    /// Names of the fighters that only one of the two variants has; `None` if the games of the
    /// variants are paired.
    pub apart: Option<LineUps>,
    /// Win rate of a fighter of average strength in this variant, 0 to 1; `None` in a cooperative
    /// game.
    pub fair: Option<f64>,
}

/// Names of the fighters that only one of two scenario variants has. Both lists are empty if
/// line-ups differ in another way, such as their seats.
#[derive(serde::Serialize)]
pub struct LineUps {
    pub only_before: Vec<String>,
    pub only_after: Vec<String>,
}

/// The results of one fighter in two variants of a scenario, or of a group of fighters that win or
/// lose together: the party or a faction.
pub struct FighterChange {
    pub who: Person,
    /// The name of the fighter or the group on the page, such as "heroes". The bot's name is added
    /// if the bots differ or if several bots play the fighter.
    pub label: String,
    /// Difference of the fighter's win rate between the two variants.
    pub wins: Difference,
    /// Difference of the fighter's win rate between the two variants if the reference player plays;
    /// `None` without a reference player.
    pub reference: Option<Difference>,
    /// Differences of the measures other than the win rate, by index in [`CompareFacts::measures`];
    /// `None` if the variant does not have the measure.
    pub values: Vec<Option<Difference>>,
}

/// Beginning of the key of a team that wins a game; the number of the team follows.
const TEAM: &str = "team ";

impl CompareFacts {
    /// Groups the results of a comparison by variant.
    ///
    /// # Errors
    /// Fails if a scenario cannot be written as JSON.
    pub fn new(
        plan: &ComparePlan,
        counts: &[VariantCounts],
        effects: Vec<VariantEffects>,
        reference: Option<ReferenceEffects>,
        manifest: &Manifest,
    ) -> Result<CompareFacts> {
        let note = reference.as_ref().zip(plan.reference.as_ref());
        let note = note.map(|(found, of)| ReferenceNote {
            strategy: of.name().to_owned(),
            games: found.games,
        });
        let theirs = reference.into_iter();
        let mut theirs = theirs.flat_map(|of| of.effects.into_iter().zip(of.counts));
        let compared = |measure: &&MeasureNote| {
            let mut rows = effects.iter().flat_map(|of| of.fighters.iter().flatten());
            rows.any(|row| row.measure == measure.name)
        };
        let measures = manifest.measured.entrants.iter().filter(compared);
        let measures: Vec<MeasureNote> = measures.cloned().collect();
        let fair = |i: usize| plan.simulations[i].cast().fair_share();
        let first = &plan.variants[0];
        let same = |i: usize| fair(i) == fair(0);
        let people = People::of(manifest);
        let groups = |counts: &VariantCounts| match counts {
            VariantCounts::Paired(tally) if plan.in_teams() => tally.factions(&manifest.factions),
            _ => vec![],
        };
        let each = (1..).zip(counts).zip(effects);
        let each = each.map(|((i, counts), effects)| {
            let variant = &plan.variants[i];
            let tally = match counts {
                VariantCounts::Paired(tally) => Some(tally),
                VariantCounts::Apart(_) => None,
            };
            let (theirs, their_counts) = theirs.next().unzip();
            let (rows, party) =
                theirs.map_or((vec![], None), |of: VariantEffects| (of.fighters, of.party));
            let their_groups = their_counts.as_ref().map_or(vec![], groups);
            VariantFacts {
                name: variant.name.clone(),
                watch: variant.watchable.words(),
                changes: changes(&effects.winners, &people, &manifest.factions),
                fighters: fighters(effects.fighters, rows, &measures, &people),
                party: (effects.party).map(|wins| FighterChange::of_group(PARTY, wins, party)),
                factions: factions(&variant.name, &groups(counts), &their_groups, manifest.level),
                length: effects.length,
                ends: tally.and_then(|of| of.party.as_ref()).map(Pairs::shares),
                saving: tally.and_then(saving),
                apart: tally.is_none().then(|| LineUps::new(first, variant, &people)),
                fair: fair(i),
            }
        });
        let mut variants: Vec<VariantFacts> = each.collect();
        let [own, theirs] = plan.growing;
        for of in variants.iter_mut().flat_map(|of| &mut of.factions) {
            let wins = own.then_some(&mut of.wins);
            let reference = of.reference.as_mut().filter(|_| theirs);
            wins.into_iter().chain(reference).for_each(Difference::repeat_test);
        }
        test_together(&mut variants, manifest.level);
        Ok(CompareFacts {
            games: manifest.games,
            level: manifest.level,
            fair: fair(0).filter(|_| (1..plan.variants.len()).all(same)),
            fair_first: fair(0),
            first: first.name.clone(),
            different_bots: plan.has_different_bots(),
            reference: note,
            bots: (manifest.strategies.iter()).map(|bot| bot.name.clone()).collect(),
            watch_first: first.watchable.words(),
            variants,
            widths: (counts.iter())
                .flat_map(|of| widths(of, &groups(of), manifest.level))
                .collect(),
            measures,
            people,
        })
    }

    /// Returns the number of significance tests of win rates, and the number of all other tests.
    pub fn tests(&self) -> (usize, usize) {
        let fighters = || self.variants.iter().flat_map(|of| &of.fighters);
        let parties = self.variants.iter().filter(|of| of.party.is_some());
        let others = fighters().flat_map(|of| of.values.iter().flatten());
        (fighters().count() + parties.count(), others.count() + self.variants.len())
    }

    /// Returns whether the game is cooperative: all players win or lose together.
    pub fn cooperative(&self) -> bool {
        self.variants.iter().any(|variant| variant.party.is_some())
    }
}

impl VariantFacts {
    /// Returns the results of the party (all players of a cooperative game), followed by the
    /// results of the fighters.
    pub fn with_party(&self) -> impl Iterator<Item = &FighterChange> + Clone {
        self.party.iter().chain(&self.fighters)
    }

    /// Number of games whose winner differs between the two variants.
    pub fn changed(&self) -> u64 {
        self.changes.iter().map(|change| change.games).sum()
    }

    /// Returns whether every game has the same winners, length and measured values in the two
    /// variants.
    pub fn identical(&self) -> bool {
        let fighters = self.with_party();
        let mut all = fighters.flat_map(|of| of.values.iter().flatten().chain([&of.wins]));
        self.length.changed == Some(0) && all.all(|of| of.changed == Some(0))
    }
}

impl FighterChange {
    /// Creates the results of a group of fighters, such as the party or a faction, from the change
    /// of its win rate.
    fn of_group(name: &str, wins: Difference, reference: Option<Difference>) -> FighterChange {
        FighterChange {
            who: Person { key: String::new(), name: name.to_owned(), colour: String::new() },
            label: name.to_owned(),
            wins,
            reference,
            values: vec![],
        }
    }

    /// Compares the change of the win rate with the reference player's; `None` without a reference
    /// player, or if neither change is significant.
    pub fn check(&self) -> Option<Agreement> {
        Agreement::of_two(self.wins.standing(), self.reference.as_ref()?.standing())
    }

    /// Returns whether the change with the reference player leads.
    pub fn reference_leads(&self) -> bool {
        self.check().is_some_and(Agreement::reference_leads)
    }

    /// Returns the change of the win rate with the player whose answer leads.
    pub fn leading(&self) -> &Difference {
        let theirs = self.reference.as_ref();
        (theirs.filter(|_| self.reference_leads())).unwrap_or(&self.wins)
    }

    /// Returns the difference of a measure between the two variants, by the measure's index in
    /// [`CompareFacts::measures`].
    pub fn value(&self, measure: usize) -> Option<&Difference> {
        self.values.get(measure)?.as_ref()
    }
}

impl LineUps {
    fn new(first: &Variant, other: &Variant, people: &People) -> LineUps {
        let [ours, theirs] = [first, other].map(|of| &of.scenario.seating.fighters);
        let missing = |of: &[String], from: &[String]| -> Vec<String> {
            let strangers = of.iter().filter(|key| !from.contains(key));
            strangers.map(|key| people.get(key).name).collect()
        };
        LineUps { only_before: missing(ours, theirs), only_after: missing(theirs, ours) }
    }
}

/// Creates the results of the factions from the pairs of their results. `theirs` holds the pairs of
/// the games of the reference player; it is empty without a reference player.
pub fn factions(
    variant: &str,
    own: &[GroupPairs],
    theirs: &[GroupPairs],
    level: f64,
) -> Vec<FighterChange> {
    let row = |of: &GroupPairs| Difference::of_group(variant, of, level);
    let faction = |of: &GroupPairs| {
        let same = theirs.iter().find(|theirs| theirs.name == of.name);
        FighterChange::of_group(&of.name, row(of), same.map(row))
    };
    own.iter().map(faction).collect()
}

/// Gives each fighter its label and sorts the fighters by change in win rate, the largest gain
/// first. `rows` holds the rows of each fighter, with the win rate first; `theirs` holds the rows
/// of the reference player.
fn fighters(
    rows: Vec<Vec<Difference>>,
    theirs: Vec<Vec<Difference>>,
    measures: &[MeasureNote],
    people: &People,
) -> Vec<FighterChange> {
    let keys: Vec<_> = rows.iter().map(|of| of[0].entrant.clone()).collect();
    let fighter = |rows: Vec<Difference>| {
        let value = |of: &MeasureNote| rows[1..].iter().find(|row| row.measure == of.name).cloned();
        let values = measures.iter().map(value).collect();
        let wins = rows[0].clone();
        let who = people.get(wins.entrant.as_deref().unwrap_or_default());
        let several = keys.iter().filter(|key| **key == wins.entrant).count() > 1;
        let strategies = [&wins.strategy, &wins.strategy_variant];
        let [before, after] = strategies.map(|of| of.as_deref().unwrap_or_default());
        let label = match before == after {
            true => who.label(before, several),
            false => who.label(&format!("{before} → {after}"), true),
        };
        let same = theirs.iter().find(|of| of[0].entrant == wins.entrant);
        FighterChange { who, label, reference: same.map(|of| of[0].clone()), wins, values }
    };
    descending(rows.into_iter().map(fighter), |of| of.leading().by())
}

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

/// Returns the intervals of the changes of win rates in paired games; empty if the games of the
/// variants are not paired.
fn widths(counts: &VariantCounts, groups: &[GroupPairs], level: f64) -> Vec<Width> {
    let VariantCounts::Paired(tally) = counts else {
        return vec![];
    };
    let fighters = tally.pooled();
    let fighters = fighters.iter().map(|of| &of[WON]);
    let groups = groups.iter().map(|of| &of.pairs).chain(&tally.party);
    let width = |of: &Pairs| {
        let (_, variance) = of.variances()?;
        Some(Width {
            half_width: of.interval(PairKind::Shares, level)?.half_width(),
            of_trainings: of.between().share(variance / of.games as f64),
        })
    };
    fighters.chain(groups).filter_map(width).collect()
}

/// Sum of the variances of all differences in win rate with independent runs, divided by the same
/// sum with paired games; `None` if no game's winner differs between the variants.
fn saving(tally: &PairTally) -> Option<f64> {
    let variances = tally.measures.iter().filter_map(|of| of[WON].variances());
    let (apart, together) = variances.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    (together > 0.0).then(|| apart / together)
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
