//! The stage: a prepared game with everything that all games of a scenario share, such as line-ups,
//! bots and measures. The stage implements the game-independent interface [`Playable`].

use std::any::Any;

use arrayvec::ArrayVec;

use super::Company;
use super::dealer::Dealer;
use super::examined::Examined;
use super::explain::explain;
use super::game_loop::{BotLuck, Bots, Decided, Plain, Referee, play_with};
use super::listening::{Ear, Listening};
use super::luck::{Meter, Weighing};
use super::thread_time;
use super::watched;
use crate::game::chance::{KeyedChance, MAX_OWNERS};
use crate::game::learnable::InputLayout;
use crate::game::story::{FORMAT, OpeningLine, Playbill, Role, Teller, Telling, values};
use crate::game::{Chance, Learnable, MAX_PLAYERS, Observer, Scripted, Searchable, Unwatched};
use crate::simulate::{
    Clock, Contender, FailedGame, Playable, Seated, StoryForm, Study, Told, Watching, Worker,
};
use crate::stats::luck;
use crate::stats::{Cast, Entrant, MAX_ENTRANTS, Measures, Record, Slot};
use crate::strategies::trained::{Lessons, NetworkShape};
use crate::strategies::{Strategy, Trained};

/// The interface of a game, besides its rules, that is needed to play it and record it ([`Stage`]).
pub trait Staged: Searchable + Scripted + Learnable + Send + Sync + Sized {
    /// Type that converts the events of a game to a record for the statistics.
    type Recorder: Observer<Self::Event> + Default + Send;

    /// Type that tells the story (event log) of a game for the command `gong watch`.
    type Teller<'a>: Teller<Self>
    where
        Self: 'a;

    /// Creates the state of a game before its first decision. The fighters are in the order of the
    /// line-up. `chance` supplies the random numbers for setups that the rules require.
    fn deal<C: Chance>(&self, seated: &[Seated], chance: &mut C) -> Self::State;

    /// Returns the place in the line-up and the fighter of each player, in the order of
    /// [`Game::turn`](crate::game::Game::turn). If a player decides for several fighters, returns
    /// the first place and fighter.
    fn players(&self, state: &Self::State) -> ArrayVec<(u8, u8), MAX_PLAYERS>;

    /// Returns the place in the line-up of each owner of a stream of random numbers, in the game's
    /// order of owners.
    ///
    /// By default the owners are the players. Games in which non-players roll dice too override
    /// this method.
    fn owners(&self, state: &Self::State) -> ArrayVec<u8, MAX_OWNERS> {
        self.players(state).iter().map(|player| player.0).collect()
    }

    /// Creates the recorder that converts events to records, for games with `slots` fighters. The
    /// recorder is reused for many games.
    fn recorder(&self, measures: &Measures, slots: usize) -> Self::Recorder;

    /// Starts the record of a new game. `entrant` maps a place of the line-up and a fighter to an
    /// index into the list of entrants (fighters with their bots).
    fn begin(
        &self,
        measures: &Measures,
        state: &Self::State,
        entrant: impl Fn(u8, u8) -> u16,
        recorder: &mut Self::Recorder,
    );

    /// Completes the record of a finished game.
    fn finish<'r>(&self, state: &Self::State, recorder: &'r mut Self::Recorder) -> &'r Record;

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
    bots: Vec<Bot>,
    /// The bot and the entrant (row of the statistics) for each place of the line-up and each
    /// fighter of the roster.
    casting: Vec<Vec<Casting>>,
}

/// A bot of the scenario: the text by which the user named it, and its definition.
struct Bot {
    reference: String,
    character: crate::strategies::BotCharacter,
}

/// The bot that plays a fighter at a place of the line-up, and the entrant (row of the statistics)
/// that counts its games.
#[derive(Debug, Clone, Copy, Default)]
struct Casting {
    bot: usize,
    entrant: u16,
}

/// Names of one fighter and of the fighter's things (such as cards), for the statistics and the
/// event log of a game.
#[derive(Debug, Clone)]
pub struct Name {
    /// Key of the fighter in files, unlike the name that readers see.
    pub key: String,
    /// Name of the fighter in tables and in the event log of a game.
    pub name: String,
    /// Names of the things (such as cards) that the fighter can use, in the order in which records
    /// number them.
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
                casting[place][f] = Casting {
                    bot,
                    entrant: index as u16,
                };
            }
        }
        let bot = |member: &super::Member<'_>| Bot {
            reference: member.reference.to_owned(),
            character: member.character.clone(),
        };
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
            bots: company.bots.iter().map(bot).collect(),
            dealer,
            casting,
        }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// Creates an object that plays games of the scenario one after the other.
    pub fn player(&self) -> StagePlayer<'_, G> {
        self.player_with(|bot| bot.character.bot(&self.game))
    }

    fn player_with(&self, bot: impl Fn(&Bot) -> Box<dyn Strategy<G>>) -> StagePlayer<'_, G> {
        StagePlayer {
            stage: self,
            bots: self.bots.iter().map(bot).collect(),
            pupil: None,
            clocks: None,
            meter: None,
            luck: [[0; 2]; MAX_ENTRANTS],
            recorder: self.game.recorder(&self.measures, self.cast.slots.len()),
        }
    }

    /// Returns the state of game `game` with seed `seed` before its first decision.
    pub fn opening(&self, seed: u64, game: u64) -> G::State {
        self.deal(&self.seated(seed, game), seed, game)
    }

    fn deal(&self, seated: &[Seated], seed: u64, game: u64) -> G::State {
        let mut chance = KeyedChance::new(seed, game, &[]);
        // No round of a game has this number, so the setup uses other random numbers than the
        // rounds.
        chance.start_round(u16::MAX);
        self.game.deal(seated, &mut chance)
    }

    /// Returns the luck of each place of the line-up. Members of a side win together, so each
    /// member has the luck of its side's first player. `slots` holds the place of each player.
    fn luck_of_slots(&self, slots: &[u8], luck: &[luck::Luck]) -> [luck::Luck; MAX_ENTRANTS] {
        let side = |slot: usize| match self.cast.slots[slot].team {
            Some(team) => usize::from(team),
            None if self.cast.cooperative => 0,
            None => slot,
        };
        std::array::from_fn(|slot| {
            let mut players = slots.iter().zip(luck);
            let own = players.find(|(of, _)| {
                slot < self.cast.slots.len() && side(usize::from(**of)) == side(slot)
            });
            own.map_or([0; 2], |(_, luck)| *luck)
        })
    }

    /// Begins the record of a game that starts from this state.
    fn recorder_of(&self, opening: &G::State, mut recorder: G::Recorder) -> G::Recorder {
        let entrant = |slot, fighter| self.casting_of((slot, fighter)).entrant;
        (self.game).begin(&self.measures, opening, entrant, &mut recorder);
        recorder
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
            Role {
                seat: slot.seat,
                team: slot.team,
                strategy: strategy(who).to_owned(),
            }
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
        self.bots.iter().position(|bot| bot.reference == reference)
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(self.player())
    }

    fn examiner(&self) -> Box<dyn Worker + '_> {
        Box::new(self.player_with(|bot| {
            let made = || bot.character.bot(&self.game);
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
        Weighing::of(bots.map(|bot| &self.bots[bot].character))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The state of a finished game, with the number of decisions that were made.
#[derive(Debug, Clone, Copy)]
pub struct FinishedGame<S> {
    pub state: S,
    /// Number of decisions with two or more options in the game.
    pub unforced: u32,
}

/// Plays games of a stage (prepared scenario). Allocates memory only for the first game.
pub struct StagePlayer<'a, G: Staged> {
    stage: &'a Stage<G>,
    bots: Vec<Box<dyn Strategy<G>>>,
    /// Index of the learning bot; `None` if no bot learns. The learning bot is the last in the list
    /// of bots.
    pupil: Option<usize>,
    clocks: Option<Vec<Clock>>,
    /// Measures the luck of the players; `None` if luck is not requested.
    meter: Option<Meter<G>>,
    /// Luck of each fighter of the line-up in the last game.
    luck: [luck::Luck; MAX_ENTRANTS],
    recorder: G::Recorder,
}

impl<G: Staged> StagePlayer<'_, G> {
    /// Plays game `game` of seed `seed` and reports its events to `observer`.
    ///
    /// # Errors
    /// Fails if a bot fails.
    pub fn show<O: Observer<G::Event>>(
        &mut self,
        seed: u64,
        game: u64,
        observer: &mut O,
    ) -> Result<FinishedGame<G::State>, Box<FailedGame>> {
        self.show_with(seed, game, observer, |_, _| {})
    }

    /// Plays a game like [`StagePlayer::show`]. Calls `tell` before each decision between two or
    /// more options is played.
    ///
    /// # Errors
    /// Fails if a bot fails.
    pub fn show_with<O: Observer<G::Event>>(
        &mut self,
        seed: u64,
        game: u64,
        observer: &mut O,
        tell: impl FnMut(&mut O, Decided<'_, G>),
    ) -> Result<FinishedGame<G::State>, Box<FailedGame>> {
        self.show_deal(seed, [game; 2], observer, tell)
    }

    /// Plays a game with the line-up and setup of game `deal` and the random numbers of game
    /// `game`.
    fn show_deal<O: Observer<G::Event>>(
        &mut self,
        seed: u64,
        [deal, game]: [u64; 2],
        observer: &mut O,
        tell: impl FnMut(&mut O, Decided<'_, G>),
    ) -> Result<FinishedGame<G::State>, Box<FailedGame>> {
        let opening = self.stage.opening(seed, deal);
        let bots = self.stage.bots_of(&opening);
        self.play_from(opening, bots, seed, game, observer, tell)
    }

    /// Plays a game with this line-up and returns the final rank of each fighter. A bot index
    /// greater than all others stands for the learning bot, which is the last in the list of bots.
    fn play_seated(
        &mut self,
        line_up: &[Contender],
        seed: u64,
        game: u64,
    ) -> Result<[u8; MAX_ENTRANTS], Box<FailedGame>> {
        let seated: ArrayVec<Seated, MAX_ENTRANTS> = line_up.iter().map(|at| at.seated).collect();
        let stage = self.stage;
        let opening = stage.deal(&seated, seed, game);
        let players = stage.game.players(&opening);
        let last = self.bots.len() - 1;
        let bots = (players.iter())
            .map(|who| line_up[usize::from(who.0)].bot.min(last))
            .collect();
        let end = self.play_from(opening, bots, seed, game, &mut Unwatched, |_, _| {})?;
        Ok(stage.game.places(&end.state))
    }

    fn play_from<O: Observer<G::Event>>(
        &mut self,
        opening: G::State,
        of_player: ArrayVec<usize, MAX_PLAYERS>,
        seed: u64,
        game: u64,
        observer: &mut O,
        tell: impl FnMut(&mut O, Decided<'_, G>),
    ) -> Result<FinishedGame<G::State>, Box<FailedGame>> {
        let numbers = (seed, game);
        let Some(mut meter) = self.meter.take() else {
            return self.play_by(&mut Plain, opening, of_player, numbers, observer, tell);
        };
        meter.begin(seed, game);
        let end = self.play_by(&mut meter, opening, of_player, numbers, observer, tell);
        let players = self.stage.game.players(&opening);
        let slots: ArrayVec<u8, MAX_PLAYERS> = players.iter().map(|player| player.0).collect();
        self.luck = self.stage.luck_of_slots(&slots, &meter.luck(slots.len()));
        self.meter = Some(meter);
        end
    }

    /// Plays a game from its starting position to its end. `referee` plays the chosen options and
    /// may replace them.
    fn play_by<R: Referee<G>, O: Observer<G::Event>>(
        &mut self,
        referee: &mut R,
        mut state: G::State,
        of_player: ArrayVec<usize, MAX_PLAYERS>,
        (seed, game): (u64, u64),
        observer: &mut O,
        tell: impl FnMut(&mut O, Decided<'_, G>),
    ) -> Result<FinishedGame<G::State>, Box<FailedGame>> {
        let stage = self.stage;
        let players = stage.game.players(&state);
        let slots: ArrayVec<u8, MAX_PLAYERS> = players.iter().map(|player| player.0).collect();
        let mut whims = BotLuck::new(seed, game, &slots);
        let mut chance = KeyedChance::new(seed, game, &stage.game.owners(&state));
        let mut bots = Bots {
            pool: &mut self.bots,
            of_player: &of_player,
            clocks: self.clocks.as_deref_mut(),
        };
        let (table, dice) = (&stage.game, &mut chance);
        let played = play_with(
            table, &mut state, &mut bots, &mut whims, dice, referee, observer, tell,
        );
        match played {
            Ok(unforced) => Ok(FinishedGame { state, unforced }),
            Err(stuck) => {
                let (slot, fighter) = players[stuck.player];
                Err(Box::new(FailedGame {
                    seed,
                    game,
                    deal: None,
                    round: stuck.round,
                    fighter: stage.names[usize::from(fighter)].key.clone(),
                    seat: stage.cast.slots[usize::from(slot)].seat,
                    failure: stuck.failure,
                }))
            }
        }
    }
}

/// Stores in a failed game that its line-up and setup came from game `deal`.
fn of_deal(failed: FailedGame, deal: u64) -> Box<FailedGame> {
    let deal = Some(deal);
    Box::new(FailedGame { deal, ..failed })
}

impl<G: Staged> StagePlayer<'_, G> {
    /// Plays a game by calling `play` with the starting position and the recorder. Returns the
    /// record of the game.
    fn recorded(
        &mut self,
        seed: u64,
        game: u64,
        play: impl FnOnce(
            &mut Self,
            G::State,
            &mut G::Recorder,
        ) -> Result<FinishedGame<G::State>, Box<FailedGame>>,
    ) -> Result<&Record, Box<FailedGame>> {
        let stage = self.stage;
        let opening = stage.opening(seed, game);
        let mut recorder = stage.recorder_of(&opening, std::mem::take(&mut self.recorder));
        let end = play(self, opening, &mut recorder);
        self.recorder = recorder;
        end.map(|end| stage.game.finish(&end.state, &mut self.recorder))
    }
}

impl<G: Staged> Worker for StagePlayer<'_, G> {
    fn play(&mut self, seed: u64, game: u64) -> Result<&Record, Box<FailedGame>> {
        self.recorded(seed, game, |player, opening, recorder| {
            let bots = player.stage.bots_of(&opening);
            player.play_from(opening, bots, seed, game, recorder, |_, _| {})
        })
    }

    fn listen(
        &mut self,
        seed: u64,
        game: u64,
        ear: &mut Ear<'_>,
    ) -> Result<&Record, Box<FailedGame>> {
        let seat = |slot: u8| self.stage.cast.slots[usize::from(slot)].seat;
        self.recorded(seed, game, |player, opening, recorder| {
            let bots = player.stage.bots_of(&opening);
            let players = player.stage.game.players(&opening);
            let seats: ArrayVec<u8, MAX_PLAYERS> =
                players.iter().map(|player| seat(player.0)).collect();
            let mut referee = Listening { seats: &seats, ear };
            let numbers = (seed, game);
            player.play_by(&mut referee, opening, bots, numbers, recorder, |_, _| {})
        })
    }

    fn play_line_up(
        &mut self,
        line_up: &[Contender],
        seed: u64,
        game: u64,
    ) -> Result<[u8; MAX_ENTRANTS], Box<FailedGame>> {
        self.play_seated(line_up, seed, game)
    }

    fn replay(&mut self, seed: u64, deal: u64, game: u64) -> Result<bool, Box<FailedGame>> {
        let end = self.show_deal(seed, [deal, game], &mut Unwatched, |_, _| {});
        let end = end.map_err(|failed| of_deal(*failed, deal))?;
        Ok(self.stage.game.places(&end.state).contains(&1))
    }

    fn study(&mut self, study: &Study<'_>, game: u64) -> Result<(), Box<FailedGame>> {
        if self.pupil.is_none() {
            let shape = NetworkShape::of(&InputLayout::of::<G>());
            let pupil = Trained::pupil(&shape, study.teacher);
            self.pupil = Some(self.bots.len());
            self.bots.push(Box::new(pupil));
        }
        let index = self.pupil.expect("one has just come");
        let pupil = self.bots[index].pupil().expect("it learns");
        if let Some(network) = study.network {
            pupil.take(network);
        }
        pupil.memory().tries = study.tries;
        let places = self.play_seated(study.line_up, study.seed, game)?;
        let won = |seat: usize| {
            let mut of_seat = study.line_up.iter().zip(places);
            of_seat.any(|(at, place)| usize::from(at.seated.seat) == seat && place == 1)
        };
        let pupil = self.bots[index].pupil().expect("it learns");
        pupil.memory().lessons.close(won, study.trace);
        Ok(())
    }

    fn lessons(&mut self) -> Option<&mut Lessons> {
        let pupil = self.bots[self.pupil?].pupil()?;
        Some(&mut pupil.memory().lessons)
    }

    fn watch(&mut self, seed: u64, game: u64, watching: &Watching<'_>) -> Told {
        let stage = self.stage;
        let deal = watching.deal.unwrap_or(game);
        let opening = stage.opening(seed, deal);
        let bill = stage.playbill(&opening, seed, [deal, game], watching);
        let draws = watching.form == StoryForm::Replay;
        let explained: Vec<bool> = (bill.roles.iter())
            .map(|role| draws || Some(role.seat) == watching.explain)
            .collect();
        let teller = stage.game.teller(&opening, &bill.roles);
        let mut telling = Telling::new(teller, stage.game.round(&opening), &bill);
        if draws {
            telling.draw(&opening);
        }
        let mut recorder = stage.recorder_of(&opening, std::mem::take(&mut self.recorder));
        let mut observers = (&mut recorder, telling);
        let end = self.show_deal(
            seed,
            [deal, game],
            &mut observers,
            |(_, telling), decided| {
                if explained[decided.player] {
                    explain(&decided, |why| telling.explain(why));
                }
            },
        );
        let (_, telling) = observers;
        let (story, failed) = match end {
            Ok(end) => {
                let record = stage.game.finish(&end.state, &mut recorder);
                let result = watched::end(&stage.cast, &stage.measures, record);
                (telling.finish(Some((&end.state, result))), None)
            }
            Err(failed) => {
                let failed = match watching.deal {
                    Some(deal) => of_deal(*failed, deal),
                    None => failed,
                };
                (telling.finish(None), Some(failed))
            }
        };
        self.recorder = recorder;
        Told {
            lines: story.lines,
            replay: story.replay,
            failed,
        }
    }

    fn weigh_luck(&mut self, weighing: &Weighing) {
        self.meter = Some(Meter::new(weighing));
    }

    fn luck(&self) -> &[luck::Luck; MAX_ENTRANTS] {
        &self.luck
    }

    fn take_time(&mut self) {
        self.clocks = Some(vec![Clock::default(); self.bots.len()]);
    }

    fn clocks(&self) -> Vec<Clock> {
        let read = |clock: &Clock| Clock {
            nanoseconds: (clock.nanoseconds)
                .saturating_sub(clock.decisions * thread_time::of_reading()),
            ..*clock
        };
        self.clocks.iter().flatten().map(read).collect()
    }
}
