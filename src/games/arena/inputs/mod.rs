//! The inputs of trained bots for positions and options, besides the features (A-4.6: nothing
//! hidden).

mod option;
mod other;
mod position;

use super::board::{Fighters, members};
use super::state::{FighterIndex, MAX_FIGHTERS};
use super::{Arena, Choice, View};
use crate::game::Options;
use crate::game::learnable::{KindInputs, Learnable, OtherInputs};

/// Scale factor for life points: 5 life points give an input of 1.
const LIFE: f32 = 0.2;
/// Scale factor for points: 10 points give an input of 1.
const POINTS: f32 = 0.1;

impl Learnable for Arena {
    const VERSION: u32 = 3;

    const POSITION: &'static [&'static str] = position::NAMES;
    const OTHER: &'static [&'static str] = other::NAMES;
    const OPTION: &'static [&'static str] = option::NAMES;

    fn position(view: View<'_>, inputs: &mut KindInputs) {
        position::write(view, &Race::of(view), inputs);
        debug_assert_eq!(inputs.count(), position::NAMES.len());
    }

    fn others(view: View<'_>, all: &mut OtherInputs) {
        let race = Race::of(view);
        for fighter in members(view.alive() & !(1 << view.me())) {
            let inputs = all.another();
            other::write(view, &race, fighter, inputs);
            debug_assert_eq!(inputs.count(), other::NAMES.len());
        }
    }

    fn option_inputs(view: View<'_>, options: &Options<Choice>, inputs: &mut [KindInputs]) {
        option::write(view, options, inputs);
    }
}

/// The scores of all sides (teams or single fighters), and the leading opponents.
struct Race {
    /// Score of each fighter's side, including eliminated members. In the last round, it includes
    /// the bonus for the centre.
    sides: [f32; MAX_FIGHTERS],
    /// Score of the deciding fighter's side.
    mine: f32,
    /// Best score of the other sides with survivors.
    best: f32,
    /// The living opponents that belong to the best side or sides.
    leaders: Fighters,
}

impl Race {
    fn of(view: View<'_>) -> Race {
        let me = view.me();
        let mut sides = [0.0; MAX_FIGHTERS];
        let bonus = u16::from(view.centre_bonus());
        let in_centre = view.standing_on(view.board().centre());
        let score = |who: FighterIndex| view.points(who) + u16::from(in_centre >> who & 1) * bonus;
        for fighter in members(view.alive()) {
            let points = members(view.team(fighter)).map(score);
            sides[usize::from(fighter)] = f32::from(points.sum::<u16>());
        }
        let side = |fighter: FighterIndex| sides[usize::from(fighter)];
        let enemies = view.enemies(me);
        let best = members(enemies).map(side).fold(0.0, f32::max);
        let leaders = members(enemies)
            .filter(|&enemy| side(enemy) == best)
            .fold(0, |all, enemy: FighterIndex| all | 1 << enemy);
        Race {
            sides,
            mine: side(me),
            best,
            leaders,
        }
    }

    /// Returns the lead of a fighter's side over the deciding fighter's side, scaled, -3 to 3.
    fn lead(&self, fighter: FighterIndex) -> f32 {
        self.lead_of(self.sides[usize::from(fighter)])
    }

    /// Returns the lead of a side with score `points` over the deciding fighter's side, scaled, -3
    /// to 3.
    fn lead_of(&self, points: f32) -> f32 {
        ((points - self.mine) * POINTS).clamp(-3.0, 3.0)
    }
}
