//! Helpers of the games' tests: record a game, or play games and compare the state that a story
//! tracks with the engine's state after each event.

mod trained_choices;

use std::any::Any;
use std::path::Path;

use crate::game::measured::Recorder;
use crate::game::story::{Around, EventObject, Role, Teller};
use crate::game::{Game, Observer};
use crate::scenario::Scenario;
use crate::simulate::{Stage, Staged};
use crate::stats::{Measure, Measures, Record};

/// Defines tests of rules as a table. A row has the rule with the case, then the game that is
/// given, what is played with which random draws, and what holds then; or several such games.
macro_rules! rules {
    ($($(#[$about:meta])* $case:ident: $($row:expr),+;)*) => {$(
        $(#[$about])*
        #[test]
        fn $case() {
            $($row;)+
        }
    )*};
}
pub(crate) use rules;

/// The record of a game that a test has played, with the names of its values.
pub struct Recorded {
    pub record: Record,
    measures: Measures,
}

/// The events of a game, each with the state after it.
pub struct Events<G: Game>(pub Vec<(G::Event, G::State)>);

impl<G: Game> Observer<G::Event> for Events<G> {
    fn see<S: Any>(&mut self, event: G::Event, state: &S) {
        let state: &G::State = (state as &dyn Any).downcast_ref().unwrap();
        self.0.push((event, *state));
    }
}

impl Recorded {
    /// Records the events of a game between two states. Each slot of the line-up is an entrant.
    pub fn of<G: Staged>(
        game: &G,
        measures: Measures,
        [opening, end]: [&G::State; 2],
        events: impl IntoIterator<Item = (G::Event, G::State)>,
    ) -> Recorded {
        let (record, entrants) = (Record::default(), game.entrants(opening));
        let entrant = |slot: u8, _| slot.into();
        let mut recorder = Recorder::new(record, game, &measures, opening, &entrants, entrant);
        events.into_iter().for_each(|(event, state)| recorder.see(event, &state));
        let record = recorder.finish(game, &measures, end, &game.places(end));
        Recorded { record, measures }
    }

    /// Returns a value by the name of its measure: `alerts` of the game, `0 life` of the entrant in
    /// slot 0, `1>3 score_taken` of a pair.
    #[track_caller]
    pub fn value(&self, what: &str) -> u32 {
        let (whose, name) = what.split_once(' ').unwrap_or(("", what));
        let at = |list: &[Measure]| Measure::position(list, name).expect(what);
        let slot = |slot: &str| slot.parse::<usize>().expect(what);
        match whose.split_once('>') {
            Some((from, to)) => self.record.pair(at(&self.measures.pairs), slot(from), slot(to)),
            None if whose.is_empty() => self.record.game[at(&self.measures.game)],
            None => self.record.players[slot(whose)].values[at(&self.measures.entrants)],
        }
    }

    #[track_caller]
    pub fn has(&self, values: &[(&str, u32)]) {
        for &(what, value) in values {
            assert_eq!(self.value(what), value, "{what}");
        }
    }

    /// Returns all uses of things: who used what, and the values of the use.
    pub fn uses<'a>(&self, things: &'a [String]) -> Vec<(u8, &'a str, [u16; 4])> {
        let uses = self.record.uses.iter();
        uses.map(|of| (of.player, things[usize::from(of.thing)].as_str(), of.values)).collect()
    }
}

/// Passes each event to a story, and then calls `check` with the engine's state right after the
/// event.
struct Follower<T, F> {
    teller: T,
    check: F,
    events: u32,
}

impl<E: Copy + serde::Serialize, T, F: FnMut(&mut T, E, EventObject, &dyn Any)> Observer<E>
    for Follower<T, F>
{
    fn see<S: Any>(&mut self, event: E, state: &S) {
        self.events += 1;
        (self.check)(&mut self.teller, event, EventObject::of(event), state);
    }
}

/// Plays games of a shipped scenario with random bots. After each event, calls `check` with the
/// teller, the event and the engine's state.
pub fn follow<G: Staged + 'static>(
    scenario: &str,
    games: u64,
    mut check: impl FnMut(&G::Teller<'_>, G::Event, &G::State),
) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    let scenario = Scenario::load(&path, &["strategy = \"random\"".to_owned()]).unwrap();
    let simulation = scenario.open();
    let stage: &Stage<G> = simulation.stage().expect("a scenario of this game");
    for game in 0..games {
        let opening = stage.opening(1, game);
        let role = |seat: usize| Role { seat: seat as u8 + 1, ..Role::default() };
        let roles: Vec<Role> = (0..stage.game().players(&opening).len()).map(role).collect();
        let mut before = opening;
        let mut follower = Follower {
            teller: stage.game().teller(&opening, &roles),
            check: |teller: &mut G::Teller<'_>, event, mut told, state: &dyn Any| {
                let after = state.downcast_ref().expect("a state of the game");
                teller.tell(event, Around { before: &before, after }, &mut told);
                before = *after;
                check(teller, event, after);
            },
            events: 0,
        };
        stage.stage_worker().show(1, game, &mut follower).unwrap();
        assert!(follower.events > 20);
    }
}
