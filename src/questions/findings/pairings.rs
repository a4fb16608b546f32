//! The findings about line-ups: which are fair or successful, and who makes a team strong.

use std::fmt::{self, Display, Formatter};

use crate::report::shared::part_of;
use crate::report::words::{
    NBSP, capital, decimals, list, percent, plus_minus, points_plus_minus, with_sign,
};

/// Maximum number of effects that a sentence names on either side.
const NAMED: usize = 3;

/// A sentence of an answer about line-ups.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    NoGames,
    /// The only line-up of the command.
    Only(LineUpRates),
    /// Numbers of line-ups by verdict, and how many of these verdicts are those of the reference
    /// player.
    Verdicts {
        counts: Vec<(&'static str, usize)>,
        led: Option<(usize, String)>,
    },
    /// The party with the most wins. `best` is the number of parties that may be the best.
    BestParty {
        party: LineUpRates,
        best: usize,
        parties: usize,
        average: f64,
    },
    /// Two players have opposite verdicts on the most and the least successful party.
    BestDepends {
        most: String,
        least: String,
        bots: String,
        reference: String,
    },
    /// Line-ups that scenario files field.
    ReadyMade(Vec<LineUpRates>),
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
    /// The difference between two parties with the reference player.
    Difference {
        reference: String,
        most: String,
        least: String,
        change: f64,
        margin_of_error: f64,
        check: &'static str,
    },
    /// Who makes a team stronger or weaker. `words` are those for a fighter and for a team.
    Strengths {
        words: [String; 2],
        effects: [Vec<Effect>; 2],
    },
    /// Which pairs are stronger or weaker together. `several` is the word for fighters.
    Synergies {
        several: String,
        effects: [Vec<Effect>; 2],
    },
    /// Too few different line-ups show synergies.
    NoSynergies {
        several: String,
    },
}

/// A line-up with the win rates of its teams with one player.
#[derive(Debug, Clone, PartialEq)]
pub struct LineUpRates {
    /// The names of the teams: "Agaric + Baobab against Cactus + Sorgho".
    pub names: String,
    pub verdict: &'static str,
    pub scenario: Option<String>,
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
    let is = |count| if count == 1 { "is" } else { "are" };
    list(
        all.iter()
            .map(|&(word, count)| format!("{count} {} {word}", is(count)))
            .collect::<Vec<_>>(),
    )
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::NoGames => write!(to, "No games were played"),
            Finding::Only(of) if of.rates.len() == 1 => {
                write!(to, "{} wins {} of the games", of.names, of.rates())
            }
            Finding::Only(of) => write!(to, "{} is {} ({})", of.names, of.verdict, of.rates()),
            Finding::Verdicts { counts: by, led } => {
                let all: usize = by.iter().map(|(_, count)| count).sum();
                match by.as_slice() {
                    [(word, _)] => {
                        write!(to, "{} are {word}", capital(&part_of(all, all, "line-ups")))?;
                    }
                    several => write!(to, "Of {all} line-ups, {}", counts(several))?,
                }
                match led {
                    Some((led, reference)) => {
                        let is = if *led == 1 { "verdict is that" } else { "verdicts are those" };
                        write!(to, "; {led} {is} of “{reference}”")
                    }
                    None => Ok(()),
                }
            }
            Finding::BestParty { party, best, parties, average } => {
                let average = with_sign(*average, 1);
                match *best {
                    1 => write!(
                        to,
                        "{} ({}) wins most of {parties} parties; the average is {average}",
                        party.names,
                        party.rates()
                    ),
                    best if best == *parties => write!(
                        to,
                        "No party is significantly better than another: {parties} parties win \
                         {average} on average"
                    ),
                    best => write!(
                        to,
                        "The best of {parties} parties cannot be determined: {best} may be the \
                         best; the average is {average}"
                    ),
                }
            }
            Finding::BestDepends { most, least, bots, reference } => write!(
                to,
                "Which party wins most depends on who plays: {least} with “{reference}”, {most} \
                 with {bots}"
            ),
            Finding::ReadyMade(line_ups) => {
                let said = line_ups.iter().map(|of| {
                    let scenario = of.scenario.as_deref().unwrap_or_default();
                    format!("{} ({scenario}) is {}: {}", of.names, of.verdict, of.rates())
                });
                write!(to, "{}.", said.collect::<Vec<_>>().join("; "))
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
            Finding::Difference { reference, most, least, change, margin_of_error, check } => {
                write!(
                    to,
                    "With “{reference}”, the win rates of {most} and {least} differ by {} points \
                     ({check}).",
                    points_plus_minus(*change, *margin_of_error)
                )
            }
            Finding::Strengths { words: [fighter, team], effects: [more, less] } => {
                let (more, less) = (effects(more), effects(less));
                match (more.is_empty(), less.is_empty()) {
                    (true, true) => {
                        write!(to, "No {fighter} makes a {team} significantly stronger or weaker.")
                    }
                    (false, true) => write!(to, "A {team} is stronger with {more}."),
                    (true, false) => write!(to, "A {team} is weaker with {less}."),
                    _ => write!(to, "A {team} is stronger with {more}, and weaker with {less}."),
                }
            }
            Finding::Synergies { several, effects: [more, less] } => {
                let (more, less) = (effects(more), effects(less));
                match (more.is_empty(), less.is_empty()) {
                    (true, true) => write!(
                        to,
                        "No two {several} are significantly stronger or weaker together than apart."
                    ),
                    (false, true) => write!(to, "Stronger together than apart: {more}."),
                    (true, false) => write!(to, "Weaker together than apart: {less}."),
                    _ => write!(to, "Stronger together than apart: {more}; weaker: {less}."),
                }
            }
            Finding::NoSynergies { several } => write!(
                to,
                "These line-ups do not show synergies: form smaller teams, or teams of more \
                 {several}."
            ),
        }
    }
}
