//! The findings of `gong sweep`.

use std::fmt::{self, Display, Formatter};

use crate::report::shared::part_of;
use crate::report::words::{either, percent};

/// Maximum number of points that a sentence names.
const NAMED: usize = 3;

/// A sentence about the points of a grid or about its axes, without a full stop. `with` says who
/// plays, as in "with “mcts-fast”"; it is empty without a reference player.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// The distance from fair of the only point, or of the fairest one, 0 to 1.
    Distance { point: String, is_fairest: bool, low: f64, high: f64, with: String },
    /// Some of all points may be the fairest.
    MayBeFairest { points: Vec<String>, all: usize, noun: &'static str, with: String },
    /// No axis changes a win rate significantly.
    NothingMoves,
    /// Values of an axis have different fair shares.
    ChangesFairShare { axis: String },
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let with = |with: &str| if with.is_empty() { String::new() } else { format!(" {with}") };
        match self {
            Finding::Distance { point, is_fairest, low, high, with: player } => write!(
                to,
                "{}{point}: the largest distance from the fair share is {} to {} points{}",
                if *is_fairest { "Fairest at " } else { "" },
                percent(*low, 1),
                percent(*high, 1),
                with(player)
            ),
            Finding::MayBeFairest { points, all, noun, with: player } => {
                let player = with(player);
                match points.len() {
                    some if some == *all => {
                        write!(to, "No {noun} is significantly fairer than another{player}")
                    }
                    0..=NAMED => write!(to, "{} may be the fairest{player}", either(points)),
                    some => {
                        let part = part_of(some, *all, &format!("{noun}s"));
                        write!(to, "{part} may be the fairest{player}")
                    }
                }
            }
            Finding::NothingMoves => write!(to, "No setting changes a win rate significantly"),
            Finding::ChangesFairShare { axis } => write!(
                to,
                "{axis} changes the fair share itself: compare distances from the fair share, not \
                 win rates"
            ),
        }
    }
}
