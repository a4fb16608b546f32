//! Draws a sheet for each fighter: a table of its values as on the printed cards. Each value is
//! shown with the effect of changing it on the win rate.

use super::facts::{SensitivityFacts, StepEffect, StepFacts, ValueFacts};
use crate::analysis::knobs::StepKind;
use crate::report::chart::Chart;
use crate::report::chart::matrix::{Head, Heads, Matrices, MatrixCell, MatrixChart};
use crate::report::people::Person;
use crate::report::shared::greatest;
use crate::report::words::capital;

/// Maximum number of a fighter's inner values that have rows of their own in its chart. An inner
/// value is part of another value, such as one die of an effect.
const MOST_INNER: usize = 8;
/// The heading of the column for things, such as cards, that are taken away from their owner.
const WITHHELD: &str = "withheld";

/// The sizes of effects that get the darkest shade: `step` for changes of values, and `taken` for
/// things taken away.
struct Shades {
    step: f64,
    taken: f64,
}

impl Shades {
    /// Computes a colour scale of effects that is the same on the sheets of all fighters.
    fn of(facts: &SensitivityFacts) -> Shades {
        let most = |goes: bool| {
            let values = facts.values.iter().filter(|value| value.goes() == goes);
            greatest(values.filter_map(|value| Some(shown(value)?.1.value.abs())))
        };
        Shades { step: most(false), taken: most(true) }
    }
}

/// Returns the change of a value that its cell on a sheet shows: the step up or the step down,
/// whichever has the larger effect, or else the first change with a known effect. A measured effect
/// is preferred to a screened one.
fn shown(value: &ValueFacts) -> Option<(&StepFacts, &StepEffect)> {
    let with = |step| Some((step, StepFacts::effect(step)?));
    let up = value.step(StepKind::Up).and_then(with);
    let down = value.step(StepKind::Down).and_then(with);
    let size = |effect: &StepEffect| (effect.measured, effect.value.abs());
    match (up, down) {
        (Some(up), Some(down)) if size(down.1) > size(up.1) => Some(down),
        (Some(up), _) => Some(up),
        _ => value.steps.iter().find_map(with),
    }
}

/// Builds a cell of a fighter's sheet: the number of a value, and the effect of changing it.
fn cell(value: &ValueFacts, shades: &Shades) -> Option<MatrixCell> {
    let (step, effect) = shown(value)?;
    let (now, points) = (&value.now, effect.points());
    // The font of the charts has no arrows, so other signs are used.
    let text = match step.kind {
        StepKind::Off | StepKind::Withheld => points,
        StepKind::Up => format!("{now} {points}"),
        StepKind::Down => format!("{now} (−1) {points}"),
        _ => format!("{now}/{} {points}", step.to),
    };
    let most = if step.takes() { shades.taken } else { shades.step };
    Some(MatrixCell {
        shade: effect.value / most,
        text,
        framed: effect.measured && effect.screened,
        faint: !effect.sure,
    })
}

/// Returns the heading of the column in which a sheet shows a value: the first name of the value's
/// path, or a heading for things taken away.
fn column(value: &ValueFacts) -> &str {
    match value.step(StepKind::Withheld) {
        Some(_) => WITHHELD,
        None => value.of.value.split('.').next().unwrap_or_default(),
    }
}

/// Returns whether the value is part of another value on the sheet, such as an effect's dice.
fn inner(value: &ValueFacts) -> bool {
    value.of.value.contains('.')
}

/// Returns the column headings for these values, in the order of the values. The heading for things
/// taken away comes last.
fn columns<'a>(values: impl Iterator<Item = &'a ValueFacts>) -> Vec<&'a str> {
    let mut found: Vec<&str> = vec![];
    for name in values.map(column) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found.sort_by_key(|name| *name == WITHHELD);
    found
}

fn heads<'a>(names: impl IntoIterator<Item = &'a str>) -> Heads {
    let names = names.into_iter().map(|name| name.replace('_', " "));
    Heads::of("", names.map(|name| Head::from(&name)))
}

/// Draws a chart of values for each of these fighters. If the fighters own no things, draws one
/// chart for all.
pub fn all(facts: &SensitivityFacts, people: &[&Person]) -> Vec<Chart> {
    let shades = Shades::of(facts);
    match facts.have_things() {
        true => people.iter().map(|who| sheet(facts, who, &shades)).collect(),
        false => vec![table(facts, &shades)],
    }
}

/// Returns the subtitle that the charts of all fighters' values share.
fn subtitle(facts: &SensitivityFacts) -> String {
    let mut said = vec![
        "Each cell shows a value, and the larger of the effects of one step up and one step down \
         on the win rate of the value’s owner, in points.",
    ];
    let any = |kind: StepKind| facts.values.iter().any(|value| value.step(kind).is_some());
    let down =
        |value: &ValueFacts| shown(value).is_some_and(|(step, _)| step.kind == StepKind::Down);
    if facts.values.iter().any(down) {
        said.push("“(−1)”: the effect is that of one step down.");
    }
    if any(StepKind::Swap) {
        said.push(
            "If a cell shows two numbers with a slash, such as “7/8”, the effect is that of \
             swapping these two numbers.",
        );
    }
    if any(StepKind::Off) || any(StepKind::Withheld) {
        said.push("A cell with only one number shows the effect of a removal.");
    }
    if facts.method.rosters > 0 {
        said.push(
            "Framed cells: effects measured in this roster after the screening test. If a value \
             can go up and down, its effects without a frame come from the screening test.",
        );
    }
    said.join(" ")
}

const NOTE: &str = "Warm colours: the change leads to more wins. Cold colours: the change leads \
    to fewer wins. Effects of removals have their own colour scale. Faint numbers: effects that \
    are not significant.";

/// Draws the chart of one fighter's values, for a fighter that has things.
fn sheet(facts: &SensitivityFacts, who: &Person, shades: &Shades) -> Chart {
    let own: Vec<&ValueFacts> = facts.of(who).collect();
    // All sheets have the columns in the same order.
    let mut across = columns(facts.values.iter());
    across.retain(|name| own.iter().any(|value| column(value) == *name));
    let (mut names, mut cells) = (vec![], vec![]);
    let mut row = |head: Head, values: &[&ValueFacts]| {
        let at = |name: &&str| {
            let found = values.iter().find(|value| column(value) == *name);
            found.and_then(|value| cell(value, shades))
        };
        let row: Vec<Option<MatrixCell>> = across.iter().map(at).collect();
        if row.iter().any(Option::is_some) {
            names.push(head);
            cells.push(row);
        }
    };
    let outer = |thing: Option<&str>| -> Vec<&ValueFacts> {
        let same = own.iter().filter(|value| !inner(value));
        same.filter(|value| value.of.thing.as_deref() == thing).copied().collect()
    };
    row(Head::from("sheet"), &outer(None));
    for thing in things(&own) {
        let values = outer(Some(thing));
        let effect = values.iter().find(|value| value.step(StepKind::Off).is_some());
        let name = match effect {
            Some(value) => format!("{} {thing}, {}", facts.thing[0], value.now),
            None => format!("{} {thing}", facts.thing[0]),
        };
        row(Head::from(name.replace(['-', '_'], " ").as_str()), &values);
    }
    let inner: Vec<&ValueFacts> = own.iter().filter(|value| inner(value)).copied().collect();
    if inner.len() <= MOST_INNER {
        for value in &inner {
            // The cell's row already names the thing to which the value belongs.
            let words = value.of.words.split_once(": ");
            row(Head::from(words.map_or(value.of.words.as_str(), |(_, words)| words)), &[value]);
        }
    }
    let apart = if inner.len() <= MOST_INNER { inner.len() } else { 0 };
    let map = MatrixChart {
        down: Heads::of("", names),
        across: heads(across.iter().copied()),
        cells,
        apart,
        ..MatrixChart::default()
    };
    let name = format!("sheet_{}", who.key);
    Chart::new(name, title(who, &own), subtitle(facts), Matrices::from(map))
        .presented(format!("{}’s sheet", who.name), NOTE)
}

/// Returns the keys of a fighter's things, in descending order.
fn things<'a>(own: &[&'a ValueFacts]) -> Vec<&'a str> {
    let mut keys: Vec<&str> = own.iter().filter_map(|value| value.of.thing.as_deref()).collect();
    let number = |key: &str| key.parse::<u64>().ok();
    keys.sort_by(|a, b| number(b).cmp(&number(a)).then(a.cmp(b)));
    keys.dedup();
    keys
}

/// Returns the title of the chart of a fighter's values.
fn title(who: &Person, own: &[&ValueFacts]) -> String {
    let kept = own.iter().filter(|value| !value.goes());
    let sure = kept.filter(|value| value.largest().is_some_and(|(_, effect)| effect.sure));
    match sure.max_by(|a, b| a.stake().total_cmp(&b.stake())) {
        Some(value) => format!("{}’s most important value: {}", who.name, value.of.said()),
        None => format!("No step of {}’s values has a significant effect", who.name),
    }
}

/// Draws a chart with the values of all fighters, for games without things.
fn table(facts: &SensitivityFacts, shades: &Shades) -> Chart {
    let mut across: Vec<String> = vec![];
    for name in columns(facts.values.iter()) {
        let within = |inside: bool| {
            let same = facts.values.iter().filter(|value| column(value) == name);
            same.filter(move |value| inner(value) == inside).count()
        };
        across.extend((within(false) > 0).then(|| name.to_owned()));
        across.extend((within(true) > 0).then(|| format!("{name}’s number")));
    }
    let row = |who: &Person| -> Vec<Option<MatrixCell>> {
        let at = |head: &String| {
            let (name, inside) = match head.strip_suffix("’s number") {
                Some(name) => (name, true),
                None => (head.as_str(), false),
            };
            let mut found =
                facts.of(who).filter(|value| column(value) == name && inner(value) == inside);
            let value = found.next()?;
            // If several values belong in a cell, the cell is empty; the table of values shows
            // them.
            found.next().is_none().then(|| cell(value, shades))?
        };
        across.iter().map(at).collect()
    };
    let head = |who: &Person| Head::of(&who.name, &who.colour);
    let map = MatrixChart {
        down: Heads::of("", facts.fighters.iter().map(head)),
        across: heads(across.iter().map(String::as_str)),
        cells: facts.fighters.iter().map(row).collect(),
        ..MatrixChart::default()
    };
    let most = super::verdict::sure(&facts.values);
    let title = match most.first() {
        Some((value, ..)) => {
            format!("Most important value: {}’s {}", value.owner(), value.of.said())
        }
        None => "No step of any value has a significant effect".to_owned(),
    };
    Chart::new("sheets", title, subtitle(facts), Matrices::from(map))
        .presented(format!("{}, value by value", capital(facts.people.several())), NOTE)
}
