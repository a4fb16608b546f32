//! The results of `gong run` with several bots, for the report's page and sentences.

use super::Seen;
use super::styles::Agreement;
use crate::questions::run::rows::{MeasureRows, RunRows};
use crate::report::Manifest;
use crate::report::measured::GameMeasures;
use crate::report::people::{PARTY, People, Person};
use crate::report::sentences::Standing;
use crate::report::shared::{Wins, descending};
use crate::stats::intervals;

pub struct BotsFacts {
    pub level: f64,
    /// The win rate of a fighter of average strength, 0 to 1; `None` in a cooperative game.
    pub fair: Option<f64>,
    /// Names of the bots; a mark follows the names of bots that were trained with other fighters or
    /// rules.
    pub bots: Vec<String>,
    pub people: People,
    pub measured: GameMeasures,
    /// The results of the fighters; those whose strength depends on the bot come first.
    pub fighters: Vec<FighterVerdicts>,
    /// The results of the party (all players together); `None` unless the game is cooperative.
    pub party: Option<FighterVerdicts>,
}

pub struct FighterVerdicts {
    pub who: Person,
    pub agreement: Agreement,
    /// The results of the fighter with each bot, in the order of the bots.
    pub with: Vec<WithBot>,
}

/// Results of a fighter when one bot plays it.
pub struct WithBot {
    pub wins: Wins,
    pub standing: Standing,
    /// Rank of the fighter among all fighters by win rate with this bot; 1 is the highest win rate.
    /// `None` for the party.
    pub rank: Option<u64>,
    /// Values of each measure for the fighter with this bot: the mean per game of an amount, or the
    /// share of games without an event.
    pub values: Vec<Option<f64>>,
}

impl BotsFacts {
    pub fn new(runs: &[RunRows], seen: Vec<Seen>, manifest: &Manifest) -> BotsFacts {
        let people = People::of(manifest);
        let with_bot = |i: usize, run: &RunRows, standing: Standing| {
            let rows = &run.entrants[i];
            let own = rows.all.wins.win_rate;
            let better = run.entrants.iter();
            let better = better.filter(|of| of.all.wins.win_rate > own);
            let value = |values: &MeasureRows| match values {
                MeasureRows::Amount(_, summary) => summary.mean,
                MeasureRows::Time(_) => values.time().map(|(_, never)| never),
                MeasureRows::Flag(_) | MeasureRows::Class(_) => None,
            };
            WithBot {
                wins: rows.all.wins.clone(),
                standing,
                rank: Some(1 + better.count() as u64),
                values: rows.values.iter().map(value).collect(),
            }
        };
        let fighter = |(i, seen): (usize, Seen)| {
            let bots = runs.iter().zip(seen.standings);
            FighterVerdicts {
                who: people.get(&runs[0].entrants[i].all.who.entrant),
                agreement: seen.agreement,
                with: bots.map(|(run, of)| with_bot(i, run, of)).collect(),
            }
        };
        let mut fighters: Vec<FighterVerdicts> =
            seen.into_iter().enumerate().map(fighter).collect();
        let order = |fighter: &FighterVerdicts| match fighter.agreement {
            Agreement::DependsOnStyle => 0,
            Agreement::Robust => 1,
            Agreement::Open => 2,
        };
        fighters.sort_by(|a, b| order(a).cmp(&order(b)).then(b.mean().total_cmp(&a.mean())));
        let bots = manifest.strategies.iter();
        BotsFacts {
            level: manifest.level,
            fair: runs.first().and_then(|run| run.fair),
            bots: bots.map(|bot| manifest.marked(&bot.name)).collect(),
            measured: manifest.measured.clone(),
            people,
            fighters,
            party: FighterVerdicts::party(runs, manifest.level),
        }
    }

    /// Returns the results of the party (all players of a cooperative game), followed by those of
    /// the fighters.
    pub fn with_party(&self) -> impl Iterator<Item = &FighterVerdicts> {
        self.party.iter().chain(&self.fighters)
    }

    /// Returns the fighters on which the verdicts of all bots agree to the given degree.
    pub fn of(&self, agreement: Agreement) -> impl Iterator<Item = &FighterVerdicts> {
        let all = self.fighters.iter();
        all.filter(move |fighter| fighter.agreement == agreement)
    }
}

impl FighterVerdicts {
    /// Returns the results of the party (all players together) with each bot; `None` unless the
    /// game is cooperative.
    fn party(runs: &[RunRows], level: f64) -> Option<FighterVerdicts> {
        let with_bot = |run: &RunRows| {
            let games = run.lengths.iter().map(|of| of.games).sum();
            let members = run.entrants.iter().map(|of| &of.all.wins);
            WithBot {
                wins: Wins::of_party(games, members, level),
                standing: Standing::Open,
                rank: None,
                values: vec![],
            }
        };
        runs.first()?.fair.is_none().then(|| FighterVerdicts {
            who: Person {
                key: String::new(),
                name: PARTY.to_owned(),
                colour: String::new(),
            },
            agreement: Agreement::Open,
            with: runs.iter().map(with_bot).collect(),
        })
    }

    /// Mean win rate of the fighter over all bots, 0 to 1.
    fn mean(&self) -> f64 {
        let rates = self.with.iter().map(|with| with.wins.rate());
        rates.sum::<f64>() / self.with.len().max(1) as f64
    }

    /// Difference between the fighter's highest and lowest win rate over the bots, with the
    /// half-width of its confidence interval.
    pub fn shift(&self) -> (f64, f64) {
        let sorted = descending(&self.with, |with| with.wins.rate());
        let (Some(most), Some(least)) = (sorted.first(), sorted.last()) else {
            return (0.0, 0.0);
        };
        let margin_of_error =
            intervals::hypot(most.wins.margin_of_error(), least.wins.margin_of_error());
        (most.wins.rate() - least.wins.rate(), margin_of_error)
    }

    /// Formats the fighter's rank with each bot, as in "2, 1, 4"; empty for the party.
    pub fn ranks(&self) -> String {
        let ranks = self
            .with
            .iter()
            .filter_map(|with| Some(with.rank?.to_string()));
        ranks.collect::<Vec<_>>().join(", ")
    }

    /// Returns the words of the page for how far the bots agree on the fighter's strength.
    pub fn label(&self) -> &'static str {
        match self.agreement {
            Agreement::Robust => "same side",
            Agreement::DependsOnStyle => "depends on style",
            Agreement::Open => "open",
        }
    }
}
