//! How it is played: game i of a scenario becomes an outcome, in parallel, the same on any number of threads.

mod line_up;
mod recorder;
mod run;
pub mod table;

pub use run::{Audience, Plan, Played, Precision, run};

use self::line_up::Dealer;
use self::recorder::Recorder;
use self::table::{Bots, Luck, play_out};
use crate::games::arena::cards::Sheet;
use crate::games::arena::state::State;
use crate::games::arena::{Arena, Event, Fighter, Scoring, Seated};
use crate::games::dice::KeyedDice;
use crate::games::{MAX_PLAYERS, Observer};
use crate::scenario::Scenario;
use crate::stats::{Cast, Entrant, Record, Slot};
use crate::strategies::{Character, Strategy};

/// A scenario ready to be played: everything that its games share.
#[derive(Debug, Clone)]
pub struct Simulation {
    arena: Arena,
    dealer: Dealer,
    cast: Cast,
    max_score: u16,
    /// The bots of the scenario, once each.
    characters: Vec<Character>,
    /// By slot and fighter of the roster: the bot that plays it, and the entrant that it is.
    casting: Vec<Vec<Casting>>,
}

/// Who a fighter in a slot is.
#[derive(Debug, Clone, Copy, Default)]
struct Casting {
    bot: usize,
    entrant: u16,
}

impl Simulation {
    /// A checked scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let roster = &scenario.roster;
        let arena = Arena::new(&scenario.rules, roster);
        let dealer = Dealer::new(&scenario.line_up, roster);
        let keys: Vec<&String> = roster.fighters.keys().collect();
        let teams = scenario.line_up.teams();
        let slots: Vec<Slot> = dealer
            .slots()
            .iter()
            .map(|&(seat, team)| Slot {
                seat: seat + 1,
                team: (teams > 0).then_some(team + 1),
            })
            .collect();

        let names: Vec<&String> = scenario.bots.keys().collect();
        let mut entrants: Vec<Entrant> = Vec::new();
        let mut casting = vec![vec![Casting::default(); keys.len()]; slots.len()];
        for (place, slot) in slots.iter().enumerate() {
            for &fighter in dealer.may_play(place) {
                let f = usize::from(fighter);
                let name = scenario.strategies.of(keys[f], slot.seat, slot.team);
                let bot = names
                    .iter()
                    .position(|known| *known == name)
                    .expect("the scenario has every bot that it names");
                let entrant = Entrant {
                    fighter: keys[f].clone(),
                    strategy: scenario.bots[name].name.clone(),
                    cards: card_names(&arena.sheets()[f], &roster.fighters[keys[f]]),
                };
                let index = entrants
                    .iter()
                    .position(|known| *known == entrant)
                    .unwrap_or_else(|| {
                        entrants.push(entrant);
                        entrants.len() - 1
                    });
                casting[place][f] = Casting {
                    bot,
                    entrant: index as u16,
                };
            }
        }
        Simulation {
            max_score: max_score(&arena, &dealer),
            cast: Cast {
                entrants,
                teams: if teams > 0 { teams } else { slots.len() },
                slots,
            },
            characters: scenario
                .bots
                .values()
                .map(|bot| bot.character.clone())
                .collect(),
            arena,
            dealer,
            casting,
        }
    }

    /// Whom the statistics are about.
    pub fn cast(&self) -> &Cast {
        &self.cast
    }

    /// No fighter can score more in a game.
    pub fn max_score(&self) -> u16 {
        self.max_score
    }

    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Somebody to play games, one after the other.
    pub fn player(&self) -> GamePlayer<'_> {
        GamePlayer {
            simulation: self,
            bots: self.characters.iter().map(Character::bot).collect(),
            recorder: Recorder::default(),
        }
    }
}

/// The names of a fighter's cards in tables: the key, and the effect if there is one, as in `3 powder-barrel`.
fn card_names(sheet: &Sheet, fighter: &Fighter) -> Vec<String> {
    let name = |key: &String| match fighter.cards[key].effect() {
        Some(effect) => format!("{key} {}", effect.name()),
        None => key.clone(),
    };
    sheet.keys.iter().map(name).collect()
}

/// The score of a fighter that takes every token, or every trophy, of the largest line-up there can be, and ends in the centre.
fn max_score(arena: &Arena, dealer: &Dealer) -> u16 {
    let sheets = || {
        dealer
            .fighters()
            .iter()
            .map(|&f| &arena.sheets()[usize::from(f)])
    };
    let first = match arena.rules().scoring {
        Scoring::Popularity => u16::from(arena.rules().first_wound),
        Scoring::Trophies => 0,
    };
    // Life points that come back with an elimination can be taken once more.
    let regain = sheets().map(Sheet::most_regained).max().unwrap_or(0);
    let each = first + u16::from(regain);
    let mut sizes: Vec<u16> = sheets().map(|sheet| u16::from(sheet.size) + each).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let all: u16 = sizes.iter().take(dealer.slots().len()).sum();
    all + u16::from(arena.rules().centre_bonus)
}

/// A game that was played to its end.
#[derive(Debug, Clone, Copy)]
pub struct End {
    pub state: State,
    /// Its decisions between two options or more.
    pub unforced: u32,
}

/// Plays games of a simulation; from the first game to the last it allocates nothing.
pub struct GamePlayer<'a> {
    simulation: &'a Simulation,
    bots: Vec<Box<dyn Strategy<Arena>>>,
    recorder: Recorder,
}

impl GamePlayer<'_> {
    /// Plays game `game` of seed `seed`, and gives its record.
    pub fn play(&mut self, seed: u64, game: u64) -> &Record {
        let state = self.simulation.opening(seed, game);
        let mut recorder = std::mem::take(&mut self.recorder);
        let casting = |fighter| self.simulation.casting_of(&state, fighter);
        recorder.begin(&state, |fighter| casting(fighter).entrant);
        let end = self.play_from(state, seed, game, &mut recorder);
        recorder.finish(&self.simulation.arena, &end.state);
        self.recorder = recorder;
        &self.recorder.record
    }

    /// Plays the same game for somebody who watches.
    pub fn show(&mut self, seed: u64, game: u64, observer: &mut impl Observer<Event>) -> End {
        self.play_from(self.simulation.opening(seed, game), seed, game, observer)
    }

    fn play_from(
        &mut self,
        mut state: State,
        seed: u64,
        game: u64,
        observer: &mut impl Observer<Event>,
    ) -> End {
        let simulation = self.simulation;
        let slots = &state.slots()[..state.fighters()];
        let mut luck = Luck::new(seed, game, slots);
        let mut dice = KeyedDice::new(seed, game, slots);
        let mut of_player = [0; MAX_PLAYERS];
        for (fighter, bot) in of_player.iter_mut().enumerate().take(slots.len()) {
            *bot = simulation.casting_of(&state, fighter).bot;
        }
        let mut bots = Bots {
            pool: &mut self.bots,
            of_player,
        };
        let unforced = play_out(
            &simulation.arena,
            &mut state,
            &mut bots,
            &mut luck,
            &mut dice,
            observer,
        );
        End { state, unforced }
    }
}

impl Simulation {
    /// A game before its first decision.
    pub fn opening(&self, seed: u64, game: u64) -> State {
        let mut seated = [Seated {
            fighter: 0,
            seat: 0,
            team: 0,
        }; MAX_PLAYERS];
        let seated = &mut seated[..self.dealer.slots().len()];
        self.dealer.deal(seed, game, seated);
        self.arena.deal(seated)
    }

    /// Who a fighter of a game is to the statistics.
    pub fn entrant(&self, state: &State, fighter: usize) -> &Entrant {
        &self.cast.entrants[usize::from(self.casting_of(state, fighter).entrant)]
    }

    fn casting_of(&self, state: &State, fighter: usize) -> Casting {
        self.casting[usize::from(state.slots()[fighter])][state.kind_of(fighter)]
    }
}
