//! Describes options in words, for the explanations of bots' decisions in a story.

use super::{Story, dice_count};
use crate::games::arena::{
    Choice, DiceCount, FighterIndex, Manner, Reach, members, share_of, sharers,
};
use crate::words::list;

impl Story<'_> {
    /// Returns a short text for an option of a decision, such as `strike Zamioculcas`. For the
    /// option `EndTurn`, the text depends on the other options.
    pub(super) fn wording(&self, fighter: FighterIndex, all: &[Choice], choice: Choice) -> String {
        let active = self.now.active[usize::from(fighter)];
        let attack =
            |slot: u8| self.arena.card(&self.now, fighter, active).slots[usize::from(slot)];
        let verb = |slot| if attack(slot).reach == Reach::Melee { "strike" } else { "shoot at" };
        let goes_on = |other: &Choice| matches!(other, Choice::Next(_));
        match choice {
            Choice::Place(zone) => format!("start in {}", self.zone(zone)),
            Choice::Card(card) => self.card_name(fighter, card),
            Choice::Move(zone) => format!("move to {}", self.zone(zone)),
            Choice::Attack { slot, target } => {
                let (verb, name) = (verb(slot), self.name(target));
                let [attack, other] = [slot, 1 - slot].map(attack);
                let both_melee = attack.reach == other.reach && other.uses > 0;
                // If both attacks are in melee, the text names the number of dice. If both attacks
                // have the same number of dice, the text names the order instead.
                match attack.dice {
                    _ if attack.manner == Manner::Skull => format!("give the skull to {name}"),
                    dice if slot == 1 && both_melee && dice == other.dice => {
                        format!("{verb} {name} with the second attack")
                    }
                    DiceCount::Fixed(dice) if both_melee => {
                        format!("{verb} {name} with {}", dice_count(dice))
                    }
                    _ => format!("{verb} {name}"),
                }
            }
            Choice::Pair { slot, targets } => format!("{} {}", verb(slot), self.names(targets)),
            Choice::Area { slot, zone } => {
                format!("{} everyone in {}", verb(slot), self.zone(zone))
            }
            Choice::Split { slot, dice } => {
                let share = |target| {
                    format!("{} with {}", self.name(target), dice_count(share_of(dice, target)))
                };
                format!("{} {}", verb(slot), list(members(sharers(dice)).map(share)))
            }
            Choice::Next(target) => format!("then {}", self.name(target)),
            Choice::ThrowTo(zone) => format!("throw to {}", self.zone(zone)),
            Choice::Shed => "shed the net".into(),
            Choice::EndTurn if all.iter().any(goes_on) => "strike nobody else".into(),
            Choice::EndTurn => "end the turn".into(),
            Choice::Keep => "keep the charm".into(),
            Choice::Flip(face) => format!("flip a {face}"),
            Choice::Reroll(1) => "reroll a die".into(),
            Choice::Reroll(dice) => format!("reroll {dice} dice"),
        }
    }
}
