//! Computes the values that templates insert into the sentences of the verdict of `gong compare`.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::facts::{CompareFacts, FighterChange, LineUps, VariantFacts};
use super::tables::Difference;
use crate::questions::between;
use crate::questions::facts::Agreement;
use crate::report::measured::MeasureNote;
use crate::report::sentences::{Sentences, Standing, is_felt};
use crate::report::shared::{descending, greatest};
use crate::report::words::capital;
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
    let mut said = Sentences::render(
        include_str!("sentences.j2"),
        context! {
            first => facts.first.clone(),
            reference => facts.reference.as_ref().map(Serde),
            bots => facts.bots.clone(),
            different_bots => facts.different_bots,
            variants => Serde(changes.collect::<Vec<_>>()),
            top => Serde(Top::new(facts)),
            at_most => at_most(&mut variants().flat_map(VariantFacts::with_party)),
            party_at_most => at_most(&mut variants().filter_map(|of| of.party.as_ref())),
            group => Serde(GroupChange::new(facts)),
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
    )?;
    let widths = facts.widths.iter().copied();
    said.add(between::finding(widths, &facts.bots, facts.reference.is_some()));
    Ok(said)
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
    /// True if the change in win rate is statistically significant.
    sure: bool,
    /// Who plays, as in " with “mcts-fast”"; empty without a reference player, or if the change is
    /// not significant with any player.
    with: String,
}

impl Change {
    /// Returns the change of a win rate with the player whose answer leads.
    fn leading(facts: &CompareFacts, of: &FighterChange) -> Change {
        Change::new(facts, of, of.leading(), Agreement::leading_player)
    }

    /// Returns the change with the command's own bots.
    fn own(facts: &CompareFacts, of: &FighterChange) -> Change {
        Change::new(facts, of, &of.wins, Agreement::own_player)
    }

    fn new(
        facts: &CompareFacts,
        of: &FighterChange,
        wins: &Difference,
        player: fn(Agreement, &[String], &str) -> String,
    ) -> Change {
        let players = of.check().zip(facts.reference.as_ref());
        let with = players.map(|(check, of)| player(check, &facts.bots, &of.strategy));
        Change {
            name: of.label.clone(),
            before: wins.before(),
            after: wins.after(),
            by: wins.by(),
            margin_of_error: wins.margin_of_error().unwrap_or(1.0),
            at_most: wins.at_most().unwrap_or(1.0),
            sure: wins.sure(),
            with: with.map_or(String::new(), |with| format!(" {with}")),
        }
    }
}

/// The scenario variant with the largest significant change in a win rate, and the fighters that
/// gain and lose most in this variant. All changes are those of one player: of the reference player
/// if it has a significant one.
#[derive(Serialize)]
struct Top {
    variant: String,
    up: Option<Most>,
    down: Option<Most>,
    /// Number of fighters that are compared.
    fighters: usize,
    /// Who plays, see [`Change`].
    with: String,
}

impl Top {
    fn new(facts: &CompareFacts) -> Option<Top> {
        let mut all = facts.variants.iter().flat_map(|of| &of.fighters);
        let by_reference = all.any(FighterChange::reference_leads);
        let top = facts.variants.iter().filter_map(|of| {
            let fighters = of.fighters.iter();
            let named = fighters.filter(|of| of.reference_leads() == by_reference);
            let [up, down] = [Standing::Above, Standing::Below].map(|way| {
                let same = named.clone().filter(|of| of.leading().standing() == way);
                descending(same.map(|of| Change::leading(facts, of)), |of| of.by.abs())
            });
            Some(Top {
                variant: of.name.clone(),
                fighters: of.fighters.len(),
                with: up.first().or(down.first())?.with.clone(),
                up: Most::new(&up),
                down: Most::new(&down),
            })
        });
        top.max_by(|a, b| a.size().total_cmp(&b.size()))
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
    margin_of_error: f64,
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
            margin_of_error: first.margin_of_error,
        })
    }
}

/// Returns the changes that a headline names or counts: those that may be the largest change,
/// because their confidence intervals overlap the interval of the first one. If these are more than
/// [`DETAILED`], returns all changes. The changes are sorted in descending order of their sizes.
fn headlined(changes: &[Change]) -> Vec<&Change> {
    let least = changes.first().map_or(0.0, |of| of.by.abs() - of.margin_of_error);
    let overlaps = |of: &&Change| of.by.abs() + of.margin_of_error >= least;
    let tied: Vec<&Change> = changes.iter().filter(overlaps).collect();
    match tied.len() > DETAILED {
        true => changes.iter().collect(),
        false => tied,
    }
}

/// The change of a group's win rate in the headline, with the variant of the scenario.
#[derive(Serialize)]
struct GroupChange {
    variant: String,
    change: Change,
}

impl GroupChange {
    /// Returns the largest significant change of the party's win rate (all players together). If
    /// there is no party, returns the faction (such as all heroes) with the largest significant
    /// gain in the only variant, or with the smallest significant loss. `None` without such a
    /// change.
    fn new(facts: &CompareFacts) -> Option<GroupChange> {
        let factions = facts.variants.iter().filter(|_| facts.variants.len() == 1);
        let factions = factions.flat_map(|of| of.factions.iter().map(move |group| (of, group)));
        let parties = facts.variants.iter().filter_map(|of| Some((of, of.party.as_ref()?)));
        let sure = parties.chain(factions).filter(|(_, of)| of.leading().sure());
        let size = |(_, of): &(&VariantFacts, &FighterChange)| match facts.cooperative() {
            true => of.leading().by().abs(),
            false => of.leading().by(),
        };
        let largest = sure.max_by(|a, b| size(a).total_cmp(&size(b)));
        largest.map(|(variant, of)| GroupChange {
            variant: variant.name.clone(),
            change: Change::leading(facts, of),
        })
    }
}

/// The values that templates insert into the sentences about one variant of the scenario.
#[derive(Serialize)]
struct VariantChanges<'a> {
    name: &'a str,
    identical: bool,
    factions: Vec<Change>,
    party: Option<Change>,
    /// Number of fighters that are compared.
    fighters: usize,
    /// The significant changes that players notice, by player and direction.
    gains: Vec<Gains>,
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

/// The fighters whose win rates change in the same direction with the same player.
#[derive(Serialize)]
struct Gains {
    up: bool,
    /// Who plays, see [`Change`].
    with: String,
    named: Vec<Change>,
    /// Number of fighters in addition to those that the sentence names.
    more: usize,
}

impl<'a> VariantChanges<'a> {
    fn new(facts: &'a CompareFacts, of: &'a VariantFacts) -> VariantChanges<'a> {
        let fighters = of.fighters.iter();
        let (large, slight): (Vec<&FighterChange>, Vec<&FighterChange>) =
            (fighters.clone().filter(|of| of.leading().sure())).partition(|of| felt(of.leading()));
        let others = fighters.filter(|of| !of.leading().sure());
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
            factions: (of.factions.iter()).map(|of| Change::leading(facts, of)).collect(),
            party: (of.party.as_ref()).map(|of| Change::leading(facts, of)),
            fighters: of.fighters.len(),
            gains: Gains::all(facts, of, &large),
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
            most: (of.changes.first()).map(|of| [&*of.winner, &*of.winner_variant].map(winner)),
            ends: of.ends.map(|of| [share(of.gained), share(of.lost)]),
            saving: of.saving.filter(|_| facts.games >= FEWEST_FOR_SAVING),
        }
    }
}

impl Gains {
    /// Returns the leading changes of the fighters `large`, then the changes with the command's own
    /// bots of all fighters and groups that change in the opposite direction with the reference
    /// player.
    fn all(facts: &CompareFacts, of: &VariantFacts, large: &[&FighterChange]) -> Vec<Gains> {
        let mut leading = descending(large, |of| of.leading().by().abs());
        leading.sort_by_key(|of| (!of.reference_leads(), of.leading().by() < 0.0));
        let leading = leading.into_iter().map(|of| Change::leading(facts, of));
        let opposite = (of.factions.iter().chain(of.with_party()))
            .filter(|of| of.check() == Some(Agreement::Opposite))
            .map(|of| Change::own(facts, of));
        let mut all: Vec<Gains> = vec![];
        for change in leading.chain(opposite) {
            let up = change.by > 0.0;
            let same = |of: &&mut Gains| of.up == up && of.with == change.with;
            match all.iter_mut().find(same) {
                Some(same) if same.named.len() == LISTED => same.more += 1,
                Some(same) => same.named.push(change),
                None => {
                    all.push(Gains { up, with: change.with.clone(), named: vec![change], more: 0 })
                }
            }
        }
        all
    }
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
    more.find(|[before, after]| before != after).unwrap_or_else(|| with(2))
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
