//! Computes the values that templates insert into the sentences of the verdict of `gong shape`.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::counts::ShapeCounts;
use super::measures::{MeasureScale, calibration_error, median};
use super::plan::{ShapeFound, ShapePlan};
use super::play::NO_CHANCE;
use super::tables::{ShapeMeasure, ShapeRow, ShapeRows};
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::sentences::Sentences;
use crate::report::words::{percent, signed, with_sign};

/// The results of `gong shape`, in the form that the report's page and charts need.
pub struct ShapeFacts<'a> {
    pub plan: &'a ShapePlan,
    pub counts: &'a ShapeCounts,
    pub rows: &'a ShapeRows,
    pub level: f64,
    pub people: People,
    /// Name and colour of each side of the game that the page draws; empty if no game was drawn.
    pub sides: Vec<(String, String)>,
    /// Index of the side that won the game that the page draws; `None` if no side won.
    pub winner: Option<usize>,
    /// Median number of rounds of a game.
    rounds: Option<f64>,
}

/// The reason why a measure of the game's shape has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Undefined {
    /// The measure needs rivals, but all seats are on one side.
    Cooperative,
    /// There are only two sides, so that a seat cannot decide between other sides.
    TwoSides,
    /// The game has no bot that is stronger than the scenario's bots.
    NoStrongerBot,
    /// The game ships no greedy bot that plays games to the end to measure luck.
    NoGuide,
    /// Too few games were played to compute the measure.
    TooFew,
}

impl Undefined {
    /// Returns the reason why a measure has no value, as text for a table.
    pub fn words(self) -> &'static str {
        match self {
            Undefined::Cooperative => "not defined in cooperative games",
            Undefined::TwoSides => "not defined with two sides",
            Undefined::NoStrongerBot => "not measured: the game has no stronger bot that searches",
            Undefined::NoGuide => "not measured: the game ships no greedy bot",
            Undefined::TooFew => "not measured: too few games",
        }
    }
}

impl<'a> ShapeFacts<'a> {
    pub fn new(
        plan: &'a ShapePlan,
        found: &ShapeFound,
        counts: &'a ShapeCounts,
        rows: &'a ShapeRows,
        manifest: &Manifest,
    ) -> ShapeFacts<'a> {
        let people = People::of(manifest);
        let drawn = found.drawn.as_ref();
        ShapeFacts {
            sides: drawn.map_or(vec![], |_| sides(plan, &people)),
            winner: drawn.and_then(|drawn| drawn.winner),
            rounds: median(&counts.lengths, manifest.level).map(|of| of.0),
            level: manifest.level,
            plan,
            counts,
            rows,
            people,
        }
    }

    /// Returns the table row of a measure.
    fn of(&self, measure: ShapeMeasure) -> &ShapeRow {
        let mut rows = self.rows.measured.iter();
        let row = rows.find(|row| row.measure == measure);
        row.expect("every measure has a row")
    }

    /// Returns the reason why a measure has no value; `None` if the measure has a value.
    pub fn undefined(&self, of: &ShapeRow) -> Option<Undefined> {
        let sides = &self.plan.sides;
        match of.measure {
            _ if of.value.is_some() => None,
            ShapeMeasure::Kingmaking if sides.cooperative => Some(Undefined::Cooperative),
            ShapeMeasure::Kingmaking if sides.count < 3 => Some(Undefined::TwoSides),
            ShapeMeasure::Play if self.plan.stronger.is_none() => Some(Undefined::NoStrongerBot),
            ShapeMeasure::Dice if !self.plan.measures_luck() => Some(Undefined::NoGuide),
            _ => Some(Undefined::TooFew),
        }
    }

    /// Returns the headline, the verdict and the method of the report as sentences.
    ///
    /// # Errors
    /// Fails if the template is faulty.
    pub fn sentences(&self, manifest: &Manifest) -> Result<Sentences> {
        let value = |measure: ShapeMeasure| {
            let row = self.of(measure);
            let (low, high) = (row.ci_low.unwrap_or(0.0), row.ci_high.unwrap_or(0.0));
            let undefined = self.undefined(row);
            context! { value => row.value, low, high, undefined => Serde(undefined) }
        };
        let comeback = self.of(ShapeMeasure::Comeback).value.unwrap_or(0.0);
        let longest = self.counts.longest_waiting(self.level);
        let longest = longest.and_then(|seat| self.rows.waiting.get(seat));
        let any = self.counts.any.share();
        Sentences::render(
            include_str!("sentences.j2"),
            context! {
                bots => manifest.strategies.iter().map(|bot| bot.name.clone()).collect::<Vec<_>>(),
                cooperative => self.plan.sides.cooperative,
                won => self.counts.won(),
                rounds => self.rounds,
                decided => self.of(ShapeMeasure::DecidedRound).value,
                last => value(ShapeMeasure::DecidedLast),
                comeback => value(ShapeMeasure::Comeback),
                one_in => (0.02..0.4).contains(&comeback).then(|| (1.0 / comeback).round() as u64),
                changes => value(ShapeMeasure::LeadChanges),
                last_lead => value(ShapeMeasure::LastLead),
                dice => value(ShapeMeasure::Dice),
                start => value(ShapeMeasure::Start),
                play => value(ShapeMeasure::Play),
                stronger => self.plan.stronger_bot().map(|bot| bot.name.clone()),
                kings => value(ShapeMeasure::Kingmaking),
                any,
                waits => self.rows.waiting.iter().any(|row| row.out > 0),
                waiting => self.of(ShapeMeasure::Waiting).value,
                longest => longest.map(|row| context! {
                    seat => row.seat, share => row.waiting,
                    out => row.out as f64 / row.games as f64,
                }),
                off => calibration_error(self.counts).map(Serde),
                no_chance => NO_CHANCE,
                level => self.level,
            },
        )
    }
}

/// Returns the names and the colours of the sides of the game that the page draws.
fn sides(plan: &ShapePlan, people: &People) -> Vec<(String, String)> {
    let profiles = plan.scenario.profiles();
    let seated = plan.scenario.open().seated(plan.games.seed, plan.drawn());
    let mut sides = vec![(vec![], String::new()); plan.sides.count];
    for (slot, seated) in seated.iter().enumerate() {
        let person = people.get(&profiles[usize::from(seated.fighter)].key);
        let (names, colour) = &mut sides[plan.sides.of_slot[slot]];
        names.push(person.name);
        if colour.is_empty() {
            *colour = person.colour;
        }
    }
    let mut sides: Vec<(String, String)> = sides
        .into_iter()
        .map(|(names, colour)| match names.as_slice() {
            [first, _, _, _, ..] => (format!("{first} + {} more", names.len() - 1), colour),
            few => (few.join(" + "), colour),
        })
        .collect();
    if plan.sides.cooperative {
        sides[0].0 = format!("all {}", people.several());
        sides[1].0 = "the game".to_owned();
    }
    sides
}

/// Formats a measure's value and its interval, as in "31.2 %" and "30.1 to 32.3"; the interval is
/// `None` with too few games.
pub fn written(row: &ShapeRow) -> Option<(String, Option<String>)> {
    let value = row.value?;
    let plain = |of: f64| match row.measure.scale() {
        MeasureScale::Share => percent(of, 1),
        MeasureScale::Points => signed(of * 100.0, 1),
        MeasureScale::Number => format!("{of:.1}"),
    };
    let shown = match row.measure.scale() {
        MeasureScale::Share => with_sign(value, 1),
        MeasureScale::Points => format!("{} points", plain(value)),
        MeasureScale::Number => plain(value),
    };
    let ends = row.ci_low.zip(row.ci_high);
    let interval = ends.map(|(low, high)| format!("{} to {}", plain(low), plain(high)));
    Some((shown, interval))
}
