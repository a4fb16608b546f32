//! Lists the actions of the hero whose turn it is, and applies them (rule J-3.5).

use super::event::{Act, Cause, Event, What};
use super::items::{USED, left_by};
use super::kinds::{Equipment, Face};
use super::mission::Mission;
use super::state::{Next, Phase, State, Tiles, members};
use super::{Choice, Jungle};
use crate::game::{Chance, Observer, Options};

impl Jungle {
    /// Lists all actions of the hero whose turn it is, at most 88 (rule J-3.5).
    pub(super) fn acts(&self, state: &State, options: &mut Options<Choice>) {
        let hero = state.active;
        // Pairs of action dice are used after the fate die (rule J-3.4).
        let [explore, fight, search, rest] = match state.next {
            Next::FreeActions => [0; 4],
            _ => state.turn.pairs,
        };
        let still = self.stands_still(state, hero);
        if explore > 0 && !still {
            self.explorations(state, hero, options);
            options.extend(members(self.moves(state, hero)).map(Choice::Move));
        }
        if fight > 0 && self.can_fight(state, state.hero(hero).place) {
            options.push(Choice::Fight);
        }
        if search > 0 && state.equipment.has_cards() {
            options.push(Choice::Search);
        }
        if rest > 0 && self.can_rest(state, hero) {
            options.push(Choice::Rest);
        }
        // All options listed so far use a pair, and the hero must use its pairs before it ends its
        // turn.
        let must_go_on = !options.is_empty();
        if state.turn.steps > 0 && !still {
            options.extend(members(self.steps(state, hero)).map(Choice::Step));
        }
        for kind in USED {
            if self.can_use(state, hero, kind) {
                options.push(Choice::Use(kind));
            }
            if kind == Equipment::FirstAid && state.hero(hero).bag.has(Equipment::Scanner) {
                options.extend(members(state.face_down_near(hero)).map(Choice::Scan));
            }
        }
        if self.can_convert(state, hero) {
            options.push(Choice::Convert);
        }
        if self.may_have(state, hero) {
            options.push(Choice::Tile);
        }
        if left_by(state, hero) != 0 {
            options.push(Choice::Collect);
        }
        if state.turn.exchanges > 0 {
            exchanges(state, hero, options);
        }
        if !must_go_on {
            options.push(Choice::Stop);
        }
    }

    /// Lists the options to reveal tiles with an explore pair of dice (rule J-3.3b).
    fn explorations(&self, state: &State, hero: u8, options: &mut Options<Choice>) {
        let near: Tiles = state.face_down_near(hero);
        if self.has_jet(state) && near.count_ones() > 1 {
            for first in members(near) {
                let behind = members(near & !((2 << first) - 1));
                options.extend(behind.map(|second| Choice::ExploreTwo(first, second)));
            }
        } else {
            options.extend(members(near).map(Choice::Explore));
        }
    }

    /// Returns true if a hero's action to rest would change a value of a hero on its tile (rule
    /// J-3.3c).
    fn can_rest(&self, state: &State, hero: u8) -> bool {
        let board = state.hero(hero);
        let weak = |mate: u8| state.hero(mate).life < self.sheet(state, mate).life;
        board.stress > 0
            || self.sheet(state, hero).heals > 0 && members(state.on(board.place)).any(weak)
    }
}

/// Lists the exchanges with other heroes on the tile: giving or taking a hostage, or giving an
/// equipment card (rule J-3.5).
fn exchanges(state: &State, hero: u8, options: &mut Options<Choice>) {
    let mates = state.mates(hero);
    if mates == 0 {
        return;
    }
    let board = state.hero(hero);
    if board.hostages > 0 {
        options.extend(members(mates).map(Choice::Give));
    }
    let holding = members(mates).filter(|&mate| state.hero(mate).hostages > 0);
    options.extend(holding.map(Choice::Take));
    for kind in board.bag.kinds() {
        options.extend(members(mates).map(|mate| Choice::Hand(kind, mate)));
    }
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    pub fn act(&mut self, choice: Choice) {
        let hero = self.state.active;
        let pair = match choice {
            Choice::Explore(_) | Choice::ExploreTwo(..) => Some((Face::Explore, Act::Explore)),
            Choice::Move(_) => Some((Face::Explore, Act::Move)),
            Choice::Fight => Some((Face::Fight, Act::Fight)),
            Choice::Search => Some((Face::Search, Act::Search)),
            Choice::Rest => Some((Face::Rest, Act::Rest)),
            _ => None,
        };
        if let Some((face, act)) = pair {
            self.state.turn.pairs[face as usize] -= 1;
            self.see(Event::Acts { hero, act });
        }
        if let Choice::Give(_) | Choice::Take(_) | Choice::Hand(..) = choice {
            self.state.turn.exchanges -= 1;
        }
        match choice {
            Choice::Explore(tile) => {
                self.reveal(hero, tile);
                self.enter(hero, tile);
            }
            Choice::ExploreTwo(one, other) => {
                self.reveal(hero, one);
                self.reveal(hero, other);
                self.state.turn.jet = [one, other];
                self.ask(hero, Phase::Landing);
            }
            Choice::Move(tile) => self.enter(hero, tile),
            Choice::Fight => self.encounter(hero),
            Choice::Search => self.draw_equipment(hero),
            Choice::Rest => self.rest(hero),
            Choice::Step(tile) => {
                self.state.turn.steps -= 1;
                self.see(Event::Acts { hero, act: Act::Step });
                self.enter(hero, tile);
            }
            Choice::Use(kind) => self.use_card(hero, kind),
            Choice::Scan(tile) => self.scan(hero, tile),
            Choice::Convert => self.convert(hero),
            Choice::Tile => self.have_effect(hero),
            Choice::Collect => self.collect(hero),
            Choice::Give(mate) => self.give_hostage(hero, mate),
            Choice::Take(mate) => self.give_hostage(mate, hero),
            Choice::Hand(kind, mate) => self.hand(hero, mate, kind),
            _ if self.state.next == Next::FreeActions => self.state.next = Next::Fate,
            _ => self.end_turn(),
        }
    }

    /// Applies the action with which a hero rests, which lowers its stress (rules J-3.3c and J-A3).
    fn rest(&mut self, hero: u8) {
        self.change(hero, What::Stress, -2, Cause::Rest);
        let heals = self.game.sheet(self.state, hero).heals;
        if heals > 0 {
            let place = self.state.hero(hero).place;
            for mate in members(self.state.on(place)) {
                let most = self.game.sheet(self.state, mate).life;
                self.heal(mate, heals, most, Cause::Healer(hero));
            }
        }
    }
}
