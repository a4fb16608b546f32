//! Describes options in words, for the explanations of bots' decisions in a story.

use super::Scene;
use crate::games::arena::Choice;
use crate::games::arena::board::members;
use crate::games::arena::cards::{DiceCount, Manner, PlayCard, Reach};
use crate::games::arena::dragon::{share_of, sharers};
use crate::games::arena::state::FighterIndex;
use crate::words::list;

impl Scene<'_> {
    /// Returns a short text for an option of a decision, such as `strike Zamioculcas`. For the
    /// option `EndTurn`, the text depends on the other options.
    pub(super) fn option_among(
        &self,
        all: &[Choice],
        fighter: FighterIndex,
        choice: Choice,
    ) -> String {
        let in_strike = || all.iter().any(|other| matches!(other, Choice::Next(_)));
        match choice {
            Choice::EndTurn if in_strike() => "strike nobody else".into(),
            _ => self.option(fighter, choice),
        }
    }

    /// Returns the verb with which stories describe attack number `slot` of the fighter's active
    /// card: `strike` or `shoot at`.
    fn verb(&self, fighter: FighterIndex, slot: u8) -> &'static str {
        let reach = |(card, _): (&PlayCard, _)| card.slots[usize::from(slot)].reach;
        match self.active(fighter).map(reach) {
            Some(Reach::Melee) => "strike",
            _ => "shoot at",
        }
    }

    /// Returns a short text for an option of a decision, regardless of the other options.
    fn option(&self, fighter: FighterIndex, choice: Choice) -> String {
        match choice {
            Choice::Place(zone) => format!("start in {}", self.zone(zone)),
            Choice::Card(card) => self.figure(fighter).cards[usize::from(card)].name.clone(),
            Choice::Move(zone) => format!("move to {}", self.zone(zone)),
            Choice::Attack { slot, target } => {
                let (name, slot) = (self.name(target), usize::from(slot));
                let slots = self.active(fighter).map(|(card, _)| card.slots);
                let Some(slots) = slots else {
                    return format!("attack {name}");
                };
                match (slots[slot].manner, slots[slot].reach) {
                    (Manner::Skull, _) => format!("give the skull to {name}"),
                    (_, Reach::Shot) => format!("shoot at {name}"),
                    // If both attacks are in melee, the text names the number of dice, or the order
                    // if it is equal.
                    (_, Reach::Melee) if slot == 1 && slots[0].dice == slots[1].dice => {
                        format!("strike {name} with the second attack")
                    }
                    (_, Reach::Melee) => match (slots[slot].dice, slots[1 - slot].reach) {
                        (DiceCount::Fixed(1), Reach::Melee) if slots[1 - slot].uses > 0 => {
                            format!("strike {name} with 1 die")
                        }
                        (DiceCount::Fixed(dice), Reach::Melee) if slots[1 - slot].uses > 0 => {
                            format!("strike {name} with {dice} dice")
                        }
                        _ => format!("strike {name}"),
                    },
                }
            }
            Choice::Pair { targets, .. } => {
                let names: Vec<&str> = members(targets).map(|target| self.name(target)).collect();
                format!("shoot at {}", list(&names))
            }
            Choice::Area { slot, zone } => {
                format!("{} everyone in {}", self.verb(fighter, slot), self.zone(zone))
            }
            Choice::Split { slot, dice } => {
                let part = |target: FighterIndex| match share_of(dice, target) {
                    1 => format!("{} with 1 die", self.name(target)),
                    dice => format!("{} with {dice} dice", self.name(target)),
                };
                let parts: Vec<String> = members(sharers(dice)).map(part).collect();
                format!("{} {}", self.verb(fighter, slot), list(&parts))
            }
            Choice::Next(target) => format!("then {}", self.name(target)),
            Choice::ThrowTo(zone) => format!("throw to {}", self.zone(zone)),
            Choice::Shed => "shed the net".into(),
            Choice::EndTurn => "end the turn".into(),
            Choice::Keep => "keep the charm".into(),
            Choice::Flip(face) => format!("flip a {face}"),
            Choice::Reroll(1) => "reroll a die".into(),
            Choice::Reroll(dice) => format!("reroll {dice} dice"),
        }
    }
}
