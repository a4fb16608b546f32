//! How it is played: game i of a scenario becomes an outcome, in parallel, the same on any number of threads.

pub mod batches;
mod line_up;
mod recorder;
mod run;
pub mod table;

pub use run::{Audience, Plan, Played, Precision, run};

use arrayvec::ArrayVec;

use self::line_up::Dealer;
use self::recorder::Recorder;
use self::table::{Bots, Clock, Decided, Luck, play_out_loud};
use crate::games::arena::cards::Sheet;
use crate::games::arena::state::State;
use crate::games::arena::{Arena, Event, Fighter, Scoring, Seated};
use crate::games::dice::KeyedDice;
use crate::games::{MAX_PLAYERS, Observer, Scripted, Unwatched};
use crate::scenario::Scenario;
use crate::stats::{Cast, Entrant, Measures, Record, Slot};
use crate::strategies::{Character, Failure, Strategy};

/// A scenario ready to be played: everything that its games share.
#[derive(Debug, Clone)]
pub struct Simulation {
    arena: Arena,
    dealer: Dealer,
    cast: Cast,
    measures: Measures,
    /// The bots of the scenario, once each: the names by which it calls them, and what they are.
    bots: Vec<String>,
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
                    things: card_names(&arena.sheets()[f], &roster.fighters[keys[f]]),
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
            measures: recorder::measures(&arena, max_score(&arena, &dealer)),
            cast: Cast {
                entrants,
                sides: if teams > 0 { teams } else { slots.len() },
                cooperative: false,
                slots,
            },
            bots: scenario.bots.keys().cloned().collect(),
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

    /// Every pair of entrants, indices into the casts of this and of another simulation, that one fighter in one place can be: the two have the same
    /// fighters in the same places ([`crate::scenario::LineUp::same_fighters`]).
    pub fn meetings<'a>(&'a self, other: &'a Simulation) -> impl Iterator<Item = (u16, u16)> + 'a {
        let slots = 0..self.dealer.slots().len();
        slots.flat_map(move |slot| {
            let fighters = self.dealer.may_play(slot).iter();
            let theirs = other.dealer.may_play(slot).iter();
            fighters.zip(theirs).map(move |(&mine, &theirs)| {
                let entrant =
                    |of: &Simulation, fighter| of.casting[slot][usize::from(fighter)].entrant;
                (entrant(self, mine), entrant(other, theirs))
            })
        })
    }

    /// What is measured of its games.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The bot that the scenario names so.
    pub fn bot(&self, name: &str) -> Option<usize> {
        self.bots.iter().position(|known| known == name)
    }

    /// Somebody to play games, one after the other.
    pub fn player(&self) -> GamePlayer<'_> {
        GamePlayer {
            simulation: self,
            bots: self
                .characters
                .iter()
                .map(|of| of.bot(&self.arena))
                .collect(),
            clocks: None,
            recorder: Recorder::new(&self.measures, self.cast.slots.len()),
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

/// One place at a table: who sits there, and who plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub seated: Seated,
    /// A bot of the simulation: see [`Simulation::bot`].
    pub bot: usize,
}

/// A game that was played to its end.
#[derive(Debug, Clone, Copy)]
pub struct End {
    pub state: State,
    /// Its decisions between two options or more.
    pub unforced: u32,
}

/// A game in which a bot failed: it ends the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedGame {
    pub seed: u64,
    pub game: u64,
    /// From 1; 0 while fighters are placed.
    pub round: u8,
    /// The fighter's key.
    pub fighter: String,
    /// From 1.
    pub seat: u8,
    pub failure: Failure,
}

impl std::fmt::Display for FailedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let FailedGame {
            seed,
            game,
            round,
            fighter,
            seat,
            failure,
        } = self;
        write!(
            f,
            "{failure} (in game {game} of seed {seed}, round {round}, playing {fighter} in seat {seat})"
        )
    }
}

impl std::error::Error for FailedGame {}

/// Plays games of a simulation; from the first game to the last it allocates nothing.
pub struct GamePlayer<'a> {
    simulation: &'a Simulation,
    bots: Vec<Box<dyn Strategy<Arena>>>,
    clocks: Option<Vec<Clock>>,
    recorder: Recorder,
}

impl GamePlayer<'_> {
    /// The same player, which takes the time that each bot thinks.
    pub fn timed(mut self) -> Self {
        self.clocks = Some(vec![Clock::default(); self.bots.len()]);
        self
    }

    /// How long each bot of the simulation has thought; nothing if nobody took the time.
    pub fn clocks(&self) -> &[Clock] {
        self.clocks.as_deref().unwrap_or_default()
    }

    /// Plays game `game` of seed `seed`, and gives its record.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn play(&mut self, seed: u64, game: u64) -> Result<&Record, Box<FailedGame>> {
        let state = self.simulation.opening(seed, game);
        let mut recorder = std::mem::take(&mut self.recorder);
        let casting = |fighter| self.simulation.casting_of(&state, fighter);
        recorder.begin(&self.simulation.measures, &state, |fighter| {
            casting(fighter).entrant
        });
        let end = self.play_from(
            state,
            self.cast(&state),
            seed,
            game,
            &mut recorder,
            |_, _| {},
        );
        let end = end.map(|end| recorder.finish(&self.simulation.arena, &end.state));
        self.recorder = recorder;
        end.map(|()| &self.recorder.record)
    }

    /// Plays the same game for somebody who watches.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn show(
        &mut self,
        seed: u64,
        game: u64,
        observer: &mut impl Observer<Event>,
    ) -> Result<End, Box<FailedGame>> {
        self.show_loud(seed, game, observer, |_, _| {})
    }

    /// Plays game `game` of seed `seed` at a table of one's own: whoever may play in the simulation, and any of its bots. Gives the place of
    /// each fighter (A-8.4: 1 is the winner, members of a team share one) in the order of `table`.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn play_at(
        &mut self,
        table: &[Place],
        seed: u64,
        game: u64,
    ) -> Result<[u8; MAX_PLAYERS], Box<FailedGame>> {
        let mut seated = ArrayVec::<Seated, MAX_PLAYERS>::new();
        seated.extend(table.iter().map(|place| place.seated));
        let state = self.simulation.arena.deal(&seated);
        let mut of_player = [0; MAX_PLAYERS];
        for (bot, slot) in of_player.iter_mut().zip(state.slots()).take(table.len()) {
            *bot = table[usize::from(slot)].bot;
        }
        let end = self.play_from(state, of_player, seed, game, &mut Unwatched, |_, _| {})?;
        let standing = self.simulation.arena.standing(&end.state);
        let mut places = [0; MAX_PLAYERS];
        for (&place, slot) in standing.place.iter().zip(state.slots()).take(table.len()) {
            places[usize::from(slot)] = place;
        }
        Ok(places)
    }

    /// Who plays each fighter of a game of the scenario's own.
    fn cast(&self, state: &State) -> [usize; MAX_PLAYERS] {
        let mut of_player = [0; MAX_PLAYERS];
        for (fighter, bot) in of_player.iter_mut().enumerate().take(state.fighters()) {
            *bot = self.simulation.casting_of(state, fighter).bot;
        }
        of_player
    }

    /// Plays the same game for somebody who watches, and who is told of each decision between two options or more before it is played.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn show_loud<O: Observer<Event>>(
        &mut self,
        seed: u64,
        game: u64,
        observer: &mut O,
        tell: impl FnMut(&mut O, Decided<'_, Arena>),
    ) -> Result<End, Box<FailedGame>> {
        let opening = self.simulation.opening(seed, game);
        self.play_from(opening, self.cast(&opening), seed, game, observer, tell)
    }

    fn play_from<O: Observer<Event>>(
        &mut self,
        mut state: State,
        of_player: [usize; MAX_PLAYERS],
        seed: u64,
        game: u64,
        observer: &mut O,
        tell: impl FnMut(&mut O, Decided<'_, Arena>),
    ) -> Result<End, Box<FailedGame>> {
        let simulation = self.simulation;
        let slots = &state.slots()[..state.fighters()];
        let mut luck = Luck::new(seed, game, slots);
        let mut dice = KeyedDice::new(seed, game, slots);
        let mut bots = Bots {
            pool: &mut self.bots,
            of_player,
            clocks: self.clocks.as_deref_mut(),
        };
        let played = play_out_loud(
            &simulation.arena,
            &mut state,
            &mut bots,
            &mut luck,
            &mut dice,
            observer,
            tell,
        );
        match played {
            Ok(unforced) => Ok(End { state, unforced }),
            Err(stuck) => Err(Box::new(FailedGame {
                seed,
                game,
                round: stuck.round,
                fighter: simulation
                    .arena
                    .names()
                    .swap_remove(state.kind_of(stuck.player)),
                seat: state.seat_of(stuck.player) + 1,
                failure: stuck.failure,
            })),
        }
    }
}

impl Simulation {
    /// A game before its first decision.
    pub fn opening(&self, seed: u64, game: u64) -> State {
        self.arena.deal(&self.seated(seed, game))
    }

    /// Who sits where in a game of the scenario's own, slot by slot.
    pub fn seated(&self, seed: u64, game: u64) -> ArrayVec<Seated, MAX_PLAYERS> {
        let nobody = Seated {
            fighter: 0,
            seat: 0,
            team: 0,
        };
        let slots = self.dealer.slots().len();
        let mut seated: ArrayVec<Seated, MAX_PLAYERS> =
            std::iter::repeat_n(nobody, slots).collect();
        self.dealer.deal(seed, game, &mut seated);
        seated
    }

    /// Who a fighter of a game is to the statistics.
    pub fn entrant(&self, state: &State, fighter: usize) -> &Entrant {
        &self.cast.entrants[usize::from(self.casting_of(state, fighter).entrant)]
    }

    fn casting_of(&self, state: &State, fighter: usize) -> Casting {
        self.casting[usize::from(state.slots()[fighter])][state.kind_of(fighter)]
    }
}
