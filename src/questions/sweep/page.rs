//! The page of the report of `gong sweep`: its sections and its tables.

use super::charts;
use super::effects::Effect;
use super::facts::SweepFacts;
use super::grid::Axis;
use super::played::{PlayedGrid, Series};
use super::verdict::{Verdict, verdict};
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::Finding;
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, PlayedNote, Section, Warning};
use crate::report::shared::{descending, known_margin_of_error};
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, the_bots};

/// Maximum number of fighters whose win rates a table has; a table of more has those whose win
/// rates vary most.
const MOST: usize = 24;

/// Builds the page of the report. `next` is the command that plays the fairest point.
pub fn page(facts: &SweepFacts, next: Option<String>, manifest: &Manifest) -> Page {
    let Verdict { headline, findings, cautions } = verdict(facts);
    let said: Vec<String> =
        findings.iter().map(|finding| format!("{finding}.")).chain(cautions).collect();
    let noun = facts.noun();
    let (asked, mut warnings) = page::precision(manifest, &format!("win rate of every {noun}"));
    let played = facts.own.points.len();
    let whole = played + facts.missing;
    if facts.missing > 0 {
        let meaning = format!(
            "{} of {whole} {noun}s have not been played. The same command resumes the sweep.",
            facts.missing
        );
        warnings.insert(0, Warning { word: "Incomplete:".into(), meaning });
    }
    let point = match facts.axes.as_slice() {
        [axis] => format!("{noun} of {}", axis.path),
        _ => format!("{noun} of settings"),
    };
    let points = counted(whole as u64, &point);
    let points = if facts.missing == 0 { points } else { format!("{played} of {points}") };
    let measured = Finding::MeasuredWith {
        reference: facts.reference.as_ref().map(|of| (of.bots[0].clone(), of.games())),
        bots: facts.own.bots.clone(),
        games: manifest.games,
    };
    let basis = vec![measured.to_string()];
    let varied =
        PlayedNote { term: "Varied".into(), lines: facts.axes.iter().map(Axis::written).collect() };
    let grids = [&facts.own].into_iter().chain(&facts.reference);
    let mut tables: Vec<Table> = grids.map(|grid| points_table(facts, grid)).collect();
    let leads =
        usize::from(facts.reference.is_some() && !std::ptr::eq(facts.fairest().grid, &facts.own));
    let shown = tables[leads].for_terminal();
    tables.push(effects_table(facts));
    Page {
        verdict: said.clone(),
        judgement: method(facts),
        brief: Brief {
            played: format!("{points}, a total of {}", counted(manifest.games, "game")),
            tables: vec![(tables[leads].title.clone(), shown)],
            told: basis.iter().cloned().chain(said).collect(),
            next: next.into_iter().collect(),
        },
        basis,
        warnings,
        sections: vec![
            Section::Charts(charts::all(facts, &headline)),
            Section::Tables(tables),
            Section::Played([varied].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        headline,
        colours: facts.people.colours(),
    }
}

fn method(facts: &SweepFacts) -> String {
    let level = level(facts.level);
    let noun = facts.noun();
    let distances = match facts.is_cooperative() {
        true => String::new(),
        false => format!(
            " A {noun} may be the fairest if no other {noun} is significantly closer to fair; the \
             intervals of all distances from the fair share hold together ({level} level, \
             Bonferroni)."
        ),
    };
    format!(
        "“±”: half of the width of the {level} confidence interval.{distances} A setting changes a \
         win rate if its lowest and its highest win rate differ significantly ({level} level; \
         Bonferroni’s correction for all pairs of values, Holm’s for all settings and subjects), \
         with a fast bot by at least 1 point. With several settings, these win rates are means over \
         all values of the other settings. Where the reference player has a significant answer, the \
         report states this answer. All {noun}s use the same throws of dice."
    )
}

/// Returns the series that a table shows: all groups, and the fighters whose win rates vary most.
fn varying(grid: &PlayedGrid) -> Vec<&Series> {
    let (groups, fighters): (Vec<&Series>, Vec<&Series>) =
        grid.series.iter().partition(|of| of.is_group());
    let spread = |of: &&Series| {
        let rates = || of.rates.iter().flatten().map(Fact::value);
        rates().fold(0.0, f64::max) - rates().fold(1.0, f64::min)
    };
    let fighters = match fighters.len() > MOST {
        true => descending(fighters, spread).into_iter().take(MOST).collect(),
        false => fighters,
    };
    [groups, fighters].concat()
}

/// Builds the table of the points with one player: the win rates, and how far they are from fair.
fn points_table(facts: &SweepFacts, grid: &PlayedGrid) -> Table {
    let (bots, noun) = (the_bots(&grid.bots), facts.noun());
    let fairest = if grid.points.len() > 1 { grid.fairest() } else { vec![] };
    let is_reference = facts.reference.as_ref().is_some_and(|of| std::ptr::eq(of, grid));
    let mut meaning = format!("Win rates in % with {bots}.");
    if !facts.is_cooperative() {
        meaning += &format!(
            " “Off fair”: largest distance of a {who}’s win rate from the fair share, in percentage \
             points; {level} confidence for all distances together. Marked rows: the {noun} may be \
             the fairest.",
            who = facts.contestant_word(),
            level = level(facts.level)
        );
    }
    let name = if is_reference { "reference_points" } else { "points" };
    let points: Vec<usize> = (0..grid.points.len()).collect();
    let mut table = Table::new(name, format!("Win rates with {bots}"), meaning).of(&points);
    table = match facts.axes.as_slice() {
        [axis] if axis.values.iter().all(|value| value.parse::<f64>().is_ok()) => {
            let number = |point: &usize| axis.values[grid.points[*point].at[0]].parse::<f64>().ok();
            let decimals = axis.values.iter().filter_map(|of| Some(of.split_once('.')?.1.len()));
            table.with(&axis.path, Unit::Number(decimals.max().unwrap_or(0), ""), number)
        }
        [axis] => table.word(&axis.path, |point| &axis.values[grid.points[*point].at[0]]),
        _ => table.word("Settings", |point| &grid.points[*point].name),
    };
    table = table.in_terminal();
    for series in varying(grid) {
        let rate = |point: &usize| series.rate(*point);
        table = table.with(&series.label, Unit::Share(1), rate).in_terminal();
    }
    if !facts.is_cooperative() {
        let off = |point: &usize| grid.off(*point);
        let may_be = |point: &usize| if fairest.contains(point) { "may be fairest" } else { "" };
        table = table
            .with("Off fair", Unit::Distance(1), |point| Some(off(point)?.value))
            .in_terminal()
            .with("at least", Unit::Distance(1), |point| Some(off(point)?.low))
            .with("at most", Unit::Distance(1), |point| Some(off(point)?.high))
            .in_terminal()
            .with("Who", Unit::Word, |point| Some(off(point)?.who.label.clone()))
            .word("", may_be)
            .in_terminal();
    }
    table
        .with("Mean rounds", Unit::Number(2, "rounds"), |point| grid.points[*point].mean_rounds)
        .with("Games", Unit::Count, |point| grid.points[*point].games)
        .preferred(|point| fairest.contains(point))
        .marked(|point| fairest.contains(point))
}

/// Builds the table of the effects of all axes.
fn effects_table(facts: &SweepFacts) -> Table {
    let change = |fact: &Fact| fact.row.change;
    let margin = |fact: &Fact| {
        known_margin_of_error(fact.row.change, fact.row.change_low, fact.row.change_high)
    };
    let value =
        |effect: &Effect, end: usize| facts.axes[effect.axis].values[effect.ends[end]].clone();
    let meaning = "For each setting: its two values with the lowest and the highest win rate. \
                   Marked rows: the change is significant.";
    let mut table = Table::new("effects", "Effect of each setting", meaning)
        .of(&facts.effects)
        .word(facts.people.heading(), |effect| &effect.label)
        .coloured(|effect| &effect.colour)
        .word("Setting", |effect| &facts.axes[effect.axis].path)
        .word("From", |effect| value(effect, 0))
        .word("To", |effect| value(effect, 1))
        .with("Win rate there %", Unit::Share(1), |effect| effect.judged.own.row.base)
        .with("and there %", Unit::Share(1), |effect| effect.judged.own.row.value)
        .with("Change", Unit::Points(1), |effect| change(&effect.judged.own))
        .plus_minus(|effect| margin(&effect.judged.own));
    if let Some(reference) = &facts.reference {
        table = table
            .with(format!("With {}", reference.bots[0]), Unit::Points(1), |effect| {
                change(effect.judged.reference.as_ref()?)
            })
            .plus_minus(|effect| margin(effect.judged.reference.as_ref()?))
            .word("Verdict", |effect| effect.judged.check().map_or("", Agreement::name));
    }
    table.marked(|effect| !effect.judged.off(&facts.own.bots).is_empty())
}
