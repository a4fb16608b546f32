//! Chart: who eliminates whom, a heat map with its numbers in the cells.

use crate::report::chart::canvas::{
    Align, Canvas, GRID, HEAT, INK, MUTED, WIDTH, colour, fit, shrink, text_width,
};
use crate::report::chart::{HEAD, Plan};
use crate::report::run::facts::Facts;
use plotters::prelude::Color;

const TOP: f64 = HEAD + 66.0;
const SIZE: f64 = 14.0;
const CELL: f64 = 38.0;

/// Eliminations per 100 games, by row (who; the last row is nobody) and column (whom); `None` where two never met.
fn rates(facts: &Facts) -> Vec<Vec<Option<f64>>> {
    let n = facts.fighters.len();
    let mut cells = vec![vec![None; n]; n + 1];
    let mut rest = vec![(0u64, 0u64); n];
    for entrant in &facts.entrants {
        let (fell, games) = &mut rest[entrant.fighter];
        *fell += entrant.eliminated();
        *games += entrant.all.games;
    }
    for meeting in &facts.meetings {
        cells[meeting.a][meeting.b] =
            Some(100.0 * meeting.eliminated as f64 / meeting.games as f64);
        rest[meeting.b].0 = rest[meeting.b].0.saturating_sub(meeting.eliminated);
    }
    for (b, (fell, games)) in rest.into_iter().enumerate() {
        cells[n][b] = (games > 0).then(|| 100.0 * fell as f64 / games as f64);
    }
    cells
}

pub fn plan(facts: &Facts) -> Option<Plan> {
    let n = facts.fighters.len();
    let cells = rates(facts);
    let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
    let (a, b) = pairs
        .filter(|&(a, b)| cells[a][b].is_some())
        .max_by(|&(a, b), &(c, d)| {
            cells[a][b]
                .unwrap_or(0.0)
                .total_cmp(&cells[c][d].unwrap_or(0.0))
        })?;
    Some(Plan {
        title: format!("{} eliminates {} most often: in {:.1} of 100 games together", facts.fighters[a].name, facts.fighters[b].name, cells[a][b]?),
        subtitle: "Eliminations per 100 games that both play; in the last row per 100 games of the one eliminated.".to_string(),
        height: 66.0 + CELL * (n as f64 + 1.0) + 8.0 + 48.0,
    })
}

pub fn draw(facts: &Facts, canvas: &mut Canvas) {
    let n = facts.fighters.len();
    let cells = rates(facts);
    // Whom no opponent eliminates falls to nobody, or to an area attack of its own team.
    let own = if facts.has_teams() { ", own team" } else { "" };
    let nobody = format!("{}{own}", facts.nobody);
    let nobody = nobody.as_str();
    let names = facts
        .fighters
        .iter()
        .map(|fighter| text_width(&fighter.name, SIZE).min(200.0))
        .fold(text_width(nobody, SIZE), f64::max);
    let left = 24.0 + names + 34.0;
    let width = ((WIDTH - 24.0 - left) / n as f64).min(110.0);
    let most = cells
        .iter()
        .flatten()
        .flatten()
        .copied()
        .fold(1e-9, f64::max);
    canvas.text("eliminated …", (left, TOP - 48.0), 13.0, MUTED, Align::Left);
    canvas.text(
        "eliminated by …",
        (left - 30.0, TOP - 16.0),
        13.0,
        MUTED,
        Align::Right,
    );
    for (b, fighter) in facts.fighters.iter().enumerate() {
        let x = left + width * (b as f64 + 0.5);
        canvas.rect(
            x - 5.0,
            TOP - 12.0,
            10.0,
            4.0,
            colour(&fighter.colour).to_rgba(),
        );
        let small = shrink(&fighter.name, SIZE, width - 6.0);
        canvas.text(
            &fit(&fighter.name, small, width - 4.0),
            (x, TOP - 24.0),
            small,
            INK,
            Align::Centre,
        );
    }
    for (a, row) in cells.iter().enumerate() {
        // Nobody stands a little apart: it is no fighter.
        let y = TOP + CELL * a as f64 + if a == n { 8.0 } else { 0.0 };
        let name = facts
            .fighters
            .get(a)
            .map_or(nobody, |fighter| fighter.name.as_str());
        canvas.text(
            &fit(name, SIZE, names),
            (left - 30.0, y + CELL / 2.0),
            SIZE,
            INK,
            Align::Right,
        );
        if let Some(fighter) = facts.fighters.get(a) {
            canvas.rect(
                left - 20.0,
                y + CELL / 2.0 - 5.0,
                10.0,
                10.0,
                colour(&fighter.colour).to_rgba(),
            );
        }
        for (b, cell) in row.iter().enumerate() {
            let x = left + width * b as f64;
            match cell {
                Some(rate) => {
                    canvas.rect(
                        x + 1.0,
                        y + 1.0,
                        width - 2.0,
                        CELL - 2.0,
                        HEAT.mix(0.04 + 0.56 * rate / most),
                    );
                    if width >= 28.0 {
                        canvas.text(
                            &format!("{rate:.1}"),
                            (x + width / 2.0, y + CELL / 2.0),
                            SIZE.min(width / 2.8),
                            INK,
                            Align::Centre,
                        );
                    }
                }
                None => canvas.line(
                    (x + width / 2.0 - 5.0, y + CELL / 2.0),
                    (x + width / 2.0 + 5.0, y + CELL / 2.0),
                    GRID,
                    2.0,
                ),
            }
        }
    }
    let y = TOP + CELL * (n as f64 + 1.0) + 8.0 + 26.0;
    let steps = 40;
    for step in 0..steps {
        let part = f64::from(step) / f64::from(steps - 1);
        canvas.rect(
            left + 4.0 * f64::from(step),
            y - 6.0,
            4.0,
            12.0,
            HEAT.mix(0.04 + 0.56 * part),
        );
    }
    canvas.text("0", (left - 8.0, y), 13.0, MUTED, Align::Right);
    canvas.text(
        &format!("{most:.1} per 100 games"),
        (left + 168.0, y),
        13.0,
        MUTED,
        Align::Left,
    )
}
