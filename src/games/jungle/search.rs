//! What a tree search asks: guesses at hidden tiles and piles, and what a position is worth.

use rand::Rng;

use super::kinds::Tile;
use super::state::{End, Foe, MOST_TILES, Phase, State, members};
use super::{Jungle, View};
use crate::games::MAX_PLAYERS;
use crate::games::chance::{Chance, OneStream, Owner, Pile};
use crate::games::searchable::{Outcome, Outcomes, Root, Searchable, mix};

/// Hostages that a hero frees in an hour, about.
const FREED: f32 = 0.4;
/// Tiles that a hero walks in an hour, about.
const WALKED: f32 = 1.4;
/// More of them than needed are no use.
const ENOUGH: f32 = 1.5;

impl Searchable for Jungle {
    /// J-7: the tiles that are face down are dealt anew from those that may lie there, and the piles are shuffled.
    fn determinize(&self, view: View<'_>, luck: &mut impl Rng) -> State {
        let mut state = *view.open();
        let mut luck = OneStream(luck);
        state.tiles = self.guess_tiles(&state, &mut luck);
        state.equipment.reorder(&mut luck);
        state.alerts.reorder(&mut luck);
        state.encounters.reorder(&mut luck);
        state
    }

    fn root(&self, view: View<'_>) -> Root {
        Root {
            player: view.me().into(),
            observation: self.observation(view.open(), view.me().into()),
            round: view.round(),
            secret: false,
        }
    }

    /// Where everybody stands and what is open, and what is asked. Not lives, hours and cards: they follow dice and draws.
    fn observation(&self, state: &State, player: usize) -> u64 {
        let turn = &state.turn;
        let place = u64::from(state.round)
            | (state.phase as u64) << 16
            | (player as u64) << 24
            | u64::from(state.active) << 32
            | u64::from(state.in_play) << 40
            | u64::from(turn.throws) << 48;
        let mut hash = mix(
            place,
            u64::from(state.revealed) | u64::from(state.cleared) << 32,
        );
        let places = state.heroes.iter().fold(0, |hash, hero| {
            hash << 16 | u64::from(hero.place) << 8 | u64::from(hero.hostages)
        });
        hash = mix(hash, places);
        match state.phase {
            Phase::Keeping => {
                let dice = turn.dice.pairs();
                hash = mix(hash, u64::from(u32::from_le_bytes(dice)));
            }
            Phase::Acting => {
                let pairs = u64::from(u32::from_le_bytes(turn.pairs));
                let left = u64::from(turn.steps) | u64::from(turn.exchanges) << 8;
                hash = mix(hash, pairs | left << 32 | u64::from(turn.tile) << 48);
            }
            _ => {}
        }
        if let Some(fight) = &state.fight {
            let foe = match fight.foe {
                Foe::Rebel(rebel) => rebel as u64,
                Foe::Boss => u64::from(u8::MAX),
            };
            hash = mix(hash, foe | u64::from(fight.fighters) << 8);
        }
        hash
    }

    fn is_secret(&self, _: &State) -> bool {
        false
    }

    /// All win, or nobody does: everybody has the same.
    fn outcomes(&self, state: &State) -> Outcomes {
        let win = match state.end {
            Some(End::Won) => 1.0,
            Some(End::Lost(_)) => 0.0,
            None => self.prospect(state),
        };
        let held = f32::from(state.held().min(self.needed(state).into()));
        let outcome = Outcome {
            win,
            placement: win,
            score: held / f32::from(self.needed(state).max(1)),
        };
        let mut outcomes = [Outcome::default(); MAX_PLAYERS];
        outcomes[..usize::from(state.players)].fill(outcome);
        outcomes
    }
}

impl Jungle {
    /// Tiles as they might lie: those that are revealed as they do, the others drawn of those that are left (J-2.1).
    fn guess_tiles(&self, state: &State, chance: &mut impl Chance) -> [Tile; MOST_TILES] {
        let mut tiles = state.tiles;
        let mut pile = Pile::new(self.tiles_left(state));
        let mut hidden = state.all_tiles() & !state.revealed;
        if self.rules.first_game {
            for kind in super::setup::FIRST_GAME {
                let seen = members(state.revealed)
                    .any(|tile| state.tiles[usize::from(tile)] as usize == kind);
                if let (false, Some(place)) = (seen, chance.pick_from(Owner::Game, hidden.into())) {
                    hidden &= !(1 << place);
                    tiles[place] = Tile::of(kind);
                    pile.remove(kind);
                }
            }
        }
        for place in members(hidden) {
            if let Some(kind) = chance.draw(Owner::Game, &mut pile) {
                tiles[usize::from(place)] = Tile::of(kind);
            }
        }
        tiles
    }

    /// A guess at the chance to win: hostages that are free and that may still be freed in the hours that the way out leaves, by how whole the party is;
    /// with the Boss, how long either would last.
    fn prospect(&self, state: &State) -> f32 {
        let part = |of: f32, whole: f32| (of / whole.max(1.0)).min(1.0);
        let (mut life, mut whole, mut damage, mut hours) = (0.0, 0.0, 0.0, 0.0);
        for hero in 0..state.players {
            let (board, sheet) = (state.hero(hero), self.sheet(state, hero));
            whole += f32::from(sheet.life);
            if !state.is_in_play(hero) {
                continue;
            }
            life += f32::from(board.life) + 0.5 * f32::from(board.energy);
            damage += f32::from(sheet.damage);
            let left = f32::from(sheet.hours.saturating_sub(board.clock));
            hours += (left - self.way_out(state, hero) / WALKED).max(0.0);
        }
        let needed = f32::from(self.needed(state));
        let boss = f32::from(self.rules.boss.life.with(state.players.into()));
        if let Some(fight) = state.fight.filter(|fight| fight.foe == Foe::Boss) {
            // Blows until either is beaten, if each second one hits.
            let lasts = life / f32::from(self.rules.boss.damage.max(1));
            let takes = f32::from(fight.life) / damage.max(1.0);
            let ratio = lasts / takes.max(0.1);
            return ratio * ratio / (1.0 + ratio * ratio);
        }
        let freed = f32::from(state.held()) + 0.8 * f32::from(state.on_the_ground());
        let outlook = (part(freed + FREED * hours, needed * ENOUGH)).powf(1.5);
        let strength = part(life, whole.min(boss * 2.0));
        let near = 1.0 - self.spread(state) / (2.0 * f32::from(state.side));
        let done = part(freed, needed);
        let way = if done >= 1.0 {
            0.8 + 0.2 * near
        } else {
            0.35 + 0.4 * done
        };
        outlook * way * (0.15 + 0.85 * strength)
    }

    /// Steps from a hero to exfiltration.
    fn way_out(&self, state: &State, hero: u8) -> f32 {
        let (one, other) = (state.hero(hero).place, state.exfiltration);
        let side = state.side;
        let columns = (one % side).abs_diff(other % side);
        f32::from(columns + (one / side).abs_diff(other / side))
    }

    /// The longest way out of a hero in play.
    fn spread(&self, state: &State) -> f32 {
        let ways = members(state.in_play).map(|hero| self.way_out(state, hero));
        ways.fold(0.0, f32::max)
    }
}
