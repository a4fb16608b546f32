//! The charts of `gong shape`: when games are decided, the course of one game, and how well the
//! bots' estimates of winning agree with the results.

use super::verdict::ShapeFacts;
use crate::report::Manifest;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT, colour};
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel};
use crate::report::chart::plot::Mark;
use crate::report::words::{level, the_bots};

/// Returns all charts of the report of `gong shape` that have data.
pub fn all(facts: &ShapeFacts<'_>, headline: &str, manifest: &Manifest) -> Vec<Chart> {
    let charts = [decided(facts, headline), game(facts, manifest), calibration(facts, manifest)];
    charts.into_iter().flatten().collect()
}

fn lines(across: &str, values: Vec<String>, up: &str, lines: Vec<ChartLine>) -> Lines {
    Lines {
        across: across.to_owned(),
        positions: Some((0..values.len()).map(|at| at as f64).collect()),
        values,
        up: up.to_owned(),
        from_zero: true,
        lines,
        ..Lines::default()
    }
}

fn decided(facts: &ShapeFacts<'_>, headline: &str) -> Option<Chart> {
    let rows = &facts.rows.decided;
    if facts.counts.won() == 0 {
        return None;
    }
    let of = |label: &str, colour, mark: &dyn Fn(usize) -> Option<Mark>| ChartLine {
        label: label.to_owned(),
        colour,
        points: (0..rows.len()).map(mark).collect(),
    };
    let decided = |row: usize| {
        let row = &rows[row];
        Some(Mark::within(row.decided?, row.ci_low, row.ci_high))
    };
    let over = |row: usize| rows[row].over.map(Mark::at);
    let form = lines(
        "round",
        rows.iter().map(|row| row.round.to_string()).collect(),
        "games, %",
        vec![of("decided", HEAT, &decided), of("over", COLD, &over)],
    );
    let subtitle = format!(
        "Share of games that are decided, and share of games that are over, at the end of each \
         round, in %. Round 0 is the time before the first round. The band shows {} confidence \
         intervals.",
        level(facts.level)
    );
    let note = "“Decided”: according to the bots’ estimates, the winning side leads from this \
        round until the end of the game.";
    Some(Chart::new("decided", headline, subtitle, form).presented("When games are decided", note))
}

fn game(facts: &ShapeFacts<'_>, manifest: &Manifest) -> Option<Chart> {
    let chances = &facts.rows.chances;
    let last = chances.last()?.round as usize;
    let line = |(side, (name, hex)): (usize, &(String, String))| {
        let own = chances.iter().filter(|of| of.side == side as u64 + 1);
        ChartLine {
            label: name.clone(),
            colour: colour(hex),
            points: own.map(|of| Some(Mark::at(of.chance))).collect(),
        }
    };
    let sides = facts.sides.iter().enumerate().map(line).collect();
    let rounds = (0..=last).map(|round| round.to_string()).collect();
    let form = lines("round", rounds, "win probability, %", sides);
    let number = facts.plan.drawn();
    let title = match facts.winner {
        Some(winner) => format!("Game {number}: {} won", facts.sides[winner].0),
        None => format!("Game {number}: no side won"),
    };
    let bots = the_bots(manifest.strategies.iter().map(|bot| &bot.name));
    let subtitle = format!(
        "Win probability in % after each round, estimated by {bots}. Round 0 is the time before \
         the first round, and the last round shows the result."
    );
    let note = format!("The flag --game NUMBER shows another game of seed {}.", manifest.seed);
    Some(Chart::new("game", title, subtitle, form).presented("The course of one game", note))
}

fn calibration(facts: &ShapeFacts<'_>, manifest: &Manifest) -> Option<Chart> {
    let rows = facts.rows.calibrated.iter();
    let rows: Vec<_> = rows.filter(|row| row.moments > 0).collect();
    let estimates: Vec<f64> = rows.iter().filter_map(|row| row.estimate).collect();
    if estimates.len() < 2 {
        return None;
    }
    let points = rows.iter();
    let points = points.map(|row| Some(Mark::within(row.share?, row.ci_low, row.ci_high)));
    let won = ChartLine { label: "won".to_owned(), colour: COLD, points: points.collect() };
    let values = estimates.iter().map(|of| format!("{:.0}", of * 100.0));
    let form = Lines {
        positions: Some(estimates.clone()),
        level: Some(ReferenceLevel { name: "as estimated".to_owned(), values: estimates.clone() }),
        ..lines("mean estimate, %", values.collect(), "won, %", vec![won])
    };
    let bots = the_bots(manifest.strategies.iter().map(|bot| &bot.name));
    let title = format!("Accuracy of the win probabilities estimated by {bots}");
    let subtitle = format!(
        "How often a side really won if its estimated win probability was in a certain range, \
         in %. Dashed line: perfectly accurate estimates. The band shows {} confidence \
         intervals.",
        level(facts.level)
    );
    let note = "All other measures on this page depend on these estimates of win probabilities \
        and share their errors.";
    Some(Chart::new("calibration", title, subtitle, form).presented("Estimates and results", note))
}
