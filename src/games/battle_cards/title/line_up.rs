//! The line-up of a scenario (rules B-1.1 to B-1.5): the teams that play, checked against the
//! roster.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::roster::{Character, Kind, Roster};
use crate::games::declared::LineUpFile;
use crate::games::filed::LineUpNames;
use crate::games::title::Seating;
use crate::simulate::dealer::{Dealer, Sides};
use crate::words::counted;

line_up! {
    /// B-1: the teams that play. Either `teams` lists them, or `players` gives the number of
    /// players, whose teams are drawn at random.
    LineUp {
        /// Number of players, 2 to 8, whose teams are drawn at random for each game.
        players: u8 [2 8],
        /// Number of characters of each drawn team, 1 to 8; 5 if left out.
        team_size: u8 [1 8],
        /// B-1.5: for drawn teams, the order of heroes and villains around the table; alternating
        /// if left out.
        seating: TableOrder,
        /// The teams that play in every game: a list of characters for each player.
        #[schemars(length(min = 2, max = 8), inner(length(min = 1, max = 8)))]
        teams: Vec<Vec<String>>,
        /// B-1.2: which players win together; if left out, each player wins alone.
        mode: Mode,
    }
}

choices! {
    /// B-1.2: which players win together.
    Mode {
        /// Each player plays alone and wins alone.
        Alone,
        /// Players of heroes win together, and players of villains win together.
        Sides,
    }

    /// B-1.5: the order of players around the table.
    #[schemars(rename = "Table")]
    TableOrder {
        /// Seats of villains and seats of heroes alternate around the table.
        Alternate,
        /// All players of villains sit next to each other, followed by all players of heroes.
        Blocks,
    }
}

/// Number of characters of a drawn team whose size is left out.
const TEAM_SIZE: u8 = 5;

/// The team of a player: the kind of its characters, their number, and the side, from 0, with which
/// the player wins.
struct Team {
    kind: Kind,
    size: usize,
    side: u8,
}

impl LineUp {
    /// Returns the team of each player.
    fn players(&self, roster: &Roster) -> Vec<Team> {
        let fixed = |team: &Vec<String>| {
            let first = team.first().and_then(|key| roster.fighters.get(key));
            (first.map_or(Kind::Villain, |character| character.kind), team.len())
        };
        let players = self.players.unwrap_or(0);
        let drawn = |seat: u8| {
            let villains = match self.seating {
                Some(TableOrder::Blocks) => seat < players.div_ceil(2),
                _ => seat.is_multiple_of(2),
            };
            let kind = if villains { Kind::Villain } else { Kind::Hero };
            (kind, self.team_size.unwrap_or(TEAM_SIZE).into())
        };
        let teams: Vec<(Kind, usize)> = match &self.teams {
            Some(teams) => teams.iter().map(fixed).collect(),
            None => (0..players).map(drawn).collect(),
        };
        let side = |seat: u8, kind: Kind| match self.mode {
            Some(Mode::Sides) => u8::from(kind != teams[0].0),
            _ => seat,
        };
        let team = |(&(kind, size), seat)| Team { kind, size, side: side(seat, kind) };
        teams.iter().zip(0..).map(team).collect()
    }
}

impl LineUpFile<Character> for LineUp {
    const FORMS: &'static [&'static str] = &["players = 2", "teams = [[…], […]]"];

    /// Checks that there are enough characters to draw from, and that sides are equal.
    fn complete(&mut self, names: &mut LineUpNames<'_, Character>) {
        self.mode.get_or_insert(Mode::Alone);
        if self.players.is_some() {
            self.team_size.get_or_insert(TEAM_SIZE);
            self.seating.get_or_insert(TableOrder::Alternate);
        }
        names.check_teams(self.teams.as_deref().unwrap_or_default());
        let players = self.players(names.roster);
        let of_kind = |kind: Kind| players.iter().filter(move |team| team.kind == kind);
        for kind in [Kind::Villain, Kind::Hero].into_iter().filter(|_| self.teams.is_none()) {
            let wanted: usize = of_kind(kind).map(|team| team.size).sum();
            let there = pool(names.roster, kind).len();
            if wanted > there {
                let what = format!(
                    "wants {}, but there are only {there} to draw from",
                    counted(wanted as u64, kind.name())
                );
                names.complain(&["players"], what);
            }
        }
        let [heroes, villains] = [Kind::Hero, Kind::Villain].map(|kind| of_kind(kind).count());
        let is_uneven = self.mode == Some(Mode::Sides) && heroes != villains;
        if names.complaints.is_empty() && is_uneven {
            let what = format!(
                "sides want as many players of heroes as of villains; there are {heroes} and \
                 {villains}"
            );
            names.complain(&["mode"], what);
        }
    }

    fn dealer(&self, roster: &Roster) -> Dealer {
        let players = self.players(roster);
        let seats = players.iter().zip(0u8..);
        let of_seat = |(team, seat): (&Team, u8)| std::iter::repeat_n((seat, team.side), team.size);
        let slots: Vec<(u8, u8)> = seats.flat_map(of_seat).collect();
        let sides = Sides::Teams(sides(&players));
        if let Some(teams) = &self.teams {
            return Dealer::fixed(roster.indices(teams.iter().flatten()), slots, sides);
        }
        let pools = [Kind::Villain, Kind::Hero].map(|kind| pool(roster, kind));
        let pool = |slot: &(u8, u8)| u8::from(players[usize::from(slot.0)].kind == Kind::Hero);
        Dealer::drawn_from(pools.into(), slots.iter().map(pool).collect(), slots, sides)
    }

    fn seating(&self, roster: &Roster) -> Seating {
        let players = self.players(roster);
        let seats = players.len();
        let sizes: Vec<String> = players.iter().map(|team| team.size.to_string()).collect();
        let how = match self.mode {
            Some(Mode::Sides) => "heroes against villains",
            _ => "everyone for themselves",
        };
        let drawn = if self.teams.is_some() { "" } else { " drawn" };
        let mut seating = Seating::of(&self.dealer(roster), roster);
        if self.teams.is_none() {
            seating.fighters = roster.fighters.keys().cloned().collect();
        }
        Seating {
            per_team: seats == sides(&players),
            one_bot_per_seat: true,
            about: format!("{seats} players, teams of {}{drawn}, {how}", sizes.join(", ")),
            ..seating
        }
    }

    /// Returns "heroes" or "villains" for each side. Returns an empty list if a team has characters
    /// of both kinds (rule B-1.3).
    fn factions(&self, roster: &Roster) -> Vec<&'static str> {
        let kind = |key: &String| roster.fighters.get(key).map(|character| character.kind);
        let mixed = |team: &Vec<String>| team.iter().any(|key| kind(key) != kind(&team[0]));
        if self.teams.iter().flatten().any(mixed) {
            return vec![];
        }
        let players = self.players(roster);
        let first = |side| players.iter().find(|team| usize::from(team.side) == side);
        (0..sides(&players)).filter_map(first).map(|team| team.kind.plural()).collect()
    }

    /// Returns a line-up in which these teams of characters play; one player decides for each whole
    /// team.
    fn of_teams(teams: &[Vec<String>], _: bool) -> Option<LineUp> {
        Some(LineUp { teams: Some(teams.to_vec()), ..LineUp::default() })
    }
}

/// Returns the number of sides of these players.
fn sides(players: &[Team]) -> usize {
    players.iter().map(|team| usize::from(team.side) + 1).max().unwrap_or(0)
}

/// Returns all heroes or all villains, as indices into the roster.
fn pool(roster: &Roster, kind: Kind) -> Vec<u8> {
    let all = roster.fighters.values().zip(0..);
    all.filter(|(character, _)| character.kind == kind).map(|(_, index)| index).collect()
}
