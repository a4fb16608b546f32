//! Tests of every form (kind of chart), with one entrant and with many, and with unusual names and
//! values. No text overlaps another or leaves the chart, nothing is lost, and nothing panics.

mod sample;

use plotters::prelude::RGBColor;
use plotters::style::FontStyle;
use proptest::prelude::*;

use self::sample::Sample;
use super::text::text_width;
use super::*;
use crate::report::chart::canvas::Shape;
use crate::report::chart::plot::Mark;
use crate::report::chart::rows::{ChartRow, Rows};
use crate::report::chart::scale::AxisUnit;

impl ChartForm for Box<dyn ChartForm> {
    fn draw(&self, canvas: &mut Canvas, top: f64) -> (f64, f64) {
        (**self).draw(canvas, top)
    }
}

/// Returns each text of a chart with its bounding box `[left, top, right, bottom]`. The boxes use
/// estimated text widths; bold letters are wider.
fn texts(canvas: &Canvas) -> Vec<(String, [f64; 4])> {
    let boxed = |shape: &Shape| {
        let Shape::Text(text, (x, y), size, _, align, weight) = shape else {
            return None;
        };
        let bold = if matches!(weight, FontStyle::Bold) { 1.15 } else { 1.0 };
        let width = text_width(text, *size) * bold;
        let left = match align {
            Align::Left => *x,
            Align::Center => x - width / 2.0,
            Align::Right => x - width,
        };
        let half = size * 0.45;
        Some((text.clone(), [left, y - half, left + width, y + half]))
    };
    canvas.shapes.iter().filter_map(boxed).collect()
}

/// Returns the points of all lines of a chart that have this colour.
fn paths(canvas: &Canvas, colour: RGBColor) -> Vec<Vec<(f64, f64)>> {
    let path = |shape: &Shape| match shape {
        Shape::Path(points, of, _) if *of == colour => Some(points.clone()),
        _ => None,
    };
    canvas.shapes.iter().filter_map(path).collect()
}

/// Describes each text of a drawing that overlaps another text or leaves the chart.
fn faults(drawing: &Drawing) -> Vec<String> {
    let texts = texts(&drawing.canvas);
    let (width, height) = drawing.size;
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
        let chart = Chart::new(name, "What it is about", "How to read it.", form);
        let drawing = chart.drawing();
        let faults = faults(&drawing);
        let (some, all) = (&faults[..faults.len().min(5)], faults.len());
        assert!(
            faults.is_empty(),
            "{name} of {} on {}: {all} faults, such as {some:#?}",
            sample.entrants,
            drawing.size.0
        );

        let svg = chart.figure().unwrap();
        assert!(!svg.contains("<script"), "{name} is not escaped");
    }
}

fn usual(entrants: usize) -> Sample {
    Sample { entrants, values: vec![0.3, 0.9, 1.7, 0.4, 2.9, 0.33, 0.05] }
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
        check(&Sample { entrants: 5, values });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_values_are_drawn(
        entrants in 0usize..12,
        values in prop::collection::vec(prop_oneof![-1e6..1e6f64, -1.0..1.0f64, Just(0.0)], 1..9),
    ) {
        check(&Sample { entrants, values });
    }
}

#[test]
fn the_text_of_a_framed_cell_does_not_touch_the_frame() {
    let heads: Vec<String> = (1..=14).map(|i| format!("value {i}")).collect();
    let said = "14 (−1) −17.0";
    let framed = matrix::MatrixCell { framed: true, ..matrix::MatrixCell::of(0.5, said.into()) };
    let form = matrix::Matrix {
        down: matrix::Heads::of("down", &heads[..1]),
        across: matrix::Heads::of("across", &heads),
        cells: vec![vec![Some(framed); 14]],
    };
    let canvas = Chart::new("sheet", "Sheet", "", form).drawing().canvas;
    let frames = paths(&canvas, canvas::INK);
    let texts = texts(&canvas);
    let texts = texts.iter().filter(|(text, _)| text == said);
    let boxes: Vec<[f64; 4]> = texts.map(|(_, at)| *at).collect();
    assert_eq!(boxes.len(), 14);
    for [left, _, right, _] in boxes {
        let around = |of: &&Vec<(f64, f64)>| of.len() == 5 && of[0].0 < left && right < of[2].0;
        let frame = frames.iter().find(around).expect("a frame around the text");
        assert!(left - frame[0].0 > 4.0 && frame[2].0 - right > 4.0, "{frame:?}");
    }
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
            let chart = Chart::new(name.clone(), "What it is about", "How to read it.", form);
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
            let mark = Mark::at(i as f64);
            ChartRow::of(format!("fighter {i:02}"), canvas::COLD, mark.into(), String::new())
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
