//! The fields of an arena game that scripts of bots can read (rule ). Each field reads the
//! [`View`], which hides secret choices.
//!
//! To add a field, add one line to a list in this file.

use serde_json::{Value, json};

use super::board::{Zone, members};
use super::cards::{AttackSlot, CardIndex, DiceCount, MAX_CARDS, PlayCard, Reach};
use super::state::{FighterIndex, Phase};
use super::{Arena, Choice, View};
use crate::game::scripted::{
    Decision, Entity, EntityField, FieldCell, FieldForm, Fields, FixedField, OptionField, Scripted,
    ViewField, decision, field,
};

const DECISIONS: &[Decision] = &[
    decision("placement", "choose_zone"),
    decision("card", "choose_card"),
    decision("step", "choose_step"),
    decision("charm", "use_charm"),
];

/// Index of the kind of object "fighter" in [`ENTITIES`].
const FIGHTER: usize = 0;
/// Index of the kind of object "card" in [`ENTITIES`].
const CARD: usize = 1;

const ENTITIES: &[Entity<Arena>] = &[
    Entity {
        name: ["fighter", "fighters"],
        fields: Fields::Changing {
            fields: FIGHTERS,
            meaning: "all fighters of the game by ascending size; the order stays the same for \
                the whole game",
        },
    },
    Entity { name: ["card", "cards"], fields: Fields::Fixed(CARDS) },
];

const WHAT: &[&str] = &["placement", "card", "step", "charm"];
/// The kinds of options, in the order of [`View::kind`].
const SORTS: &[&str] = &[
    "place", "card", "move", "attack", "skull", "next", "throw", "shed", "end_turn", "keep",
    "flip", "reroll", "stop",
];
const REACHES: &[&str] = &["melee", "shot"];

#[rustfmt::skip]
const VIEW: &[ViewField<Arena>] = &[
    field("decision", FieldForm::Word(WHAT), |v| FieldCell::index(Some(Arena::decision(v))), "the kind of decision"),
    field("me", FieldForm::Entity(FIGHTER), |v| FieldCell::index(Some(v.me().into())), "the fighter who decides"),
    field("opponents", FieldForm::Set(FIGHTER), |v| FieldCell::set(v.enemies(v.me())), "all living opponents, by ascending size"),
    field("teammates", FieldForm::Set(FIGHTER), |v| FieldCell::set(v.mates()), "all other living fighters of my team"),
    field("leader", FieldForm::Entity(FIGHTER), |v| FieldCell::index(leader(v).map(usize::from)), "the living opponent with the most points; ties go to the most trophies, then to the smallest size"),
    field("round", FieldForm::Number, |v| FieldCell::number(v.round()), "the round, from 1; 0 while fighters are placed"),
    field("rounds", FieldForm::Number, |v| FieldCell::number(v.arena().rules().rounds), "maximum number of rounds of the game"),
    field("zones", FieldForm::Number, |v| FieldCell::number(v.board().ring()), "number of zones on the ring: zones 1, 2, … go round the ring, and zone 0 is the centre"),
    field("moves_left", FieldForm::Number, |v| FieldCell::number(moves_left(v)), "in a step: number of moves left"),
    field("attacker", FieldForm::MaybeEntity(FIGHTER), |v| FieldCell::index(v.hits().and_then(|_| v.attacker()).map(usize::from)), "in a charm's decision: the attacker; nil for the crowd's rocks"),
    field("effect_dice", FieldForm::Flag, |v| FieldCell::flag(v.hits().is_some() && v.pending_of_effect()), "in a charm's decision: true for the dice of a net or a claymore, which do not wound by themselves"),
    field("hits", FieldForm::Number, |v| FieldCell::number(v.hits().unwrap_or(0)), "in a charm's decision: number of dice that hit me now"),
];

#[rustfmt::skip]
const FIGHTERS: &[EntityField<Arena>] = &[
    field("name", FieldForm::Name, |v, f| FieldCell::index(Some(v.sheet_index(f))), "key of the fighter in the roster, such as `agaric`"),
    field("seat", FieldForm::Number, |v, f| FieldCell::number(v.seat(f) + 1), "the fighter's seat, from 1"),
    field("ally", FieldForm::Flag, |v, f| FieldCell::flag(v.team(v.me()) >> f & 1 == 1), "true for me and for the members of my team"),
    field("alive", FieldForm::Flag, |v, f| FieldCell::flag(v.alive() >> f & 1 == 1), "true until the fighter is eliminated"),
    field("waiting", FieldForm::Flag, |v, f| FieldCell::flag(v.waiting() >> f & 1 == 1), "true if the fighter has not acted in this round"),
    field("size", FieldForm::Number, |v, f| FieldCell::number(v.size(f)), "life points at the start"),
    field("lp", FieldForm::Number, |v, f| FieldCell::number(v.lp(f)), "life points"),
    field("points", FieldForm::Number, |v, f| FieldCell::number(v.points(f)), "score of the fighter: popularity points or the sizes of its trophies, by the rules"),
    field("trophies", FieldForm::Set(FIGHTER), |v, f| FieldCell::set(v.trophies(f)), "the fighters that it holds as trophies"),
    field("charm", FieldForm::Flag, |v, f| FieldCell::flag(v.has_charm(f)), "true if the fighter has a lucky charm left"),
    field("first_wound", FieldForm::Flag, |v, f| FieldCell::flag(v.first_wound(f)), "true if the fighter holds a first-wound token"),
    field("zone", FieldForm::Maybe, |v, f| FieldCell::maybe(standing(v, f).map(|zone| number(v, zone))), "zone of the fighter, 0 for the centre; nil while it is not on the board"),
    field("distance", FieldForm::Maybe, |v, f| FieldCell::maybe(distance(v, f)), "distance between the fighter and me, 0 to 2; nil while one of us is not on the board"),
    field("defense", FieldForm::Maybe, |v, f| FieldCell::maybe(v.defense(f)), "the lowest face that wounds the fighter, by its active card or its sheet; nil if its defense is rolled"),
    field("no_melee", FieldForm::Flag, |v, f| FieldCell::flag(v.no_melee() >> f & 1 == 1), "true if the fighter cannot be attacked in melee"),
    field("no_shot", FieldForm::Flag, |v, f| FieldCell::flag(v.no_shot() >> f & 1 == 1), "true if the fighter cannot be shot"),
    field("suit", FieldForm::Flag, |v, f| FieldCell::flag(v.wears_suit(f)), "true if attacks on the fighter roll one die fewer"),
    field("netted", FieldForm::Flag, |v, f| FieldCell::flag(v.is_netted(f)), "true if the fighter is caught in a bramble net"),
    field("dragon", FieldForm::Flag, |v, f| FieldCell::flag(v.dragons() >> f & 1 == 1), "true for a dragon"),
    field("skulls", FieldForm::Set(FIGHTER), |v, f| FieldCell::set(v.skulls(f)), "the fighters that it cannot attack in its next action"),
    field("active", FieldForm::MaybeEntity(CARD), |v, f| card_cell(v, f, v.active(f)), "the active card; nil before the fighter's first card"),
    field("chosen", FieldForm::MaybeEntity(CARD), |v, f| card_cell(v, f, v.chosen(f)), "the card that the fighter will play in this round, if it is mine or face up; otherwise nil"),
    field("hand", FieldForm::Set(CARD), |v, f| card_set(v, f, v.hand(f)), "the cards that the fighter has not played, including a face-down card; highest initiative first"),
    field("played", FieldForm::Set(CARD), |v, f| card_set(v, f, v.sheet(f).all() & !v.hand(f)), "the cards that are not in the fighter's hand"),
    field("next_cards", FieldForm::Set(CARD), |v, f| card_set(v, f, v.next_cards(f)), "the cards that the fighter may play in its next action, as far as I know"),
];

#[rustfmt::skip]
const OPTIONS: &[OptionField<Arena>] = &[
    field("kind", FieldForm::Word(SORTS), |v, c| FieldCell::index(Some(v.kind(c))), "kind of the option"),
    field("card", FieldForm::MaybeEntity(CARD), |v, c| card_cell(v, v.me(), if let Choice::Card(card) = c { Some(card) } else { None }), "the card to choose"),
    field("zone", FieldForm::Maybe, |v, c| FieldCell::maybe(c.zone().map(|zone| number(v, zone))), "the zone of a placement, a move, an area attack, or the landing of a thrown fighter"),
    field("reach", FieldForm::MaybeWord(REACHES), |v, c| FieldCell::index(v.attack_of(c).map(|slot| usize::from(slot.reach == Reach::Shot))), "of an attack: melee or shot"),
    field("target", FieldForm::MaybeEntity(FIGHTER), |v, c| FieldCell::index(members(v.targets_of(c)).next().map(usize::from)), "the target of an attack, a skull or a strike's next die; the smallest of several targets"),
    field("targets", FieldForm::Set(FIGHTER), |v, c| FieldCell::set(v.targets_of(c)), "all targets of the attack"),
    field("face", FieldForm::Maybe, |_, c| FieldCell::maybe(if let Choice::Flip(face) = c { Some(face) } else { None }), "the face of the die to flip"),
    field("dice", FieldForm::Maybe, |_, c| FieldCell::maybe(if let Choice::Reroll(dice) = c { Some(dice) } else { None }), "number of dice to reroll: the lowest dice that hit"),
];

#[rustfmt::skip]
const CARDS: &[FixedField] = &[
    card_field("name", "string", "key of the card in the roster, such as `7`"),
    card_field("initiative", "number", "the initiative printed on the card"),
    card_field("movement", "number", "number of moves, all of which must be made"),
    card_field("defense", "number", "the lowest face that wounds the fighter; a whirling spear rolls it instead"),
    card_field("melee", "number", "number of dice of the melee attacks; 0 without such an attack, or if the number is determined in play"),
    card_field("shooting", "number", "number of dice of the shots; 0 without such an attack, or if the number is determined in play"),
    card_field("effect", "string?", "name of the effect, such as `double-bow`"),
    card_field("technique", "boolean", "true for a secret technique"),
];

const fn card_field(
    name: &'static str,
    luau_type: &'static str,
    meaning: &'static str,
) -> FixedField {
    FixedField { name, luau_type, meaning }
}

impl Scripted for Arena {
    const ENTITIES: &'static [Entity<Arena>] = ENTITIES;
    const DECISIONS: &'static [Decision] = DECISIONS;
    const VIEW: &'static [ViewField<Arena>] = VIEW;
    const OPTIONS: &'static [OptionField<Arena>] = OPTIONS;
    const HELPERS: &'static str = include_str!("script.luau");

    #[inline]
    fn decision(view: View<'_>) -> usize {
        match view.phase() {
            Phase::Placing => 0,
            Phase::Choosing | Phase::Facing => 1,
            Phase::Acting | Phase::Ordering | Phase::Throwing | Phase::Over => 2,
            Phase::Charm => 3,
        }
    }

    #[inline]
    fn seat(view: View<'_>) -> usize {
        usize::from(view.seat(view.me()))
    }

    #[inline]
    fn count(view: View<'_>, _: usize) -> usize {
        view.everybody().count_ones() as usize
    }

    fn names(&self) -> Vec<String> {
        self.keys.clone()
    }

    fn fixed(&self, _: usize) -> Vec<Value> {
        let of_sheet = |sheet: &super::cards::Sheet| -> Vec<Value> {
            (0..MAX_CARDS)
                .map(|index| match sheet.cards.get(index) {
                    Some(card) => json!({
                        "name": sheet.keys[index],
                        "initiative": card.initiative,
                        "movement": card.movement,
                        "defense": card.defense,
                        "melee": dice(card, Reach::Melee),
                        "shooting": dice(card, Reach::Shot),
                        "effect": sheet.effects[index],
                        "technique": sheet.techniques >> index & 1 == 1,
                    }),
                    None => Value::Null,
                })
                .collect()
        };
        self.sheets.iter().flat_map(of_sheet).collect()
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.rules).expect("rules are plain data")
    }
}

/// Returns the number of dice of a card's attacks of one kind (melee or shots), summed over these
/// attacks. Attacks whose number of dice is not fixed count as 0.
fn dice(card: &PlayCard, reach: Reach) -> u8 {
    let of_slot = |slot: &AttackSlot| match slot.dice {
        DiceCount::Fixed(dice) if slot.reach == reach => dice * slot.uses,
        _ => 0,
    };
    card.slots.iter().map(of_slot).sum()
}

fn leader(view: View<'_>) -> Option<FighterIndex> {
    // Fighters are numbered by ascending size.
    let rank = |f: &FighterIndex| (view.points(*f), view.trophies(*f).count_ones(), u8::MAX - f);
    members(view.enemies(view.me())).max_by_key(rank)
}

/// Returns the number of a zone as scripts and stories use it: 1, 2, … round the ring, and 0 for
/// the centre.
fn number(view: View<'_>, zone: Zone) -> u8 {
    if zone == view.board().centre() { 0 } else { zone + 1 }
}

/// Returns the zone in which a fighter stands, or `None` if the fighter is not on the board.
fn standing(view: View<'_>, fighter: FighterIndex) -> Option<Zone> {
    view.is_placed(fighter).then(|| view.zone(fighter))
}

fn distance(view: View<'_>, fighter: FighterIndex) -> Option<u8> {
    Some(view.board().distance(standing(view, view.me())?, standing(view, fighter)?))
}

fn moves_left(view: View<'_>) -> u8 {
    if view.phase() == Phase::Acting { view.moves_left() } else { 0 }
}

fn card_cell(view: View<'_>, fighter: FighterIndex, card: Option<CardIndex>) -> FieldCell {
    FieldCell::index(card.map(|card| view.sheet_index(fighter) * MAX_CARDS + usize::from(card)))
}

fn card_set(view: View<'_>, fighter: FighterIndex, cards: u16) -> FieldCell {
    FieldCell::from((view.sheet_index(fighter) * MAX_CARDS) as u32, cards)
}
