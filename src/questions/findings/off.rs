//! Judged facts in words: who is strong or weak, or who gains and loses, with which player.

use super::word;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::Judged;
use crate::report::people::PARTY;
use crate::report::shared::{descending, named, part_of};
use crate::report::standing::Standing;
use crate::report::words::{NBSP, percent, plus_minus, points_plus_minus, with_sign};

/// Subjects with the same significant verdict and the same player.
#[derive(Debug, Clone, PartialEq)]
pub struct Off {
    pub standing: Standing,
    /// Who plays: "with “mcts-fast”", or "with the bot “trained” (undecided with “mcts-fast”)".
    pub with: String,
    /// The subjects, the farthest first. All numbers are those of the first one.
    pub subjects: Subjects,
    /// The win rate minus the fair share, or the change of the win rate, −1 to 1.
    pub off: f64,
    margin_of_error: f64,
    value: f64,
    /// The win rate before the change; `None` if the verdict is on a win rate.
    before: Option<f64>,
    pub is_reference: bool,
    /// True if the only subject is a group with a plural name, such as "heroes".
    is_plural: bool,
}

/// Some of all subjects, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Subjects {
    pub names: Vec<String>,
    pub all: usize,
    /// The game's words for one of them and for several, such as "fighters".
    pub words: [String; 2],
}

/// A judged subject, with its name on the page.
pub struct Labelled<'a> {
    pub label: String,
    pub judged: &'a Judged,
}

impl Subjects {
    pub fn of<'a>(
        labels: impl IntoIterator<Item = &'a Labelled<'a>>,
        all: usize,
        words: [&str; 2],
    ) -> Subjects {
        let names = labels.into_iter().map(|of| of.label.clone()).collect();
        Subjects { names, all, words: words.map(str::to_owned) }
    }

    /// Returns the names; their number if there are more than `most`.
    pub fn named(&self, most: usize) -> String {
        match self.names.len() {
            some if some == self.all && some > 2 => part_of(some, self.all, &self.words[1]),
            _ => named(&self.names, self.all, &self.words[1], Some(most)),
        }
    }

    pub fn is(&self) -> &'static str {
        if self.names.len() == 1 { "is" } else { "are" }
    }
}

impl Off {
    /// Says who is strong ("Sorgho (29.8 ± 3.0 %) is strong"), or who gains ("Sorgho gains 4.7 ±
    /// 1.2 points (25.1 to 29.8 %)"). Gives the number of subjects if there are more than `most`.
    pub fn said(&self, most: usize) -> String {
        let names = self.subjects.named(most);
        let one = self.subjects.names.len() == 1;
        let singular = one && !self.is_plural;
        let Some(before) = self.before else {
            let rate = match one {
                true => format!(" ({}{NBSP}%)", plus_minus(self.value, self.margin_of_error)),
                false => String::new(),
            };
            let is = if singular { "is" } else { "are" };
            return format!("{names}{rate} {is} {}", word(self.standing));
        };
        let verb = match (self.standing, singular) {
            (Standing::Below, true) => "loses",
            (Standing::Below, false) => "lose",
            (_, true) => "gains",
            (_, false) => "gain",
        };
        let by = points_plus_minus(self.off.abs(), self.margin_of_error);
        let by = by.trim_start_matches('+');
        match one {
            true => {
                let (before, after) = (percent(before, 1), with_sign(self.value, 1));
                format!("{names} {verb} {by} points ({before} to {after})")
            }
            false => format!("{names} {verb} up to {by} points"),
        }
    }
}

/// Groups the subjects with a significant verdict by verdict and player, those of the reference
/// player first. In each group, the farthest is first.
pub fn off(subjects: &[Labelled], words: [&str; 2], bots: &[String]) -> Vec<Off> {
    let facts = subjects.iter().flat_map(|of| {
        let all = of.judged.off(bots).into_iter();
        all.map(move |(fact, with)| (of, fact, with))
    });
    let by = |fact: &Fact| fact.off().unwrap_or(0.0);
    let mut groups: Vec<Off> = vec![];
    for (of, fact, with) in descending(facts, |(_, fact, _)| by(fact).abs()) {
        let standing = fact.standing();
        match groups.iter_mut().find(|group| group.standing == standing && group.with == with) {
            Some(group) => group.subjects.names.push(of.label.clone()),
            None => groups.push(Off {
                standing,
                with,
                subjects: Subjects::of([of], subjects.len(), words),
                off: by(fact),
                margin_of_error: fact.margin_of_error(),
                value: fact.value(),
                before: fact.won.is_none().then(|| fact.row.base.unwrap_or(0.0)),
                is_plural: fact.row.subject_kind == SubjectKind::Group && fact.row.subject != PARTY,
                is_reference: of.judged.reference.is_some()
                    && fact.row.player != of.judged.own.row.player,
            }),
        }
    }
    groups.sort_by_key(|group| !group.is_reference);
    groups
}

/// Takes the groups of the leading player out of `off`; empty without one.
pub fn leading(off: &mut Vec<Off>) -> Vec<Off> {
    let Some(with) = off.first().map(|of| of.with.clone()) else {
        return vec![];
    };
    off.extract_if(.., |of| of.with == with).collect()
}
