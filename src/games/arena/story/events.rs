//! Fills the JSON objects of a story's events. Fighters and cards are roster keys. Zones are
//! numbers: 1, 2, … round the ring, and 0 for the centre. Rounds count from 1.

use serde_json::{Value as Json, json};

use super::Story;
use crate::game::story::EventObject;
use crate::games::arena::{
    Choice, Event, FighterIndex, Fighters, Manner, Zone, is_effects, members,
};

impl Story<'_> {
    /// Adds fighters, zones and names to the JSON object `told` of an event.
    pub(super) fn complete(&self, event: Event, told: &mut EventObject) {
        let (before, now) = (&self.before, &self.now);
        told.who = told.take("fighter").or(told.take("by"));
        let target = told.take("target").map(|target: FighterIndex| 1 << target);
        let targets: Fighters = told.take("targets").or(target).unwrap_or(0);
        told.whom = members(targets).collect();
        if let Some(faces) = told.values.remove("throw") {
            told.set("faces", faces);
        }
        let unscored = if self.by_popularity() { "points" } else { "pp" };
        for field in ["choice", "lifted", "fresh", unscored] {
            told.values.remove(field);
        }
        for field in ["zone", "from", "to"] {
            if let Some(zone) = told.take(field) {
                told.set(field, self.zone_number(zone));
            }
        }
        for field in ["fighters", "winners"] {
            if let Some(fighters) = told.take(field) {
                told.set(field, self.keys(fighters));
            }
        }
        match event {
            Event::RoundBegins { .. } => told.set("standing", self.standing()),
            Event::TakesBack { fighter, cards } => {
                told.set("cards", self.card_keys(fighter, cards));
            }
            Event::Chooses { fighter, card } => told.set("card", self.card_key(fighter, card)),
            Event::TurnBegins { fighter, card } => {
                told.set("card", self.card_key(fighter, card));
                told.set("initiative", now.initiative[usize::from(fighter)]);
            }
            Event::Attacks { choice, .. } => {
                let slot = self.slot();
                let own = matches!(slot.manner, Manner::Strike | Manner::Bowling);
                let single = matches!(choice, Choice::Attack { .. }) && !own;
                told.set("manner", if single { Manner::Single } else { slot.manner });
                told.set("reach", slot.reach);
            }
            Event::RollsNet { target, throw, .. } => {
                told.set("sum", throw.sum());
                told.set("size", now.size[usize::from(target)]);
            }
            Event::Rolls { throw, needed, .. } => told.set("hits", throw.at_least(needed)),
            Event::UsesCharm { choice, throw, .. } => {
                told.set("flips", if let Choice::Flip(face) = choice { Some(face) } else { None });
                told.set("rerolls", if let Choice::Reroll(n) = choice { Some(n) } else { None });
                // Dice of a net or a claymore do not hit.
                if !is_effects(before.clash.stage) {
                    told.set("hits", throw.at_least(before.clash.needed));
                }
            }
            Event::Wounds { target, .. } => {
                told.set("first_wound", before.first[usize::from(target)] > 0);
                told.set("target_lp", now.lp[usize::from(target)]);
            }
            Event::Eliminated { fighter, by, .. } => (told.who, told.whom) = (by, vec![fighter]),
            Event::Regains { fighter, .. } => told.set("fighter_lp", now.lp[usize::from(fighter)]),
            _ => {}
        }
        told.player = told.who;
    }

    fn zone_number(&self, zone: Zone) -> u8 {
        if zone == self.now.ring { 0 } else { zone + 1 }
    }

    /// Returns the state of all living fighters as JSON, by ascending size. The field for the score
    /// is `pp` (popularity points) or `points`, depending on the rules.
    fn standing(&self) -> Vec<Json> {
        let score = if self.by_popularity() { "pp" } else { "points" };
        let row = |fighter: FighterIndex| {
            let f = usize::from(fighter);
            json!({ "fighter": self.key_of(fighter), "lp": self.now.lp[f],
                score: self.now.points[f], "zone": self.zone_number(self.now.zone[f]) })
        };
        members(self.now.alive).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arena::Arena;
    use crate::games::arena::state::State;
    use crate::games::tests::follow;

    #[test]
    fn events_say_how_the_state_has_changed() {
        let at = usize::from;
        for scenario in ["ultimate-warriorz/own-effects", "mad-arena/ultimate-warrior-7"] {
            follow::<Arena>(&format!("{scenario}.toml"), 40, |story, event, now| {
                let before = &story.before;
                match event {
                    Event::TurnBegins { fighter, card } => {
                        assert_eq!((now.actor, now.active[at(fighter)]), (fighter, card));
                    }
                    Event::Moves { fighter, from, to } => {
                        let zones = [before, now].map(|state| state.zone[at(fighter)]);
                        assert_eq!(zones, [from, to]);
                    }
                    Event::Rolls { throw, needed, .. } => {
                        assert_eq!((now.clash.throw, now.clash.needed), (throw, needed));
                    }
                    Event::Wounds { by, target, wounds, pp, .. } => {
                        assert_eq!(before.lp[at(target)], now.lp[at(target)] + wounds);
                        let points = |state: &State| by.map_or(0, |by| state.points[at(by)]);
                        assert_eq!(points(before) + pp, points(now));
                    }
                    Event::Eliminated { fighter, .. } => {
                        assert_eq!([before, now].map(|state| state.alive >> fighter & 1), [1, 0]);
                    }
                    _ => {}
                }
            });
        }
    }
}
