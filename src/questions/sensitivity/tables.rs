//! The table of steps: what each step changes, and how much the step matters.

use crate::analysis::knobs::StepKind;
use crate::report::shared::Changeable;
use crate::report::standing::Standing;
use crate::report::table::{Unit, row};

row! {
    /// One row per measured step (change of one value). The table `results` has its changes of all
    /// win rates and measures.
    pub struct StepRow in "steps" {
        /// Name of the step, as in the column `arm` of the table `results`: the value’s path, and
        /// the value after the change.
        arm: String [Unit::Word],
        /// The value of a fighter or rule that is changed.
        of: Changeable,
        /// The unchanged value, as in the scenario.
        now: String [Unit::Word],
        /// Kind of change: `up` or `down` by one, `swap` with the next higher value, `other` for
        /// another of several choices, `off` to remove an effect, `withheld` to take a thing away.
        step: StepKind [Unit::Word],
        /// The value after the change.
        to: String [Unit::Word],
        /// Whose win rate decides how much the step matters: the value’s owner. Of a rule: the
        /// party, the faction that gains most, or without either the fighter with the largest
        /// change.
        subject: String [Unit::Word],
        /// The change of this win rate by the step, with the command’s own bots.
        change: Option<f64> [Unit::Signed(3, "")],
        /// The verdict on this change, as in the table `results`.
        changes: Option<Standing> [Unit::Word],
    }
}
