//! Tables of a sensitivity report's page: values to check first, essential and useless things, and
//! the effects of rules.

use super::checks::CheckRow;
use super::facts::{SensitivityFacts, StepEffect, StepFacts, ValueFacts};
use crate::analysis::knobs::StepKind;
use crate::report::shared::{descending, greatest};
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, level, list, percent};

/// Maximum number of values in the table of values to check in the rulebook.
const LOOKED_UP: usize = 10;
/// Losses of the win rate below this size count as small, as a share.
const HARDLY: f64 = 0.02;
/// Maximum number of rows in the table of rules; each row is one change of a rule.
const MOST_RULES: usize = 50;
/// Maximum number of fighters that have a column each in the table of rules.
const MOST_COLUMNS: usize = 12;

/// Builds the table of reconstructed values, i.e. values that the authors of the game data chose
/// because no source prints them. The table lists the values with the largest effects.
pub fn look_up(facts: &SensitivityFacts) -> Table {
    let ours = facts.values.iter().filter(|value| value.is_reconstructed());
    let known = ours.filter(|value| value.largest().is_some());
    let most: Vec<&ValueFacts> =
        descending(known, |value| value.stake()).into_iter().take(LOOKED_UP).collect();
    let effect = |value: &&ValueFacts, kind: StepKind| value.step(kind)?.effect().cloned();
    let points = |kind: StepKind| move |value: &&ValueFacts| Some(effect(value, kind)?.value);
    let margin_of_error =
        |kind: StepKind| move |value: &&ValueFacts| Some(effect(value, kind)?.margin_of_error());
    let meaning = "The reconstructed values with the largest effects: this project chose them, \
                   because no source prints them. If you own the game, compare them with its \
                   cards and sheets. “One up” and “One down”: change of the owner’s win \
                   rate if the value goes up or down by one step, in points.";
    Table::new("look-up", "Check these in your own copy first", meaning)
        .of(&most)
        .word(facts.people.heading(), |value| value.owner())
        .coloured(|value| value.who.as_ref().map_or("", |who| &who.colour))
        .word("Value", |value| value.of.said())
        .word("Now", |value| &value.now)
        .with("One up", Unit::Points(1), points(StepKind::Up))
        .plus_minus(margin_of_error(StepKind::Up))
        .with("One down", Unit::Points(1), points(StepKind::Down))
        .plus_minus(margin_of_error(StepKind::Down))
        .with("Otherwise", Unit::Word, |value| otherwise(value))
        .word("Known", |value| known_by(value))
        .table
}

/// Formats the effects of changes of a value other than one up or one down, such as a removal.
fn otherwise(value: &ValueFacts) -> Option<String> {
    let other = |step: &&StepFacts| !matches!(step.kind, StepKind::Up | StepKind::Down);
    let said = |step: &StepFacts| {
        let known = step.effect()?.known();
        Some(match step.takes() {
            true => format!("without it {known}"),
            false => known,
        })
    };
    let all = list(value.steps.iter().filter(other).filter_map(said));
    (!all.is_empty()).then_some(all)
}

fn known_by(value: &ValueFacts) -> &'static str {
    match value.only_screened() {
        true => "screened",
        false => "measured",
    }
}

/// Something that is taken away from a fighter in a test, such as a card, and the effect on the
/// fighter's win rate.
pub struct WithheldThing<'a> {
    pub value: &'a ValueFacts,
    pub effect: &'a StepEffect,
    /// True if the fighter's win rate drops significantly more without this thing than without any
    /// other of its things.
    dearest: bool,
}

impl WithheldThing<'_> {
    /// Describes what is taken away, as in "card 3, item energy armour".
    pub fn what(&self) -> String {
        let (said, now) = (self.value.of.said(), self.value.now.replace(['-', '_'], " "));
        let named = is_in(&now, &said);
        match self.value.step(StepKind::Off).is_some() && !named {
            true => format!("{said} {now}"),
            false => said,
        }
    }
}

/// Returns whether a text contains the name to which a key belongs, as "nemesis Golem de Grès"
/// contains the name of `golem de gres`. A key has no accents, so that an accented letter of the
/// text counts as any letter.
fn is_in(key: &str, text: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        let all = text.to_lowercase();
        all.chars().filter(|letter| letter.is_alphanumeric()).collect()
    };
    let (key, text) = (letters(key), letters(text));
    let same = |(a, b): (&char, &char)| a == b || !b.is_ascii();
    let begins = |rest: &[char]| key.iter().zip(rest).all(same);
    key.is_empty() || text.windows(key.len()).any(begins)
}

/// Returns everything that is taken away from fighters in tests, such as cards, sorted by fighter,
/// then by the loss of win rate.
pub fn weights(facts: &SensitivityFacts) -> Vec<WithheldThing<'_>> {
    let mut all = vec![];
    for who in &facts.fighters {
        let taken = facts.of(who).filter(|value| value.goes());
        let taken = taken.filter_map(|value| Some((value, value.largest()?.1)));
        let sorted = descending(taken, |(_, effect)| -effect.value);
        let dearest = match sorted.as_slice() {
            [(_, first), (_, second), ..] => match (first.ends, second.ends) {
                (Some([_, high]), Some([low, _])) => first.sure && first.value < 0.0 && high < low,
                _ => false,
            },
            _ => false,
        };
        let weight =
            |(i, (value, effect))| WithheldThing { value, effect, dearest: dearest && i == 0 };
        all.extend(sorted.into_iter().enumerate().map(weight));
    }
    all
}

/// How much a fighter needs a thing, such as a card, that was taken away in a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The owner's win rate drops significantly more without this thing than without any other of
    /// the owner's things.
    Must,
    /// The owner's win rate drops significantly without the thing.
    WorthHaving,
    /// The owner's win rate rises significantly without the thing.
    BetterWithout,
    /// Taking the thing away does not change the owner's win rate significantly, and a loss is at
    /// most small.
    DeadWeight,
    /// There are too few games to tell how much the owner needs the thing.
    Open,
}

impl Need {
    fn words(self) -> &'static str {
        match self {
            Need::Must => "a must",
            Need::WorthHaving => "worth having",
            Need::BetterWithout => "better without",
            Need::DeadWeight => "dead weight",
            Need::Open => "open",
        }
    }
}

impl WithheldThing<'_> {
    pub fn need(&self) -> Need {
        let ends = self.effect.ends;
        let least = ends.map_or(f64::NEG_INFINITY, |[low, _]| low);
        match (self.effect.sure, self.effect.value < 0.0) {
            _ if self.dearest => Need::Must,
            (true, true) => Need::WorthHaving,
            (true, false) => Need::BetterWithout,
            (false, _) if least > -HARDLY => Need::DeadWeight,
            (false, _) => Need::Open,
        }
    }
}

pub fn removed(facts: &SensitivityFacts) -> Table {
    let all = weights(facts);
    let thing = match facts.have_things() {
        true => format!(" (a whole {} or a part of it)", facts.thing[0]),
        false => String::new(),
    };
    let meaning = format!(
        "Change of a {who}’s win rate, in points, if this {who} loses something{thing}. “Dead \
         weight”: the removal has no significant effect, and a loss of {} points or more is \
         excluded ({} confidence). “Open”: the effect is not significant, but may be \
         significant with more games. “A must”: the removal costs significantly more wins than \
         any other removal from the same {who}.",
        percent(HARDLY, 0),
        level(facts.level),
        who = facts.people.word()
    );
    Table::new("weights", "Removals: dead weight and musts", meaning)
        .of(&all)
        .word(facts.people.heading(), |of| of.value.owner())
        .coloured(|of| of.value.who.as_ref().map_or("", |who| &who.colour))
        .word("Without", |of| of.what())
        .with("Win rate, points", Unit::Points(1), |of| of.effect.value)
        .plus_minus(|of| of.effect.margin_of_error())
        .word("Verdict", |of| of.need().words())
        .marked(|of| matches!(of.need(), Need::Must | Need::BetterWithout))
}

/// Builds the table of rules: the effect of each change of a rule on the party or a faction, and on
/// all fighters, the largest effect first.
pub fn rules(facts: &SensitivityFacts) -> Table {
    let steps = facts.rules.iter().flat_map(|rule| rule.steps.iter().map(move |step| (rule, step)));
    let sorted = descending(steps, |(_, step)| greatest(step.of_rule().map(|of| of.value.abs())));
    let sorted = &sorted[..sorted.len().min(MOST_RULES)];
    let meaning = format!(
        "Each row shows how another setting of one rule changes win rates, in points. The table \
         has the fifty largest effects of rules, the largest first. Marked rows: {} \
         significantly, even after correction for the number of tests.",
        match facts.of_groups() {
            Some(groups) => format!("the rule changes {groups}"),
            None => "a win rate changes".to_owned(),
        }
    );
    let mut table = Table::new("rules", "Effects of rules", meaning)
        .of(sorted)
        .word("Rule", |(rule, _)| &rule.of.words)
        .word("Now", |(rule, _)| &rule.now)
        .word("Then", |(_, step)| &step.to)
        .with("Moves most", Unit::Word, |(_, step)| {
            Some(capital(&facts.people.get(&step.of_rule()?.entrant).name))
        })
        .with("by points", Unit::Points(1), |(_, step)| Some(step.of_rule()?.value))
        .plus_minus(|(_, step)| Some(step.of_rule()?.margin_of_error()));
    let people = facts.people.all();
    let columns = if people.len() > MOST_COLUMNS { &[] } else { people };
    for who in columns {
        table = table.with(who.name.as_str(), Unit::Points(1), move |(_, step)| {
            Some(step.on(&who.key)?.value)
        });
    }
    table
        .word("Verdict", |(_, step)| match step.of_rule() {
            _ if step.incomparable => "not compared: it changes who plays".to_owned(),
            Some(effect) if effect.sure => "significant".to_owned(),
            Some(_) => "within noise".to_owned(),
            None => "not measured".to_owned(),
        })
        .marked(|(_, step)| step.of_rule().is_some_and(|effect| effect.sure))
}

/// Builds the table of the steps that the reference player checked; no rows without a reference
/// player.
pub fn checks(facts: &SensitivityFacts) -> Table {
    let checked = facts.checked.as_ref();
    let rows: &[CheckRow] = checked.map_or(&[], |of| &of.rows);
    let bots = list(facts.bots.iter().cloned());
    let theirs = checked.map_or("", |of| &of.strategy);
    let meaning = "Effects of the checked steps on the owner’s win rate, in points: with the \
                   reference player, and with the command’s own bots. “Confirmed”: the effect with \
                   the reference player is significant and has the same sign. “Opposite”: it is \
                   significant and has the other sign. “Undecided”: it is not significant. Marked \
                   rows: the effects have opposite signs.";
    Table::new("checks", "Checked by the reference player", meaning)
        .of(rows)
        .word(facts.people.heading(), |row| facts.people.get(&row.entrant).name)
        .coloured(|row| facts.people.get(&row.entrant).colour)
        .in_terminal()
        .word("Value", |row| row.of.said())
        .in_terminal()
        // Without this column, the table fits into a terminal.
        .word("Now", |row| &row.now)
        .word("Then", |row| &row.to)
        .in_terminal()
        .with(format!("With {theirs}"), Unit::Points(1), |row| row.difference)
        .in_terminal()
        .plus_minus(CheckRow::margin_of_error)
        .with(format!("With {bots}"), Unit::Points(1), |row| row.own_difference)
        .in_terminal()
        .plus_minus(CheckRow::own_margin_of_error)
        .word("Verdict", |row| row.confirmation().name())
        .in_terminal()
        .marked(|row| row.opposite)
}

/// Builds the table for a terminal: the game values with the largest effects, each with the change
/// that has the largest effect.
pub fn brief(facts: &SensitivityFacts, rows: usize) -> Table {
    let kept = facts.values.iter().filter(|value| !value.goes());
    let known = kept.filter_map(|value| Some((value, value.largest()?)));
    let most: Vec<_> = descending(known, |(_, (_, effect))| effect.value.abs());
    let most = &most[..most.len().min(rows)];
    Table::new("brief", "", "")
        .of(most)
        .word(facts.people.heading(), |(value, _)| value.owner())
        .word("Value", |(value, _)| value.of.short())
        .word("Now", |(value, _)| &value.now)
        .word("Then", |(_, (step, _))| &step.to)
        .with("Points", Unit::Points(1), |(_, (_, effect))| effect.value)
        .plus_minus(|(_, (_, effect))| effect.margin_of_error())
        .word("", |(_, (_, effect))| match (effect.measured, effect.sure) {
            (true, true) => "",
            (true, false) => "noise",
            (false, _) => "screened",
        })
        .table
}

#[cfg(test)]
mod tests {
    use super::is_in;

    #[test]
    fn a_key_is_found_in_a_text_with_accents_and_punctuation() {
        for (key, text, found) in [
            ("golem de gres", "nemesis Golem de Grès", true),
            ("docteur nadir", "nemesis Docteur Nadir", true),
            ("l ombre", "nemesis L’Ombre", true),
            ("golem de gres", "nemesis Golem de Fer", false),
            ("4", "card 2, strike", false),
        ] {
            assert_eq!(is_in(key, text), found, "{key}");
        }
    }
}
