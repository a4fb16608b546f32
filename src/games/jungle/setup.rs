//! The set-up of a mission (rule J-2), and the interface between the game and the simulation.

use arrayvec::ArrayVec;

use super::Jungle;
use super::deck::{Bag, Deck};
use super::kinds::{Equipment, Tile};
use super::rules::Corners;
use super::state::{End, HeroState, MOST_HEROES, State, members};
use super::story::Story;
use super::tables::Numbers;
use crate::game::chance::{Owner, Pile};
use crate::game::story::Role;
use crate::game::{Chance, MAX_PLAYERS};
use crate::simulate::{Seated, Staged};
use crate::stats::MAX_ENTRANTS;

/// The first kind of tile that belongs to the tile pile, J-T3 (rule J-2.1).
const PILE_FROM: usize = Tile::Jungle as usize;
/// The kinds of tiles that a first game always has, J-T4 to J-T10 (rule J-2.1).
pub(super) const FIRST_GAME: std::ops::RangeInclusive<usize> =
    Tile::Nanopharmacy as usize..=Tile::Viewpoint as usize;

impl Staged for Jungle {
    type Teller<'a> = Story<'a>;

    /// Sets up a random mission and returns the state before the first decision.
    fn deal<C: Chance>(&self, seated: &[Seated], chance: &mut C) -> State {
        let players = seated.len().min(MOST_HEROES);
        let side = self.rules.side.with(players);
        let [infiltration, exfiltration] = self.corners(side, chance);
        let mut state = State {
            heroes: [self.hero(0, players, infiltration); MOST_HEROES],
            revealed: 1 << infiltration | 1 << exfiltration,
            players: players as u8,
            side,
            infiltration,
            exfiltration,
            in_play: (1 << players) - 1,
            ..State::default()
        };
        state.tiles[usize::from(infiltration)] = Tile::Infiltration;
        state.tiles[usize::from(exfiltration)] = Tile::Exfiltration;
        self.deal_hidden(&mut state, chance);
        let counts = |numbers: &Numbers| numbers.count;
        state.equipment = Deck::shuffled(self.tables.equipment.each_ref().map(counts), chance);
        state.alerts = Deck::shuffled(self.tables.alerts.each_ref().map(counts), chance);
        state.encounters = Deck::shuffled(self.tables.rebels.each_ref().map(counts), chance);
        for (hero, at) in state.heroes.iter_mut().zip(seated) {
            *hero = self.hero(at.fighter, players, infiltration);
        }
        state
    }

    /// Returns one player for each hero, because each hero decides for itself.
    fn players(&self, state: &State) -> ArrayVec<(u8, u8), MAX_PLAYERS> {
        let heroes = state.heroes.iter().take(state.players.into());
        let seats = (0..).zip(heroes);
        seats.map(|(seat, hero)| (seat, hero.fighter)).collect()
    }

    /// Returns the final place of each hero: 1 if the mission is won, else 0. Dead heroes win with
    /// the others (rule J-6.2).
    fn places(&self, state: &State) -> [u8; MAX_ENTRANTS] {
        let won = state.end == Some(End::Won);
        let place = |slot| u8::from(won && slot < usize::from(state.players));
        std::array::from_fn(place)
    }

    fn teller<'a>(&'a self, opening: &State, roles: &[Role]) -> Story<'a> {
        Story::new(self, opening, roles)
    }
}

impl Jungle {
    /// Returns the positions of the infiltration and exfiltration tiles (rule J-2.1).
    fn corners(&self, side: u8, chance: &mut impl Chance) -> [u8; 2] {
        let below = side * (side - 1);
        let others = [0, side - 1, below + side - 1];
        let exfiltration = match self.rules.corners {
            Corners::Opposite => others[1],
            Corners::Adjacent => others[2],
            Corners::Random => others[chance.pick(Owner::Game, others.len())],
        };
        [below, exfiltration]
    }

    /// Replaces the face-down tiles by random tiles that are possible (rules J-2.1 and J-7).
    pub(super) fn deal_hidden(&self, state: &mut State, chance: &mut impl Chance) {
        let mut hidden = state.all_tiles() & !state.revealed;
        let mut pile = Pile::new(self.tiles_left(state));
        if self.rules.first_game {
            for kind in FIRST_GAME.map(Tile::of) {
                let seen = |tile| state.tiles[usize::from(tile)] == kind;
                if members(state.revealed).any(seen) {
                    continue;
                }
                if let Some(place) = chance.pick_from(Owner::Game, hidden.into()) {
                    hidden &= !(1 << place);
                    state.tiles[place] = kind;
                    pile.remove(kind as usize);
                }
            }
        }
        for place in members(hidden) {
            let kind = chance.draw(Owner::Game, &mut pile);
            state.tiles[usize::from(place)] = kind.map_or(Tile::Jungle, Tile::of);
        }
    }

    /// Returns the tile pile for a base with `places` tiles besides the infiltration and
    /// exfiltration tiles. Jungle tiles are added if the pile is too small (rule J-2.1).
    pub(super) fn tile_pile(&self, places: usize) -> Pile<{ Tile::COUNT }> {
        let mut counts = self.tables.tiles.each_ref().map(|tile| tile.count);
        counts[..PILE_FROM].fill(0);
        let tiles: usize = counts.iter().map(|&count| usize::from(count)).sum();
        counts[PILE_FROM] += places.saturating_sub(tiles) as u8;
        Pile::new(counts)
    }

    /// Returns the values and the equipment of a hero at the start of a mission (rules J-2.2 and
    /// J-2.3).
    fn hero(&self, fighter: u8, players: usize, place: u8) -> HeroState {
        let rules = &self.rules;
        let (energy, capsules) = if players == 1 {
            (rules.energy_alone, rules.capsules_alone)
        } else {
            (rules.energy, rules.capsules)
        };
        let potions = std::iter::repeat_n(Equipment::Potion, rules.potions.into());
        let capsules = std::iter::repeat_n(Equipment::Capsule, capsules.into());
        HeroState {
            bag: potions.chain(capsules).collect::<Bag>(),
            fighter,
            life: self.sheets[usize::from(fighter)].life,
            energy,
            place,
            ..HeroState::default()
        }
    }
}
