//! Counts how often the lead changes in a game (rule B-8). The side with the most life at the start
//! of a turn leads.

use crate::game::MAX_PLAYERS;
use crate::games::battle_cards::event::Event;
use crate::games::battle_cards::state::{MOST_CHARACTERS, NONE, Players, State, members};

#[derive(Debug, Clone, Copy)]
pub struct Lead {
    pub changes: u32,
    /// A player of the side that led most recently, or [`NONE`] if no side has led.
    leading: u8,
    side: [Players; MAX_PLAYERS],
    life: [u16; MAX_PLAYERS],
    /// Index of the player to whose team each character belongs.
    player: [u8; MOST_CHARACTERS],
}

impl Default for Lead {
    fn default() -> Self {
        Lead {
            changes: 0,
            leading: NONE,
            side: [0; MAX_PLAYERS],
            life: [0; MAX_PLAYERS],
            player: [0; MOST_CHARACTERS],
        }
    }
}

impl Lead {
    pub fn new(state: &State) -> Lead {
        let mut lead = Lead { side: state.side, ..Lead::default() };
        for (player, team) in (0..).zip(state.team) {
            for character in members(team) {
                let life = state.life[usize::from(character)];
                lead.player[usize::from(character)] = player;
                lead.life[usize::from(player)] += u16::from(life);
            }
        }
        lead
    }

    fn of(&mut self, character: u8) -> &mut u16 {
        &mut self.life[usize::from(self.player[usize::from(character)])]
    }

    pub fn see(&mut self, event: Event) {
        match event {
            Event::TurnBegins { .. } => self.look(),
            Event::Wounds { target, life, .. } => *self.of(target) -= u16::from(life),
            Event::Regains { character, life } => *self.of(character) += u16::from(life),
            Event::Joins { player, character, life, .. } => {
                self.player[usize::from(character)] = player;
                *self.of(character) += u16::from(life);
            }
            _ => {}
        }
    }

    /// Counts a change of the lead if another side than before has the most life. In a tie, no side
    /// leads.
    fn look(&mut self) {
        let sides = self.side.map(|side| {
            let mates = (0..MAX_PLAYERS).filter(|mate| side >> mate & 1 == 1);
            mates.map(|mate| self.life[mate]).sum::<u16>()
        });
        let most = sides.iter().max().copied().unwrap_or(0);
        let Some(first) = sides.iter().position(|&life| life == most) else {
            return;
        };
        let rival = (0..MAX_PLAYERS)
            .any(|other| sides[other] == most && self.side[first] >> other & 1 == 0);
        if rival || usize::from(self.leading) == first {
            return;
        }
        self.changes += u32::from(self.leading != NONE);
        self.leading = first as u8;
    }
}
