//! Fills the JSON objects of a story's events. Fighters and cards are roster keys. Zones are
//! numbers: 1, 2, … round the ring, and 0 for the centre. Rounds count from 1.

use serde_json::{Value as Json, json};

use super::Scene;
use crate::game::story::EventObject;
use crate::games::arena::board::{Fighters, Zone, members};
use crate::games::arena::cards::{CardIndex, Manner, Reach};
use crate::games::arena::state::FighterIndex;
use crate::games::arena::{Choice, Event};

impl Scene<'_> {
    /// Adds fighters, zones and names to the JSON object `told` of an event. Must be called while
    /// the story's scene is still in the state before the event.
    pub(super) fn complete(&self, event: Event, told: &mut EventObject) {
        told.who = told.take("fighter");
        for field in ["zone", "from", "to"] {
            if let Some(zone) = told.take(field) {
                told.set(field, self.zone_number(zone));
            }
        }
        match event {
            Event::RoundBegins { .. } => told.set("standing", self.standing()),
            Event::TakesBack { fighter, cards } => {
                let cards = members(cards).map(|card| self.card_key(fighter, card));
                told.set("cards", cards.collect::<Vec<_>>());
            }
            Event::Chooses { fighter, card } => told.set("card", self.card_key(fighter, card)),
            Event::Revealed { fighters, .. } => told.set("fighters", self.keys(fighters)),
            Event::TurnBegins { fighter, card } => {
                told.set("card", self.card_key(fighter, card));
                told.set("initiative", self.figure(fighter).initiative);
            }
            Event::Attacks { choice, targets, .. } => {
                let (reach, manner) = self.attack(choice);
                told.set("reach", reach);
                told.set("manner", manner);
                told.whom = members(targets).collect();
            }
            Event::RollsNet { target, throw, .. } => {
                told.set("sum", throw.sum());
                told.set("size", self.figure(target).size);
                told.whom = vec![target];
            }
            Event::Rolls { by, target, throw, needed } => {
                told.set("hits", throw.at_least(needed));
                told.who = by;
                told.whom = vec![target];
            }
            Event::UsesCharm { choice, throw, .. } => {
                let (flips, rerolls) = match choice {
                    Choice::Flip(face) => (Some(face), None),
                    Choice::Reroll(dice) => (None, Some(dice)),
                    _ => (None, None),
                };
                told.set("flips", flips);
                told.set("rerolls", rerolls);
                // Dice of a net or a claymore do not hit.
                if !self.clash.of_effect {
                    told.set("hits", throw.at_least(self.clash.needed));
                }
            }
            Event::Wounds { by, target, wounds, .. } => {
                let struck = self.figure(target);
                told.set("first_wound", struck.first > 0);
                told.set("target_lp", struck.lp - wounds);
                if !self.by_popularity() {
                    told.values.remove("pp");
                }
                told.who = by;
                told.whom = vec![target];
            }
            Event::Eliminated { fighter, by, .. } => {
                if self.by_popularity() {
                    told.values.remove("points");
                }
                told.who = by;
                told.whom = vec![fighter];
            }
            Event::Spares { others, .. } => told.whom = members(others).collect(),
            Event::Regains { fighter, lp } => {
                told.set("fighter_lp", self.figure(fighter).lp + lp);
            }
            Event::GivesSkull { holder: whom, .. }
            | Event::Throws { target: whom, .. }
            | Event::Shocks { target: whom, .. }
            | Event::Rocks { target: whom, .. } => told.whom = vec![whom],
            Event::Over { winners } => told.set("winners", self.keys(winners)),
            _ => {}
        }
        told.player = told.who;
    }

    fn keys(&self, fighters: Fighters) -> Vec<&str> {
        let keys = members(fighters).map(|fighter| self.figure(fighter).key.as_str());
        keys.collect()
    }

    fn card_key(&self, fighter: FighterIndex, card: CardIndex) -> &str {
        &self.figure(fighter).cards[usize::from(card)].key
    }

    fn zone_number(&self, zone: Zone) -> u8 {
        if zone == self.board.centre() { 0 } else { zone + 1 }
    }

    /// Returns two words about the current attack: its kind (`melee` or `shot`), and how it uses
    /// its dice. The latter is `single`; `pair` (two targets at once); `area` (everyone in a zone);
    /// `strike` (each die may hit one other fighter in the zone); `split` (the dice are divided
    /// among several targets); or `bowling` (dice that miss one target are used against the next).
    fn attack(&self, choice: Choice) -> (&'static str, &'static str) {
        let slot = self.clash.slot.expect("an attack has a slot");
        let reach = match slot.reach {
            Reach::Melee => "melee",
            Reach::Shot => "shot",
        };
        let manner = match (slot.manner, choice) {
            (Manner::Strike, _) => "strike",
            (Manner::Bowling, _) => "bowling",
            (_, Choice::Split { .. }) => "split",
            (_, Choice::Area { .. }) => "area",
            (_, Choice::Pair { .. }) => "pair",
            _ => "single",
        };
        (reach, manner)
    }

    /// Returns the state of all living fighters as JSON, by ascending size. The field for the score
    /// is `pp` (popularity points) or `points`, depending on the rules.
    fn standing(&self) -> Vec<Json> {
        let score = if self.by_popularity() { "pp" } else { "points" };
        let living = self.figures.iter().filter(|figure| figure.alive);
        living
            .map(|figure| {
                json!({ "fighter": figure.key, "lp": figure.lp, score: figure.points,
                    "zone": self.zone_number(figure.zone) })
            })
            .collect()
    }
}
