//! Tests that features are exact: compares every feature that is an expectation or a probability
//! with the average over all throws of the engine.
//!
//! Features of an attack describe the engine's results up to the end of the attack, including
//! rocks. These assumptions apply:
//!
//! - Nobody uses a lucky charm.
//! - The remaining targets of a bowling strike are named by ascending defense.
//! - The further targets of an optional Strike are named by ascending defense. For a target named
//!   there, the features describe its own die.
//! - A sandal's target is thrown to the zone with the most points minus twice the wounds of
//!   teammates.
//!
//! Features of a move, a card or a face are estimates. So are the `hinder` of a skull, and the
//! `rocks` of an attack on several targets.

mod measured;
mod named;
mod positions;

use std::collections::{BTreeMap, BTreeSet};

use measured::{at, features, measure};

use super::super::features::FEATURES;
use super::model::random::{own_setups, setups};
use super::model::random_custom::NAME;
use crate::game::chance::EnumeratedChance;
use crate::game::{FeatureRow, Game, Observer};
use crate::games::arena::board::members;
use crate::games::arena::cards::{DiceCount, Manner};
use crate::games::arena::charm::is_effects;
use crate::games::arena::parts::Regain;
use crate::games::arena::state::{NO_CARD, Phase, State};
use crate::games::arena::{Arena, Choice, Event};

/// Names of the features that are exact for attacks.
const OF_ATTACKS: [&str; 10] = [
    "wounds", "points", "kills", "rival", "friends", "life", "hinder", "rocks", "trophies",
    "answers",
];

/// Names of the features that are exact for uses of a lucky charm.
const OF_CHARMS: [&str; 4] = ["charm", "saved", "denied", "rescue"];

/// Maximum number of possible results of an option. The tests skip options with more results.
const MOST_WAYS: usize = 5_000;

/// The results of comparing features with the engine in one test.
#[derive(Default)]
struct Proof {
    positions: usize,
    options: usize,
    /// Number of options skipped because they have too many results.
    skipped: usize,
    /// Number of compared options for each card effect involved.
    by_effect: BTreeMap<String, usize>,
    /// Number of compared options in which a feature was not 0, by feature.
    by_feature: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

impl Proof {
    fn see(&mut self, arena: &Arena, state: &State) {
        match state.phase {
            Phase::Acting | Phase::Ordering | Phase::Throwing => self.see_attacks(arena, state),
            Phase::Charm => self.see_charm(arena, state),
            _ => {}
        }
    }

    fn see_attacks(&mut self, arena: &Arena, state: &State) {
        let (options, rows) = features(arena, state);
        let before = self.options;
        for (&choice, row) in options.iter().zip(&rows) {
            let slot = match choice {
                Choice::Attack { slot, .. }
                | Choice::Pair { slot, .. }
                | Choice::Area { slot, .. }
                | Choice::Split { slot, .. } => slot,
                Choice::Next(_) | Choice::ThrowTo(_) => state.clash.slot,
                _ => continue,
            };
            let slot = &arena.active_card(state).slots[usize::from(slot)];
            let manner = slot.manner;
            let besides = slot.on_wound.unwrap_or_default();
            let gives_back = besides.regain != Regain::default();
            // The next target of a Strike is part of an attack on several targets.
            let strikes_on = manner == Manner::Strike && state.phase == Phase::Ordering;
            let rocks = arena.rules.rocks.get(usize::from(state.round) - 1);
            let rocks = rocks.is_some_and(|&dice| dice > 0);
            if manner == Manner::Split && (rocks || arena.rules.friendly_fire) {
                // Rocks or the end of the game may interrupt a split shot between its targets.
                continue;
            }
            let Some(measured) = measure(arena, state, choice, MOST_WAYS) else {
                self.skipped += 1;
                continue;
            };
            self.options += 1;
            for effect in effects(arena, state) {
                *self.by_effect.entry(effect).or_default() += 1;
            }
            for feature in OF_ATTACKS {
                let estimate = match feature {
                    "hinder" => manner == Manner::Skull,
                    "rocks" => measured.targets > 1 || strikes_on,
                    "life" => measured.targets > 1 && gives_back,
                    _ => false,
                };
                if !estimate {
                    let index = at(feature);
                    self.hold(arena, state, choice, feature, row, measured.row[index]);
                }
            }
        }
        self.positions += usize::from(self.options > before);
    }

    fn see_charm(&mut self, arena: &Arena, state: &State) {
        let (options, rows) = features(arena, state);
        let losses: Option<Vec<Loss>> =
            (options.iter()).map(|&choice| Loss::measure(arena, state, choice)).collect();
        let Some(losses) = losses else {
            self.skipped += 1;
            return;
        };
        let kept = &losses[0];
        let to_come = f64::from(arena.rules.rounds + 1 - state.round);
        for ((&choice, row), used) in options.iter().zip(&rows).zip(&losses) {
            let is_used = choice != Choice::Keep;
            let charm = f64::from(u8::from(is_used)) * to_come / f64::from(arena.rules.rounds);
            let [saved, denied, rescue] =
                std::array::from_fn(|index| kept.0[index] - used.0[index]);
            for (feature, value) in OF_CHARMS.into_iter().zip([charm, saved, denied, rescue]) {
                self.hold(arena, state, choice, feature, row, value);
            }
            self.options += 1;
        }
        self.positions += 1;
    }

    /// Compares a feature with the value measured in the engine.
    fn hold(
        &mut self,
        arena: &Arena,
        state: &State,
        choice: Choice,
        feature: &'static str,
        row: &FeatureRow,
        measured: f64,
    ) {
        let said = f64::from(row[at(feature)]);
        *self.by_feature.entry(feature).or_default() += usize::from(measured != 0.0);
        if (said - measured).abs() > 1e-4 * measured.abs().max(1.0) {
            let actor = usize::from(state.actor);
            let card = arena.active_card(state);
            self.wrong.push(format!(
                "{feature} of {choice:?} is {measured}, not {said}: {:?}, {card:?} of {actor}, round {}, alive {:b}, teams {:?}, lp {:?}, defense {:?}, suit {:b}, spear {:b}, netted {:b}, first {:?}, {:?}",
                effects(arena, state),
                state.round,
                state.alive,
                state.team,
                state.lp,
                state.defense,
                state.die_less,
                state.rolled_defense,
                state.netted,
                state.first,
                arena.rules,
            ));
        }
    }

    /// Asserts that no comparison failed, and that enough options were compared: at least
    /// `of_effect` for each effect, and `of_feature` for each feature.
    fn conclude(&self, effects: &[&str], of_effect: usize, of_feature: usize) {
        let wrong = self.wrong.len();
        let some: Vec<&String> = self.wrong.iter().step_by(wrong / 12 + 1).collect();
        assert!(wrong == 0, "{wrong} of {} are wrong: {some:#?}", self.options);
        let (options, skipped) = (self.options, self.skipped);
        assert!(skipped * 4 < options, "{skipped} beside {options} are too much");
        assert!(self.positions > 2_000, "{} positions", self.positions);
        for &effect in effects {
            let seen = self.by_effect.get(effect).copied().unwrap_or(0);
            assert!(seen >= of_effect, "{effect}: {:?}", self.by_effect);
        }
        for feature in OF_ATTACKS.into_iter().chain(OF_CHARMS) {
            let seen = self.by_feature.get(feature).copied().unwrap_or(0);
            assert!(seen >= of_feature, "{feature}: {:?}", self.by_feature);
        }
    }
}

/// Returns the effect of the actor's card and the effects of other fighters' active cards.
fn effects(arena: &Arena, state: &State) -> Vec<String> {
    let in_play = members(state.alive).filter(|&fighter| {
        let lasts = state.no_melee | state.no_shot | state.die_less | state.rolled_defense;
        fighter == state.actor || lasts >> fighter & 1 == 1
    });
    let effect = |fighter: u8| {
        let card = state.active[usize::from(fighter)];
        (card != NO_CARD)
            .then(|| arena.sheet(state, fighter).effects[usize::from(card)].clone())
            .flatten()
    };
    let mut effects: Vec<String> = in_play.filter_map(effect).collect();
    effects.sort_unstable();
    effects.dedup();
    effects
}

/// Expected wounds, expected loss of popularity points, and probability of elimination, for the
/// fighter that may use a charm.
struct Loss([f64; 3]);

impl Loss {
    fn measure(arena: &Arena, state: &State, choice: Choice) -> Option<Loss> {
        // After the dice of a claymore or an evil net, the attack's own dice follow.
        let slot = &arena.active_card(state).slots[usize::from(state.clash.slot)];
        let to_come = is_effects(state.clash.stage) && !slot.by_size;
        let mut chance = EnumeratedChance::new();
        let mut sum = [0.0; 3];
        for _ in 0..MOST_WAYS {
            let mut now = *state;
            let mut watch = OwnWounds { to_come, ..OwnWounds::default() };
            arena.play(&mut now, choice, &mut chance, &mut watch);
            while is_effects(state.clash.stage) && !watch.over && now.phase == Phase::Charm {
                arena.play(&mut now, Choice::Keep, &mut chance, &mut watch);
            }
            let probability = chance.probability();
            for (sum, loss) in sum.iter_mut().zip(watch.loss) {
                *sum += probability * loss;
            }
            if !chance.advance() {
                return Some(Loss(sum));
            }
        }
        None
    }
}

/// Sums the wounds that are caused by the dice to which a charm may react. Later dice do not count.
#[derive(Default)]
struct OwnWounds {
    loss: [f64; 3],
    /// True if the dice that cause the wounds have not been rolled yet.
    to_come: bool,
    over: bool,
}

impl Observer<Event> for OwnWounds {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        match event {
            Event::Wounds { wounds, pp, .. } if !self.over => {
                (self.loss[0], self.loss[1]) = (f64::from(wounds), f64::from(pp));
            }
            Event::Eliminated { .. } if !self.over => self.loss[2] = 1.0,
            Event::Rolls { .. } if self.to_come => self.to_come = false,
            Event::Rolls { .. } | Event::TurnEnds { .. } => self.over = true,
            _ => {}
        }
    }
}

/// Names of all printed effects, each of which the tests must cover.
const EFFECTS: [&str; 20] = [
    "powder-barrel",
    "ghost-ring",
    "double-bow",
    "peace-pipe",
    "kamikaze",
    "vampiric-sticks",
    "spiked-epaulet",
    "evil-net",
    "electroshock",
    "electric-claymore",
    "terminotaur",
    "blinding-suit",
    "strike",
    "mystical-skull",
    "whirling-spear",
    "energy-armour",
    "bramble-net",
    "finishing",
    "bowling-strike",
    "sandal",
];

#[test]
fn features_are_exact_with_random_rosters_and_rules() {
    let mut proof = Proof::default();
    positions::of_random_rosters(setups(), 250, |arena, state| proof.see(arena, state));
    proof.conclude(&EFFECTS, 8, 50);
}

/// Checks that features are exact for any combination of effect parts, and that the test covers
/// each part with enough options.
#[test]
fn features_are_exact_with_effects_of_ones_own() {
    let mut proof = Proof::default();
    let mut parts = BTreeMap::new();
    positions::of_random_rosters(own_setups(), 250, |arena, state| {
        let before = proof.options;
        proof.see(arena, state);
        if proof.options > before && matches!(state.phase, Phase::Acting | Phase::Ordering) {
            for part in parts_in_play(arena, state) {
                *parts.entry(part).or_insert(0) += proof.options - before;
            }
        }
    });
    proof.conclude(&[NAME], 5_000, 50);
    assert_eq!(parts.len(), 19, "{parts:?}");
    assert!(parts.values().all(|&options| options > 100), "{parts:?}");
}

/// Returns the names of the parts (of custom effects) in the attacks that the actor has left.
fn parts_in_play(arena: &Arena, state: &State) -> BTreeSet<String> {
    let card = arena.active_card(state);
    let left = state.turn.left.iter().zip(&card.slots);
    let mut parts = BTreeSet::new();
    for (_, slot) in left.filter(|(left, _)| **left > 0) {
        let besides = slot.on_wound.unwrap_or_default();
        parts.insert(format!("{:?}", slot.manner));
        let counted = !matches!(slot.dice, DiceCount::Fixed(_));
        let dice = format!("{:?}", slot.dice);
        let dice = dice.split('(').next().unwrap_or_default().to_owned();
        let others = [
            ("bonus", slot.bonus > 0),
            ("weak", slot.weak.is_some()),
            ("snare", slot.snare.is_some()),
            ("by_size", slot.by_size),
            ("shift", besides.shift > 0),
            ("drain", besides.drain),
            ("net", besides.net),
            ("regain", besides.regain != Regain::default()),
            ("throw", slot.landing.is_some()),
            (&dice, counted),
        ];
        let there = others.iter().filter(|(_, there)| *there);
        parts.extend(there.map(|(part, _)| (*part).to_owned()));
    }
    parts
}

#[test]
fn features_are_exact_with_the_shipped_rosters() {
    let mut proof = Proof::default();
    positions::of_shipped_rosters(150, |arena, state| proof.see(arena, state));
    proof.conclude(&EFFECTS, 10, 10);
}

/// Checks that the description of every feature calls it an estimate, unless a test proves that it
/// is exact. Facts about a card or the board are excepted.
#[test]
fn what_is_not_proven_is_called_an_estimate() {
    let proven = [OF_ATTACKS.as_slice(), &OF_CHARMS].concat();
    let facts = ["defense", "initiative", "special", "strength", "company", "centre"];
    let partly = ["life", "hinder", "rocks"];
    for feature in FEATURES {
        let name = feature.name;
        let exact = (proven.contains(&name) && !partly.contains(&name)) || facts.contains(&name);
        assert_eq!(exact, !feature.meaning.contains("estimate"), "{name}");
    }
}
