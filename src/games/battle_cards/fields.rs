//! What bots know of a game: the fields that scripts read by name, and the inputs of trained bots
//! in addition to the features. One row declares one fact for both. The rows read the view of the
//! deciding player, which hides secrets; the inputs do not depend on the identity of a character.

use serde_json::Value;

use super::decks::Action;
use super::state::{Attack, Phase, members};
use super::{BattleCards, Choice, Power, View};
use crate::game::learnable::{DecisionInputs, Learnable, OneOf};
use crate::game::scripted::{
    Decision, Entity, EntityField, Fields, OptionField, Scripted, ViewField,
};
use crate::game::{Game, Options};
use crate::{decisions, fields, fixed_fields};

// Indices of the sorts of entities in [`Scripted::ENTITIES`].
const PLAYER: usize = 0;
const CHARACTER: usize = 1;
const ACTION: usize = 2;

// In the order of [`Phase`].
decisions! {
    "leader" "choose_leader",
    "turn" "choose_action",
    "attack" "play_attack_card",
    "defense" "play_dodge_card",
    "save" "play_save_card",
    "discard" "choose_discard",
}
const SIDES: &[&str] = &["villain", "hero"];

/// Factor that scales the life of a team to network inputs near 1.
const TEAM_LIFE: f32 = 0.1;
/// Factor that scales the life of a character to network inputs near 1.
const LIFE: f32 = 0.3;
/// Factor that scales energy to network inputs near 1.
const ENERGY: f32 = 0.1;

fields! {
    /// The game, and the deciding player.
    OfGame: ViewField<BattleCards>;
    (view: View<'_>) {
        let (me, phase) = (view.me, view.phase);
        let attacks = phase.is_of_attack();
        let attack = if attacks { view.attack } else { Attack::default() };
    } => () {
        let rivals = view.after(me).filter(|&other| !view.are_mates(me, other));
        let attacks_left = if phase == Phase::Leading { 0 } else { view.attacks_left };
    }

    decision: Word(WHAT) = BattleCards::decision(view), "what is decided about";
    me: Entity(PLAYER) = me, "the player who decides";
    active: Entity(PLAYER) = view.active, "the player whose turn it is";
    round: Number = view.round, "the round, from 1; 0 while the first leaders are named"
        => f32::from(round.min(40)) * 0.05;
    "rivals" => rivals.count() as f32 * 0.3;
    "my_turn" => usize::from(view.active) == me;
    "attacks_left" => f32::from(attacks_left) * 0.5;
    attacks_left: Number =
        if matches!(phase, Phase::Leading | Phase::Discarding) { 0 } else { view.attacks_left },
        "attacks that the active player has left; 0 before it acts and once it has stopped";
    [characters, life, weakest, dice, income, energy, cards]
        in OfPlayer(view, me as u8, false), as "my_";
    [leader_life, leader_dice] in OfPlayer(view, me as u8, false);
    hand: List(ACTION) = view.hand().kinds(),
        "the action cards that I hold, each as often as I hold it"
        => view.hand().counts().map(|count| f32::from(count) * 0.5), as ("", Action::NAMES);
    pile: Number = view.pile() as f64, "cards in the action pile";
    attacker: MaybeEntity(CHARACTER) = attacks.then_some(attack.attacker),
        "while cards are played in an attack: who attacks";
    target: MaybeEntity(CHARACTER) = attacks.then_some(attack.target),
        "while cards are played in an attack: who is attacked";
    wound: Number = if phase == Phase::Saving { attack.wound } else { 0 },
        "before a save card: life that the target is about to lose; else 0";
    score: Maybe = (attack.best > 0).then(|| view.game.score(&view)),
        "while cards are played in an attack whose dice lie: its score as it stands";
    more_dice: Number = attack.dice, "dice that cards add to the attack under way";
    more_score: Number = attack.strength, "what cards add to its score";
    more_wound: Number = attack.fury, "what cards add to its wound";
    precision: Flag = attack.precision, "has a card taken away its dodge?";
    more_dodge: Number = attack.dodge, "what cards add to the dodge";
    dodge_dice: Number = attack.agility, "dice that cards add to the dodge";
    riposte: Flag = attack.riposte, "will the attacker lose life if the target escapes?";
    fog: Number = view.fog, "added to every dodge in this turn";
    frenzy: Number = view.frenzy, "dice that every attack throws more in this turn";
    rage: Number = view.rage, "added to every wound by dice in this turn";
    truce: Flag = view.truce, "can leaders not be attacked in this turn?";
    discards: List(ACTION) = view.discards.kinds(),
        "the discards of the action pile, at most 64 of them";
    stock: Set(CHARACTER) = view.stock, "who may still be recruited, of both kinds";
    graveyard: Set(CHARACTER) = view.graveyard, "who has fallen, of both kinds";
}

fields! {
    /// A player; networks read these inputs of the other players.
    OfPlayer: EntityField<BattleCards>;
    (view: View<'_>, player: u8) {
        let index = usize::from(player);
        let (team, leader) = (view.team[index], view.leader_of(index));
        let life_of = |character: u8| view.life[usize::from(character)];
    } => (is_next: bool) {}

    playing: Flag = view.fell[index] == 0, "is it still in the game?";
    mate: Flag = view.are_mates(view.me, index), "is it on my side? I am, too" => mate;
    "next" => is_next;
    team: Set(CHARACTER) = team, "its living characters";
    characters => team.count_ones() as f32 * 0.2;
    life: Number = view.game.life_of(&view, index), "all life of its team"
        => life as f32 * TEAM_LIFE;
    weakest => f32::from(members(team).map(life_of).min().unwrap_or(0)) * LIFE;
    dice => f32::from(members(team).map(|own| view.sheet(own).dice).sum::<u8>()) * 0.1;
    income: Number = view.game.income(&view, index), "energy that its team brings each turn",
        * ENERGY;
    energy: Number = view.energy[index], "energy that it has"
        => f32::from(energy.min(40)) * ENERGY;
    cards: Number = view.cards_of(index) as f64, "action cards that it holds"
        => cards as f32 * 0.2;
    leader: MaybeEntity(CHARACTER) = leader, "its leader; nil while it is to be named";
    leader_life => leader.map_or(0.0, |leader| OfCharacter::life(view, leader));
    leader_dice => leader.map_or(0.0, |leader| OfCharacter::dice(view, leader));
    "leaderless" => leader.is_none();
}

fields! {
    /// A character.
    OfCharacter: EntityField<BattleCards>;
    (view: View<'_>, character: u8) {
        let (life, sheet) = (view.life[usize::from(character)], view.sheet(character));
    } => () {}

    name: Name = character, "its key in the roster";
    kind: Word(SIDES) = (view.game.sheets.heroes >> character & 1) as usize, "villain or hero";
    life: Number = life, "life that it has; 0 if it does not play", own f32::from(life) * LIFE;
    most: Number = sheet.life, "life that is printed";
    dice: Number = sheet.dice, "dice of its attack, and what it costs",
        own f32::from(dice) * LIFE;
    brings: Number = sheet.energy, "energy that it brings each turn";
    power: Word(Power::NAMES) = sheet.power.position(), "its power";
    power_number: Number = sheet.power.number(), "its power’s number";
    nemesis: MaybeEntity(CHARACTER) = sheet.nemesis, "its sworn enemy";
    leads: Flag = life > 0 && view.leads(character), "is it a leader?";
    attacked: Flag = view.attacked >> character & 1 == 1, "has it attacked in this turn?";
    covered: Flag = view.covered >> character & 1 == 1, "has it its shield or its guard?";
}

fields! {
    /// An option. In an attack, networks read who attacks whom with each option.
    OfOption: OptionField<BattleCards>;
    (view: View<'_>, choice: Choice) {
        let (character, target) = (choice.character(), choice.target());
    } => () {
        let (own, target) = match (character, target) {
            (None, None) if view.phase.is_of_attack() => {
                (Some(view.attack.attacker), Some(view.attack.target))
            }
            both => both,
        };
    }

    kind: Word(Choice::KINDS) = choice.kind(), "what it is";
    character: MaybeEntity(CHARACTER) = character, "who attacks, leads or is healed";
    target: MaybeEntity(CHARACTER) = target, "who is attacked";
    from: MaybeEntity(PLAYER) =
        if let Choice::Theft(from) | Choice::Sabotage(from) = choice { Some(from) } else { None },
        "the opponent that a theft or a sabotage is for";
    "attack" => matches!(choice, Choice::Attack { .. });
    "own_life" => own.map_or(0.0, |own| OfCharacter::life(view, own));
    "own_leads" => own.is_some_and(|own| view.leads(own));
    "target_life" => target.map_or(0.0, |target| OfCharacter::life(view, target));
    "target_leads" => target.is_some_and(|target| view.leads(target));
    "target_dice" => target.map_or(0.0, |target| OfCharacter::dice(view, target));
    "target_income" => f32::from(target.map_or(0, |target| view.sheet(target).energy)) * 0.3;
    action: MaybeEntity(ACTION) = choice.card(), "the card that is played or discarded"
        => OneOf(action.map_or(usize::MAX, |card| card as usize), Action::COUNT),
        as ("is_", Action::NAMES);
    "is_lead" => matches!(choice, Choice::Lead(_));
    "is_pass" => matches!(choice, Choice::Pass);
    "is_discard" => matches!(choice, Choice::Discard(_));
}

fixed_fields! {
    OfAction(name: &str, cost: u16, amount: u8);
    name: "string" = name, "what it is";
    cost: "number" = cost, "energy that it costs";
    amount: "number" = amount, "what it is worth; 0 if it has no number";
}

impl Scripted for BattleCards {
    const ENTITIES: &'static [Entity<BattleCards>] = &[
        Entity::<Self>::changing(
            ["player", "players"],
            OfPlayer::FIELDS,
            "all players, by their seats",
        ),
        Entity::<Self>::changing(
            ["character", "characters"],
            OfCharacter::FIELDS,
            "all characters of the roster, by their keys",
        ),
        Entity { name: ["action", "actions"], fields: Fields::Fixed(OfAction::FIELDS) },
    ];
    const DECISIONS: &'static [Decision] = DECISIONS;
    const VIEW: &'static [ViewField<BattleCards>] = OfGame::FIELDS;
    const OPTIONS: &'static [OptionField<BattleCards>] = OfOption::FIELDS;
    const HELPERS: &'static str = include_str!("script.luau");

    fn decision(view: View<'_>) -> usize {
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
        let cards = Action::NAMES.iter().zip(self.decks.cost).zip(self.decks.amount);
        cards.map(|((name, cost), amount)| OfAction::json(name, cost, amount)).collect()
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.rules).expect("plain data")
    }
}

impl Learnable for BattleCards {
    const VERSION: u32 = 1;

    fn input_names() -> [Vec<String>; 3] {
        [OfGame::names(), OfPlayer::names(), OfOption::names()]
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        OfGame::write(&mut all.position.begin(), view);
        for (place, other) in view.after(view.me).enumerate() {
            OfPlayer::write(&mut all.others.another(), view, other as u8, place == 0);
        }
        for (&choice, row) in options.iter().zip(&mut all.options) {
            OfOption::write(&mut row.behind(Self::FEATURES.len()), view, choice);
        }
    }
}
