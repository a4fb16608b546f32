//! Computes which characters can be attacked (rule B-3.2), and which actions are possible in a turn
//! (rule B-2.4).

use super::decks::Action;
use super::state::{CharacterIndex, Characters, NONE, State, bit, members};
use super::{BattleCards, Choice};
use crate::game::Options;

impl BattleCards {
    /// Returns the leaders that only leaders may attack (rule B-3.2). During a truce, returns the
    /// leaders that no character may attack.
    fn closed_leaders(&self, state: &State) -> Characters {
        if !self.rules.leader_protected && !state.truce {
            return 0;
        }
        let mut closed = 0;
        let players = usize::from(state.players);
        for (&leader, team) in state.leader[..players].iter().zip(state.team) {
            let alone = team & (team.wrapping_sub(1)) == 0;
            let open = alone && self.rules.leader_open_when_alone && !state.truce;
            if leader != NONE && !open {
                closed |= bit(leader);
            }
        }
        closed
    }

    /// Returns the set of characters that a character of this player may attack (rule B-3.2).
    pub(super) fn open_targets(
        &self,
        state: &State,
        player: usize,
        attacker: CharacterIndex,
    ) -> Characters {
        let enemies = state.enemies(player);
        if state.leader[player] == attacker && !state.truce {
            enemies
        } else {
            enemies & !self.closed_leaders(state)
        }
    }

    /// Returns true if the player has the card in its hand and enough energy to play it.
    #[inline]
    pub(super) fn can_play(&self, state: &State, player: usize, card: Action) -> bool {
        state.hand[player].count(card as usize) > 0
            && state.energy[player] >= self.decks.cost[card as usize]
    }

    /// Iterates over the characters of a set that have less than their full life, in ascending
    /// order.
    pub(super) fn wounded(
        &self,
        state: &State,
        of: Characters,
    ) -> impl Iterator<Item = CharacterIndex> {
        members(of).filter(|&character| self.is_wounded(state, character))
    }

    /// Lists the actions of the active player in its turn. For another player of the same side,
    /// lists the Heal cards that it may play for the active player (rules B-2.4 and B-2.7).
    pub(super) fn acts(&self, state: &State, options: &mut Options<Choice>) {
        let player = usize::from(state.active);
        if state.asked != state.active {
            let patients = self.wounded(state, state.team[player]);
            options.extend(patients.map(Choice::Heal));
            return options.push(Choice::Stop);
        }
        if state.attacks_left > 0 {
            self.attacks(state, player, options);
        }
        if self.can_play(state, player, Action::Heal) {
            let mut patients = state.team[player];
            if self.rules.team_help && self.rules.heal_mates_in_own_turn {
                let mates =
                    (0..state.players.into()).filter(|&other| state.are_mates(player, other));
                patients = mates.fold(patients, |all, mate| all | state.team[mate]);
            }
            options.extend(self.wounded(state, patients).map(Choice::Heal));
        }
        if self.can_play(state, player, Action::Energy) {
            options.push(Choice::Energy);
        }
        let opponents = || {
            let others = 0..usize::from(state.players);
            others.filter(|&other| state.fell[other] == 0 && !state.are_mates(player, other))
        };
        if self.can_play(state, player, Action::Theft) {
            let rich = opponents().filter(|&other| state.energy[other] > 0);
            options.extend(rich.map(|other| Choice::Theft(other as u8)));
        }
        if self.can_play(state, player, Action::Sabotage) {
            let armed = opponents().filter(|&other| !state.hand[other].is_empty());
            options.extend(armed.map(|other| Choice::Sabotage(other as u8)));
        }
        options.push(Choice::Stop);
    }

    /// Lists the attacks that a player can make, with dice and with Nemesis cards (rule B-2.4).
    fn attacks(&self, state: &State, player: usize, options: &mut Options<Choice>) {
        let ready = state.team[player] & !state.attacked;
        let enemies = state.enemies(player);
        let others = enemies & !self.closed_leaders(state);
        let of_leader = if state.truce { others } else { enemies };
        let leader = state.leader[player];
        let open = |attacker| {
            if attacker == leader { of_leader } else { others }
        };
        for attacker in members(ready) {
            if u16::from(self.sheets.of(attacker).dice) <= state.energy[player] {
                let targets = members(open(attacker));
                options.extend(targets.map(|target| Choice::Attack { attacker, target }));
            }
        }
        if self.can_play(state, player, Action::Nemesis) {
            for attacker in members(ready & self.sheets.with_nemesis) {
                let Some(target) = self.sheets.of(attacker).nemesis else {
                    continue;
                };
                let reach =
                    if self.rules.nemesis_reaches_leaders { of_leader } else { open(attacker) };
                if reach & bit(target) != 0 {
                    options.push(Choice::Nemesis { attacker, target });
                }
            }
        }
    }
}
