//! Tests of every form (kind of chart), with one entrant and with many, and with unusual names and
//! values. No text overlaps another or leaves the chart, nothing is lost, and nothing panics.

mod sample;

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
        let Shape::Text(text, (x, y), size, _, align, weight) = shape else { return None };
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

/// Describes each text of a drawing that overlaps another text or leaves the chart.
fn faults(drawing: &Drawing) -> Vec<String> {
    let texts = texts(&drawing.canvas);
    let (width, height) = drawing.size;
    let mut faults = vec![];
    for (i, (a, p)) in texts.iter().enumerate() {
        if p[0] < -1.0 || p[1] < -1.0 || p[2] > width + 1.0 || p[3] > height + 1.0 {
            faults.push(format!("{a:?} is off the chart of {width} × {height}: {p:?}"));
        }
        for (b, q) in &texts[i + 1..] {
            let is_apart = |at: usize| p[at + 2] <= q[at] + 0.5 || q[at + 2] <= p[at] + 0.5;
            if !is_apart(0) && !is_apart(1) {
                faults.push(format!("{a:?} over {b:?}: {p:?}, {q:?}"));
            }
        }
    }
    faults
}

fn check(sample: &Sample) {
    for (name, form) in sample.forms() {
        let chart = Chart::new(name, "What it is about", "How to read it.", form);
        let faults = faults(&chart.drawing());
        let some = &faults[..faults.len().min(5)];
        assert!(faults.is_empty(), "{name}: {} faults in {sample:?}: {some:#?}", faults.len());
        assert!(!chart.figure().unwrap().contains("<script"), "{name} is not escaped");
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
    // Values without spread, and unusual values.
    let (huge, none) = ([1e15, -1e15], [f64::NAN, 0.1]);
    for values in [&[0.0][..], &[0.25], &[-3.0], &[1e9, 1e-9], &huge, &none, &[f64::INFINITY]] {
        check(&Sample { entrants: 5, values: values.to_vec() });
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
    let frames = canvas.shapes.iter().filter_map(|shape| match shape {
        Shape::Path(points, colour, _) if *colour == canvas::INK && points.len() == 5 => {
            Some((points[0].0, points[2].0))
        }
        _ => None,
    });
    let frames: Vec<(f64, f64)> = frames.collect();
    let texts = texts(&canvas).into_iter().filter(|(text, _)| text == said);
    let boxes: Vec<[f64; 4]> = texts.map(|(_, at)| at).collect();
    assert_eq!(boxes.len(), 14);
    for [left, _, right, _] in boxes {
        let frame = frames.iter().find(|frame| frame.0 < left && right < frame.1);
        let (from, to) = frame.expect("a frame around the text");
        assert!(left - from > 4.0 && to - right > 4.0, "{frame:?}");
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
            let chart = Chart::new(name, "What it is about", "How to read it.", form);
            chart.write_png(&folder).unwrap();
        }
    }
}

#[test]
fn a_reference_level_is_drawn_for_a_single_value_too() {
    let form = lines::Lines {
        values: vec!["7".to_owned()],
        positions: Some(vec![7.0]),
        lines: vec![line("bot", vec![Some(Mark::at(0.5))])],
        level: Some(lines::ReferenceLevel { name: "fair share".to_owned(), values: vec![0.25] }),
        ..lines::Lines::default()
    };
    let svg = Chart::new("a", "b", "c", form).svg().unwrap();
    // Each dash of the line is a polyline; without the line there are about a dozen.
    let parts = svg.matches("<polyline").count();
    assert!(parts > 40, "{parts}");
}

fn line(label: &str, points: Vec<Option<Mark>>) -> lines::ChartLine {
    lines::ChartLine { label: label.to_owned(), colour: canvas::INK, points }
}

#[test]
fn of_many_rows_a_page_shows_the_first_and_the_last_and_folds_the_rest() {
    let chart = |rows: usize| {
        let name = |i: usize| format!("fighter {i:02}");
        let mark = |i: usize| Mark::at(i as f64).into();
        let row = |i: usize| ChartRow::of(name(i), canvas::COLD, mark(i), String::new());
        let form = Rows::column("axis", AxisUnit::Number, None, (0..rows).map(row).collect());
        Chart::new("rates", "Title", "Subtitle.", form)
    };
    assert!(chart(24).on_demand().unwrap().is_none());
    let many = chart(50);
    let named = |svg: &str| -> Vec<usize> {
        (0..50).filter(|i| svg.contains(&format!("fighter {i:02}"))).collect()
    };
    let shown = many.figure().unwrap();
    assert_eq!(named(&shown), (0..10).chain(40..50).collect::<Vec<_>>());
    let said = many.said();
    let end = "The chart shows the first 10 and the last 10 of all 50 rows.";
    assert!(said.ends_with(end), "{said}");
    let (what, whole) = many.on_demand().unwrap().unwrap();
    assert_eq!((what, named(&whole).len()), ("all 50 rows", 50));
    assert_eq!(named(&many.svg().unwrap()).len(), 50, "its file has all");
    // Two charts in one page have no SVG identifier in common.
    let mut ids = shown.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    assert!(ids.all(|id| !whole.contains(&format!(" id=\"{id}\""))));
}
