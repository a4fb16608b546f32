//! What bots know of a fighter.

use super::super::state::{FighterIndex, Phase};
use super::super::{Arena, View, threat};
use super::scene::InputScene;
use super::{CARD, FIGHTER, LIFE, POINTS, card_index, count, number};
use crate::fields;
use crate::game::learnable::OneOf;
use crate::game::scripted::EntityField;

fields! {
    /// A fighter; networks read these inputs of the other fighters.
    OfFighter: EntityField<Arena>;
    (view: View<'_>, fighter: FighterIndex) {
        let me = view.me();
        let has = |set: u8| set >> fighter & 1 == 1;
        let card = |card| card_index(view, fighter, card);
        let first_card = || card_index(view, fighter, 0) as u32;
    } => (scene: &InputScene<'_>) {
        let race = &scene.race;
        let enemy = has(scene.enemies);
        let apart = distance(view, fighter);
        let sheet = view.sheet(fighter);
        let hand = &scene.hands[usize::from(fighter)];
        let threat = &hand.threat;
        let per_card = 0.3 / hand.count;
        let reached = apart.map_or(2, |distance| distance.min(2));
        // Only a fighter that has not acted in this round can act after the deciding fighter.
        let my_card = view.chosen(me).or(view.active(me));
        let counts = has(view.waiting()) && view.phase() != Phase::Choosing;
        let after = my_card.filter(|_| counts).map_or(0.0, |card| {
            let mine = view.sheet(me).cards[usize::from(card)].initiative;
            f32::from(sheet.threats.count_slower(hand.cards, mine)) / hand.count
        });
        let company = view.standing_on(view.zone(fighter)) & scene.enemies;
    }

    name: Name = view.sheet_index(fighter), "key of the fighter in the roster, such as `agaric`";
    seat: Number = view.seat(fighter) + 1, "the fighter's seat, from 1";
    ally: Flag = has(view.team(me)), "true for me and for the members of my team";
    alive: Flag = has(view.alive()), "true until the fighter is eliminated";
    "enemy" => enemy;
    "mate" => !enemy;
    lp: Number = view.lp(fighter), "life points", * LIFE, as "life";
    ["life 1", "life 2", "life 3"] => OneOf(usize::from(view.lp(fighter)).wrapping_sub(1), 3);
    first_wounds => f32::from(view.first_wounds(fighter));
    points: Number = view.points(fighter),
        "score of the fighter: popularity points or the sizes of its trophies, by the rules",
        * POINTS;
    trophies: Set(FIGHTER) = view.trophies(fighter), "the fighters that it holds as trophies";
    "lead" => race.lead(fighter);
    "ahead" => race.sides[usize::from(fighter)] > race.mine;
    "leads" => has(race.leaders);
    charm: Flag = view.has_charm(fighter), "true if the fighter has a lucky charm left" => charm;
    first_wound: Flag = view.first_wound(fighter),
        "true if the fighter holds a first-wound token";
    size: Number = view.size(fighter), "life points at the start", * 0.1;
    waiting: Flag = has(view.waiting()), "true if the fighter has not acted in this round"
        => waiting;
    zone: Maybe = view.is_placed(fighter).then(|| number(view, view.zone(fighter))),
        "zone of the fighter, 0 for the centre; nil while it is not on the board";
    distance: Maybe = distance(view, fighter),
        "distance between the fighter and me, 0 to 2; nil while one of us is not on the board"
        => OneOf(distance.map_or(3, usize::from), 3), as ["here", "near", "far"];
    "centre" => view.is_placed(fighter) && view.zone(fighter) == view.board().centre();
    defense: Maybe = view.defense(fighter),
        "the lowest face that wounds the fighter, by its active card or its sheet; nil if its \
         defense is rolled"
        => f32::from(defense.unwrap_or(0)) * 0.2;
    rolled_defense => view.defense(fighter).is_none();
    no_melee: Flag = has(view.no_melee()), "true if the fighter cannot be attacked in melee"
        => no_melee;
    no_shot: Flag = has(view.no_shot()), "true if the fighter cannot be shot" => no_shot;
    suit: Flag = view.wears_suit(fighter), "true if attacks on the fighter roll one die fewer"
        => suit;
    netted: Flag = view.is_netted(fighter), "true if the fighter is caught in a bramble net"
        => netted;
    dragon: Flag = has(view.dragons()), "true for a dragon";
    skulls: Set(FIGHTER) = view.skulls(fighter),
        "the fighters that it cannot attack in its next action";
    "bound to spare me" => view.skulls(fighter) >> me & 1 == 1;
    active: MaybeEntity(CARD) = view.active(fighter).map(card),
        "the active card; nil before the fighter's first card";
    chosen: MaybeEntity(CARD) = view.chosen(fighter).map(card),
        "the card that the fighter will play in this round, if it is mine or face up; otherwise \
         nil";
    hand: Set(CARD, first_card()) = view.hand(fighter),
        "the cards that the fighter has not played, including a face-down card; highest \
         initiative first"
        => f32::from(threat::count(view.hand(fighter))) * 0.1;
    played: Set(CARD, first_card()) = view.sheet(fighter).all() & !view.hand(fighter),
        "the cards that are not in the fighter's hand";
    next_cards: Set(CARD, first_card()) = view.next_cards(fighter),
        "the cards that the fighter may play in its next action, as far as I know";
    "melee at me" => threat.melee(reached) * per_card;
    "shots at me" => threat.shots(reached) * per_card;
    "melee" => threat.melee(0) * per_card;
    "shots" => threat.shots(1) * per_card;
    "next defense" => threat.defenses() / hand.count * 0.2;
    "next best initiative" => sheet.inputs.best_initiative(hand.cards) * 0.05;
    "next initiative" => sheet.inputs.initiatives(hand.cards) / hand.count * 0.05;
    "acts after me" => after;
    "alone with me" => enemy && apart == Some(0) && count(company) == 1.0;
    trophy_points => f32::from(view.trophy_points(fighter)) * POINTS;
}

/// Returns the distance between a fighter and the deciding fighter; `None` while one of them is not
/// on the board.
#[inline(always)]
fn distance(view: View<'_>, fighter: FighterIndex) -> Option<u8> {
    let placed = view.is_placed(fighter) && view.is_placed(view.me());
    placed.then_some(view.distance(fighter))
}
