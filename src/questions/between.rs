//! Says when more games do not make a result more precise: when its error comes mostly from
//! differences between the trainings of the bot that plays.

use super::facts::Fact;
use crate::report::words::the_bots;

/// Returns the finding that more games will not help; `None` if they reduce at least half of the
/// variance of the fact with the widest interval. The facts are those of the command's own bots;
/// `reference` is true if the reference player plays.
pub fn finding<'a>(
    facts: impl IntoIterator<Item = &'a Fact>,
    bots: &[String],
    reference: bool,
) -> Option<String> {
    let facts = facts.into_iter();
    let widest = facts.max_by(|a, b| a.margin_of_error().total_cmp(&b.margin_of_error()))?;
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
    use crate::questions::facts::{SubjectKind, WIN_RATE};
    use crate::stats::Compared;
    use crate::stats::intervals::Interval;

    #[test]
    fn the_widest_interval_decides_whether_more_games_help() {
        let width = |half: f64, of_trainings| {
            let interval = Some(Interval { low: -half, high: half });
            let (means, difference) = ([Some(0.5); 2], Some(0.0));
            let compared =
                Compared { games: 100, means, difference, interval, p: 1.0, of_trainings };
            Fact::change("change", ("trained", SubjectKind::Game, ""), WIN_RATE, compared)
        };
        let found = |facts: &[Fact]| finding(facts, &["trained".to_owned()], false);
        assert!(found(&[]).is_none());
        assert!(found(&[width(0.02, 0.4), width(0.01, 0.9)]).is_none());
        let said = found(&[width(0.02, 0.6), width(0.01, 0.0)]).unwrap();
        assert!(said.contains("more games will not make it smaller"), "{said}");
    }
}
