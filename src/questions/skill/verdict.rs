//! Computes the values that templates insert into the sentences of the verdict of `gong skill`.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::facts::{Side, SkillFacts};
use super::tables::{FEWEST_RANKED, word};
use crate::report::factions;
use crate::report::sentences::{Sentences, Standing};
use crate::report::shared::{Wins, descending};
use crate::report::words::decimals;
use crate::stats::intervals::Interval;

/// Maximum number of names in the report's headline; if there are more, the headline gives only
/// their number.
const NAMED: usize = 4;

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &SkillFacts) -> Result<Sentences> {
    let sides: Vec<SideVerdicts> =
        facts.sides.iter().map(|side| SideVerdicts::new(facts, side)).collect();
    let (depending, same): (Vec<_>, Vec<_>) = sides.into_iter().partition(|of| of.parts.len() > 1);
    let rated = |wins: &Wins| {
        context! { rate => wins.rate(), margin_of_error => wins.margin_of_error() }
    };
    let party = facts.party_step().map(|(first, last, step)| {
        let Interval { low, high } = step.interval;
        let (difference, sure) = (step.difference, step.sure);
        context! { weakest => rated(first), strongest => rated(last), difference, low, high, sure }
    });
    let factions = facts.names().zip(&facts.factions);
    let factions =
        factions.filter_map(|(level, of)| Some((level.clone(), factions::headline(of, "")?)));
    let last = facts.levels.len().saturating_sub(1);
    let steps = (0..last).map(|step| Change::new(facts, step));
    let open = |side: &&Side| !side.levels(Standing::Open).is_empty();
    let changes = |side: &&Side| side.steps.iter().any(|step| step.sure);
    let ranks = facts.agreement.iter().filter_map(|of| {
        let with_last = of.other == facts.levels[last].level;
        let (value, low, high) = (of.correlation?, of.ci_low, of.ci_high);
        with_last.then(|| context! { level => of.level.clone(), value, low, high })
    });
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            levels => facts.names().cloned().collect::<Vec<_>>(),
            fair => facts.fair.map(|fair| fair.share),
            margin => facts.fair.map(|fair| fair.margin),
            level => facts.level,
            who => facts.people.word().to_owned(),
            several => facts.people.several().to_owned(),
            all => facts.sides.len(),
            open => facts.sides.iter().filter(open).count(),
            changing => facts.sides.iter().filter(changes).count(),
            party,
            factions => factions.collect::<Vec<_>>(),
            names => labels(&depending),
            depending => Serde(depending),
            groups => Serde(Group::all(&same)),
            nowhere => labels(same.iter().filter(|side| side.parts.is_empty())),
            steps => Serde(steps.collect::<Vec<_>>()),
            ranks => ranks.collect::<Vec<_>>(),
            FEWEST_RANKED,
            NAMED,
        },
    )
}

/// A side with its significant verdicts (strong, weak or fair), for a template.
#[derive(Serialize)]
struct SideVerdicts {
    label: String,
    /// The side's verdicts (strong, weak or fair), each with the skill levels where it is
    /// significant.
    parts: Vec<Part>,
    /// The skill levels, in quotation marks, at which no verdict on the side is significant.
    open: Vec<String>,
}

/// A verdict (strong, weak or fair) on a side, and the skill levels where this verdict is
/// significant.
#[derive(Serialize)]
struct Part {
    standing: &'static str,
    at: Vec<Rate>,
}

/// The win rate of a side at a skill level.
#[derive(Serialize)]
struct Rate {
    level: String,
    rate: f64,
    /// Number of decimals to show for the win rate as a percentage, chosen by the half-width of its
    /// interval.
    fine: usize,
}

impl SideVerdicts {
    fn new(facts: &SkillFacts, side: &Side) -> SideVerdicts {
        let rate = |level: usize| {
            let wins = &side.at[level].wins;
            Rate {
                level: facts.levels[level].level.clone(),
                rate: wins.rate(),
                fine: decimals(wins.margin_of_error()),
            }
        };
        let part = |standing| Part {
            standing: word(standing),
            at: side.levels(standing).into_iter().map(rate).collect(),
        };
        let open = side.levels(Standing::Open).into_iter();
        SideVerdicts {
            label: side.label.clone(),
            parts: side.certain().into_iter().map(part).collect(),
            open: open.map(|level| format!("“{}”", facts.levels[level].level)).collect(),
        }
    }
}

/// Sides with the same verdict, such as strong, at every skill level where their verdict is
/// significant.
#[derive(Serialize)]
struct Group<'a> {
    standing: &'static str,
    /// The sides with a significant verdict at every skill level.
    whole: Vec<String>,
    /// The sides without a significant verdict at some skill levels.
    part: Vec<&'a SideVerdicts>,
}

impl Group<'_> {
    fn all(sides: &[SideVerdicts]) -> Vec<Group<'_>> {
        let group = |standing| {
            let so = |of: &&SideVerdicts| of.parts.iter().any(|part| part.standing == standing);
            let all = sides.iter().filter(so);
            let (whole, part): (Vec<&SideVerdicts>, Vec<&SideVerdicts>) =
                all.partition(|of| of.open.is_empty());
            Group { standing, whole: labels(whole), part }
        };
        ["strong", "fair", "weak"].map(group).into()
    }
}

fn labels<'a>(sides: impl IntoIterator<Item = &'a SideVerdicts>) -> Vec<String> {
    sides.into_iter().map(|side| side.label.clone()).collect()
}

/// The significant changes of win rates from one skill level to the next.
#[derive(Serialize)]
struct Change {
    from: String,
    to: String,
    /// The sides whose win rate rises, each with its change, the largest change first.
    up: Vec<(String, f64)>,
    /// The sides whose win rate falls, each with its change, the largest change first.
    down: Vec<(String, f64)>,
}

impl Change {
    fn new(facts: &SkillFacts, step: usize) -> Change {
        let of = |standing: Standing| {
            let so = |side: &&Side| side.steps[step].standing() == standing;
            let sides = facts.sides.iter().filter(so);
            let sides = sides.map(|side| (side.label.clone(), side.steps[step].difference));
            descending(sides, |of| of.1.abs())
        };
        Change {
            from: facts.levels[step].level.clone(),
            to: facts.levels[step + 1].level.clone(),
            up: of(Standing::Above),
            down: of(Standing::Below),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::At;
    use super::super::page;
    use super::super::standings::LevelStep;
    use super::super::tables::LevelRow;
    use super::*;
    use crate::report::people::People;
    use crate::report::sample::manifest;
    use crate::stats::fairness::Fair;
    use crate::stats::sample;

    /// Creates test results of two fighters at two levels of play. `sure` says which fighter's win
    /// rate changes significantly.
    fn facts(sure: [bool; 2]) -> SkillFacts {
        let at = |wins| At { wins: Wins::new(100, wins, 0.95), standing: Some(Standing::Open) };
        let side = |sure| Side {
            label: "Agaric".to_owned(),
            colour: String::new(),
            at: vec![at(20), at(40)],
            steps: vec![LevelStep {
                difference: 0.2,
                interval: Interval { low: 0.1, high: 0.3 },
                sure,
            }],
        };
        let level = |name: &str| LevelRow { level: name.to_owned(), games: 100 };
        SkillFacts {
            level: 0.95,
            fair: Some(Fair { share: 0.25, margin: 0.02 }),
            people: People::of(&manifest(&sample::cast(4, 4), 10)),
            levels: vec![level("random"), level("balanced")],
            sides: sure.map(side).into(),
            party: vec![],
            factions: vec![],
            agreement: vec![],
        }
    }

    #[test]
    fn the_headline_tells_changes_of_win_rates_without_a_change_of_verdicts() {
        let headline = |sure| sentences(&facts(sure)).unwrap().headline;
        assert_eq!(
            headline([true, false]),
            "Win rates of 1 of 2 fighters change with the level of play, but no verdict differs \
             significantly between the levels"
        );
        let same = "No verdict differs significantly between the levels of play";
        assert!(headline([false, false]).starts_with(same));
    }

    #[test]
    fn the_first_row_of_the_table_is_that_of_the_party() {
        let wins = |wins| Wins::new(100, wins, 0.95);
        let facts = SkillFacts { fair: None, party: vec![wins(30), wins(60)], ..facts([false; 2]) };
        let page = page::page(&facts, &manifest(&sample::cast(4, 4), 10)).unwrap();
        let columns = page.brief.tables[0].1.columns.iter();
        let first: Vec<String> = columns.map(|column| column.shown(0)).collect();
        assert_eq!([&first[0], &first[1], &first[3]], ["The party", "30.0", "60.0"]);
    }

    #[test]
    fn the_win_rates_of_a_party_have_intervals_and_a_test() {
        for (first, last, headline, verdict) in [
            (
                (40, 0),
                (4, 3),
                "75.0 % (± 44.9) at the level “balanced”",
                "changes: +75.0 points (95 % ",
            ),
            (
                (2, 1),
                (1, 1),
                "100.0 % (± 79.3) at the level “balanced”; the difference is not significant",
                "does not change significantly: +50.0 points (95 % ",
            ),
        ] {
            let wins = |(games, wins)| Wins::new(games, wins, 0.95);
            let said = sentences(&SkillFacts {
                fair: None,
                party: vec![wins(first), wins(last)],
                ..facts([false; 2])
            });
            let said = said.unwrap();
            let plain = |text: &str| text.replace('\u{a0}', " ");
            assert!(plain(&said.headline).ends_with(headline), "{}", said.headline);
            assert!(plain(&said.verdict[0]).contains(verdict), "{:?}", said.verdict);
        }
    }
}
