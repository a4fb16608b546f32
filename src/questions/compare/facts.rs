//! What a comparison has to say, variant by variant.

use super::factions::{Faction, factions};
use super::held::Held;
use super::plan::{Plan, Variant};
use super::tables::{Difference, Effects, Winner};
use crate::analysis::pairs::{PairTally, WON};
use crate::report::Manifest;
use crate::report::measured::Measure;
use crate::report::people::{People, Person};
use crate::report::shared::descending;
use crate::stats::Pairs;
use crate::stats::paired_shares::PairedShares;

/// All that a comparison has to say.
pub struct Facts {
    /// Games of each variant.
    pub games: u64,
    /// The level of every interval.
    pub level: f64,
    /// The measures that are compared beside the win rate.
    pub measures: Vec<Measure>,
    /// The win rate of a fighter of average strength, if it is the same in all variants.
    pub fair: Option<f64>,
    /// The same in the first variant; `None` in a cooperative game.
    pub fair_first: Option<f64>,
    /// The variant that the others are compared with: its name, and the scenario and flags that
    /// `gong watch` takes to show its games.
    pub first: String,
    pub watch_first: String,
    /// The other variants.
    pub variants: Vec<VariantFacts>,
    pub people: People,
}

/// One variant, compared with the first.
pub struct VariantFacts {
    pub name: String,
    /// The scenario and flags that `gong watch` takes.
    pub watch: String,
    /// Sorted by the difference of the win rate, the largest gain first.
    pub fighters: Vec<Fighter>,
    /// The party of a cooperative game, with a win rate only.
    pub party: Option<Fighter>,
    /// The factions of the sides, if there are any and games are paired.
    pub factions: Vec<Faction>,
    /// Rounds of the games.
    pub length: Difference,
    /// Games with different winners, the most frequent first, with names in place of keys.
    pub changes: Vec<Winner>,
    /// Games of a cooperative game that the party wins in one of the variants alone.
    pub ends: Option<PairedShares>,
    /// How many times as many games two independent runs would need, for all win rates together;
    /// `None` if nothing differs or games are not paired.
    pub saving: Option<f64>,
    /// How the line-ups differ, if games are not paired.
    pub apart: Option<LineUps>,
    /// The win rate of a fighter of average strength; `None` in a cooperative game.
    pub fair: Option<f64>,
}

/// Names of the fighters that only one of two variants has; none if other numbers or places differ.
#[derive(serde::Serialize)]
pub struct LineUps {
    pub only_before: Vec<String>,
    pub only_after: Vec<String>,
}

/// A fighter in two variants.
pub struct Fighter {
    pub who: Person,
    /// The name to show, with the strategies if these differ or the fighter has several.
    pub label: String,
    pub wins: Difference,
    /// By [`Facts::measures`]; `None` of a measure that the variant lacks.
    pub values: Vec<Option<Difference>>,
}

/// The name of the party of a cooperative game.
const PARTY: &str = "The party";

impl Facts {
    pub fn new(plan: &Plan, held: &[Held], effects: Vec<Effects>, manifest: &Manifest) -> Facts {
        let compared = |measure: &&Measure| {
            let mut rows = effects.iter().flat_map(|of| of.fighters.iter().flatten());
            rows.any(|row| row.measure == measure.name)
        };
        let measures = manifest.measured.entrants.iter().filter(compared);
        let measures: Vec<Measure> = measures.cloned().collect();
        let fair = |i: usize| plan.simulations[i].cast().fair_share();
        let first = &plan.variants[0];
        let same = |i: usize| fair(i) == fair(0);
        let people = People::of(manifest);
        let variants = (1..).zip(held).zip(effects).map(|((i, held), effects)| {
            let variant = &plan.variants[i];
            let tally = match held {
                Held::Paired(tally) => Some(tally),
                Held::Apart(_) => None,
            };
            VariantFacts {
                name: variant.name.clone(),
                watch: variant.watchable.words(),
                changes: changes(&effects.winners, &people),
                fighters: fighters(effects.fighters, &measures, &people),
                party: effects.party.map(Fighter::party),
                factions: match tally {
                    Some(tally) if plan.in_teams() => factions(&manifest.factions, tally),
                    _ => vec![],
                },
                length: effects.length,
                ends: tally.and_then(|of| of.party.as_ref()).map(Pairs::shares),
                saving: tally.and_then(saving),
                apart: tally
                    .is_none()
                    .then(|| LineUps::new(first, variant, &people)),
                fair: fair(i),
            }
        });
        Facts {
            games: manifest.games,
            level: manifest.level,
            fair: fair(0).filter(|_| (1..plan.variants.len()).all(same)),
            fair_first: fair(0),
            first: first.name.clone(),
            watch_first: first.watchable.words(),
            variants: variants.collect(),
            measures,
            people,
        }
    }

    /// Number of tests of win rates, and of everything else.
    pub fn tests(&self) -> (usize, usize) {
        let fighters = || self.variants.iter().flat_map(|of| &of.fighters);
        let parties = self.variants.iter().filter(|of| of.party.is_some());
        let others = fighters().flat_map(|of| of.values.iter().flatten());
        (
            fighters().count() + parties.count(),
            others.count() + self.variants.len(),
        )
    }

    /// Whether all players win or lose together.
    pub fn cooperative(&self) -> bool {
        self.variants.iter().any(|variant| variant.party.is_some())
    }
}

impl VariantFacts {
    /// The party, if there is one, and the fighters.
    pub fn with_party(&self) -> impl Iterator<Item = &Fighter> + Clone {
        self.party.iter().chain(&self.fighters)
    }

    /// Number of games with another winner.
    pub fn changed(&self) -> u64 {
        self.changes.iter().map(|change| change.games).sum()
    }

    /// Whether nothing differs in any game.
    pub fn identical(&self) -> bool {
        let fighters = self.with_party();
        let mut all = fighters.flat_map(|of| of.values.iter().flatten().chain([&of.wins]));
        self.length.changed == Some(0) && all.all(|of| of.changed == Some(0))
    }
}

impl Fighter {
    /// The party as a whole.
    fn party(wins: Difference) -> Fighter {
        Fighter {
            who: Person {
                key: String::new(),
                name: PARTY.to_owned(),
                colour: String::new(),
            },
            label: PARTY.to_owned(),
            wins,
            values: vec![],
        }
    }

    /// What a variant changes of a measure, by its index in [`Facts::measures`].
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
        LineUps {
            only_before: missing(ours, theirs),
            only_after: missing(theirs, ours),
        }
    }
}

/// The fighters with their labels, the largest gain first. Each has its rows: the win rate first.
fn fighters(rows: Vec<Vec<Difference>>, measures: &[Measure], people: &People) -> Vec<Fighter> {
    let keys: Vec<_> = rows.iter().map(|of| of[0].entrant.clone()).collect();
    let fighter = |rows: Vec<Difference>| {
        let value = |of: &Measure| rows[1..].iter().find(|row| row.measure == of.name).cloned();
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
        Fighter {
            who,
            label,
            wins,
            values,
        }
    };
    descending(rows.into_iter().map(fighter), |of| of.wins.by())
}

/// Winners that differ, the most frequent first, with names in place of keys.
fn changes(winners: &[Winner], people: &People) -> Vec<Winner> {
    let name = |key: &str| people.get(key).name.replace("team ", "Team ");
    let changed = winners
        .iter()
        .filter(|row| row.winner != row.winner_variant);
    let named = changed.map(|row| Winner {
        winner: name(&row.winner),
        winner_variant: name(&row.winner_variant),
        ..row.clone()
    });
    descending(named, |change| change.games as f64)
}

/// Ratio of the variances of all win rates together: of independent runs to pairs.
fn saving(tally: &PairTally) -> Option<f64> {
    let variances = tally.measures.iter().filter_map(|of| of[WON].variances());
    let (apart, together) = variances.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    (together > 0.0).then(|| apart / together)
}
