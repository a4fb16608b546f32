//! Describes the events and options of a game in prose.

use super::Story;
use crate::game::chance::Throw;
use crate::game::story::LineStyle;
use crate::games::battle_cards::event::{Drop, Event, Wound};
use crate::games::battle_cards::state::{NONE, members};
use crate::games::battle_cards::{Choice, Kind};

fn faces(throw: Throw) -> String {
    let faces: Vec<String> = throw.faces().map(|face| face.to_string()).collect();
    faces.join(" ")
}

impl Story<'_> {
    /// Returns a short text that describes an option of a decision.
    pub(super) fn option_words(&self, choice: Choice) -> String {
        match choice {
            Choice::Lead(character) => format!("{} leads", self.name(character)),
            Choice::Attack { attacker, target } => {
                format!("{} attacks {}", self.name(attacker), self.name(target))
            }
            Choice::Nemesis { attacker, target } => {
                format!("{} uses a nemesis card against {}", self.name(attacker), self.name(target))
            }
            Choice::Heal(character) => format!("heal {}", self.name(character)),
            Choice::Energy => "play energy".into(),
            Choice::Theft(from) => format!("theft from seat {}", self.seat(from)),
            Choice::Sabotage(from) => format!("sabotage seat {}", self.seat(from)),
            Choice::Stop => "stop".into(),
            Choice::Play(card) => format!("play {}", card.name()),
            Choice::Pass => "play no card".into(),
            Choice::Discard(card) => format!("discard {}", card.name()),
            Choice::Keep => "discard nothing".into(),
        }
    }

    /// Returns a text that lists a player's team: its leader first and marked, each character with
    /// its life.
    fn standing(&self, player: u8) -> String {
        let player = usize::from(player);
        let own = members(self.team[player]).map(|character| {
            let star = if self.leader[player] == character { "*" } else { "" };
            let life = self.life[usize::from(character)];
            format!("{}{star} {life}", self.name(character))
        });
        own.collect::<Vec<_>>().join(", ")
    }

    fn life(&self, character: u8) -> String {
        match self.life[usize::from(character)] {
            0 => "none left".into(),
            life => format!("{life} left"),
        }
    }

    /// Adds the text of an event to the story in prose.
    pub(super) fn prose(&mut self, event: Event) {
        if let Event::RoundBegins { round } = event {
            return self.pages.heading(format!("Round {round}"));
        }
        if let Some((style, text)) = self.words(event) {
            self.pages.line(style, text);
        }
    }

    fn words(&self, event: Event) -> Option<(LineStyle, String)> {
        let name = |character| self.name(character);
        let seat = |player| format!("seat {}", self.seat(player));
        let has = |player: u8| self.energy[usize::from(player)];
        let turn = |text: String| (LineStyle::Turn, text);
        let step = |text: String| (LineStyle::Step, text);
        let detail = |text: String| (LineStyle::Detail, text);
        let fall = |text: String| (LineStyle::Fall, text);
        Some(match event {
            Event::RoundBegins { .. } | Event::Over { capped: false } => return None,
            Event::TurnBegins { player } => {
                let team = self.standing(player);
                turn(format!("{}: {team}; {} energy", seat(player), has(player)))
            }
            Event::Leads { player, character } => {
                step(format!("{}: {} leads", seat(player), name(character)))
            }
            Event::Occurs { event, .. } => step(format!("event: {}", event.name())),
            Event::Joins { character, life, back, .. } => {
                let kind = match self.game.sheets.heroes >> character & 1 {
                    1 => Kind::Hero,
                    _ => Kind::Villain,
                };
                let from = if back { "back from the graveyard" } else { kind.name() };
                detail(format!("{} joins with {life} life ({from})", name(character)))
            }
            Event::Draws { card, .. } => detail(format!("draws {}", card.name())),
            Event::Gains { player, energy } => {
                detail(format!("{} gains {energy} energy, has {}", seat(player), has(player)))
            }
            Event::Loses { player, energy } => {
                detail(format!("{} loses {energy} energy, has {}", seat(player), has(player)))
            }
            Event::Takes { player, from, energy } => detail(format!(
                "{} takes {energy} energy from {}, has {}",
                seat(player),
                seat(from),
                has(player)
            )),
            Event::Spends { player, energy } => {
                detail(format!("{} pays {energy}, has {}", seat(player), has(player)))
            }
            Event::Drops { player, card, how } => {
                let how = match how {
                    Drop::Discarded => "discards",
                    Drop::Lost => "loses the card",
                };
                detail(format!("{} {how} {}", seat(player), card.name()))
            }
            Event::Plays { player, card, by } => {
                let of = match by {
                    NONE => String::new(),
                    by => format!(" ({})", name(by)),
                };
                step(format!("{} plays {}{of}", seat(player), card.name()))
            }
            Event::Attacks { attacker, target, nemesis, .. } => {
                let how = match nemesis {
                    true => "uses a nemesis card against",
                    false => "attacks",
                };
                step(format!("{} {how} {}", name(attacker), name(target)))
            }
            Event::Covers { character } => {
                let power = self.game.sheets.of(character).power.name();
                detail(format!("{} has its {power} up", name(character)))
            }
            Event::Power { character, power } => {
                detail(format!("{}: {} {}", name(character), power.name(), power.number()))
            }
            Event::Spares { character, .. } => {
                detail(format!("{} is not hurt by its 1", name(character)))
            }
            Event::Throws { throw } => detail(format!("dice: {}", faces(throw))),
            Event::Scores { score, best, power, cards } => {
                let mut sum = best.to_string();
                for (more, whose) in [(power, "power"), (cards, "cards")] {
                    if more > 0 {
                        sum += &format!(" + {more} of its {whose}");
                    }
                }
                let most = if best + power + cards > 6 { ", 6 is the most" } else { "" };
                detail(match power + cards {
                    0 => format!("score {score}"),
                    _ => format!("score {score} ({sum}{most})"),
                })
            }
            Event::Dodges { throw, dodge, escapes, .. } => {
                let outcome = if escapes { "escapes" } else { "does not escape" };
                detail(format!("dodge: {}, makes {dodge}: {outcome}", faces(throw)))
            }
            Event::Sure => detail("no dodge".into()),
            Event::Shields { target, life, .. } => {
                detail(format!("{}’s shield takes {life} of the wound", name(target)))
            }
            Event::Saves { target, life } => {
                detail(format!("{} is saved from losing {life} life", name(target)))
            }
            Event::Wounds { target, life, how, .. } => {
                let why = match how {
                    Wound::Attack => "",
                    Wound::Nemesis => " to its nemesis",
                    Wound::Splash => " besides",
                    Wound::One => " to its own 1",
                    Wound::Riposte => " to the riposte",
                    Wound::Quake => " in the quake",
                };
                let left = self.life(target);
                detail(format!("{} loses {life} life{why}: {left}", name(target)))
            }
            Event::Regains { character, life } => {
                let left = self.life(character);
                detail(format!("{} regains {life} life: {left}", name(character)))
            }
            Event::Falls { character, .. } => fall(format!("{} falls", name(character))),
            Event::Out { player } => fall(format!("{} is out", seat(player))),
            Event::Over { capped: true } => step("turns have run out".into()),
        })
    }
}
