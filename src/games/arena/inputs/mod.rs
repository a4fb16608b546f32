//! The neural-network inputs of trained bots for positions and options, besides the features. They
//! contain no hidden information (rule ).

mod option;
mod other;
mod position;
mod scene;
mod sheet;

pub(super) use sheet::SheetInputs;

use self::scene::InputScene;
use super::board::{Fighters, members};
use super::{Arena, Choice, View};
use crate::game::Options;
use crate::game::learnable::{DecisionInputs, Learnable};

/// Scale factor for inputs that are life points: 5 life points give an input of 1.
const LIFE: f32 = 0.2;
/// Scale factor for inputs that are score points: 10 points give an input of 1.
const POINTS: f32 = 0.1;

impl Learnable for Arena {
    const VERSION: u32 = 3;
    const TEMPERATURE: f32 = 0.004;

    const TEAMS_APART: bool = true;

    const POSITION: &'static [&'static str] = position::NAMES;
    const OTHER: &'static [&'static str] = other::NAMES;
    const OPTION: &'static [&'static str] = option::NAMES;

    #[inline]
    fn has_teammates(view: View<'_>) -> bool {
        view.team(view.me()).count_ones() > 1
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, inputs: &mut DecisionInputs) {
        let scene = InputScene::of(view);
        position::write(&scene, inputs.position.begin());
        for fighter in members(view.alive() & !(1 << view.me())) {
            other::write(&scene, fighter, inputs.others.another());
        }
        option::write(&scene, options, &mut inputs.options);
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
