//! The view of the deciding fighter: everything except the face-down cards of other seats.

use super::board::{Board, Fighters, Zone, ZoneSet, members};
use super::bowling::in_order;
use super::cards::{AttackSlot, CardIndex, Cards, DiceCount, Reach, SLOTS, Sheet};
use super::charm::is_effects;
use super::features::Profiles;
use super::state::{AttackStage, FighterIndex, NO_CARD, Phase, State};
use super::{Arena, Scoring};
use crate::game::{Game, Turn, chance::Throw};

/// A state as the deciding fighter may see it. No method reveals hidden information.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    arena: &'a Arena,
    /// Private, because only the methods of the view hide secret choices.
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

    /// Returns the fighter who decides.
    #[inline]
    pub fn me(&self) -> FighterIndex {
        self.me
    }

    /// Returns the round, from 1; 0 while fighters are placed.
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

    /// Returns the seat of a fighter, from 0.
    #[inline]
    pub fn seat(&self, fighter: FighterIndex) -> u8 {
        self.state.seat[usize::from(fighter)]
    }

    /// Returns the index of a fighter's sheet in the arena's sheets.
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

    /// Returns the precomputed values of a fighter's cards for the features.
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

    /// Returns true if the fighter holds a first-wound token.
    #[inline]
    pub fn first_wound(&self, fighter: FighterIndex) -> bool {
        self.first_wounds(fighter) > 0
    }

    /// Returns the number of first-wound tokens among a fighter's life points; more than 1 only if
    /// it has drained others.
    #[inline]
    pub fn first_wounds(&self, fighter: FighterIndex) -> u8 {
        self.state.first[usize::from(fighter)]
    }

    /// Returns the points that a fighter has scored so far, without a bonus for the centre.
    #[inline]
    pub fn points(&self, fighter: FighterIndex) -> u16 {
        self.state.points[usize::from(fighter)]
    }

    /// Returns the points for eliminating a fighter: its size, plus the sizes of its trophies if
    /// they are inherited. Returns 0 if trophies do not score.
    #[inline]
    pub fn trophy_points(&self, fighter: FighterIndex) -> u16 {
        let rules = &self.arena.rules;
        if rules.scoring == Scoring::Popularity {
            return 0;
        }
        let inherited = if rules.inherit_trophies {
            self.points(fighter)
        } else {
            0
        };
        inherited + u16::from(self.size(fighter))
    }

    /// Returns the bonus for standing in the centre at the end of this round: 0 except in the last
    /// round.
    #[inline]
    pub fn centre_bonus(&self) -> u8 {
        let rules = &self.arena.rules;
        if self.state.round == rules.rounds {
            rules.centre_bonus
        } else {
            0
        }
    }

    /// Sandal: returns the fighter to be thrown, and the number of dice of the shot at each fighter
    /// in the zone where the thrown fighter lands.
    pub(super) fn thrown(&self) -> (FighterIndex, u8) {
        let target = self.state.clash.target;
        (target, self.landing_dice(&self.clash_slot(), target))
    }

    /// Sandal: returns the number of dice of the shot at each fighter in the zone where this target
    /// would land; 0 if the attack throws no target.
    pub(super) fn landing_dice(&self, slot: &AttackSlot, target: FighterIndex) -> u8 {
        let sheet = self.sheet(self.me);
        let dice = |table| sheet.landing_dice(table, self.size(target));
        slot.landing.map_or(0, dice)
    }

    /// Returns true if the current attack is a Strike in its second phase, in which dice hit
    /// targets other than the first.
    pub(super) fn strikes_on(&self) -> bool {
        self.state.clash.stage == AttackStage::Splinters
    }

    /// Returns the attack of the active card that is being resolved.
    pub(super) fn clash_slot(&self) -> AttackSlot {
        let card = self.arena.active_card(self.state);
        card.slots[usize::from(self.state.clash.slot)]
    }

    /// Bowling strike: iterates over the targets in the queue, next target first.
    pub(super) fn named(&self) -> impl Iterator<Item = FighterIndex> {
        in_order(&self.state.clash)
    }

    /// Returns the fighters that a fighter holds as trophies.
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

    /// Returns the fighters in a zone.
    #[inline]
    pub fn standing_on(&self, zone: Zone) -> Fighters {
        self.state.at[usize::from(zone)]
    }

    /// Returns the fighters that a fighter cannot attack in its next action because it holds their
    /// skulls.
    #[inline]
    pub fn skulls(&self, fighter: FighterIndex) -> Fighters {
        self.state.skull[usize::from(fighter)]
    }

    /// Returns true if the deciding fighter must spend its next move on shedding its net.
    #[inline]
    pub(super) fn must_shed(&self) -> bool {
        self.arena.must_shed(self.state)
    }

    /// Returns true if a bramble net on the deciding fighter ends after its turn without a move.
    #[inline]
    pub(super) fn net_falls_off(&self) -> bool {
        self.arena.net_falls_off(self.state, self.me)
    }

    /// Returns true if the fighter is caught in a net.
    #[inline]
    pub fn is_netted(&self, fighter: FighterIndex) -> bool {
        self.state.netted >> fighter & 1 == 1
    }

    /// Returns the dragons, which stand in the centre and choose no card in secret.
    #[inline]
    pub fn dragons(&self) -> Fighters {
        self.state.dragons
    }

    /// Returns the current defense of a fighter (active card or sheet, reduced by a net); `None` if
    /// the defense is rolled.
    #[inline]
    pub fn defense(&self, fighter: FighterIndex) -> Option<i8> {
        (self.state.spear >> fighter & 1 == 0).then_some(self.state.defense[usize::from(fighter)])
    }

    /// Returns three sets: fighters that cannot be attacked in melee, fighters that cannot be shot,
    /// and fighters that cost an attacker one die.
    #[inline]
    pub fn protected(&self) -> (Fighters, Fighters, Fighters) {
        (self.state.no_melee, self.state.no_shot, self.state.suit)
    }

    /// Returns the active card of a fighter, or `None` before its first card.
    #[inline]
    pub fn active(&self, fighter: FighterIndex) -> Option<CardIndex> {
        let card = self.state.active[usize::from(fighter)];
        (card != NO_CARD).then_some(card)
    }

    /// Returns the card that a fighter has chosen for this round and not yet played, if the
    /// deciding seat may know it: its own card or a revealed card.
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
        if face_down {
            self.state.hand[f] | 1 << self.state.chosen[f]
        } else {
            self.state.hand[f]
        }
    }

    /// Returns the cards that a fighter may play in its next action, as far as the deciding seat
    /// knows. The countdown rules out cards whose initiative has been called.
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
                    & self.sheet(fighter).threats.slower(
                        self.state
                            .called(fighter, self.arena.rules.bramble_initiative),
                    );
            }
        }
        if hand == 0 {
            self.sheet(fighter).all()
        } else {
            hand
        }
    }

    /// Returns the number of moves with which the actor can change zones; moves needed to shed a
    /// net do not count.
    #[inline]
    pub fn moves_left(&self) -> u8 {
        self.arena.free_moves(self.state)
    }

    /// Returns the zones that the actor may enter after a move to `zone`. If the actor stands in
    /// `zone`: the zones that it may enter with its next move.
    #[inline]
    pub(super) fn onward(&self, zone: Zone) -> ZoneSet {
        self.state.adjacent(zone) & !self.arena.barred_after(self.state.turn.barred, zone)
    }

    /// Returns the zones that the actor may enter with its second move, after a first move to one of
    /// `zones`. The zone from which the first move began may be among them.
    #[inline]
    pub(super) fn onward_from(&self, zones: ZoneSet) -> ZoneSet {
        // No zone is next to itself, so it does not matter whether the first move bars it.
        self.board().beside(zones) & !self.state.turn.barred
    }

    /// Returns the fighters that an area attack of the actor hits in a zone.
    #[inline]
    pub(super) fn in_blast(&self, reach: Reach, zone: Zone) -> Fighters {
        self.arena.in_blast(self.state, reach, zone)
    }

    /// Returns the number of dice that hit the actor when the crowd throws `rocks` dice, after
    /// protection by its ghost ring and blinding suit.
    #[inline]
    pub(super) fn unblocked(&self, rocks: u8) -> u8 {
        self.arena.unblocked(self.state, rocks)
    }

    /// Returns the fighters in a zone that the dice of the actor's bowling strike reach.
    pub(super) fn bowled_at(&self, slot: &AttackSlot, zone: Zone) -> Fighters {
        self.arena.bowled_at(self.state, slot, zone)
    }

    /// Returns the number of attacks that the actor has left, by slot of its active card.
    #[inline]
    pub(super) fn attacks_left(&self) -> [u8; SLOTS] {
        self.state.turn.left
    }

    /// Returns the fighters that an attack of the actor's card may target, in any zone.
    #[inline]
    pub(super) fn open_to(&self, slot: &AttackSlot) -> Fighters {
        self.arena.open_to(self.state, slot)
    }

    /// Returns the fighters that an attack of the actor's card can hit from the actor's zone.
    pub(super) fn within_reach(&self, slot: &AttackSlot) -> Fighters {
        self.arena.targets(self.state, slot)
    }

    /// Returns the number of dice of a fighter's attack. A Terminotaur counts `more` cards besides
    /// those in front of the fighter. `netted` is true if a net reduces the number.
    #[inline]
    pub(super) fn certain_dice(
        &self,
        fighter: FighterIndex,
        slot: &AttackSlot,
        more: u8,
        netted: bool,
    ) -> u8 {
        let lying = if slot.dice == DiceCount::CardsLying {
            more
        } else {
            0
        };
        let dice = self.arena.dice_unhampered(self.state, fighter, slot) + lying;
        dice.saturating_sub(u8::from(netted) * self.arena.rules.bramble_dice)
    }

    /// Returns the dice to which a charm may react, and the lowest face that wounds.
    #[inline]
    pub fn pending(&self) -> (Throw, i8) {
        (self.state.clash.throw, self.state.clash.needed)
    }

    /// Returns true if the dice to which a charm may react belong to an effect, such as a net. The
    /// attack's own dice follow.
    #[inline]
    pub fn pending_of_effect(&self) -> bool {
        is_effects(self.state.clash.stage)
    }

    /// Returns true if the die to which a charm may react determines the number of dice. Returns
    /// false if the dice are compared with the target's size.
    pub(super) fn pending_counts_dice(&self) -> bool {
        self.state.clash.stage == AttackStage::Count
    }

    /// Returns the number of dice of the attack that follow the dice compared with the target's
    /// size.
    pub(super) fn pending_dice(&self) -> u8 {
        self.state.clash.dice
    }

    /// Returns the number that the attack adds to each of its dice against the fighter that may use
    /// a lucky charm.
    pub(super) fn pending_modifier(&self) -> i8 {
        self.arena.modifier(self.state, &self.clash_slot(), self.me)
    }

    /// Returns the attacker of the fighter that may use a lucky charm; `None` for rocks of the
    /// crowd.
    #[inline]
    pub fn attacker(&self) -> Option<FighterIndex> {
        super::resolve::attacker(self.state)
    }

    /// Returns the fighters whose chosen card lies face down and is unknown to the deciding seat.
    pub(super) fn face_down(&self) -> Fighters {
        let chosen = members(self.state.waiting)
            .filter(|&f| self.state.chosen[usize::from(f)] != NO_CARD && self.chosen(f).is_none());
        chosen.fold(0, |all, f| all | 1 << f)
    }

    /// Returns a copy of the state without hidden information: cards that lie face down are back in
    /// their hands.
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
