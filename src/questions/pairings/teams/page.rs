//! The report's page for rival teams: its sections and their tables.

use anyhow::Result;

use super::facts::{CheckNote, LineUpFacts, TeamFacts, half_width_of_gain};
use super::reference::CheckedFairness;
use super::tables::{Fairness, LOGITS};
use super::{charts, verdict};
use crate::questions::between::{self, Width};
use crate::questions::facts::Agreement;
use crate::report::Manifest;
use crate::report::page::{Brief, Page, PlayedNote, Section};
use crate::report::shared::descending;
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, counted, grouped};

/// Maximum number of rows of a table on the page; more would make the page slow to open.
const MOST_ROWS: usize = 600;
/// Number of the fairest line-ups, and of the least fair ones, that a terminal shows.
const SHOWN: usize = 3;

impl TeamFacts {
    /// Builds the report's page and its text for a terminal.
    ///
    /// # Errors
    /// Fails if the text template is faulty.
    pub fn page(&self, manifest: &Manifest) -> Result<Page> {
        let mut said = verdict::sentences(self, manifest)?;
        let widths = self
            .line_ups
            .iter()
            .map(|of| Width { half_width: of.margin_of_error(), of_trainings: of.of_trainings });
        let bots = manifest.strategies.iter().map(|of| of.name.clone());
        said.add(between::finding(widths, &bots.collect::<Vec<_>>(), self.reference.is_some()));
        let played = format!(
            "{}, {}",
            counted(self.line_ups.len() as u64, "line-up"),
            counted(manifest.games, "game")
        );
        let mut tables = vec![self.all_line_ups(), self.strengths(), self.partners()];
        let checked = self.reference.as_ref().map(|of| self.checked(of));
        let mut brief = self.brief();
        brief.extend(checked.iter().map(|of| (of.title.clone(), of.clone())));
        tables.extend(checked);
        Ok(Page {
            brief: Brief { played, tables: brief, told: said.told, next: vec![] },
            sections: vec![
                Section::Charts(charts::all(self, &said.headline)),
                Section::Tables(tables),
                Section::Played(vec![self.asked()]),
                Section::Provenance,
            ],
            headline: said.headline,
            verdict: said.verdict,
            judgement: said.method,
            basis: said.basis,
            colours: self.pairs.colours(),
            ..Page::default()
        })
    }

    fn asked(&self) -> PlayedNote {
        let games = || self.line_ups.iter().map(|line_up| line_up.row.games);
        let (least, most) = (games().min().unwrap_or(0), games().max().unwrap_or(0));
        let all = self.line_ups.len();
        let games = counted(most, "game");
        let each = if least == most {
            format!("{games} each")
        } else {
            format!("{} to {games} each, more for close results", grouped(least))
        };
        PlayedNote {
            term: "Line-ups".to_string(),
            lines: vec![
                format!("{all}: every way to form the teams, {each}"),
                format!(
                    "The first line-up has the number 1, and the first game has the number 0, \
                     as in the tables. To replay game i of line-up n, make a scenario with the \
                     teams of this line-up and with the seed of this report. Game 0 has the teams \
                     in the order of the table. From game to game, the last team moves to the \
                     front. Each time that the teams are in the first order again, the last \
                     member of every team moves to the front of its team. Then play the \
                     scenario’s game with the number n − 1 + {all}·i. Here {all} is the number of \
                     line-ups.",
                ),
            ],
        }
    }

    fn line_ups(&self, line_ups: &[&LineUpFacts], meaning: String) -> Table {
        let teams = line_ups.iter().map(|line_up| line_up.teams.len()).max().unwrap_or(0);
        let mut table = Table::new("line-ups", "Line-ups", meaning)
            .of(line_ups)
            .word("Line-up", |line_up| self.names(line_up, " – "))
            .in_terminal();
        for team in 0..teams {
            let heading = match team {
                0 => "Best %".to_string(),
                _ if team + 1 == teams => "Worst %".to_string(),
                _ => format!("{}. %", team + 1),
            };
            table = table.with(heading, Unit::Share(1), |line_up| {
                Some(line_up.teams.get(team)?.wins.rate())
            });
            if team == 0 {
                table = table.in_terminal().plus_minus(|line_up| line_up.margin_of_error());
            } else if teams > 2 && team + 1 == teams {
                // Of more than two teams, the best or the worst is farthest from its fair share.
                table = table.in_terminal();
            }
        }
        table
            .with("Off fair", Unit::Distance(1), |line_up| line_up.row.off)
            .with("Games", Unit::Count, |line_up| line_up.row.games)
            .in_terminal()
            .with("Expected %", Unit::Share(1), |line_up| line_up.teams.first()?.expected)
            .word("Verdict", |line_up| line_up.row.verdict.label())
            .in_terminal()
            .word("Scenario", |line_up| line_up.row.scenario.as_deref().unwrap_or_default())
            // Marks line-ups that a scenario uses but that are not fair.
            .marked(|line_up| line_up.is_ready_made() && !line_up.is_fair())
    }

    /// Builds the table of all line-ups. Line-ups that a scenario file uses come first; the others
    /// follow, the fairest first.
    fn all_line_ups(&self) -> Table {
        let mut sorted: Vec<&LineUpFacts> = self.line_ups.iter().collect();
        sorted.sort_by_key(|line_up| !line_up.is_ready_made());
        let left_out = match sorted.len().saturating_sub(MOST_ROWS) {
            0 => String::new(),
            more => format!(
                " The {} least fair line-ups are only in tables/line_ups.parquet.",
                grouped(more as u64)
            ),
        };
        sorted.truncate(MOST_ROWS);
        self.line_ups(
            &sorted,
            format!(
                "Line-ups that already have a scenario file in this scenario’s folder come \
                 first; their rows are marked unless the verdict is “fair”. The other line-ups \
                 follow in order of fairness, the fairest first. Win rates of the teams in %. \
                 “Off fair”: largest distance of a team’s win rate from the fair share, in \
                 points. “Expected”: the best team’s win rate, predicted from the strengths of \
                 its members.{left_out}"
            ),
        )
    }

    /// Builds the table of the line-ups that the reference player played.
    fn checked(&self, reference: &CheckNote) -> Table {
        let all = self.line_ups.iter();
        let team = |line_up: &'_ LineUpFacts| {
            let of = line_up.reference.clone()?;
            Some((self.names(line_up, " – "), line_up.row.verdict, of))
        };
        let rows: Vec<(String, Fairness, CheckedFairness)> = all.filter_map(team).collect();
        let sorted = |of: &CheckedFairness| {
            let wins = of.teams.iter().map(|team| team.wins.clone());
            descending(wins, |wins| wins.rate())
        };
        let best = |of: &CheckedFairness| sorted(of).into_iter().next();
        let several = self.sizes.len() > 2;
        let worst = match several {
            true => " “Worst %”: the lowest win rate of a team.",
            false => "",
        };
        let meaning = format!(
            "The reference player “{}” played every seat in {} of each of these line-ups. “Best %”: \
             the highest win rate of a team with this player.{worst} “Confirmed”: the own bots have the \
             same verdict, and in a line-up that is not fair, the same team is farthest from its fair \
             share, on the same side. “Opposite”: they have the other verdict, or another \
             team is farthest from its fair share, or on the other side. “Reference only”, \
             “undecided”: only the reference player, or only the own bots, have a verdict.",
            reference.strategy,
            counted(reference.games, "game")
        );
        let title = format!("Line-ups with the reference player “{}”", reference.strategy);
        let mut table = Table::new("reference-line-ups", title, meaning)
            .of(&rows)
            .word("Line-up", |(names, _, _)| names)
            .word(format!("With {}", reference.strategy), |(_, _, of)| of.verdict.label())
            .with("Best %", Unit::Share(1), |(_, _, of)| Some(best(of)?.rate()))
            .plus_minus(|(_, _, of)| Some(best(of)?.margin_of_error()));
        if several {
            table = table
                .with("Worst %", Unit::Share(1), |(_, _, of)| Some(sorted(of).last()?.rate()))
                .plus_minus(|(_, _, of)| Some(sorted(of).last()?.margin_of_error()));
        }
        table
            .word("Own bots", |(_, own, _)| own.label())
            .word("", |(_, _, of)| of.confirmation.map_or("", Agreement::name))
            .table
    }

    /// Builds tables of line-ups for a terminal: the line-ups that a scenario file uses, the
    /// fairest ones, and the least fair ones. If there are few line-ups, one table has them all.
    fn brief(&self) -> Vec<(String, Table)> {
        let all: Vec<&LineUpFacts> = self.line_ups.iter().collect();
        let (fairest, farthest) = match all.len() > 2 * SHOWN {
            true => (&all[..SHOWN], &all[all.len() - SHOWN..]),
            false => (&all[..], &all[..0]),
        };
        let heading = match farthest.is_empty() {
            true => "From fairest to least fair in these games",
            false => "Fairest in these games",
        };
        let mut ready = all.clone();
        ready.retain(|line_up| line_up.is_ready_made());
        let sorts = [
            ("Ready-made", ready.as_slice()),
            (heading, fairest),
            ("Least fair in these games", farthest),
        ];
        let some = sorts.into_iter().filter(|(_, line_ups)| !line_ups.is_empty());
        let table = |(sort, line_ups): (&str, &[&LineUpFacts])| {
            let table = self.line_ups(line_ups, String::new());
            (sort.to_owned(), table.for_terminal())
        };
        some.map(table).collect()
    }

    fn strengths(&self) -> Table {
        let fighters = self.pairs.fighters.iter().zip(&self.strengths);
        let sorted = descending(fighters, |(_, row)| row.strength.unwrap_or(0.0));
        Table::new(
            "fighters",
            capital(self.people.several()),
            format!(
                "Mean win rate of all teams with the {who} of the row. “Strength”: points that \
                 the {who} adds, with any partners, to the win rate of a team that would \
                 otherwise win its fair share.",
                who = self.people.word()
            ),
        )
        .of(&sorted)
        .word(self.people.heading(), |(who, _)| &who.name)
        .coloured(|(who, _)| &who.colour)
        .with("Mean win rate %", Unit::Share(1), |(_, row)| row.together.win_rate)
        .with("Strength, points", Unit::Points(1), |(_, row)| row.gain)
        .plus_minus(|(_, row)| half_width_of_gain(row.strength, row.gain, row.ci_low, row.ci_high))
        .with("Strength, logits", LOGITS, |(_, row)| row.strength)
        .table
    }

    fn partners(&self) -> Table {
        let meaning = format!(
            "For each pair of {}: mean win rate of the teams with this pair. “Synergy”: points that \
             the pair adds to a team’s win rate beyond the strengths of the pair’s two members.",
            self.people.several()
        );
        self.pairs.table(("partners", "Partners"), meaning)
    }
}
