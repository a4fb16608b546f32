//! What the deciding fighter can see of the game (rule ): everything except the face-down
//! cards of other seats.

use super::board::{Board, Fighters, Zone, ZoneSet, members};
use super::bowling::in_order;
use super::cards::{AttackSlot, CardIndex, Cards, DiceCount, Reach, SLOTS, Sheet};
use super::charm::is_effects;
use super::features::Profiles;
use super::state::{AttackStage, FighterIndex, NO_CARD, Phase, State};
use super::{Arena, Scoring};
use crate::game::{Game, Turn, chance::Throw};

/// The state of a game as the deciding fighter may see it. No method reveals hidden information.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    arena: &'a Arena,
    /// The complete state. It is private, so that hidden cards can be read only through methods
    /// that hide them.
    state: &'a State,
    me: FighterIndex,
}

impl<'a> View<'a> {
    pub(super) fn new(arena: &'a Arena, state: &'a State) -> Self {
        let me = match arena.turn(state) {
            Turn::Decision(fighter) => fighter as FighterIndex,
            Turn::Over => 0,
        };
        View { arena, state, me }
    }

    #[inline]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    #[inline]
    pub fn board(&self) -> &'a Board {
        self.arena.board(self.state)
    }

    #[inline]
    pub fn adjacent(&self, zone: Zone) -> ZoneSet {
        self.state.adjacent(zone)
    }

    /// Returns the fighter that must decide now.
    #[inline]
    pub fn me(&self) -> FighterIndex {
        self.me
    }

    /// Returns the number of the round, from 1; 0 while fighters are placed.
    #[inline]
    pub fn round(&self) -> u8 {
        self.state.round
    }

    /// Returns the phase of the game, which determines the kind of decision.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Returns the fighters that have not been eliminated.
    #[inline]
    pub fn alive(&self) -> Fighters {
        self.state.alive
    }

    /// Returns the members of a fighter's team, including the fighter and eliminated members.
    #[inline]
    pub fn team(&self, fighter: FighterIndex) -> Fighters {
        self.state.team[usize::from(fighter)]
    }

    /// Returns the living opponents of a fighter.
    #[inline]
    pub fn enemies(&self, fighter: FighterIndex) -> Fighters {
        self.state.alive & !self.team(fighter)
    }

    /// Returns the number of the seat at the table that controls a fighter, from 0.
    #[inline]
    pub fn seat(&self, fighter: FighterIndex) -> u8 {
        self.state.seat[usize::from(fighter)]
    }

    /// Returns the index of a fighter in the arena's list of playable fighters.
    #[inline]
    pub fn sheet_index(&self, fighter: FighterIndex) -> usize {
        self.state.sheet_of(usize::from(fighter))
    }

    /// Returns all fighters of the game, including eliminated ones.
    #[inline]
    pub fn everybody(&self) -> Fighters {
        self.state.everybody()
    }

    /// Returns the fighters that have not acted in this round.
    #[inline]
    pub fn waiting(&self) -> Fighters {
        self.state.waiting
    }

    #[inline]
    pub fn sheet(&self, fighter: FighterIndex) -> &'a Sheet {
        self.arena.sheet(self.state, fighter)
    }

    /// Returns values of a fighter's cards that were precomputed for the features of bots.
    #[inline]
    pub(super) fn profiles(&self, fighter: FighterIndex) -> &'a Profiles {
        &self.arena.profiles[usize::from(self.state.sheet[usize::from(fighter)])]
    }

    #[inline]
    pub fn size(&self, fighter: FighterIndex) -> u8 {
        self.state.size[usize::from(fighter)]
    }

    #[inline]
    pub fn lp(&self, fighter: FighterIndex) -> u8 {
        self.state.lp[usize::from(fighter)]
    }

    /// Returns true if at least one of the fighter's life points is a first-wound token.
    #[inline]
    pub fn first_wound(&self, fighter: FighterIndex) -> bool {
        self.first_wounds(fighter) > 0
    }

    /// Returns the number of first-wound tokens among a fighter's life points. It is more than 1
    /// only if the fighter has drained life points from others.
    #[inline]
    pub fn first_wounds(&self, fighter: FighterIndex) -> u8 {
        self.state.first[usize::from(fighter)]
    }

    /// Returns the points that a fighter has scored so far, without a bonus for the centre.
    #[inline]
    pub fn points(&self, fighter: FighterIndex) -> u16 {
        self.state.points[usize::from(fighter)]
    }

    /// Returns the trophy points for eliminating a fighter: its size, plus the sizes of its
    /// trophies if the rules let the attacker inherit them. Returns 0 if trophies do not score.
    #[inline]
    pub fn trophy_points(&self, fighter: FighterIndex) -> u16 {
        let rules = &self.arena.rules;
        if rules.scoring == Scoring::Popularity {
            return 0;
        }
        let inherited = if rules.inherit_trophies { self.points(fighter) } else { 0 };
        inherited + u16::from(self.size(fighter))
    }

    /// Returns the bonus for standing in the centre at the end of this round. It is 0 in all rounds
    /// except the last.
    #[inline]
    pub fn centre_bonus(&self) -> u8 {
        let rules = &self.arena.rules;
        if self.state.round == rules.rounds { rules.centre_bonus } else { 0 }
    }

    /// Returns the fighter that is being thrown by a sandal, and the number of dice against each
    /// fighter in the zone where it lands.
    pub(super) fn thrown(&self) -> (FighterIndex, u8) {
        let target = self.state.clash.target;
        (target, self.landing_dice(&self.clash_slot(), target))
    }

    /// Returns the number of dice against each fighter in the zone where this target would land, if
    /// the attack throws it there; 0 if the attack throws no target.
    pub(super) fn landing_dice(&self, slot: &AttackSlot, target: FighterIndex) -> u8 {
        let sheet = self.sheet(self.me);
        let dice = |table| sheet.landing_dice(table, self.size(target));
        slot.landing.map_or(0, dice)
    }

    /// Returns true if the current attack is a Strike in its second phase, in which dice hit
    /// further targets.
    pub(super) fn strikes_on(&self) -> bool {
        self.state.clash.stage == AttackStage::Splinters
    }

    /// Returns the attack of the active card that is being resolved.
    pub(super) fn clash_slot(&self) -> AttackSlot {
        *self.arena.clash_slot(self.state)
    }

    /// Iterates over the queue of targets of the current bowling strike, next target first.
    pub(super) fn named(&self) -> impl Iterator<Item = FighterIndex> {
        in_order(&self.state.clash)
    }

    /// Returns the eliminated fighters that a fighter holds as trophies.
    #[inline]
    pub fn trophies(&self, fighter: FighterIndex) -> Fighters {
        self.state.trophies[usize::from(fighter)]
    }

    #[inline]
    pub fn has_charm(&self, fighter: FighterIndex) -> bool {
        self.state.charm >> fighter & 1 == 1
    }

    #[inline]
    pub fn zone(&self, fighter: FighterIndex) -> Zone {
        self.state.zone[usize::from(fighter)]
    }

    /// Returns the fighters that stand in a zone.
    #[inline]
    pub fn standing_on(&self, zone: Zone) -> Fighters {
        self.state.at[usize::from(zone)]
    }

    /// Returns the fighters that a fighter cannot attack in its next action, because it holds their
    /// mystical skulls.
    #[inline]
    pub fn skulls(&self, fighter: FighterIndex) -> Fighters {
        self.state.skull[usize::from(fighter)]
    }

    /// Returns true if the deciding fighter must spend its next move on getting free of a bramble
    /// net.
    #[inline]
    pub(super) fn must_shed(&self) -> bool {
        self.arena.must_shed(self.state)
    }

    /// Returns true if a bramble net on the deciding fighter would end by itself after its turn,
    /// without a move.
    #[inline]
    pub(super) fn net_falls_off(&self) -> bool {
        self.arena.net_falls_off(self.state, self.me)
    }

    /// Returns true if the fighter is caught in a bramble net.
    #[inline]
    pub fn is_netted(&self, fighter: FighterIndex) -> bool {
        self.state.netted >> fighter & 1 == 1
    }

    /// Returns the dragons, which stand in the centre and choose no card in secret.
    #[inline]
    pub fn dragons(&self) -> Fighters {
        self.state.dragons
    }

    /// Returns the current defense of a fighter, reduced by a bramble net. `None` if the defense is
    /// rolled for each attack.
    #[inline]
    pub fn defense(&self, fighter: FighterIndex) -> Option<i8> {
        (self.state.rolled_defense >> fighter & 1 == 0)
            .then_some(self.state.defense[usize::from(fighter)])
    }

    /// Returns three sets: fighters that cannot be attacked in melee, fighters that cannot be shot,
    /// and fighters against which every attack rolls one die fewer.
    #[inline]
    pub fn protected(&self) -> (Fighters, Fighters, Fighters) {
        (self.state.no_melee, self.state.no_shot, self.state.die_less)
    }

    /// Returns the active card of a fighter, or `None` before its first card.
    #[inline]
    pub fn active(&self, fighter: FighterIndex) -> Option<CardIndex> {
        let card = self.state.active[usize::from(fighter)];
        (card != NO_CARD).then_some(card)
    }

    /// Returns the card that a fighter has chosen for this round and has not yet played. `None` if
    /// the deciding player may not know it: only cards of the player's own fighters and revealed
    /// cards are known.
    #[inline]
    pub fn chosen(&self, fighter: FighterIndex) -> Option<CardIndex> {
        let f = usize::from(fighter);
        let known = self.state.revealed >> fighter & 1 == 1
            || self.state.seat[f] == self.state.seat[usize::from(self.me)];
        (known && self.state.waiting >> fighter & 1 == 1 && self.state.chosen[f] != NO_CARD)
            .then_some(self.state.chosen[f])
    }

    /// Returns the cards that a fighter has not played, including a card that lies face down.
    #[inline]
    pub fn hand(&self, fighter: FighterIndex) -> Cards {
        let f = usize::from(fighter);
        let face_down = self.state.waiting >> fighter & 1 == 1 && self.state.chosen[f] != NO_CARD;
        if face_down { self.state.hand[f] | 1 << self.state.chosen[f] } else { self.state.hand[f] }
    }

    /// Returns the cards that a fighter may play in its next action, as far as the deciding player
    /// can know. The countdown of initiatives rules out cards whose initiative has been called
    /// (rule ).
    #[inline(always)]
    pub fn next_cards(&self, fighter: FighterIndex) -> Cards {
        let f = usize::from(fighter);
        let (mut hand, chosen) = (self.state.hand[f], self.state.chosen[f]);
        if self.state.waiting >> fighter & 1 == 1 && chosen != NO_CARD {
            if self.chosen(fighter).is_some() {
                return 1 << chosen;
            }
            hand |= 1 << chosen;
            if self.state.phase != Phase::Choosing {
                return hand
                    & self
                        .sheet(fighter)
                        .threats
                        .slower(self.state.called(fighter, self.arena.rules.bramble_initiative));
            }
        }
        if hand == 0 { self.sheet(fighter).all() } else { hand }
    }

    /// Returns the number of moves with which the actor can change zones. Moves needed to get free
    /// of a bramble net do not count.
    #[inline]
    pub fn moves_left(&self) -> u8 {
        self.arena.free_moves(self.state)
    }

    /// Returns the zones that the actor may enter next, after a move to `zone`. If the actor
    /// already stands in `zone`, returns the zones that it may enter with its next move.
    #[inline]
    pub(super) fn onward(&self, zone: Zone) -> ZoneSet {
        self.state.adjacent(zone) & !self.arena.barred_after(self.state.turn.barred, zone)
    }

    /// Returns the zones that the actor may enter with its second move, after a first move to one
    /// of `zones`. The zone from which the first move began may be among them.
    #[inline]
    pub(super) fn onward_from(&self, zones: ZoneSet) -> ZoneSet {
        // No zone is next to itself, so it does not matter whether the first move bars it.
        self.board().beside(zones) & !self.state.turn.barred
    }

    /// Returns the fighters that an area attack of the actor would hit in a zone.
    #[inline]
    pub(super) fn in_blast(&self, reach: Reach, zone: Zone) -> Fighters {
        self.arena.in_blast(self.state, reach, zone)
    }

    /// Returns how many of `rocks` dice count when the crowd throws them at the actor. The actor's
    /// ghost ring or blinding suit may reduce the number.
    #[inline]
    pub(super) fn unblocked(&self, rocks: u8) -> u8 {
        self.arena.unblocked(self.state, rocks)
    }

    /// Returns the fighters in a zone that the dice of the actor's bowling strike can hit.
    pub(super) fn bowled_at(&self, slot: &AttackSlot, zone: Zone) -> Fighters {
        self.arena.bowled_at(self.state, slot, zone)
    }

    /// Returns the number of times that the actor can still make each attack of its active card.
    #[inline]
    pub(super) fn attacks_left(&self) -> [u8; SLOTS] {
        self.state.turn.left
    }

    /// Returns the fighters that an attack of the actor's card may target, in any zone.
    #[inline]
    pub(super) fn open_to(&self, slot: &AttackSlot) -> Fighters {
        self.arena.open_to(self.state, slot)
    }

    /// Returns the fighters that an attack of the actor's card can hit from the zone in which the
    /// actor stands.
    pub(super) fn within_reach(&self, slot: &AttackSlot) -> Fighters {
        self.arena.targets(self.state, slot)
    }

    /// Returns the number of dice of a fighter's attack; 0 if the number is rolled. If the attack
    /// has one die per card on the table, `more` further cards are counted. `netted` is true if a
    /// bramble net reduces the number.
    #[inline]
    pub(super) fn certain_dice(
        &self,
        fighter: FighterIndex,
        slot: &AttackSlot,
        more: u8,
        netted: bool,
    ) -> u8 {
        let lying = if slot.dice == DiceCount::CardsLying { more } else { 0 };
        let dice = self.arena.dice_unhampered(self.state, fighter, slot) + lying;
        dice.saturating_sub(u8::from(netted) * self.arena.rules.bramble_dice)
    }

    /// Returns the dice against which the deciding fighter may use its lucky charm, and the lowest
    /// face that wounds the fighter.
    #[inline]
    pub fn pending(&self) -> (Throw, i8) {
        (self.state.clash.throw, self.state.clash.needed)
    }

    /// Returns true if the dice against which a lucky charm may be used belong to an effect, such
    /// as a net. The attack's own dice follow.
    #[inline]
    pub fn pending_of_effect(&self) -> bool {
        is_effects(self.state.clash.stage)
    }

    /// Returns true if the die against which a lucky charm may be used determines the number of
    /// dice of the attack. Returns false if the dice are compared with the target's size.
    pub(super) fn pending_counts_dice(&self) -> bool {
        self.state.clash.stage == AttackStage::Count
    }

    /// Returns the number of the attack's own dice, which follow the dice that are compared with
    /// the target's size.
    pub(super) fn pending_dice(&self) -> u8 {
        self.state.clash.dice
    }

    /// Returns the number that is added to each die of the current attack on the fighter that may
    /// use a lucky charm.
    pub(super) fn pending_modifier(&self) -> i8 {
        self.arena.modifier(self.state, &self.clash_slot(), self.me)
    }

    /// Returns the attacker of the fighter that may use a lucky charm; `None` if the crowd throws
    /// rocks.
    #[inline]
    pub fn attacker(&self) -> Option<FighterIndex> {
        super::resolve::attacker(self.state)
    }

    /// Returns the fighters whose chosen card lies face down and is unknown to the deciding player.
    pub(super) fn face_down(&self) -> Fighters {
        let chosen = members(self.state.waiting)
            .filter(|&f| self.state.chosen[usize::from(f)] != NO_CARD && self.chosen(f).is_none());
        chosen.fold(0, |all, f| all | 1 << f)
    }

    /// Returns a copy of the state without information that is hidden from the deciding player:
    /// unknown face-down cards are put back into their owners' hands.
    pub(super) fn without_secrets(&self) -> State {
        let mut state = *self.state;
        for fighter in members(self.face_down()) {
            let f = usize::from(fighter);
            state.hand[f] = self.hand(fighter);
            state.chosen[f] = NO_CARD;
            state.initiative[f] = 0;
        }
        state
    }
}
