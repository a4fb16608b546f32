//! The findings about a change of a scenario, see `gong compare`.

use std::fmt::{self, Display, Formatter};

use super::Subjects;
use crate::report::shared::part_of;
use crate::report::words::{counted, in_points, level, list, with_sign};

/// A sentence about a change of the scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// The games are too few for any interval.
    TooFew,
    /// No win rate changes significantly; real changes are at most `at_most` (0 to 1). `whose` are
    /// the fighters, or the party.
    Unchanged { variant: Option<String>, whose: String, at_most: f64, level: f64 },
    /// All games are the same in both variants.
    SameGames { most: f64, level: f64 },
    /// The win rates of these subjects do not change significantly.
    WithinNoise { subjects: Subjects, at_most: f64 },
    /// The mean of a measure rises (or falls) significantly for these subjects, most for the first,
    /// whose means are given.
    Mean { measure: String, subjects: Subjects, means: [f64; 2] },
    /// The number of rounds per game changes significantly.
    Length { rounds: [f64; 2] },
    /// Share of the games whose winner differs, and the most frequent pair of winners.
    OtherWinner { share: f64, most: Option<[String; 2]> },
    /// The games of the variants cannot be paired. `fair` are the fair shares if they differ.
    NotPaired {
        several: String,
        before: Vec<String>,
        after: Vec<String>,
        games: u64,
        fair: Option<[f64; 2]>,
    },
    /// Different bots play the variants.
    DifferentBots,
}

/// Formats two means with two decimals, or with more if both would otherwise look equal.
fn told_apart(means: [f64; 2]) -> [String; 2] {
    let with = |decimals: usize| means.map(|mean| format!("{mean:.decimals$}"));
    let mut more = (2..=6).map(with);
    more.find(|[before, after]| before != after).unwrap_or_else(|| with(2))
}

fn way([before, after]: &[f64; 2]) -> &'static str {
    if after > before { "rises" } else { "falls" }
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
            Finding::SameGames { most, level: at } => write!(
                to,
                "All games are the same in both variants: the same winners, measures and lengths. \
                 With {} confidence, at most {} of all possible games differ.",
                level(*at),
                with_sign(*most, 2)
            ),
            Finding::WithinNoise { subjects, at_most } => write!(
                to,
                "No significant change for {}: by at most {}.",
                subjects.named(12),
                in_points(*at_most)
            ),
            Finding::Mean { measure, subjects, means } => {
                let [before, after] = told_apart(*means);
                let who = match subjects.names.len() {
                    1 | 2 => list(&subjects.names),
                    some => {
                        let part = part_of(some, subjects.all, &subjects.words[1]);
                        format!("{part}, most for {}", subjects.names[0])
                    }
                };
                write!(to, "The mean of {measure} {} for {who} ({before} to {after}).", way(means))
            }
            Finding::Length { rounds } => {
                let [before, after] = told_apart(*rounds);
                write!(to, "The length of a game {} from {before} to {after} rounds.", way(rounds))
            }
            Finding::OtherWinner { share, most } => {
                write!(to, "{} of the games have another winner", with_sign(*share, 1))?;
                match most {
                    Some([before, after]) => {
                        write!(to, ", most often {after} instead of {before}.")
                    }
                    None => write!(to, "."),
                }
            }
            Finding::NotPaired { several, before, after, games, fair } => {
                let only = |when: &str, names: &[String]| match names {
                    [] => None,
                    names => Some(format!("only {when} {}", list(names))),
                };
                let who = [only("before", before), only("after", after)];
                let who: Vec<String> = who.into_iter().flatten().collect();
                let who = match who.as_slice() {
                    [] => format!("the same {several} play in other numbers or other places"),
                    who => format!("different {several} play ({})", who.join("; ")),
                };
                write!(
                    to,
                    "Not paired: {who}. The variants are independent samples of {} each, with \
                     wider intervals.",
                    counted(*games, "game")
                )?;
                match fair {
                    Some([before, after]) => write!(
                        to,
                        " The fair share is {} before and {} after; this is part of every \
                         difference.",
                        with_sign(*before, 1),
                        with_sign(*after, 1)
                    ),
                    None => Ok(()),
                }
            }
            Finding::DifferentBots => write!(
                to,
                "Different bots play the variants: the differences of the win rates include those \
                 of the bots, and no reference player checks them."
            ),
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
