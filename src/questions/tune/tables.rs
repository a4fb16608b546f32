//! The tables of a tuning: the sets of edits that come nearest to the targets and the changes of
//! each set, for files; and the tables of the report's page.

use super::facts::{TuneFacts, distance, set_name};
use super::tuning::{Solution, Task, TuningEdit};
use crate::analysis::knobs::StepKind;
use crate::games::Provenance;
use crate::questions::facts::Fact;
use crate::report::shared::Changeable;
use crate::report::table::{Table, Unit, row};

row! {
    /// One row per set of edits, from the unchanged scenario to the set with the most edits. Sets
    /// whose win rates are no nearer to the targets than those of a smaller set are left out.
    pub struct SolutionRow in "solutions" {
        /// Number of the set of edits; 0 is the unchanged scenario.
        solution: u64 [Unit::Ordinal],
        /// Name of the set in the table `results`.
        arm: String [Unit::Word],
        /// Number of edits in the set; two values that change places are one edit.
        edits: u64 [Unit::Count],
        /// Total number of steps of all edits in the set; a step is the smallest change of a value.
        steps: u64 [Unit::Count],
        /// Largest distance of a corrected win rate from its target in the final test.
        distance: f64 [Unit::Share(1)],
        /// True if all corrected win rates with a target are near enough to it: their confidence
        /// intervals lie within the accepted distance.
        certified: bool [Unit::Flag],
    }
}

row! {
    /// One row per edit of each set of edits.
    pub struct EditRow in "edits" {
        /// Number of the set of edits to which the edit belongs, from 1.
        solution: u64 [Unit::Ordinal],
        /// The game value that is edited.
        of: Changeable,
        /// The game value before the edit.
        from: String [Unit::Word],
        /// The game value after the edit.
        to: String [Unit::Word],
        /// Direction of the edit: `up`, `down`, or `swap` with another value of the fighter.
        step: StepKind [Unit::Word],
        /// Number of steps by which the value changes, negative for down; 1 for two values that
        /// change places.
        by: i64 [Unit::Signed(0, "steps")],
    }
}

impl SolutionRow {
    pub fn new(number: u64, solution: &Solution, Task { settings, moves, .. }: Task<'_>) -> Self {
        let set = &solution.set;
        SolutionRow {
            solution: number,
            arm: set_name(set.len()),
            edits: set.len() as u64,
            steps: set.iter().map(|&edit| moves[edit].by.unsigned_abs()).sum(),
            distance: settings.distance(solution).value,
            certified: settings.certifies(solution),
        }
    }
}

impl EditRow {
    pub fn new(solution: u64, of: &TuningEdit) -> EditRow {
        let TuningEdit { knob, to, kind: step, by, .. } = of.clone();
        EditRow { solution, of: (&knob).into(), from: knob.now, to, step, by }
    }
}

/// Builds the table of the values that the proposed set changes; no rows without edits.
pub fn changed(facts: &TuneFacts) -> Table {
    let person = |edit: &EditRow| edit.of.fighter.as_ref().map(|key| facts.people.get(key));
    let meaning = "All values that are not in this table stay unchanged. A change of a printed \
        value means a reprint of the rulebook; a reconstructed value was never printed.";
    Table::new("changed", "The values before and after", meaning)
        .of(&facts.best().edits)
        .word("Whose", |edit| person(edit).map_or("Rules".to_owned(), |of| of.name))
        // Edits of rules have the colour of muted text.
        .coloured(|edit| person(edit).map_or("#5E5E67".to_owned(), |of| of.colour))
        .word("Value", |edit| edit.of.said())
        .word("Before", |edit| &edit.from)
        .word("After", |edit| &edit.to)
        .word("It was", |edit| edit.of.provenance.map_or("a rule", Provenance::name))
        .table
}

/// Builds the table of all sets of edits, ordered by the number of edits.
pub fn sets(facts: &TuneFacts) -> Table {
    let meaning = "The best set found for each number of edits. The table leaves out sets that are \
        no closer to the targets than a set with fewer edits. Marked row: the set that this page \
        shows.";
    let best = facts.best().row.solution;
    Table::new("sets", "The best set for each number of edits", meaning)
        .of(&facts.sets)
        .word("Set", |of| &of.row.arm)
        .in_terminal()
        .with("Steps", Unit::Count, |of| of.row.steps)
        .in_terminal()
        .with("Largest distance, points", Unit::Distance(1), |of| of.row.distance)
        .in_terminal()
        .word("Certified", |of| if of.row.certified { "yes" } else { "no" })
        .in_terminal()
        .word("Changes (--set)", |of| of.settings.join(" "))
        .marked(|of| of.row.solution == best && facts.sets.len() > 1)
}

/// Builds the table of the win rates without edits and with the proposed set, and of those of the
/// reference player with this set. A terminal prefers the win rates with a target.
pub fn rates(facts: &TuneFacts) -> Table {
    let meaning = "Win rates in the games of the final test, whose seeds the search has not used. \
        Estimates have a correction, whose error is in “±”. “±”: half of the width of the \
        confidence interval, corrected for the number of sets and looks. The reference player has \
        other games. Marked rows: the win rate is too far from its target.";
    let mut table = Table::new("rates", facts.title(), meaning)
        .of(&facts.rates)
        .word(facts.people.heading(), |of| &of.label)
        .coloured(|of| &of.colour)
        .in_terminal()
        .preferred(|of| distance(&of.shown[1]).is_some());
    if facts.is_edited() {
        table = table.with("Before %", Unit::Share(1), |of| of.shown[0].value()).in_terminal();
    }
    table = table
        .with("Win rate %", Unit::Share(1), |of| of.shown[1].value())
        .in_terminal()
        .plus_minus(|of| of.shown[1].margin_of_error());
    if let Some(reference) = &facts.reference {
        table = table
            .with(format!("With {reference} %"), Unit::Share(1), |of| {
                of.reference.as_ref()?.row.value
            })
            .in_terminal()
            .plus_minus(|of| of.reference.as_ref().map(Fact::margin_of_error));
    }
    table
        .with("Target %", Unit::Share(1), |of| of.shown[1].row.fair)
        .in_terminal()
        .marked(|of| distance(&of.shown[1]) > Some(facts.settings.goal.within))
}
