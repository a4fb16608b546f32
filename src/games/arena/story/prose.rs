//! Writes the prose of a story: one line for each step of a game, with its dice and their results.

use super::Story;
use crate::games::arena::Event;

impl Story<'_> {
    /// Adds the text of an event to the prose of the story. Must be called while the story's scene
    /// is still in the state before the event.
    pub(super) fn prose(&mut self, event: Event) {
        match event {
            Event::Placed { fighter, zone } => self.tell_placement(fighter, zone),
            Event::RoundBegins { round } => self.tell_round(round),
            Event::TakesBack { fighter, cards } => self.tell_hand_taken_back(fighter, cards),
            Event::Chooses { .. } => {}
            Event::Revealed { .. } => self.tell_choices(),
            Event::TurnBegins { fighter, card } => {
                self.tell_choices();
                self.tell_turn(fighter, card);
            }
            Event::Moves { to, .. } => self.tell_move(to),
            Event::Attacks { choice, targets, .. } => self.tell_attack(choice, targets),
            Event::GivesSkull { fighter, holder } => self.tell_skull(fighter, holder),
            Event::RollsDiceCount { face, .. } => self.tell_dice_count(face),
            Event::RollsNet { target, throw, caught, .. } => self.tell_net(target, throw, caught),
            Event::RollsDefense { fighter, face } => self.tell_defense(fighter, face),
            Event::Rolls { target, throw, needed, .. } => self.tell_dice(target, throw, needed),
            Event::UsesCharm { fighter, choice, throw } => self.tell_charm(fighter, choice, throw),
            Event::Wounds { by, target, wounds, pp, drained } => {
                self.tell_wounds(by, target, wounds, pp, drained)
            }
            Event::Eliminated { fighter, by, points } => self.tell_fall(fighter, by, points),
            Event::Netted { .. } => self.pages.go_on(", netted"),
            Event::ShedsNet { fighter } => self.tell_shedding(fighter),
            Event::Spares { others, .. } => self.tell_spared(others),
            Event::Regains { fighter, lp } => self.tell_regained(fighter, lp),
            Event::Throws { target, to, dice, .. } => self.tell_flight(target, to, dice),
            Event::Shocks { fighter, target, shift } => self.tell_shock(fighter, target, shift),
            Event::Rocks { target, dice } => self.tell_rocks(target, dice),
            Event::TurnEnds { fighter } => self.tell_end_of_turn(fighter),
            Event::Over { .. } => {}
        }
    }
}
