//! The line-up of a scenario (which fighters play), with its checks against the roster.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::roster::Roster;
use crate::game::MAX_PLAYERS;
use crate::games::filed::{LineUpNames, sound};
use crate::games::title::{Complaint, Seating};
use crate::simulate::dealer::{Dealer, Sides};
use crate::words::quoted;

/// which fighters play in a game, in which teams, and at which seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LineUpFile")]
pub struct LineUp {
    /// Number of fighters drawn at random for each game, 2 to 8. Each fighter plays alone, and all
    /// fighters of the pool are drawn equally often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 8))]
    pub draw: Option<u8>,
    /// Keys of the fighters from which the fighters of each game are drawn; if left out, the whole
    /// roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 64))]
    pub pool: Option<Vec<String>>,
    /// Keys of the fighters that play in every game; each plays alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 8))]
    pub fighters: Option<Vec<String>>,
    /// Teams that play in every game, each as a list of fighters' keys; 2 to 8 fighters in total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 8), inner(length(min = 1, max = 7)))]
    pub teams: Option<Vec<Vec<String>>>,
    /// Whether each player controls one fighter or a whole team. Only valid with `teams`; if left
    /// out: per-fighter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Seats>,
}

/// whether each seat at the table controls one fighter or a whole team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// Each seat at the table controls one fighter.
    PerFighter,
    /// Each seat at the table controls all fighters of one team.
    PerTeam,
}

impl LineUp {
    /// Completes the line-up: if the pool of fighters or the kind of seats is left out, fills in
    /// the default.
    ///
    /// # Errors
    /// Fails if not exactly one of `draw`, `fighters` and `teams` is given. Also fails if a fighter
    /// is not in the roster or occurs twice, or if there are too many or too few fighters.
    pub fn complete(&mut self, roster: &Roster) -> Result<(), Vec<Complaint>> {
        let mut complaints = vec![];
        let complaint = |field: &str, what: &str| Complaint::new(&["line-up", field], what);
        if self.pool.is_some() && self.draw.is_none() {
            complaints.push(complaint("pool", "is valid only with `draw`"));
        }
        if self.seats.is_some() && self.teams.is_none() {
            complaints.push(complaint("seats", "is valid only with `teams`"));
        }
        let mut names = LineUpNames::new("fighter", &roster.fighters);
        match (self.draw, &self.fighters, &self.teams) {
            (Some(draw), None, None) => {
                names.check_draw(["draw", "pool"], draw, &mut self.pool, &mut complaints);
            }
            (None, Some(fighters), None) => {
                names.check(&["fighters"], fighters, &mut complaints);
            }
            (None, None, Some(teams)) => {
                names.check_teams(teams, &mut complaints);
                let count: usize = teams.iter().map(Vec::len).sum();
                if count > MAX_PLAYERS {
                    let what = format!("hold {count} fighters; wants at most {MAX_PLAYERS}");
                    complaints.push(complaint("teams", &what));
                }
                self.seats.get_or_insert(Seats::PerFighter);
            }
            (None, None, None) => {
                let what = "wants one of `draw = 4`, `fighters = […]` and `teams = [[…], […]]`";
                complaints.push(Complaint::new(&["line-up"], what));
            }
            (draw, fighters, teams) => {
                let forms = [
                    ("draw", draw.is_some()),
                    ("fighters", fighters.is_some()),
                    ("teams", teams.is_some()),
                ];
                let given = forms.iter().filter(|form| form.1).map(|form| form.0);
                let given: Vec<&str> = given.collect();
                let what = format!("has {}; wants only one of them", quoted(&given, "and"));
                complaints.push(Complaint::new(&["line-up"], what));
            }
        }
        sound(complaints)
    }

    /// Returns the keys of all fighters that may play in games of this line-up, without duplicates.
    pub fn keys(&self) -> Vec<&str> {
        let teams = self.teams.iter().flatten().flatten();
        let others = self.pool.iter().chain(&self.fighters).flatten();
        others.chain(teams).map(String::as_str).collect()
    }

    pub fn teams(&self) -> usize {
        self.teams.as_ref().map_or(0, Vec::len)
    }

    fn per_team(&self) -> bool {
        self.seats == Some(Seats::PerTeam)
    }

    /// Returns the seat and the team, both from 0, of each position of the line-up. Without teams,
    /// each fighter is a team of its own.
    fn slots(&self) -> Vec<(u8, u8)> {
        let of_team = |(team, members): (usize, &Vec<String>)| vec![team as u8; members.len()];
        match &self.teams {
            None => {
                let fighters = self.fighters.as_ref().map_or(0, Vec::len);
                let slots = self.draw.map_or(fighters, usize::from);
                (0..slots as u8).map(|slot| (slot, slot)).collect()
            }
            Some(teams) => {
                let of_slot = teams.iter().enumerate().flat_map(of_team).enumerate();
                of_slot
                    .map(|(slot, team)| (if self.per_team() { team } else { slot as u8 }, team))
                    .collect()
            }
        }
    }

    /// Returns the dealer for this line-up: the object that determines the fighters of each game.
    /// The line-up must be complete.
    pub fn dealer(&self, roster: &Roster) -> Dealer {
        let index = |key: &&str| {
            let known = roster.fighters.keys().position(|known| known == key);
            known.expect("a checked line-up") as u8
        };
        let fighters = self.keys().iter().map(index).collect();
        let sides = match self.teams() {
            0 => Sides::Alone,
            teams => Sides::Teams(teams),
        };
        match self.draw {
            Some(_) => Dealer::drawn(fighters, self.slots(), sides),
            None => Dealer::fixed(fighters, self.slots(), sides),
        }
    }

    /// Returns the line-up in a form that is the same for all games of the program.
    pub fn seating(&self, _: &Roster) -> Seating {
        let keys = self.keys();
        let seats = self.slots().iter().map(|slot| usize::from(slot.0) + 1).max().unwrap_or(0);
        let about = match (self.draw, &self.teams) {
            (Some(draw), _) => format!("{draw} of {} fighters at random", keys.len()),
            (None, Some(teams)) => {
                let sizes: Vec<String> = teams.iter().map(|team| team.len().to_string()).collect();
                format!("teams of {}, {seats} seats", sizes.join(" against "))
            }
            (None, None) => format!("{} fighters, everyone alone", keys.len()),
        };
        Seating {
            fighters: keys.into_iter().map(str::to_owned).collect(),
            seats,
            teams: self.teams(),
            members: self.teams.clone().unwrap_or_default(),
            per_team: self.per_team(),
            one_bot_per_seat: false,
            about,
        }
    }
}
