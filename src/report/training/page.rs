//! What a training means: verdict, charts and tables of its page.

use anyhow::{Context, Result};

use super::{Balance, Learning, Tried, charts, evolution};
use crate::report::manifest::TrainingNote;
use crate::report::page::{Asked, Brief, Page, Section};
use crate::report::people::People;
use crate::report::shared::descending;
use crate::report::table::{Row, Table, Unit};
use crate::report::words::{
    capital, counted, decimals, grouped, level, list, percent, signed, with_sign,
};
use crate::report::{Manifest, Tables};

/// The tables' rows, in the order of a reader.
pub struct Facts {
    pub level: f64,
    pub note: TrainingNote,
    /// It was interrupted.
    partial: bool,
    learning: Vec<Learning>,
    /// In the order of the pool.
    pub trials: Vec<Tried>,
    /// The strongest between equals of the trained bot first.
    pub balance: Vec<Balance>,
    /// Of a bot of weights.
    pub evolved: Option<evolution::Facts>,
    pub people: People,
}

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let balance = Balance::rows(tables.named(Balance::NAME)?)?;
        let note = manifest.training.clone();
        Ok(Facts {
            level: manifest.level,
            partial: manifest.partial,
            note: note.context("the manifest says nothing of a training")?,
            learning: Learning::rows(tables.named(Learning::NAME)?)?,
            trials: Tried::rows(tables.named(Tried::NAME)?)?,
            balance: descending(balance, |of| of.win_rate_trained.unwrap_or(0.0)),
            evolved: evolution::Facts::new(tables, manifest)?,
            people: People::of(manifest),
        })
    }

    /// The moments at which a trial was held.
    pub fn checkpoints(&self) -> impl Iterator<Item = &Learning> {
        self.learning.iter().filter(|of| of.win_rate.is_some())
    }

    /// The trials in the first scenario: only these can be laid side by side.
    pub fn at_home(&self) -> impl Iterator<Item = &Tried> {
        let home = self.trials.first().map(|tried| &tried.scenario);
        let here = move |tried: &&Tried| Some(&tried.scenario) == home;
        self.trials.iter().filter(here)
    }

    /// Did it learn several scenarios?
    pub fn several(&self) -> bool {
        self.at_home().count() < self.trials.len()
    }

    /// The trial's opponent, with its scenario where there are several.
    fn whom(&self, tried: &Tried) -> String {
        match self.several() {
            true => format!("{} in {}", tried.opponent, tried.scenario),
            false => tried.opponent.clone(),
        }
    }

    /// How it sat at a trial's tables: "alone against 3 of balanced".
    pub fn against(&self, tried: &Tried) -> String {
        let whom = &tried.opponent;
        if self.note.together {
            return format!("in the missions of {whom}");
        }
        let others = (1.0 / tried.fair_share).round() as u64 - 1;
        match (self.note.teams, others) {
            (false, 0 | 1) => format!("against {whom}"),
            (false, _) => format!("alone against {others} of {whom}"),
            (true, 0 | 1) => format!("as a team against one of {whom}"),
            (true, _) => format!("as a team against {others} of {whom}"),
        }
    }

    fn called(&self, verdict: &str) -> Vec<&Tried> {
        let same = self.trials.iter().filter(|tried| tried.verdict == verdict);
        same.collect()
    }

    /// The verdict in one line.
    fn judged(&self) -> String {
        let evolved = self.evolved.as_ref();
        let first = evolved.and_then(evolution::Facts::headline);
        first.unwrap_or_else(|| self.headline())
    }

    /// Whom it beats, in one line.
    pub fn headline(&self) -> String {
        let (bot, all) = (&self.note.bot, self.trials.len());
        let [more, fewer] = ["more", "fewer"].map(|verdict| self.called(verdict).len());
        match (all, more) {
            (0, _) => format!("{bot} was interrupted before it was tried"),
            (1, _) => {
                let whom = &self.trials[0].opponent;
                match self.trials[0].verdict.as_str() {
                    "more" => format!("{bot} wins more than an equal of {whom} would"),
                    "fewer" => format!("{bot} wins less than an equal of {whom} would"),
                    _ => format!("{bot} and {whom} cannot be told apart by these games"),
                }
            }
            _ if fewer == all => {
                format!("{bot} wins less than an equal would in each of {all} trials")
            }
            (_, 0) => {
                format!("{bot} is not shown to win more than an equal would in any of {all} trials")
            }
            _ if more == all => {
                format!("{bot} wins more than an equal would in each of {all} trials")
            }
            _ => format!("{bot} wins more than an equal would in {more} of {all} trials"),
        }
    }

    /// Who moved most between the tables of equals, if anybody did for certain.
    pub fn shift(&self) -> Option<String> {
        let sure = || self.balance.iter().filter(|of| of.significant);
        let most = sure().max_by(|a, b| a.shift().abs().total_cmp(&b.shift().abs()))?;
        let (count, all) = (sure().count(), self.balance.len());
        let half = most.half().unwrap_or(0.0);
        Some(format!(
            "Between equals {count} of {all} {} win another share with {} than with {}; most so {}, by {} points (± {})",
            self.people.several(),
            self.note.bot,
            most.strategy,
            self.people.get(&most.entrant).name,
            signed(most.shift() * 100.0, decimals(half)),
            percent(half, decimals(half)),
        ))
    }

    /// What it wins against one bot, and whether that is more than an equal would.
    fn sentence(&self, tried: &Tried) -> String {
        let than = match tried.verdict.as_str() {
            "more" => "more than an equal would",
            "fewer" => "less than an equal would",
            _ => "which these games do not tell from what an equal would",
        };
        format!(
            "{}{} it wins {} of {} games ({}–{}), {than}: {}.",
            match self.several() {
                true => format!("In {}: ", tried.scenario),
                false => String::new(),
            },
            capital(&self.against(tried)),
            with_sign(tried.wins.rate(), 1),
            grouped(tried.wins.games),
            percent(tried.wins.ci_low, 1),
            with_sign(tried.wins.ci_high, 1),
            with_sign(tried.fair_share, 1)
        )
    }

    fn verdict(&self) -> Vec<String> {
        let mut said: Vec<String> = self
            .trials
            .first()
            .map(|tried| self.sentence(tried))
            .into_iter()
            .collect();
        said.extend(self.evolved.iter().flat_map(evolution::Facts::verdict));
        let home: Vec<&Tried> = self.at_home().collect();
        let sorted = descending(&home, |tried| tried.wins.rate());
        // Who all win together win against nobody: what they win is the same beside each.
        if let [best, .., worst] = sorted.as_slice()
            && !self.note.together
        {
            said.push(format!(
                "{} most against {} ({}) and least against {} ({}).",
                match self.several() {
                    true => format!("In {} it wins", best.scenario),
                    false => "It wins".to_owned(),
                },
                best.opponent,
                with_sign(best.wins.rate(), 1),
                worst.opponent,
                with_sign(worst.wins.rate(), 1)
            ));
        }
        if self.trials.len() > 1 {
            let names = |of: &[&Tried]| list(of.iter().map(|tried| self.whom(tried)));
            let (fewer, noise) = (self.called("fewer"), self.called("noise"));
            if !fewer.is_empty() {
                said.push(format!(
                    "Less than an equal would: against {}.",
                    names(&fewer)
                ));
            }
            if !noise.is_empty() {
                said.push(format!(
                    "Not to be told from an equal: against {}.",
                    names(&noise)
                ));
            }
        }
        said.extend(self.shift().map(|shift| format!("{shift}.")));
        if !self.trials.is_empty() {
            said.push("It was measured against these bots only, the pool with which it learns, and in the scenarios that it learns: how it does against others, or against people, no number here tells.".to_owned());
        }
        if self.partial {
            said.push(
                "What it has learnt is kept: the same command goes on where it was.".to_owned(),
            );
        }
        said
    }

    pub fn page(&self, manifest: &Manifest) -> Page {
        let trials = self.trials_table();
        let mut next = vec![format!("gong run {}", manifest.watch)];
        next.push(manifest.watch_line(&manifest.watch, 0));
        let told = self.verdict();
        let any = !self.trials.is_empty();
        let mut tables = vec![trials.clone(), self.balance_table()];
        if let Some(evolved) = &self.evolved {
            tables.extend([evolved.weights_table(), evolved.gate_table()]);
        }
        tables.push(self.checkpoints_table());
        Page {
            headline: self.judged(),
            judgement: format!(
                "Intervals are at the {} level (Wilson’s for win rates; of differences game by game). “More” and “less” allow for the number of trials, differences between tables for the number of {} (Holm’s correction). All was measured with a seed of its own, none of its games was learnt from.",
                level(self.level),
                self.people.several()
            ),
            brief: Brief {
                played: format!("a bot has learnt from {}", counted(manifest.games, "game")),
                tables: match any {
                    true => vec![(String::new(), trials.only(|name| name != "Games"))],
                    false => vec![],
                },
                told: self
                    .written()
                    .into_iter()
                    .chain(told.iter().skip(usize::from(any)).cloned())
                    .collect(),
                next,
            },
            verdict: told,
            sections: vec![
                Section::Charts(charts::all(self)),
                Section::Tables(tables),
                Section::Played(self.asked(manifest)),
                Section::Provenance,
            ],
            colours: self.people.colours(),
            ..Page::default()
        }
    }

    /// Where the bot is, and which command makes it.
    fn written(&self) -> Vec<String> {
        let kept = self.evolved.as_ref().is_none_or(|evolved| evolved.kept());
        let file = &self.note.file;
        let mut said = vec![match &self.note.weights {
            _ if !kept => format!("No bot is written: {file} is not there, or as it was."),
            Some(weights) => format!("The bot is {file}, with {weights} beside it."),
            None => format!("The bot is {file}, which one can read."),
        }];
        if let Some(games) = self.note.time_was_up {
            said.push(format!(
                "The time was up: --games {games} makes the same bot."
            ));
        }
        said
    }

    fn asked(&self, manifest: &Manifest) -> Vec<Asked> {
        let last = self.learning.last();
        let decisions = last.and_then(|of| of.decisions);
        let from = match decisions {
            Some(decisions) => format!("from {} decisions", grouped(decisions)),
            None => format!("in {} generations", self.learning.len()),
        };
        let line = |term: &str, lines: Vec<String>| Asked {
            term: term.to_owned(),
            lines,
        };
        vec![
            line("The bot", self.written()),
            line(
                "Learnt",
                vec![format!(
                    "{from} in {:.1} minutes; trials and tables were played after that",
                    manifest.wall_seconds / 60.0
                )],
            ),
        ]
    }

    fn trials_table(&self) -> Table {
        let verdict = |tried: &Tried| match tried.verdict.as_str() {
            "more" => "more than an equal",
            "fewer" => "less than an equal",
            _ => "within noise",
        };
        let table = Table::new("trials", "Against whom it wins", "In % of games in which the trained bot has one side and the named bot all others. Marked: not more than an equal would win.")
            .of(&self.trials);
        let table = match self.several() {
            true => table.word("Scenario", |tried| &tried.scenario),
            false => table,
        };
        table
            .word("Against", |tried| &tried.opponent)
            .with("Win rate %", Unit::Share(1), |tried| tried.wins.win_rate)
            .plus_minus(|tried| tried.wins.half())
            .with("An equal %", Unit::Share(1), |tried| tried.fair_share)
            .with("Games", Unit::Count, |tried| tried.wins.games)
            .word("Verdict", verdict)
            .marked(|tried| tried.verdict != "more")
    }

    fn balance_table(&self) -> Table {
        let before = self.balance.first().map_or("", |of| of.strategy.as_str());
        let verdict = |of: &Balance| match (of.significant, of.shift() > 0.0) {
            (false, _) => "within noise",
            (true, true) => "more",
            (true, false) => "less",
        };
        Table::new("balance", "The same table, before and after", "Win rates in % of games in which one bot plays everybody, and the trained bot’s less the other’s, in points. Marked: they differ for certain.")
            .of(&self.balance)
            .word(self.people.heading(), |of| self.people.get(&of.entrant).name)
            .coloured(|of| self.people.get(&of.entrant).colour)
            .with(format!("{before} %"), Unit::Share(1), |of| of.wins.win_rate)
            .plus_minus(|of| of.wins.half())
            .with(format!("{} %", self.note.bot), Unit::Share(1), |of| of.win_rate_trained)
            .plus_minus(|of| (of.ci_high_trained - of.ci_low_trained) / 2.0)
            .with("Difference", Unit::Points(1), |of| of.difference)
            .plus_minus(Balance::half)
            .with("Games", Unit::Count, |of| of.wins.games)
            .word("Verdict", verdict)
            .marked(|of| of.significant)
    }

    fn checkpoints_table(&self) -> Table {
        let held: Vec<&Learning> = self.checkpoints().collect();
        let against = self
            .trials
            .first()
            .map_or(String::new(), |tried| self.against(tried));
        let half = |of: &&Learning| Some((of.ci_high? - of.ci_low?) / 2.0);
        let error = match self.evolved {
            Some(_) => "",
            None => {
                " Error: the mean square by which its values were off in the games just before; what they are held against changes as it learns, so that a smaller one is not a better bot."
            }
        };
        let about =
            format!("Win rate in % of games {against}, at some moments of its learning.{error}");
        let table = Table::new("learning", "How it learnt", about)
            .of(&held)
            .with("Games learnt from", Unit::Count, |of| of.games);
        let table = match self.evolved {
            Some(_) => table,
            None => table.with("Decisions", Unit::Count, |of| of.decisions),
        };
        let table = table
            .with("Win rate %", Unit::Share(1), |of| of.win_rate)
            .plus_minus(half)
            .with("Games", Unit::Count, |of| of.trial_games);
        match self.evolved {
            Some(_) => table.table,
            None => {
                table
                    .with("Error", Unit::Number(4, ""), |of| of.error)
                    .table
            }
        }
    }
}
