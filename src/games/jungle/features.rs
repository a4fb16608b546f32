//! What bots weigh of an option.

use super::{Choice, View};
use crate::games::{Feature, FeatureRow, Options};

/// The features.
pub const FEATURES: &[Feature] = &[];

/// One row for each option.
pub fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let _ = (view, options, rows);
}
