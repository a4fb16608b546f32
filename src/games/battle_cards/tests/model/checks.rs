//! Checks of conditions that must hold in every game, in random games of the model.

use std::collections::BTreeSet;

use super::bridge::{Played, hold};
use super::draws::Drawn;
use super::random::{self, Random, Recorder, decides};
use super::seen::Seen;
use super::settings::{CardsTiming, Settings};
use super::words::{Card, Event, Kind, Power};
use super::{Choice, Fact, MOST_CHARACTERS, MOST_ENERGY, Model, Question, Turn};

fn cards_are_conserved(model: &Model) {
    let mut cards = [&model.pile[..], &model.discards, &model.under].concat();
    for player in &model.players {
        cards.extend(&player.hand);
    }
    cards.sort();
    assert_eq!(cards, model.settings.action_pile());
    let mut events = [model.event_pile.clone(), model.event_discards.clone()].concat();
    events.sort();
    assert_eq!(events, model.settings.event_pile());
}

/// Asserts that every character is in exactly one place (a team, a stock or a graveyard) and that
/// its life fits the place.
fn characters_are_conserved(model: &Model) {
    let mut all = Vec::new();
    for player in &model.players {
        assert!(player.team.len() <= MOST_CHARACTERS);
        assert!(player.team.is_sorted());
        for &character in &player.team {
            let life = model.life[character];
            assert!(0 < life && life <= model.roster[character].life);
            all.push(character);
        }
        assert!(player.leader.is_none_or(|leader| player.team.contains(&leader)));
        assert_eq!(player.out, player.team.is_empty());
        assert!(!player.out || (player.hand.is_empty() && player.energy == 0));
        assert!(player.energy <= MOST_ENERGY);
    }
    for kind in [Kind::Heroes, Kind::Villains] {
        for &character in &model.stocks[&kind] {
            assert_eq!(model.life[character], model.roster[character].life);
            assert_eq!(model.roster[character].kind, kind);
            all.push(character);
        }
        for &character in &model.graveyards[&kind] {
            assert_eq!(model.life[character], 0);
            assert_eq!(model.roster[character].kind, kind);
            all.push(character);
        }
    }
    all.sort();
    assert_eq!(all, (0..model.roster.len()).collect::<Vec<_>>());
    let effects = model.shields.keys().chain(model.guards.keys());
    assert!(effects.clone().all(|&one| model.player_of(one).is_some()));
}

/// Asserts that the energy and the life of all players agree with the sums over the log.
fn log_adds_up(model: &Model) {
    let mut energy = vec![0i64; model.players.len()];
    let mut taken = vec![0; model.roster.len()];
    let mut hands = vec![0i64; model.players.len()];
    for fact in &model.log {
        match *fact {
            Fact::Energy { player, change } => energy[player] += change,
            Fact::Takes { by, life } => taken[by] += life,
            Fact::Draws { player, .. } => hands[player] += 1,
            Fact::Leaves { player, .. } => hands[player] -= 1,
            _ => {}
        }
    }
    let players = &model.players;
    assert!(players.iter().map(|player| i64::from(player.energy)).eq(energy));
    assert!(players.iter().map(|player| player.hand.len() as i64).eq(hands));
    assert_eq!(model.taken, taken);
}

fn options_are_sound(model: &Model, options: &[Choice]) {
    assert!(!options.is_empty(), "nothing to decide");
    let distinct: BTreeSet<_> = options.iter().collect();
    assert_eq!(distinct.len(), options.len(), "twins in {options:?}");
    let Turn::Decides { player, question } = model.turn() else { panic!("the game is over") };
    let me = &model.players[player];
    assert!(!me.out, "who is out decides nothing");
    let last = *options.last().unwrap();
    match question {
        Question::Leader => assert_eq!(options.len(), me.team.len()),
        Question::Act => assert_eq!((last, player), (Choice::Stop, model.active)),
        Question::HealMate => {
            assert!(last == Choice::Stop && options.len() > 1);
            assert!(!model.are_opponents(player, model.active) && player != model.active);
        }
        _ => assert!(last == Choice::None && options.len() > 1),
    }
    for &choice in options {
        match choice {
            Choice::Attack { by, target } => {
                assert!(me.energy >= model.roster[by].dice && me.team.contains(&by));
                assert!(model.are_opponents(player, model.player_of(target).unwrap()));
            }
            Choice::Play(card) => assert!(model.can_play(player, card)),
            Choice::Nemesis { .. } => assert!(model.can_play(player, Card::Nemesis)),
            _ => {}
        }
    }
}

fn end_is_sound(model: &Model) {
    assert!(model.over);
    let places = model.places();
    let sides = model.sides_left();
    assert_eq!(model.capped, sides.len() > 1);
    assert!(!model.capped || model.round == model.settings.max_turns);
    let distinct: BTreeSet<_> = places.iter().copied().collect();
    assert!(distinct.into_iter().eq(1..=model.ranking().len()));
    for (player, &place) in places.iter().enumerate() {
        let side = model.side(player);
        assert_eq!(place <= sides.len(), sides.contains(&side));
        for (other, &its) in places.iter().enumerate() {
            assert_eq!(place == its, side == model.side(other));
        }
    }
}

/// A copy of the model that replaces the engine in the comparison. Its state is checked at every
/// step.
struct Checked {
    model: Model,
    draws: Recorder,
    told: usize,
}

impl Played for Checked {
    fn drawn(&mut self) -> Vec<Drawn> {
        std::mem::take(&mut self.draws.drawn)
    }

    fn seen(&self) -> Seen {
        cards_are_conserved(&self.model);
        characters_are_conserved(&self.model);
        assert!(self.model.round <= self.model.settings.max_turns);
        self.model.seen()
    }

    fn options(&self) -> Vec<Choice> {
        if self.model.over {
            return vec![];
        }
        let options = self.model.options();
        options_are_sound(&self.model, &options);
        options
    }

    fn play(&mut self, index: usize) {
        self.model.play(index, &mut self.draws);
    }

    fn told(&mut self) -> Vec<Fact> {
        let news = self.model.log[self.told..].to_vec();
        self.told = self.model.log.len();
        news
    }
}

/// Plays a game with checks at every step, and then replays it from its recorded draws and
/// decisions.
fn plays(seed: u64) -> Model {
    let mut random = Random(seed);
    let setup = random::setup(&mut random);
    let eager = !random.once_in(3);
    let mut draws = Recorder { random: Random(seed ^ 0x5EED), drawn: Vec::new() };
    let model = Model::new(&setup, &mut draws);
    let mut game = Checked { model, draws, told: 0 };
    let model = hold(&setup, &mut game, |options| decides(options, eager, &mut random));
    log_adds_up(&model);
    end_is_sound(&model);
    assert_eq!(model.log, game.model.log);
    model
}

/// Checks the conditions of the rules page in random games. The games must include all events, all
/// action cards, all powers and the rare cases.
#[test]
fn random_games_keep_to_the_page() {
    let mut seen = BTreeSet::new();
    let mut note = |what: &str, is: bool| {
        if is {
            seen.insert(what.to_string());
        }
    };
    for seed in 0..200 {
        let model = plays(seed);
        let after = model.settings.cards_timing == CardsTiming::After;
        note("capped", model.capped);
        note("won", !model.capped);
        note("won by the page's settings", !model.capped && model.settings == Settings::default());
        note("energy at its most", model.players.iter().any(|player| player.energy == MOST_ENERGY));
        let mut attacker = 0;
        for fact in &model.log {
            match fact {
                Fact::Happens(event) => note(&format!("{event:?}"), true),
                Fact::Leaves { card, .. } => note(&format!("{card:?}, after {after}"), true),
                Fact::Attacks { by, .. } => attacker = *by,
                Fact::Score(1) => note("miss", true),
                Fact::Dodge(_) => note("dodge", true),
                Fact::Takes { by, life } if *life > 0 => {
                    assert_eq!(*by, attacker);
                    note(&format!("{:?}", model.roster[*by].power), true);
                }
                Fact::Joins { .. } => note("joins", true),
                Fact::Out(_) => note("out", true),
                _ => {}
            }
        }
    }
    // All events and a turn without event; all cards with both timings; all powers; and seven other
    // cases. The maximum of energy is never reached in these games.
    let expected = (Event::ALL.len() + 1) + 2 * Card::ALL.len() + Power::ALL.len() + 7;
    seen.remove("energy at its most");
    assert_eq!(seen.len(), expected, "{seen:#?}");
}
