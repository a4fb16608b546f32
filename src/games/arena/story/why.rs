//! Why a bot decided as it did: its options, and what they were worth to it.

use serde::Serialize;

use super::prose::{Manner as LineManner, Open};
use super::told::Told;
use super::{Events, Prose, Scene};
use crate::games::arena::board::members;
use crate::games::arena::cards::{DiceCount, Manner, Reach};
use crate::games::arena::state::FighterIndex;
use crate::games::arena::{Choice, dragon};

/// A decision, before it is played.
#[derive(Debug, Clone, Copy)]
pub struct Why<'a> {
    pub fighter: FighterIndex,
    /// How the bot decides, in a few words.
    pub how: &'a str,
    /// In the order of the options.
    pub options: &'a [Choice],
    pub worth: &'a [Worth],
    /// An index of them.
    pub chosen: usize,
}

/// What an option was worth to its bot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Worth {
    /// The bot has no opinion of it.
    Unknown {},
    Score {
        score: f64,
    },
    /// A sum: what each feature is, and what one of it counts.
    Sum {
        score: f64,
        /// What luck added.
        whim: f64,
        features: Vec<Part>,
    },
    /// What a search found out.
    Search {
        visits: u32,
        /// Mean value, 0 to 1.
        value: f64,
        /// Its part of a mixture, where cards are mixed.
        share: f64,
    },
}

/// One feature of an option.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    pub feature: &'static str,
    pub value: f64,
    pub weight: f64,
}

impl Worth {
    /// The more, the rather it is chosen; none if that is not known.
    fn rank(&self) -> Option<f64> {
        match *self {
            Worth::Unknown {} => None,
            Worth::Score { score } | Worth::Sum { score, .. } => Some(score),
            Worth::Search { visits, .. } => Some(visits.into()),
        }
    }

    fn words(&self) -> String {
        match self {
            Worth::Unknown {} => String::new(),
            Worth::Score { score } => format!("{score:.3}"),
            Worth::Sum {
                score,
                whim,
                features,
            } => {
                let mut parts: Vec<&Part> = features.iter().collect();
                let counts = |part: &&Part| (part.value * part.weight).abs();
                parts.sort_by(|a, b| counts(b).total_cmp(&counts(a)));
                let mut terms: Vec<String> = parts
                    .iter()
                    .map(|part| format!("{} {:.2} × {}", part.feature, part.value, part.weight))
                    .collect();
                if *whim != 0.0 {
                    terms.push(format!("whim {whim:.2}"));
                }
                format!("{score:.3} = {}", terms.join(" + "))
            }
            Worth::Search {
                visits,
                value,
                share,
            } => {
                let mixed = if *share > 0.0 {
                    format!(", share {share:.3}")
                } else {
                    String::new()
                };
                match visits {
                    0 => "visits 0".into(),
                    _ => format!("visits {visits}, value {value:.3}{mixed}"),
                }
            }
        }
    }
}

impl Prose<'_> {
    /// Tells why, the best option first; the chosen one is marked. What is told of the game goes on as if nothing had been said.
    pub fn explain(&mut self, why: &Why<'_>) {
        if self.scene.round == 0 {
            self.tell_that_placement_begins();
        }
        // A path is told in one line unless its steps are explained.
        if self.open != Open::Attack {
            self.open = Open::Nothing;
        }
        let text = format!("{} decides by {}", self.scene.name(why.fighter), why.how);
        self.aside(LineManner::Why, text);
        let mut order: Vec<usize> = (0..why.options.len()).collect();
        let rank = |option: &usize| why.worth[*option].rank().unwrap_or(0.0);
        order.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        let words = |&choice: &Choice| self.scene.option(why.fighter, choice);
        let words: Vec<String> = why.options.iter().map(words).collect();
        let width = words.iter().map(|words| words.chars().count()).max();
        let width = width.unwrap_or(0);
        for option in order {
            let mark = if option == why.chosen { '→' } else { ' ' };
            let text = format!(
                "{mark} {:<width$}  {}",
                words[option],
                why.worth[option].words()
            );
            self.aside(LineManner::Why, text.trim_end());
        }
    }
}

impl Events<'_> {
    /// Tells why.
    pub fn explain(&mut self, why: &Why<'_>) {
        let option = |(&choice, worth): (&Choice, &Worth)| Weighing {
            option: self.scene.option(why.fighter, choice),
            worth: worth.clone(),
        };
        let told = Told::Decides {
            fighter: self.scene.figure(why.fighter).key.clone(),
            by: why.how.to_owned(),
            chosen: why.chosen,
            options: why.options.iter().zip(why.worth).map(option).collect(),
        };
        self.tell(told);
    }
}

/// One option of a decision that is explained.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Weighing {
    pub option: String,
    #[serde(flatten)]
    pub worth: Worth,
}

impl Scene<'_> {
    /// An option in words, as `strike Zamioculcas`.
    fn option(&self, fighter: FighterIndex, choice: Choice) -> String {
        match choice {
            Choice::Place(zone) => format!("start in {}", self.zone(zone)),
            Choice::Card(card) => self.figure(fighter).cards[usize::from(card)].name.clone(),
            Choice::Move(zone) => format!("move to {}", self.zone(zone)),
            Choice::Attack { slot, target } => {
                let (name, slot) = (self.name(target), usize::from(slot));
                let slots = self.active(fighter).map(|(card, _)| card.slots);
                let Some(slots) = slots else {
                    return format!("attack {name}");
                };
                match (slots[slot].manner, slots[slot].reach) {
                    (Manner::Skull, _) => format!("give the skull to {name}"),
                    (_, Reach::Shot) => format!("shoot at {name}"),
                    (_, Reach::Melee) => match (slots[slot].dice, slots[1 - slot].reach) {
                        // Of an epaulet's two attacks the dice tell which.
                        (DiceCount::Fixed(1), Reach::Melee) if slots[1 - slot].uses > 0 => {
                            format!("strike {name} with 1 die")
                        }
                        (DiceCount::Fixed(dice), Reach::Melee) if slots[1 - slot].uses > 0 => {
                            format!("strike {name} with {dice} dice")
                        }
                        _ => format!("strike {name}"),
                    },
                }
            }
            Choice::Pair { targets, .. } => {
                let names: Vec<&str> = members(targets).map(|target| self.name(target)).collect();
                format!("shoot at {}", super::words::list(&names))
            }
            Choice::Area { zone, .. } => format!("shoot at everyone in {}", self.zone(zone)),
            Choice::Split { dice, .. } => {
                let shares = members(dragon::sharers(dice)).map(|target| {
                    let share = super::words::dice_count(dragon::share_of(dice, target));
                    format!("{} with {share}", self.name(target))
                });
                let shares: Vec<String> = shares.collect();
                format!("shoot at {}", super::words::list(&shares))
            }
            Choice::Next(target) => format!("go on to {}", self.name(target)),
            Choice::ThrowTo(zone) => format!("throw into {}", self.zone(zone)),
            Choice::Shed => "shed the net".into(),
            Choice::EndTurn => "end the turn".into(),
            Choice::Keep => "keep the charm".into(),
            Choice::Flip(face) => format!("flip a {face}"),
            Choice::Reroll(1) => "reroll a die".into(),
            Choice::Reroll(dice) => format!("reroll {dice} dice"),
        }
    }
}
