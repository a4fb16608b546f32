//! The findings about line-ups: which are fair or successful, and who makes a team strong.

use std::fmt::{self, Display, Formatter};

use crate::report::words::{NBSP, decimals, list, percent, plus_minus, points_plus_minus};

/// Maximum number of effects that a sentence names.
const NAMED: usize = 4;

/// A sentence of an answer about line-ups.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    NoGames,
    /// The only line-up of the command.
    Only(LineUpRates),
    /// Numbers of line-ups, or of parties, by verdict.
    Verdicts {
        several: &'static str,
        verdicts: Vec<(&'static str, usize)>,
    },
    /// The two ends of the order of all line-ups, with the words for them.
    Ends {
        words: [&'static str; 2],
        line_ups: [LineUpRates; 2],
    },
    /// How the verdicts of the reference player go together with those of the own bots: numbers of
    /// line-ups.
    Checked {
        reference: String,
        verdicts: Vec<(&'static str, usize)>,
    },
    /// The significant strengths, or synergies.
    Effects {
        what: String,
        effects: Vec<Effect>,
    },
}

/// A line-up with the win rates of its teams with one player.
#[derive(Debug, Clone, PartialEq)]
pub struct LineUpRates {
    /// The names of the teams: "Agaric + Baobab against Cactus + Sorgho".
    pub names: String,
    pub verdict: &'static str,
    /// The win rate of each team, 0 to 1, in the order of the names.
    pub rates: Vec<f64>,
    /// The largest number after "±".
    pub margin_of_error: f64,
    /// The player if it is the reference player.
    pub reference: Option<String>,
}

/// What a fighter or a pair adds to a win rate, −1 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    pub name: String,
    pub change: f64,
    pub margin_of_error: f64,
}

impl LineUpRates {
    /// Returns the win rates: "50.9 to 49.1 %, ± 5.3", or "71.2 ± 1.1 %" of a single team.
    fn rates(&self) -> String {
        let fine = decimals(self.margin_of_error);
        let rates = match self.rates.as_slice() {
            [one] => format!("{}{NBSP}%", plus_minus(*one, self.margin_of_error)),
            several => {
                let rates: Vec<String> = several.iter().map(|rate| percent(*rate, fine)).collect();
                let margin = percent(self.margin_of_error, fine);
                format!("{}{NBSP}%, ±{NBSP}{margin}", rates.join(" to "))
            }
        };
        match &self.reference {
            Some(reference) => format!("{rates} with “{reference}”"),
            None => rates,
        }
    }
}

/// Lists the effects with their numbers: "Baobab (+8.1 ± 1.2 points) and 2 more".
fn effects(all: &[Effect]) -> String {
    let named = all.iter().take(NAMED).map(|of| {
        format!("{} ({} points)", of.name, points_plus_minus(of.change, of.margin_of_error))
    });
    let more = all.len().saturating_sub(NAMED);
    list(named.chain((more > 0).then(|| format!("{more} more"))).collect::<Vec<_>>())
}

/// Lists the numbers of verdicts: "3 are fair and 1 is open".
fn counts(all: &[(&'static str, usize)]) -> String {
    let counts = all.iter().map(|&(word, count)| {
        let is = if count == 1 { "is" } else { "are" };
        format!("{count} {is} {word}")
    });
    list(counts.collect::<Vec<_>>())
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::NoGames => write!(to, "No games were played"),
            Finding::Only(of) if of.rates.len() == 1 => {
                write!(to, "{} wins {} of the games", of.names, of.rates())
            }
            Finding::Only(of) => write!(to, "{} is {} ({})", of.names, of.verdict, of.rates()),
            Finding::Verdicts { several, verdicts } => {
                let all: usize = verdicts.iter().map(|(_, count)| count).sum();
                match verdicts.as_slice() {
                    [(verdict, _)] => write!(to, "All {all} {several} are {verdict}"),
                    verdicts => write!(to, "Of {all} {several}, {}", counts(verdicts)),
                }
            }
            Finding::Ends { words: [first, last], line_ups: [best, worst] } => write!(
                to,
                "{first} in these games: {} ({}); {last}: {} ({}).",
                best.names,
                best.rates(),
                worst.names,
                worst.rates()
            ),
            Finding::Checked { reference, verdicts } => {
                let counts = verdicts.iter().map(|(word, count)| format!("{count} {word}"));
                let counts = list(counts.collect::<Vec<_>>());
                write!(to, "Verdicts on the line-ups that “{reference}” also played: {counts}.")
            }
            Finding::Effects { what, effects: all } => match all.is_empty() {
                true => write!(to, "{what}: no effect is significant."),
                false => write!(to, "{what}: {}.", effects(all)),
            },
        }
    }
}
