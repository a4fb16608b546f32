//! Says when more games do not make a result more precise: when its error comes mostly from
//! differences between the trainings of the bot that plays.

use super::facts::Fact;
use crate::report::words::the_bots;

/// The confidence interval of a result with the command's own bots.
#[derive(Debug, Clone, Copy)]
pub struct Width {
    pub half_width: f64,
    /// Share of the variance that more games would not reduce, 0 to 1.
    pub of_trainings: f64,
}

impl From<&Fact> for Width {
    fn from(fact: &Fact) -> Width {
        Width { half_width: fact.margin_of_error(), of_trainings: fact.of_trainings }
    }
}

/// Returns the finding that more games will not help; `None` if they reduce at least half of the
/// variance of the widest of these intervals. `reference` is true if the reference player plays.
pub fn finding(
    intervals: impl IntoIterator<Item = Width>,
    bots: &[String],
    reference: bool,
) -> Option<String> {
    let widest = intervals.into_iter();
    let widest = widest.max_by(|a, b| a.half_width.total_cmp(&b.half_width))?;
    let other = match reference {
        true => "Rely on what both players say.",
        false => "For a second opinion, let the reference player play (no --quick).",
    };
    (widest.of_trainings > 0.5).then(|| {
        format!(
            "The ± with {} comes mostly from differences between its trainings: another training \
             would give other numbers, and more games will not make it smaller. {other}",
            the_bots(bots)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_interval_decides_whether_more_games_help() {
        let width = |half_width, of_trainings| Width { half_width, of_trainings };
        let found = |intervals: &[Width]| {
            finding(intervals.iter().copied(), &["trained".to_owned()], false)
        };
        assert!(found(&[]).is_none());
        assert!(found(&[width(0.02, 0.4), width(0.01, 0.9)]).is_none());
        let said = found(&[width(0.02, 0.6), width(0.01, 0.0)]).unwrap();
        assert!(said.contains("more games will not make it smaller"), "{said}");
    }
}
