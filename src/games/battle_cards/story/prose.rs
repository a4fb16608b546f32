//! Describes the events and options of a game in prose.

use super::Story;
use crate::game::chance::Throw;
use crate::game::story::LineStyle;
use crate::games::battle_cards::Choice;
use crate::games::battle_cards::event::{Drop, Event, Wound};
use crate::games::battle_cards::state::{NONE, State};

fn listed(faces: Throw) -> String {
    faces.faces().map(|face| face.to_string()).collect::<Vec<_>>().join(" ")
}

impl Story<'_> {
    /// Returns a short text that describes an option of a decision.
    pub(super) fn option_words(&self, choice: Choice) -> String {
        match choice {
            Choice::Lead(character) => format!("{} leads", self.name(character)),
            Choice::Attack { attacker, target } => self.attacks(attacker, target, false),
            Choice::Nemesis { attacker, target } => self.attacks(attacker, target, true),
            Choice::Heal(character) => format!("heal {}", self.name(character)),
            Choice::Energy => "play energy".into(),
            Choice::Theft(from) => format!("theft from {}", self.seat(from)),
            Choice::Sabotage(from) => format!("sabotage {}", self.seat(from)),
            Choice::Stop => "stop".into(),
            Choice::Play(card) => format!("play {}", card.name()),
            Choice::Pass => "play no card".into(),
            Choice::Discard(card) => format!("discard {}", card.name()),
            Choice::Keep => "discard nothing".into(),
        }
    }

    fn attacks(&self, attacker: u8, target: u8, nemesis: bool) -> String {
        let attacks = if nemesis { "uses a nemesis card against" } else { "attacks" };
        format!("{} {attacks} {}", self.name(attacker), self.name(target))
    }

    /// Adds the sentence about an event to the story in prose. `state` is the state right after the
    /// event.
    pub(super) fn prose(&mut self, event: Event, state: &State) {
        let sentence = self.sentence(event, state);
        let style = match event {
            Event::RoundBegins { .. } => return self.pages.heading(sentence),
            Event::Over { capped: false } => return,
            Event::TurnBegins { .. } => LineStyle::Turn,
            Event::Leads { .. } | Event::Occurs { .. } | Event::Plays { .. } => LineStyle::Step,
            Event::Attacks { .. } | Event::Over { .. } => LineStyle::Step,
            Event::Falls { .. } | Event::Out { .. } => LineStyle::Fall,
            _ => LineStyle::Detail,
        };
        self.pages.line(style, sentence);
    }

    fn sentence(&self, event: Event, state: &State) -> String {
        let name = |character| self.name(character);
        let seat = |player: u8| self.seat(player);
        let has = |player: u8, did: String| {
            format!("{} {did}, has {}", seat(player), state.energy[usize::from(player)])
        };
        let left = |character: u8| match state.life[usize::from(character)] {
            0 => "none left".to_owned(),
            life => format!("{life} left"),
        };
        match event {
            Event::RoundBegins { round } => format!("Round {round}"),
            Event::TurnBegins { player } => {
                let team = self.team(state, player.into(), "*");
                format!("{}: {team}; {} energy", seat(player), state.energy[usize::from(player)])
            }
            Event::Leads { player, character } => {
                format!("{}: {} leads", seat(player), name(character))
            }
            Event::Occurs { card, .. } => format!("event: {}", card.name()),
            Event::Joins { character, life, back, .. } => {
                let kind = self.fighter(character).1.kind.name();
                let from = if back { "back from the graveyard" } else { kind };
                format!("{} joins with {life} life ({from})", name(character))
            }
            Event::Draws { card, .. } => format!("draws {}", card.name()),
            Event::Gains { player, energy } => has(player, format!("gains {energy} energy")),
            Event::Loses { player, energy } => has(player, format!("loses {energy} energy")),
            Event::Takes { player, from, energy } => {
                has(player, format!("takes {energy} energy from {}", seat(from)))
            }
            Event::Spends { player, energy } => has(player, format!("pays {energy}")),
            Event::Drops { player, card, how } => {
                let loses = if how == Drop::Lost { "loses the card" } else { "discards" };
                format!("{} {loses} {}", seat(player), card.name())
            }
            Event::Plays { player, card, by } => {
                let by = if by == NONE { String::new() } else { format!(" ({})", name(by)) };
                format!("{} plays {}{by}", seat(player), card.name())
            }
            Event::Attacks { by, target, nemesis, .. } => self.attacks(by, target, nemesis),
            Event::Covers { character } => {
                let power = self.game.sheets.of(character).power.name();
                format!("{} has its {power} up", name(character))
            }
            Event::Power { character, power } => {
                format!("{}: {} {}", name(character), power.name(), power.number())
            }
            Event::Spares { character, .. } => format!("{} is not hurt by its 1", name(character)),
            Event::Throws { faces } => format!("dice: {}", listed(faces)),
            Event::Scores { score, power: 0, cards: 0, .. } => format!("score {score}"),
            Event::Scores { score, best, power, cards } => {
                let mut sum = best.to_string();
                for (more, whose) in [(power, "power"), (cards, "cards")] {
                    if more > 0 {
                        sum += &format!(" + {more} of its {whose}");
                    }
                }
                let most = if best + power + cards > 6 { ", 6 is the most" } else { "" };
                format!("score {score} ({sum}{most})")
            }
            Event::Dodges { faces, dodge, escapes, .. } => {
                let escapes = if escapes { "escapes" } else { "does not escape" };
                format!("dodge: {}, makes {dodge}: {escapes}", listed(faces))
            }
            Event::Sure => "no dodge".into(),
            Event::Shields { character, life, .. } => {
                format!("{}’s shield takes {life} of the wound", name(character))
            }
            Event::Saves { character, life } => {
                format!("{} is saved from losing {life} life", name(character))
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
                format!("{} loses {life} life{why}: {}", name(target), left(target))
            }
            Event::Regains { character, life } => {
                format!("{} regains {life} life: {}", name(character), left(character))
            }
            Event::Falls { target, .. } => format!("{} falls", name(target)),
            Event::Out { player } => format!("{} is out", seat(player)),
            Event::Over { .. } => "turns have run out".into(),
        }
    }
}
