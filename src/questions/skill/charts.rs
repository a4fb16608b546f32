//! The charts of `gong skill`: each fighter's win rate from the weakest skill level to the
//! strongest, and how well levels agree on the order of the fighters.

use super::facts::{Side, SkillFacts};
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel, drawn, moving};
use crate::report::chart::matrix::{self, Matrices};
use crate::report::chart::plot::Mark;
use crate::report::factions;
use crate::report::words::{level, percent, signed};
use crate::stats::intervals::Interval;

/// Returns all charts of the report of `gong skill` that have data.
pub fn all(facts: &SkillFacts, headline: &str) -> Vec<Chart> {
    let charts = [faction_slopes(facts, headline), Some(slopes(facts, headline)), agreement(facts)];
    charts.into_iter().flatten().collect()
}

/// Draws the chart of the win rates of factions, such as heroes and villains, over the skill
/// levels; `None` if the game has no factions.
fn faction_slopes(facts: &SkillFacts, headline: &str) -> Option<Chart> {
    let sides = facts.faction_sides();
    let own = facts.factions.first()?;
    let fair = own.first()?.fair;
    let alike = own.iter().all(|of| of.fair == fair);
    let form = Lines {
        level: alike.then(|| ReferenceLevel::fair_share(vec![fair; facts.levels.len()])),
        ..lines(facts, &sides)
    };
    let dashed = if alike { " Dashed line: the fair share." } else { "" };
    let subtitle = format!(
        "Win rate in % at each level, where one bot plays all seats. The bars show {} confidence \
         intervals.{dashed}",
        level(facts.level)
    );
    let tab = factions::title(own.iter().map(|of| &of.name));
    Some(Chart::new("factions", headline, subtitle, form).presented(tab, ""))
}

/// Returns the lines of win rates over the skill levels.
fn lines(facts: &SkillFacts, sides: &[Side]) -> Lines {
    let line = |side: &Side| ChartLine {
        label: side.label.clone(),
        colour: colour(&side.colour),
        points: side.at.iter().map(|at| Mark::wins(&at.wins)).collect(),
    };
    Lines {
        across: "level: the bot that plays all seats".to_owned(),
        values: facts.names().cloned().collect(),
        up: "win rate, %".to_owned(),
        decimals: 1,
        lines: moving(sides.iter().map(line).collect()),
        ..Lines::default()
    }
}

/// Draws the chart of win rates, with one line per fighter over the skill levels.
fn slopes(facts: &SkillFacts, headline: &str) -> Chart {
    let form = Lines {
        level: (facts.fair)
            .map(|fair| ReferenceLevel::fair_share(vec![fair.share; facts.levels.len()])),
        ..lines(facts, &facts.sides)
    };
    let dashed = facts.fair.map_or("", |_| " Dashed line: the fair share.");
    let subtitle = format!(
        "Win rate in % at each level, where one bot plays all seats. The bars show {} confidence \
         intervals; the bars of one level stand side by side.{dashed}{}",
        level(facts.level),
        drawn(facts.sides.len())
    );
    let note = match facts.fair {
        Some(fair) => format!(
            "If a {who} has different significant verdicts (strong, fair or weak) at two levels, \
             its strength depends on the level of play. A bar above or below the dashed line is not \
             enough: “strong” and “weak” need a distance of significantly more than {} points, \
             corrected for the number of tests. A table on this page has the verdicts.",
            percent(fair.margin, 1),
            who = facts.people.word()
        ),
        None => "All players win or lose together: a rising line shows how much better play \
                 increases the win rate."
            .to_owned(),
    };
    Chart::new("skill", headline, subtitle, form).presented("Win rates by level of play", note)
}

/// Draws a matrix of how well skill levels agree: the rank correlations between their orders of the
/// fighters.
fn agreement(facts: &SkillFacts) -> Option<Chart> {
    let correlated: Vec<_> =
        (facts.agreement.iter()).filter_map(|of| Some((of, of.correlation?))).collect();
    let least = correlated.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let names: Vec<&String> = facts.names().collect();
    let place = |name: &String| names.iter().position(|known| *known == name);
    let cells = correlated.iter().flat_map(|(of, correlation)| {
        let ends = of.ci_low.zip(of.ci_high);
        let cell = matrix::MatrixCell {
            faint: ends.is_none_or(|(low, high)| !Interval { low, high }.excludes_zero()),
            ..matrix::MatrixCell::of(*correlation, signed(*correlation, 2))
        };
        let at = place(&of.level).zip(place(&of.other));
        at.into_iter().flat_map(move |(a, b)| [[a, b], [b, a]].map(|at| (at, cell.clone())))
    });
    let title = format!(
        "In these games, the levels “{}” and “{}” agree least on the ranking of the {}: rank \
         correlation {}",
        least.0.level,
        least.0.other,
        facts.people.several(),
        signed(least.1, 2)
    );
    let form = Matrices::square(names.iter().copied(), cells);
    let chart = Chart::new(
        "agreement",
        title,
        "Spearman’s rank correlation of the win rates at two levels: +1 means the same order, 0 \
         means no relation, −1 means the reverse order.",
        form,
    );
    Some(chart.presented(
        "Do the levels agree on the order?",
        "Grey: the approximate interval of the correlation contains 0, or there is no interval. \
         Random error pulls all correlations towards 0, most at levels with few games. A table on \
         this page has the intervals.",
    ))
}
