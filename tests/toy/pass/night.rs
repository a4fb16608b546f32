//! The course of a game: set-up (rule N-1), rounds (N-2), weather (N-3) and end (N-4).

use gong::game::chance::{Owner, Pile};
use gong::game::{Chance, Observer, members};
use gong::simulate::Seated;

use super::state::{Ending, GUIDES, MOST_PORTERS, Places, State, Weather};
use super::{Choice, Event, NightPass};

impl NightPass {
    /// Creates the state of a game before its first decision (rule N-1).
    pub fn set_out(&self, seated: &[Seated], chance: &mut impl Chance) -> State {
        let mut state = State {
            round: 1,
            steps: 0,
            porters: seated.len() as u8,
            porter: [0; MOST_PORTERS],
            warmth: [0; MOST_PORTERS],
            decided: [None; GUIDES],
            pile: Pile::EMPTY,
            weather: Weather::Calm,
            ending: None,
        };
        for (place, porter) in seated.iter().enumerate() {
            state.porter[place] = porter.fighter;
            state.warmth[place] = self.porters[usize::from(porter.fighter)].warmth;
        }
        self.draw_weather(&mut state, chance);
        state
    }

    /// Lays a random weather card face down (rule N-2.1).
    pub fn draw_weather(&self, state: &mut State, chance: &mut impl Chance) {
        if state.pile.is_empty() {
            state.pile = self.rules.pile();
        }
        let card = chance.draw(Owner::Game, &mut state.pile);
        state.weather = Weather::ALL[card.expect("checked rules have weather")];
    }
}

/// A game in play.
pub struct Night<'a, C, O> {
    pub pass: &'a NightPass,
    pub state: &'a mut State,
    pub chance: &'a mut C,
    pub observer: &'a mut O,
}

impl<C: Chance, O: Observer<Event>> Night<'_, C, O> {
    fn see(&mut self, event: Event) {
        self.observer.see_in(event, self.state);
    }

    /// Rolls the die of a porter. Each porter has its own stream of random numbers, so its rolls do
    /// not depend on other porters.
    fn roll(&mut self, porter: u8) -> u8 {
        self.chance.die(usize::from(porter), self.pass.porter(self.state, porter).die)
    }

    /// Plays the decision of the guide whose turn it is (rule N-2.3).
    pub fn decide(&mut self, choice: Choice) {
        let guide = self.state.decider();
        match choice {
            Choice::March(porter) => {
                let steps = self.roll(porter);
                self.state.steps += u16::from(steps);
                self.see(Event::Marches { porter, steps });
                if self.state.steps >= self.pass.rules.distance {
                    return self.end(Ending::Arrived);
                }
            }
            Choice::Guard(porter) => self.see(Event::Guards { porter }),
            Choice::Rest => {
                for porter in members(self.state.walking_of(guide)) {
                    let most = self.pass.porter(self.state, porter).warmth;
                    let warmth = &mut self.state.warmth[usize::from(porter)];
                    *warmth = most.min(*warmth + 1);
                }
                self.see(Event::Rests { guide: guide as u8 });
            }
        }
        self.state.decided[guide] = Some(choice);
        if self.state.decided.iter().all(Option::is_some) {
            self.strike();
            self.end_round();
        }
    }

    /// Turns the weather card over and applies it (rule N-3).
    fn strike(&mut self) {
        let weather = self.state.weather;
        self.see(Event::Strikes { weather });
        for guide in 0..GUIDES {
            match (weather, self.state.decided[guide]) {
                (Weather::Wind, Some(Choice::March(porter))) => {
                    self.chill(porter, self.pass.rules.chill);
                }
                (Weather::Snow, Some(Choice::March(_) | Choice::Rest)) => {
                    if let Some(porter) = self.one_of(self.state.walking_of(guide)) {
                        let warmth = self.chance.die(Owner::Game, 4);
                        self.chill(porter, warmth);
                    }
                }
                _ => {}
            }
        }
        if weather == Weather::Wolves {
            self.wolves();
        }
    }

    /// Applies the weather card "wolves" (rule N-3.4).
    fn wolves(&mut self) {
        let guards = (0..GUIDES).filter_map(|guide| self.state.guard_of(guide));
        let guards: Places = guards.fold(0, |set, guard| set | 1 << guard);
        let Some(porter) = self.one_of(self.state.walking() & !guards) else {
            return;
        };
        if let Some(guard) = self.state.guard_of(self.state.guide_of(porter)) {
            let face = self.roll(guard);
            let holds = face >= self.pass.rules.ward;
            self.see(Event::Wards { porter: guard, face, holds });
            if holds {
                return;
            }
        }
        let warmth = self.chance.die(Owner::Game, 6);
        self.chill(porter, warmth);
    }

    fn one_of(&mut self, places: Places) -> Option<u8> {
        self.chance.pick_from(Owner::Game, places.into()).map(|place| place as u8)
    }

    /// Takes warmth from a porter; a porter without warmth is lost (rule N-3.5).
    fn chill(&mut self, porter: u8, warmth: u8) {
        let left = &mut self.state.warmth[usize::from(porter)];
        let warmth = warmth.min(*left);
        if warmth == 0 {
            return;
        }
        *left -= warmth;
        let lost = *left == 0;
        self.see(Event::Chills { porter, warmth });
        if lost {
            self.see(Event::Lost { porter, to: self.state.weather });
        }
    }

    /// Ends the game (rules N-4.2 and N-4.3), or begins the next round.
    fn end_round(&mut self) {
        if self.state.walking().count_ones() < u32::from(self.pass.rules.needed) {
            return self.end(Ending::TurnedBack);
        }
        if self.state.round >= self.pass.rules.rounds {
            return self.end(Ending::NightOver);
        }
        self.state.round += 1;
        self.state.decided = [None; GUIDES];
        self.chance.start_round(self.state.round);
        self.see(Event::RoundBegins { round: self.state.round });
        self.pass.draw_weather(self.state, self.chance);
    }

    fn end(&mut self, ending: Ending) {
        self.state.ending = Some(ending);
        self.see(Event::Over { ending });
    }
}
