//! Statistics that the model (a second implementation of the rules) computes: the last opponent
//! that felled each entrant, and the number of lead changes (rule B-8).

use std::collections::BTreeMap;

use super::Model;
use super::words::{Id, Seat};

/// An entrant of the statistics: a character that belonged to a team at the start of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entrant {
    player: Seat,
    /// False once the character has joined another team.
    is_entrant: bool,
    /// The entrant that felled (eliminated) this entrant last; `None` while this entrant is alive.
    pub felled_by: Option<Id>,
}

/// The side that had the most life at the start of the last turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lead {
    last: Option<Seat>,
    pub changes: u32,
}

pub fn entrants(teams: &[Vec<Id>]) -> BTreeMap<Id, Entrant> {
    let teams = teams.iter().enumerate();
    let all = teams.flat_map(|(player, team)| team.iter().map(move |&id| (id, player)));
    let entrant = |(id, player)| {
        let entrant = Entrant { player, is_entrant: true, felled_by: None };
        (id, entrant)
    };
    all.map(entrant).collect()
}

impl Model {
    fn is_entrant(&self, character: Id) -> bool {
        (self.entrants.get(&character)).is_some_and(|entrant| entrant.is_entrant)
    }

    /// Records that a character falls. `by` is the character that felled it, or `None`.
    pub fn is_felled(&mut self, character: Id, by: Option<Id>) {
        let by = by.filter(|&by| self.is_entrant(by));
        if self.is_entrant(character) {
            self.entrants.get_mut(&character).unwrap().felled_by = by;
        }
    }

    /// Records that a character joins the team of a player.
    pub fn entrant_joins(&mut self, character: Id, player: Seat) {
        let Some(entrant) = self.entrants.get_mut(&character) else {
            return;
        };
        if !entrant.is_entrant {
            return;
        }
        match entrant.player == player {
            true => entrant.felled_by = None,
            false => entrant.is_entrant = false,
        }
    }

    /// Updates the lead at the start of a turn: the side with the most life leads; in a tie, no
    /// side leads.
    pub fn looks_at_the_lead(&mut self) {
        let mut life: BTreeMap<Seat, u32> = BTreeMap::new();
        for (seat, player) in self.players.iter().enumerate() {
            let team: u32 = player.team.iter().map(|&one| self.life[one]).sum();
            *life.entry(self.side(seat)).or_default() += team;
        }
        let most = life.values().copied().max().unwrap_or(0);
        let ahead: Vec<Seat> =
            (life.iter()).filter(|(_, life)| **life == most).map(|(&side, _)| side).collect();
        let [leads] = ahead[..] else { return };
        if self.lead.last.is_some_and(|last| last != leads) {
            self.lead.changes += 1;
        }
        self.lead.last = Some(leads);
    }
}
