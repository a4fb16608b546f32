//! Charts for line-ups of rival teams: the fairness of each line-up, the strength of each pair of
//! fighters, and the results of every team against every other team.

use std::collections::BTreeMap;

use super::facts::{LineUpFacts, Team, TeamFacts};
use super::tables::Fairness;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT, MUTED};
use crate::report::chart::matrix::{Head, Matrices, MatrixCell};
use crate::report::chart::plot::Mark;
use crate::report::chart::ranking::{Item, Ranking};
use crate::report::chart::rows::Reference;
use crate::report::chart::scale::AxisUnit;
use crate::report::shared::{descending, greatest};
use crate::report::words::{level, percent, with_sign};

/// Maximum number of teams that fit side by side in a chart.
const MOST_TEAMS: usize = 36;

/// Returns all charts of the report that have data.
pub fn all(facts: &TeamFacts, headline: &str) -> Vec<Chart> {
    if facts.line_ups.is_empty() {
        return vec![];
    }
    let heading = "Who is strong together";
    let reference = (facts.fair, "the fair share");
    let partners = facts.pairs.chart("partners", heading, "teams", reference);
    let charts = [Some(fairness(facts, headline)), partners, teams(facts)];
    charts.into_iter().flatten().collect()
}

fn fairness(facts: &TeamFacts, headline: &str) -> Chart {
    let ink = |verdict| match verdict {
        Fairness::Fair => COLD,
        Fairness::Unfair => HEAT,
        Fairness::Open => MUTED,
    };
    let item = |line_up: &LineUpFacts| {
        let (off, margin_of_error, verdict) =
            (line_up.off(), line_up.margin_of_error(), line_up.row.verdict);
        let class = Fairness::ALL.iter().position(|known| *known == verdict);
        let name = format!("{}: {}", facts.names(line_up, " against "), verdict.label());
        Item {
            mark: Mark::within(off, (off - margin_of_error).max(0.0), off + margin_of_error),
            class: class.unwrap_or_default(),
            named: line_up.row.scenario.clone().map(|scenario| (name, scenario)),
        }
    };
    let classes = Fairness::ALL.map(|verdict| (verdict.label().into(), ink(verdict)));
    let margin = facts.margin();
    let form = Ranking {
        across: "line-ups, the fairest first".into(),
        up: "largest distance of a team from its fair share, points of win rate".into(),
        unit: AxisUnit::Percent,
        level: Some(Reference {
            name: format!("largest distance in a fair line-up: {margin} points"),
            value: facts.margin,
        }),
        classes: classes.into(),
        items: facts.line_ups.iter().map(item).collect(),
    };
    let subtitle = format!(
        "Largest distance of a team’s win rate from its fair share, in points, for each line-up \
         (the fairest first). Bars: {} confidence intervals.",
        level(facts.level)
    );
    let numbers = match facts.line_ups.iter().any(LineUpFacts::is_ready_made) {
        true => "Line-ups with a number already have a scenario file in this scenario’s folder. ",
        false => "",
    };
    let note = format!(
        "{numbers}By chance, the fairest of many line-ups look fairer than they are, and the least \
         fair line-ups look less fair than they are."
    );
    Chart::new("fairness", headline, subtitle, form).presented("How fair each line-up is", note)
}

/// Draws the chart of every team's results against every other team. `None` unless every line-up
/// has two teams of the same size, and at most [`MOST_TEAMS`] different teams exist.
fn teams(facts: &TeamFacts) -> Option<Chart> {
    let mut sums: BTreeMap<&[usize], (f64, u32)> = BTreeMap::new();
    for line_up in &facts.line_ups {
        let [a, b] = line_up.teams.as_slice() else {
            return None;
        };
        if a.members.len() != b.members.len() {
            return None;
        }
        for team in [a, b] {
            let sum = sums.entry(&team.members).or_default();
            *sum = (sum.0 + team.wins.rate(), sum.1 + 1);
        }
    }
    if sums.len() > MOST_TEAMS || sums.values().all(|(_, met)| *met == 1) {
        return None;
    }
    let means = sums.into_iter().map(|(team, (sum, met))| (team, sum / f64::from(met)));
    let teams: Vec<(&[usize], f64)> = descending(means, |of| of.1);
    let place = |members: &[usize]| teams.iter().position(|(team, _)| *team == members);
    let rates = facts.line_ups.iter().flat_map(|line_up| &line_up.teams);
    let most = greatest(rates.map(|team| (team.wins.rate() - facts.fair).abs()));
    let cells = facts.line_ups.iter().flat_map(|line_up| {
        let [a, b] = [0, 1].map(|team| &line_up.teams[team]);
        let cell = |own: &Team, other: &Team| {
            let at = [place(&own.members)?, place(&other.members)?];
            let rate = own.wins.rate();
            let cell = MatrixCell {
                framed: line_up.is_ready_made(),
                ..MatrixCell::of((rate - facts.fair) / most, percent(rate, 0))
            };
            Some((at, cell))
        };
        [cell(a, b), cell(b, a)].into_iter().flatten()
    });
    let head = |(team, mean): &(&[usize], f64)| Head {
        name: facts.pairs.names(team),
        colour: None,
        said: percent(*mean, 1),
    };
    let form = Matrices::square(teams.iter().map(head), cells);
    let (best, worst) = (teams.first()?, teams.last()?);
    let title = format!(
        "In these games {} won {} on average, {} {}",
        facts.pairs.names(best.0),
        with_sign(best.1, 1),
        facts.pairs.names(worst.0),
        with_sign(worst.1, 1)
    );
    let subtitle = "Win rate of each row’s team against each column’s team, in %, the strongest \
                    teams first. The number beside each name is the team’s mean win rate, in %.";
    let note = "Warm colours: the row’s team wins more than half of the games. Cold colours: \
        the row’s team wins less than half of the games. Pale colours: nearly fair line-ups. A \
        cell is empty if the two teams have a common member. The table “Line-ups” has the same \
        win rates, and you can sort it. Framed cells: line-ups that already have a scenario \
        file in this scenario’s folder.";
    Some(
        Chart::new("teams", title, subtitle, form)
            .presented("Every team against every other", note),
    )
}
