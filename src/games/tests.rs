//! Helper of the games' tests: plays games, and compares the state that a story tracks with the
//! engine's state after each event.

mod trained_choices;

use std::any::Any;
use std::path::Path;

use crate::game::Observer;
use crate::game::story::{Around, EventObject, Role, Teller};
use crate::scenario::Scenario;
use crate::simulate::{Stage, Staged};

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
    fn see(&mut self, _: E) {
        panic!("the engine reports events with the state");
    }

    fn see_in<S: Any>(&mut self, event: E, state: &S) {
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
