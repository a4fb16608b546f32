//! The charts of a run: one for each measure of the game. The kind of measure (amount, event,
//! condition or class) decides the kind of chart.

use plotters::prelude::RGBColor;

use super::agreement::{ReferenceFacts, ReferenceVerdict};
use super::facts::{EntrantFacts, RunFacts, ThingUses};
use super::rows::MeasureRows;
use crate::report::chart::canvas::{HEAT, colour};
use crate::report::chart::legend::Key;
use crate::report::chart::lines::{ChartLine, Lines};
use crate::report::chart::matrix::{self, Head, Heads, Matrices, MatrixChart};
use crate::report::chart::plot::{Amounts, Bar, Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows, RowsColumn};
use crate::report::chart::scale::AxisUnit;
use crate::report::chart::{self, Chart};
use crate::report::measured::MeasureNote;
use crate::report::shared::{descending, greatest};
use crate::report::words::{
    capital, counted, either, in_words, level, percent, plus_minus, with_sign,
};
use crate::report::{factions, people};
use crate::stats::Form;
use crate::stats::order::Order;

/// Returns all charts of the report of `gong run` that have data. `strongest` is the sentence that
/// names the fighters with most and fewest wins.
pub fn all(facts: &RunFacts, strongest: &str) -> Vec<Chart> {
    if facts.entrants.is_empty() {
        return vec![];
    }
    let mut charts: Vec<Chart> = factions::chart(&facts.factions, facts.level)
        .into_iter()
        .collect();
    charts.push(win_rates(facts, strongest));
    for (m, measure) in facts.measured.entrants.iter().enumerate() {
        let line = |of| Of::entrant(of, m);
        charts.extend(of_measure(
            facts,
            measure,
            facts.entrants.iter().map(line).collect(),
        ));
    }
    for (measure, values) in facts.measured.game.iter().zip(&facts.game) {
        let game = Of {
            label: "all games",
            colour: HEAT,
            values,
        };
        // A flag (yes or no) has a single number, which needs no chart.
        if measure.form != Form::Flag {
            charts.extend(of_measure(facts, measure, vec![game]));
        }
    }
    for (m, measure) in facts.measured.pairs.iter().enumerate() {
        if measure.form == Form::Flag {
            charts.extend(who_whom(facts, m, measure));
        }
    }
    charts.extend(things(facts));
    charts
}

/// A row of a chart: the values of a measure for an entrant (a fighter with its bot), or for the
/// game as a whole.
struct Of<'a> {
    label: &'a str,
    colour: RGBColor,
    values: &'a MeasureRows,
}

impl<'a> Of<'a> {
    fn entrant(of: &'a EntrantFacts, m: usize) -> Of<'a> {
        Of {
            label: &of.label,
            colour: colour(&of.who.colour),
            values: &of.values[m],
        }
    }

    /// Returns the number by which the rows of a chart are sorted.
    fn number(&self) -> f64 {
        let number = match self.values {
            MeasureRows::Amount(_, summary) => summary.mean,
            MeasureRows::Time(_) => self.values.time().map(|(_, never)| never),
            MeasureRows::Flag(flag) => flag.rate,
            MeasureRows::Class(_) => Some(0.0),
        };
        number.unwrap_or(f64::NEG_INFINITY)
    }
}

fn win_rates(facts: &RunFacts, strongest: &str) -> Chart {
    if let Some(reference) = &facts.reference {
        return with_reference(facts, reference, strongest);
    }
    let row = |of: &&EntrantFacts| {
        let faint = !of.significant && facts.fair.is_some();
        let cell = Cell::wins(&of.all.wins).faint(faint);
        ChartRow::of(&of.label, colour(&of.who.colour), cell)
    };
    let form = Rows::win_rates(facts.fair, facts.by_wins().iter().map(row).collect());
    let bars = format!(
        "Win rate of each {} in % of its games. The bars show {} confidence intervals.",
        facts.people.word(),
        level(facts.level)
    );
    let together = format!(
        "All players of a game win or lose together. Two {} have different win rates only because \
         they did not play in the same games.",
        facts.people.several()
    );
    let (subtitle, note) = match facts.fair {
        Some(_) => (
            format!("{bars} Faint rows: the win rate is within noise of the fair share."),
            "If a bar crosses the dashed line, the difference from the fair share may be due \
             to chance. The thick line shows the distance from the fair share.",
        ),
        None => (bars, together.as_str()),
    };
    Chart::new("win_rates", strongest, subtitle, form)
        .of_many(facts.people.several())
        .presented("Win rates", note)
}

/// Draws the win rates of each fighter with the reference player and with the run's own bot.
fn with_reference(facts: &RunFacts, reference: &ReferenceFacts, strongest: &str) -> Chart {
    let row = |of: &&EntrantFacts| {
        let rate = of.reference.as_ref().map(|with| &with.rate);
        let theirs = rate.and_then(|of| Some(Mark::within(of.win_rate?, of.ci_low, of.ci_high)));
        let number = rate.map_or(String::new(), |of| plus_minus(of.rate(), of.half()));
        let faint = facts.fair.is_some() && of.agreement() == Some(ReferenceVerdict::Noise);
        let plot = Plot::Marks(vec![theirs, Mark::wins(&of.all.wins)]);
        let cell = Cell::of(plot, number).faint(faint);
        ChartRow::of(&of.label, colour(&of.who.colour), cell)
    };
    let rows = facts.by_leading_wins().iter().map(row).collect();
    let bots = facts.bots.join(", ");
    let names = [format!("{} (reference player)", reference.strategy), bots];
    let form = Rows::win_rates(facts.fair, rows).side_by_side(names);
    let (who, level) = (facts.people.word(), level(facts.level));
    let bars = format!(
        "Win rate of each {who} in % of its games. The bars show {level} confidence intervals. The \
         numbers are those of the reference player."
    );
    let (subtitle, note) = match facts.fair {
        Some(_) => (
            format!(
                "{bars} Faint rows: no significant difference from the fair share, or less than 1 point of difference with the run’s own bot."
            ),
            "The distance between the two marks of a row shows how much the win rate depends on \
             who plays. Edit only what both marks show.",
        ),
        None => (
            bars,
            "All players of a game win or lose together. The difficulty of the game depends on the \
             bot.",
        ),
    };
    Chart::new("win_rates", strongest, subtitle, form)
        .of_many(facts.people.several())
        .presented("Win rates", note)
}

/// Draws the chart of a measure, for all entrants (fighters with their bots) or for the game as a
/// whole.
fn of_measure(facts: &RunFacts, measure: &MeasureNote, lines: Vec<Of>) -> Option<Chart> {
    let game = facts.measured.game.contains(measure);
    let lines = descending(lines, Of::number);
    let (name, words) = (measure.table.clone(), capital(&measure.words));
    let of_rows = |axis: &str, unit, plot: &dyn Fn(&Of) -> Option<Cell>| {
        let row = |of: &Of| Some(ChartRow::of(of.label, of.colour, plot(of)?));
        Rows::column(axis, unit, None, lines.iter().filter_map(row).collect())
    };
    let chart = match measure.form {
        Form::Amount => {
            let axis = format!("{} per game", measure.short());
            let mut form = of_rows(&axis, AxisUnit::Number, &amounts);
            if form.groups[0].rows.is_empty() {
                return None;
            }
            form.columns[0].headings = vec![format!("mean {}", measure.short())];
            let title = match game {
                true => words.clone(),
                false => extremes(facts, measure, &lines),
            };
            let subtitle = format!(
                "Histogram of {}: the share of games with each number. The dot shows the mean. The \
                 thin line covers the middle 90 % of the games, the thick line the middle 50 %.",
                measure.full()
            );
            Chart::new(name, title, subtitle, form).presented(words, "All rows have the same scale, so their heights can be compared. At most one game in a thousand has a value beyond the right edge of the chart.")
        }
        Form::Time => survival(facts, measure, game, &lines),
        Form::Flag => {
            let rate = |of: &Of| {
                let MeasureRows::Flag(flag) = of.values else {
                    return None;
                };
                let (rate, half) = (flag.rate?, (flag.ci_high - flag.ci_low) / 2.0);
                let mark = Mark::within(rate, flag.ci_low, flag.ci_high);
                Some(Cell::mark(mark, plus_minus(rate, half)))
            };
            let form = of_rows("% of games", AxisUnit::Percent, &rate);
            let subtitle = format!(
                "Share of games, in %. The bars show {} confidence intervals.",
                level(facts.level)
            );
            Chart::new(name, words.clone(), subtitle, form).presented(words, "")
        }
        Form::Class => {
            let ink = |class| colour(&people::of(None, class));
            let shares = |of: &Of| {
                let MeasureRows::Class(rows) = of.values else {
                    return None;
                };
                let games = rows.iter().enumerate();
                let games = games.map(|(class, row)| (row.games, ink(class)));
                Some(Cell::of(Plot::Shares(games.collect()), String::new()))
            };
            let classes = measure.classes.iter().enumerate();
            let form = Rows {
                keys: classes
                    .map(|(i, class)| (Key::class(ink(i)), class.clone()))
                    .collect(),
                ..of_rows("% of games", AxisUnit::Percent, &shares)
            };
            let subtitle = format!(
                "Share of games with each value of the measure “{}”, in %.",
                measure.words
            );
            Chart::new(name, words.clone(), subtitle, form).presented(words, "")
        }
    };
    Some(chart.of_many(facts.people.several()))
}

/// Returns the chart's title, which names the entrants with the highest and the lowest amount if
/// the two differ significantly.
fn extremes(facts: &RunFacts, measure: &MeasureNote, sorted: &[Of]) -> String {
    let mean = |of: &Of| match of.values {
        MeasureRows::Amount(_, of) => {
            let error = of.sd.map_or(f64::NAN, |sd| sd / (of.games as f64).sqrt());
            Some((of.mean.unwrap_or(0.0), error))
        }
        _ => None,
    };
    let means: Vec<(f64, f64)> = sorted.iter().filter_map(mean).collect();
    let order = Order::of_means(&means, 1.0 - facts.level);
    let said = |group: Vec<usize>| match group.as_slice() {
        [one] => format!("{} ({:.1})", sorted[*one].label, means[*one].0),
        group if group.len() <= 3 => either(group.iter().map(|&i| sorted[i].label)),
        group => format!(
            "one of {} {}",
            in_words(group.len()),
            facts.people.several()
        ),
    };
    if sorted.len() < 2 || order.level() {
        return format!("Distribution of {}", measure.words);
    }
    let (most, least) = (said(order.top()), said(order.bottom()));
    format!(
        "{} has the highest mean of {}, {least} the lowest",
        capital(&most),
        measure.words
    )
}

fn amounts(of: &Of) -> Option<Cell> {
    let MeasureRows::Amount(rows, sum) = of.values else {
        return None;
    };
    let percentiles = [sum.p5, sum.p25, sum.p50, sum.p75, sum.p95];
    let mean = sum.mean?;
    let games = rows.iter().map(|row| (row.value.into(), row.games));
    let plot = Plot::Amounts(Amounts {
        games: games.collect(),
        mean,
        percentiles: percentiles.map(|value| f64::from(value.unwrap_or(0))),
    });
    Some(Cell::of(plot, format!("{mean:.2}")))
}

fn survival(facts: &RunFacts, measure: &MeasureNote, game: bool, lines: &[Of]) -> Chart {
    let event = measure.event();
    let line = |of: &Of| {
        let (rounds, _) = of.values.time()?;
        let shares = [1.0]
            .into_iter()
            .chain(rounds.iter().map(|row| row.survival));
        Some(ChartLine {
            label: of.label.to_owned(),
            colour: of.colour,
            points: shares.map(|share| Some(Mark::at(share))).collect(),
        })
    };
    let drawn = lines.iter().filter_map(line).collect();
    let form = Lines::steps("after round (0: the start)", drawn);
    let form = Lines {
        up: format!("without {event} so far, % of games"),
        ..form
    };
    let name = match facts.of_form(Form::Time).count() {
        _ if game => measure.table.clone(),
        1 => "survival".to_owned(),
        _ => format!("survival_{}", measure.name),
    };
    let title = match lines {
        [most, .., least] => {
            let share = |of: &Of| with_sign(of.number(), 0);
            format!(
                "In these games, {} ends {} of its games without {event}, {} {}",
                most.label,
                share(most),
                least.label,
                share(least)
            )
        }
        _ => format!("Rounds without {event}"),
    };
    let longest = facts.lengths.last().map_or(0.0, |last| last.share);
    let whose = match (game, facts.fair) {
        (true, None) => " of the players".to_owned(),
        (true, Some(_)) => String::new(),
        (false, _) => format!(" of the {}", facts.people.word()),
    };
    let falling = if game { "the line" } else { "a line" };
    let note = format!(
        "In each round, {falling} falls by the share of games with {event}{whose} in this round. \
         The longest games last {}: {} of all games have this length.",
        counted(facts.longest().into(), "round"),
        with_sign(longest, 0)
    );
    let subtitle = format!("Share of games without {event}{whose} up to the end of each round.");
    let heading = if game {
        capital(&measure.words)
    } else {
        "Survival".to_owned()
    };
    Chart::new(name, title, subtitle, form).presented(heading, note)
}

/// Draws a matrix of how often each fighter does something, such as an attack, to each other
/// fighter. The last row has the events that no fighter caused.
fn who_whom(facts: &RunFacts, m: usize, measure: &MeasureNote) -> Option<Chart> {
    let place = |key: &str| facts.fighters.iter().position(|who| who.key == key);
    let n = facts.fighters.len();
    let mut rates: Vec<Vec<Option<f64>>> = vec![vec![None; n]; n];
    // Events that no opponent caused are in the last row, if the measure counts them.
    let mut times = facts.of_form(Form::Time);
    let time = times.find(|(_, time)| time.name.ends_with(&measure.name));
    let mut rest = vec![(0.0, 0u64); n];
    for of in &facts.entrants {
        let (left, games) = &mut rest[place(&of.who.key)?];
        *left += time.map_or(0, |(time, _)| of.came(time)) as f64;
        *games += of.all.wins.games;
    }
    for of in &facts.meetings {
        let (a, b) = (place(&of.met.entrant)?, place(&of.met.opponent)?);
        rates[a][b] = Some(of.per_game(m));
        rest[b].0 = (rest[b].0 - of.sums[m] as f64).max(0.0);
    }
    let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
    let known = pairs.filter_map(|(a, b)| Some((a, b, rates[a][b]?)));
    let (a, b, most) = known.max_by(|x, y| x.2.total_cmp(&y.2))?;
    if time.is_some() {
        let nobody = rest
            .iter()
            .map(|(left, games)| (*games > 0).then(|| left / *games as f64));
        rates.push(nobody.collect());
    }
    let top = greatest(rates.iter().flatten().flatten().copied());
    let cell = |rate: Option<f64>| Some(matrix::MatrixCell::of(rate? / top, percent(rate?, 1)));
    let who = in_order(facts, (0..n).collect(), |&of| &facts.fighters[of].key);
    let heads = who.iter().map(|&of| &facts.fighters[of]);
    let across: Vec<Head> = heads.map(|of| Head::of(&of.name, &of.colour)).collect();
    let nobody = time.map(|_| {
        let own = if facts.has_teams() { ", own team" } else { "" };
        Head::from(&format!("{}{own}", facts.measured.nobody))
    });
    let row = |by: usize| who.iter().map(|&of| cell(rates[by][of])).collect();
    let form = Matrices {
        key: Some(("0".into(), format!("{} per 100 games", percent(top, 1)))),
        ..Matrices::from(MatrixChart {
            cells: who.iter().copied().chain(n..rates.len()).map(row).collect(),
            down: Heads::of("by whom", across.iter().cloned().chain(nobody)),
            across: Heads::of("of whom", across),
            apart: usize::from(time.is_some()),
            ..MatrixChart::default()
        })
    };
    let words = capital(&measure.words);
    let title = format!(
        "In these games, {} of {} by {} are most frequent: {} per 100 games that both play",
        measure.words,
        facts.fighters[b].name,
        facts.fighters[a].name,
        percent(most, 1)
    );
    let who = facts.people.word();
    let last = match time {
        Some(_) => format!(
            " The last row shows {} that no opponent caused, per 100 games of the {who} that the \
             column names.",
            measure.words
        ),
        None => String::new(),
    };
    let subtitle = format!(
        "{words} per 100 games in which both {} play.{last}",
        facts.people.several()
    );
    let note = format!(
        "Each row shows the {who} that acts, each column the {who} that is affected. The table \
         “Who against whom” lists the numbers of this chart; you can sort the table."
    );
    let name = measure.words.replace(' ', "_");
    let heading = format!("{words}: by whom, of whom");
    let chart = Chart::new(name, title, subtitle, form).of_many(facts.people.several());
    Some(chart.presented(heading, note))
}

/// Sorts fighters by win rate if there are too many for one chart, because the excerpt shows only
/// the first and the last. Otherwise keeps their order.
fn in_order<'a, T>(facts: &RunFacts, all: Vec<T>, key: impl Fn(&T) -> &'a String) -> Vec<T> {
    let rate = |of: &T| {
        let own = facts
            .entrants
            .iter()
            .filter(|entrant| entrant.who.key == *key(of));
        own.map(|entrant| entrant.all.wins.rate())
            .fold(f64::NEG_INFINITY, f64::max)
    };
    match chart::ends(&all.iter().collect::<Vec<_>>()) {
        Some(_) => descending(all, rate),
        None => all,
    }
}

/// Draws the chart of how often each entrant (a fighter with its bot) uses each of its things, such
/// as cards, and with what effect.
fn things(facts: &RunFacts) -> Option<Chart> {
    let row = |of: &EntrantFacts, thing: &ThingUses| {
        let uses = of.use_of(thing);
        let bar = Bar {
            mark: Mark::at(uses),
            said: String::new(),
            faint: false,
        };
        let mut numbers = vec![percent(uses, 0), format!("{:.1}", thing.mean(thing.rounds))];
        let sums = thing.sums.iter();
        numbers.extend(sums.map(|&sum| format!("{:.2}", thing.mean(sum))));
        let cell = Cell {
            numbers,
            ..Cell::of(Plot::Bars(vec![bar]), String::new())
        };
        ChartRow {
            about: thing.about.clone(),
            ..ChartRow::of(&thing.name, colour(&of.who.colour), cell)
        }
    };
    let used = facts.things_used();
    let group = |of: &EntrantFacts| Group {
        name: of.label.clone(),
        rows: (descending(&of.things, |thing| thing.plays as f64).into_iter())
            .filter(|thing| used.contains(&thing.name))
            .map(|thing| row(of, thing))
            .collect(),
    };
    let using = facts.entrants.iter().filter(|of| !of.things.is_empty());
    let using = in_order(facts, using.collect(), |of| &of.who.key);
    if using.is_empty() {
        return None;
    }
    let [thing, things] = &facts.measured.thing;
    // On the page, a long list of entrants is shortened; a short list of entrants keeps its length,
    // and the lists of their things are shortened.
    let several: &str = match chart::ends(&using) {
        Some(_) => facts.people.several(),
        None => things,
    };
    let words = facts.measured.things.iter();
    // Only the words before a comma fit in a heading; the table shows the full description.
    let words = words.map(|measure| measure.words.split(',').next().unwrap_or_default());
    let headings = ["per 100 games", "used in round"].into_iter().chain(words);
    let column = RowsColumn {
        headings: headings.map(str::to_owned).collect(),
        reference: Some(Reference::zero()),
        ..RowsColumn::default()
    };
    let form = Rows {
        columns: vec![column],
        groups: using.into_iter().map(group).collect(),
        ..Rows::default()
    };
    let title = format!(
        "{}: how often each {thing} is used, in which round, and with what effect",
        capital(things)
    );
    let subtitle = format!(
        "The bars show how often a {who} uses each {thing} per 100 games, with the same scale for \
         all {}. The column “used in round” shows the mean round in which the {thing} is used. All \
         effects are means per use of the {thing}.",
        facts.people.several(),
        who = facts.people.word()
    );
    let note = format!(
        "These numbers do not show causes: for example, only survivors can use a {thing} that \
         players keep for late rounds. To measure the effect of a {thing}, change the {thing} \
         and use the command gong compare. The table shows the numbers that do not fit into this \
         chart."
    );
    let chart = Chart::new(things, title, subtitle, form).of_many(several);
    Some(chart.presented(capital(things), note))
}
