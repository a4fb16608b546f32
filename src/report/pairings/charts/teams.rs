//! Chart: every team against every other, a heat map.

use std::collections::BTreeMap;

use super::super::facts::Facts;
use crate::report::chart::canvas::{
    Align, Canvas, GRID, INK, MUTED, WIDTH, fit, shade, text_width,
};
use crate::report::chart::{Chart, HEAD, Plan};
use crate::report::words::{percent, with_sign};

const TOP: f64 = HEAD + 30.0;
/// More teams have no room side by side.
const MOST: usize = 36;

/// The teams, from the strongest, and what each wins against each other.
struct Met<'a> {
    teams: Vec<(&'a [usize], f64)>,
    /// By places in `teams`: the first one's win rate, and whether a scenario fields the two.
    rates: BTreeMap<(usize, usize), (f64, bool)>,
}

/// None unless two teams of one size meet in every line-up, and few enough teams in several.
fn met(facts: &Facts) -> Option<Met<'_>> {
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
            *sum = (sum.0 + team.rate, sum.1 + 1);
        }
    }
    if sums.len() > MOST || sums.values().all(|(_, met)| *met == 1) {
        return None;
    }
    let mut teams: Vec<(&[usize], f64)> = sums
        .into_iter()
        .map(|(team, (sum, met))| (team, sum / f64::from(met)))
        .collect();
    teams.sort_by(|a, b| b.1.total_cmp(&a.1));
    let place = |members: &[usize]| teams.iter().position(|(team, _)| *team == members);
    let mut rates = BTreeMap::new();
    for line_up in &facts.line_ups {
        let (a, b) = (&line_up.teams[0], &line_up.teams[1]);
        let (i, j) = (place(&a.members)?, place(&b.members)?);
        let fielded = line_up.scenario.is_some();
        rates.insert((i, j), (a.rate, fielded));
        rates.insert((j, i), (b.rate, fielded));
    }
    Some(Met { teams, rates })
}

pub fn chart(facts: &Facts) -> Option<Chart> {
    let met = met(facts)?;
    let (best, worst) = (met.teams.first()?, met.teams.last()?);
    let n = met.teams.len() as f64;
    let plan = Plan {
        title: format!(
            "{} win {} on average, {} {}",
            facts.team(best.0),
            with_sign(best.1, 1),
            facts.team(worst.0),
            with_sign(worst.1, 1)
        ),
        subtitle: "Each row’s team against each column’s, both from the strongest on. Beside the name: mean win rate, in %.".to_string(),
        height: 30.0 + n * cell(facts, &met).1 + 16.0,
    };
    let note = "Warm: the row’s team wins more than half; cold: less; pale: a fair line-up. Empty where the two share a fighter. Framed: fielded by a scenario beside this one.";
    let chart = Chart::drawn("teams", plan, |canvas| draw(facts, &met, canvas));
    Some(chart.presented("Every team against every other", note))
}

/// The left edge, and the size of a cell.
fn cell(facts: &Facts, met: &Met) -> (f64, f64) {
    let widest = met
        .teams
        .iter()
        .map(|(team, _)| text_width(&facts.team(team), 13.0))
        .fold(60.0, f64::max)
        .min(240.0);
    let left = 24.0 + 26.0 + widest + 56.0;
    (
        left,
        ((WIDTH - 24.0 - left) / met.teams.len() as f64).min(40.0),
    )
}

fn draw(facts: &Facts, met: &Met, canvas: &mut Canvas) {
    let (left, size) = cell(facts, met);
    let farthest = met
        .rates
        .values()
        .map(|(rate, _)| (rate - facts.fair).abs())
        .fold(1e-9, f64::max);
    for (i, (team, mean)) in met.teams.iter().enumerate() {
        let number = (i + 1).to_string();
        let y = TOP + size * (i as f64 + 0.5);
        let small = 13f64.min(size * 0.8);
        canvas.text(&number, (44.0, y), small, MUTED, Align::Right);
        let name = fit(&facts.team(team), small, left - 24.0 - 26.0 - 50.0);
        canvas.text(&name, (52.0, y), small, INK, Align::Left);
        canvas.text(
            &percent(*mean, 1),
            (left - 10.0, y),
            small,
            MUTED,
            Align::Right,
        );
        let x = left + size * (i as f64 + 0.5);
        canvas.text(
            &number,
            (x, TOP - 12.0),
            small.min(size * 0.6),
            MUTED,
            Align::Centre,
        );
    }
    for (&(i, j), &(rate, fielded)) in &met.rates {
        let (x, y) = (left + size * j as f64, TOP + size * i as f64);
        canvas.rect(
            x + 0.5,
            y + 0.5,
            size - 1.0,
            size - 1.0,
            shade((rate - facts.fair) / farthest),
        );
        if size >= 26.0 {
            canvas.text(
                &percent(rate, 0),
                (x + size / 2.0, y + size / 2.0),
                11.0,
                INK,
                Align::Centre,
            );
        }
        if fielded {
            let (a, b) = ((x + 1.0, y + 1.0), (x + size - 1.0, y + size - 1.0));
            canvas.path(&[a, (b.0, a.1), b, (a.0, b.1), a], INK, 2.0);
        }
    }
    let end = TOP + size * met.teams.len() as f64;
    canvas.line(
        (left, end),
        (left + size * met.teams.len() as f64, end),
        GRID,
        1.0,
    );
}
