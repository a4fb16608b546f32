//! The inputs of positions and options: what learners see besides the features (A-4.6: nothing that is hidden).

mod option;
mod other;
mod position;

use super::board::members;
use super::{Arena, Choice, View};
use crate::games::Options;
use crate::games::learnable::{InputRow, Inputs, Learnable, OtherRows};

/// Life points, and points, that are taken as 1.
const LIFE: f32 = 0.2;
const POINTS: f32 = 0.1;

impl Learnable for Arena {
    const POSITION: &'static [&'static str] = position::NAMES;
    const OTHER: &'static [&'static str] = other::NAMES;
    const OPTION: &'static [&'static str] = option::NAMES;

    fn position(view: View<'_>, row: &mut InputRow) {
        let mut inputs = Inputs::of(row);
        position::write(view, &mut inputs);
        debug_assert_eq!(inputs.count(), position::NAMES.len());
    }

    fn others(view: View<'_>, rows: &mut OtherRows) {
        let race = Race::of(view);
        for fighter in members(view.alive() & !(1 << view.me())) {
            let mut row = [0.0; crate::games::learnable::MAX_INPUTS];
            let mut inputs = Inputs::of(&mut row);
            other::write(view, &race, fighter, &mut inputs);
            debug_assert_eq!(inputs.count(), other::NAMES.len());
            rows.push(row);
        }
    }

    fn option_inputs(view: View<'_>, options: &Options<Choice>, rows: &mut [InputRow]) {
        option::fill(view, options, rows);
    }
}

/// Who is ahead.
struct Race {
    /// What my side has, and the best of the other living sides.
    mine: f32,
    best: f32,
}

impl Race {
    fn of(view: View<'_>) -> Race {
        let of_side = |team| -> f32 {
            members(team & view.alive())
                .map(|fighter| f32::from(view.points(fighter)))
                .sum()
        };
        let me = view.me();
        let enemies = view.enemies(me);
        let best = members(enemies)
            .map(|enemy| of_side(view.team(enemy)))
            .fold(0.0, f32::max);
        Race {
            mine: of_side(view.team(me)),
            best,
        }
    }

    /// By how much a side with so many points is ahead of mine.
    fn lead(&self, points: f32) -> f32 {
        ((points - self.mine) * POINTS).clamp(-3.0, 3.0)
    }
}
