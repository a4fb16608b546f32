//! The statistics of arena games: defines what is measured in a game, and records these values from
//! the game's events.

use crate::game::Observer;
use crate::games::arena::state::{MAX_FIGHTERS, State};
use crate::games::arena::{Arena, Event};
use crate::stats::{Form, MAX_ENTRANTS, Measure, Measures, Record, Use};

const _: () = assert!(MAX_FIGHTERS <= MAX_ENTRANTS);

// Indices of the measures of a fighter, in the lists that `measures` creates:
const SCORE: usize = 0;
const ROUND_ELIMINATED: usize = 1;
// Indices of the measures from one fighter to another:
const ELIMINATED: usize = 0;
const SCORE_TAKEN: usize = 1;
// Indices of the measures of a card:
const WOUNDS_DEALT: usize = 0;
const WOUNDS_TAKEN: usize = 1;

/// Returns the definitions of all statistics of an arena's games. `most_score` is the largest score
/// that a fighter can reach.
pub fn measures(arena: &Arena, most_score: u16) -> Measures {
    let rules = arena.rules();
    let (words, unit) = rules.scoring.words();
    let amount = |name, words, unit| Measure::amount(name, words, unit, most_score.into());
    let rounds = u16::from(rules.rounds);
    Measures {
        entrants: vec![
            Measure { table: "scores", ..amount("score", words, unit) },
            Measure::time(
                "round_eliminated",
                "eliminations",
                "round of elimination",
                "survives",
                rounds,
            ),
        ],
        game: vec![],
        pairs: vec![
            Measure::new("eliminated", Form::Flag, "eliminations", 1).column(),
            amount("score_taken", words, unit).column(),
        ],
        things: vec![
            amount("wounds_dealt", "wounds dealt", "").column(),
            amount("wounds_taken", "wounds taken", "").column(),
        ],
        rounds,
        thing: ["card", "cards"],
        nobody: "the crowd’s rocks",
    }
}

/// Records the statistics of arena games, one game after another.
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    pub record: Record,
    /// For each fighter: index of the record entry for its active card; `None` before its first
    /// card.
    active: [Option<usize>; MAX_FIGHTERS],
}

impl Recorder {
    /// Creates a recorder of statistics for games with this number of fighters.
    pub fn new(measures: &Measures, fighters: usize) -> Recorder {
        let mut recorder = Recorder::default();
        recorder.record.begin(measures, fighters);
        recorder
    }

    /// Begins the record of a new game. The function `entrant` maps a fighter of the game to its
    /// number among all fighters of the statistics.
    pub fn begin(&mut self, measures: &Measures, state: &State, entrant: impl Fn(usize) -> u16) {
        self.active = [None; MAX_FIGHTERS];
        self.record.begin(measures, state.fighters());
        let players = self.record.players.iter_mut();
        for (fighter, (player, slot)) in players.zip(state.slots()).enumerate() {
            player.entrant = entrant(fighter);
            player.slot = slot;
        }
    }

    /// Completes the record of a finished game: adds the winner, the places and the scores.
    pub fn finish(&mut self, arena: &Arena, state: &State) {
        let standing = arena.standing(state);
        for (fighter, player) in self.record.players.iter_mut().enumerate() {
            player.won = standing.winners >> fighter & 1 == 1;
            player.place = standing.place[fighter];
            player.values[SCORE] = arena.score(state, fighter).into();
        }
    }

    /// Returns the record entry for the fighter's active card, or `None` before the fighter's first
    /// card.
    fn active_card(&mut self, fighter: usize) -> Option<&mut Use> {
        self.active[fighter].map(|card| &mut self.record.uses[card])
    }
}

impl Observer<Event> for Recorder {
    #[inline]
    fn see(&mut self, event: Event) {
        match event {
            Event::RoundBegins { round } => self.record.rounds = round.into(),
            Event::TurnBegins { fighter, card } => {
                self.active[usize::from(fighter)] = Some(self.record.uses.len());
                self.record.uses.push(Use {
                    player: fighter,
                    thing: card.into(),
                    round: self.record.rounds,
                    values: Default::default(),
                });
            }
            Event::Wounds { by, target, wounds, pp, .. } => {
                let t = usize::from(target);
                if let Some(by) = by {
                    let b = usize::from(by);
                    *self.record.pair_mut(SCORE_TAKEN, b, t) += u32::from(pp);
                    if let Some(card) = self.active_card(b) {
                        card.values[WOUNDS_DEALT] += u16::from(wounds);
                    }
                }
                if let Some(card) = self.active_card(t) {
                    card.values[WOUNDS_TAKEN] += u16::from(wounds);
                }
            }
            Event::Eliminated { fighter, by, points } => {
                let f = usize::from(fighter);
                if let Some(by) = by {
                    let by = usize::from(by);
                    *self.record.pair_mut(SCORE_TAKEN, by, f) += u32::from(points);
                    *self.record.pair_mut(ELIMINATED, by, f) = 1;
                }
                self.record.players[f].values[ROUND_ELIMINATED] = self.record.rounds.into();
            }
            _ => {}
        }
    }
}
