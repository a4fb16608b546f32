//! Plays games of a stage (prepared scenario), one after the other: for statistics, for training,
//! and for people who watch.

use arrayvec::ArrayVec;

use super::{Stage, Staged};
use crate::game::chance::KeyedChance;
use crate::game::learnable::InputLayout;
use crate::game::measured::Recorder;
use crate::game::story::Telling;
use crate::game::{MAX_PLAYERS, Observer, Unwatched};
use crate::simulate::game_loop::{BotLuck, Bots, Decided, Plain, Referee, play_with};
use crate::simulate::listening::{Ear, Listening};
use crate::simulate::luck::{Meter, Weighing};
use crate::simulate::{
    Clock, Contender, FailedGame, Seated, StoryForm, Study, Told, Watching, Worker, thread_time,
    watched,
};
use crate::stats::{MAX_ENTRANTS, Record, luck};
use crate::strategies::trained::{Lessons, NetworkShape};
use crate::strategies::{Strategy, Trained};

/// The state of a finished game, with the number of decisions that were made.
#[derive(Debug, Clone, Copy)]
pub struct FinishedGame<S> {
    pub state: S,
    /// Number of decisions with two or more options in the game.
    pub unforced: u32,
}

/// Plays games of a stage (prepared scenario). Allocates memory only for the first game.
pub struct StageWorker<'a, G: Staged> {
    stage: &'a Stage<G>,
    /// The bots of the stage, then the learning bot if there is one.
    bots: Vec<Box<dyn Strategy<G>>>,
    clocks: Option<Vec<Clock>>,
    /// Measures the luck of the players; `None` if luck is not requested.
    meter: Option<Meter<G>>,
    /// Luck of each fighter of the line-up in the last game.
    luck: [luck::Luck; MAX_ENTRANTS],
    record: Record,
}

impl<'a, G: Staged> StageWorker<'a, G> {
    /// Creates a worker whose bots are in the order of the stage's bots.
    pub(super) fn new(stage: &'a Stage<G>, bots: Vec<Box<dyn Strategy<G>>>) -> Self {
        let mut record = Record::default();
        record.begin(&stage.measures, stage.cast.slots.len());
        let luck = [[0; 2]; MAX_ENTRANTS];
        StageWorker { stage, bots, clocks: None, meter: None, luck, record }
    }

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
        let opening = self.stage.opening(seed, game);
        let bots = self.stage.bots_of(&opening);
        self.play_from(opening, bots, (seed, game), observer, |_, _| {})
    }

    fn play_from<O: Observer<G::Event>>(
        &mut self,
        opening: G::State,
        of_player: ArrayVec<usize, MAX_PLAYERS>,
        numbers: (u64, u64),
        observer: &mut O,
        tell: impl FnMut(&mut O, Decided<'_, G>),
    ) -> Result<FinishedGame<G::State>, Box<FailedGame>> {
        let Some(mut meter) = self.meter.take() else {
            return self.play_by(&mut Plain, opening, of_player, numbers, observer, tell);
        };
        meter.begin(numbers.0, numbers.1);
        let end = self.play_by(&mut meter, opening, of_player, numbers, observer, tell);
        let slots = self.stage.slots_of(&opening);
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
        let slots = stage.slots_of(&state);
        let mut whims = BotLuck::new(seed, game, &slots);
        let mut chance = KeyedChance::new(seed, game, &stage.game.owners(&state));
        let mut bots = Bots {
            pool: &mut self.bots,
            of_player: &of_player,
            clocks: self.clocks.as_deref_mut(),
        };
        let (table, dice) = (&stage.game, &mut chance);
        let played =
            play_with(table, &mut state, &mut bots, &mut whims, dice, referee, observer, tell);
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

impl<G: Staged> StageWorker<'_, G> {
    /// Returns the state of game `game` with seed `seed` before its first decision, and the recorder
    /// of the game.
    fn begin(&mut self, seed: u64, game: u64) -> (G::State, Recorder<G>) {
        let stage = self.stage;
        let opening = stage.opening(seed, game);
        let recorder = stage.recorder(&opening, std::mem::take(&mut self.record));
        (opening, recorder)
    }

    /// Returns the learning bot; `None` before the first training game.
    fn pupil(&mut self) -> Option<&mut Trained> {
        self.bots.last_mut()?.pupil()
    }

    /// Returns the record of a game that has ended.
    fn recorded(
        &mut self,
        (seed, game): (u64, u64),
        recorder: Recorder<G>,
        end: Result<FinishedGame<G::State>, Box<FailedGame>>,
    ) -> Result<&Record, Box<FailedGame>> {
        self.record = self.stage.finish(&end?.state, recorder);
        self.record.member = self.stage.member(seed, game);
        Ok(&self.record)
    }
}

impl<G: Staged> Worker for StageWorker<'_, G> {
    fn play(&mut self, seed: u64, game: u64) -> Result<&Record, Box<FailedGame>> {
        let (opening, mut recorder) = self.begin(seed, game);
        let bots = self.stage.bots_of(&opening);
        let end = self.play_from(opening, bots, (seed, game), &mut recorder, |_, _| {});
        self.recorded((seed, game), recorder, end)
    }

    fn listen(
        &mut self,
        seed: u64,
        game: u64,
        ear: &mut Ear<'_>,
    ) -> Result<&Record, Box<FailedGame>> {
        let (opening, mut recorder) = self.begin(seed, game);
        let (bots, slots) = (self.stage.bots_of(&opening), self.stage.slots_of(&opening));
        let seat = |slot: &u8| self.stage.cast.slots[usize::from(*slot)].seat;
        let seats: ArrayVec<u8, MAX_PLAYERS> = slots.iter().map(seat).collect();
        let referee = &mut Listening { seats: &seats, ear };
        let numbers = (seed, game);
        let end = self.play_by(referee, opening, bots, numbers, &mut recorder, |_, _| {});
        self.recorded(numbers, recorder, end)
    }

    fn play_line_up(
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
        let bots = (players.iter()).map(|who| line_up[usize::from(who.0)].bot.min(last)).collect();
        let end = self.play_from(opening, bots, (seed, game), &mut Unwatched, |_, _| {});
        let end = end.map_err(|mut failed| {
            // The seat of this line-up may differ from the seat of the scenario's line-up.
            let same = |&&(slot, fighter): &&(u8, u8)| {
                let seat = stage.cast.slots[usize::from(slot)].seat;
                stage.names[usize::from(fighter)].key == failed.fighter && seat == failed.seat
            };
            if let Some(&(slot, _)) = players.iter().find(same) {
                failed.seat = seated[usize::from(slot)].seat + 1;
            }
            failed
        })?;
        Ok(stage.game.places(&end.state))
    }

    fn member(&self, seed: u64, game: u64) -> u8 {
        self.stage.member(seed, game)
    }

    fn study(&mut self, study: &Study<'_>, game: u64) -> Result<(), Box<FailedGame>> {
        if self.pupil().is_none() {
            let shape = NetworkShape::of(&InputLayout::of::<G>());
            self.bots.push(Box::new(Trained::pupil(&shape, study.teacher)));
        }
        let pupil = self.pupil().expect("one has just come");
        if let Some(network) = study.network {
            pupil.take(network);
        }
        let memory = pupil.memory();
        (memory.tries, memory.heat) = (study.tries, study.heat);
        let places = self.play_line_up(study.line_up, study.seed, game)?;
        let won = |seat: usize| {
            let mut of_seat = study.line_up.iter().zip(places);
            of_seat.any(|(at, place)| usize::from(at.seated.seat) == seat && place == 1)
        };
        self.pupil().expect("it learns").memory().lessons.close(won, study.trace);
        Ok(())
    }

    fn lessons(&mut self) -> Option<&mut Lessons> {
        Some(&mut self.pupil()?.memory().lessons)
    }

    fn watch(&mut self, seed: u64, game: u64, watching: &Watching<'_>) -> Told {
        let stage = self.stage;
        let deal = watching.deal.unwrap_or(game);
        let (opening, mut recorder) = self.begin(seed, deal);
        let bill = stage.playbill(&opening, seed, [deal, game], watching);
        let draws = watching.form == StoryForm::Replay;
        let explained: Vec<bool> =
            (bill.roles.iter()).map(|role| draws || Some(role.seat) == watching.explain).collect();
        let teller = stage.game.teller(&opening, &bill.roles);
        let mut telling = Telling::new(teller, &opening, stage.game.round(&opening), &bill);
        if draws {
            telling.draw();
        }
        let mut observers = (&mut recorder, telling);
        let bots = stage.bots_of(&opening);
        let tell = |(_, telling): &mut (_, Telling<_, _>), decided: Decided<'_, G>| {
            if explained[decided.player] {
                watched::explain(&decided, |why| telling.explain(why));
            }
        };
        let end = self.play_from(opening, bots, (seed, game), &mut observers, tell);
        let (_, telling) = observers;
        let (story, failed) = match end {
            Ok(end) => {
                self.record = stage.finish(&end.state, recorder);
                let result = watched::end(&stage.cast, &stage.measures, &self.record);
                (telling.finish(Some((&end.state, result))), None)
            }
            Err(mut failed) => {
                failed.deal = watching.deal;
                (telling.finish(None), Some(failed))
            }
        };
        Told { lines: story.lines, replay: story.replay, failed }
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
