//! Computes the values that templates insert into the sentences of the verdict of `gong compare`.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::facts::{CompareFacts, FighterChange, LineUps, VariantFacts};
use super::tables::Difference;
use crate::questions::confirmation::Confirmation;
use crate::report::measured::MeasureNote;
use crate::report::sentences::{Sentences, Standing, is_felt};
use crate::report::shared::{descending, greatest};
use crate::report::words::{NBSP, capital, percent, signed};
use crate::stats::Form;
use crate::stats::intervals::wilson;

/// Maximum number of fighters for which a sentence of the report gives both win rates.
const DETAILED: usize = 3;
/// Maximum number of fighters that a sentence of the report names.
const LISTED: usize = 12;

/// Minimum number of games from which the report estimates how many games the same dice save.
const FEWEST_FOR_SAVING: u64 = 100;

/// Returns the sentences of the report of `gong compare`: the headline, the title of the chart of
/// differences, the verdict and the method.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &CompareFacts) -> Result<Sentences> {
    let variants = || facts.variants.iter();
    let changes = variants().map(|of| VariantChanges::new(facts, of));
    let at_most = |fighters: &mut dyn Iterator<Item = &FighterChange>| {
        let measured: Vec<f64> = fighters.filter_map(|of| of.wins.at_most()).collect();
        (!measured.is_empty()).then(|| greatest(measured))
    };
    let (tests, others) = facts.tests();
    let (party, gains) = (OfParty::new(facts), gaining(facts));
    let of_group = party.as_ref().map(|of| &of.change).or(gains.as_ref());
    let group_check = of_group.and_then(|of| of.check);
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            first => facts.first.clone(),
            reference => facts.reference.as_ref().map(Serde),
            bots => facts.bots.clone(),
            different_bots => facts.different_bots,
            variants => Serde(changes.collect::<Vec<_>>()),
            top => Serde(Top::new(facts)),
            doubt => Serde(variants().find_map(Doubt::of)),
            at_most => at_most(&mut variants().flat_map(VariantFacts::with_party)),
            party => Serde(party),
            party_at_most => at_most(&mut variants().filter_map(|of| of.party.as_ref())),
            gains => Serde(gains),
            group_check => Serde(group_check),
            cooperative => facts.cooperative(),
            several => facts.people.several(),
            games => facts.games,
            level => facts.level,
            may_differ => wilson(0, facts.games, facts.level).high,
            paired => variants().filter(|of| of.apart.is_none()).count(),
            tests => tests as u64,
            others => others as u64,
            DETAILED,
        },
    )
}

/// A win rate before and after a change of the scenario, for a template.
#[derive(Serialize)]
struct Change {
    name: String,
    before: f64,
    after: f64,
    by: f64,
    /// Number after “±”, see [`margin_of_error`](crate::report::shared::margin_of_error).
    margin_of_error: f64,
    /// Largest absolute value in the confidence interval of the change in win rate.
    at_most: f64,
    /// Number of decimals to show for the change in percentage points, chosen by the half-width of
    /// its interval.
    fine: usize,
    /// True if the change in win rate is statistically significant.
    sure: bool,
    /// What the reference player says about the change; `None` without a reference player.
    check: Option<Confirmation>,
}

impl Change {
    fn of(fighter: &FighterChange) -> Change {
        let wins = &fighter.wins;
        Change {
            name: fighter.label.clone(),
            before: wins.before(),
            after: wins.after(),
            by: wins.by(),
            margin_of_error: wins.margin_of_error().unwrap_or(1.0),
            at_most: wins.at_most().unwrap_or(1.0),
            fine: wins.decimals(),
            sure: wins.sure(),
            check: fighter.check,
        }
    }
}

/// A change in the opposite direction of a one-sided edit, for a template.
#[derive(Serialize)]
struct Doubt {
    variant: String,
    change: Change,
    /// True if the edit makes the fighter better, and false if the edit makes it worse.
    better: bool,
}

impl Doubt {
    /// Returns the doubtful change of a variant, if there is one.
    fn of(variant: &VariantFacts) -> Option<Doubt> {
        let change = variant.fighters.iter().find(|of| of.doubtful)?;
        Some(Doubt {
            variant: variant.name.clone(),
            change: Change::of(change),
            better: variant.edit.as_ref()?.better,
        })
    }
}

/// The scenario variant with the largest significant change in a win rate, and the fighters that
/// gain and lose most in this variant.
#[derive(Serialize)]
struct Top {
    variant: String,
    up: Option<Most>,
    down: Option<Most>,
    /// Number of fighters that are compared.
    fighters: usize,
    /// Number of changes in the headline.
    named: usize,
    /// True if the headline says which fighters gain most or lose most.
    most: bool,
    /// Names of the fighters of the headline whose change the reference player confirms.
    confirmed: Vec<String>,
    /// Names of the fighters of the headline whose change the reference player contradicts.
    contradicted: Vec<String>,
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
            let named = || headlined(&up).into_iter().chain(headlined(&down));
            let with = |check: Confirmation| -> Vec<String> {
                let same = named().filter(|of| of.check == Some(check));
                same.map(|of| of.name.clone()).collect()
            };
            let (up_most, down_most) = (Most::new(&up), Most::new(&down));
            let mut ways = up_most.iter().chain(&down_most);
            Top {
                variant: of.name.clone(),
                fighters: of.fighters.len(),
                named: named().count(),
                most: ways.any(|of| of.named < of.all),
                up: up_most,
                down: down_most,
                confirmed: with(Confirmation::Confirmed),
                contradicted: with(Confirmation::Contradicted),
            }
        });
        top.filter(|of| of.named > 0)
            .max_by(|a, b| a.size().total_cmp(&b.size()))
    }

    fn size(&self) -> f64 {
        greatest(self.up.iter().chain(&self.down).map(|of| of.by.abs()))
    }
}

/// The changes of the headline in one direction.
#[derive(Serialize)]
struct Most {
    /// Names of the fighters that may have the largest change; empty if these are more than
    /// [`DETAILED`].
    names: Vec<String>,
    /// Number of changes that the headline names or counts.
    named: usize,
    /// Number of fighters with a significant change in this direction, also smaller ones.
    all: usize,
    /// True if all changes that the headline names or counts are equal: team mates win the same
    /// games.
    equal: bool,
    /// The largest change.
    by: f64,
    fine: usize,
}

impl Most {
    /// Returns the headline's changes among some changes in the same direction, which are sorted in
    /// descending order of their sizes.
    fn new(changes: &[Change]) -> Option<Most> {
        let first = changes.first()?;
        let said = headlined(changes);
        let names = match said.len() {
            count if count > DETAILED => vec![],
            _ => said.iter().map(|of| of.name.clone()).collect(),
        };
        Some(Most {
            names,
            named: said.len(),
            all: changes.len(),
            equal: said.iter().all(|of| of.by == first.by),
            by: first.by,
            fine: first.fine,
        })
    }
}

/// Returns the changes that a headline names or counts: those that may be the largest change,
/// because their confidence intervals overlap the interval of the first one. If these are more than
/// [`DETAILED`], returns all changes. The changes are sorted in descending order of their sizes.
fn headlined(changes: &[Change]) -> Vec<&Change> {
    let least = changes
        .first()
        .map_or(0.0, |of| of.by.abs() - of.margin_of_error);
    let overlaps = |of: &&Change| of.by.abs() + of.margin_of_error >= least;
    let tied: Vec<&Change> = changes.iter().filter(overlaps).collect();
    match tied.len() > DETAILED {
        true => changes.iter().collect(),
        false => tied,
    }
}

/// The scenario variant in which the win rate of the party (all players together) has the largest
/// significant change.
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

/// Returns the faction (such as all heroes) with the largest significant gain in win rate, or with
/// the smallest significant loss if no faction gains. `None` if there are several variants, or if
/// no faction's win rate changes significantly.
fn gaining(facts: &CompareFacts) -> Option<Change> {
    let [only] = facts.variants.as_slice() else {
        return None;
    };
    let sure = only.factions.iter().filter(|of| of.wins.sure());
    let most = sure.max_by(|a, b| a.wins.by().total_cmp(&b.wins.by()));
    most.map(Change::of)
}

/// The values that templates insert into the sentences about one variant of the scenario.
#[derive(Serialize)]
struct VariantChanges<'a> {
    name: &'a str,
    identical: bool,
    doubt: Option<Doubt>,
    factions: Vec<Change>,
    party: Option<Change>,
    /// Number of fighters that are compared.
    fighters: usize,
    /// Fighters whose win rate rises significantly.
    up: Gains,
    /// Fighters whose win rate falls significantly.
    down: Gains,
    /// Fighters whose win rate changes significantly, but by less than players notice.
    slight: Vec<&'a str>,
    /// Fighters whose change in win rate is not significant after correction for the number of
    /// tests, although the change's own confidence interval excludes 0.
    open: Vec<&'a str>,
    /// Fighters for which the confidence interval of the change in win rate contains 0.
    noise: Vec<&'a str>,
    /// Largest upper bound of the absolute change in win rate, over all fighters whose confidence
    /// interval contains 0.
    noise_at_most: f64,
    /// Fighters with too few games for a confidence interval of the change in win rate.
    unknown: Vec<&'a str>,
    /// Significant changes that the reference player confirms.
    confirmed: Vec<String>,
    /// Significant changes that the reference player contradicts.
    contradicted: Vec<String>,
    /// Significant changes for which the reference player has too few games.
    undecided: Vec<String>,
    /// Changes that are significant with the reference player only.
    only_reference: Vec<String>,
    /// Measures other than win rates whose means change significantly.
    means: Vec<Mean>,
    length: Mean,
    apart: Option<&'a LineUps>,
    /// Win rates of a fighter of average strength before and after the change; `None` if the two
    /// are equal.
    fair: Option<(f64, f64)>,
    /// Share of the games whose winner differs between the two variants, 0 to 1.
    changed: f64,
    /// The most frequent change of the winner: the winner before and the winner after.
    most: Option<[&'a str; 2]>,
    /// Share of the games that the party (all players together) wins only with the change, and
    /// share that it wins only without the change.
    ends: Option<[f64; 2]>,
    /// Number of games that independent runs would need for the same precision, divided by the
    /// number of games played; `None` with fewer than [`FEWEST_FOR_SAVING`] games.
    saving: Option<f64>,
}

/// Returns whether players notice a change of a win rate, see [`is_felt`].
fn felt(wins: &Difference) -> bool {
    is_felt(wins.by(), wins.decimals())
}

/// The fighters whose win rates change in the same direction.
#[derive(Serialize)]
struct Gains {
    named: Vec<Change>,
    /// Number of fighters in addition to those that the sentence names.
    more: usize,
}

impl<'a> VariantChanges<'a> {
    fn new(facts: &'a CompareFacts, of: &'a VariantFacts) -> VariantChanges<'a> {
        let fighters = of.fighters.iter();
        let (large, slight): (Vec<&FighterChange>, Vec<&FighterChange>) =
            (fighters.clone().filter(|of| of.wins.sure())).partition(|of| felt(&of.wins));
        let others = fighters.filter(|of| !of.wins.sure());
        let (known, unknown): (Vec<&FighterChange>, Vec<&FighterChange>) =
            others.partition(|of| of.wins.half_width().is_some());
        let (open, noise): (Vec<&FighterChange>, Vec<&FighterChange>) =
            (known.into_iter()).partition(|of| of.wins.standing() == Standing::Open);
        let share = |games: u64| games as f64 / facts.games.max(1) as f64;
        let fair = facts.fair_first.zip(of.fair);
        // In a sentence, factions are in lower case.
        let winner = |name: &'a str| {
            let mut factions = of.factions.iter().map(|of| of.label.as_str());
            factions.find(|of| capital(of) == name).unwrap_or(name)
        };
        VariantChanges {
            name: &of.name,
            identical: of.identical(),
            doubt: Doubt::of(of),
            factions: of.factions.iter().map(Change::of).collect(),
            party: of.party.as_ref().map(Change::of),
            fighters: of.fighters.len(),
            up: Gains::new(&large, Standing::Above),
            down: Gains::new(&large, Standing::Below),
            slight: labels(&slight),
            open: labels(&open),
            noise_at_most: greatest(noise.iter().filter_map(|of| of.wins.at_most())),
            noise: labels(&noise),
            unknown: labels(&unknown),
            confirmed: with_changes(of, |of| of.check == Some(Confirmation::Confirmed)),
            contradicted: with_changes(of, |of| of.check == Some(Confirmation::Contradicted)),
            undecided: with_changes(of, |of| of.check == Some(Confirmation::Undecided)),
            only_reference: with_changes(of, FighterChange::only_reference),
            means: means(facts, of),
            length: Mean::new("", "", &of.length, 1),
            apart: of.apart.as_ref(),
            fair: fair.filter(|(before, after)| before != after),
            changed: share(of.changed()),
            most: (of.changes.first()).map(|of| [&*of.winner, &*of.winner_variant].map(winner)),
            ends: of.ends.map(|of| [share(of.gained), share(of.lost)]),
            saving: of.saving.filter(|_| facts.games >= FEWEST_FOR_SAVING),
        }
    }
}

impl Gains {
    fn new(fighters: &[&FighterChange], standing: Standing) -> Gains {
        let same = fighters.iter().filter(|of| of.wins.standing() == standing);
        let mut named = descending(same.map(|of| Change::of(of)), |of| of.by.abs());
        let more = named.len().saturating_sub(LISTED);
        named.truncate(LISTED);
        Gains { named, more }
    }
}

/// Returns the names of some factions and fighters, each with its change if the reference player
/// plays, as in "Baobab (+3.2 ± 3.0)". Factions come first, then the fighters with the largest
/// changes; a long list ends with "5 more".
fn with_changes(of: &VariantFacts, which: impl Fn(&FighterChange) -> bool) -> Vec<String> {
    let fighters = descending(of.with_party().filter(|of| which(of)), |of| {
        of.reference.as_ref().map_or(0.0, |of| of.by().abs())
    });
    let factions = of.factions.iter().filter(|of| which(of));
    let same: Vec<&FighterChange> = factions.chain(fighters).collect();
    let said = same.iter().take(LISTED).map(|of| {
        let change = of.reference.as_ref().and_then(|theirs| {
            let (by, margin) = (theirs.difference?, theirs.margin_of_error()?);
            let (by, margin) = (signed(by * 100.0, 1), percent(margin, 1));
            Some(format!(" ({by} ±{NBSP}{margin})"))
        });
        format!("{}{}", of.label, change.unwrap_or_default())
    });
    let more = same.len().saturating_sub(LISTED);
    let rest = (more > 0).then(|| format!("{more} more"));
    said.chain(rest).collect()
}

fn labels<'a>(fighters: &[&'a FighterChange]) -> Vec<&'a str> {
    fighters.iter().map(|of| of.label.as_str()).collect()
}

/// A measure of the game whose mean changes significantly.
#[derive(Serialize)]
struct Mean {
    measure: String,
    sure: bool,
    up: bool,
    /// Name of the fighter with the largest change of the measure.
    name: String,
    /// Mean of the measure before the change, as text.
    before: String,
    /// Mean of the measure after the change, as text.
    after: String,
    /// Number of fighters with a significant change of this measure's mean in the direction `up`.
    count: usize,
}

impl Mean {
    fn new(measure: &str, name: &str, of: &Difference, count: usize) -> Mean {
        let [before, after] = told_apart(of.before(), of.after());
        Mean {
            measure: measure.to_owned(),
            sure: of.sure(),
            up: of.by() > 0.0,
            name: name.to_owned(),
            before,
            after,
            count,
        }
    }
}

/// Formats two means with two decimals, or with more if both would otherwise look equal.
fn told_apart(before: f64, after: f64) -> [String; 2] {
    let with = |decimals: usize| [before, after].map(|mean| format!("{mean:.decimals$}"));
    let mut more = (2..=6).map(with);
    more.find(|[before, after]| before != after)
        .unwrap_or_else(|| with(2))
}

/// Returns the measures of the game whose means rise or fall significantly.
fn means(facts: &CompareFacts, variant: &VariantFacts) -> Vec<Mean> {
    let mean = |(m, measure): (usize, &MeasureNote), standing: Standing| {
        let all = variant.fighters.iter();
        let all = all.filter_map(|fighter| Some((fighter, fighter.value(m)?)));
        let same = all.filter(|(_, by)| by.standing() == standing);
        let same = descending(same, |(_, by)| by.by().abs());
        let (most, by) = same.first()?;
        let name = match measure.form {
            Form::Time => measure.of_every_game(),
            _ => measure.full(),
        };
        Some(Mean::new(&name, &most.label, by, same.len()))
    };
    let measures = facts.measures.iter().enumerate();
    let ways = [Standing::Above, Standing::Below];
    let each = measures.flat_map(|of| ways.map(|standing| mean(of, standing)));
    each.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::told_apart;

    #[test]
    fn means_that_differ_look_different() {
        assert_eq!(told_apart(6.5, 7.001), ["6.50", "7.00"]);
        assert_eq!(told_apart(6.9984, 7.0), ["6.998", "7.000"]);
        assert_eq!(told_apart(7.0, 7.0), ["7.00", "7.00"]);
    }
}
