//! One round of the game (rule N-2).

use gong::game::{Chance, Observer};

use super::state::{Ending, GUIDES, State, members};
use super::{Choice, Event, NightPass};

impl NightPass {
    /// Plays the decision of the guide whose turn it is (rule N-2.3).
    pub(super) fn decide(
        &self,
        state: &mut State,
        choice: Choice,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let guide = state.decider();
        match choice {
            Choice::March(porter) => {
                // Each porter rolls its own stream of dice, so its rolls do not depend on other
                // porters.
                let steps = chance.die(usize::from(porter), self.porter(state, porter).die);
                state.steps += u16::from(steps);
                observer.see_in(Event::Marches { porter, steps }, state);
                if state.steps >= self.rules.distance {
                    return end(state, Ending::Arrived, observer);
                }
            }
            Choice::Guard(porter) => observer.see_in(Event::Guards { porter }, state),
            Choice::Rest => {
                for porter in members(state.walking_of(guide)) {
                    let most = self.porter(state, porter).warmth;
                    let warmth = &mut state.warmth[usize::from(porter)];
                    *warmth = most.min(*warmth + 1);
                }
                observer.see_in(Event::Rests { guide: guide as u8 }, state);
            }
        }
        state.decided[guide] = Some(choice);
        if state.decided.iter().all(Option::is_some) {
            self.strike(state, chance, observer);
            self.end_round(state, chance, observer);
        }
    }

    fn end_round(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        if let Some(ending) = self.ending(state) {
            return end(state, ending, observer);
        }
        state.round += 1;
        state.decided = [None; GUIDES];
        chance.start_round(state.round);
        observer.see_in(Event::RoundBegins { round: state.round }, state);
        self.draw_weather(state, chance);
    }
}

fn end(state: &mut State, ending: Ending, observer: &mut impl Observer<Event>) {
    state.ending = Some(ending);
    observer.see_in(Event::Over { ending }, state);
}
