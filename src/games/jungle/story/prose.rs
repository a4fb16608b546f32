//! Describes the events of a mission in prose.

use super::options::faces;
use super::{Story, ending};
use crate::game::story::LineStyle;
use crate::games::jungle::Equipment;
use crate::games::jungle::event::{Act, Annulled, Cause, Event, Fate, What};
use crate::games::jungle::state::{BossFace, End};
use crate::words::counted;

fn hostages(count: u8) -> String {
    counted(count.into(), "hostage")
}

impl Story<'_> {
    /// Returns a text with the values on a hero's board.
    pub(super) fn board(&self, hero: u8) -> String {
        let board = &self.boards[usize::from(hero)];
        let held = hostages(board.hostages);
        format!(
            "{} life, {} h, {} stress, {} K-energy, {held}",
            board.life, board.hours, board.stress, board.energy
        )
    }

    /// Adds the text of an event to the story in prose.
    pub(super) fn prose(&mut self, event: Event) {
        if let Event::RoundBegins { round } = event {
            return self.pages.heading(format!("Round {round}"));
        }
        let told =
            self.of_turn(event).or_else(|| self.of_hero(event)).or_else(|| self.of_fight(event));
        if let Some((style, text)) = told {
            self.pages.line(style, text);
        }
    }

    /// Returns the text that describes an event about dice, cards or moves; `None` for other
    /// events.
    fn of_turn(&self, event: Event) -> Option<(LineStyle, String)> {
        let name = |hero| self.name(hero);
        let tile = |tile| self.map.name(tile);
        let step = |text: String| Some((LineStyle::Step, text));
        let detail = |text: String| Some((LineStyle::Detail, text));
        match event {
            Event::TurnBegins { hero } => {
                let place = self.map.place_of(hero).map(tile).unwrap_or_default();
                let board = self.board(hero);
                let text = format!("seat {}, {} on {place}: {board}", self.seat(hero), name(hero));
                Some((LineStyle::Turn, text))
            }
            Event::Throws { dice, throw, .. } => step(format!("throw {throw}: {}", faces(dice))),
            Event::Keeps { kept, .. } => detail(format!("keeps {}", faces(kept))),
            Event::Pairs { alarm: true, .. } => detail("alarm: the dice do nothing".into()),
            Event::Pairs { pairs, .. } => {
                let all = ["explore", "fight", "search", "rest"].into_iter().zip(pairs);
                let pairs = all.flat_map(|(face, count)| std::iter::repeat_n(face, count.into()));
                match pairs.collect::<Vec<_>>().join(" and ") {
                    pairs if pairs.is_empty() => detail("no pairs".into()),
                    pairs => detail(format!("may {pairs}")),
                }
            }
            Event::Annuls { hero, what } => {
                let what = match what {
                    Annulled::Alarm => "the alarm",
                    Annulled::Fate => "the fate die",
                    Annulled::BossDie => "the Boss die",
                    Annulled::Hit => "the hit",
                };
                detail(format!("{} annuls {what} by K-energy", name(hero)))
            }
            Event::Fate { fate, .. } => match fate {
                Fate::Nothing => step("fate: nothing".into()),
                Fate::Stress => step("fate: stress".into()),
                Fate::Alert => step("fate: an alert".into()),
            },
            Event::Alerts { alert, .. } => step(format!("alert: {}", alert.name())),
            Event::Acts { act, .. } => match act {
                Act::Explore => step("explores".into()),
                Act::Fight => step("looks for a fight".into()),
                Act::Search => step("searches".into()),
                Act::Rest => step("rests".into()),
                // The line about the hero's entering of a tile names the destination.
                Act::Move | Act::Step => None,
            },
            Event::Draws { hero, equipment } => {
                detail(format!("{} draws {}", name(hero), equipment.name()))
            }
            Event::Gets { hero, equipment } => {
                detail(format!("{} has {}", name(hero), equipment.name()))
            }
            Event::Uses { hero, equipment } => {
                step(format!("{} uses {}", name(hero), equipment.name()))
            }
            Event::Loses { hero, equipment, cause } => {
                let (equipment, why) = (equipment.name(), cause.words());
                detail(format!("{} loses {equipment} ({why})", name(hero)))
            }
            Event::Hands { from, to, equipment } => {
                step(format!("{} hands {} to {}", name(from), equipment.name(), name(to)))
            }
            Event::Gives { from, to } => {
                step(format!("{} gives a hostage to {}", name(from), name(to)))
            }
            Event::Collects { hero, from, .. } => {
                step(format!("{} collects what {} left", name(hero), name(from)))
            }
            Event::Reveals { tile: at, .. } => detail(format!("turns up {}", tile(at))),
            Event::Enters { hero, tile: to, .. } => {
                step(format!("{} comes to {}", name(hero), tile(to)))
            }
            Event::Effect { hero, kind, .. } => {
                step(format!("{} has the effect of {}", name(hero), kind.name()))
            }
            _ => None,
        }
    }

    /// Returns the text that describes an event about heroes or the mission; `None` for other
    /// events.
    fn of_hero(&self, event: Event) -> Option<(LineStyle, String)> {
        let name = |hero| self.name(hero);
        match event {
            Event::Changes { hero, what, by, now, cause } => {
                let text = changes(what, by, now, cause)?;
                Some((LineStyle::Detail, format!("{} {text}", name(hero))))
            }
            Event::Revives { hero, medal, life } => {
                let how = if medal { "the medal" } else { "K-energy" };
                let text = format!("{} comes back by {how} with {life} life", name(hero));
                Some((LineStyle::Detail, text))
            }
            Event::Dies { hero, cause, .. } => {
                let text = format!("{} dies ({})", name(hero), cause.words());
                Some((LineStyle::Fall, text))
            }
            Event::Out { hero } => {
                let text = format!("{} has run out of time", name(hero));
                Some((LineStyle::Fall, text))
            }
            Event::BossDie { face } => {
                let face = BossFace::NAMES[face as usize];
                Some((LineStyle::Turn, format!("Boss die: {face}")))
            }
            Event::Picked { hero } => Some((LineStyle::Step, format!("it is for {}", name(hero)))),
            Event::Over { end } => {
                let style = match end {
                    End::Won => LineStyle::Step,
                    End::Lost(_) => LineStyle::Fall,
                };
                Some((style, ending(Some(end)).into()))
            }
            _ => None,
        }
    }
}

/// Returns the text that describes a change of a value on a hero's board. Returns `None` if another
/// line of the story contains the change.
fn changes(what: What, by: i8, now: u8, cause: Cause) -> Option<String> {
    let more = by > 0;
    let by = by.unsigned_abs();
    let why = cause.words();
    Some(match what {
        // The line about the hero's return to life contains its new life.
        What::Life if matches!(cause, Cause::Revival | Cause::Equipment(Equipment::Medal)) => {
            return None;
        }
        What::Life if more => format!("regains {by} life ({why}): {now}"),
        What::Life => format!("loses {by} life ({why}): {now} left"),
        // All clocks advance together, and the first line of each turn contains the current hours.
        What::Hours if cause == Cause::Clock => return None,
        What::Hours if more => format!("loses {by} h ({why}): {now} h"),
        What::Hours => format!("wins {by} h ({why}): {now} h"),
        What::Stress if more => format!("has {by} stress more ({why}): {now}"),
        What::Stress => format!("has {by} stress less ({why}): {now}"),
        What::Energy if more => format!("gains {by} K-energy ({why}): {now}"),
        What::Energy if cause == Cause::Annul => return None,
        What::Energy => format!("loses {by} K-energy ({why}): {now} left"),
        What::Hostages => match cause {
            Cause::Foe(_) | Cause::Exchange => return None,
            _ if more => format!("takes {}: {now}", hostages(by)),
            _ => format!("loses {}: {now}", hostages(by)),
        },
    })
}
