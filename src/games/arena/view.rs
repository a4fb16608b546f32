//! What the fighter who decides may know: everything but the cards that other seats have chosen and not yet revealed.

use super::board::{Board, Fighters, Zone, Zones, members};
use super::bowling::in_order;
use super::cards::{CardIndex, Cards, DiceCount, Reach, SLOTS, Sheet, Slot};
use super::charm::is_effects;
use super::features::Profiles;
use super::state::{FighterIndex, NO_CARD, Phase, Stage, State};
use super::{Arena, Scoring};
use crate::games::{Game, Turn, chance::Throw};

/// A state in the eyes of the fighter who decides. Nothing hidden can be read through it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    arena: &'a Arena,
    /// Read through the methods only: they hide what is hidden.
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

    /// The ruleset and roster.
    #[inline]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The game's zones.
    #[inline]
    pub fn board(&self) -> &'a Board {
        self.arena.board(self.state)
    }

    /// The zones next to a zone.
    #[inline]
    pub fn adjacent(&self, zone: Zone) -> Zones {
        self.state.adjacent(zone)
    }

    /// The fighter who decides.
    #[inline]
    pub fn me(&self) -> FighterIndex {
        self.me
    }

    /// The round, from 1; 0 while fighters are placed.
    #[inline]
    pub fn round(&self) -> u8 {
        self.state.round
    }

    /// What is decided about.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Who is still in the game.
    #[inline]
    pub fn alive(&self) -> Fighters {
        self.state.alive
    }

    /// The fighter's team, itself included, the fallen too.
    #[inline]
    pub fn team(&self, fighter: FighterIndex) -> Fighters {
        self.state.team[usize::from(fighter)]
    }

    /// The living opponents of a fighter.
    #[inline]
    pub fn enemies(&self, fighter: FighterIndex) -> Fighters {
        self.state.alive & !self.team(fighter)
    }

    /// The seat of the fighter, from 0.
    #[inline]
    pub fn seat(&self, fighter: FighterIndex) -> u8 {
        self.state.seat[usize::from(fighter)]
    }

    /// Which of the arena's sheets the fighter plays, by index.
    #[inline]
    pub fn sheet_index(&self, fighter: FighterIndex) -> usize {
        self.state.sheet_of(usize::from(fighter))
    }

    /// Everybody of the game, the fallen included.
    #[inline]
    pub fn everybody(&self) -> Fighters {
        self.state.everybody()
    }

    /// Who has yet to act this round.
    #[inline]
    pub fn waiting(&self) -> Fighters {
        self.state.waiting
    }

    /// The fighter's sheet.
    #[inline]
    pub fn sheet(&self, fighter: FighterIndex) -> &'a Sheet {
        self.arena.sheet(self.state, fighter)
    }

    /// What the features need of the fighter's cards.
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

    /// Does the fighter still hold a first wound token?
    #[inline]
    pub fn first_wound(&self, fighter: FighterIndex) -> bool {
        self.first_wounds(fighter) > 0
    }

    /// The first wound tokens among its life points: one at most, but for who has drained others.
    #[inline]
    pub fn first_wounds(&self, fighter: FighterIndex) -> u8 {
        self.state.first[usize::from(fighter)]
    }

    /// What the fighter has scored so far.
    #[inline]
    pub fn points(&self, fighter: FighterIndex) -> u16 {
        self.state.points[usize::from(fighter)]
    }

    /// What its elimination would score: its size, and its trophies' if they pass on; 0 where trophies do not count.
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

    /// What standing in the centre as this round ends is worth: only the last one's end counts.
    #[inline]
    pub fn centre_bonus(&self) -> u8 {
        let rules = &self.arena.rules;
        if self.state.round == rules.rounds {
            rules.centre_bonus
        } else {
            0
        }
    }

    /// Sandal: the one who is to be thrown, and the dice at each on whom it lands.
    pub(super) fn thrown(&self) -> (FighterIndex, u8) {
        let target = self.state.clash.target;
        (target, self.landing_dice(&self.clash_slot(), target))
    }

    /// Sandal: dice at each on whom this target lands; 0 of any other attack.
    pub(super) fn landing_dice(&self, slot: &Slot, target: FighterIndex) -> u8 {
        let sheet = self.sheet(self.me);
        let dice = |table| sheet.landing_dice(table, self.size(target));
        slot.landing.map_or(0, dice)
    }

    /// Is the attack being resolved a Strike in its second phase?
    pub(super) fn strikes_on(&self) -> bool {
        self.state.clash.stage == Stage::Splinters
    }

    /// The attack being resolved.
    pub(super) fn clash_slot(&self) -> Slot {
        let card = self.arena.active_card(self.state);
        card.slots[usize::from(self.state.clash.slot)]
    }

    /// Bowling strike: who is in the order already, the first one first.
    pub(super) fn named(&self) -> impl Iterator<Item = FighterIndex> {
        in_order(&self.state.clash)
    }

    /// The figures that the fighter has taken.
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

    /// Who stands on a zone.
    #[inline]
    pub fn standing_on(&self, zone: Zone) -> Fighters {
        self.state.at[usize::from(zone)]
    }

    /// Whom the fighter cannot attack in its next action, for their skulls.
    #[inline]
    pub fn skulls(&self, fighter: FighterIndex) -> Fighters {
        self.state.skull[usize::from(fighter)]
    }

    /// Is the fighter who decides about to spend a move on shedding its net?
    #[inline]
    pub(super) fn must_shed(&self) -> bool {
        self.arena.must_shed(self.state)
    }

    /// Does a net on the fighter who decides fall off by itself after its turn?
    #[inline]
    pub(super) fn net_falls_off(&self) -> bool {
        self.arena.net_falls_off(self.state, self.me)
    }

    /// Is the fighter caught in a net?
    #[inline]
    pub fn is_netted(&self, fighter: FighterIndex) -> bool {
        self.state.netted >> fighter & 1 == 1
    }

    /// Dragons, who stand in the centre and choose no card in secret.
    #[inline]
    pub fn dragons(&self) -> Fighters {
        self.state.dragons
    }

    /// The defense in force: the active card's, or the sheet's, less in a net; `None` where it is rolled.
    #[inline]
    pub fn defense(&self, fighter: FighterIndex) -> Option<i8> {
        (self.state.spear >> fighter & 1 == 0).then_some(self.state.defense[usize::from(fighter)])
    }

    /// Who cannot be attacked in melee, who cannot be shot, and who costs attackers a die.
    #[inline]
    pub fn protected(&self) -> (Fighters, Fighters, Fighters) {
        (self.state.no_melee, self.state.no_shot, self.state.suit)
    }

    /// The active card; `None` before the first.
    #[inline]
    pub fn active(&self, fighter: FighterIndex) -> Option<CardIndex> {
        let card = self.state.active[usize::from(fighter)];
        (card != NO_CARD).then_some(card)
    }

    /// The card chosen for this round and not yet in play, if this seat may know it: face up, or its own.
    #[inline]
    pub fn chosen(&self, fighter: FighterIndex) -> Option<CardIndex> {
        let f = usize::from(fighter);
        let known = self.state.revealed >> fighter & 1 == 1
            || self.state.seat[f] == self.state.seat[usize::from(self.me)];
        (known && self.state.waiting >> fighter & 1 == 1 && self.state.chosen[f] != NO_CARD)
            .then_some(self.state.chosen[f])
    }

    /// The cards that the fighter has not played yet, one that lies face down before it included.
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

    /// The cards one of which the fighter plays in its next action, as far as this seat can tell: the countdown has ruled out
    /// those with the called initiative or more.
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

    /// Moves that lead the fighter whose turn it is to other zones: one that must be spent on shedding a net is none.
    #[inline]
    pub fn moves_left(&self) -> u8 {
        self.arena.free_moves(self.state)
    }

    /// The zones that the actor may enter after it has moved to `zone`, or next if that is where it stands.
    #[inline]
    pub(super) fn onward(&self, zone: Zone) -> Zones {
        self.state.adjacent(zone) & !self.arena.barred_after(self.state.turn.barred, zone)
    }

    /// Everyone whom an area of the actor hits in a zone.
    #[inline]
    pub(super) fn in_blast(&self, reach: Reach, zone: Zone) -> Fighters {
        self.arena.in_blast(self.state, reach, zone)
    }

    /// Those of so many rocks that come through to the actor.
    #[inline]
    pub(super) fn unblocked(&self, rocks: u8) -> u8 {
        self.arena.unblocked(self.state, rocks)
    }

    /// Everyone in a zone to whom the dice of the actor's bowling strike come.
    pub(super) fn bowled_at(&self, slot: &Slot, zone: Zone) -> Fighters {
        self.arena.bowled_at(self.state, slot, zone)
    }

    /// The attacks that the actor still has, by slot of its active card.
    #[inline]
    pub(super) fn attacks_left(&self) -> [u8; SLOTS] {
        self.state.turn.left
    }

    /// Whom the actor's slot may attack at all, wherever they stand.
    #[inline]
    pub(super) fn open_to(&self, slot: &Slot) -> Fighters {
        self.arena.open_to(self.state, slot)
    }

    /// Whom the actor's slot may attack from where it stands.
    pub(super) fn within_reach(&self, slot: &Slot) -> Fighters {
        self.arena.targets(self.state, slot)
    }

    /// Dice of a slot of the fighter's card, with `more` cards lying before it than lie there now, from within a net or free of it.
    #[inline]
    pub(super) fn certain_dice(
        &self,
        fighter: FighterIndex,
        slot: &Slot,
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

    /// The dice that lie for the fighter whose charm is asked for, and the face that wounds it.
    #[inline]
    pub fn pending(&self) -> (Throw, i8) {
        (self.state.clash.throw, self.state.clash.needed)
    }

    /// Are these dice an effect's, as a net's, which the attack's own follow?
    #[inline]
    pub fn pending_of_effect(&self) -> bool {
        is_effects(self.state.clash.stage)
    }

    /// Do they say how many dice follow? If not, and they are an effect's, they stand against a size.
    pub(super) fn pending_counts_dice(&self) -> bool {
        self.state.clash.stage == Stage::Count
    }

    /// The attack's own dice, which follow those that stand against a size.
    pub(super) fn pending_dice(&self) -> u8 {
        self.state.clash.dice
    }

    /// What the attack being resolved adds to each of its dice against the fighter whose charm is asked for.
    pub(super) fn pending_modifier(&self) -> i8 {
        self.arena.modifier(self.state, &self.clash_slot(), self.me)
    }

    /// Who attacks the fighter whose charm is asked for; `None`: the crowd.
    #[inline]
    pub fn attacker(&self) -> Option<FighterIndex> {
        super::resolve::attacker(self.state)
    }

    /// Who has a card before it that this seat does not know.
    pub(super) fn face_down(&self) -> Fighters {
        let chosen = members(self.state.waiting)
            .filter(|&f| self.state.chosen[usize::from(f)] != NO_CARD && self.chosen(f).is_none());
        chosen.fold(0, |all, f| all | 1 << f)
    }

    /// The state with all that this seat does not know taken out: cards that lie face down are back in their hands.
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
