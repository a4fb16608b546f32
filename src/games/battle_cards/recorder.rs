//! What is measured of a game (B-8), and how its events become the statistics' record of it.

mod lead;

use self::lead::Lead;
use super::decks::{Action, Occurrence};
use super::event::{Event, Wound};
use super::state::{Character, MOST_CHARACTERS, NONE, State};
use super::{BattleCards, Places, Power};
use crate::games::Observer;
use crate::stats::{Form, Measure, Measures, NEVER, Record, Use};

// Indices of what `measures` lists: of a character,
const SCORE: usize = 0;
const ROUND_ELIMINATED: usize = 1;
const LIFE: usize = 2;
const LEADING: usize = 3;
const POWER: usize = 4;
// of the game,
const ENDING: usize = 0;
const WINNERS: usize = 1;
const FIRST_WON: usize = 2;
const LEAD_CHANGES: usize = 3;
const GAINED: usize = 4;
const SPENT: usize = 5;
const WASTED: usize = 6;
// from one to another,
const ELIMINATED: usize = 0;
const SCORE_TAKEN: usize = 1;
// and of a thing.
const TAKEN: usize = 0;
const KEPT: usize = 1;
const ENERGY: usize = 2;

/// More is counted as this.
const MOST_SCORE: u32 = 250;
const MOST_POWER: u32 = 250;
const MOST_CHANGES: u32 = 100;
const MOST_COUNTED: u32 = 5_000;

/// Things by the numbers that records have for them: cards, then events, then the character's power.
const OCCURRENCES: u16 = Action::ALL.len() as u16;
const POWERS: u16 = OCCURRENCES + Occurrence::ALL.len() as u16;

/// Uses for which memory is taken before the first game: no game but the oddest has more.
const USES: usize = 1 << 15;

const LEADING_CLASSES: &[&str] = &["never led", "led and lost", "led and won"];
const ENDINGS: &[&str] = &["one side was left", "turns ran out"];
const WINNER_CLASSES: &[&str] = &["villains", "heroes"];

impl BattleCards {
    pub(super) fn measures(&self) -> Measures {
        let measure = |name, table, form, words, unit, most| Measure {
            name,
            table,
            form,
            words,
            unit,
            never: "",
            most,
            classes: &[],
        };
        let class = |name, table, words, classes: &'static [&'static str]| Measure {
            classes,
            ..measure(
                name,
                table,
                Form::Class,
                words,
                "",
                classes.len() as u32 - 1,
            )
        };
        let amount =
            |name, table, words, unit, most| measure(name, table, Form::Amount, words, unit, most);
        let rounds = self.rules.max_turns;
        Measures {
            entrants: vec![
                amount("score", "scores", "enemy life taken", "life", MOST_SCORE),
                Measure {
                    never: "survives",
                    ..measure(
                        "round_eliminated",
                        "eliminations",
                        Form::Time,
                        "round of elimination",
                        "",
                        rounds.into(),
                    )
                },
                amount("life", "life", "life at the end", "life", 9),
                class("leading", "leading", "leading the team", LEADING_CLASSES),
                amount("powers", "powers", "times its power worked", "", MOST_POWER),
            ],
            game: vec![
                class("ending", "endings", "how the game ended", ENDINGS),
                class("winners", "winners", "who won", WINNER_CLASSES),
                measure(
                    "first_won",
                    "first_won",
                    Form::Flag,
                    "won by the first player’s side",
                    "",
                    1,
                ),
                amount(
                    "lead_changes",
                    "lead_changes",
                    "changes of who has most life",
                    "",
                    MOST_CHANGES,
                ),
                amount(
                    "energy_gained",
                    "energy_gained",
                    "energy gained by all",
                    "energy",
                    MOST_COUNTED,
                ),
                amount(
                    "energy_spent",
                    "energy_spent",
                    "energy spent by all",
                    "energy",
                    MOST_COUNTED,
                ),
                amount(
                    "energy_wasted",
                    "energy_wasted",
                    "energy that nobody has spent",
                    "energy",
                    MOST_COUNTED,
                ),
            ],
            pairs: vec![
                measure("eliminated", "", Form::Flag, "eliminations", "", 1),
                measure(
                    "score_taken",
                    "",
                    Form::Amount,
                    "enemy life taken",
                    "life",
                    MOST_SCORE,
                ),
            ],
            things: vec![
                amount(
                    "life_taken",
                    "",
                    "enemy life taken in its attack",
                    "life",
                    u16::MAX.into(),
                ),
                amount(
                    "life_kept",
                    "",
                    "life kept or regained",
                    "life",
                    u16::MAX.into(),
                ),
                amount("energy", "", "energy gained", "energy", u16::MAX.into()),
            ],
            rounds,
            thing: ["card", "cards"],
            nobody: "its own dice and events",
        }
    }

    /// What a character plays with, in the order of the numbers above.
    pub(super) fn things(power: Power) -> Vec<String> {
        let events = Occurrence::NAMES.map(|name| format!("event {name}"));
        let cards = Action::NAMES.map(str::to_owned);
        let power = format!("power {}", power.name());
        cards.into_iter().chain(events).chain([power]).collect()
    }
}

/// Watches one game.
#[derive(Debug)]
pub struct Recorder {
    pub record: Record,
    /// By character: its slot, or [`NONE`] of who is no entrant.
    slot: [u8; MOST_CHARACTERS],
    /// By player: its first slot.
    first_slot: [u8; crate::games::MAX_PLAYERS],
    leader: [Character; crate::games::MAX_PLAYERS],
    lead: Lead,
    /// Uses from here on belong to the attack under way.
    attack: usize,
    /// Where the last use of the player that acts is: what energy and life come of it.
    last: Option<usize>,
    capped: bool,
}

impl Default for Recorder {
    fn default() -> Self {
        Recorder {
            record: Record::default(),
            slot: [NONE; MOST_CHARACTERS],
            first_slot: [0; crate::games::MAX_PLAYERS],
            leader: [NONE; crate::games::MAX_PLAYERS],
            lead: Lead::default(),
            attack: 0,
            last: None,
            capped: false,
        }
    }
}

impl Recorder {
    /// For games of so many slots.
    pub fn new(measures: &Measures, slots: usize) -> Recorder {
        let mut recorder = Recorder::default();
        recorder.record.begin(measures, slots);
        recorder.record.uses.reserve(USES);
        recorder
    }

    /// A new game begins; `entrant` says who the character of a slot is.
    pub fn begin(&mut self, measures: &Measures, state: &State, entrant: impl Fn(u8, u8) -> u16) {
        let mut record = std::mem::take(&mut self.record);
        record.begin(measures, state.slots.into());
        *self = Recorder {
            record,
            first_slot: state.first_slot,
            lead: Lead::new(state),
            ..Recorder::default()
        };
        let dealt = state.dealt.iter().take(state.slots.into());
        for ((player, slot), &character) in self.record.players.iter_mut().zip(0..).zip(dealt) {
            player.entrant = entrant(slot, character);
            player.slot = slot;
            player.values[ROUND_ELIMINATED] = NEVER;
            self.slot[usize::from(character)] = slot;
        }
    }

    /// The game is over, with these places.
    pub fn finish(&mut self, state: &State, places: Places) -> &Record {
        let game = &mut self.record.game;
        let winner = places.iter().position(|&place| place == 1).unwrap_or(0);
        game[ENDING] = self.capped.into();
        game[WINNERS] = (state.heroes >> winner & 1).into();
        game[FIRST_WON] = u32::from(places[usize::from(state.first)] == 1);
        game[LEAD_CHANGES] = self.lead.changes.min(MOST_CHANGES);
        let left: u32 = state.energy.iter().map(|&energy| u32::from(energy)).sum();
        game[WASTED] = (game[WASTED] + left).min(MOST_COUNTED);
        for at in [GAINED, SPENT] {
            game[at] = game[at].min(MOST_COUNTED);
        }
        let dealt = state.dealt.iter();
        for ((player, slot), &character) in self.record.players.iter_mut().zip(0..).zip(dealt) {
            let place = places[state.owner_of_slot(slot)];
            player.place = place;
            player.won = place == 1;
            player.values[LIFE] = state.life[usize::from(character)].into();
            if player.values[LEADING] > 0 {
                player.values[LEADING] = 1 + u32::from(player.won);
            }
        }
        &self.record
    }

    /// The slot of a character that is an entrant.
    fn entrant(&self, character: Character) -> Option<usize> {
        let slot = *self.slot.get(usize::from(character))?;
        (slot != NONE).then_some(slot.into())
    }

    /// A thing is used: by a character, or for who is no entrant by the first of its player.
    fn uses(&mut self, player: u8, by: Character, thing: u16) {
        let first = self.first_slot[usize::from(player)].into();
        let by = self.entrant(by).unwrap_or(first);
        self.last = Some(self.record.uses.len());
        self.record.uses.push(Use {
            player: by as u8,
            thing,
            round: self.record.rounds,
            ..Use::default()
        });
    }

    /// Adds to what the last use has brought.
    fn brings(&mut self, value: usize, amount: u16) {
        if let Some(last) = self.last {
            self.record.uses[last].values[value] += amount;
        }
    }

    /// Life that an attack takes: of the attacker's score, and of what its cards and its power have brought.
    fn takes(&mut self, by: Character, target: Character, life: u8) {
        for used in &mut self.record.uses[self.attack..] {
            let of_attack = used.thing <= Action::Precision as u16
                || used.thing == Action::Nemesis as u16
                || used.thing == POWERS;
            if of_attack {
                used.values[TAKEN] += u16::from(life);
            }
        }
        let Some(by) = self.entrant(by) else { return };
        let score = &mut self.record.players[by].values[SCORE];
        *score = (*score + u32::from(life)).min(MOST_SCORE);
        if let Some(target) = self.entrant(target) {
            let taken = self.record.pair_mut(SCORE_TAKEN, by, target);
            *taken = (*taken + u32::from(life)).min(MOST_SCORE);
        }
    }

    /// The target has escaped: its dodge cards have kept a life.
    fn escapes(&mut self) {
        let dodges = Action::Dodge as u16..=Action::Riposte as u16;
        for used in &mut self.record.uses[self.attack..] {
            if dodges.contains(&used.thing) {
                used.values[KEPT] = 1;
            }
        }
    }
}

impl Observer<Event> for Recorder {
    fn see(&mut self, event: Event) {
        self.lead.see(event);
        match event {
            Event::RoundBegins { round } => self.record.rounds = round,
            Event::TurnBegins { .. } => {
                self.attack = self.record.uses.len();
                self.last = None;
            }
            Event::Leads { player, character } => {
                self.leader[usize::from(player)] = character;
                if let Some(slot) = self.entrant(character) {
                    self.record.players[slot].values[LEADING] = 1;
                }
            }
            Event::Occurs { player, event } => {
                let leader = self.leader[usize::from(player)];
                self.uses(player, leader, OCCURRENCES + event as u16);
            }
            Event::Plays { player, card, by } => self.uses(player, by, card as u16),
            Event::Attacks { .. } => self.attack = self.record.uses.len(),
            Event::Power { attacker } => {
                if let Some(slot) = self.entrant(attacker) {
                    let powers = &mut self.record.players[slot].values[POWER];
                    *powers = (*powers + 1).min(MOST_POWER);
                    self.uses(0, attacker, POWERS);
                }
            }
            Event::Gains { energy, .. } => {
                self.record.game[GAINED] += u32::from(energy);
                self.brings(ENERGY, energy);
            }
            Event::Spends { energy, .. } => self.record.game[SPENT] += u32::from(energy),
            Event::Loses { energy, .. } => self.record.game[WASTED] += u32::from(energy),
            Event::Regains { life, .. } | Event::Saves { life, .. } => {
                self.brings(KEPT, life.into());
            }
            Event::Dodges { escapes: true, .. } => self.escapes(),
            Event::Wounds {
                by: Some(by),
                target,
                life,
                how: Wound::Attack | Wound::Nemesis | Wound::Splash,
            } => self.takes(by, target, life),
            Event::Falls { character, by, .. } => {
                let Some(slot) = self.entrant(character) else {
                    return;
                };
                let round = self.record.rounds.into();
                self.record.players[slot].values[ROUND_ELIMINATED] = round;
                if let Some(by) = by.and_then(|by| self.entrant(by)) {
                    *self.record.pair_mut(ELIMINATED, by, slot) = 1;
                }
            }
            Event::Joins { character, .. } => {
                // Who comes back has not been eliminated for good.
                if let Some(slot) = self.entrant(character) {
                    self.record.players[slot].values[ROUND_ELIMINATED] = NEVER;
                }
            }
            Event::Over { capped } => self.capped = capped,
            _ => {}
        }
    }
}
