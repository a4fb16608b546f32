//! Compares the engine with the model (a second implementation of the rules), decision by decision,
//! in random games with random set-ups.

use std::any::Any;
use std::collections::BTreeSet;

use super::random::{self, decides};
use super::seen::{Seen, SeenPlayer};
use super::settings::Settings;
use super::words::{self, Card, Character, Event as Happening, Id, Kind, Mode};
use super::{Choice, Fact, Model, Question, Setup, Turn as ModelTurn};
use crate::game::chance::{KeyedChance, Pile, Throw};
use crate::game::measured::Recorder;
use crate::game::{Game, Observer, Options, Turn};
use crate::games::Provenance;
use crate::games::battle_cards::roster::{self, Power};
use crate::games::battle_cards::state::{Characters, NONE, members};
use crate::games::battle_cards::{self, BattleCards, Event, Phase, Roster, State, Wound};
use crate::games::models::campaign;
use crate::games::models::random::Random;
use crate::games::models::recorded::Recorded;
use crate::simulate::{Seated, Staged};
use crate::stats::{Measure, Record};

fn key(character: Id) -> String {
    format!("c{character:02}")
}

fn roster(characters: &[Character]) -> Roster {
    let card = |(id, character): (Id, &Character)| {
        let name = Power::NAMES[character.power as usize];
        let power = serde_json::json!({ name: character.n });
        let card = roster::Character {
            name: key(id),
            colour: "#000000".into(),
            kind: match character.kind {
                Kind::Heroes => battle_cards::Kind::Hero,
                Kind::Villains => battle_cards::Kind::Villain,
            },
            energy: character.energy as u8,
            dice: character.dice as u8,
            life: character.life as u8,
            power: serde_json::from_value(power).expect("a power of the page"),
            nemesis: character.nemesis.map(key),
            printed: vec![],
        };
        (key(id), card)
    };
    Roster {
        name: "random".into(),
        source: String::new(),
        unlisted: Provenance::Own,
        fighters: characters.iter().enumerate().map(card).collect(),
    }
}

fn seated(setup: &Setup) -> Vec<Seated> {
    let mut seated = vec![];
    for (seat, team) in setup.teams.iter().enumerate() {
        let team_number = match setup.mode {
            Mode::Alone => seat,
            Mode::Sides => setup.roster[team[0]].kind as usize,
        };
        seated.extend(team.iter().map(|&fighter| Seated {
            fighter: fighter as u8,
            seat: seat as u8,
            team: team_number as u8,
        }));
    }
    seated
}

/// Observes the engine: converts its events to facts of the model, sums the life that each
/// character has taken, and runs the recorder.
#[derive(Default)]
struct Facts {
    facts: Vec<Fact>,
    taken: Vec<u32>,
    round: u32,
    recorder: Option<Recorder<BattleCards>>,
}

impl Facts {
    fn throws(&mut self, throw: Throw) {
        let dice = throw.faces().map(u32::from).collect();
        self.facts.push(Fact::Throws { player: 0, dice });
    }
}

impl Observer<Event> for Facts {
    fn see<S: Any>(&mut self, event: Event, state: &S) {
        if let Some(recorder) = &mut self.recorder {
            recorder.see(event, state);
        }
        let id = Id::from;
        let fact = match event {
            Event::RoundBegins { round } => {
                self.round = round.into();
                return;
            }
            Event::TurnBegins { player } => {
                Fact::TurnBegins { player: player.into(), round: self.round }
            }
            Event::Occurs { card, .. } => Fact::Happens(Some(card)),
            Event::Joins { player, character, .. } => {
                Fact::Joins { player: player.into(), character: id(character) }
            }
            Event::Draws { player, card } => Fact::Draws { player: player.into(), card },
            Event::Attacks { by, target, .. } => {
                Fact::Attacks { by: id(by), target: id(target), nemesis: false }
            }
            Event::Throws { faces } => return self.throws(faces),
            Event::Scores { score, .. } => Fact::Score(score.into()),
            Event::Dodges { faces, dodge, .. } => {
                self.throws(faces);
                Fact::Dodge(dodge.max(0) as u32)
            }
            Event::Wounds { by, target, life, how } => {
                let (character, life) = (id(target), u32::from(life));
                self.facts.push(Fact::Loses { character, life });
                match (how, by) {
                    (Wound::Attack | Wound::Nemesis | Wound::Splash, Some(by)) => {
                        let by = id(by);
                        self.taken[by] += life;
                        Fact::Takes { by, life }
                    }
                    _ => return,
                }
            }
            Event::Regains { character, life } => {
                Fact::Regains { character: id(character), life: life.into() }
            }
            Event::Falls { target, .. } => Fact::Falls(id(target)),
            Event::Out { player } => Fact::Out(player.into()),
            Event::Over { capped } => Fact::Over { capped },
            _ => return,
        };
        self.facts.push(fact);
    }
}

struct Engine {
    game: BattleCards,
    state: State,
    chance: Recorded<KeyedChance>,
    facts: Facts,
    capped: bool,
    /// The finished record of the statistics recorder; `None` during the game.
    record: Option<Record>,
}

impl Engine {
    fn new(setup: &Setup, seed: u64) -> Engine {
        let game = BattleCards::new(&setup.settings, &roster(&setup.roster));
        let slots: Vec<u8> = (0..setup.teams.len() as u8).collect();
        let mut chance = Recorded::new(KeyedChance::new(seed, 0, &slots));
        let state = game.deal(&seated(setup), &mut chance);
        let measures = game.measures();
        let entrant = |_, character: u8| character.into();
        let (record, entrants) = (Record::default(), game.entrants(&state));
        let recorder = Recorder::new(record, &game, &measures, &state, &entrants, entrant);
        let recorder = Some(recorder);
        Engine {
            game,
            state,
            chance,
            facts: Facts { taken: vec![0; setup.roster.len()], recorder, ..Facts::default() },
            capped: false,
            record: None,
        }
    }

    /// Returns, for each entrant in order, the entrant that felled (eliminated) it last (rule B-8).
    fn felled_by(&self, record: &Record) -> Vec<(Id, Option<Id>)> {
        let eliminated = Measure::position(&self.game.measures().pairs, "eliminated").unwrap();
        let players = &record.players;
        let felled_by = |fallen: usize| {
            let felled = |&by: &usize| record.pair(eliminated, by, fallen) > 0;
            let by: Vec<usize> = (0..players.len()).filter(felled).collect();
            assert!(by.len() <= 1, "one has felled it last: {by:?}");
            by.first().map(|&by| players[by].entrant.into())
        };
        let entrants = players.iter().enumerate();
        let mut all: Vec<(Id, Option<Id>)> =
            entrants.map(|(slot, player)| (player.entrant.into(), felled_by(slot))).collect();
        all.sort();
        all
    }

    fn choices(&self) -> Options<battle_cards::Choice> {
        let mut options = Options::new();
        self.game.options(&self.state, &mut options);
        options
    }
}

fn ids(set: Characters) -> Vec<Id> {
    members(set).map(Id::from).collect()
}

/// Returns the cards of a pile as a list, sorted by kind.
fn listed<T, const KINDS: usize>(pile: &Pile<KINDS>, kind: fn(usize) -> T) -> Vec<T> {
    pile.kinds().map(kind).collect()
}

impl Engine {
    fn seen(&self) -> Seen {
        let (state, phase) = (&self.state, self.state.phase);
        let over = phase == Phase::Over;
        let living = state.team.iter().fold(0, |all, team| all | team);
        let covered = |wanted: fn(Power) -> bool| -> Vec<(Id, u32)> {
            let covered = ids(state.covered).into_iter();
            let power = |id: Id| self.game.sheets.of(id as u8).power;
            covered
                .filter(|&id| wanted(power(id)))
                .map(|id| (id, power(id).number().into()))
                .collect()
        };
        let player = |player: usize| SeenPlayer {
            energy: state.energy[player].into(),
            hand: listed(&state.hand[player], Card::of),
            leader: (state.leader[player] != NONE).then(|| state.leader[player].into()),
            team: (ids(state.team[player]).into_iter())
                .map(|id| (id, state.life[id].into()))
                .collect(),
        };
        let players = usize::from(state.players);
        Seen {
            asked: match self.game.turn(state) {
                Turn::Over => None,
                Turn::Decision(player) => {
                    let question = match phase {
                        Phase::Leading => Question::Leader,
                        Phase::Acting if player != usize::from(state.active) => Question::HealMate,
                        Phase::Acting => Question::Act,
                        Phase::Boosting => Question::AttackCard,
                        Phase::Dodging => Question::DodgeCard,
                        Phase::Saving => Question::SaveCard,
                        Phase::Discarding => Question::Discard,
                        Phase::Over => unreachable!("somebody decides"),
                    };
                    Some((player, question))
                }
            },
            // The engine has round 0 in the set-up, the model round 1.
            round: state.round.max(1).into(),
            first: state.first.into(),
            active: (!over).then_some(state.active.into()),
            attacks_left: match phase {
                Phase::Leading | Phase::Over => 0,
                _ => state.attacks_left.into(),
            },
            attacked: ids(state.attacked & living),
            players: (0..players).map(player).collect(),
            shields: covered(|power| matches!(power, Power::Shield(_))),
            guards: covered(|power| matches!(power, Power::Guard(_))),
            stocks: ids(state.stock),
            graveyards: ids(state.graveyard),
            pile: listed(&state.pile, Card::of),
            discards: listed(&state.discards, Card::of),
            under: state.under.cards().collect(),
            event_pile: listed(&state.events, Happening::of),
            event_discards: listed(&state.used_events, Happening::of),
            taken: self.facts.taken.clone(),
            felled_by: self.record.as_ref().map(|record| self.felled_by(record)),
            lead_changes: (self.record.as_ref()).map(|record| {
                let measures = self.game.measures();
                record.game[Measure::position(&measures.game, "lead_changes").unwrap()]
            }),
            places: over.then(|| {
                let places = self.game.standing(state);
                places[..players].iter().map(|&place| place.into()).collect()
            }),
            capped: self.capped,
        }
    }

    fn options(&self) -> Vec<Choice> {
        let choice = |choice: &battle_cards::Choice| match *choice {
            battle_cards::Choice::Lead(character) => Choice::Leader(character.into()),
            battle_cards::Choice::Attack { attacker, target } => {
                Choice::Attack { by: attacker.into(), target: target.into() }
            }
            battle_cards::Choice::Nemesis { attacker, target } => {
                Choice::Nemesis { by: attacker.into(), target: target.into() }
            }
            battle_cards::Choice::Heal(character) => Choice::Heal(character.into()),
            battle_cards::Choice::Energy => Choice::Energy,
            battle_cards::Choice::Theft(player) => Choice::Theft(player.into()),
            battle_cards::Choice::Sabotage(player) => Choice::Sabotage(player.into()),
            battle_cards::Choice::Stop => Choice::Stop,
            battle_cards::Choice::Play(card) => Choice::Play(card),
            battle_cards::Choice::Discard(card) => Choice::Discard(card),
            battle_cards::Choice::Pass | battle_cards::Choice::Keep => Choice::None,
        };
        self.choices().iter().map(choice).collect()
    }

    fn play(&mut self, index: usize) {
        let choice = self.choices()[index];
        let Engine { game, state, chance, facts, .. } = self;
        game.play(state, choice, chance, facts);
        if game.turn(state) == Turn::Over {
            let (places, measures) = (game.places(state), game.measures());
            let recorder = facts.recorder.take().expect("the game has just ended");
            self.record = Some(recorder.finish(game, &measures, state, &places));
        }
    }

    fn told(&mut self) -> Vec<Fact> {
        let facts = std::mem::take(&mut self.facts.facts);
        self.capped |= facts.contains(&Fact::Over { capped: true });
        facts
    }
}

/// Returns the facts (events of the game) on which engine and model must agree. Facts about cards
/// that change hands are left out, because they are compared after each decision. The dice of a
/// throw are sorted. Facts without an effect are left out.
fn told_plainly(facts: &[Fact]) -> Vec<Fact> {
    let plain = |fact: &Fact| match fact.clone() {
        Fact::Leaves { .. } | Fact::Happens(None) => None,
        Fact::Regains { life: 0, .. } | Fact::Loses { life: 0, .. } => None,
        Fact::Takes { life: 0, .. } => None,
        Fact::Throws { mut dice, .. } => {
            dice.sort();
            (!dice.is_empty()).then_some(Fact::Throws { player: 0, dice })
        }
        // An attack with a Nemesis card is visible in the discard pile.
        Fact::Attacks { by, target, .. } => Some(Fact::Attacks { by, target, nemesis: false }),
        fact => Some(fact),
    };
    facts.iter().filter_map(plain).collect()
}

/// Plays a game with a random set-up and asserts that the engine agrees with the model: the same
/// options in the same order, the same random draws by the same owners, and the same visible state
/// after each decision. Returns the model and the number of decisions.
fn holds(seed: u64) -> (Model, u64) {
    let mut random = Random(seed);
    let setup = random::setup(&mut random);
    let eager = !random.once_in(3);
    let mut engine = Engine::new(&setup, seed);
    let mut draws = engine.chance.drawn();
    let mut model = Model::new(&setup, &mut draws);
    // The facts of the set-up are skipped, because the hands are compared directly.
    let mut told = model.log.len();
    engine.told();
    let mut decisions = 0;
    loop {
        draws.assert_all_used();
        let news = told_plainly(&model.log[told..]);
        assert_eq!(told_plainly(&engine.told()), news, "what happened");
        told = model.log.len();
        let lately = &model.log[model.log.len().saturating_sub(30)..];
        assert_eq!(engine.seen(), model.seen(), "after {lately:#?}");
        if model.turn() == ModelTurn::Over {
            assert_eq!(engine.options(), []);
            return (model, decisions);
        }
        let options = model.options();
        assert_eq!(engine.options(), options, "after {lately:#?}");
        decisions += 1;
        let index = decides(&options, eager, &mut random);
        engine.play(index);
        draws = engine.chance.drawn();
        model.play(index, &mut draws);
    }
}

/// Compares engine and model in random games. Some games must end before the turn limit, some must
/// have default settings, and all events, cards and powers must occur.
#[test]
fn the_engine_plays_by_the_page() {
    let (mut games, mut won, mut by_default) = (0, 0, 0);
    let mut seen = BTreeSet::new();
    campaign::play("battle cards", 500, |seed| {
        let (model, decisions) = holds(seed);
        games += 1;
        won += u64::from(!model.capped);
        by_default += u64::from(model.settings == Settings::default());
        let noted = model.log.iter().filter_map(|fact| match *fact {
            Fact::Happens(Some(event)) => Some(event.name()),
            Fact::Leaves { card, .. } => Some(card.name()),
            Fact::Takes { by, life: 1.. } => Some(Power::NAMES[model.roster[by].power as usize]),
            _ => None,
        });
        seen.extend(noted);
        decisions
    });
    assert!(won > games / 4 && by_default > games / 8, "{won}, {by_default}");
    assert_eq!(seen.len(), Happening::COUNT + Card::COUNT + words::Power::ALL.len(), "{seen:?}");
}
