//! Features of a placement.

use super::super::{Choice, View};
use super::danger::{Guard, foes, write_danger};
use super::write_ground;
use crate::games::{FeatureRow, Options};

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let guard = Guard::now(view);
    // Those who are not placed yet may come anywhere: they make no difference.
    let placed = foes(view, (1 << view.me()) - 1);
    let board = &view.arena().board;
    for (choice, row) in options.iter().zip(rows) {
        let Choice::Place(zone) = *choice else {
            continue;
        };
        write_danger(
            view,
            row,
            placed
                .iter()
                .map(|foe| foe.danger(board.distance(foe.zone, zone), &guard))
                .sum(),
        );
        write_ground(view, row, zone);
    }
}
