//! Features of the options when a fighter is placed on the board (rule ).

use super::super::{Choice, View};
use super::NOTHING;
use super::danger::{Guard, per_life, write_danger};
use super::ground::Ground;
use crate::game::{FeatureRow, Options};

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    // Opponents that are placed later may choose any zone, so their positions do not count.
    let placed = view.enemies(view.me()) & ((1 << view.me()) - 1);
    let ground = Ground::new(view, placed, &Guard::now(view), 1.0);
    let per_life = per_life(view);
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        let Choice::Place(zone) = *choice else {
            continue;
        };
        write_danger(row, ground.danger(1 << zone), per_life);
        ground.write_place(row, zone);
    }
}
