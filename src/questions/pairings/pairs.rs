//! Pairs of fighters: how often they win together, and whether they are stronger together than
//! apart.

use minijinja::{Value, context};

use crate::report::chart::Chart;
use crate::report::chart::matrix::{Head, Matrices, MatrixCell};
use crate::report::people::Person;
use crate::report::shared::{descending, greatest};
use crate::report::table::{Table, Unit, named};
use crate::report::words::{percent, signed, with_sign};

named! {
    /// Verdict on whether two fighters win more or less often together than apart, with Holm's
    /// correction for the number of pairs.
    pub enum PairVerdict {
        /// The pair wins significantly more often together.
        Stronger = "stronger",
        /// The pair wins significantly less often together.
        Weaker = "weaker",
        /// The fighters do not win significantly more or less often together.
        Noise = "noise",
    }
}

impl PairVerdict {
    /// Returns the verdict on the synergy of two fighters, given whether the synergy is significant
    /// and whether it is positive.
    pub fn of(significant: bool, positive: bool) -> PairVerdict {
        match (significant, positive) {
            (false, _) => PairVerdict::Noise,
            (true, true) => PairVerdict::Stronger,
            (true, false) => PairVerdict::Weaker,
        }
    }

    fn label(self) -> &'static str {
        match self {
            PairVerdict::Stronger => "stronger than apart",
            PairVerdict::Weaker => "weaker than apart",
            PairVerdict::Noise => "within noise",
        }
    }
}

/// Returns all pairs of different indices from 0 to `fighters` − 1, with the smaller index first.
pub fn pairs(fighters: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..fighters).flat_map(move |a| (a + 1..fighters).map(move |b| (a, b)))
}

/// Returns how many of `all` ranked teams or line-ups a sentence names as the best, and how many as
/// the worst: the same number, at most `most`. The two groups do not overlap, unless `all` is 1.
pub fn from_each_end(all: usize, most: usize) -> usize {
    (all / 2).clamp(1, most)
}

/// Results of the teams that contain both fighters of a pair.
pub struct Pair {
    /// Mean win rate of the teams with both fighters; `None` if there are no such teams.
    pub win_rate: Option<f64>,
    /// Synergy of two fighters: the win rate that a team gains because both are in it together.
    /// `None` if the games do not determine it.
    pub synergy: Option<f64>,
    /// Number after “±” of the two fighters' synergy.
    pub margin_of_error: Option<f64>,
    pub verdict: Option<PairVerdict>,
}

/// Results of all pairs of fighters that may be in the same team.
pub struct FighterPairs {
    pub fighters: Vec<Person>,
    /// The result of each pair, with the indices of the two fighters.
    pairs: Vec<((usize, usize), Pair)>,
}

/// Maximum number of fighters in the chart of pairs; more do not fit side by side.
const MOST_FIGHTERS: usize = 20;

/// Maximum number of pairs of fighters that a sentence of the report names.
const NAMED: usize = 3;

impl FighterPairs {
    /// Returns the colours of the fighters, `#RRGGBB`.
    pub fn colours(&self) -> Vec<String> {
        let fighters = self.fighters.iter();
        fighters.map(|fighter| fighter.colour.clone()).collect()
    }

    /// Creates the results of all pairs of fighters from `all`, which has one result for each pair
    /// in the order of [`pairs`]. If teams have one member, `all` is empty.
    pub fn new(fighters: Vec<Person>, all: impl Iterator<Item = Pair>) -> FighterPairs {
        FighterPairs { pairs: pairs(fighters.len()).zip(all).collect(), fighters }
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns whether the synergy of at least one pair is known.
    pub fn has_synergies(&self) -> bool {
        self.pairs.iter().any(|(_, pair)| pair.synergy.is_some())
    }

    /// Returns the names of a team's members as text.
    pub fn names(&self, members: &[usize]) -> String {
        let names = members.iter().map(|&i| self.fighters[i].name.as_str());
        names.collect::<Vec<_>>().join(" + ")
    }

    /// Returns template values for the pairs of fighters with this verdict. A sentence names the
    /// pairs with the largest synergies and says how many more there are.
    pub fn with(&self, verdict: PairVerdict) -> Value {
        let found = self.pairs.iter();
        let found = found.filter(|(_, pair)| pair.verdict == Some(verdict));
        let found = found.filter_map(|(of, pair)| Some((of, pair.synergy?)));
        let found = descending(found, |(_, synergy)| synergy.abs());
        let pair = |&(&(a, b), synergy): &(&(usize, usize), f64)| {
            context! { names => self.names(&[a, b]), synergy }
        };
        context! {
            named => found.iter().take(NAMED).map(pair).collect::<Vec<_>>(),
            more => found.len().saturating_sub(NAMED),
        }
    }

    /// Returns the pairs of fighters whose teams have the highest mean win rates: the names of the
    /// pair, and the mean win rate of its teams, 0 to 1. Empty if fewer than two pairs played.
    pub fn winning(&self) -> Vec<(String, f64)> {
        let rates = self.pairs.iter();
        let rates =
            rates.filter_map(|((a, b), pair)| Some((self.names(&[*a, *b]), pair.win_rate?)));
        let mut sorted = descending(rates, |(_, rate)| *rate);
        match sorted.len() {
            0 | 1 => vec![],
            all => {
                sorted.truncate(from_each_end(all, NAMED));
                sorted
            }
        }
    }

    /// Builds the table of all pairs of fighters, with the highest win rate first.
    pub fn table(&self, (id, title): (&str, &str), meaning: String) -> Table {
        let known = self.pairs.iter().filter(|(_, pair)| pair.win_rate.is_some());
        let sorted = descending(known, |(_, pair)| pair.win_rate.unwrap_or(0.0));
        Table::new(
            id,
            title,
            format!("{meaning} Marked rows: the synergy of the pair is significant."),
        )
        .of(&sorted)
        .word("Pair", |((a, b), _)| self.names(&[*a, *b]))
        .with("Mean win rate %", Unit::Share(1), |(_, pair)| pair.win_rate)
        .with("Synergy, points", Unit::Points(1), |(_, pair)| pair.synergy)
        .plus_minus(|(_, pair)| pair.margin_of_error)
        .with("Together", Unit::Word, |(_, pair)| Some(pair.verdict?.label().to_owned()))
        .marked(|(_, pair)| !matches!(pair.verdict, None | Some(PairVerdict::Noise)))
    }

    /// Draws the chart of all pairs of fighters: win rates above the diagonal, synergies below.
    /// `teams` is the word for what the fighters form (teams or parties). `reference` is the
    /// average win rate.
    pub fn chart(
        &self,
        name: &str,
        heading: &str,
        teams: &str,
        (reference, reference_words): (f64, &str),
    ) -> Option<Chart> {
        let all = || self.pairs.iter();
        let rates = all().filter_map(|(of, pair)| Some((of, pair.win_rate?)));
        let (best, rate) = rates.max_by(|a, b| a.1.total_cmp(&b.1))?;
        if self.fighters.len() > MOST_FIGHTERS {
            return None;
        }
        let off = |rate: f64| rate - reference;
        let rates = all().filter_map(|(_, pair)| pair.win_rate);
        let most_off = greatest(rates.map(|rate| off(rate).abs()));
        let synergies = all().filter_map(|(_, pair)| pair.synergy);
        let most_synergy = greatest(synergies.map(f64::abs));
        let cells = all().flat_map(|&((a, b), ref pair)| {
            let rate = pair.win_rate;
            let rate = rate.map(|rate| MatrixCell::of(off(rate) / most_off, percent(rate, 1)));
            let synergy = pair.synergy.map(|synergy| MatrixCell {
                faint: pair.verdict == Some(PairVerdict::Noise),
                ..MatrixCell::of(synergy / most_synergy, signed(synergy * 100.0, 1))
            });
            let both = [([a, b], rate), ([b, a], synergy)];
            both.into_iter().filter_map(|(at, cell)| Some((at, cell?)))
        });
        let heads = self.fighters.iter();
        let heads = heads.map(|of| Head::of(&of.name, &of.colour));
        let title = format!(
            "In these games {teams} with {} won most: {}",
            self.names(&[best.0, best.1]),
            with_sign(rate, 1)
        );
        let (subtitle, note) = match self.has_synergies() {
            true => (
                format!(
                    "Cells above the diagonal: mean win rate of the {teams} with the members of \
                     the row and the column, in %. Cells below the diagonal: synergy of the \
                     members of the row and the column, in points."
                ),
                format!(
                    "Warm colours: a win rate above {reference_words}, or a positive synergy. \
                     Cold colours: a win rate below {reference_words}, or a negative synergy. \
                     Faint numbers: the synergy is not significant."
                ),
            ),
            false => (
                format!(
                    "Mean win rate of the {teams} with the members of the row and the \
                    column, in %."
                ),
                format!(
                    "Warm colours: a win rate above {reference_words}. Cold colours: a win rate \
                     below {reference_words}."
                ),
            ),
        };
        let form = Matrices::square(heads, cells);
        Some(Chart::new(name, title, subtitle, form).presented(heading, note))
    }
}

#[cfg(test)]
mod tests {
    use super::{FighterPairs, Pair, from_each_end};
    use crate::report::people::Person;

    #[test]
    fn the_pairs_that_win_most_are_named_with_their_win_rates() {
        let fighters = ["A", "B", "C"].map(|name| Person {
            key: name.to_owned(),
            name: name.to_owned(),
            colour: String::new(),
        });
        let pair =
            |win_rate| Pair { win_rate, synergy: None, margin_of_error: None, verdict: None };
        let winning = |rates: [Option<f64>; 3]| {
            FighterPairs::new(fighters.to_vec(), rates.into_iter().map(pair)).winning()
        };
        let most = winning([Some(0.4), Some(0.6), None]);
        assert_eq!(most, [("A + C".to_owned(), 0.6)]);
        assert!(winning([Some(0.4), None, None]).is_empty());
    }

    #[test]
    fn no_line_up_is_named_from_both_ends() {
        let named = [1, 2, 3, 4, 6, 45].map(|all| from_each_end(all, 3));
        assert_eq!(named, [1, 1, 1, 2, 3, 3]);
    }
}
