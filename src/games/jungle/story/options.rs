//! Describes the options of a decision in words, for explanations of how bots decide.

use super::Story;
use super::map::tile_name;
use super::prose::{faces, weapons};
use crate::games::jungle::Choice;
use crate::games::jungle::state::Next;

impl Story<'_> {
    /// Returns a short text that describes an option of a decision.
    pub(super) fn option_words(&self, choice: Choice) -> String {
        let tile = |tile| tile_name(&self.state, tile);
        let name = |hero| self.name(hero);
        match choice {
            Choice::Begin => "begin".into(),
            Choice::Keep(dice) => format!("keep {}", faces(dice)),
            Choice::Annul => "spend 1 K-energy".into(),
            Choice::Accept => "accept".into(),
            Choice::Explore(to) => format!("explore {}", tile(to)),
            Choice::ExploreTwo(one, other) => format!("explore {} and {}", tile(one), tile(other)),
            Choice::Move(to) => format!("move to {}", tile(to)),
            Choice::Fight => "fight".into(),
            Choice::Search => "search".into(),
            Choice::Rest => "rest".into(),
            Choice::Step(to) => format!("step to {}", tile(to)),
            Choice::Use(equipment) => format!("use {}", equipment.name()),
            Choice::Scan(at) => format!("scan {}", tile(at)),
            Choice::Convert => "turn K-energy into life".into(),
            Choice::Tile => "effect of the tile".into(),
            Choice::Collect => "collect what lies here".into(),
            Choice::Give(to) => format!("give a hostage to {}", name(to)),
            Choice::Take(from) => format!("take a hostage from {}", name(from)),
            Choice::Hand(equipment, to) => format!("hand {} to {}", equipment.name(), name(to)),
            Choice::End if self.state.next == Next::FreeActions => "throw the fate die".into(),
            Choice::End => "end the turn".into(),
            Choice::Onto(to) => format!("go onto {}", tile(to)),
            Choice::Join => "join the fight".into(),
            Choice::Stay => "stay out of the fight".into(),
            Choice::Suit => "strike with the suit".into(),
            Choice::Attack { first, second, missile } => {
                format!("attack with {}", weapons((first, second), missile))
            }
            Choice::Flee => "flee".into(),
            Choice::Sacrifice => "give up a hostage".into(),
            Choice::Suffer => "suffer it".into(),
            Choice::GiveUp => "give up a first-aid kit".into(),
            Choice::Medal => "come back by the medal".into(),
            Choice::Revive => "come back by K-energy".into(),
            Choice::Neither => "die".into(),
            Choice::Pick(hero) => format!("it is for {}", name(hero)),
        }
    }
}
