//! The line-up of a scenario (which fighters play), with its checks against the roster.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::MAX_PLAYERS;
use crate::games::arena::{Fighter, Roster};
use crate::games::declared::LineUpFile;
use crate::games::filed::LineUpNames;
use crate::games::title::Seating;
use crate::simulate::dealer::{Dealer, Sides};

line_up! {
    /// which fighters play in a game, in which teams, and at which seats.
    LineUp {
        /// Number of fighters drawn at random for each game, 2 to 8. Each fighter plays alone, and
        /// all fighters of the pool are drawn equally often.
        draw: u8 [2 8],
        /// Keys of the fighters from which the fighters of each game are drawn; if left out, the
        /// whole roster.
        #[schemars(length(min = 2, max = 64))]
        pool: Vec<String>,
        /// Keys of the fighters that play in every game; each plays alone.
        #[schemars(length(min = 2, max = 8))]
        fighters: Vec<String>,
        /// Teams that play in every game, each as a list of fighters' keys; 2 to 8 fighters in
        /// total.
        #[schemars(length(min = 2, max = 8), inner(length(min = 1, max = 7)))]
        teams: Vec<Vec<String>>,
        /// Whether each player controls one fighter or a whole team. Only valid with `teams`; if
        /// left out: per-fighter.
        seats: Seats,
    }
}

choices! {
    /// whether each seat at the table controls one fighter or a whole team.
    Seats {
        /// Each seat at the table controls one fighter.
        PerFighter,
        /// Each seat at the table controls all fighters of one team.
        PerTeam,
    }
}

impl LineUp {
    /// Returns the number of teams; 0 if each fighter plays alone.
    pub fn teams(&self) -> usize {
        self.teams.as_ref().map_or(0, Vec::len)
    }

    /// Returns the keys of all fighters that may play in games of this line-up, without duplicates.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        let teams = self.teams.iter().flatten().flatten();
        self.pool.iter().chain(&self.fighters).flatten().chain(teams)
    }

    fn per_team(&self) -> bool {
        self.seats == Some(Seats::PerTeam)
    }

    /// Returns the seat and the team, both from 0, of each position of the line-up. Without teams,
    /// each fighter is a team of its own.
    fn slots(&self) -> Vec<(u8, u8)> {
        let Some(teams) = &self.teams else {
            let fighters = self.fighters.as_ref().map_or(0, |fighters| fighters.len() as u8);
            return (0..self.draw.unwrap_or(fighters)).map(|slot| (slot, slot)).collect();
        };
        let of_team = |(members, team): (&Vec<String>, u8)| vec![team; members.len()];
        let teams = teams.iter().zip(0..).flat_map(of_team);
        teams
            .zip(0..)
            .map(|(team, slot)| (if self.per_team() { team } else { slot }, team))
            .collect()
    }
}

impl LineUpFile<Fighter> for LineUp {
    const FORMS: &'static [&'static str] = &["draw = 4", "fighters = […]", "teams = [[…], […]]"];

    /// If the pool of fighters or the kind of seats is left out, fills in the default.
    fn complete(&mut self, names: &mut LineUpNames<'_, Fighter>) {
        if let Some(draw) = self.draw {
            names.check_draw(["draw", "pool"], draw, &mut self.pool);
        }
        names.check(&["fighters"], self.fighters.as_deref().unwrap_or_default());
        if let Some(teams) = &self.teams {
            names.check_teams(teams);
            let count: usize = teams.iter().map(Vec::len).sum();
            if count > MAX_PLAYERS {
                let what = format!("hold {count} fighters; wants at most {MAX_PLAYERS}");
                names.complain(&["teams"], what);
            }
            self.seats.get_or_insert(Seats::PerFighter);
        }
    }

    fn dealer(&self, roster: &Roster) -> Dealer {
        let fighters = roster.indices(self.keys());
        let sides = match self.teams() {
            0 => Sides::Alone,
            teams => Sides::Teams(teams),
        };
        match self.draw {
            Some(_) => Dealer::drawn(fighters, self.slots(), sides),
            None => Dealer::fixed(fighters, self.slots(), sides),
        }
    }

    fn seating(&self, roster: &Roster) -> Seating {
        let seating = Seating::of(&self.dealer(roster), roster);
        let (seats, count) = (seating.seats, seating.fighters.len());
        let about = match (self.draw, &self.teams) {
            (Some(draw), _) => format!("{draw} of {count} fighters at random"),
            (None, Some(teams)) => {
                let sizes: Vec<String> = teams.iter().map(|team| team.len().to_string()).collect();
                format!("teams of {}, {seats} seats", sizes.join(" against "))
            }
            (None, None) => format!("{count} fighters, everyone alone"),
        };
        Seating { per_team: self.per_team(), about, ..seating }
    }

    fn of_teams(teams: &[Vec<String>], per_team: bool) -> Option<LineUp> {
        let seats = if per_team { Seats::PerTeam } else { Seats::PerFighter };
        Some(LineUp { teams: Some(teams.to_vec()), seats: Some(seats), ..LineUp::default() })
    }
}
