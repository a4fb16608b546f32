//! The line-up of a scenario (rule J-2.2): the heroes of a mission, checked against the roster.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::roster::Roster;
use crate::games::filed::{LineUpNames, sound};
use crate::games::title::{Complaint, Seating};
use crate::simulate::dealer::{Dealer, Sides};

/// J-2.2: the heroes of a mission. Either `heroes` lists them, or `players` heroes are drawn from
/// the list `among`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LineUpFile")]
pub struct LineUp {
    /// The heroes of every mission, in the order of seats from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 4))]
    pub heroes: Option<Vec<String>>,
    /// Number of heroes that are drawn at random for each mission; all heroes are equally likely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4))]
    pub players: Option<u8>,
    /// The heroes to draw from; if left out, the whole roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub among: Option<Vec<String>>,
}

impl LineUp {
    /// Checks the line-up. If the heroes to draw from (`among`) are left out, fills in the whole
    /// roster.
    ///
    /// # Errors
    /// Fails if both or neither of `heroes` and `players` are given, if a hero is not in the roster
    /// or occurs twice, or if there are too few heroes to draw from.
    pub fn complete(&mut self, roster: &Roster) -> Result<(), Vec<Complaint>> {
        let mut complaints = vec![];
        let mut names = LineUpNames::new("hero", &roster.fighters);
        match (&self.heroes, self.players) {
            (Some(heroes), None) => {
                names.check(&["heroes"], heroes, &mut complaints);
                if self.among.is_some() {
                    let what = "is valid only with `players`";
                    complaints.push(Complaint::new(&["line-up", "among"], what));
                }
            }
            (None, Some(players)) => {
                let fields = ["players", "among"];
                names.check_draw(fields, players, &mut self.among, &mut complaints);
            }
            _ => {
                let what = "wants one of `players = 2` and `heroes = […]`";
                complaints.push(Complaint::new(&["line-up"], what));
            }
        }
        sound(complaints)
    }

    /// Returns the keys of all heroes that may play, without duplicates.
    pub fn keys(&self) -> Vec<&str> {
        let keys = self.heroes.iter().chain(&self.among).flatten();
        keys.map(String::as_str).collect()
    }

    /// Returns the number of heroes in a mission.
    pub fn count(&self) -> usize {
        let named = self.heroes.as_ref().map_or(0, Vec::len);
        self.players.map_or(named, usize::from)
    }

    /// Returns the dealer of a complete line-up: an object that determines the heroes of each
    /// mission. Each seat has one hero, and all heroes form one party.
    pub fn dealer(&self, roster: &Roster) -> Dealer {
        let index = |key: &&str| {
            let known = roster.fighters.keys().position(|known| known == key);
            known.expect("a checked line-up") as u8
        };
        let heroes = self.keys().iter().map(index).collect();
        let slots = (0..self.count() as u8).map(|seat| (seat, 0)).collect();
        match self.players {
            Some(_) => Dealer::drawn(heroes, slots, Sides::Party),
            None => Dealer::fixed(heroes, slots, Sides::Party),
        }
    }

    /// Returns the seats and heroes of this line-up in a form that does not depend on the game.
    pub fn seating(&self, _: &Roster) -> Seating {
        let (keys, count) = (self.keys(), self.count());
        let heroes = if count == 1 { "hero" } else { "heroes" };
        Seating {
            about: match self.players {
                Some(_) => format!("{count} of {} heroes at random, together", keys.len()),
                None => format!("{count} {heroes}, together"),
            },
            fighters: keys.into_iter().map(str::to_owned).collect(),
            seats: count,
            ..Seating::default()
        }
    }
}
