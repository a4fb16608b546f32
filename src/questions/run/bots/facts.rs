//! The results of `gong run` with several bots, for the report's page and sentences.

use super::BotVerdicts;
use super::styles::{Agreement, agreement, standings};
use crate::questions::run::rows::{MeasureRows, RunRows};
use crate::report::Manifest;
use crate::report::factions::{self, Faction, test_together};
use crate::report::measured::GameMeasures;
use crate::report::people::{PARTY, People, Person};
use crate::report::sentences::Standing;
use crate::report::shared::{Wins, descending};
use crate::report::words::capital;
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
    /// The results of each fighter. Fighters whose strength depends on the bot come first.
    pub fighters: Vec<FighterVerdicts>,
    /// The results of the factions, such as heroes and villains, or of the party (all players of a
    /// cooperative game); empty if the game has neither.
    pub groups: Vec<FighterVerdicts>,
    /// For each bot: the results of the factions; empty if the game has no factions.
    pub factions: Vec<Vec<Faction>>,
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
    /// `None` for a faction and for the party.
    pub rank: Option<u64>,
    /// Values of each measure for the fighter with this bot: the mean per game of an amount, or the
    /// share of games without an event.
    pub values: Vec<Option<f64>>,
}

/// Returns the number of games that were played with a bot.
fn games_of(run: &RunRows) -> u64 {
    run.lengths.iter().map(|of| of.games).sum()
}

impl BotsFacts {
    pub fn new(runs: &[RunRows], verdicts: Vec<BotVerdicts>, manifest: &Manifest) -> BotsFacts {
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
        let fighter = |(i, verdicts): (usize, BotVerdicts)| {
            let bots = runs.iter().zip(verdicts.standings);
            FighterVerdicts {
                who: people.get(&runs[0].entrants[i].all.who.entrant),
                agreement: verdicts.agreement,
                with: bots.map(|(run, of)| with_bot(i, run, of)).collect(),
            }
        };
        let mut fighters: Vec<FighterVerdicts> =
            verdicts.into_iter().enumerate().map(fighter).collect();
        let order = |fighter: &FighterVerdicts| match fighter.agreement {
            Agreement::DependsOnStyle => 0,
            Agreement::Robust => 1,
            Agreement::Open => 2,
        };
        fighters.sort_by(|a, b| order(a).cmp(&order(b)).then(b.mean().total_cmp(&a.mean())));
        let bots = manifest.strategies.iter();
        let factions = |run: &RunRows| factions::of(&manifest.factions, &run.teams, manifest.level);
        let mut factions: Vec<Vec<Faction>> = runs.iter().map(factions).collect();
        factions.retain(|of| !of.is_empty());
        test_together(&mut factions, manifest.level);
        let party = FighterVerdicts::party(runs, manifest.level);
        let of_factions = FighterVerdicts::factions(&factions, manifest.level);
        BotsFacts {
            level: manifest.level,
            fair: runs.first().and_then(|run| run.fair),
            bots: bots.map(|bot| bot.name.clone()).collect(),
            measured: manifest.measured.clone(),
            people,
            fighters,
            groups: party.into_iter().chain(of_factions).collect(),
            factions,
        }
    }

    /// Returns the results of the party of a cooperative game; `None` in another game.
    pub fn party(&self) -> Option<&FighterVerdicts> {
        self.groups.first().filter(|_| self.fair.is_none())
    }

    /// Returns the results of the factions or of the party, followed by those of the fighters.
    pub fn with_groups(&self) -> impl Iterator<Item = &FighterVerdicts> {
        self.groups.iter().chain(&self.fighters)
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
            let members = run.entrants.iter().map(|of| &of.won);
            (Wins::of_party(games_of(run), members, level), Standing::Open)
        };
        let with = runs.iter().map(with_bot);
        let cooperative = runs.first()?.fair.is_none();
        cooperative.then(|| FighterVerdicts::group(PARTY.to_owned(), String::new(), with))
    }

    /// Returns the results of each faction with each bot, in the order of the first bot's results.
    fn factions(by_bot: &[Vec<Faction>], level: f64) -> Vec<FighterVerdicts> {
        let of_faction = |(faction, wins): (&Faction, Vec<Wins>)| {
            let results = wins.iter().map(|of| (of.games, of.wins)).collect();
            let standings = standings(&[results], faction.fair, level).concat();
            let with = wins.into_iter().zip(standings);
            FighterVerdicts::group(capital(&faction.name), faction.colour.clone(), with)
        };
        factions::across(by_bot).map(of_faction).collect()
    }

    /// Creates the results of a faction or of the party: its wins and its standing with each bot.
    fn group(
        name: String,
        colour: String,
        with: impl Iterator<Item = (Wins, Standing)>,
    ) -> FighterVerdicts {
        let with =
            with.map(|(wins, standing)| WithBot { wins, standing, rank: None, values: vec![] });
        let with: Vec<WithBot> = with.collect();
        let standings: Vec<Standing> = with.iter().map(|of| of.standing).collect();
        FighterVerdicts {
            who: Person { key: String::new(), name, colour },
            agreement: agreement(&standings),
            with,
        }
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

    /// Returns whether the highest and the lowest win rate over the bots differ significantly, with
    /// Bonferroni's correction for all pairs of bots.
    pub fn differs(&self, level: f64) -> bool {
        let sorted = descending(&self.with, |with| with.wins.rate());
        let (Some(most), Some(least)) = (sorted.first(), sorted.last()) else {
            return false;
        };
        let [most, least] = [most, least].map(|of| (of.wins.wins, of.wins.games));
        let pairs = sorted.len() * (sorted.len() - 1) / 2;
        intervals::p_value_of_two(most, least) * pairs.max(1) as f64 <= 1.0 - level
    }

    /// Formats the fighter's rank with each bot, as in "2, 1, 4"; empty for a faction and for the
    /// party.
    pub fn ranks(&self) -> String {
        let ranks = self.with.iter().filter_map(|with| Some(with.rank?.to_string()));
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
