//! The course of a game: rounds (rule N-2), weather (N-3) and end (N-4).

use gong::game::chance::Owner;
use gong::game::{Chance, Observer, members};

use super::state::{Ending, GUIDES, State, Weather};
use super::{Choice, Event, NightPass};

impl NightPass {
    /// Lays a random weather card face down (rule N-2.1).
    pub fn draw_weather(&self, state: &mut State, chance: &mut impl Chance) {
        if state.pile.is_empty() {
            state.pile = self.rules.pile();
        }
        let card = chance.draw(Owner::Game, &mut state.pile);
        state.weather = Weather::of(card.expect("checked rules have weather"));
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
        self.observer.see(event, self.state);
    }

    /// Plays the decision of the guide whose turn it is (rule N-2.3).
    pub fn decide(&mut self, choice: Choice) {
        let guide = self.state.decider();
        match choice {
            Choice::March(porter) => {
                // The die of a porter has its own stream of random numbers, so its rolls do not
                // depend on other porters.
                let die = self.pass.porter(self.state, porter).die;
                let steps = self.chance.die(usize::from(porter), die);
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

    /// Turns the weather card over and applies it to each group (rule N-3).
    fn strike(&mut self) {
        let (weather, chill) = (self.state.weather, self.pass.rules.chill);
        self.see(Event::Strikes { weather });
        for guide in 0..GUIDES {
            match (weather, self.state.decided[guide]) {
                (Weather::Wind, Some(Choice::March(porter))) => self.chill(porter, chill),
                (Weather::Wolves, Some(Choice::March(_) | Choice::Rest)) => self.bite(guide),
                _ => {}
            }
        }
    }

    /// Takes a die of warmth from a random porter of a guide's group, if it has one (rule N-3.3).
    fn bite(&mut self, guide: usize) {
        let group = self.state.walking_of(guide);
        if let Some(porter) = self.chance.pick_from(Owner::Game, group.into()) {
            let warmth = self.chance.die(Owner::Game, 6);
            self.chill(porter as u8, warmth);
        }
    }

    /// Takes warmth from a porter; a porter without warmth is lost (rule N-3.4).
    fn chill(&mut self, porter: u8, warmth: u8) {
        let left = &mut self.state.warmth[usize::from(porter)];
        let warmth = warmth.min(*left);
        *left -= warmth;
        let is_lost = *left == 0;
        self.see(Event::Chills { porter, warmth });
        if is_lost {
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
