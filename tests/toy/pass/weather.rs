//! The effects of the weather (rule N-3).

use gong::game::chance::Owner;
use gong::game::{Chance, Observer};

use super::state::{GUIDES, Places, State, Weather};
use super::{Choice, Event, NightPass};

/// Sides of the die for the loss of warmth in snow (rule N-3.3).
const SNOW: u8 = 4;
/// Sides of the die for the loss of warmth by wolves (rule N-3.4).
const WOLVES: u8 = 6;

impl NightPass {
    /// Turns the weather card over and applies it.
    pub(super) fn strike(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let weather = state.weather;
        observer.see_in(Event::Strikes { weather }, state);
        match weather {
            Weather::Calm => {}
            Weather::Wind => {
                for guide in 0..GUIDES {
                    if let Some(Choice::March(porter)) = state.decided[guide] {
                        chill(state, porter, self.rules.chill, observer);
                    }
                }
            }
            Weather::Snow => {
                for guide in 0..GUIDES {
                    let group = match state.guard_of(guide) {
                        Some(_) => 0,
                        None => state.walking_of(guide),
                    };
                    if let Some(porter) = one_of(group, chance) {
                        let warmth = chance.die(Owner::Game, SNOW);
                        chill(state, porter, warmth, observer);
                    }
                }
            }
            Weather::Wolves => self.wolves(state, chance, observer),
        }
    }

    /// Applies the weather card "wolves" (rule N-3.4).
    fn wolves(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let guards = (0..GUIDES).filter_map(|guide| state.guard_of(guide));
        let guards: Places = guards.fold(0, |set, guard| set | 1 << guard);
        let Some(porter) = one_of(state.walking() & !guards, chance) else {
            return;
        };
        if let Some(guard) = state.guard_of(state.guide_of(porter)) {
            let face = chance.die(usize::from(guard), self.porter(state, guard).die);
            let holds = face >= self.rules.ward;
            observer.see_in(Event::Wards { porter: guard, face, holds }, state);
            if holds {
                return;
            }
        }
        let warmth = chance.die(Owner::Game, WOLVES);
        chill(state, porter, warmth, observer);
    }
}

fn one_of(places: Places, chance: &mut impl Chance) -> Option<u8> {
    let place = chance.pick_from(Owner::Game, places.into());
    place.map(|place| place as u8)
}

/// Takes warmth from a porter; a porter without warmth is lost (rule N-3.5).
fn chill(state: &mut State, porter: u8, warmth: u8, observer: &mut impl Observer<Event>) {
    let left = &mut state.warmth[usize::from(porter)];
    let warmth = warmth.min(*left);
    if warmth == 0 {
        return;
    }
    *left -= warmth;
    observer.see_in(Event::Chills { porter, warmth }, state);
    if state.warmth[usize::from(porter)] == 0 {
        observer.see_in(Event::Lost { porter, to: state.weather }, state);
    }
}
