//! The findings of `gong shape`: when games are decided, and by what.

use super::counts::ShapeCounts;
use super::measures::{MeasureScale, calibration_error, median};
use super::plan::{ShapeFound, ShapePlan};
use super::tables::{ShapeMeasure, ShapeRow, ShapeRows};
use crate::questions::findings::Finding;
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::words::{level, percent, signed, the_bots, with_sign};
use crate::stats::intervals::Interval;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

    /// Returns the headline and the findings of the report.
    pub fn findings(&self) -> (Finding, Vec<Finding>) {
        let Some((round, rounds)) = self.of(ShapeMeasure::DecidedRound).value.zip(self.rounds)
        else {
            return (Finding::NobodyWon, vec![]);
        };
        let comeback = self.of(ShapeMeasure::Comeback).value.unwrap_or(0.0);
        let games = self.counts.won();
        let headline = Finding::Decided { round, rounds, games, comeback };
        let longest = self.counts.longest_waiting(self.level);
        let longest = longest.and_then(|seat| self.rows.waiting.get(seat));
        let waiting = longest.and_then(|row| {
            let out = row.out as f64 / row.games.max(1) as f64;
            Some(Finding::Waits { seat: row.seat, out, share: row.waiting? })
        });
        let share = |measure| self.of(measure).value;
        let last = share(ShapeMeasure::DecidedLast).map(|last| Finding::DecidedLast {
            share: last,
            lead: share(ShapeMeasure::LastLead),
            changes: share(ShapeMeasure::LeadChanges),
        });
        let interval = |measure| {
            let row = self.of(measure);
            Some((row.value?, Interval { low: row.ci_low?, high: row.ci_high? }))
        };
        let level = self.level;
        let luck = interval(ShapeMeasure::Dice).map(|(share, interval)| Finding::Luck {
            share,
            interval,
            level,
        });
        let stronger = self.plan.stronger_bot().map(|bot| bot.name.clone());
        let play = interval(ShapeMeasure::Play).zip(stronger);
        let play = play.map(|((change, interval), bot)| Finding::BetterPlay {
            bot,
            change,
            interval,
            level,
        });
        let kings = match self.undefined(self.of(ShapeMeasure::Kingmaking)) {
            None => interval(ShapeMeasure::Kingmaking)
                .map(|(share, interval)| Finding::Kingmaking { share, interval, level }),
            Some(why @ (Undefined::Cooperative | Undefined::TwoSides)) => {
                Some(Finding::NoKingmaking { why: why.words() })
            }
            Some(_) => None,
        };
        let findings = [last, waiting, luck, play, kings];
        (headline, findings.into_iter().flatten().collect())
    }

    /// Describes how the measures are computed.
    pub fn method(&self, manifest: &Manifest) -> String {
        let bots = the_bots(manifest.strategies.iter().map(|bot| &bot.name));
        let party = match self.plan.sides.cooperative {
            true => " In a cooperative game, the game itself counts as the other side.",
            false => "",
        };
        let off = calibration_error(self.counts).map(|[off, exact]| {
            format!(
                " The estimates differ from the real shares of wins by {} points on average; exact \
                 estimates would differ by about {} points, because of sampling error.",
                percent(off, 1),
                percent(exact, 1)
            )
        });
        let any = self.counts.any.share().map(|any| {
            format!(
                " For comparison with kingmaking: if one random decision of a game is changed, the \
                 winner is different in {} of the games.",
                with_sign(any, 0)
            )
        });
        format!(
            "A side’s win probability after a round is the mean of the estimates by {bots} at their \
             first decisions of the next round; it is 0 if the side can no longer win, and the \
             probabilities of all sides are scaled to a sum of 1.{party}{} A game is decided in the \
             first round after which the later winner leads until the end. To measure luck, gong \
             draws each random event of some games again, one at a time; to measure better play, it \
             replays every 25th game with a stronger bot in one seat.{} All intervals are {} \
             confidence intervals. Sources: Browne (“Automatic Generation and Evaluation of \
             Recombination Games”, PhD thesis, Queensland University of Technology, 2008), the \
             metrics of Ludii, White and Bowling (IJCAI 2009), and Burch et al. (AAAI 2018).",
            off.unwrap_or_default(),
            any.unwrap_or_default(),
            level(self.level)
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
