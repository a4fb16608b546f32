//! The engine with the values that the model (a second implementation of the rules) compares, and
//! the comparison of both in random missions with random set-ups.

use std::collections::BTreeSet;

use super::seen::{Seen, SeenFight, SeenHero, SeenTile, SeenTurn};
use super::words::{ALERTS, EQUIPMENT, Name, REBELS, Seat, TILES};
use super::world::World;
use super::{Choice, End, Fate, Fighter, Held, Hero, Pile, Question, Setup};
use crate::game::chance::{KeyedChance, OneStream};
use crate::game::{Game, Options, Turn, Unwatched};
use crate::games::Provenance;
use crate::games::jungle::{
    self, Ability, Bag, Deck, Dice, Equipment, FOE, Face, Foe, Jungle, MissionFailure, NONE, Next,
    Phase, Roster, State, members,
};
use crate::games::models::campaign;
use crate::games::models::recorded::{Recorded, Replay};
use crate::simulate::{Seated, Staged};

fn roster(party: &[Hero]) -> Roster {
    let hero = |hero: &Hero| jungle::roster::Hero {
        name: "somebody".into(),
        colour: "#000000".into(),
        life: hero.life as u8,
        defense: hero.defense as u8,
        damage: hero.damage as u8,
        ability: {
            let ability = toml::Table::from_iter([(hero.ability.to_string(), hero.n.into())]);
            toml::Value::from(ability).try_into::<Ability>().unwrap()
        },
        printed: vec![],
    };
    Roster {
        name: "the party".into(),
        source: String::new(),
        unlisted: Provenance::Own,
        fighters: (party.iter().enumerate())
            .map(|(seat, of)| (format!("h{seat}"), hero(of)))
            .collect(),
    }
}

pub struct Engine {
    game: Jungle,
    state: State,
    chance: Recorded<KeyedChance>,
}

impl Engine {
    pub fn new(setup: &Setup, seed: u64) -> Engine {
        let rules = toml::Value::from(setup.settings.as_toml());
        let rules = rules.try_into().expect("settings of the page");
        let game = Jungle::new(&rules, &roster(&setup.party));
        let slots: Vec<u8> = (0..setup.party.len() as u8).collect();
        let seated = |&seat: &u8| Seated { fighter: seat, seat, team: 0 };
        let seated: Vec<Seated> = slots.iter().map(seated).collect();
        let mut chance = Recorded::new(KeyedChance::new(seed, 0, &slots));
        let state = game.deal(&seated, &mut chance);
        Engine { game, state, chance }
    }

    fn choices(&self) -> Options<jungle::Choice> {
        let mut options = Options::new();
        if self.state.phase != Phase::Over {
            self.game.options(&self.state, &mut options);
        }
        options
    }

    fn asked(&self) -> Option<(Seat, Question)> {
        let Turn::Decision(seat) = self.game.turn(&self.state) else {
            return None;
        };
        let question = match self.state.phase {
            Phase::Ready => Question::Begin,
            Phase::Keeping => Question::Keep,
            Phase::Alarm => Question::Alarm,
            Phase::Fate => Question::Fate,
            Phase::Gas => Question::Gas,
            Phase::Acting => Question::Act,
            Phase::Landing => Question::Onto,
            Phase::Flying => Question::Fly,
            Phase::Joining => Question::Join,
            Phase::Striking => Question::Strike,
            Phase::Struck => Question::Hit,
            Phase::Fleeing => Question::Flight,
            Phase::Dying => Question::Death,
            Phase::BossDie => Question::BossDie,
            Phase::BossPick => Question::Victim,
            Phase::Over | Phase::Playing => unreachable!("somebody decides"),
        };
        Some((seat, question))
    }

    fn hero(&self, seat: Seat) -> Result<SeenHero, Fate> {
        let hero = &self.state.heroes[seat];
        match (self.state.in_play >> seat & 1, self.state.dead >> seat & 1) {
            (1, _) => Ok(SeenHero {
                life: hero.life.into(),
                stress: hero.stress.into(),
                hour: hero.clock.into(),
                energy: hero.energy.into(),
                held: held(hero.bag, hero.used_suits),
                hostages: hero.hostages.into(),
                tile: hero.place.into(),
                had: members(hero.had).map(usize::from).collect(),
            }),
            (_, 1) => Err(Fate::Dead),
            _ => Err(Fate::Out),
        }
    }

    fn tile(&self, tile: u8) -> SeenTile {
        let state = &self.state;
        let lurker = state.lurkers[usize::from(tile)];
        let fought = state.fight.filter(|fight| fight.tile == tile);
        let fought = fought.and_then(|fight| match fight.foe {
            Foe::Rebel(rebel) => Some((rebel.name(), fight.life.into())),
            Foe::Boss => None,
        });
        let mut lying = Held::default();
        let mut hostages = 0;
        for seat in members(state.dead) {
            let hero = state.hero(seat);
            if hero.place == tile {
                lying.adds(held(hero.bag, hero.used_suits));
                hostages += u32::from(hero.hostages);
            }
        }
        SeenTile {
            kind: TILES[state.tiles[usize::from(tile)] as usize],
            revealed: state.is_revealed(tile),
            cleared: state.is_cleared(tile),
            rebel: fought.or(lurker.map(|rebel| (rebel.rebel.name(), rebel.life.into()))),
            fled: lurker.and_then(|rebel| somebody(rebel.fled)),
            held: lying,
            hostages,
        }
    }

    fn turn(&self) -> Option<SeenTurn> {
        let state = &self.state;
        let in_turn = state.round > 0
            && !matches!(state.next, Next::BossDie | Next::Clocks | Next::Round)
            && !matches!(state.phase, Phase::BossDie | Phase::BossPick | Phase::Over);
        let turn = &state.turn;
        in_turn.then(|| SeenTurn {
            seat: state.active.into(),
            dice: counts(turn.dice),
            pairs: turn.pairs.map(u32::from),
            steps: turn.steps.into(),
            exchanges: self.game.rules.exchanges as u32 - u32::from(turn.exchanges),
            effect: turn.tile,
            flights: turn.flights.into(),
        })
    }

    fn fight(&self) -> Option<SeenFight> {
        let fight = self.state.fight.filter(|fight| fight.strikers > 0)?;
        let order = &fight.order[..usize::from(fight.strikers)];
        Some(SeenFight {
            tile: fight.tile.into(),
            heroes: members(fight.fighters).map(usize::from).collect(),
            bolas: members(fight.bound).map(usize::from).collect(),
            order: (order.iter())
                .filter(|&&who| who == FOE || fight.fighters >> who & 1 == 1)
                .map(|&who| match who {
                    FOE => Fighter::Rebel,
                    seat => Fighter::Hero(seat.into()),
                })
                .collect(),
        })
    }
}

fn somebody(seat: u8) -> Option<Seat> {
    (seat != NONE).then_some(seat.into())
}

fn counts(dice: Dice) -> [u32; 6] {
    std::array::from_fn(|face| dice.count(Face::of(face)).into())
}

fn held(bag: Bag, used_suits: u8) -> Held {
    let of = |kind: Equipment| vec![EQUIPMENT[kind as usize]; bag.count(kind).into()];
    Held { cards: bag.kinds().flat_map(of).collect(), used_suits: used_suits.into() }
}

/// Returns the cards of a pile as a list. The list has the order in which the cards are drawn.
fn pile<const KINDS: usize>(deck: &Deck<KINDS>, names: &[Name; KINDS]) -> Pile {
    let of = |(name, &count): (&Name, &u8)| vec![*name; count.into()];
    let mut rest = *deck;
    let mut luck = rand_pcg::Pcg64Mcg::new(1);
    let mut top = || rest.draw(&mut OneStream(&mut luck)).expect("a card is left");
    Pile {
        cards: (0..deck.left()).map(|_| names[top()]).collect(),
        discards: names.iter().zip(deck.discards()).flat_map(of).collect(),
    }
}

impl Engine {
    /// Returns the random draws since the last call.
    pub fn drawn(&mut self) -> Replay {
        self.chance.drawn()
    }

    pub fn seen(&self) -> Seen {
        let state = &self.state;
        let asked = self.asked();
        let boss = state.fight.filter(|fight| fight.foe == Foe::Boss);
        Seen {
            asked,
            round: state.round.into(),
            turn: self.turn(),
            heroes: (0..state.players.into()).map(|seat| self.hero(seat)).collect(),
            tiles: (0..state.side * state.side).map(|tile| self.tile(tile)).collect(),
            piles: [
                pile(&state.equipment, &EQUIPMENT),
                pile(&state.alerts, &ALERTS),
                pile(&state.encounters, &REBELS),
            ],
            fight: asked.and_then(|_| self.fight()),
            boss: asked.and(boss).map(|fight| fight.life.into()),
            end: state.end.map(|end| match end {
                jungle::End::Won => End::Won,
                jungle::End::Lost(MissionFailure::Boss) => End::Boss,
                jungle::End::Lost(MissionFailure::Death) => End::Death,
                jungle::End::Lost(MissionFailure::Time) => End::Time,
                jungle::End::Lost(MissionFailure::Hostages) => End::Hostages,
                jungle::End::Lost(MissionFailure::Rounds) => End::Rounds,
            }),
        }
    }

    /// Returns the options of the deciding hero; empty if the mission is over.
    pub fn options(&self) -> Vec<Choice> {
        let struck = self.state.phase == Phase::Struck;
        self.choices().iter().map(|&choice| plain(choice, struck)).collect()
    }

    pub fn play(&mut self, index: usize) {
        let choice = self.choices()[index];
        self.game.play(&mut self.state, choice, &mut self.chance, &mut Unwatched);
    }
}

fn plain(choice: jungle::Choice, struck: bool) -> Choice {
    use jungle::Choice as Its;
    let card = |equipment: Equipment| EQUIPMENT[equipment as usize];
    match choice {
        Its::Begin => Choice::Begin,
        Its::Keep(dice) => Choice::Keep(counts(dice)),
        Its::Annul if struck => Choice::Energy,
        Its::Annul => Choice::Spend,
        Its::Accept => Choice::Accept,
        Its::Explore(tile) => Choice::Explore(tile.into()),
        Its::ExploreTwo(one, other) => Choice::ExploreTwo(one.into(), other.into()),
        Its::Move(tile) => Choice::Move(tile.into()),
        Its::Fight => Choice::Fight,
        Its::Search => Choice::Search,
        Its::Rest => Choice::Rest,
        Its::Step(tile) => Choice::Step(tile.into()),
        Its::Use(equipment) => Choice::Use(card(equipment)),
        Its::Scan(tile) => Choice::Scan(tile.into()),
        Its::Convert => Choice::Convert,
        Its::Tile => Choice::Effect,
        Its::Collect => Choice::Collect,
        Its::Give(mate) => Choice::Give(mate.into()),
        Its::Take(mate) => Choice::Take(mate.into()),
        Its::Hand(equipment, mate) => Choice::Hand(card(equipment), mate.into()),
        Its::Stop => Choice::End,
        Its::Onto(tile) => Choice::To(tile.into()),
        Its::Join => Choice::Join,
        Its::Stay => Choice::Stay,
        Its::Suit => Choice::Suit,
        Its::Attack { first, second, missile } => Choice::Attack {
            weapons: (Some(first).into_iter().chain(second)).map(|weapon| weapon.name()).collect(),
            missile,
        },
        Its::Flee => Choice::Flee,
        Its::Sacrifice => Choice::Hostage,
        Its::Suffer => Choice::Suffer,
        Its::GiveUp => Choice::GiveUp,
        Its::Medal => Choice::Medal,
        Its::Revive => Choice::Energy,
        Its::Neither => Choice::Neither,
        Its::Pick(hero) => Choice::Hero(hero.into()),
    }
}

/// Compares engine and model in random missions. These missions must include every end, all choices
/// at every question but one, and the rare cases.
#[test]
fn the_engine_plays_by_the_page() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    campaign::play("jungle", 400, |seed| {
        let (model, world) = World::plays(seed);
        seen.insert(format!("{:?}", model.end.expect("it is over")));
        seen.extend(world.seen);
        let rare = |what: &&String| ["broken off", "the 20th flight"].contains(&what.as_str());
        seen.extend(model.log.iter().filter(rare).cloned());
        world.decisions
    });
    // Number of different ends, of answers to questions, and of rare cases. One answer is not
    // reached in the usual missions: to suffer from gas with a first-aid kit. `j_l2_gas` plays it.
    assert!(seen.len() >= 6 + 42 + 3, "{seen:#?}");
}
