//! The table of steps: what each step changes, and how much the step matters.

use crate::analysis::knobs::StepKind;
use crate::report::shared::Changeable;
use crate::report::standing::Standing;
use crate::report::table::{Unit, row};

row! {
    /// One row per step (change of one value) with a known effect. The table `results` has the
    /// changes of all win rates and measures by the measured steps.
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
        /// change. Null if the step was not measured alone.
        subject: Option<String> [Unit::Word],
        /// The change of this win rate by the step alone, with the command’s own bots. If the step
        /// was not measured alone: its mean effect on the owner’s win rate over similar rosters,
        /// from games in which many values changed at once.
        effect: Option<f64> [Unit::Signed(3, "")],
        /// Lower end of the confidence interval of the effect.
        effect_low: Option<f64> [Unit::Signed(3, "")],
        /// Upper end of the confidence interval of the effect.
        effect_high: Option<f64> [Unit::Signed(3, "")],
        /// The verdict on the change, as in the table `results`; null if the step was not measured
        /// alone.
        changes: Option<Standing> [Unit::Word],
    }
}
