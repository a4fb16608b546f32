//! Tests of every form (kind of chart), with one entrant and with many, and with unusual names and
//! values. No text overlaps another or leaves the chart, nothing is lost, and nothing panics.

mod sample;

use plotters::prelude::RGBColor;
use proptest::prelude::*;

use self::sample::Sample;
use super::*;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows, RowsColumn};
use crate::report::chart::scale::AxisUnit;

/// Describes each text of a drawing that overlaps another text or leaves the chart.
fn faults(drawing: &Drawing) -> Vec<String> {
    let texts: Vec<_> =
        drawing.canvas.texts().into_iter().filter(|(text, _)| !text.is_empty()).collect();
    let Size { width, height } = drawing.size;
    let outside =
        |b: &[f64; 4]| b[0] < -1.0 || b[1] < -1.0 || b[2] > width + 1.0 || b[3] > height + 1.0;
    let mut faults: Vec<String> = texts
        .iter()
        .filter(|(_, text)| outside(text))
        .map(|(text, at)| format!("{text:?} is off the chart of {width} × {height}: {at:?}"))
        .collect();
    for (i, (a, p)) in texts.iter().enumerate() {
        for (b, q) in &texts[i + 1..] {
            let apart = p[2] <= q[0] + 0.5
                || q[2] <= p[0] + 0.5
                || p[3] <= q[1] + 0.5
                || q[3] <= p[1] + 0.5;
            if !apart {
                faults.push(format!("{a:?} over {b:?}: {p:?}, {q:?}"));
            }
        }
    }
    faults
}

fn check(sample: &Sample) {
    for (name, form) in sample.forms() {
        let chart = Chart::new(name, "A title that says what it found", "How to read it.", form);
        let drawing = chart.drawing();
        let faults = faults(&drawing);
        let (some, all) = (&faults[..faults.len().min(5)], faults.len());
        assert!(
            faults.is_empty(),
            "{name} of {} on {}: {all} faults, such as {some:#?}",
            sample.entrants,
            drawing.size.width
        );

        let svg = chart.figure().unwrap();
        assert!(!svg.contains("<script"), "{name} is not escaped");
    }
}

fn usual(entrants: usize) -> Sample {
    Sample {
        entrants,
        values: vec![0.3, 0.9, 1.7, 0.4, 2.9, 0.33, 0.05],
        counts: vec![3, 19, 40, 55, 31, 9, 2],
    }
}

#[test]
fn no_text_lies_over_another_or_off_the_chart() {
    for entrants in [0, 1, 2, 3, 6, 8, 17, 33, 64] {
        check(&usual(entrants));
    }
}

#[test]
fn values_without_spread_without_games_and_without_measure_are_drawn() {
    for values in [
        vec![0.0],
        vec![0.25],
        vec![-3.0],
        vec![1e9, 1e-9],
        vec![1e15, -1e15],
        vec![f64::NAN, 0.1],
        vec![f64::INFINITY],
    ] {
        for counts in [vec![0], vec![1], vec![0, 1_000_000_000_000]] {
            let sample = Sample { entrants: 5, values: values.clone(), counts };
            check(&sample);
        }
    }
}

#[test]
fn bars_are_as_long_as_their_values_and_every_number_is_written() {
    let colour = RGBColor(1, 2, 3);
    let values = [8.0, 4.0, 2.0, 0.5];
    let row = |&value: &f64| {
        let bar = usual(1).bar(value, 4, String::new());
        let cell = Cell::of(Plot::Bars(vec![bar]), format!("{value:.1}"));
        ChartRow::of(format!("card {value}"), colour, cell)
    };
    let rows = values.iter().map(row).collect();
    let form = Rows::column("", AxisUnit::Number, Some(Reference::zero()), rows);
    let chart = Chart::new("cards", "Cards", "", form);
    let drawing = chart.drawing();
    let widths: Vec<f64> = drawing.canvas.rects(colour).iter().map(|rect| rect[2]).collect();
    assert_eq!(widths.len(), values.len());
    for (width, value) in widths.iter().zip(values) {
        assert!((width / widths[0] - value / values[0]).abs() < 1e-9);
    }
    let texts: Vec<String> = drawing.canvas.texts().into_iter().map(|text| text.0).collect();
    for value in values {
        assert!(texts.contains(&format!("{value:.1}")), "{value} in {texts:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_values_are_drawn(
        entrants in 0usize..12,
        values in prop::collection::vec(prop_oneof![-1e6..1e6f64, -1.0..1.0f64, Just(0.0)], 1..9),
        counts in prop::collection::vec(prop_oneof![0u64..100, Just(0), Just(1 << 40)], 1..9),
    ) {
        check(&Sample { entrants, values, counts });
    }
}

/// Checks that the columns of a chart stand one below the other, and that no title or value is cut.
#[test]
fn columns_stand_one_below_the_other() {
    let mut form = usual(8).marks(1, 11, 1);
    for (row, i) in form.groups[0].rows.iter_mut().zip(0..) {
        row.label = format!("Hero {i}");
    }
    let chart = Chart::new("differences", "Differences", "", form);
    let drawing = chart.drawing();
    assert!(faults(&drawing).is_empty());
    let texts = drawing.canvas.texts();
    let cut: Vec<&String> =
        texts.iter().map(|(text, _)| text).filter(|of| of.ends_with('…')).collect();
    assert!(cut.is_empty(), "{cut:?}");
    let titles = texts.iter().filter(|(text, _)| text == "win rate, % of games");
    let heights: Vec<f64> = titles.map(|(_, place)| place[1]).collect();
    assert_eq!(heights.len(), 11);
    assert!(heights.is_sorted(), "{heights:?}");
}

/// Checks that names, bars and numbers of a panel do not overlap, with any number of numbers.
#[test]
fn bars_cover_no_label_and_no_heading_is_cut() {
    let colour = RGBColor(1, 2, 3);
    let row = |name: &str, i: usize| {
        let bar = usual(1).bar(90.0 - i as f64, 4, String::new());
        let mut cell = Cell::of(Plot::Bars(vec![bar]), String::new());
        cell.numbers = vec!["12.34".to_string(); 6];
        ChartRow::of(format!("{name} {i}"), colour, cell)
    };
    let headings = [
        "per 100 games",
        "used in round",
        "life gained",
        "hours gained",
        "stress removed",
        "hostages freed",
    ];
    for name in ["bola", "equipment paralysing bola"] {
        let group = |i: usize| Group {
            name: format!("Hero {i}"),
            rows: (0..3).map(|i| row(name, i)).collect(),
        };
        let form = Rows {
            columns: vec![RowsColumn {
                headings: headings.map(str::to_owned).into(),
                reference: Some(Reference::zero()),
                ..RowsColumn::default()
            }],
            keys: vec![],
            groups: (0..3).map(group).collect(),
        };
        let drawing = Chart::new("cards", "Cards", "", form).drawing();
        assert!(faults(&drawing).is_empty(), "{:?}", faults(&drawing));
        let texts = drawing.canvas.texts();
        // Names may be cut.
        let first = name.split(' ').next().unwrap();
        let texts = texts.iter().filter(|(text, _)| !text.starts_with(first));
        let cut: Vec<&String> =
            texts.clone().map(|(text, _)| text).filter(|of| of.ends_with('…')).collect();
        assert!(cut.is_empty(), "{cut:?}");
        for [left, top, width, height] in drawing.canvas.rects(colour) {
            assert!(left >= 0.0 && width > 50.0, "{left} {width}");
            let over = |at: &[f64; 4]| {
                at[0] < left + width && left < at[2] && at[1] < top + height && top < at[3]
            };
            let all = drawing.canvas.texts();
            assert!(!all.iter().any(|(_, at)| over(at)), "{name}");
        }
    }
}

/// Checks that a wide matrix has a number above every fifth column, and nothing above the others.
#[test]
fn the_columns_of_a_wide_matrix_have_numbers_that_are_not_cut() {
    let heads: Vec<String> = (1..=50).map(|i| format!("Fighter {i}")).collect();
    let cell = |i: usize| ([i, 49 - i], matrix::MatrixCell::of(0.5, "1".into()));
    let mut form = matrix::Matrices::square(&heads, (0..50).map(cell));
    form.maps[0].named = vec![3, 24];
    let short = Chart::new("who", "Who", "Whom.", form.clone()).of_many("fighters");
    let drawing = Chart::new("who", "Who", "", form).drawing();
    assert!(faults(&drawing).is_empty(), "{:?}", faults(&drawing));
    let texts = drawing.canvas.texts();
    let numbers: Vec<usize> = texts.iter().filter_map(|(text, _)| text.parse().ok()).collect();
    assert_eq!(numbers, [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]);
    assert!(!texts.iter().any(|(text, _)| text == "…"));
    // The short version also has the fighters that the title names.
    let shown = short.figure().unwrap();
    assert!(shown.contains("Fighter 25") && !shown.contains("Fighter 24"));
    assert!(
        short.said().ends_with("the last 10 of all 50 fighters, and those in the title."),
        "{}",
        short.said()
    );
}

#[test]
fn the_text_of_a_framed_cell_does_not_touch_the_frame() {
    let heads: Vec<String> = (1..=14).map(|i| format!("value {i}")).collect();
    let said = "14 (−1) −17.0";
    let framed = matrix::MatrixCell { framed: true, ..matrix::MatrixCell::of(0.5, said.into()) };
    let cells = (0..14).map(|i| ([i, i], framed.clone()));
    let form = matrix::Matrices::square(&heads, cells);
    let canvas = Chart::new("sheet", "Sheet", "", form).drawing().canvas;
    let frames = canvas.paths(canvas::INK);
    let texts = canvas.texts();
    let texts = texts.iter().filter(|(text, _)| text == said);
    let boxes: Vec<[f64; 4]> = texts.map(|(_, at)| *at).collect();
    assert_eq!(boxes.len(), 14);
    for [left, _, right, _] in boxes {
        let around = |of: &&Vec<(f64, f64)>| of.len() == 5 && of[0].0 < left && right < of[2].0;
        let frame = frames.iter().find(around).expect("a frame around the text");
        assert!(left - frame[0].0 > 4.0 && frame[2].0 - right > 4.0, "{frame:?}");
    }
}

/// Checks that the line of the reference ends above the description of the last row. Also checks
/// that a long heading over a single column of numbers is not cut.
#[test]
fn the_last_description_stands_below_the_line_of_the_reference() {
    let row = |i: usize| {
        let bar = usual(1).bar(9.0 - i as f64, 4, String::new());
        let cell = Cell::of(Plot::Bars(vec![bar]), "1.0".into());
        ChartRow {
            about: "a description that is wider than the plot above it ".repeat(2),
            ..ChartRow::of(format!("card {i}"), canvas::COLD, cell)
        }
    };
    let heading = "mean times that the character’s power worked";
    let form = Rows {
        columns: vec![RowsColumn {
            headings: vec![heading.into()],
            reference: Some(Reference::zero()),
            ..RowsColumn::default()
        }],
        keys: vec![],
        groups: vec![Group { name: String::new(), rows: (0..2).map(row).collect() }],
    };
    let drawing = Chart::new("cards", "Cards", "", form).drawing();
    let texts = drawing.canvas.texts();
    let about = texts.iter().rfind(|(text, _)| text.starts_with("a desc"));
    let top = about.unwrap().1[1];
    let lines = drawing.canvas.paths(canvas::INK);
    assert!(!lines.is_empty());
    let above = |point: &(f64, f64)| point.1 <= top + 1.0;
    assert!(lines.iter().flatten().all(above), "{top}");
    let texts = texts.iter().map(|(text, _)| text.as_str());
    let is_heading = |text: &&str| !text.is_empty() && heading.contains(*text);
    let written: Vec<&str> = texts.filter(is_heading).collect();
    assert_eq!(written.join(" "), heading);
}

/// Writes every form as PNG and SVG into `target/forms`, for visual inspection.
#[test]
#[ignore = "writes pictures, to be looked at"]
fn gallery() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/forms");
    std::fs::create_dir_all(&folder).unwrap();
    for entrants in [2, 8, 64] {
        for (name, form) in usual(entrants).forms() {
            let name = format!("{name}_{entrants}");
            let chart = Chart::new(
                name.clone(),
                "A title that says what it found",
                "How to read it.",
                form,
            );
            chart.write_png(&folder).unwrap();
        }
    }
}

/// Checks which of thirty lines a chart draws. Later lines change more, so the chart draws the last
/// twelve lines, in their original order.
#[test]
fn of_too_many_lines_those_are_drawn_that_move_most() {
    let line = |i: usize| lines::ChartLine {
        label: i.to_string(),
        colour: canvas::INK,
        points: vec![None, Some(Mark::at(0.5)), Some(Mark::at(0.5 - i as f64 / 100.0))],
    };
    let drawn = |count: usize| -> Vec<String> {
        let all = (0..count).map(line).collect();
        lines::moving(all).into_iter().map(|line| line.label).collect()
    };
    let last: Vec<String> = (18..30).map(|i: usize| i.to_string()).collect();
    assert_eq!(drawn(30), last);
    assert_eq!(drawn(12).len(), 12);
    assert_eq!(lines::drawn(12), "");
    assert!(lines::drawn(30).contains("The chart shows the 12 of 30 lines that change most"));
}

#[test]
fn a_reference_level_is_drawn_for_a_single_value_too() {
    let form = lines::Lines {
        values: vec!["7".to_owned()],
        positions: Some(vec![7.0]),
        lines: vec![lines::ChartLine {
            label: "bot".to_owned(),
            colour: canvas::INK,
            points: vec![Some(Mark::at(0.5))],
        }],
        level: Some(lines::ReferenceLevel { name: "fair share".to_owned(), values: vec![0.25] }),
        ..lines::Lines::default()
    };
    let svg = Chart::new("a", "b", "c", form).svg().unwrap();
    // Each dash of the line is a polyline; without the line there are about a dozen.
    let parts = svg.matches("<polyline").count();
    assert!(parts > 40, "{parts}");
}

#[test]
fn of_many_rows_a_page_shows_the_first_and_the_last_and_folds_the_rest() {
    let chart = |rows: usize| {
        let row = |i: usize| {
            let cell = Cell::mark(Mark::at(i as f64), String::new());
            ChartRow::of(format!("fighter {i:02}"), canvas::COLD, cell)
        };
        let rows = (0..rows).map(row).collect();
        let form = Rows::column("axis", AxisUnit::Number, None, rows);
        Chart::new("rates", "Title", "Subtitle.", form).of_many("fighters")
    };
    let few = chart(24);
    assert!(few.on_demand().unwrap().is_none());
    let many = chart(50);
    let named = |svg: &str| -> Vec<usize> {
        (0..50).filter(|i| svg.contains(&format!("fighter {i:02}"))).collect()
    };
    let shown = many.figure().unwrap();
    assert_eq!(named(&shown), (0..10).chain(40..50).collect::<Vec<_>>());
    assert!(
        many.said().ends_with("The chart shows the first 10 and the last 10 of all 50 fighters."),
        "{}",
        many.said()
    );
    let (what, whole) = many.on_demand().unwrap().unwrap();
    assert_eq!((what, named(&whole).len()), ("all 50 fighters", 50));
    assert_eq!(named(&many.svg().unwrap()).len(), 50, "its file has all");
    // Two charts in one page have no SVG identifier in common.
    let ids = |svg: &str| -> Vec<String> {
        let ids = svg.split(" id=\"").skip(1);
        ids.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let whole = ids(&whole);
    assert!(ids(&shown).iter().all(|id| !whole.contains(id)));
}
