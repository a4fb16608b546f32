//! The phases of a training: how the learning bot plays after a number of games.

/// Number of games at the start of a training in which the bot imitates its teacher.
pub const IMITATED: u64 = 60_000;
/// Probability of a random choice while the learning bot imitates its teacher.
const TEACHER_TRIES: f32 = 0.15;
/// Probability of a random choice after the phase in which the learning bot imitates its teacher.
const TRIES: f32 = 0.06;
/// Parameter λ of Q(λ), which weighs the game's result against the bot's later estimates; see
/// [`crate::strategies::trained::Lessons::close`].
const TRACE: f32 = 0.8;

/// Factor of the temperature when the learning bot begins to play against itself. At a high
/// temperature there is a single equilibrium, which the bot then follows as the temperature falls.
const HEAT: f32 = 5.0;
/// Number of games after which the factor has come half as near to 1.
const COOLING: f32 = 30_000.0;

/// How the learning bot plays and learns.
pub struct Phase {
    /// True if the bot imitates its teacher, or plays at random without one.
    pub imitates: bool,
    /// Probability that the bot chooses at random, 0 to 1.
    pub tries: f32,
    /// Factor of the temperature at which the bot draws its options.
    pub heat: f32,
    /// Parameter λ of Q(λ), 0 to 1: with 1, a decision's training target is the game's result; with
    /// 0, it is the bot's next estimate.
    pub trace: f32,
}

impl Phase {
    /// Returns the phase after the bot's networks have learnt from `played` games. A training that
    /// `continues` an earlier one does not imitate.
    pub fn after(played: u64, continues: bool, has_teacher: bool) -> Phase {
        let imitates = !continues && played < IMITATED;
        let games = played.saturating_sub(IMITATED) as f32;
        let heat = 1.0 + (HEAT - 1.0) * libm::exp2f(-games / COOLING);
        Phase {
            imitates,
            tries: match (imitates, has_teacher) {
                (true, true) => TEACHER_TRIES,
                (true, false) => 1.0,
                (false, _) => TRIES,
            },
            heat: if continues { 1.0 } else { heat },
            trace: if imitates { 1.0 } else { TRACE },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_imitates_and_then_plays_itself_ever_cooler() {
        let phases = [0, IMITATED - 1, IMITATED, IMITATED + 30_000, u64::MAX]
            .map(|played| Phase::after(played, false, true));
        assert_eq!(phases.each_ref().map(|of| of.imitates), [true, true, false, false, false]);
        assert_eq!(phases.each_ref().map(|of| of.trace), [1.0, 1.0, TRACE, TRACE, TRACE]);
        assert_eq!(phases[2..].iter().map(|of| of.heat).collect::<Vec<_>>(), [5.0, 3.0, 1.0]);
        assert_eq!(Phase::after(0, false, false).tries, 1.0);
        let continued = Phase::after(0, true, true);
        assert_eq!((continued.imitates, continued.heat, continued.tries), (false, 1.0, TRIES));
    }
}
