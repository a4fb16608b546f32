//! Sample data for charts of every form, with unusual names and values.

use plotters::prelude::RGBColor;

use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel};
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{ChartRow, Group, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::chart::{ChartForm, matrix};

const NAMES: [&str; 6] = [
    "Agaric",
    "Bo",
    "The Grand Marshal of the Western Marches and All the Isles",
    "<script>alert(\"&\")</script>",
    "Żółć",
    "",
];

/// Sample data for a chart: the number of entrants, and values that the entrants get in turn.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) entrants: usize,
    pub(super) values: Vec<f64>,
}

impl Sample {
    fn value(&self, i: usize) -> f64 {
        self.values[i % self.values.len()]
    }

    /// Returns a value between 0 and 1 for entrant `i`.
    fn share(&self, i: usize) -> f64 {
        let value = self.value(i).abs();
        value / (1.0 + value)
    }

    fn name(i: usize) -> String {
        let name = NAMES[i % NAMES.len()];
        if i < NAMES.len() { name.to_owned() } else { format!("{name} {i}") }
    }

    fn names(count: usize) -> Vec<String> {
        (0..count).map(Sample::name).collect()
    }

    fn colour(i: usize) -> RGBColor {
        RGBColor((i * 40 % 200) as u8, 120, (i * 70 % 250) as u8)
    }

    /// Creates a chart of win rates, or of other values, with these plots.
    fn rows(&self, of_rates: bool, groups: usize, plot: impl Fn(usize) -> Plot) -> Rows {
        let row = |i: usize| {
            let number = format!("{:.1} % ± 0.4", 100.0 * self.share(i));
            let row = ChartRow::of(Sample::name(i), Sample::colour(i), plot(i), number);
            row.faint(i.is_multiple_of(3))
        };
        let group = |group: usize| Group {
            name: if groups == 1 { String::new() } else { Sample::name(group + 2) },
            rows: (0..self.entrants).map(row).collect(),
        };
        let form = match of_rates {
            true => Rows::win_rates(Some(0.25), vec![]),
            false => Rows::column("points", AxisUnit::Signed, Some(Reference::zero()), vec![]),
        };
        Rows { groups: (0..groups).map(group).collect(), ..form }
    }

    fn mark(&self, i: usize, of_rates: bool) -> Option<Mark> {
        let value = if of_rates { self.share(i) } else { self.value(i) };
        let half = self.share(i) * 0.2;
        let interval = i.is_multiple_of(2).then_some([value - half, value + half]);
        (i != 3).then_some(Mark { value, interval })
    }

    fn marks(&self, marks: usize, of_rates: bool, groups: usize) -> Rows {
        let plot = |i: usize| Plot::Marks((0..marks).map(|m| self.mark(i + m, of_rates)).collect());
        let form = self.rows(of_rates, groups, plot);
        if marks == 1 { form } else { form.side_by_side(Sample::names(marks)) }
    }

    fn before_after(&self) -> Rows {
        let plot = |i: usize| Plot::Change([0, 1].map(|m| self.mark(i + m, true)));
        self.rows(true, 2, plot).before_after(&Sample::name(2), &Sample::name(3))
    }

    fn each(&self, points: usize, point: impl Fn(usize, usize) -> Option<Mark>) -> Vec<ChartLine> {
        let line = |i: usize| ChartLine {
            label: Sample::name(i),
            colour: Sample::colour(i),
            points: (0..points).map(|at| point(i, at)).collect(),
        };
        (0..self.entrants).map(line).collect()
    }

    fn survival(&self, rounds: usize) -> Lines {
        let point = |i, round| Some(Mark::at(self.share(i).powf(round as f64 / 7.0)));
        let lines = self.each(rounds + 1, point);
        let form = Lines::counted("after round (0: the start)", lines);
        Lines { up: "not eliminated, % of games".into(), ..form }
    }

    fn matrix(&self) -> matrix::Matrix {
        let names = Sample::names(self.entrants);
        let cell = |i: usize, j: usize| matrix::MatrixCell {
            shade: self.value(i + j),
            text: format!("{:.1}", 100.0 * self.share(i * j)),
            framed: i == 1,
        };
        let row = |i| (0..self.entrants).map(|j| (i != j).then(|| cell(i, j))).collect();
        matrix::Matrix {
            down: matrix::Heads::of("rules.rounds", &names),
            across: matrix::Heads::of("fighters.agaric.size", &names),
            cells: (0..self.entrants).map(row).collect(),
        }
    }

    fn lines(&self, values: usize, numbers: bool) -> Lines {
        let point = |i: usize| {
            let value = self.value(i);
            let interval = i.is_multiple_of(2).then_some([value - 0.1, value + 0.1]);
            (i % 7 != 3).then_some(Mark { value, interval })
        };
        let squares = (0..values).map(|i| i * i);
        Lines {
            across: "fighters.agaric.cards.12.of.a.very.long.path.that.goes.on.and.on.defense"
                .into(),
            values: match numbers {
                true => squares.clone().map(|square| square.to_string()).collect(),
                false => Sample::names(values),
            },
            positions: numbers.then(|| squares.map(|square| square as f64).collect()),
            up: "points from the fair share".into(),
            unit: AxisUnit::Number,
            from_zero: numbers,
            decimals: 1,
            lines: self.each(values, |i, at| point(i + at)),
            level: Some(ReferenceLevel { name: "fair share".into(), values: vec![0.25; values] }),
            in_force: (values > 0).then_some(values / 2),
        }
    }

    /// Creates a chart of every form, some of them in several layouts.
    pub(super) fn forms(&self) -> Vec<(&'static str, Box<dyn ChartForm>)> {
        vec![
            ("rates", Box::new(self.marks(1, true, 1))),
            ("bots", Box::new(self.marks(4, true, 1))),
            ("differences", Box::new(self.marks(2, false, 2))),
            ("before_after", Box::new(self.before_after())),
            ("survival", Box::new(self.survival(8))),
            ("long_survival", Box::new(self.survival(1_000))),
            ("matrix", Box::new(self.matrix())),
            ("lines", Box::new(self.lines(9, true))),
            ("named_lines", Box::new(self.lines(7, false))),
        ]
    }
}
