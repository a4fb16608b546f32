//! What `gong tune` leaves behind: the sets of edits that come nearest to the targets, what each changes, and what it comes to.

mod charts;
mod facts;
mod lists;
mod page;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use super::page::{Page, withheld_headline};
use super::table::{Row, Unit, row};
use super::{Manifest, Tables};
use crate::analysis::knobs::Turn;
use crate::analysis::tune::{Found, Move, Rate, Solution};
use crate::games::Provenance;

row! {
    /// One row per set of edits, from the scenario as it is to the most edits; sets that come no nearer than fewer edits are left out.
    pub struct SolutionRow in "solutions" {
        /// Its number, from 0: the scenario as it is.
        solution: u64 [Unit::Ordinal],
        /// How many edits it has; two values that change places are one.
        edits: u64 [Unit::Count],
        /// The steps of all its edits together.
        steps: u64 [Unit::Count],
        /// The largest distance of anybody’s win rate from its target, with any bot, in the games that certify.
        distance: f64 [Unit::Share(1)],
        /// Everybody with a target is near enough with every bot: all intervals lie within it.
        certified: bool [Unit::Flag],
    }
}

row! {
    /// One row per set of edits and edit.
    pub struct EditRow in "edits" {
        /// The number of the set.
        solution: u64 [Unit::Ordinal],
        /// The fighter’s key; null of a rule.
        fighter: Option<String> [Unit::Word],
        /// The key of the fighter’s thing (a card) that the value belongs to, if it belongs to one.
        thing: Option<String> [Unit::Word],
        /// The value’s name below these.
        value: String [Unit::Word],
        /// The value’s path; positions in lists count from 0.
        field: String [Unit::Word],
        /// The value in words.
        words: String [Unit::Word],
        /// `printed`, `reconstructed` or `own`: where the value comes from as it is; null of a rule.
        provenance: Option<String> [Unit::Word],
        /// What the value is.
        from: String [Unit::Word],
        /// What it is to be.
        to: String [Unit::Word],
        /// `up`, `down`, or `swap` with another of the fighter’s.
        step: String [Unit::Word],
        /// So many steps up, or if it is below 0 down; of two values that change places 1.
        by: i64 [Unit::Signed(0, "steps")],
    }
}

row! {
    /// One row per set of edits, bot and entrant: how often it wins in the games that certify.
    pub struct TunedRate in "tuned_rates" {
        /// The number of the set.
        solution: u64 [Unit::Ordinal],
        /// The bot that the edits have to serve: it plays everybody who is not someone else’s.
        bot: String [Unit::Word],
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// Games played.
        games: u64 [Unit::Count],
        /// Of these, games won.
        wins: u64 [Unit::Count],
        /// The share of these.
        win_rate: f64 [Unit::Share(1)],
        /// The lower end of the win rate’s interval: right for this entrant to either side, in all of the table’s sets and at every look, with the level asked for.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the win rate’s interval.
        ci_high: f64 [Unit::Share(1)],
        /// The win rate that it is to have; null if it may have any.
        target: Option<f64> [Unit::Share(1)],
        /// How far it is from that.
        distance: Option<f64> [Unit::Share(1)],
    }
}

/// The tables of what was found; `bots` are the names of those that the edits have to serve.
pub fn tables(found: &Found, bots: &[String]) -> Tables {
    let (mut solutions, mut edits, mut rates) = (vec![], vec![], vec![]);
    for (number, solution) in (0..).zip(&found.solutions) {
        solutions.push(SolutionRow::new(number, solution));
        edits.extend(solution.moves.iter().map(|of| EditRow::new(number, of)));
        for (bot, of) in bots.iter().zip(&solution.rates) {
            rates.extend(of.iter().map(|rate| TunedRate::new(number, bot, rate)));
        }
    }
    Tables(vec![
        SolutionRow::table(solutions),
        EditRow::table(edits),
        TunedRate::table(rates),
    ])
}

/// The best of some sets of edits, in the order of their numbers, by whether they are certified and by their distance: the first that is certified, or else the nearest.
pub fn best(solutions: impl Iterator<Item = (bool, f64)> + Clone) -> usize {
    let certified = solutions.clone().position(|(certified, _)| certified);
    let nearest = || {
        let all = solutions.enumerate();
        all.min_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b))
    };
    certified
        .or_else(|| nearest().map(|(at, _)| at))
        .unwrap_or(0)
}

impl SolutionRow {
    fn new(number: u64, solution: &Solution) -> SolutionRow {
        SolutionRow {
            solution: number,
            edits: solution.moves.len() as u64,
            steps: solution.steps(),
            distance: solution.distance(),
            certified: solution.certified,
        }
    }
}

impl EditRow {
    fn new(solution: u64, of: &Move) -> EditRow {
        let knob = &of.knob;
        let step = match (knob.step(Turn::Swap), of.by > 0) {
            (Some(_), _) => Turn::Swap,
            (None, true) => Turn::Up,
            (None, false) => Turn::Down,
        };
        EditRow {
            solution,
            fighter: knob.fighter.clone(),
            thing: knob.thing.clone(),
            value: knob.name().to_owned(),
            field: knob.field.clone(),
            words: knob.words.clone(),
            provenance: knob.provenance.map(|of| provenance(of).to_owned()),
            from: knob.now.clone(),
            to: of.to.clone(),
            step: step.name().to_owned(),
            by: of.by,
        }
    }

    /// "card 3, defense: 3 instead of 4", "card 1, initiative: swapped with card 2".
    fn change(&self) -> String {
        let said = self.words.replace(": ", ", ");
        match self.step == Turn::Swap.name() {
            true => said.replace(" swapped", ": swapped"),
            false => format!("{said}: {} instead of {}", self.to, self.from),
        }
    }
}

impl TunedRate {
    fn new(solution: u64, bot: &str, rate: &Rate) -> TunedRate {
        TunedRate {
            solution,
            bot: bot.to_owned(),
            entrant: rate.fighter.clone(),
            strategy: rate.strategy.clone(),
            games: rate.games,
            wins: rate.wins,
            win_rate: rate.rate(),
            ci_low: rate.interval.low,
            ci_high: rate.interval.high,
            target: rate.target,
            distance: rate.target.map(|_| rate.distance()),
        }
    }

    /// Half the width of the interval.
    fn half(&self) -> f64 {
        (self.ci_high - self.ci_low) / 2.0
    }
}

/// Where a value comes from, as tables say it.
fn provenance(of: Provenance) -> &'static str {
    match of {
        Provenance::Printed => "printed",
        Provenance::Reconstructed => "reconstructed",
        Provenance::Own => "own",
    }
}

/// What the scenario file of the best set of edits says of itself, line by line; of the scenario as it is nothing.
///
/// # Errors
/// If the tables are not those of a tuning.
pub fn head(tables: &Tables, manifest: &Manifest) -> Result<Vec<String>> {
    let facts = facts::Facts::new(tables, manifest)?;
    let edits = &facts.best().edits;
    if edits.is_empty() {
        return Ok(vec![]);
    }
    let headline = match manifest.unlearnt.is_empty() {
        true => verdict::headline(&facts),
        false => withheld_headline(manifest),
    };
    let mut lines = vec![
        format!("{}: {headline}.", manifest.title),
        format!("Made by gong {}: {}", manifest.gong, manifest.command),
    ];
    lines.extend(edits.iter().map(|edit| {
        let was = edit.provenance.as_deref();
        let was = was.map_or(String::new(), |was| format!(" ({was})"));
        format!("- {}{was}", facts.change(edit))
    }));
    Ok(lines)
}

/// The page.
///
/// # Errors
/// If the tables are not those of a tuning.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&facts::Facts::new(tables, manifest)?, manifest))
}
