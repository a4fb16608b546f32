//! Tests that features are exact: plays every throw of an option in the engine, without further
//! cards, and compares each feature of the attack with the average.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::given::{Played, given, who};
use crate::game::chance::{EnumeratedChance, OneStream};
use crate::game::{FeatureRow, Game, MAX_FEATURES, Observer, Options};
use crate::games::battle_cards::event::Wound;
use crate::games::battle_cards::features::FEATURES;
use crate::games::battle_cards::rules::{CardsTiming, DecidedBy, Dodge};
use crate::games::battle_cards::state::{bit, members};
use crate::games::battle_cards::{Action, BattleCards, Choice, Event, Phase, Power, State};

#[derive(Debug, Default, Clone, Copy)]
struct Measured {
    hit: f64,
    life: f64,
    kill: f64,
    out: f64,
    leader: f64,
    hurt: f64,
    fall: f64,
    riposte: f64,
    gain: f64,
    steal: f64,
    heal: f64,
    disarm: f64,
}

/// Sums the values of the events that one sequence of random draws causes.
struct Watch<'a> {
    probability: f64,
    /// The leaders of all opponents, as a set.
    leaders: u64,
    active: u8,
    target: u8,
    attacker: u8,
    seen: &'a mut Measured,
}

impl Observer<Event> for Watch<'_> {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        let p = self.probability;
        match event {
            Event::Wounds { target, life, how, .. } => match how {
                Wound::Attack | Wound::Nemesis => {
                    self.seen.hit += p;
                    self.seen.life += p * f64::from(life);
                }
                Wound::One => self.seen.hurt += p * f64::from(life),
                Wound::Riposte => {
                    assert_eq!(target, self.attacker);
                    self.seen.hurt += p * f64::from(life);
                    self.seen.riposte += p * f64::from(life);
                }
                _ => {}
            },
            Event::Falls { target: character, .. } => {
                if character == self.target {
                    self.seen.kill += p;
                } else if character == self.attacker {
                    self.seen.fall += p;
                }
                if self.leaders & bit(character) != 0 {
                    self.seen.leader += p;
                }
            }
            Event::Out { player } if player != self.active => self.seen.out += p,
            Event::Gains { energy, .. } | Event::Takes { energy, .. } => {
                self.seen.gain += p * f64::from(energy);
            }
            Event::Regains { life, .. } => self.seen.heal += p * f64::from(life),
            _ => {}
        }
    }
}

/// Returns the average result of an option over all random draws, if no further card is played.
fn measured(game: &BattleCards, state: &State, choice: Choice) -> Measured {
    let mut sum = Measured::default();
    let mut chance = EnumeratedChance::new();
    loop {
        let mut seen = vec![];
        let mut after = *state;
        let mut next = choice;
        loop {
            game.play(&mut after, next, &mut chance, &mut Kept(&mut seen));
            if !matches!(after.phase, Phase::Boosting | Phase::Dodging | Phase::Saving) {
                break;
            }
            next = Choice::Pass;
        }
        let (attacker, target) = (after.attack.attacker, after.attack.target);
        let active = usize::from(state.active);
        let probability = chance.probability();
        for other in 0..usize::from(state.players) {
            if other != active {
                let energy = state.energy[other] - after.energy[other];
                sum.steal += probability * f64::from(energy);
                // Cards that the defender plays for its dodge do not count as lost cards.
                let cards = state.hand[other].len() - after.hand[other].len();
                sum.disarm += probability * cards as f64;
            }
        }
        let leaders = members(state.enemies(active)).filter(|&one| state.leads(one));
        let mut watch = Watch {
            probability,
            leaders: leaders.fold(0, |all, one| all | bit(one)),
            active: state.active,
            target,
            attacker,
            seen: &mut sum,
        };
        seen.into_iter().for_each(|event| watch.see(event, &()));
        if !chance.advance() {
            return sum;
        }
    }
}

struct Kept<'a>(&'a mut Vec<Event>);

impl Observer<Event> for Kept<'_> {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        self.0.push(event);
    }
}

fn feature(row: &FeatureRow, name: &str) -> f64 {
    let position = FEATURES.iter().position(|feature| feature.name == name);
    row[position.expect("a feature of this name")].into()
}

/// Asserts that the features of every attack option equal the average results of the engine.
/// Returns the number of options.
fn hold(game: &BattleCards, state: &State) -> usize {
    let mut options = Options::new();
    game.options(state, &mut options);
    let mut rows = vec![[0.0; MAX_FEATURES]; options.len()];
    game.features(game.view(state), &options, &mut rows);
    let mut held = 0;
    for (&choice, row) in options.iter().zip(&rows) {
        let defends = matches!(state.phase, Phase::Dodging | Phase::Saving);
        let of_attack = matches!(
            choice,
            Choice::Attack { .. } | Choice::Nemesis { .. } | Choice::Play(_) | Choice::Pass
        );
        if !of_attack {
            continue;
        }
        held += 1;
        let seen = measured(game, state, choice);
        let pairs: &[(&str, f64)] = if defends {
            &[("lost", seen.life), ("lost_fall", seen.kill), ("strikes", seen.riposte)]
        } else {
            &[
                ("hit", seen.hit),
                ("life", seen.life),
                ("kill", seen.kill),
                ("out", seen.out),
                ("leader", seen.leader),
                ("hurt", seen.hurt),
                ("fall", seen.fall),
                ("gain", seen.gain),
                ("steal", seen.steal),
                ("heal", seen.heal),
                ("disarm", seen.disarm),
            ]
        };
        for &(name, value) in pairs {
            let claimed = feature(row, name);
            assert!(
                (claimed - value).abs() < 1e-4,
                "{name} is {value}, not {claimed}: {choice:?} of {:?}, {:?}\n{state:?}",
                state.phase,
                game.roster.fighters.values().map(|of| of.power).collect::<Vec<_>>(),
            );
        }
    }
    held
}

fn power(luck: &mut Pcg64Mcg) -> Power {
    let n = luck.random_range(1..=3);
    match luck.random_range(0..24) {
        0 => Power::ExtraDice(1),
        1 => Power::SecondThrow(n),
        2 => Power::Force(n),
        3 => Power::Kingslayer(n),
        4 => Power::Finisher(n),
        5 => Power::LastStand(1),
        6 => Power::Leadership(n),
        7 => Power::Heavy(n + 3),
        8 => Power::Unstoppable(n + 2),
        9 => Power::Menace(n),
        10 => Power::Steady(n),
        11 => Power::StealEnergy(n),
        12 => Power::Charge(n),
        13 => Power::LifeDrain(n),
        14 => Power::Rally(n),
        15 => Power::Disarm(n),
        16 => Power::Shield(n),
        17 => Power::Guard(n),
        18 => Power::Tactics(n),
        19 => Power::Revive(n),
        _ => Power::Splash(n),
    }
}

/// Returns a random position in the middle of a turn, with two characters against three. Only cards
/// that an attack can use are in play.
fn position(luck: &mut Pcg64Mcg) -> Played {
    let mut someone = || {
        let (dice, life) = (luck.random_range(1..=3), luck.random_range(1..=3));
        let mut someone = who(dice, life, power(luck));
        someone.nemesis = luck.random_bool(0.5).then(|| "c02".into());
        someone
    };
    let ours = vec![someone(), someone()];
    let mut theirs = vec![someone(), someone(), someone()];
    theirs.truncate(luck.random_range(1..=3));
    theirs.iter_mut().for_each(|enemy| enemy.nemesis = None);
    let mut played = given([ours, theirs])
        .rules(|rules| {
            rules.one_hurts = luck.random_bool(0.8);
            rules.sure_hit = luck.random_range(5..=7);
            let by = [DecidedBy::Score, DecidedBy::Die];
            rules.miss_by = by[luck.random_range(0..2)];
            rules.sure_hit_by = by[luck.random_range(0..2)];
            rules.nemesis_stoppable = luck.random_bool(0.7);
            rules.leader_open_when_alone = luck.random_bool(0.8);
            rules.actions.riposte.amount = luck.random_range(1..=2);
            if luck.random_bool(0.5) {
                rules.cards_timing = CardsTiming::After;
            }
            if luck.random_bool(0.3) {
                rules.dodge = Dodge::Better;
            }
        })
        .start();
    let cards = [
        Action::Momentum,
        Action::Strength,
        Action::Fury,
        Action::Precision,
        Action::Dodge,
        Action::Agility,
        Action::Riposte,
        Action::Save,
        Action::Nemesis,
    ];
    for player in 0..2 {
        for card in cards {
            if luck.random_bool(0.3) {
                played = played.hand(player, &[card]);
            }
        }
    }
    played.with(|state| {
        state.pile = Default::default();
        for life in state.life.iter_mut().filter(|life| **life > 0) {
            *life = luck.random_range(1..=*life);
        }
        state.covered = luck.random_range(0..32);
        state.fog = luck.random_range(0..=1);
        state.frenzy = luck.random_range(0..=1);
        state.rage = luck.random_range(0..=1);
        state.energy = [luck.random_range(3..9); 8];
    })
}

#[test]
fn odds_are_those_of_the_engine() {
    let mut luck = Pcg64Mcg::seed_from_u64(1);
    let mut held = [0; 4];
    for _ in 0..60 {
        let played = position(&mut luck);
        let (game, mut state) = (played.game, played.state);
        // Each pass of the loop plays one more card in the attack.
        for _ in 0..6 {
            let phase = match state.phase {
                Phase::Acting => 0,
                Phase::Boosting => 1,
                Phase::Dodging => 2,
                Phase::Saving => 3,
                _ => break,
            };
            held[phase] += hold(&game, &state);
            let mut options = Options::new();
            game.options(&state, &mut options);
            let attacks = |choice: &Choice| !matches!(choice, Choice::Stop | Choice::Heal(_));
            options.retain(|choice| attacks(choice));
            if options.is_empty() {
                break;
            }
            let choice = options[luck.random_range(0..options.len())];
            game.play(&mut state, choice, &mut OneStream(&mut luck), &mut crate::game::Unwatched);
            if state.active != 0 {
                break;
            }
        }
    }
    assert!(held.iter().all(|&held| held > 20), "{held:?}");
}
