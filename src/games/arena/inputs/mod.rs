//! The neural-network inputs of trained bots for positions and options, besides the features. They
//! contain no hidden information (rule ).

mod option;
mod other;
mod position;
mod scene;
mod sheet;

pub(super) use sheet::SheetInputs;

use self::option::{Decision, OfOption};
use self::other::OtherFighter;
use self::position::Position;
use self::scene::InputScene;
use super::board::{Fighters, members};
use super::{Arena, Choice, View};
use crate::game::learnable::{DecisionInputs, InputNames, Learnable};
use crate::game::{Game, Options};

/// Scale factor for inputs that are life points: 5 life points give an input of 1.
const LIFE: f32 = 0.2;
/// Scale factor for inputs that are score points: 10 points give an input of 1.
const POINTS: f32 = 0.1;

impl Learnable for Arena {
    const VERSION: u32 = 3;
    const TEMPERATURE: f32 = 0.004;

    const TEAMS_APART: bool = true;

    fn input_names() -> InputNames {
        InputNames {
            position: Position::names(),
            other: OtherFighter::names(),
            option: OfOption::names(),
        }
    }

    #[inline]
    fn has_teammates(view: View<'_>) -> bool {
        view.team(view.me()).count_ones() > 1
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, inputs: &mut DecisionInputs) {
        let scene = InputScene::of(view);
        Position::write(&mut inputs.position.begin(), &scene);
        for fighter in members(view.alive() & !(1 << view.me())) {
            OtherFighter::write(&mut inputs.others.another(), &scene, fighter);
        }
        let decision = Decision::of(&scene);
        for (&choice, row) in options.iter().zip(&mut inputs.options) {
            OfOption::write(&mut row.behind(Self::FEATURES.len()), &decision, choice);
        }
    }
}

/// Returns the number of fighters in a set. Uses a table, which is faster than counting bits on
/// processors without an instruction for counting bits.
#[inline(always)]
fn count(set: Fighters) -> f32 {
    static COUNTS: [f32; 256] = {
        let mut counts = [0.0; 256];
        let mut set = 0;
        while set < 256 {
            counts[set] = set.count_ones() as f32;
            set += 1;
        }
        counts
    };
    COUNTS[usize::from(set)]
}
