//! The set-up of a mission (rule J-2).

use super::Jungle;
use super::deck::{Bag, Deck};
use super::event::Cause;
use super::kinds::{Equipment, Tile};
use super::rules::Corners;
use super::state::{
    BossFace, HeroState, MOST_HEROES, MOST_TILES, NONE, Next, Phase, State, Tiles, TurnSoFar,
};
use super::tables::Numbers;
use crate::game::Chance;
use crate::game::chance::{Owner, Pile};
use crate::simulate::Seated;

/// The first kind of tile that belongs to the tile pile, J-T3 (rule J-2.1).
const PILE_FROM: usize = Tile::Jungle as usize;
/// The kinds of tiles that a first game always has, J-T4 to J-T10 (rule J-2.1).
pub(super) const FIRST_GAME: std::ops::RangeInclusive<usize> =
    Tile::Nanopharmacy as usize..=Tile::Viewpoint as usize;

impl Jungle {
    /// Sets up a random mission and returns the state before the first decision.
    pub fn deal(&self, seated: &[Seated], chance: &mut impl Chance) -> State {
        let players = seated.len().min(MOST_HEROES);
        let side = self.rules.side.with(players);
        let corners = self.corners(side, chance);
        let tiles = self.lay_tiles(side, corners, chance);
        let counts = |numbers: &Numbers| numbers.count;
        let mut state = State {
            heroes: [self.hero(0, players, corners[0]); MOST_HEROES],
            tiles,
            revealed: 1 << corners[0] | 1 << corners[1],
            cleared: 0,
            lurkers: [None; MOST_TILES],
            equipment: Deck::shuffled(self.tables.equipment.each_ref().map(counts), chance),
            alerts: Deck::shuffled(self.tables.alerts.each_ref().map(counts), chance),
            encounters: Deck::shuffled(self.tables.rebels.each_ref().map(counts), chance),
            players: players as u8,
            side,
            infiltration: corners[0],
            exfiltration: corners[1],
            in_play: (1 << players) - 1,
            dead: 0,
            out: 0,
            round: 0,
            phase: Phase::Ready,
            asked: 0,
            next: Next::Turn,
            active: 0,
            turn: TurnSoFar::default(),
            fight: None,
            fleeing: NONE,
            arriving: 0,
            entering: 0,
            to_ask: 0,
            boss_die: BossFace::Nothing,
            blow: Cause::Clock,
            look: false,
            last_was_out: false,
            freed: 0,
            end: None,
        };
        for (hero, at) in state.heroes.iter_mut().zip(seated) {
            *hero = self.hero(at.fighter, players, corners[0]);
        }
        state
    }

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

    /// Draws the tiles of the base from the tile pile, except the infiltration and exfiltration
    /// tiles (rule J-2.1).
    fn lay_tiles(
        &self,
        side: u8,
        corners: [u8; 2],
        chance: &mut impl Chance,
    ) -> [Tile; MOST_TILES] {
        let mut tiles = [Tile::Jungle; MOST_TILES];
        tiles[usize::from(corners[0])] = Tile::Infiltration;
        tiles[usize::from(corners[1])] = Tile::Exfiltration;
        let all: Tiles = (1 << (side * side)) - 1;
        let mut places = all & !(1 << corners[0] | 1 << corners[1]);
        let mut pile = self.tile_pile(places.count_ones() as usize);
        if self.rules.first_game {
            for kind in FIRST_GAME {
                let Some(place) = chance.pick_from(Owner::Game, places.into()) else {
                    break;
                };
                places &= !(1 << place);
                tiles[place] = Tile::of(kind);
                pile.remove(kind);
            }
        }
        for place in super::state::members(places) {
            if let Some(kind) = chance.draw(Owner::Game, &mut pile) {
                tiles[usize::from(place)] = Tile::of(kind);
            }
        }
        tiles
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
            had: 0,
            fighter,
            life: self.sheets[usize::from(fighter)].life,
            stress: 0,
            clock: 0,
            energy,
            hostages: 0,
            place,
            used_suits: 0,
        }
    }
}
