//! The charts of a run: one for each measure, by its form.

use super::facts::{Entrant, Facts, Values};
use super::verdict::headline;
use crate::report::chart::Chart;
use crate::report::chart::bars::{Bar, Bars, Panel};
use crate::report::chart::canvas::{HEAT, colour};
use crate::report::chart::distribution::{self, Distribution};
use crate::report::chart::marks::{Cell, Column, Group, Mark, Marks, Reference, Row};
use crate::report::chart::matrix::{self, Head, Heads, Matrices, Matrix};
use crate::report::chart::scale::Unit;
use crate::report::chart::shares::{self, Shares};
use crate::report::chart::survival::{Line, Survival};
use crate::report::measured::Measure;
use crate::report::people;
use crate::report::words::{capital, decimals, level, list, percent, with_sign};
use crate::stats::Form;
use crate::stats::order::Order;

/// Every chart that has something to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.entrants.is_empty() {
        return vec![];
    }
    let mut charts = vec![win_rates(facts)];
    for (m, measure) in facts.measured.entrants.iter().enumerate() {
        charts.push(match measure.form {
            Form::Amount => distribution(facts, m, measure),
            Form::Time => survival(facts, m, measure),
            Form::Flag => flag(facts, m, measure),
            Form::Class => classes(facts, m, measure),
        });
    }
    for (m, measure) in facts.measured.game.iter().enumerate() {
        charts.extend(of_game(facts, m, measure));
    }
    for (m, measure) in facts.measured.pairs.iter().enumerate() {
        if measure.form == Form::Flag {
            charts.extend(who_whom(facts, m, measure));
        }
    }
    charts.extend(things(facts));
    charts
}

/// A rate with its interval, against a reference.
fn rates(rows: Vec<Row>, axis: &str, fair: Option<f64>) -> Marks {
    let reference = fair.map(|fair| Reference {
        name: format!("fair share {}", with_sign(fair, 1)),
        value: fair,
    });
    Marks {
        columns: vec![Column {
            axis: axis.into(),
            heading: String::new(),
            unit: Unit::Percent,
            reference,
        }],
        groups: vec![Group {
            name: String::new(),
            rows,
        }],
        ..Marks::default()
    }
}

fn rate_row(entrant: &Entrant, value: f64, low: f64, high: f64, faint: bool) -> Row {
    let half = (high - low) / 2.0;
    let fine = decimals(half);
    Row {
        label: entrant.label.clone(),
        colour: colour(&entrant.who.colour),
        cells: vec![Cell {
            marks: vec![Some(Mark {
                value,
                interval: Some([low, high]),
            })],
            said: format!("{} ± {}", percent(value, fine), percent(half, fine)),
            faint,
        }],
    }
}

fn win_rates(facts: &Facts) -> Chart {
    let row = |of: &&Entrant| {
        let rate = of.all.win_rate.unwrap_or(0.0);
        rate_row(
            of,
            rate,
            of.all.ci_low,
            of.all.ci_high,
            !of.significant && facts.fair.is_some(),
        )
    };
    let rows = facts.by_wins().iter().map(row).collect();
    let subtitle = format!(
        "Share of games won, in %. Bars: {} intervals. Faint: within noise of the fair share.",
        level(facts.level)
    );
    Chart::new("win_rates", headline(facts), subtitle, &rates(rows, "win rate, % of games", facts.fair))
        .presented("Win rates", "A bar that crosses the dashed line may be chance. The thick line is the distance to the fair share.")
}

/// Who has most and least of an amount, as far as these games tell.
fn extremes(facts: &Facts, m: usize, measure: &Measure) -> String {
    let sorted = facts.sorted_by(|of| of.mean(m));
    let means: Vec<(f64, f64)> = sorted
        .iter()
        .filter_map(|of| of.summary(m))
        .map(|of| {
            let error = of.sd.map_or(f64::NAN, |sd| sd / (of.games as f64).sqrt());
            (of.mean.unwrap_or(0.0), error)
        })
        .collect();
    let order = Order::of_means(&means, 1.0 - facts.level);
    let said = |group: Vec<usize>| match group.as_slice() {
        [one] => format!("{} ({:.1})", sorted[*one].label, means[*one].0),
        group if group.len() <= 3 => list(
            &group
                .iter()
                .map(|&i| sorted[i].label.clone())
                .collect::<Vec<_>>(),
        ),
        group => format!("one of {}", group.len()),
    };
    if sorted.len() < 2 || order.level() {
        return format!("How {} are distributed", measure.words);
    }
    format!(
        "Most {} a game: {}; least: {}",
        measure.words,
        said(order.top()),
        said(order.bottom())
    )
}

fn distribution(facts: &Facts, m: usize, measure: &Measure) -> Chart {
    let row = |of: &&Entrant| {
        let Some(Values::Amount(rows, summary)) = of.values.get(m) else {
            return None;
        };
        let mean = summary.mean?;
        let [p5, p25, p50, p75, p95] = [
            summary.p5,
            summary.p25,
            summary.p50,
            summary.p75,
            summary.p95,
        ]
        .map(|value| f64::from(value.unwrap_or(0)));
        Some(distribution::Row {
            label: of.label.clone(),
            colour: colour(&of.who.colour),
            games: rows
                .iter()
                .map(|row| (row.value.into(), row.games))
                .collect(),
            mean,
            percentiles: [p5, p25, p50, p75, p95],
            said: format!("{mean:.2}"),
        })
    };
    let form = Distribution {
        axis: format!("{} a game", measure.short()),
        heading: format!("mean {}", measure.short()),
        rows: facts
            .sorted_by(|of| of.mean(m))
            .iter()
            .filter_map(row)
            .collect(),
    };
    let subtitle = format!(
        "How often each number of {} is made. Dot: mean. Line: 90 % of games, thick: the middle half.",
        measure.short()
    );
    Chart::new(measure.table.clone(), extremes(facts, m, measure), subtitle, &form)
        .presented(capital(&measure.words), "All rows share one scale, so heights can be compared. At most one game in a thousand lies beyond the right edge.")
}

fn survival(facts: &Facts, m: usize, measure: &Measure) -> Chart {
    let line = |of: &Entrant| {
        let (rounds, _) = of.time(m)?;
        Some(Line {
            label: of.label.clone(),
            colour: colour(&of.who.colour),
            survival: rounds.iter().map(|row| row.survival).collect(),
        })
    };
    let event = measure.event();
    let form = Survival {
        round: "round".into(),
        up: format!("without {event} so far, % of games"),
        lines: facts.entrants.iter().filter_map(line).collect(),
    };
    let single = facts.of_form(Form::Time).count() == 1;
    let name = if single {
        "survival".to_owned()
    } else {
        format!("survival_{}", measure.name)
    };
    let sorted = facts.sorted_by(|of| Some(of.time(m)?.1));
    let title = match (sorted.first(), sorted.last()) {
        (Some(most), Some(least)) if sorted.len() > 1 => {
            let share = |of: &Entrant| with_sign(of.time(m).map_or(0.0, |time| time.1), 0);
            format!(
                "In these games {} ends {} without {event}, {} {}",
                most.label,
                share(most),
                least.label,
                share(least)
            )
        }
        _ => format!("How long without {event}"),
    };
    let all = facts.games.max(1) as f64;
    let longest = facts
        .lengths
        .last()
        .map_or(0.0, |last| last.games as f64 / all);
    let note = format!(
        "A line drops where {event} comes. {} of the games last {} rounds, the longest.",
        with_sign(longest, 0),
        facts.longest()
    );
    Chart::new(
        name,
        title,
        format!("The share of games without {event} by the end of each round."),
        &form,
    )
    .presented("Survival", note)
}

fn flag(facts: &Facts, m: usize, measure: &Measure) -> Chart {
    let of = |of: &Entrant| match of.values.get(m) {
        Some(Values::Flag(flag)) => flag.rate.map(|rate| (rate, flag.ci_low, flag.ci_high)),
        _ => None,
    };
    let sorted = facts.sorted_by(|entrant| Some(of(entrant)?.0));
    let row = |entrant: &&Entrant| {
        of(entrant).map(|(rate, low, high)| rate_row(entrant, rate, low, high, false))
    };
    let form = rates(sorted.iter().filter_map(row).collect(), "% of games", None);
    let subtitle = format!(
        "Share of games, in %. Bars: {} intervals.",
        level(facts.level)
    );
    Chart::new(
        measure.table.clone(),
        capital(&measure.words),
        subtitle,
        &form,
    )
    .presented(capital(&measure.words), "")
}

fn shares_of(measure: &Measure, rows: Vec<shares::Row>) -> Shares {
    let class = |(i, class): (usize, &String)| (class.clone(), colour(&people::of(None, i)));
    Shares {
        classes: measure.classes.iter().enumerate().map(class).collect(),
        axis: "% of games".into(),
        rows,
    }
}

fn class_row(label: &str, values: Option<&Values>) -> Option<shares::Row> {
    match values? {
        Values::Class(rows) => Some(shares::Row {
            label: label.to_owned(),
            games: rows.iter().map(|row| row.games).collect(),
        }),
        _ => None,
    }
}

fn classes(facts: &Facts, m: usize, measure: &Measure) -> Chart {
    let rows = facts
        .entrants
        .iter()
        .filter_map(|of| class_row(&of.label, of.values.get(m)));
    let form = shares_of(measure, rows.collect());
    Chart::new(
        measure.table.clone(),
        capital(&measure.words),
        "Shares of all games, in %.",
        &form,
    )
    .presented(capital(&measure.words), "")
}

/// A measure of the game itself: one row.
fn of_game(facts: &Facts, m: usize, measure: &Measure) -> Option<Chart> {
    let name = measure.table.clone();
    let title = capital(&measure.words);
    let chart = match facts.game.get(m)? {
        Values::Amount(rows, summary) => {
            let mean = summary.mean?;
            let row = distribution::Row {
                label: "all games".into(),
                colour: HEAT,
                games: rows
                    .iter()
                    .map(|row| (row.value.into(), row.games))
                    .collect(),
                mean,
                percentiles: [
                    summary.p5,
                    summary.p25,
                    summary.p50,
                    summary.p75,
                    summary.p95,
                ]
                .map(|value| f64::from(value.unwrap_or(0))),
                said: format!("{mean:.2}"),
            };
            let form = Distribution {
                axis: measure.short().to_owned(),
                heading: "mean".into(),
                rows: vec![row],
            };
            Chart::new(name, title.clone(), "Share of games by value.", &form)
        }
        Values::Time(rounds, _) => {
            let form = Survival {
                round: "round".into(),
                up: "share of games in which it has not come, %".into(),
                lines: vec![Line {
                    label: "all games".into(),
                    colour: HEAT,
                    survival: rounds.iter().map(|row| row.survival).collect(),
                }],
            };
            Chart::new(
                name,
                title.clone(),
                "The share of games in which it has not come.",
                &form,
            )
        }
        values @ Values::Class(_) => {
            let form = shares_of(
                measure,
                class_row("all games", Some(values)).into_iter().collect(),
            );
            Chart::new(name, title.clone(), "Shares of all games, in %.", &form)
        }
        // One number needs no chart.
        Values::Flag(_) => return None,
    };
    Some(chart.presented(title, ""))
}

/// Who does something to whom; the last row is nobody.
fn who_whom(facts: &Facts, m: usize, measure: &Measure) -> Option<Chart> {
    let place = |key: &str| facts.fighters.iter().position(|who| who.key == key);
    let n = facts.fighters.len();
    let mut rates: Vec<Vec<Option<f64>>> = vec![vec![None; n]; n];
    // Of a time whose coming this is, what no opponent did is left to nobody.
    let time = facts
        .of_form(Form::Time)
        .find(|(_, time)| time.name.ends_with(&measure.name))
        .map(|(t, _)| t);
    let mut rest = vec![(0.0, 0u64); n];
    for of in &facts.entrants {
        let (left, games) = &mut rest[place(&of.who.key)?];
        *left += time.map_or(0, |time| of.came(time)) as f64;
        *games += of.all.games;
    }
    for (met, values) in &facts.meetings {
        let (a, b) = (place(&met.entrant)?, place(&met.opponent)?);
        rates[a][b] = Some(values[m] / met.games as f64);
        rest[b].0 = (rest[b].0 - values[m]).max(0.0);
    }
    let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
    let known = pairs.filter_map(|(a, b)| Some((a, b, rates[a][b]?)));
    let (a, b, most) = known.max_by(|x, y| x.2.total_cmp(&y.2))?;
    let mut heads: Vec<Head> = facts
        .fighters
        .iter()
        .map(|who| Head {
            name: who.name.clone(),
            colour: Some(colour(&who.colour)),
            said: String::new(),
        })
        .collect();
    let across = Heads {
        title: "of whom".into(),
        heads: heads.clone(),
    };
    let mut apart = 0;
    if time.is_some() {
        let own = if facts.has_teams() { ", own team" } else { "" };
        heads.push(Head::from(
            format!("{}{own}", facts.measured.nobody).as_str(),
        ));
        let nobody = rest
            .iter()
            .map(|(left, games)| (*games > 0).then(|| left / *games as f64));
        rates.push(nobody.collect());
        apart = 1;
    }
    let top = rates
        .iter()
        .flatten()
        .flatten()
        .copied()
        .fold(1e-9, f64::max);
    let cell = |rate: &Option<f64>| {
        rate.map(|rate| matrix::Cell {
            shade: rate / top,
            text: percent(rate, 1),
            ..matrix::Cell::default()
        })
    };
    let form = Matrices {
        maps: vec![Matrix {
            down: Heads {
                title: "by whom".into(),
                heads,
            },
            across,
            cells: rates
                .iter()
                .map(|row| row.iter().map(cell).collect())
                .collect(),
            apart,
            ..Matrix::default()
        }],
        key: Some(("0".into(), format!("{} per 100 games", percent(top, 1)))),
    };
    let names = [a, b].map(|i| &facts.fighters[i].name);
    let title = format!(
        "{}, most often in these games: {} by {}, in {} of 100 games together",
        capital(&measure.words),
        names[1],
        names[0],
        percent(most, 1)
    );
    let subtitle = format!(
        "{} per 100 games that both play; in the last row per 100 games of the column’s.",
        capital(&measure.words)
    );
    let name = measure.words.replace(' ', "_");
    Some(Chart::new(name, title, subtitle, &form).presented(
        format!("{}: by whom, of whom", capital(&measure.words)),
        "Read along a row: whom a fighter does it to. Read down a column: who does it to that fighter.",
    ))
}

/// How often each entrant uses each of its things, with what they did.
fn things(facts: &Facts) -> Option<Chart> {
    let mut panels = vec![];
    for of in facts.entrants.iter().filter(|of| !of.things.is_empty()) {
        let mut sorted: Vec<_> = of.things.iter().collect();
        sorted.sort_by_key(|thing| std::cmp::Reverse(thing.plays));
        let bar = |thing: &&super::facts::Thing| {
            let plays = thing.plays.max(1) as f64;
            let mut numbers = vec![
                percent(of.use_of(thing), 0),
                format!("{:.1}", thing.rounds as f64 / plays),
            ];
            numbers.extend(
                thing
                    .sums
                    .iter()
                    .map(|&sum| format!("{:.2}", sum as f64 / plays)),
            );
            Bar {
                label: thing.name.clone(),
                value: of.use_of(thing),
                numbers,
            }
        };
        panels.push(Panel {
            name: of.label.clone(),
            colour: colour(&of.who.colour),
            bars: sorted.iter().map(bar).collect(),
        });
    }
    if panels.is_empty() {
        return None;
    }
    let [thing, things] = &facts.measured.thing;
    let mut headings = vec!["per 100 games".to_string(), "mean round".to_string()];
    headings.extend(
        facts
            .measured
            .things
            .iter()
            .map(|measure| measure.words.clone()),
    );
    let form = Bars { headings, panels };
    let title = format!(
        "{}: how often each is used, when, and what it does",
        capital(things)
    );
    let subtitle = "One scale for all: uses per 100 games of the fighter; then the mean round, and what one use does.";
    let note = format!(
        "These are associations: a {thing} kept for late rounds is only ever used by a survivor. What a {thing} is worth is told by changing it: gong compare."
    );
    Some(Chart::new(things.clone(), title, subtitle, &form).presented(capital(things), note))
}
