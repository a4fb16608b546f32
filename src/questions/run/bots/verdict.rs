//! Computes the values that templates insert into the verdict of `gong run` with several bots.

use anyhow::Result;
use minijinja::{Value, context};

use super::facts::{BotsFacts, FighterVerdicts};
use super::styles::{Agreement, NEAR};
use crate::report::factions;
use crate::report::sentences::{Sentences, Standing};
use crate::report::shared::{descending, greatest};
use crate::report::words::{list, with_sign};

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &BotsFacts) -> Result<Sentences> {
    let shifts = facts.fighters.iter().map(|fighter| fighter.shift().0);
    let on = |standing: Standing| -> Vec<String> {
        let robust = facts.of(Agreement::Robust);
        names(robust.filter(|of| of.with[0].standing == standing))
    };
    let sides = [
        ("above", on(Standing::Above)),
        ("below", on(Standing::Below)),
        ("near", on(Standing::WithinNoise)),
    ];
    let factions = facts.bots.iter().zip(&facts.factions);
    let factions =
        factions.filter_map(|(bot, of)| Some((bot.clone(), factions::headline(of, "")?)));
    let most = descending(&facts.fighters, |of| of.shift().0);
    let depending = facts.of(Agreement::DependsOnStyle);
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            bots => facts.bots.len(),
            fair => facts.fair,
            level => facts.level,
            margin => NEAR,
            who => facts.people.word(),
            several => facts.people.several(),
            all => facts.fighters.len(),
            same => facts.of(Agreement::Robust).count(),
            shift => greatest(shifts),
            names => names(facts.of(Agreement::DependsOnStyle)),
            depending => depending.map(|of| shift_of(facts, of)).collect::<Vec<_>>(),
            sides => sides.to_vec(),
            open => names(facts.of(Agreement::Open)),
            most => most.first().map(|of| shift_of(facts, of)),
            party => facts.party().map(|of| shift_of(facts, of)),
            factions => factions.collect::<Vec<_>>(),
        },
    )
}

fn names<'a>(fighters: impl Iterator<Item = &'a FighterVerdicts>) -> Vec<String> {
    fighters.map(|fighter| fighter.who.name.clone()).collect()
}

/// Returns the results of a fighter or of the party with each bot, for a template.
fn shift_of(facts: &BotsFacts, fighter: &FighterVerdicts) -> Value {
    let with = fighter.with.iter().zip(&facts.bots);
    let rates = with.map(|(of, bot)| {
        let rate = with_sign(of.wins.rate(), 1);
        format!("{rate} with the bot “{bot}”")
    });
    let (by, margin_of_error) = fighter.shift();
    context! {
        name => fighter.who.name.clone(),
        rates => list(rates),
        by,
        margin_of_error,
        differs => fighter.differs(facts.level),
        ranks => fighter.ranks(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::WithBot;
    use super::*;
    use crate::report::measured::GameMeasures;
    use crate::report::people::{PARTY, People, Person};
    use crate::report::sample::manifest;
    use crate::report::shared::Wins;
    use crate::stats::sample;

    /// Returns the results of a fighter, or of the party, with two bots.
    fn results(name: &str) -> FighterVerdicts {
        with_wins(name, &[10, 40])
    }

    /// Returns the results of a fighter, or of the party, from the wins in 100 games of each bot.
    fn with_wins(name: &str, wins: &[u64]) -> FighterVerdicts {
        let with = wins.iter().map(|&wins| WithBot {
            wins: Wins::new(100, wins, 0.95),
            standing: Standing::Open,
            rank: None,
            values: vec![],
        });
        FighterVerdicts {
            who: Person { key: String::new(), name: name.to_owned(), colour: String::new() },
            agreement: Agreement::Open,
            with: with.collect(),
        }
    }

    fn said(fair: Option<f64>, fighters: Vec<FighterVerdicts>) -> Sentences {
        let facts = BotsFacts {
            level: 0.95,
            fair,
            bots: ["random", "careful"].map(str::to_owned).into(),
            people: People::of(&manifest(&sample::cast(4, 4), 10)),
            measured: GameMeasures::from(&sample::measures()),
            fighters,
            groups: fair.is_none().then(|| results(PARTY)).into_iter().collect(),
            factions: vec![],
        };
        sentences(&facts).unwrap()
    }

    #[test]
    fn the_headline_has_the_win_rate_of_the_party_with_each_bot() {
        let said = said(None, vec![]);
        assert_eq!(
            said.headline,
            "The party wins 10.0\u{a0}% with the bot “random” and 40.0\u{a0}% with the bot “careful”"
        );
        let varies = "The party’s win rate varies by 30.0 points (± ";
        assert!(said.verdict[0].starts_with(varies), "{:?}", said.verdict);
    }

    /// Win rates of 40 % and 54 % differ significantly if there are two bots, but not as the lowest
    /// and the highest of three.
    #[test]
    fn the_difficulty_is_tested_for_all_pairs_of_bots() {
        let differs = |wins: &[u64]| with_wins(PARTY, wins).differs(0.95);
        assert!(differs(&[40, 54]));
        assert!(!differs(&[40, 47, 54]));
        assert!(differs(&[10, 20, 40]));
    }

    #[test]
    fn none_of_the_fighters_is_said_as_no_fighter() {
        assert_eq!(
            said(Some(0.25), vec![results("Agaric")]).headline,
            "No fighter is on the same side of the fair share with every bot, and no fighter depends \
             significantly on the style of play; win rates differ by up to 30.0 points between bots"
        );
    }
}
