//! Computes which characters can be attacked (rule B-3.2), and which actions are possible in a turn
//! (rule B-2.4).

use super::decks::Action;
use super::state::{CharacterIndex, Characters, NONE, OpenState, State, bit, members};
use super::{BattleCards, Choice};
use crate::game::Options;

impl BattleCards {
    /// Returns the leaders that only leaders may attack (rule B-3.2). During a truce, returns the
    /// leaders that no character may attack.
    fn closed_leaders(&self, state: &OpenState) -> Characters {
        if !self.rules.leader_protected && !state.truce {
            return 0;
        }
        let opens_alone = self.rules.leader_open_when_alone && !state.truce;
        let leaders = state.leader.iter().zip(state.team);
        let closed = leaders
            .filter(|&(&leader, team)| leader != NONE && !(opens_alone && team.is_power_of_two()));
        closed.fold(0, |closed, (&leader, _)| closed | bit(leader))
    }

    /// Returns the characters that the active player's characters may attack: all but its leader,
    /// and its leader (rule B-3.2).
    fn reach(&self, state: &OpenState) -> [Characters; 2] {
        let enemies = state.enemies(state.active.into());
        let open = enemies & !self.closed_leaders(state);
        [open, if state.truce { open } else { enemies }]
    }

    /// Returns the set of characters that a character of the active player may attack (rule B-3.2).
    pub(super) fn open_targets(&self, state: &OpenState, attacker: CharacterIndex) -> Characters {
        self.reach(state)[usize::from(state.leader[usize::from(state.active)] == attacker)]
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
        state: &OpenState,
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
                patients = state.side_of(player).fold(0, |all, mate| all | state.team[mate]);
            }
            options.extend(self.wounded(state, patients).map(Choice::Heal));
        }
        if self.can_play(state, player, Action::Energy) {
            options.push(Choice::Energy);
        }
        let opponents = || state.playing().filter(|&other| !state.are_mates(player, other));
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
        let reach = self.reach(state);
        let open = |attacker| reach[usize::from(attacker == state.leader[player])];
        for attacker in members(ready) {
            if u16::from(self.sheets.of(attacker).dice) <= state.energy[player] {
                let targets = members(open(attacker));
                options.extend(targets.map(|target| Choice::Attack { attacker, target }));
            }
        }
        if self.can_play(state, player, Action::Nemesis) {
            for attacker in members(ready & self.sheets.with_nemesis) {
                let anyone = self.rules.nemesis_reaches_leaders;
                let open = if anyone { reach[1] } else { open(attacker) };
                let target = self.sheets.of(attacker).nemesis;
                let nemesis = target.filter(|&target| open & bit(target) != 0);
                options.extend(nemesis.map(|target| Choice::Nemesis { attacker, target }));
            }
        }
    }
}
