//! What the deciding fighter can see of the game (rule ): everything except the face-down
//! cards of other seats.

use super::bowling::in_order;
use super::charm::dice_after_charm;
use super::features::Profiles;
use super::{
    Arena, AttackSlot, AttackStage, Board, CardIndex, Cards, Choice, DiceCount, FighterIndex,
    Fighters, Manner, NO_CARD, Phase, Reach, SLOTS, Scoring, Sheet, State, Throw, Zone, ZoneSet,
    is_effects, members,
};
use crate::game::{Game, Turn};

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
    facts! { self;
        pub fn arena() -> &'a Arena = self.arena;
        pub fn board() -> &'a Board = self.arena.board(self.state);
        pub fn adjacent(zone: Zone) -> ZoneSet = self.state.adjacent(zone);
        /// Returns the fighter that must decide now.
        pub fn me() -> FighterIndex = self.me;
        /// Returns the number of the round, from 1; 0 while fighters are placed.
        pub fn round() -> u8 = self.state.round;
        /// Returns the bonus for standing in the centre at the end of this round. It is 0 in all
        /// rounds except the last.
        pub fn centre_bonus() -> u8 =
            u8::from(self.round() == self.arena.rules.rounds) * self.arena.rules.centre_bonus;
        /// Returns the phase of the game, which determines the kind of decision.
        pub fn phase() -> Phase = self.state.phase;

        // Sets of fighters.

        /// Returns all fighters of the game, including eliminated ones.
        pub fn everybody() -> Fighters = self.state.everybody();
        /// Returns the fighters that have not been eliminated.
        pub fn alive() -> Fighters = self.state.alive;
        /// Returns the members of a fighter's team, including the fighter and eliminated members.
        pub fn team(fighter: FighterIndex) -> Fighters = self.state.team[usize::from(fighter)];
        /// Returns the living opponents of a fighter.
        pub fn enemies(fighter: FighterIndex) -> Fighters = self.alive() & !self.team(fighter);
        /// Returns the other living members of the deciding fighter's team.
        pub fn mates() -> Fighters = self.alive() & self.team(self.me) & !(1 << self.me);
        /// Returns the fighters that have not acted in this round.
        pub fn waiting() -> Fighters = self.state.waiting;
        /// Returns the dragons, which stand in the centre and choose no card in secret.
        pub fn dragons() -> Fighters = self.state.dragons;
        /// Returns the fighters that stand in a zone.
        pub fn standing_on(zone: Zone) -> Fighters = self.state.at[usize::from(zone)];
        /// Returns the fighters that stand in the zones adjacent to a zone.
        pub(super) fn standing_near(zone: Zone) -> Fighters =
            self.state.standing_near(zone);
        /// Returns the fighters that cannot be attacked in melee.
        pub fn no_melee() -> Fighters = self.state.no_melee;
        /// Returns the fighters that cannot be shot.
        pub fn no_shot() -> Fighters = self.state.no_shot;
        /// Returns the fighters against which every attack rolls one die fewer.
        pub fn suits() -> Fighters = self.state.die_less;
        /// Returns the eliminated fighters that a fighter holds as trophies.
        pub fn trophies(of: FighterIndex) -> Fighters = self.state.trophies[usize::from(of)];
        /// Returns the fighters that a fighter cannot attack in its next action, because it holds
        /// their mystical skulls.
        pub fn skulls(of: FighterIndex) -> Fighters = self.state.skull[usize::from(of)];

        // Facts about one fighter.

        /// Returns the number of the seat at the table that controls a fighter, from 0.
        pub fn seat(fighter: FighterIndex) -> u8 = self.state.seat[usize::from(fighter)];
        /// Returns the index of a fighter in the arena's list of playable fighters.
        pub fn sheet_index(fighter: FighterIndex) -> usize = self.state.sheet_of(fighter.into());
        pub fn sheet(fighter: FighterIndex) -> &'a Sheet = self.arena.sheet(self.state, fighter);
        /// Returns values of a fighter's cards that were precomputed for the features of bots.
        pub(super) fn profiles(of: FighterIndex) -> &'a Profiles =
            &self.arena.profiles[self.sheet_index(of)];
        pub fn size(fighter: FighterIndex) -> u8 = self.state.size[usize::from(fighter)];
        pub fn lp(fighter: FighterIndex) -> u8 = self.state.lp[usize::from(fighter)];
        /// Returns the number of first-wound tokens among a fighter's life points. It is more than
        /// 1 only if the fighter has drained life points from others.
        pub fn first_wounds(fighter: FighterIndex) -> u8 = self.state.first[usize::from(fighter)];
        /// Returns true if at least one of the fighter's life points is a first-wound token.
        pub fn first_wound(fighter: FighterIndex) -> bool = self.first_wounds(fighter) > 0;
        /// Returns the points that a fighter has scored so far, without a bonus for the centre.
        pub fn points(fighter: FighterIndex) -> u16 = self.state.points[usize::from(fighter)];
        pub fn has_charm(fighter: FighterIndex) -> bool = self.state.charm >> fighter & 1 == 1;
        /// Returns true if every attack on the fighter rolls one die fewer.
        pub fn wears_suit(fighter: FighterIndex) -> bool = self.suits() >> fighter & 1 == 1;
        /// Returns true if the fighter is caught in a bramble net.
        pub fn is_netted(fighter: FighterIndex) -> bool = self.state.netted >> fighter & 1 == 1;
        pub fn zone(fighter: FighterIndex) -> Zone = self.state.zone[usize::from(fighter)];
        /// Returns the distance between the zones of a fighter and the deciding fighter: 0 to 2.
        pub fn distance(of: FighterIndex) -> u8 =
            self.board().distance(self.zone(self.me), self.zone(of));
        /// Returns true if the fighter stands on the board.
        pub fn is_placed(of: FighterIndex) -> bool = self.standing_on(self.zone(of)) >> of & 1 == 1;
        /// Returns the current defense of a fighter, reduced by a bramble net. `None` if the
        /// defense is rolled for each attack.
        pub fn defense(fighter: FighterIndex) -> Option<i8> =
            (self.state.rolled_defense >> fighter & 1 == 0)
                .then_some(self.state.defense[usize::from(fighter)]);
        /// Returns the active card of a fighter, or `None` before its first card.
        pub fn active(fighter: FighterIndex) -> Option<CardIndex> =
            Some(self.state.active[usize::from(fighter)]).filter(|&card| card != NO_CARD);
        /// Returns the card that a fighter has chosen for this round and has not yet played. `None`
        /// if the deciding player may not know it: only cards of the player's own fighters and
        /// revealed cards are known.
        pub fn chosen(fighter: FighterIndex) -> Option<CardIndex> =
            self.laid_down(fighter).filter(|_| self.knows_card(fighter));
        /// Returns the cards that a fighter has not played, including a card that lies face down.
        pub fn hand(fighter: FighterIndex) -> Cards =
            self.state.hand[usize::from(fighter)]
                | self.laid_down(fighter).map_or(0, |card| 1 << card);
        /// Returns the card that a fighter has chosen and has not yet played, also if it is secret.
        fn laid_down(fighter: FighterIndex) -> Option<CardIndex> =
            Some(self.state.chosen[usize::from(fighter)])
                .filter(|&card| self.waiting() >> fighter & 1 == 1 && card != NO_CARD);
        fn knows_card(fighter: FighterIndex) -> bool =
            self.state.revealed >> fighter & 1 == 1 || self.seat(fighter) == self.seat(self.me);

        // Facts about the turn of the actor.

        /// Returns the number of moves with which the actor can change zones. Moves needed to get
        /// free of a bramble net do not count.
        pub fn moves_left() -> u8 = self.arena.free_moves(self.state);
        /// Returns the number of times that the actor can still make each attack of its card.
        pub(super) fn attacks_left() -> [u8; SLOTS] = self.state.turn.left;
        /// Returns true if the actor must spend its next move on getting free of a bramble net.
        pub(super) fn must_shed() -> bool = self.arena.must_shed(self.state);
        /// Returns true if a bramble net on the deciding fighter would end by itself after its
        /// turn, without a move.
        pub(super) fn net_falls_off() -> bool = self.arena.net_falls_off(self.state, self.me);
        /// Returns the zones that the actor may enter next, after a move to `zone`. If the actor
        /// already stands in `zone`, returns the zones that it may enter with its next move.
        pub(super) fn onward(zone: Zone) -> ZoneSet =
            self.adjacent(zone) & !self.arena.barred_after(self.state.turn.barred, zone);
        /// Returns the zones that the actor may enter with its second move, after a first move to
        /// one of `zones`. The zone from which the first move began may be among them.
        // No zone is next to itself, so it does not matter whether the first move bars it.
        pub(super) fn onward_from(zones: ZoneSet) -> ZoneSet =
            self.board().beside(zones) & !self.state.turn.barred;
        /// Returns the fighters that an attack of the actor's card may target, in any zone.
        pub(super) fn open_to(slot: &AttackSlot) -> Fighters = self.arena.open_to(self.state, slot);
        /// Returns the fighters that an attack of the actor's card can hit from its zone.
        pub(super) fn within_reach(slot: &AttackSlot) -> Fighters =
            self.arena.targets(self.state, slot);
        /// Returns the fighters in a zone that a landing fighter, thrown by the actor, would hit.
        pub(super) fn in_landing(zone: Zone) -> Fighters =
            self.arena.in_blast(self.state, Reach::Shot, zone);
        /// Returns the fighters in a zone that the dice of the actor's bowling strike can hit.
        pub(super) fn bowled_at(slot: &AttackSlot, zone: Zone) -> Fighters =
            self.arena.bowled_at(self.state, slot.reach, zone);
        /// Returns the opponents in a zone that dice of the actor can hit.
        pub(super) fn exposed(reach: Reach, zone: Zone) -> Fighters =
            self.state.exposed(reach, zone, false);
        /// Returns the targets of an option of the actor; see [`Arena::targets_of`].
        pub(super) fn targets_of(choice: Choice) -> Fighters =
            self.arena.targets_of(self.state, choice);
        /// Returns the attack that an option of the actor makes; `None` if the option is no attack.
        pub(super) fn attack_of(choice: Choice) -> Option<&'a AttackSlot> =
            choice.slot().map(|slot| self.arena.slot(self.state, slot));
        /// Returns how many of `rocks` dice count when the crowd throws them at the actor. The
        /// actor's ghost ring or blinding suit may reduce the number.
        pub(super) fn unblocked(rocks: u8) -> u8 = self.arena.unblocked(self.state, rocks);
        /// Returns the number of dice against each fighter in the zone where this target would
        /// land, if the attack throws it there; 0 if the attack throws no target.
        pub(super) fn landing_dice(slot: &AttackSlot, target: FighterIndex) -> u8 =
            self.arena.landing_dice(self.state, slot, self.size(target));

        /// Returns the number of dice (rocks) that the crowd throws for each elimination now.
        pub(super) fn rocks() -> u8 = self.arena.rules.rocks_in(self.round());

        // Facts about the attack that is being resolved.

        /// Returns the attack of the active card that is being resolved.
        pub(super) fn clash_slot() -> &'a AttackSlot = self.arena.clash_slot(self.state);
        /// Returns the target of the attack against which the current dice are thrown.
        pub(super) fn clash_target() -> FighterIndex = self.state.clash.target;
        /// Returns true if the current attack is a Strike in its second phase, in which dice hit
        /// further targets.
        pub(super) fn strikes_on() -> bool = self.state.clash.stage == AttackStage::Splinters;
        /// Iterates over the queue of targets of the current bowling strike, next target first.
        pub(super) fn named() -> impl Iterator<Item = FighterIndex> = in_order(&self.state.clash);
        /// Returns the dice against which the deciding fighter may use its lucky charm, and the
        /// lowest face that wounds the fighter.
        pub fn pending() -> (Throw, i8) = (self.state.clash.throw, self.state.clash.needed);
        /// Returns the dice that a use of the deciding fighter's lucky charm leaves on the table,
        /// and the dice that are rerolled. Returns `None` for any other option.
        pub(super) fn after_charm(choice: Choice) -> Option<(Throw, Throw)> =
            dice_after_charm(&self.state.clash, choice);
        /// Returns true if the dice against which a lucky charm may be used belong to an effect,
        /// such as a net. The attack's own dice follow.
        pub fn pending_of_effect() -> bool = is_effects(self.state.clash.stage);
        /// Returns true if the die against which a lucky charm may be used determines the number of
        /// dice of the attack. Returns false if the dice are compared with the target's size.
        pub(super) fn pending_counts_dice() -> bool = self.state.clash.stage == AttackStage::Count;
        /// Returns the number of the attack's own dice, which follow the dice that are compared
        /// with the target's size.
        pub(super) fn pending_dice() -> u8 = self.state.clash.dice;
        /// Returns the number that is added to each die of the current attack on the deciding
        /// fighter.
        pub(super) fn pending_modifier() -> i8 =
            self.arena.modifier(self.state, self.clash_slot(), self.me);
        /// Returns the attacker of the fighter that may use a lucky charm; `None` if the crowd
        /// throws rocks.
        pub fn attacker() -> Option<FighterIndex> = super::resolve::attacker(self.state);
        /// Returns the number of dice that hit, if the deciding fighter may use a lucky charm; 0
        /// for dice of an effect, which do not wound.
        pub(super) fn hits() -> Option<u8> =
            (self.phase() == Phase::Charm).then(|| match self.pending_of_effect() {
                true => 0,
                false => self.state.clash.throw.at_least(self.state.clash.needed),
            });
    }

    pub(super) fn new(arena: &'a Arena, state: &'a State) -> Self {
        let me = match arena.turn(state) {
            Turn::Decision(fighter) => fighter as FighterIndex,
            Turn::Over => 0,
        };
        View { arena, state, me }
    }

    /// Returns the trophy points for eliminating a fighter: its size, plus the sizes of its
    /// trophies if the rules let the attacker inherit them. Returns 0 if trophies do not score.
    #[inline]
    pub fn trophy_points(&self, fighter: FighterIndex) -> u16 {
        match (self.arena.rules.scoring, self.arena.rules.inherit_trophies) {
            (Scoring::Popularity, _) => 0,
            (Scoring::Trophies, true) => self.points(fighter) + u16::from(self.size(fighter)),
            (Scoring::Trophies, false) => self.size(fighter).into(),
        }
    }

    /// Returns the cards that a fighter may play in its next action, as far as the deciding player
    /// can know. The countdown of initiatives rules out cards whose initiative has been called
    /// (rule ).
    #[inline(always)]
    pub fn next_cards(&self, fighter: FighterIndex) -> Cards {
        let hand = self.hand(fighter);
        match self.laid_down(fighter) {
            Some(card) if self.knows_card(fighter) => 1 << card,
            Some(_) if self.state.phase != Phase::Choosing => {
                let called = self.state.called(fighter, self.arena.rules.bramble_initiative);
                hand & self.sheet(fighter).threats.slower(called)
            }
            _ if hand == 0 => self.sheet(fighter).all(),
            _ => hand,
        }
    }

    /// Returns the number of dice of the actor's attack; 0 if the number is rolled. If the attack
    /// has one die per card on the table, `more` further cards are counted. `netted` is true if a
    /// bramble net reduces the number.
    #[inline]
    pub(super) fn certain_dice(&self, slot: &AttackSlot, more: u8, netted: bool) -> u8 {
        let lying = if slot.dice == DiceCount::CardsLying { more } else { 0 };
        let dice = self.arena.dice_unhampered(self.state, slot) + lying;
        dice.saturating_sub(u8::from(netted) * self.arena.rules.bramble_dice)
    }

    /// Returns the kind of an option, as an index; see the names in `fields`.
    #[inline]
    pub(super) fn kind(&self, choice: Choice) -> usize {
        match choice {
            Choice::Place(_) => 0,
            Choice::Card(_) => 1,
            Choice::Move(_) => 2,
            Choice::Next(_) => 5,
            Choice::ThrowTo(_) => 6,
            Choice::Shed => 7,
            // In the second phase of a Strike, this option ends the Strike and not the turn.
            Choice::EndTurn if self.phase() == Phase::Ordering => 12,
            Choice::EndTurn => 8,
            Choice::Keep => 9,
            Choice::Flip(_) => 10,
            Choice::Reroll(_) => 11,
            _ => 3 + usize::from(self.attack_of(choice).is_some_and(|s| s.manner == Manner::Skull)),
        }
    }

    /// Returns the fighters whose chosen card lies face down and is unknown to the deciding player.
    pub(super) fn face_down(&self) -> Fighters {
        let secret = |&f: &FighterIndex| self.laid_down(f).is_some() && !self.knows_card(f);
        members(self.state.waiting).filter(secret).map(|f| 1 << f).sum()
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
