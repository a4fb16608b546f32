//! Turns the events of an arena game into the statistics' record of it.

use crate::games::Observer;
use crate::games::arena::state::{MAX_FIGHTERS, State};
use crate::games::arena::{Arena, Event};
use crate::stats::{self, CardPlay, MAX_ROUNDS, NO_CARD, NOBODY, Player, Record, SURVIVED};

// The statistics know no game: they have a number of their own.
const _: () = assert!(stats::MAX_PLAYERS == MAX_FIGHTERS);

/// Watches one game.
#[derive(Debug, Clone)]
pub struct Recorder {
    pub record: Record,
    /// The round in which each fighter's active card was played, from 1; 0 before its first.
    active_since: [u8; MAX_FIGHTERS],
}

impl Default for Recorder {
    fn default() -> Self {
        Recorder {
            record: Record::default(),
            active_since: [0; MAX_FIGHTERS],
        }
    }
}

impl Recorder {
    /// A new game begins; `entrant` says who the fighter of a slot is, an index into the cast.
    pub fn begin(&mut self, state: &State, entrant: impl Fn(usize) -> u16) {
        self.active_since = [0; MAX_FIGHTERS];
        self.record.rounds = 0;
        self.record.players.clear();
        let slots = state.slots();
        for (fighter, &slot) in slots.iter().enumerate().take(state.fighters()) {
            self.record.players.push(Player {
                entrant: entrant(fighter),
                slot,
                won: false,
                place: 0,
                score: 0,
                round_eliminated: SURVIVED,
                eliminated_by: NOBODY,
                score_taken: [0; MAX_FIGHTERS],
                cards: [CardPlay {
                    card: NO_CARD,
                    wounds_dealt: 0,
                    wounds_taken: 0,
                }; MAX_ROUNDS],
            });
        }
    }

    /// The game is over.
    pub fn finish(&mut self, arena: &Arena, state: &State) {
        let standing = arena.standing(state);
        for (fighter, player) in self.record.players.iter_mut().enumerate() {
            player.won = standing.winners >> fighter & 1 == 1;
            player.place = standing.place[fighter];
            player.score = arena.score(state, fighter);
        }
    }

    /// The card that is active before a fighter; none before its first.
    fn active_card(&mut self, fighter: usize) -> Option<&mut CardPlay> {
        let round = usize::from(self.active_since[fighter]).checked_sub(1)?;
        Some(&mut self.record.players[fighter].cards[round])
    }
}

impl Observer<Event> for Recorder {
    #[inline]
    fn see(&mut self, event: Event) {
        match event {
            Event::RoundBegins { round } => self.record.rounds = round,
            Event::TurnBegins { fighter, card } => {
                let f = usize::from(fighter);
                self.active_since[f] = self.record.rounds;
                self.record.players[f].cards[usize::from(self.record.rounds) - 1].card = card;
            }
            Event::Wounds {
                by,
                target,
                wounds,
                pp,
                ..
            } => {
                let t = usize::from(target);
                if let Some(by) = by {
                    let b = usize::from(by);
                    self.record.players[b].score_taken[t] += pp;
                    if let Some(card) = self.active_card(b) {
                        card.wounds_dealt = card.wounds_dealt.saturating_add(wounds);
                    }
                }
                if let Some(card) = self.active_card(t) {
                    card.wounds_taken = card.wounds_taken.saturating_add(wounds);
                }
            }
            Event::Eliminated {
                fighter,
                by,
                points,
            } => {
                if let Some(by) = by {
                    let taken = &mut self.record.players[usize::from(by)].score_taken;
                    taken[usize::from(fighter)] += points;
                }
                let player = &mut self.record.players[usize::from(fighter)];
                player.round_eliminated = self.record.rounds;
                player.eliminated_by = by.unwrap_or(NOBODY);
            }
            _ => {}
        }
    }
}
