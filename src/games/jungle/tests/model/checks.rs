//! Checks of the rules page: conditions that must always hold in the model, in random missions.

use std::collections::BTreeSet;

use super::random::{self, Random, Style};
use super::words::{EQUIPMENT, Seat};
use super::world::{By, World};
use super::{Choice, Fate, Held, Model, Question};

/// The model's source of decisions and draws: makes them at random, and checks the state of the
/// model each time.
struct Checked {
    random: Random,
    style: Style,
    decisions: usize,
    seen: BTreeSet<String>,
}

impl World for Checked {
    fn decide(
        &mut self,
        model: &Model,
        seat: Seat,
        question: Question,
        options: &[Choice],
    ) -> usize {
        is_sound(model);
        options_are_sound(model, seat, question, options);
        self.decisions += 1;
        assert!(self.decisions < 200_000, "endless: {:#?}", &model.log[model.log.len() - 40..]);
        let index = self.style.decides(options, &mut self.random);
        let choice = format!("{:?}", options[index]);
        let end = choice.find(['(', '{', '[']).unwrap_or(choice.len());
        let what = format!("{question:?} {}", choice[..end].trim());
        self.seen.insert(what);
        if model.heroes.iter().any(|hero| hero.waits) {
            self.seen.insert("somebody waits".into());
        }
        index
    }

    fn draw(&mut self, _: &Model, _: By, members: usize) -> usize {
        self.random.below(members)
    }
}

fn cards_are_sound(held: &Held) {
    let order = |card: &&str| EQUIPMENT.iter().position(|other| other == card);
    assert!(held.cards.is_sorted_by_key(order));
    assert!(held.used_suits <= held.count("suit"));
}

fn is_sound(model: &Model) {
    for hero in &model.heroes {
        cards_are_sound(&hero.held);
        let gone = hero.fate != Fate::InPlay;
        assert!(!gone || (hero.held.cards.is_empty() && hero.hostages == 0));
        assert!(hero.life <= 99 && hero.stress <= 99 && hero.energy <= 99);
        assert!(EQUIPMENT.iter().all(|card| hero.held.count(card) <= 15));
    }
    let fought = model.fight.as_ref();
    let fought = fought.filter(|fight| fight.rebel.kind != "boss");
    for (tile, place) in model.places.iter().enumerate() {
        cards_are_sound(&place.held);
        let fought = fought.is_some_and(|fight| fight.tile == tile);
        assert!(!(fought && place.lurking.is_some()));
        assert!(place.lurking.as_ref().is_none_or(|rebel| rebel.life > 0));
        let there = model.heroes.iter().any(|hero| hero.tile == tile);
        assert!(place.revealed || !there);
    }
    // Each rebel is in the pile, in the discard pile, on a tile or in a fight.
    let lurking = (model.places.iter()).filter(|place| place.lurking.is_some());
    let rebels = model.encounters.cards.len() + model.encounters.discards.len();
    let all = model.settings.cards("rebels", &super::words::REBELS).len();
    assert_eq!(rebels + lurking.count() + usize::from(fought.is_some()), all);
    let alerts = model.alerts.cards.len() + model.alerts.discards.len();
    assert_eq!(alerts, model.settings.cards("alerts", &super::words::ALERTS).len());
}

fn options_are_sound(model: &Model, seat: Seat, question: Question, options: &[Choice]) {
    assert!(!options.is_empty() && model.end.is_none());
    assert!(model.in_play(seat));
    let distinct: BTreeSet<_> = options.iter().collect();
    assert_eq!(distinct.len(), options.len(), "twins in {options:?}");
    let alive = model.party().iter().all(|&one| model.heroes[one].life > 0);
    assert_eq!(alive, question != Question::Death);
}

fn plays(seed: u64) -> (Model, Checked) {
    let mut random = Random(seed);
    let setup = random::setup(&mut random);
    let mut world =
        Checked { style: Style::of(&mut random), random, decisions: 0, seen: BTreeSet::new() };
    let model = Model::plays(&setup, &mut world);
    (model, world)
}

/// Checks the conditions of the rules page in random missions. These missions must include every
/// choice, every end and the rare cases.
#[test]
fn random_missions_keep_to_the_page() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for seed in 0..400 {
        let (model, world) = plays(seed);
        is_sound(&model);
        seen.insert(format!("{:?}", model.end.expect("it is over")));
        seen.extend(world.seen);
        for rare in ["broken off", "the 20th flight"] {
            if model.log.iter().any(|what| what == rare) {
                seen.insert(rare.into());
            }
        }
    }
    // Number of different ends, of answers to questions, and of other cases.
    let count = 6 + 43 + 3;
    assert_eq!(seen.len(), count, "{seen:#?}");
}
