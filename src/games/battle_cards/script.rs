//! The fields of the game that scripts can read, by name. A field reads the view of the deciding
//! player, which hides secrets. One line declares one field.

use serde_json::{Value, json};

use super::decks::{Action, Cards};
use super::state::{CharacterIndex, Phase};
use super::{BattleCards, Choice, View};
use crate::game::scripted::{
    Decision, Entity, EntityField, FieldCell, FieldForm, Fields, FixedField, MAX_LIST, OptionField,
    Scripted, ViewField, decision, field,
};

/// Index of the sort of entities "player" in the list [`Scripted::ENTITIES`].
const PLAYER: usize = 0;
/// Index of the sort of entities "character" in the list [`Scripted::ENTITIES`].
const CHARACTER: usize = 1;
/// Index of the sort of entities "action card" in the list [`Scripted::ENTITIES`].
const ACTION: usize = 2;

const WHAT: &[&str] = &["leader", "turn", "attack", "defense", "save", "discard"];
const DECISIONS: &[Decision] = &[
    decision("leader", "choose_leader"),
    decision("turn", "choose_action"),
    decision("attack", "play_attack_card"),
    decision("defense", "play_dodge_card"),
    decision("save", "play_save_card"),
    decision("discard", "choose_discard"),
];
const SIDES: &[&str] = &["villain", "hero"];

#[rustfmt::skip]
const VIEW: &[ViewField<BattleCards>] = &[
    field("decision", FieldForm::Word(WHAT), |v| FieldCell::index(Some(BattleCards::decision(v))), "what is decided about"),
    field("me", FieldForm::Entity(PLAYER), |v| FieldCell::index(Some(v.me)), "the player who decides"),
    field("active", FieldForm::Entity(PLAYER), |v| FieldCell::index(Some(v.active.into())), "the player whose turn it is"),
    field("round", FieldForm::Number, |v| FieldCell::number(v.round), "the round, from 1; 0 while the first leaders are named"),
    field("attacks_left", FieldForm::Number, attacks_left, "attacks that the active player has left; 0 before it acts and once it has stopped"),
    field("hand", FieldForm::List(ACTION), |v| cards(v.hand()), "the action cards that I hold, each as often as I hold it"),
    field("pile", FieldForm::Number, |v| FieldCell::number(v.pile() as f64), "cards in the action pile"),
    field("attacker", FieldForm::MaybeEntity(CHARACTER), |v| attack(v, v.attack.attacker), "while cards are played in an attack: who attacks"),
    field("target", FieldForm::MaybeEntity(CHARACTER), |v| attack(v, v.attack.target), "while cards are played in an attack: who is attacked"),
    field("wound", FieldForm::Number, |v| FieldCell::number(if v.phase == Phase::Saving { v.attack.wound } else { 0 }), "before a save card: life that the target is about to lose; else 0"),
    field("score", FieldForm::Maybe, |v| FieldCell::maybe(score(v)), "while cards are played in an attack whose dice lie: its score as it stands"),
    field("more_dice", FieldForm::Number, |v| in_attack(v, v.attack.dice), "dice that cards add to the attack under way"),
    field("more_score", FieldForm::Number, |v| in_attack(v, v.attack.strength), "what cards add to its score"),
    field("more_wound", FieldForm::Number, |v| in_attack(v, v.attack.fury), "what cards add to its wound"),
    field("precision", FieldForm::Flag, |v| in_attack(v, v.attack.precision), "has a card taken away its dodge?"),
    field("more_dodge", FieldForm::Number, |v| in_attack(v, v.attack.dodge), "what cards add to the dodge"),
    field("dodge_dice", FieldForm::Number, |v| in_attack(v, v.attack.agility), "dice that cards add to the dodge"),
    field("riposte", FieldForm::Flag, |v| in_attack(v, v.attack.riposte), "will the attacker lose life if the target escapes?"),
    field("fog", FieldForm::Number, |v| FieldCell::number(v.fog), "added to every dodge in this turn"),
    field("frenzy", FieldForm::Number, |v| FieldCell::number(v.frenzy), "dice that every attack throws more in this turn"),
    field("rage", FieldForm::Number, |v| FieldCell::number(v.rage), "added to every wound by dice in this turn"),
    field("truce", FieldForm::Flag, |v| FieldCell::flag(v.truce), "can leaders not be attacked in this turn?"),
    field("discards", FieldForm::List(ACTION), |v| cards(&v.discards), "the discards of the action pile, at most 64 of them"),
    field("stock", FieldForm::Set(CHARACTER), |v| FieldCell::set(v.stock), "who may still be recruited, of both kinds"),
    field("graveyard", FieldForm::Set(CHARACTER), |v| FieldCell::set(v.graveyard), "who has fallen, of both kinds"),
];

#[rustfmt::skip]
const PLAYERS: &[EntityField<BattleCards>] = &[
    field("playing", FieldForm::Flag, |v, p| FieldCell::flag(v.fell[usize::from(p)] == 0), "is it still in the game?"),
    field("mate", FieldForm::Flag, |v, p| FieldCell::flag(v.are_mates(v.me, p.into())), "is it on my side? I am, too"),
    field("team", FieldForm::Set(CHARACTER), |v, p| FieldCell::set(v.team[usize::from(p)]), "its living characters"),
    field("leader", FieldForm::MaybeEntity(CHARACTER), |v, p| FieldCell::index(v.leader_of(p.into()).map(usize::from)), "its leader; nil while it is to be named"),
    field("energy", FieldForm::Number, |v, p| FieldCell::number(v.energy[usize::from(p)]), "energy that it has"),
    field("income", FieldForm::Number, |v, p| FieldCell::number(v.game.income(&v, p.into())), "energy that its team brings each turn"),
    field("cards", FieldForm::Number, |v, p| FieldCell::number(v.cards_of(p.into()) as f64), "action cards that it holds"),
    field("life", FieldForm::Number, |v, p| FieldCell::number(v.game.life_of(&v, p.into())), "all life of its team"),
];

#[rustfmt::skip]
const CHARACTERS: &[EntityField<BattleCards>] = &[
    field("name", FieldForm::Name, |_, c| FieldCell::index(Some(c.into())), "its key in the roster"),
    field("kind", FieldForm::Word(SIDES), |v, c| FieldCell::index(Some((v.game.sheets.heroes >> c & 1) as usize)), "villain or hero"),
    field("life", FieldForm::Number, |v, c| FieldCell::number(v.life[usize::from(c)]), "life that it has; 0 if it does not play"),
    field("most", FieldForm::Number, |v, c| FieldCell::number(v.sheet(c).life), "life that is printed"),
    field("dice", FieldForm::Number, |v, c| FieldCell::number(v.sheet(c).dice), "dice of its attack, and what it costs"),
    field("brings", FieldForm::Number, |v, c| FieldCell::number(v.sheet(c).energy), "energy that it brings each turn"),
    field("power", FieldForm::Word(super::Power::NAMES), |v, c| FieldCell::index(v.sheet(c).power.position()), "its power"),
    field("power_number", FieldForm::Number, |v, c| FieldCell::number(v.sheet(c).power.number()), "its power’s number"),
    field("nemesis", FieldForm::MaybeEntity(CHARACTER), |v, c| FieldCell::index(v.sheet(c).nemesis.map(usize::from)), "its sworn enemy"),
    field("leads", FieldForm::Flag, |v, c| FieldCell::flag(v.life[usize::from(c)] > 0 && v.leads(c)), "is it a leader?"),
    field("attacked", FieldForm::Flag, |v, c| FieldCell::flag(v.attacked >> c & 1 == 1), "has it attacked in this turn?"),
    field("covered", FieldForm::Flag, |v, c| FieldCell::flag(v.covered >> c & 1 == 1), "has it its shield or its guard?"),
];

#[rustfmt::skip]
const OPTIONS: &[OptionField<BattleCards>] = &[
    field("kind", FieldForm::Word(Choice::KINDS), |_, o| FieldCell::index(Some(o.kind())), "what it is"),
    field("character", FieldForm::MaybeEntity(CHARACTER), |_, o| FieldCell::index(o.character().map(usize::from)), "who attacks, leads or is healed"),
    field("target", FieldForm::MaybeEntity(CHARACTER), |_, o| FieldCell::index(o.target().map(usize::from)), "who is attacked"),
    field("from", FieldForm::MaybeEntity(PLAYER), |_, o| FieldCell::index(match o { Choice::Theft(from) | Choice::Sabotage(from) => Some(from.into()), _ => None }), "the opponent that a theft or a sabotage is for"),
    field("action", FieldForm::MaybeEntity(ACTION), |_, o| FieldCell::index(o.card().map(|card| card as usize)), "the card that is played or discarded"),
];

#[rustfmt::skip]
const ACTIONS: &[FixedField] = &[
    FixedField { name: "name", luau_type: "string", meaning: "what it is" },
    FixedField { name: "cost", luau_type: "number", meaning: "energy that it costs" },
    FixedField { name: "amount", luau_type: "number", meaning: "what it is worth; 0 if it has no number" },
];

fn cards(cards: &Cards) -> FieldCell {
    FieldCell::list(cards.kinds().take(MAX_LIST))
}

fn attacks_left(view: View<'_>) -> FieldCell {
    let acts = !matches!(view.phase, Phase::Leading | Phase::Discarding);
    FieldCell::number(if acts { view.attacks_left } else { 0 })
}

fn attack(view: View<'_>, character: CharacterIndex) -> FieldCell {
    FieldCell::index(view.phase.is_of_attack().then_some(character.into()))
}

/// Returns a value of the current attack as a script's field; 0 or false if no decision about a
/// card in an attack is to be made.
fn in_attack(view: View<'_>, value: impl Into<u8>) -> FieldCell {
    FieldCell::number(if view.phase.is_of_attack() { value.into() } else { 0 })
}

/// Returns the score of the current attack. Returns `None` before the dice are thrown, and for a
/// Nemesis card.
fn score(view: View<'_>) -> Option<u8> {
    let lies = view.phase.is_of_attack() && view.attack.best > 0;
    lies.then(|| view.game.score(&view))
}

impl Scripted for BattleCards {
    const ENTITIES: &'static [Entity<BattleCards>] = &[
        Entity {
            name: ["player", "players"],
            fields: Fields::Changing { fields: PLAYERS, meaning: "all players, by their seats" },
        },
        Entity {
            name: ["character", "characters"],
            fields: Fields::Changing {
                fields: CHARACTERS,
                meaning: "all characters of the roster, by their keys",
            },
        },
        Entity { name: ["action", "actions"], fields: Fields::Fixed(ACTIONS) },
    ];
    const DECISIONS: &'static [Decision] = DECISIONS;
    const VIEW: &'static [ViewField<BattleCards>] = VIEW;
    const OPTIONS: &'static [OptionField<BattleCards>] = OPTIONS;
    const HELPERS: &'static str = include_str!("script.luau");

    fn decision(view: View<'_>) -> usize {
        // The kinds of decisions have the order of the phases.
        match view.phase {
            Phase::Over => Phase::Acting as usize,
            phase => phase as usize,
        }
    }

    fn seat(view: View<'_>) -> usize {
        view.me
    }

    fn count(view: View<'_>, entity: usize) -> usize {
        match entity {
            PLAYER => view.players.into(),
            _ => view.game.sheets.count,
        }
    }

    fn names(&self) -> Vec<String> {
        self.roster.fighters.keys().cloned().collect()
    }

    fn fixed(&self, _: usize) -> Vec<Value> {
        let numbers = Action::NAMES.iter().zip(self.decks.cost).zip(self.decks.amount);
        let card = |((name, cost), amount)| json!({ "name": name, "cost": cost, "amount": amount });
        numbers.map(card).collect()
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.rules).expect("plain data")
    }
}
