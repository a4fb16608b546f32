//! Random rosters, rules and line-ups within the allowed ranges, for tests with shrinking.

use std::collections::BTreeMap;

use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::*;

use super::random_custom::{custom_effects, dice_of};
use crate::games::arena::tests::given::{card, roster};
use crate::games::arena::{
    Arena, Card, Compulsory, Effect, Fighter, Landing, MOST_SPLIT, Placement, Recycle, Revisit,
    Roster, Rules, Scoring, Terminotaur, Zones, ZonesName,
};
use crate::simulate::Seated;

/// Everything that determines a random game: rules, roster, line-up and seed.
#[derive(Debug, Clone)]
pub struct Setup {
    pub rules: Rules,
    pub roster: Roster,
    pub line_up: Vec<Seated>,
    /// Seed of the dice and of the random decisions.
    pub seed: u64,
}

impl Setup {
    pub fn arena(&self) -> Arena {
        Arena::new(&self.rules, &self.roster)
    }
}

fn effects() -> impl Strategy<Value = Effect> {
    // The effects of Mad Arena have more decisions, so they are drawn more often.
    prop_oneof![3 => effects_of_both(), 2 => effects_of_mad_arena(), 1 => custom_effects()]
}

fn effects_of_both() -> impl Strategy<Value = Effect> {
    prop_oneof![
        Just(Effect::PowderBarrel),
        Just(Effect::GhostRing),
        Just(Effect::DoubleBow),
        Just(Effect::PeacePipe),
        vec(0..=12u8, 1..10).prop_map(|dice| Effect::Kamikaze { dice }),
        Just(Effect::VampiricSticks),
        (1..=12u8).prop_map(|dice| Effect::SpikedEpaulet { dice }),
        (1..=12u8, 1..=6u8).prop_map(|(dice, penalty)| Effect::EvilNet { dice, penalty }),
        (1..=10u8).prop_map(|shift| Effect::Electroshock { shift }),
        Just(Effect::ElectricClaymore),
        Just(Effect::Terminotaur),
        Just(Effect::BlindingSuit),
        Just(Effect::Strike),
        Just(Effect::MysticalSkull),
        Just(Effect::WhirlingSpear),
        (1..=5u8).prop_map(|bonus| Effect::EnergyArmour { bonus }),
    ]
}

fn effects_of_mad_arena() -> impl Strategy<Value = Effect> {
    prop_oneof![
        Just(Effect::BrambleNet),
        (1..=40u8, 0..=5u8, 0..=40u8, 0..=40u8, 1..=40u8).prop_map(
            |(life, bonus, regain, regain_large, large)| Effect::Finishing {
                life,
                bonus,
                regain,
                regain_large,
                large,
            }
        ),
        Just(Effect::BowlingStrike),
        vec((1..=40u8, 0..=12u8), 1..4).prop_map(|landing| Effect::Sandal {
            landing: landing.into_iter().map(|(size, dice)| Landing { size, dice }).collect(),
        }),
    ]
}

/// Generates a card with the dice that its effect needs. An effect that names its attack excludes
/// other attacks.
fn cards(effects: impl Strategy<Value = Effect>) -> impl Strategy<Value = Card> {
    let dice = || prop_oneof![3 => Just(0u8), 6 => 1..=6u8, 1 => 7..=12u8];
    let movement = prop_oneof![9 => 0..=2u8, 1 => 3..=6u8];
    let numbers = (1..=20u8, movement, dice(), dice(), 1..=9u8);
    let effect = prop_oneof![1 => Just(None), 2 => effects.prop_map(Some)];
    (numbers, effect, any::<bool>()).prop_map(|(numbers, effect, technique)| {
        let (initiative, movement, melee, shooting, defense) = numbers;
        use Effect::*;
        let (melee, shooting) = match effect {
            Some(Kamikaze { .. } | ElectricClaymore | Terminotaur | MysticalSkull) => (0, 0),
            Some(PowderBarrel | DoubleBow | Strike | EnergyArmour { .. } | BowlingStrike) => {
                (0, shooting.max(1))
            }
            Some(
                VampiricSticks
                | SpikedEpaulet { .. }
                | EvilNet { .. }
                | WhirlingSpear
                | BrambleNet
                | Finishing { .. }
                | Sandal { .. },
            ) => (melee.max(1), 0),
            Some(Custom(ref parts)) => dice_of(parts, melee, shooting),
            _ => (melee, shooting),
        };
        let plain = card(initiative).moves(movement).melee(melee).shoots(shooting).defends(defense);
        match effect {
            None => plain,
            Some(effect) if technique => plain.technique(effect),
            Some(effect) => plain.item(effect),
        }
    })
}

fn fighters<E: Strategy<Value = Effect> + 'static>(
    effects: fn() -> E,
) -> impl Strategy<Value = Fighter> {
    let size = prop_oneof![1 => 1..=4u8, 6 => 5..=16u8, 1 => 17..=40u8];
    let cards = prop_oneof![4 => vec(cards(effects()), 1..=8), 1 => vec(cards(effects()), 9..=16)];
    let dragon = prop_oneof![5 => Just(false), 1 => Just(true)];
    (size, 1..=9u8, cards, dragon).prop_map(|(size, defense, cards, dragon)| Fighter {
        name: String::new(),
        colour: "#000000".into(),
        size,
        defense,
        dragon,
        printed: Vec::new(),
        cards: (0..)
            .map(|key: u8| format!("card-{key:02}"))
            .zip(if dragon { faces(cards) } else { cards })
            .collect::<BTreeMap<_, _>>(),
    })
}

/// Turns cards into the faces of a dragon's card: one face without a technique, the others with
/// one.
fn faces(cards: Vec<Card>) -> Vec<Card> {
    let (mut special, others): (Vec<Card>, Vec<Card>) =
        cards.into_iter().partition(|card| card.effect().is_some());
    let plain = others.into_iter().next().unwrap_or(card(1).melee(4).shoots(5));
    special.truncate(2);
    for card in &mut special {
        card.technique = card.technique.take().or(card.item.take());
    }
    special.push(Card { shooting: plain.shooting.min(MOST_SPLIT), ..plain });
    for card in &mut special {
        card.initiative = None;
        card.movement = 0;
    }
    special
}

fn rules() -> impl Strategy<Value = Rules> {
    let board = (any::<bool>(), 1..=20u8, 1..=2u8, 0..=5u8);
    let readings = (
        prop_oneof![Just(Recycle::AllButTechniques), Just(Recycle::All)],
        prop_oneof![Just(Revisit::Never), Just(Revisit::NotStart)],
        prop_oneof![
            3 => Just(Compulsory::Strict),
            1 => Just(Compulsory::AtEnd),
            1 => Just(Compulsory::Never)
        ],
    );
    let points = (0..=20u8, vec(0..=12u8, 0..=20));
    let zones = prop_oneof![
        2 => (3..=8u8).prop_map(Zones::Number),
        1 => Just(Zones::Named(ZonesName::Fighters))
    ];
    let scores = (
        prop_oneof![Just(Scoring::Popularity), Just(Scoring::Trophies)],
        any::<bool>(),
        0..=40u8,
        vec(1..=20u8, 1..=20),
    );
    let one_or = |most: u8| prop_oneof![2 => Just(1u8), 1 => 0..=most];
    let effects = (
        prop_oneof![Just(Terminotaur::Lying), Just(Terminotaur::Played)],
        (one_or(10), one_or(6), one_or(6), one_or(6)),
    );
    let starts = prop_oneof![Just(Placement::Choice), Just(Placement::SeatOrder)];
    let switches = (any::<bool>(), any::<bool>(), any::<bool>());
    let charms = (
        prop_oneof![2 => Just(1u8), 1 => 2..=3u8],
        prop_oneof![2 => Just(3u8), 1 => 0..=6u8],
        any::<bool>(),
    );
    let others = (
        charms,
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        (any::<bool>(), weighted(0.75), weighted(0.75)),
    );
    let switches = (switches, others);
    let all = (board, readings, points, switches, zones, scores, starts, effects);
    all.prop_map(|(board, readings, points, switches, zones, scores, placement, effects)| {
        let (terminotaur, bramble) = effects;
        let (scoring, inherit_trophies, centre_bonus, dragon_initiative) = scores;
        let (placement_centre, rounds, range, far_shot_penalty) = board;
        let (recycle, revisit, compulsory) = readings;
        let (first_wound, rocks) = points;
        let (switches, others) = switches;
        let (friendly_fire, lucky_charm, rocks_charm) = switches;
        let (charms, areas_spare_mates, rocks_blocked, above, mates, optional) = others;
        Rules {
            zones,
            placement,
            placement_centre,
            rounds,
            recycle,
            revisit,
            range,
            far_shot_penalty,
            compulsory,
            second_attack_optional: optional.0,
            strike_optional: optional.1,
            strike_again: optional.2,
            friendly_fire,
            lucky_charm,
            scoring,
            first_wound,
            inherit_trophies,
            centre_bonus,
            rocks,
            rocks_charm,
            charms: charms.0,
            charm_rerolls: charms.1,
            charm_effect_dice: charms.2,
            areas_spare_mates,
            rocks_blocked,
            regain_above_size: above,
            bowling_hits_mates: mates,
            terminotaur,
            bramble_initiative: bramble.0,
            bramble_dice: bramble.1,
            bramble_defense: bramble.2,
            bramble_moves: bramble.3,
            dragon_initiative,
        }
    })
}

/// Generates games of 2 to 8 fighters, with or without teams.
pub fn setups() -> impl Strategy<Value = Setup> {
    setups_of(effects)
}

/// Generates games whose only effects are custom effects.
pub fn own_setups() -> impl Strategy<Value = Setup> {
    setups_of(custom_effects)
}

fn setups_of<E: Strategy<Value = Effect> + 'static>(
    effects: fn() -> E,
) -> impl Strategy<Value = Setup> {
    let rules = prop_oneof![
        1 => Just(Rules::default()),
        1 => Just(Rules::mad_arena()),
        2 => rules()
    ];
    let line_up = prop_oneof![
        vec((fighters(effects), Just(None)), 2..=8),
        vec((fighters(effects), (0..4u8).prop_map(Some)), 2..=8),
    ];
    let seats = (any::<bool>(), any::<u64>());
    (rules, line_up, seats).prop_map(|(rules, guests, (one_seat_a_team, seed))| {
        let teams: Vec<u8> = (0..).zip(&guests).map(|(i, (_, team))| team.unwrap_or(i)).collect();
        // A game needs two sides: with a single team, each fighter plays alone.
        let one_side = teams.iter().all(|team| team == &teams[0]);
        let line_up = (0u8..).zip(teams).map(|(i, team)| Seated {
            fighter: i,
            seat: if one_side || !one_seat_a_team { i } else { team },
            team: if one_side { i } else { team },
        });
        let mut rules = rules;
        let walkers = guests.iter().filter(|(guest, _)| !guest.dragon).count();
        if rules.placement == Placement::SeatOrder
            && usize::from(rules.zones.count(walkers)) < walkers
        {
            // The check of rules refuses fewer zones than fighters if the order of seats determines
            // the zones.
            rules.zones = Zones::Named(ZonesName::Fighters);
        }
        Setup {
            rules,
            line_up: line_up.collect(),
            roster: roster(guests.into_iter().map(|(fighter, _)| fighter)),
            seed,
        }
    })
}
