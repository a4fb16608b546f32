//! Sample data for charts of every form, with unusual names and values.

use plotters::prelude::RGBColor;

use crate::report::chart::legend::Key;
use crate::report::chart::plot::{Amounts, Bar, Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows, RowsColumn};
use crate::report::chart::scale::AxisUnit;
use crate::report::chart::{ChartForm, lines, matrix};

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
    pub(super) counts: Vec<u64>,
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

    fn count(&self, i: usize) -> u64 {
        self.counts[i % self.counts.len()]
    }

    fn name(i: usize) -> String {
        match NAMES.get(i) {
            Some(name) => (*name).to_owned(),
            None => format!("{} {i}", NAMES[i % NAMES.len()]),
        }
    }

    fn colour(i: usize) -> RGBColor {
        RGBColor((i * 40 % 200) as u8, 120, (i * 70 % 250) as u8)
    }

    /// Creates a chart of rows whose cells have these plots, by row and column.
    fn rows(&self, columns: usize, groups: usize, plot: impl Fn(usize, usize) -> Plot) -> Rows {
        let column = |column: usize| RowsColumn {
            axis: "win rate, % of games".into(),
            unit: [AxisUnit::Percent, AxisUnit::Number, AxisUnit::Signed][column % 3],
            reference: (column != 1).then(|| match column {
                0 => Reference::fair(0.25),
                _ => Reference::zero(),
            }),
            headings: vec![],
        };
        let cell = |i: usize, column: usize| {
            let number = format!("{:.1} % ± 0.4", 100.0 * self.share(i));
            Cell::of(plot(i, column), number).faint(i.is_multiple_of(3))
        };
        let row = |i: usize| ChartRow {
            label: Sample::name(i),
            about: String::new(),
            colour: Sample::colour(i),
            cells: (0..columns).map(|column| cell(i, column)).collect(),
        };
        let group = |group: usize| Group {
            name: match groups {
                1 => String::new(),
                _ => Sample::name(group + 2),
            },
            rows: (0..self.entrants).map(row).collect(),
        };
        Rows {
            columns: (0..columns).map(column).collect(),
            keys: vec![],
            groups: (0..groups).map(group).collect(),
        }
    }

    fn mark(&self, i: usize, column: usize, m: usize) -> Option<Mark> {
        let value = match column {
            0 => self.share(i + m),
            _ => self.value(i + m + column),
        };
        let half = self.share(i + m) * 0.2;
        let interval = (m > 0 || i.is_multiple_of(2)).then_some([value - half, value + half]);
        (i + m != 3).then_some(Mark { value, interval })
    }

    pub(super) fn marks(&self, marks: usize, columns: usize, groups: usize) -> Rows {
        let plot = |i: usize, column: usize| {
            Plot::Marks((0..marks).map(|m| self.mark(i, column, m)).collect())
        };
        let form = self.rows(columns, groups, plot);
        match marks {
            1 => form,
            _ => form.side_by_side((0..marks).map(Sample::name)),
        }
    }

    fn before_after(&self) -> Rows {
        let plot = |i: usize, _| Plot::Change([0, 1].map(|m| self.mark(i, 0, m)));
        let form = self.rows(1, 2, plot);
        form.before_after(&Sample::name(2), &Sample::name(3))
    }

    fn distribution(&self) -> Rows {
        let games = |i: usize, k: usize| ((k * (i + 1)) as u32, self.count(i + k));
        let plot = |i: usize, _| {
            Plot::Amounts(Amounts {
                games: (0..self.counts.len()).map(|k| games(i, k)).collect(),
                mean: self.value(i).abs(),
                percentiles: [0.0, 1.0, 2.0, 3.0, self.value(i).abs()],
            })
        };
        let mut form = self.rows(1, 1, plot);
        form.columns[0] = RowsColumn {
            axis: "popularity points in a game (PP)".into(),
            unit: AxisUnit::Number,
            headings: vec!["mean PP".into()],
            reference: None,
        };
        form
    }

    fn survival(&self, rounds: usize) -> lines::Lines {
        let share = |i: usize, round: usize| self.share(i).powf(round as f64 / 7.0);
        let line = |i: usize| lines::ChartLine {
            label: Sample::name(i),
            colour: Sample::colour(i),
            points: (0..=rounds).map(|round| Some(Mark::at(share(i, round)))).collect(),
        };
        let lines = (0..self.entrants).map(line).collect();
        let mut form = lines::Lines::steps("after round (0: the start)", lines);
        form.up = "not eliminated, % of games".into();
        form
    }

    fn matrix(&self, maps: usize) -> matrix::Matrices {
        let head = |i: usize| matrix::Head {
            name: Sample::name(i),
            colour: i.is_multiple_of(2).then(|| Sample::colour(i)),
            said: if maps == 1 { format!("{i}.0") } else { String::new() },
        };
        let heads = |count: usize| matrix::Heads {
            title: "who eliminates".into(),
            heads: (0..count).map(head).collect(),
        };
        let cell = |i: usize, j: usize| {
            (i != j).then(|| matrix::MatrixCell {
                shade: self.value(i + j),
                text: format!("{:.1}", 100.0 * self.share(i * j)),
                framed: i == 1,
                faint: j == 1,
            })
        };
        let map = |m: usize| matrix::MatrixChart {
            name: if maps > 1 { Sample::name(m) } else { String::new() },
            colour: None,
            down: heads(self.entrants + 1),
            across: heads(self.entrants),
            cells: (0..=self.entrants)
                .map(|i| (0..self.entrants).map(|j| cell(i, j)).collect())
                .collect(),
            apart: 1,
            named: vec![],
        };
        matrix::Matrices {
            maps: (0..maps).map(map).collect(),
            key: Some(("0".into(), "61.0 per 100 games".into())),
        }
    }

    fn lines(&self, values: usize, numbers: bool) -> lines::Lines {
        let point = |i: usize| {
            let value = self.value(i);
            (i % 7 != 3).then_some(Mark {
                value,
                interval: i.is_multiple_of(2).then_some([value - 0.1, value + 0.1]),
            })
        };
        lines::Lines {
            across: "fighters.agaric.cards.12.of.a.very.long.path.that.goes.on.and.on.defense"
                .into(),
            values: (0..values)
                .map(|i| if numbers { (i * i).to_string() } else { Sample::name(i) })
                .collect(),
            positions: numbers.then(|| (0..values).map(|i| (i * i) as f64).collect()),
            up: "points from the fair share".into(),
            unit: AxisUnit::Number,
            from_zero: numbers,
            decimals: 1,
            lines: (0..self.entrants)
                .map(|i| lines::ChartLine {
                    label: Sample::name(i),
                    colour: Sample::colour(i),
                    points: (0..values).map(|v| point(i + v)).collect(),
                })
                .collect(),
            level: Some(lines::ReferenceLevel {
                name: "fair share".into(),
                values: vec![0.25; values],
            }),
            in_force: (values > 0).then_some(values / 2),
            steps: false,
        }
    }

    pub(super) fn bar(&self, value: f64, i: usize, said: String) -> Bar {
        let interval = (!i.is_multiple_of(4)).then(|| [-0.2, 0.3].map(|by| value + by));
        Bar { mark: Mark { value, interval }, said, faint: i.is_multiple_of(5) }
    }

    /// Creates panels: rows of bars without an axis, each with a description and several numbers.
    fn panels(&self) -> Rows {
        let row = |i: usize| {
            let bar = self.bar(self.value(i).abs(), 4, String::new());
            let numbers =
                [format!("{:.1}", self.share(i)), self.count(i).to_string(), "–".to_owned()];
            let mut row = ChartRow::of(
                Sample::name(i),
                Sample::colour(i),
                Cell::of(Plot::Bars(vec![bar]), String::new()),
            );
            row.cells[0].numbers = numbers.into();
            if i.is_multiple_of(2) {
                row.about = Sample::name(i);
            }
            row
        };
        let headings = ["per 100 games", "mean round", "wounds dealt"];
        Rows {
            columns: vec![RowsColumn {
                reference: Some(Reference::zero()),
                headings: headings.map(str::to_owned).into(),
                ..RowsColumn::default()
            }],
            keys: vec![],
            groups: (0..self.entrants)
                .map(|i| Group {
                    name: Sample::name(i),
                    rows: (0..i % 9).map(|k| row(i + k)).collect(),
                })
                .collect(),
        }
    }

    fn tornado(&self) -> Rows {
        let bar = |i: usize| {
            let sign = if i.is_multiple_of(3) { -1.0 } else { 1.0 };
            self.bar(self.value(i) * sign, i, Sample::name(i + 1))
        };
        let plot = |i: usize, _| Plot::Bars((0..i % 3).map(|k| bar(i + k)).collect());
        let mut form = self.rows(1, 1, plot);
        form.columns[0].unit = AxisUnit::Points;
        form.columns[0].reference = Some(Reference::zero());
        let keys = [(false, "measured"), (true, "screened")];
        form.keys = keys.map(|(faint, name)| (Key::bar(faint), name.to_owned())).into();
        form
    }

    /// Creates a chart of every form, some of them in several layouts.
    pub(super) fn forms(&self) -> Vec<(&'static str, Box<dyn ChartForm>)> {
        vec![
            ("rates", Box::new(self.marks(1, 1, 1))),
            ("bots", Box::new(self.marks(4, 1, 1))),
            ("differences", Box::new(self.marks(1, 3, 2))),
            ("before_after", Box::new(self.before_after())),
            ("distribution", Box::new(self.distribution())),
            ("survival", Box::new(self.survival(8))),
            ("long_survival", Box::new(self.survival(1_000))),
            ("matrix", Box::new(self.matrix(1))),
            ("matrices", Box::new(self.matrix(3))),
            ("lines", Box::new(self.lines(9, true))),
            ("named_lines", Box::new(self.lines(7, false))),
            ("panels", Box::new(self.panels())),
            ("tornado", Box::new(self.tornado())),
        ]
    }
}
