//! The verdict of a comparison: the values that templates insert into its sentences.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::factions::FactionChange;
use super::facts::{CompareFacts, FighterChange, LineUps, VariantFacts};
use super::tables::Difference;
use crate::report::measured::MeasureNote;
use crate::report::sentences::{Sentences, Standing};
use crate::report::shared::{descending, greatest};
use crate::stats::intervals::wilson;

/// Smallest difference of win rates that players notice at a table, as a share.
const FELT: f64 = 0.01;
/// Maximum number of fighters for which a sentence gives both win rates.
const TOLD: usize = 3;
/// Maximum number of fighters that a sentence names.
const LISTED: usize = 12;

/// Returns the headline, the title of the chart of differences, the verdict and the method.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &CompareFacts) -> Result<Sentences> {
    let variants = || facts.variants.iter();
    let told = variants().map(|of| Told::new(facts, of));
    let at_most = |fighters: &mut dyn Iterator<Item = &FighterChange>| {
        greatest(fighters.filter_map(|of| of.wins.at_most()))
    };
    let (tests, others) = facts.tests();
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            variants => Serde(told.collect::<Vec<_>>()),
            top => Serde(Top::new(facts)),
            at_most => at_most(&mut variants().flat_map(VariantFacts::with_party)),
            party => Serde(OfParty::new(facts)),
            party_at_most => at_most(&mut variants().filter_map(|of| of.party.as_ref())),
            gains => Serde(gaining(facts)),
            cooperative => facts.cooperative(),
            several => facts.people.several(),
            games => facts.games,
            level => facts.level,
            may_differ => wilson(0, facts.games, facts.level).high,
            paired => variants().filter(|of| of.apart.is_none()).count(),
            tests => tests as u64,
            others => others as u64,
            TOLD,
        },
    )
}

/// A win rate before and after the change, for a template.
#[derive(Serialize)]
struct Change {
    name: String,
    before: f64,
    after: f64,
    by: f64,
    half: f64,
    /// Largest absolute value in the confidence interval of the change.
    at_most: f64,
    /// Number of decimals for the change in percentage points; the half-width decides.
    fine: usize,
    /// True if the change is significant.
    sure: bool,
}

impl Change {
    fn of(fighter: &FighterChange) -> Change {
        let wins = &fighter.wins;
        Change {
            name: fighter.label.clone(),
            before: wins.before(),
            after: wins.after(),
            by: wins.by(),
            half: wins.half_width().unwrap_or(1.0),
            at_most: wins.at_most().unwrap_or(1.0),
            fine: wins.decimals(),
            sure: wins.sure(),
        }
    }

    fn of_faction(faction: &FactionChange, level: f64) -> Change {
        let half = faction.half(level).unwrap_or(1.0);
        Change {
            name: faction.name.clone(),
            before: faction.pairs.mean_a().unwrap_or(0.0),
            after: faction.pairs.mean_b().unwrap_or(0.0),
            by: faction.by(),
            half,
            at_most: faction.by().abs() + half,
            fine: faction.fine(level),
            sure: faction.is_sure(level),
        }
    }
}

/// The variant with the largest significant change, and the fighters that gain and lose most in it.
#[derive(Serialize)]
struct Top {
    variant: String,
    up: Option<Change>,
    down: Option<Change>,
    /// Number of fighters that gain significantly.
    ups: usize,
    /// Number of fighters that lose significantly.
    downs: usize,
}

impl Top {
    fn new(facts: &CompareFacts) -> Option<Top> {
        let sure = |of: &VariantFacts, standing: Standing| -> Vec<Change> {
            let so = of
                .fighters
                .iter()
                .filter(|of| of.wins.standing() == standing);
            descending(so.map(Change::of), |of| of.by.abs())
        };
        let top = facts.variants.iter().map(|of| {
            let [up, down] = [Standing::Above, Standing::Below].map(|way| sure(of, way));
            Top {
                variant: of.name.clone(),
                ups: up.len(),
                downs: down.len(),
                up: up.into_iter().next(),
                down: down.into_iter().next(),
            }
        });
        top.filter(|of| of.ups + of.downs > 0)
            .max_by(|a, b| a.size().total_cmp(&b.size()))
    }

    fn size(&self) -> f64 {
        greatest(self.up.iter().chain(&self.down).map(|of| of.by.abs()))
    }
}

/// The variant in which the party's win rate has the largest significant change.
#[derive(Serialize)]
struct OfParty {
    variant: String,
    change: Change,
}

impl OfParty {
    fn new(facts: &CompareFacts) -> Option<OfParty> {
        let parties = facts.variants.iter().filter_map(|of| {
            Some(OfParty {
                variant: of.name.clone(),
                change: Change::of(of.party.as_ref()?),
            })
        });
        let sure = parties.filter(|of| of.change.sure);
        sure.max_by(|a, b| a.change.by.abs().total_cmp(&b.change.by.abs()))
    }
}

/// Returns the faction with the largest gain. `None` if there are several variants, or if no
/// faction's win rate changes significantly.
fn gaining(facts: &CompareFacts) -> Option<Change> {
    let [only] = facts.variants.as_slice() else {
        return None;
    };
    let factions = only.factions.iter();
    let changes = factions.map(|of| Change::of_faction(of, facts.level));
    let changes = descending(changes, |of| of.by);
    let sure = changes.iter().any(|of| of.sure);
    changes.into_iter().next().filter(|_| sure)
}

/// The values that templates insert into the sentences about one variant.
#[derive(Serialize)]
struct Told<'a> {
    name: &'a str,
    identical: bool,
    factions: Vec<Change>,
    party: Option<Change>,
    /// Number of fighters that are compared.
    fighters: usize,
    /// Fighters whose win rate rises significantly.
    up: Gains,
    /// Fighters whose win rate falls significantly.
    down: Gains,
    /// Fighters whose change is significant, but smaller than players notice.
    slight: Vec<&'a str>,
    /// Fighters for which the confidence interval of the change excludes 0, although the change is
    /// not significant after correction.
    open: Vec<&'a str>,
    /// Fighters whose change is not significant.
    noise: Vec<&'a str>,
    /// Largest upper bound of the absolute change, over the fighters in `noise`.
    noise_at_most: f64,
    /// Fighters with too few games for an interval.
    unknown: Vec<&'a str>,
    /// Measures other than win rates whose means change significantly.
    means: Vec<Mean>,
    length: Mean,
    apart: Option<&'a LineUps>,
    /// Fair shares before and after the change; `None` if they are equal.
    fair: Option<(f64, f64)>,
    /// Share of the games whose winner changed.
    changed: f64,
    /// The most frequent change of the winner: the winner before and the winner after.
    most: Option<[&'a str; 2]>,
    /// Share of the games that the party wins only with the change, and share that it wins only
    /// without.
    ends: Option<[f64; 2]>,
    /// Number of games that independent runs would need for the same precision, divided by the
    /// number of games played.
    saving: Option<f64>,
}

/// Fighters whose win rates change in the same direction.
#[derive(Serialize)]
struct Gains {
    told: Vec<Change>,
    /// Number of further fighters, which the sentence does not name.
    more: usize,
}

impl<'a> Told<'a> {
    fn new(facts: &'a CompareFacts, of: &'a VariantFacts) -> Told<'a> {
        let fighters = of.fighters.iter();
        let (felt, slight): (Vec<&FighterChange>, Vec<&FighterChange>) =
            (fighters.clone().filter(|of| of.wins.sure()))
                .partition(|of| of.wins.by().abs() >= FELT);
        let others = fighters.filter(|of| !of.wins.sure());
        let (known, unknown): (Vec<&FighterChange>, Vec<&FighterChange>) =
            others.partition(|of| of.wins.half_width().is_some());
        let (open, noise): (Vec<&FighterChange>, Vec<&FighterChange>) =
            (known.into_iter()).partition(|of| of.wins.standing() == Standing::Open);
        let share = |games: u64| games as f64 / facts.games.max(1) as f64;
        let fair = facts.fair_first.zip(of.fair);
        Told {
            name: &of.name,
            identical: of.identical(),
            factions: (of.factions.iter())
                .map(|of| Change::of_faction(of, facts.level))
                .collect(),
            party: of.party.as_ref().map(Change::of),
            fighters: of.fighters.len(),
            up: Gains::new(&felt, Standing::Above),
            down: Gains::new(&felt, Standing::Below),
            slight: labels(&slight),
            open: labels(&open),
            noise_at_most: greatest(noise.iter().filter_map(|of| of.wins.at_most())),
            noise: labels(&noise),
            unknown: labels(&unknown),
            means: means(facts, of),
            length: Mean::new("", "", &of.length, 1),
            apart: of.apart.as_ref(),
            fair: fair.filter(|(before, after)| before != after),
            changed: share(of.changed()),
            most: (of.changes.first()).map(|of| [&*of.winner, &*of.winner_variant]),
            ends: of.ends.map(|of| [share(of.gained), share(of.lost)]),
            saving: of.saving,
        }
    }
}

impl Gains {
    fn new(fighters: &[&FighterChange], standing: Standing) -> Gains {
        let same = fighters.iter().filter(|of| of.wins.standing() == standing);
        let mut told = descending(same.map(|of| Change::of(of)), |of| of.by.abs());
        let more = told.len().saturating_sub(LISTED);
        told.truncate(LISTED);
        Gains { told, more }
    }
}

fn labels<'a>(fighters: &[&'a FighterChange]) -> Vec<&'a str> {
    fighters.iter().map(|of| of.label.as_str()).collect()
}

/// A measure whose mean changes significantly.
#[derive(Serialize)]
struct Mean {
    measure: String,
    sure: bool,
    up: bool,
    /// The fighter with the largest change.
    name: String,
    /// Mean before the change, as text.
    before: String,
    /// Mean after the change, as text.
    after: String,
    /// Number of fighters whose mean changes in the same direction.
    count: usize,
}

impl Mean {
    fn new(measure: &str, name: &str, of: &Difference, count: usize) -> Mean {
        Mean {
            measure: measure.to_owned(),
            sure: of.sure(),
            up: of.by() > 0.0,
            name: name.to_owned(),
            before: format!("{:.2}", of.before()),
            after: format!("{:.2}", of.after()),
            count,
        }
    }
}

/// Returns the measures whose means rise or fall significantly.
fn means(facts: &CompareFacts, variant: &VariantFacts) -> Vec<Mean> {
    let mean = |(m, measure): (usize, &MeasureNote), standing: Standing| {
        let all = variant.fighters.iter();
        let all = all.filter_map(|fighter| Some((fighter, fighter.value(m)?)));
        let same = all.filter(|(_, by)| by.standing() == standing);
        let same = descending(same, |(_, by)| by.by().abs());
        let (most, by) = same.first()?;
        Some(Mean::new(
            &measure.of_every_game(),
            &most.label,
            by,
            same.len(),
        ))
    };
    let measures = facts.measures.iter().enumerate();
    let ways = [Standing::Above, Standing::Below];
    let each = measures.flat_map(|of| ways.map(|standing| mean(of, standing)));
    each.flatten().collect()
}
