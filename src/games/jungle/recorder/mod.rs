//! Computes the measures of a mission from its events (rule J-10).

pub(super) mod measures;
mod uses;

use self::measures::{
    ALERTS, ALL_FIGHTS, ALL_FLIGHTS, BOSS_APPEARED, BOSS_LIFE, BOSS_STRIKES, ENERGY_SPENT, FATE,
    FIGHTS, FLIGHTS, FREED, GIVEN_UP, HOSTAGES, HOSTAGES_HELD, HOURS, HOURS_LEFT, LIFE,
    MOST_OF_ONE, OUTCOME, ROUND_ELIMINATED, ROUND_LOST, STRESS, TILES_CLEARED, TILES_REVEALED,
};
use self::uses::Uses;
use super::Jungle;
use super::event::{Cause, Event, What};
use super::state::{End, Foe, State, members};
use crate::game::Observer;
use crate::stats::{Measures, NEVER, Record};

/// Number of uses of cards and tiles for which memory is reserved in advance; few missions have
/// more.
const USES: usize = 1 << 13;

/// Value of the measure "fate" of a hero that died: an index into [`measures::FATES`].
const DIED: u32 = 1;
/// Value of the measure "fate" of a hero that ran out of time.
const OUT: u32 = 2;

/// Records the statistics of missions, one mission at a time.
#[derive(Debug, Default)]
pub struct Recorder {
    pub record: Record,
    uses: Uses,
    /// True if a rebel has met a hero and no hero has joined a fight with it yet.
    met: bool,
}

impl Recorder {
    /// Creates a recorder for missions with `heroes` heroes.
    pub fn new(measures: &Measures, heroes: usize) -> Recorder {
        let mut recorder = Recorder::default();
        recorder.record.begin(measures, heroes);
        recorder.record.uses.reserve(USES);
        recorder
    }

    /// Begins the record of a new mission. The function `entrant` maps a seat and a hero's roster
    /// index to the hero's number in the statistics.
    pub fn begin(
        &mut self,
        game: &Jungle,
        measures: &Measures,
        state: &State,
        entrant: impl Fn(u8, u8) -> u16,
    ) {
        (self.uses, self.met) = (Uses::default(), false);
        self.record.begin(measures, state.players.into());
        self.record.rounds = state.round;
        self.record.game[BOSS_LIFE] = game.rules.boss.life.with(state.players.into()).into();
        for ((player, slot), hero) in self.record.players.iter_mut().zip(0..).zip(&state.heroes) {
            player.entrant = entrant(slot, hero.fighter);
            player.slot = slot;
        }
    }

    /// Completes the record at the end of a mission. Records no ranking, because all heroes win or
    /// lose together.
    pub fn finish(&mut self, game: &Jungle, state: &State) -> &mut Record {
        let won = state.end == Some(End::Won);
        let values = &mut self.record.game;
        values[OUTCOME] = match state.end {
            Some(End::Lost(cause)) => 1 + cause as u32,
            _ => 0,
        };
        values[ROUND_LOST] = if won { NEVER } else { self.record.rounds.into() };
        values[HOSTAGES_HELD] = u32::from(state.held()).min(MOST_OF_ONE);
        let left = |hero| {
            let sheet = game.sheet(state, hero);
            sheet.hours.saturating_sub(state.hero(hero).clock)
        };
        let least = members(state.in_play).map(left).min();
        values[HOURS_LEFT] = least.unwrap_or(0).into();
        // Two tiles are face up from the start and are not counted.
        values[TILES_REVEALED] = state.revealed.count_ones() - 2;
        values[TILES_CLEARED] = state.cleared.count_ones();
        for value in [ALL_FIGHTS, ALL_FLIGHTS, ALERTS, BOSS_STRIKES] {
            values[value] = values[value].min(MOST_OF_ONE);
        }
        for (hero, player) in (0..).zip(&mut self.record.players) {
            let at = state.hero(hero);
            player.won = won;
            let values = &mut player.values;
            values[HOURS] = at.clock.into();
            values[LIFE] = at.life.into();
            values[STRESS] = at.stress.into();
            // The hostages that a dead hero held lie on its tile.
            if state.is_in_play(hero) {
                values[HOSTAGES] = at.hostages.into();
            }
            for value in [FREED, GIVEN_UP, FIGHTS, FLIGHTS, ENERGY_SPENT] {
                values[value] = values[value].min(MOST_OF_ONE);
            }
        }
        &mut self.record
    }

    fn of(&mut self, hero: u8) -> &mut [u32] {
        &mut self.record.players[usize::from(hero)].values
    }

    fn leaves(&mut self, hero: u8, fate: u32) {
        let round = self.record.rounds.into();
        let values = self.of(hero);
        values[ROUND_ELIMINATED] = round;
        values[FATE] = fate;
    }
}

impl Observer<Event> for Recorder {
    fn see(&mut self, event: Event) {
        self.uses.see(&mut self.record, event);
        let boss = self.record.game[BOSS_APPEARED] == 1;
        match event {
            Event::RoundBegins { round } => self.record.rounds = round,
            Event::Alerts { .. } => self.record.game[ALERTS] += 1,
            Event::Meets { .. } => self.met = true,
            Event::Joins { hero, foe: Foe::Rebel(_) } => {
                self.of(hero)[FIGHTS] += 1;
                self.record.game[ALL_FIGHTS] += u32::from(self.met);
                self.met = false;
            }
            Event::Flees { hero, .. } => {
                self.of(hero)[FLIGHTS] += 1;
                self.record.game[ALL_FLIGHTS] += 1;
            }
            Event::BossAppears { life } => {
                self.record.game[BOSS_APPEARED] = 1;
                self.record.game[BOSS_LIFE] = life.into();
            }
            Event::Strikes { .. } | Event::Suits { .. } if boss => {
                self.record.game[BOSS_STRIKES] += 1;
            }
            Event::FoeLoses { foe: Foe::Boss, left, .. } => {
                self.record.game[BOSS_LIFE] = left.into()
            }
            Event::Frees { hero, .. } => self.of(hero)[FREED] += 1,
            Event::Sacrifices { hero } => self.of(hero)[GIVEN_UP] += 1,
            Event::Changes {
                hero,
                what: What::Energy,
                by,
                cause: Cause::Annul | Cause::Convert | Cause::Revival,
                ..
            } => self.of(hero)[ENERGY_SPENT] += u32::from(by.unsigned_abs()),
            Event::Dies { hero, .. } => self.leaves(hero, DIED),
            Event::Out { hero } => self.leaves(hero, OUT),
            _ => {}
        }
    }
}
