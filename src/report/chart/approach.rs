//! How near a few steps come to what is near enough: for each a value with its interval over a band, as what so many edits leave to be desired.

use plotters::prelude::Color;

use super::canvas::{Align, COLD, Canvas, INK, MUTED};
use super::legend::{Key, legend, ring};
use super::scale::{Scale, Unit, along};
use super::text::{fit, text_width, wrap};
use super::{Form, Room, Size};

const SIZE: f64 = 13.0;

/// The form.
#[derive(Debug, Clone)]
pub struct Approach {
    /// What is measured, with its unit. The axis begins at zero, which is the best.
    pub up: String,
    /// What is near enough, and what it is called.
    pub enough: (f64, String),
    /// What steps are called that are good, and others.
    pub kinds: [String; 2],
    /// In order, evenly spaced.
    pub steps: Vec<Step>,
}

/// One step.
#[derive(Debug, Clone)]
pub struct Step {
    pub label: String,
    pub value: f64,
    pub interval: [f64; 2],
    /// What is written above it.
    pub said: String,
    /// It is surely near enough: a disc, else a ring.
    pub good: bool,
    /// What is said of it is bold.
    pub chosen: bool,
}

impl Form for Approach {
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size {
        let (enough, name) = &self.enough;
        let [good, other] = &self.kinds;
        let band = COLD.mix(0.18);
        let keys = [
            (Key::Mark(0, INK), good.as_str()),
            (Key::Ring, other.as_str()),
            (Key::Swatch(COLD, 0.18), name.as_str()),
        ];
        let mut top = legend(canvas, &keys, room);
        for line in wrap(&self.up, SIZE, room.width - 2.0 * room.margin(), 3) {
            canvas.text(&line, (room.margin(), top + 10.0), SIZE, MUTED, Align::Left);
            top += 18.0;
        }
        // Above the highest bar there is room for its value.
        top += 26.0;
        let bottom = top + 260.0;
        let values = self.steps.iter();
        let values = values.flat_map(|step| step.interval.into_iter().chain([step.value]));
        let scale = Scale::over(
            values.chain([0.0, *enough]),
            Unit::Number,
            (bottom, top),
            6.0,
        );
        let left = room.margin() + scale.labels_width(Unit::Number) + 10.0;
        let right = room.width - room.margin();
        let height = scale.within(0.0) - scale.within(*enough);
        canvas.rect(left, scale.within(*enough), right - left, height, band);
        scale.up(canvas, (left, right), Unit::Number);
        let gap = (right - left) / self.steps.len().max(1) as f64;
        let at = |i: usize| left + gap * (i as f64 + 0.5);
        let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
        let path: Vec<(f64, f64)> = (self.steps.iter().enumerate())
            .map(|(i, step)| (at(i), scale.within(finite(step.value))))
            .collect();
        if path.len() > 1 {
            canvas.path(&path, MUTED, 1.2);
        }
        for (step, &(x, y)) in self.steps.iter().zip(&path) {
            let [low, high] = step.interval.map(|end| scale.within(finite(end)));
            canvas.line((x, low), (x, high), INK, 1.4);
            for end in [low, high] {
                canvas.rect(x - 5.0, end - 0.7, 10.0, 1.4, INK.to_rgba());
            }
            match step.good {
                true => canvas.disc((x, y), 6.5, INK),
                false => ring(canvas, (x, y), 6.5, INK),
            }
            // Where there is no room for a value the axis tells it.
            let above = (x, high - 10.0);
            if text_width(&step.said, SIZE) * 1.15 > gap - 4.0 {
                continue;
            }
            match step.chosen {
                true => canvas.bold(&step.said, above, SIZE, Align::Centre),
                false => canvas.text(&step.said, above, SIZE, INK, Align::Centre),
            }
        }
        let labels = self.steps.iter().zip(&path);
        let labels = labels.map(|(step, &(x, _))| (x, fit(&step.label, SIZE, gap - 6.0)));
        along(canvas, &labels.collect::<Vec<_>>(), bottom + 17.0);
        canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
        Size::new(room.width, bottom + 32.0)
    }
}
