//! Random rosters, rules and line-ups, all within the allowed ranges, and made to shrink.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;

use super::table::{card, roster};
use crate::games::arena::{
    Arena, Card, Compulsory, Effect, Fighter, Recycle, Revisit, Roster, Rules, Seated,
};

/// Everything that makes a game.
#[derive(Debug, Clone)]
pub struct Setup {
    pub rules: Rules,
    pub roster: Roster,
    pub line_up: Vec<Seated>,
    /// Of dice and decisions.
    pub seed: u64,
}

impl Setup {
    pub fn arena(&self) -> Arena {
        Arena::new(&self.rules, &self.roster)
    }
}

fn effects() -> impl Strategy<Value = Effect> {
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

/// A card, with the dice that its effect goes with: an effect that names its attack has only that.
fn cards() -> impl Strategy<Value = Card> {
    let dice = || prop_oneof![3 => Just(0u8), 6 => 1..=6u8, 1 => 7..=12u8];
    let movement = prop_oneof![9 => 0..=2u8, 1 => 3..=6u8];
    let numbers = (1..=20u8, movement, dice(), dice(), 1..=9u8);
    let effect = prop_oneof![1 => Just(None), 2 => effects().prop_map(Some)];
    (numbers, effect, any::<bool>()).prop_map(|(numbers, effect, technique)| {
        let (initiative, movement, melee, shooting, defense) = numbers;
        use Effect::*;
        let (melee, shooting) = match effect {
            Some(Kamikaze { .. } | ElectricClaymore | Terminotaur | MysticalSkull) => (0, 0),
            Some(PowderBarrel | DoubleBow | Strike | EnergyArmour { .. }) => (0, shooting.max(1)),
            Some(VampiricSticks | SpikedEpaulet { .. } | EvilNet { .. } | WhirlingSpear) => {
                (melee.max(1), 0)
            }
            _ => (melee, shooting),
        };
        let plain = card(initiative)
            .moves(movement)
            .melee(melee)
            .shoots(shooting)
            .defends(defense);
        match effect {
            None => plain,
            Some(effect) if technique => plain.technique(effect),
            Some(effect) => plain.item(effect),
        }
    })
}

fn fighters() -> impl Strategy<Value = Fighter> {
    let size = prop_oneof![1 => 1..=4u8, 6 => 5..=16u8, 1 => 17..=40u8];
    let cards = prop_oneof![4 => vec(cards(), 1..=8), 1 => vec(cards(), 9..=16)];
    (size, 1..=9u8, cards).prop_map(|(size, defense, cards)| Fighter {
        name: String::new(),
        colour: "#000000".into(),
        size,
        defense,
        printed: Vec::new(),
        cards: (0..)
            .map(|key: u8| format!("card-{key:02}"))
            .zip(cards)
            .collect::<BTreeMap<_, _>>(),
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    let board = (3..=8u8, any::<bool>(), 1..=20u8, 1..=2u8, 0..=5u8);
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
    let switches = (any::<bool>(), any::<bool>(), any::<bool>());
    (board, readings, points, switches).prop_map(|(board, readings, points, switches)| {
        let (zones, placement_centre, rounds, range, far_shot_penalty) = board;
        let (recycle, revisit, compulsory) = readings;
        let (first_wound, rocks) = points;
        let (friendly_fire, lucky_charm, rocks_charm) = switches;
        Rules {
            zones,
            placement_centre,
            rounds,
            recycle,
            revisit,
            range,
            far_shot_penalty,
            compulsory,
            friendly_fire,
            lucky_charm,
            first_wound,
            rocks,
            rocks_charm,
        }
    })
}

/// Games of 2 to 8 fighters, alone or in teams.
pub fn setups() -> impl Strategy<Value = Setup> {
    let rules = prop_oneof![1 => Just(Rules::default()), 2 => rules()];
    let line_up = prop_oneof![
        vec((fighters(), Just(None)), 2..=8),
        vec((fighters(), (0..4u8).prop_map(Some)), 2..=8),
    ];
    let seats = (any::<bool>(), any::<u64>());
    (rules, line_up, seats).prop_map(|(rules, guests, (one_seat_a_team, seed))| {
        let teams: Vec<u8> = (0..)
            .zip(&guests)
            .map(|(i, (_, team))| team.unwrap_or(i))
            .collect();
        // A game needs two sides: if there is but one, everyone is alone.
        let one_side = teams.iter().all(|team| team == &teams[0]);
        let line_up = (0u8..).zip(teams).map(|(i, team)| Seated {
            fighter: i,
            seat: if one_side || !one_seat_a_team {
                i
            } else {
                team
            },
            team: if one_side { i } else { team },
        });
        Setup {
            rules,
            line_up: line_up.collect(),
            roster: roster(guests.into_iter().map(|(fighter, _)| fighter)),
            seed,
        }
    })
}
