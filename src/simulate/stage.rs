//! The stage: a prepared game with everything that all games of a scenario share, such as line-ups,
//! bots and measures. The stage implements the game-independent interface [`Playable`].

mod worker;

use std::any::Any;

use arrayvec::ArrayVec;

use super::dealer::Dealer;
use super::examined::Examined;
use super::game_loop;
use super::luck::Weighing;
use super::watched;
use super::{Company, Member};
use crate::game::chance::{KeyedChance, MAX_OWNERS};
use crate::game::measured::{Measured, Recorder};
use crate::game::story::{FORMAT, OpeningLine, Playbill, Role, Teller, values};
use crate::game::{Chance, Learnable, MAX_PLAYERS, Scripted, Searchable};
use crate::simulate::{Playable, Seated, StoryForm, Watching, Worker};
use crate::stats::luck;
use crate::stats::{Cast, Entrant, MAX_ENTRANTS, Measures, Record, Slot};
use crate::strategies::{BotDefinition, Strategy};

pub use worker::{FinishedGame, StageWorker};

/// The interface of a game, besides its rules, that is needed to play it and record it ([`Stage`]).
pub trait Staged: Searchable + Scripted + Learnable + Measured + Send + Sync + Sized {
    /// Type that tells the story (event log) of a game for the command `gong watch`.
    type Teller<'a>: Teller<Self>
    where
        Self: 'a;

    /// Creates the state of a game before its first decision. The fighters are in the order of the
    /// line-up. `chance` supplies the random numbers for setups that the rules require.
    fn deal<C: Chance>(&self, seated: &[Seated], chance: &mut C) -> Self::State;

    /// Returns the slot in the line-up and the fighter of each player, in the order of
    /// [`Game::turn`](crate::game::Game::turn). If a player decides for several fighters, returns
    /// the first place and fighter.
    fn players(&self, state: &Self::State) -> ArrayVec<(u8, u8), MAX_PLAYERS>;

    /// Returns the slot in the line-up of each owner of a stream of random numbers, in the game's
    /// order of owners.
    ///
    /// By default the owners are the players. Games in which non-players roll dice too override
    /// this method.
    fn owners(&self, state: &Self::State) -> ArrayVec<u8, MAX_OWNERS> {
        self.players(state).iter().map(|player| player.0).collect()
    }

    /// Returns the slot in the line-up and the fighter of each entrant. By default the entrants are
    /// the players.
    fn entrants(&self, state: &Self::State) -> ArrayVec<(u8, u8), MAX_ENTRANTS> {
        self.players(state).into_iter().collect()
    }

    /// Returns the final rank of each fighter in a finished game. Rank 1 is the best, and members
    /// of a side have the same rank. If nobody won, all ranks are 0.
    fn places(&self, state: &Self::State) -> [u8; MAX_ENTRANTS];

    /// Creates the object that tells a game's story (event log), from the state before the first
    /// decision and the players.
    fn teller<'a>(&'a self, opening: &Self::State, roles: &[Role]) -> Self::Teller<'a>;
}

/// A game ready to be played: its rules, roster, line-up, bots and measures.
pub struct Stage<G: Staged> {
    game: G,
    /// Names of the fighters, in the order of the roster.
    names: Vec<Name>,
    dealer: Dealer,
    cast: Cast,
    measures: Measures,
    /// The bots of the scenario: the text by which the scenario names each bot, and its definition.
    bots: Vec<(String, BotDefinition)>,
    /// Number of members of the panels that play, see [`BotDefinition::members`]. With panels of
    /// different sizes, the largest.
    members: usize,
    /// The bot and the entrant for each slot of the line-up and each fighter of the roster.
    casting: Vec<Vec<Casting>>,
}

/// The bot that plays a fighter in a slot of the line-up, and the entrant that counts its games.
#[derive(Debug, Clone, Copy, Default)]
struct Casting {
    bot: usize,
    entrant: u16,
}

/// Names of one fighter and of the fighter's things, for the statistics and the event log of a
/// game.
#[derive(Debug, Clone)]
pub struct Name {
    /// Key of the fighter in files; tables and event logs show the fighter's name instead.
    pub key: String,
    /// Name of the fighter in tables and in the event log of a game.
    pub name: String,
    /// Names of the things that the fighter can use, in the order in which records number them.
    pub things: Vec<String>,
}

impl<G: Staged> Stage<G> {
    /// Prepares a game for playing. `names` are the names of the roster's fighters. `dealer`
    /// determines the line-ups, and `company` holds the bots.
    pub fn new(
        game: G,
        names: &[Name],
        dealer: Dealer,
        measures: Measures,
        company: &Company<'_>,
    ) -> Self {
        let slots: Vec<Slot> = dealer.slots();
        let mut entrants: Vec<Entrant> = Vec::new();
        let mut casting = vec![vec![Casting::default(); names.len()]; slots.len()];
        for (place, slot) in slots.iter().enumerate() {
            for &fighter in dealer.may_play(place) {
                let f = usize::from(fighter);
                let bot = (company.plays)(&names[f].key, slot.seat, slot.team);
                let entrant = Entrant {
                    fighter: names[f].key.clone(),
                    strategy: company.bots[bot].name.to_owned(),
                    things: names[f].things.clone(),
                };
                let known = entrants.iter().position(|known| *known == entrant);
                let index = known.unwrap_or_else(|| {
                    entrants.push(entrant);
                    entrants.len() - 1
                });
                casting[place][f] = Casting { bot, entrant: index as u16 };
            }
        }
        let bot = |member: &Member<'_>| (member.reference.to_owned(), member.definition.clone());
        Stage {
            game,
            names: names.to_vec(),
            cast: Cast {
                entrants,
                sides: dealer.sides(),
                cooperative: dealer.is_cooperative(),
                slots,
            },
            measures,
            members: (company.bots.iter()).map(|bot| bot.definition.members()).max().unwrap_or(1),
            bots: company.bots.iter().map(bot).collect(),
            dealer,
            casting,
        }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// Creates a worker, i.e. an object that plays games of the scenario one after the other.
    pub fn stage_worker(&self) -> StageWorker<'_, G> {
        self.worker_with(|definition| definition.bot(&self.game))
    }

    fn worker_with(
        &self,
        bot: impl Fn(&BotDefinition) -> Box<dyn Strategy<G>>,
    ) -> StageWorker<'_, G> {
        StageWorker::new(self, self.bots.iter().map(|(_, definition)| bot(definition)).collect())
    }

    /// Returns the state of game `game` with seed `seed` before its first decision.
    pub fn opening(&self, seed: u64, game: u64) -> G::State {
        self.deal(&self.seated(seed, game), seed, game)
    }

    /// Returns the member of a panel that plays game `game` with seed `seed`, in all seats.
    pub(super) fn member(&self, seed: u64, game: u64) -> u8 {
        (game_loop::member(seed, game) as usize % self.members) as u8
    }

    fn deal(&self, seated: &[Seated], seed: u64, game: u64) -> G::State {
        let mut chance = KeyedChance::new(seed, game, &[]);
        // No round of a game has this number, so the setup uses other random numbers than the
        // rounds.
        chance.start_round(u16::MAX);
        self.game.deal(seated, &mut chance)
    }

    /// Returns the luck of each slot of the line-up. Members of a side win together, so each member
    /// has the luck of its side's first player. `slots` holds the slot of each player.
    fn luck_of_slots(&self, slots: &[u8], luck: &[luck::Luck]) -> [luck::Luck; MAX_ENTRANTS] {
        let side = |slot| watched::side(&self.cast, slot);
        std::array::from_fn(|slot| {
            let mut players = slots.iter().zip(luck);
            let own = players.find(|(of, _)| {
                slot < self.cast.slots.len() && side(usize::from(**of)) == side(slot)
            });
            own.map_or([0; 2], |(_, luck)| *luck)
        })
    }

    /// Begins a game that starts from this state, in the memory of an earlier record.
    fn recorder(&self, opening: &G::State, record: Record) -> Recorder<G> {
        let entrant = |slot, fighter| self.casting_of((slot, fighter)).entrant;
        let players = self.game.entrants(opening);
        Recorder::new(record, &self.game, &self.measures, opening, &players, entrant)
    }

    /// Completes the record of a finished game. The record of a cooperative game has no places.
    fn finish(&self, state: &G::State, recorder: Recorder<G>) -> Record {
        let places = &self.game.places(state);
        let mut record = recorder.finish(&self.game, &self.measures, state, places);
        let ranked = u8::from(!self.cast.cooperative);
        record.players.iter_mut().for_each(|player| player.place *= ranked);
        record
    }

    /// Returns the opening of a game's event log: what `gong watch` prints before the first
    /// decision. `numbers` holds the number of the game that supplies the line-up and setup, and
    /// the number of the played game.
    fn playbill(
        &self,
        opening: &G::State,
        seed: u64,
        numbers: [u64; 2],
        watching: &Watching<'_>,
    ) -> Playbill {
        let [deal, game] = numbers;
        let strategy = |who: (u8, u8)| {
            let entrant = self.casting_of(who).entrant;
            self.cast.entrants[usize::from(entrant)].strategy.as_str()
        };
        let role = |who: (u8, u8)| {
            let slot = self.cast.slots[usize::from(who.0)];
            Role { seat: slot.seat, team: slot.team, strategy: strategy(who).to_owned() }
        };
        let entrant = |(slot, seated): (u8, Seated)| {
            let name = &self.names[usize::from(seated.fighter)];
            let strategy = strategy((slot, seated.fighter));
            watched::entrant(&self.cast, slot.into(), name, strategy)
        };
        let seated = self.seated(seed, deal);
        Playbill {
            opening: OpeningLine {
                version: FORMAT,
                title: watching.title.to_owned(),
                scenario: watching.scenario.to_owned(),
                seed,
                game,
                deal,
                rules: values(self.game.settings()),
                entrants: (0..).zip(seated).map(entrant).collect(),
                ..OpeningLine::default()
            },
            json: watching.form == StoryForm::Json,
            roles: (self.game.players(opening).into_iter()).map(role).collect(),
        }
    }

    fn casting_of(&self, (slot, fighter): (u8, u8)) -> Casting {
        self.casting[usize::from(slot)][usize::from(fighter)]
    }

    /// Returns the slot in the line-up of each player of the game.
    fn slots_of(&self, opening: &G::State) -> ArrayVec<u8, MAX_PLAYERS> {
        self.game.players(opening).iter().map(|player| player.0).collect()
    }

    /// Returns, for each player of the game, the index of the bot that plays.
    fn bots_of(&self, opening: &G::State) -> ArrayVec<usize, MAX_PLAYERS> {
        let players = self.game.players(opening).into_iter();
        players.map(|who| self.casting_of(who).bot).collect()
    }
}

impl<G: Staged> Playable for Stage<G> {
    fn cast(&self) -> &Cast {
        &self.cast
    }

    fn measures(&self) -> &Measures {
        &self.measures
    }

    fn seated(&self, seed: u64, game: u64) -> ArrayVec<Seated, MAX_ENTRANTS> {
        self.dealer.deal(seed, game)
    }

    fn may_play(&self, slot: usize) -> &[u8] {
        self.dealer.may_play(slot)
    }

    fn entrant(&self, slot: usize, fighter: u8) -> u16 {
        self.casting[slot][usize::from(fighter)].entrant
    }

    fn bot(&self, reference: &str) -> Option<usize> {
        self.bots.iter().position(|(named, _)| named == reference)
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(self.stage_worker())
    }

    fn examiner(&self) -> Box<dyn Worker + '_> {
        Box::new(self.worker_with(|definition| {
            let made = || definition.bot(&self.game);
            let of_seats = self.cast.slots.iter().map(|_| made()).collect();
            Box::new(Examined::new(made(), of_seats))
        }))
    }

    fn weighing(&self) -> Option<Weighing> {
        let slots = self.casting.iter().enumerate();
        let bots = slots.flat_map(|(slot, of)| {
            let may_play = self.dealer.may_play(slot).iter();
            may_play.map(|&fighter| of[usize::from(fighter)].bot)
        });
        Weighing::of(bots.map(|bot| &self.bots[bot].1))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
