//! The findings about a change of a scenario, see `gong compare`.

use std::fmt::{self, Display, Formatter};

use crate::report::words::{in_points, level, with_sign};

/// A sentence about a change of the scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// The games are too few for any interval.
    TooFew,
    /// No win rate changes significantly; real changes are at most `at_most` (0 to 1). `whose` are
    /// the fighters, or the party.
    Unchanged { variant: Option<String>, whose: &'static str, at_most: f64, level: f64 },
    /// The number of rounds per game changes significantly.
    Length { rounds: [f64; 2] },
    /// Share of the games whose winner differs.
    OtherWinner { share: f64 },
    /// The games of the variants cannot be paired. `fair` are the fair shares if they differ.
    NotPaired { fair: Option<(f64, f64)> },
}

/// Formats two means with two decimals, or with more if both would otherwise look equal.
fn told_apart(means: [f64; 2]) -> [String; 2] {
    let with = |decimals: usize| means.map(|mean| format!("{mean:.decimals$}"));
    let mut more = (2..=6).map(with);
    more.find(|[before, after]| before != after).unwrap_or_else(|| with(2))
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::TooFew => write!(to, "Too few games for a verdict: play more (--games)"),
            Finding::Unchanged { variant, whose, at_most, level: at } => write!(
                to,
                "{} {whose} significantly ({} confidence: by at most {})",
                match variant {
                    Some(variant) => format!("{variant} does not change"),
                    None => "No variant changes".to_owned(),
                },
                level(*at),
                in_points(*at_most)
            ),
            Finding::Length { rounds } => {
                let way = if rounds[1] > rounds[0] { "rises" } else { "falls" };
                let [before, after] = told_apart(*rounds);
                write!(to, "The length of a game {way} from {before} to {after} rounds.")
            }
            Finding::OtherWinner { share } => {
                write!(to, "{} of the games have another winner.", with_sign(*share, 1))
            }
            Finding::NotPaired { fair } => {
                write!(
                    to,
                    "Not paired, because the line-ups differ: the variants are independent \
                     samples, with wider intervals. What plays in only one variant is not compared."
                )?;
                let Some((before, after)) = fair else {
                    return Ok(());
                };
                let [before, after] = [before, after].map(|share| with_sign(*share, 1));
                write!(
                    to,
                    " The fair share is {before} before and {after} after; this is part of every \
                     difference."
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::told_apart;

    #[test]
    fn means_that_differ_look_different() {
        assert_eq!(told_apart([6.5, 7.001]), ["6.50", "7.00"]);
        assert_eq!(told_apart([6.9984, 7.0]), ["6.998", "7.000"]);
        assert_eq!(told_apart([7.0, 7.0]), ["7.00", "7.00"]);
    }
}
