//! A chart of steps towards a goal: for each step a value with its confidence interval, drawn over
//! a band of values that are good enough. Example: the imbalance that remains after each number of
//! edits.

use plotters::prelude::Color;

use super::canvas::{Align, COLD, Canvas, INK, MUTED};
use super::legend::{Key, legend, ring};
use super::scale::{Scale, Unit, along};
use super::text::{fit, text_width, wrap};
use super::{Form, Room, Size};

const SIZE: f64 = 13.0;

/// The values of one chart of this kind.
#[derive(Debug, Clone)]
pub struct Approach {
    /// Title of the vertical axis: the measured quantity with its unit. The axis begins at zero,
    /// the best value.
    pub up: String,
    /// The largest value that is good enough, and the label of the band up to that value.
    pub enough: (f64, String),
    /// Legend entries: one for good steps, one for the other steps.
    pub kinds: [String; 2],
    /// The steps in order, drawn at equal distances.
    pub steps: Vec<Step>,
}

/// One step with its measured value.
#[derive(Debug, Clone)]
pub struct Step {
    pub label: String,
    pub value: f64,
    pub interval: [f64; 2],
    /// Text above the step's mark.
    pub said: String,
    /// True if the step's value is good enough with confidence. A good step is drawn as a disc,
    /// another step as a ring.
    pub good: bool,
    /// True if the text above the step's mark is bold, because this step was chosen.
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
        // Leaves room above the highest bar for the text of its value.
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
            // Without room for the text of a value, the reader reads the value on the axis.
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
