//! The charts of the pairings, one file each.

mod fairness;
mod partners;
mod teams;

use plotters::style::RGBColor;

use super::facts::Facts;
use crate::report::chart::Chart;

/// The charts' names, in the order of the page.
pub const NAMES: [&str; 3] = ["fairness", "partners", "teams"];

/// Less than fair, as HEAT is more: a blue that colour-blind readers tell from it.
const COLD: RGBColor = RGBColor(0x00, 0x72, 0xB2);

/// Every chart that has something to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.line_ups.is_empty() {
        return vec![];
    }
    [
        fairness::chart(facts),
        partners::chart(facts),
        teams::chart(facts),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A shade for a distance from fair, in parts of the greatest: warm above, cold below.
fn shade(part: f64) -> plotters::style::RGBAColor {
    use crate::report::chart::canvas::HEAT;
    use plotters::style::Color;
    let ink = if part >= 0.0 { HEAT } else { COLD };
    ink.mix(0.1 + 0.6 * part.abs().min(1.0))
}
