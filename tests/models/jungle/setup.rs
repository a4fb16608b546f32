//! The set-up of the model: the base, the party and the piles (rule J-2).

use std::collections::BTreeSet;

use super::words::{ALERTS, EQUIPMENT, FIRST_GAME, Name, REBELS, TILES};
use super::world::World;
use super::{Fate, Held, Hero, Model, Pile, Place, Seated, Setup};
use crate::game::chance::Owner;

impl Model {
    pub fn set_up(setup: &Setup, world: &mut World) -> Model {
        let settings = &setup.settings;
        let heroes = setup.party.len();
        let side = settings.by_heroes("side", heroes) as usize;
        let mut model = Model {
            settings: settings.clone(),
            heroes: Vec::new(),
            jet: heroes == 1 && settings.is("jet"),
            needed: settings.by_heroes("hostages", heroes),
            side,
            places: Vec::new(),
            exfiltration: 0,
            equipment: Pile::default(),
            alerts: Pile::default(),
            encounters: Pile::default(),
            round: 0,
            turn: None,
            fight: None,
            meeting: false,
            boss_appeared: false,
            freed: 0,
            last_left: None,
            end: None,
            log: Vec::new(),
        };
        let infiltration = side * (side - 1);
        model.heroes = (setup.party.iter())
            .map(|hero| seated(hero, heroes == 1, infiltration, setup))
            .collect();
        let (top_left, top_right, bottom_right) = (0, side - 1, side * side - 1);
        model.exfiltration = match settings.text("corners") {
            "opposite" => top_right,
            "adjacent" => bottom_right,
            "random" => [top_left, top_right, bottom_right][world.draw(Owner::Game, 3)],
            other => panic!("corners {other}"),
        };
        model.places = model.base(infiltration, world);
        model.equipment.cards = settings.cards("equipment", &EQUIPMENT);
        model.alerts.cards = settings.cards("alerts", &ALERTS);
        model.encounters.cards = settings.cards("rebels", &REBELS);
        model.equipment.cards = model.shuffled(model.equipment.cards.clone(), world);
        model.alerts.cards = model.shuffled(model.alerts.cards.clone(), world);
        model.encounters.cards = model.shuffled(model.encounters.cards.clone(), world);
        model
    }

    /// Deals the tiles of the base (rule J-2.1).
    fn base(&self, infiltration: usize, world: &mut World) -> Vec<Place> {
        let settings = &self.settings;
        let mut kinds: Vec<Option<Name>> = vec![None; self.side * self.side];
        kinds[infiltration] = Some("infiltration");
        kinds[self.exfiltration] = Some("exfiltration");
        let mut pile = settings.cards("tiles", &TILES[2..]);
        while pile.len() < kinds.len() - 2 {
            pile.insert(0, "jungle");
        }
        if settings.is("first_game") {
            for kind in &TILES[FIRST_GAME] {
                let free: Vec<usize> =
                    (0..kinds.len()).filter(|&tile| kinds[tile].is_none()).collect();
                if free.is_empty() {
                    break;
                }
                let tile = free[world.draw(Owner::Game, free.len())];
                kinds[tile] = Some(kind);
                if let Some(taken) = pile.iter().position(|other| other == kind) {
                    pile.remove(taken);
                }
            }
        }
        for kind in &mut kinds {
            if kind.is_none() {
                *kind = Some(pile.remove(world.draw(Owner::Game, pile.len())));
            }
        }
        let place = |kind: Option<Name>| Place {
            kind: kind.unwrap(),
            revealed: ["infiltration", "exfiltration"].contains(&kind.unwrap()),
            cleared: false,
            lurking: None,
            held: Held::default(),
            hostages: 0,
        };
        kinds.into_iter().map(place).collect()
    }

    /// Returns cards, given in the order of their table, as a shuffled pile with the top card first
    /// (rule J-2.4).
    pub fn shuffled(&self, mut cards: Vec<Name>, world: &mut World) -> Vec<Name> {
        let mut order = Vec::new();
        while !cards.is_empty() {
            order.push(cards.remove(world.draw(Owner::Game, cards.len())));
        }
        order
    }
}

/// Returns a hero at the start of the mission (rules J-2.2 and J-2.3).
fn seated(hero: &Hero, alone: bool, tile: usize, setup: &Setup) -> Seated {
    let number = |name| setup.settings.number(name);
    let (energy, capsules) = match alone {
        true => ("energy_alone", "capsules_alone"),
        false => ("energy", "capsules"),
    };
    let mut cards = vec!["potion"; number("potions") as usize];
    cards.extend(vec!["capsule"; number(capsules) as usize]);
    Seated {
        hero: hero.clone(),
        fate: Fate::InPlay,
        life: hero.life,
        stress: 0,
        hour: 0,
        energy: number(energy),
        held: Held { cards, used_suits: 0 },
        hostages: 0,
        tile,
        waits: false,
        enters: false,
        had: BTreeSet::new(),
    }
}
