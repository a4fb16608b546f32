//! The line-up of a scenario (rules B-1.1 to B-1.5): the teams that play, checked against the
//! roster.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::roster::{Kind, Roster};
use crate::games::filed::{LineUpNames, sound};
use crate::games::title::{Complaint, Seating};
use crate::simulate::dealer::{Dealer, Sides};
use crate::words::counted;

/// B-1: the teams that play. Either `teams` lists them, or `players` gives the number of players,
/// whose teams are drawn at random.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LineUpFile")]
pub struct LineUp {
    /// Number of players, 2 to 8, whose teams are drawn at random for each game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 8))]
    pub players: Option<u8>,
    /// Number of characters of each drawn team, 1 to 8; 5 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 8))]
    pub team_size: Option<u8>,
    /// B-1.5: for drawn teams, the order of heroes and villains around the table; alternating if
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seating: Option<TableOrder>,
    /// The teams that play in every game: a list of characters for each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 8), inner(length(min = 1, max = 8)))]
    pub teams: Option<Vec<Vec<String>>>,
    /// B-1.2: which players win together; if left out, each player wins alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
}

/// B-1.2: which players win together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Each player plays alone and wins alone.
    Alone,
    /// Players of heroes win together, and players of villains win together.
    Sides,
}

/// B-1.5: the order of players around the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Table")]
pub enum TableOrder {
    /// Seats of villains and seats of heroes alternate around the table.
    Alternate,
    /// All players of villains sit next to each other, followed by all players of heroes.
    Blocks,
}

impl LineUp {
    /// Completes a line-up: checks it, and fills in settings that are left out.
    ///
    /// # Errors
    /// Fails if both or neither of `players` and `teams` are given, or if the sides have different
    /// sizes. Fails if a character is not in the roster or plays twice, or if there are too few
    /// characters to draw from.
    pub fn complete(&mut self, roster: &Roster) -> Result<(), Vec<Complaint>> {
        let mut complaints = vec![];
        match (self.players, &self.teams) {
            (Some(_), None) => {
                self.team_size.get_or_insert(5);
                self.seating.get_or_insert(TableOrder::Alternate);
                self.check_pools(roster, &mut complaints);
            }
            (None, Some(teams)) => {
                let mut names = LineUpNames::new("character", &roster.fighters);
                names.check_teams(teams, &mut complaints);
                for (field, given) in
                    [("team-size", self.team_size.is_some()), ("seating", self.seating.is_some())]
                {
                    if given {
                        let what = "is valid only with `players`";
                        complaints.push(Complaint::new(&["line-up", field], what));
                    }
                }
            }
            _ => {
                let what = "wants one of `players = 2` and `teams = [[…], […]]`";
                complaints.push(Complaint::new(&["line-up"], what));
            }
        }
        self.mode.get_or_insert(Mode::Alone);
        if complaints.is_empty() && self.mode == Some(Mode::Sides) {
            let kinds = self.kinds(roster);
            let heroes = kinds.iter().filter(|kind| **kind == Kind::Hero).count();
            if 2 * heroes != kinds.len() {
                let what = format!(
                    "sides want as many players of heroes as of villains; there are {heroes} and \
                     {}",
                    kinds.len() - heroes
                );
                complaints.push(Complaint::new(&["line-up", "mode"], what));
            }
        }
        sound(complaints)
    }

    /// Checks that the roster has enough heroes and villains for the teams that are drawn at
    /// random.
    fn check_pools(&self, roster: &Roster, complaints: &mut Vec<Complaint>) {
        let size = usize::from(self.team_size.unwrap_or(5));
        let kinds = self.kinds(roster);
        for kind in [Kind::Villain, Kind::Hero] {
            let wanted = size * kinds.iter().filter(|of| **of == kind).count();
            let there = pool(roster, kind).len();
            if wanted > there {
                let what = format!(
                    "wants {}, but there are only {there} to draw from",
                    counted(wanted as u64, kind.words()[0])
                );
                complaints.push(Complaint::new(&["line-up", "players"], what));
            }
        }
    }

    /// Returns for each player whether its team consists of heroes or of villains.
    fn kinds(&self, roster: &Roster) -> Vec<Kind> {
        let of = |team: &Vec<String>| {
            let first = team.first().and_then(|key| roster.fighters.get(key));
            first.map_or(Kind::Villain, |character| character.kind)
        };
        if let Some(teams) = &self.teams {
            return teams.iter().map(of).collect();
        }
        let players = self.players.unwrap_or(0);
        let villain = |seat: u8| match self.seating {
            Some(TableOrder::Blocks) => seat < players.div_ceil(2),
            _ => seat.is_multiple_of(2),
        };
        let kind = |seat| match villain(seat) {
            true => Kind::Villain,
            false => Kind::Hero,
        };
        (0..players).map(kind).collect()
    }

    /// Returns "heroes" or "villains" for each side. Returns an empty list if a team has characters
    /// of both kinds (rule B-1.3).
    pub fn factions(&self, roster: &Roster) -> Vec<&'static str> {
        let kind = |key: &String| roster.fighters.get(key).map(|of| of.kind);
        let mixed = |team: &Vec<String>| team.iter().any(|key| kind(key) != kind(&team[0]));
        if self.teams.iter().flatten().any(mixed) {
            return vec![];
        }
        let (sides, count) = self.sides(roster);
        let kinds = self.kinds(roster);
        let of_side = |side: u8| {
            let first = sides.iter().position(|of| *of == side);
            kinds[first.expect("a side has players")].words()[1]
        };
        (0..count as u8).map(of_side).collect()
    }

    /// Returns the number of characters in each player's team.
    fn sizes(&self) -> Vec<usize> {
        match &self.teams {
            Some(teams) => teams.iter().map(Vec::len).collect(),
            None => {
                let size = usize::from(self.team_size.unwrap_or(5));
                vec![size; usize::from(self.players.unwrap_or(0))]
            }
        }
    }

    /// Returns the index of each player's side, from 0, and the number of sides.
    fn sides(&self, roster: &Roster) -> (Vec<u8>, usize) {
        let kinds = self.kinds(roster);
        match self.mode {
            Some(Mode::Sides) => {
                (kinds.iter().map(|kind| u8::from(*kind != kinds[0])).collect(), 2)
            }
            _ => ((0..kinds.len() as u8).collect(), kinds.len()),
        }
    }

    /// Returns the dealer of a complete line-up, an object that determines the teams and seats of
    /// each game.
    pub fn dealer(&self, roster: &Roster) -> Dealer {
        let (sides, count) = self.sides(roster);
        let seats = self.sizes().into_iter().zip(0u8..).zip(&sides);
        let slots = seats.flat_map(|((size, seat), &side)| std::iter::repeat_n((seat, side), size));
        let slots: Vec<(u8, u8)> = slots.collect();
        if let Some(teams) = &self.teams {
            let keys: Vec<&String> = roster.fighters.keys().collect();
            let index = |key: &String| {
                let known = keys.iter().position(|known| *known == key);
                known.expect("a checked line-up") as u8
            };
            let fighters = teams.iter().flatten().map(index).collect();
            return Dealer::fixed(fighters, slots, Sides::Teams(count));
        }
        let pools = [Kind::Villain, Kind::Hero].map(|kind| pool(roster, kind));
        let kinds = self.kinds(roster);
        let of_slot = slots.iter();
        let of_slot = of_slot.map(|slot| u8::from(kinds[usize::from(slot.0)] == Kind::Hero));
        Dealer::drawn_from(pools.into(), of_slot.collect(), slots, Sides::Teams(count))
    }

    /// Returns the seats and teams of this line-up in a form that is the same for all games of the
    /// program.
    pub fn seating(&self, roster: &Roster) -> Seating {
        let (sides, count) = self.sides(roster);
        let seats = sides.len();
        let members = |side: u8| {
            let teams = self.teams.iter().flatten().zip(&sides);
            let own = teams.filter(|(_, of)| **of == side);
            own.flat_map(|(team, _)| team.clone()).collect()
        };
        let fighters = match &self.teams {
            Some(teams) => teams.iter().flatten().cloned().collect(),
            None => roster.fighters.keys().cloned().collect(),
        };
        let sizes: Vec<String> = self.sizes().iter().map(ToString::to_string).collect();
        let how = match self.mode {
            Some(Mode::Sides) => "heroes against villains",
            _ => "everyone for themselves",
        };
        let drawn = if self.teams.is_some() { "" } else { " drawn" };
        Seating {
            fighters,
            seats,
            teams: count,
            members: match self.teams {
                Some(_) => (0..count as u8).map(members).collect(),
                None => vec![],
            },
            per_team: seats == count,
            one_bot_per_seat: true,
            about: format!("{seats} players, teams of {}{drawn}, {how}", sizes.join(", ")),
        }
    }
}

/// Returns all heroes or all villains, as indices into the roster.
fn pool(roster: &Roster, kind: Kind) -> Vec<u8> {
    let all = roster.fighters.values().zip(0..);
    let own = all.filter(|(character, _)| character.kind == kind);
    own.map(|(_, index)| index).collect()
}
