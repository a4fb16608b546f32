//! Events and options in words.

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
    /// Returns an option of a decision in words.
    pub(super) fn option_words(&self, choice: Choice) -> String {
        match choice {
            Choice::Lead(character) => format!("{} leads", self.name(character)),
            Choice::Attack { attacker, target } => {
                format!("{} attacks {}", self.name(attacker), self.name(target))
            }
            Choice::Nemesis { attacker, target } => format!(
                "{} uses a nemesis card against {}",
                self.name(attacker),
                self.name(target)
            ),
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

    /// Returns a team in words: its leader first and marked, each character with its life.
    fn standing(&self, player: u8) -> String {
        let player = usize::from(player);
        let own = members(self.team[player]).map(|character| {
            let star = if self.leader[player] == character {
                "*"
            } else {
                ""
            };
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

    /// Writes an event in prose.
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
        Some(match event {
            Event::RoundBegins { .. } | Event::Over { capped: false } => return None,
            Event::TurnBegins { player } => {
                let team = self.standing(player);
                let text = format!("{}: {team}; {} energy", seat(player), has(player));
                (LineStyle::Turn, text)
            }
            Event::Leads { player, character } => {
                let text = format!("{}: {} leads", seat(player), name(character));
                (LineStyle::Step, text)
            }
            Event::Occurs { event, .. } => (LineStyle::Step, format!("event: {}", event.name())),
            Event::Joins {
                character,
                life,
                back,
                ..
            } => {
                let kind = match self.game.sheets.heroes >> character & 1 {
                    1 => Kind::Hero,
                    _ => Kind::Villain,
                };
                let from = if back {
                    "back from the graveyard"
                } else {
                    kind.name()
                };
                let text = format!("{} joins with {life} life ({from})", name(character));
                (LineStyle::Detail, text)
            }
            Event::Draws { card, .. } => (LineStyle::Detail, format!("draws {}", card.name())),
            Event::Gains { player, energy } => {
                let text = format!(
                    "{} gains {energy} energy, has {}",
                    seat(player),
                    has(player)
                );
                (LineStyle::Detail, text)
            }
            Event::Loses { player, energy } => {
                let text = format!(
                    "{} loses {energy} energy, has {}",
                    seat(player),
                    has(player)
                );
                (LineStyle::Detail, text)
            }
            Event::Takes {
                player,
                from,
                energy,
            } => {
                let text = format!(
                    "{} takes {energy} energy from {}, has {}",
                    seat(player),
                    seat(from),
                    has(player)
                );
                (LineStyle::Detail, text)
            }
            Event::Spends { player, energy } => {
                let text = format!("{} pays {energy}, has {}", seat(player), has(player));
                (LineStyle::Detail, text)
            }
            Event::Drops { player, card, how } => {
                let how = match how {
                    Drop::Discarded => "discards",
                    Drop::Lost => "loses the card",
                };
                let text = format!("{} {how} {}", seat(player), card.name());
                (LineStyle::Detail, text)
            }
            Event::Plays { player, card, by } => {
                let of = match by {
                    NONE => String::new(),
                    by => format!(" ({})", name(by)),
                };
                let text = format!("{} plays {}{of}", seat(player), card.name());
                (LineStyle::Step, text)
            }
            Event::Attacks {
                attacker,
                target,
                nemesis,
                ..
            } => {
                let how = match nemesis {
                    true => "uses a nemesis card against",
                    false => "attacks",
                };
                let text = format!("{} {how} {}", name(attacker), name(target));
                (LineStyle::Step, text)
            }
            Event::Covers { character } => {
                let power = self.game.sheets.of(character).power.name();
                let text = format!("{} has its {power} up", name(character));
                (LineStyle::Detail, text)
            }
            Event::Power { character, power } => {
                let text = format!("{}: {} {}", name(character), power.name(), power.number());
                (LineStyle::Detail, text)
            }
            Event::Spares { character, .. } => {
                let text = format!("{} is not hurt by its 1", name(character));
                (LineStyle::Detail, text)
            }
            Event::Throws { throw } => (LineStyle::Detail, format!("dice: {}", faces(throw))),
            Event::Scores {
                score,
                best,
                power,
                cards,
            } => {
                let mut sum = best.to_string();
                for (more, whose) in [(power, "power"), (cards, "cards")] {
                    if more > 0 {
                        sum += &format!(" + {more} of its {whose}");
                    }
                }
                let most = if best + power + cards > 6 {
                    ", 6 is the most"
                } else {
                    ""
                };
                let text = match power + cards {
                    0 => format!("score {score}"),
                    _ => format!("score {score} ({sum}{most})"),
                };
                (LineStyle::Detail, text)
            }
            Event::Dodges {
                throw,
                dodge,
                escapes,
                ..
            } => {
                let outcome = if escapes {
                    "escapes"
                } else {
                    "does not escape"
                };
                let text = format!("dodge: {}, makes {dodge}: {outcome}", faces(throw));
                (LineStyle::Detail, text)
            }
            Event::Sure => (LineStyle::Detail, "no dodge".into()),
            Event::Shields { target, life, .. } => {
                let text = format!("{}’s shield takes {life} of the wound", name(target));
                (LineStyle::Detail, text)
            }
            Event::Saves { target, life } => {
                let text = format!("{} is saved from losing {life} life", name(target));
                (LineStyle::Detail, text)
            }
            Event::Wounds {
                target, life, how, ..
            } => {
                let why = match how {
                    Wound::Attack => "",
                    Wound::Nemesis => " to its nemesis",
                    Wound::Splash => " besides",
                    Wound::One => " to its own 1",
                    Wound::Riposte => " to the riposte",
                    Wound::Quake => " in the quake",
                };
                let left = self.life(target);
                let text = format!("{} loses {life} life{why}: {left}", name(target));
                (LineStyle::Detail, text)
            }
            Event::Regains { character, life } => {
                let left = self.life(character);
                let text = format!("{} regains {life} life: {left}", name(character));
                (LineStyle::Detail, text)
            }
            Event::Falls { character, .. } => {
                (LineStyle::Fall, format!("{} falls", name(character)))
            }
            Event::Out { player } => (LineStyle::Fall, format!("{} is out", seat(player))),
            Event::Over { capped: true } => (LineStyle::Step, "turns have run out".into()),
        })
    }
}
