//! The interface of tree search: random samples of hidden tiles and cards, and estimates of the
//! value of a mission.

use rand::Rng;

use super::state::{End, Foe, Heroes, Next, Phase, State, members};
use super::{Jungle, View};
use crate::game::MAX_PLAYERS;
use crate::game::chance::OneStream;
use crate::game::searchable::{Outcome, Outcomes, Root, Searchable, mix};

impl Searchable for Jungle {
    /// Returns a random state that agrees with what the deciding hero knows: draws the face-down
    /// tiles and the order of the piles at random (rule J-7).
    fn determinize(&self, view: View<'_>, luck: &mut impl Rng) -> State {
        let mut state = *view.open();
        let chance = &mut OneStream(luck);
        self.deal_hidden(&mut state, chance);
        state.equipment.reorder(chance);
        state.alerts.reorder(chance);
        state.encounters.reorder(chance);
        state
    }

    fn root(&self, view: View<'_>) -> Root {
        self.root_of(view.open(), view.me().into())
    }

    /// Returns a hash of what the hero observes: positions, revealed and cleared tiles, the
    /// progress of the turn or of the fight, and the values on the hero's own board.
    fn observation(&self, state: &State, player: usize) -> u64 {
        let board = &state.heroes[player];
        let place = u64::from(state.round)
            | (state.phase as u64) << 16
            | (player as u64) << 24
            | u64::from(state.active) << 28
            | u64::from(state.in_play) << 32
            | u64::from(state.next == Next::FreeActions) << 39
            | u64::from(state.turn.steps) << 40
            | u64::from(board.life) << 48
            | u64::from(board.energy) << 56;
        let base = u64::from(state.revealed) | u64::from(state.cleared) << 32;
        let places = state
            .heroes
            .iter()
            .fold(0, |all, hero| all << 16 | u64::from(hero.place) << 8 | u64::from(hero.hostages));
        let mut hash = mix(mix(mix(place, base), places), bag_word(state, player));
        let turn = &state.turn;
        hash = match (state.phase, &state.fight) {
            (Phase::Keeping | Phase::Alarm, _) => {
                let dice = turn.dice.counts().into_iter();
                mix(hash, dice.fold(turn.throws.into(), |word, count| word << 4 | u64::from(count)))
            }
            (_, Some(fight)) => {
                let foe = match fight.foe {
                    Foe::Boss => u64::MAX,
                    Foe::Rebel(rebel) => rebel as u64,
                };
                mix(hash, foe << 16 | u64::from(fight.life) << 8 | u64::from(fight.fighters))
            }
            _ => mix(hash, u64::from(u32::from_le_bytes(turn.pairs))),
        };
        hash
    }

    /// Returns the outcome of a mission for each hero, estimated if the mission is not over. All
    /// heroes have the same outcome, because they win or lose together.
    fn outcomes(&self, state: &State) -> Outcomes {
        let win = match state.end {
            Some(End::Won) => 1.0,
            Some(End::Lost(_)) => 0.0,
            None => self.standing(state),
        };
        let outcome = Outcome { win, placement: win, score: win };
        let mut outcomes = [Outcome::default(); MAX_PLAYERS];
        outcomes[..state.players.into()].fill(outcome);
        outcomes
    }
}

/// Returns a hash of the kinds of equipment that a hero holds, of its stress, and of its clock in
/// units of three hours.
fn bag_word(state: &State, player: usize) -> u64 {
    let board = &state.heroes[player];
    let kinds = board.bag.kinds().fold(0, |word, kind| word | 1 << kind as u64);
    kinds | u64::from(board.stress) << 32 | u64::from(board.clock / 3) << 40
}

impl Jungle {
    /// Returns the estimated probability that a mission in progress is won.
    fn standing(&self, state: &State) -> f32 {
        let (mut life, mut all_life) = (0.0, 0.0);
        for hero in 0..state.players {
            let sheet = self.sheet(state, hero);
            all_life += f32::from(sheet.life);
            if state.is_in_play(hero) {
                let board = state.hero(hero);
                life += f32::from(board.life) + 0.7 * f32::from(board.energy);
            }
        }
        if let Some(fight) = state.fight.filter(|fight| fight.foe == Foe::Boss) {
            return life / (life + 1.2 * f32::from(fight.life));
        }
        let needed = f32::from(self.needed(state).max(1));
        let freed = (f32::from(state.held()) / needed).min(1.0);
        let near = if freed >= 1.0 { 1.0 - self.way(state, state.in_play) } else { 0.0 };
        let time = members(state.in_play).map(|hero| {
            let hours = f32::from(self.sheet(state, hero).hours);
            1.0 - f32::from(state.hero(hero).clock) / hours
        });
        // The hero with the least time left limits the time of all heroes.
        let time = time.fold(1.0, f32::min).max(0.0);
        let health = (life / all_life).min(1.0);
        let work = 0.55 * freed + 0.15 * near;
        // Hostages and progress have little value if the heroes have no life or time left.
        (0.05 + work + 0.1 * time) * (0.35 + 0.65 * health) * (0.5 + 0.5 * time.sqrt())
    }

    /// Returns the mean distance of these heroes from the exfiltration tile, as a share of the
    /// longest possible distance, 0 to 1.
    fn way(&self, state: &State, heroes: Heroes) -> f32 {
        let steps = |hero| state.distance(state.hero(hero).place, state.exfiltration);
        let all = members(heroes).map(|hero| f32::from(steps(hero)));
        let longest = f32::from(2 * (state.side - 1)) * heroes.count_ones() as f32;
        all.sum::<f32>() / longest.max(1.0)
    }
}
