//! The line-up of a scenario (rule J-2.2): the heroes of a mission, checked against the roster.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::roster::{Hero, Roster};
use crate::games::declared::LineUpFile;
use crate::games::filed::LineUpNames;
use crate::games::title::Seating;
use crate::simulate::dealer::{Dealer, Sides};
use crate::words::counted;

line_up! {
    /// J-2.2: the heroes of a mission. Either `heroes` lists them, or `players` heroes are drawn
    /// from the list `among`.
    LineUp {
        /// The heroes of every mission, in the order of seats from 1.
        #[schemars(length(min = 1, max = 4))]
        heroes: Vec<String>,
        /// Number of heroes that are drawn at random for each mission; all heroes are equally
        /// likely.
        players: u8 [1 4],
        /// The heroes to draw from; if left out, the whole roster.
        #[schemars(length(min = 1, max = 64))]
        among: Vec<String>,
    }
}

impl LineUp {
    /// Returns the number of heroes in a mission.
    pub fn count(&self) -> usize {
        let named = self.heroes.as_ref().map_or(0, Vec::len);
        self.players.map_or(named, usize::from)
    }
}

impl LineUpFile<Hero> for LineUp {
    const FORMS: &'static [&'static str] = &["players = 2", "heroes = […]"];

    /// If the heroes to draw from (`among`) are left out, fills in the whole roster.
    fn complete(&mut self, names: &mut LineUpNames<'_, Hero>) {
        names.check(&["heroes"], self.heroes.as_deref().unwrap_or_default());
        if let Some(players) = self.players {
            names.check_draw(["players", "among"], players, &mut self.among);
        }
    }

    /// Each seat has one hero, and all heroes form one party.
    fn dealer(&self, roster: &Roster) -> Dealer {
        let heroes = roster.indices(self.heroes.iter().chain(&self.among).flatten());
        let slots = (0..self.count() as u8).map(|seat| (seat, 0)).collect();
        match self.players {
            Some(_) => Dealer::drawn(heroes, slots, Sides::Party),
            None => Dealer::fixed(heroes, slots, Sides::Party),
        }
    }

    fn seating(&self, roster: &Roster) -> Seating {
        let seating = Seating::of(&self.dealer(roster), roster);
        let about = match self.players {
            Some(players) => {
                format!("{players} of {} heroes at random, together", seating.fighters.len())
            }
            None => format!("{}, together", counted(self.count() as u64, "hero")),
        };
        Seating { about, ..seating }
    }

    /// Returns the line-up of a single team of heroes. Returns `None` for several teams, because
    /// all heroes belong to one party.
    fn of_teams(teams: &[Vec<String>], _: bool) -> Option<LineUp> {
        match teams {
            [party] => Some(LineUp { heroes: Some(party.clone()), ..LineUp::default() }),
            _ => None,
        }
    }
}
