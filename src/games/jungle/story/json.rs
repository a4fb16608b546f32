//! Completes the JSON objects that describe the events of a mission. Tiles are numbered from 1.

use super::Story;
use crate::game::story::EventObject;
use crate::games::jungle::event::Event;
use crate::games::jungle::kinds::Face;
use crate::games::jungle::state::FOE;

impl Story<'_> {
    /// Adds the heroes that take part in an event, their seats and other details to the event's
    /// JSON object `told`.
    pub(super) fn complete(&self, event: Event, told: &mut EventObject) {
        told.player = told.take("hero");
        match event {
            Event::Hands { from, to, .. } | Event::Gives { from, to } => {
                told.player = Some(from);
                told.whom = vec![to];
            }
            Event::Collects { from, .. } => told.whom = vec![from],
            Event::FoeStrikes { target, .. } => told.whom = vec![target],
            Event::Enters { from, .. } => told.set("from", from + 1),
            Event::Pairs { pairs, .. } => {
                for (face, pairs) in Face::NAMES.iter().zip(pairs) {
                    told.set(face, pairs);
                }
            }
            Event::Order { order, strikers } => {
                let striker = |&place: &u8| match place {
                    FOE => "foe".into(),
                    hero => serde_json::Value::from(self.seat(hero)),
                };
                let order = order.iter().take(strikers.into()).map(striker);
                told.set("order", order.collect::<Vec<_>>());
            }
            Event::Strikes { first, second, .. } => {
                let weapons = [Some(first), second].into_iter().flatten();
                told.set("weapons", weapons.collect::<Vec<_>>());
            }
            Event::FightEnds { beaten_by, .. } => {
                told.set("beaten_by", beaten_by.map(|hero| self.seat(hero)));
            }
            _ => {}
        }
        told.who = told.player;
        if let Some(tile) = told.take::<u8>("tile") {
            told.set("tile", tile + 1);
        }
    }
}
