//! The report's page for the parties of a cooperative game: its sections and their tables.

use anyhow::Result;

use super::facts::{Party, PartyFacts};
use super::tables::LiftVerdict;
use super::{charts, verdict};
use crate::report::Manifest;
use crate::report::page::{Brief, Page, PlayedNote, Section};
use crate::report::shared::{descending, known_margin_of_error};
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, counted, grouped};

/// Maximum number of rows of a table on the page; more would make the page slow to open.
const MOST_ROWS: usize = 600;
/// Number of the most successful parties, and of the least successful ones, that a terminal shows.
const SHOWN: usize = 5;

impl PartyFacts {
    /// Builds the report's page and its text for a terminal.
    ///
    /// # Errors
    /// Fails if the text template is faulty.
    pub fn page(&self, manifest: &Manifest) -> Result<Page> {
        let mut said = verdict::sentences(self, manifest)?;
        said.told.extend(said.basis.iter().cloned());
        let played = format!(
            "{}, {}",
            counted(self.parties.len() as u64, "party"),
            counted(manifest.games, "game")
        );
        Ok(Page {
            brief: Brief { played, tables: self.brief(), told: said.told, next: vec![] },
            sections: vec![
                Section::Charts(charts::all(self, &said.headline)),
                Section::Tables(vec![
                    self.table(&self.parties.iter().collect::<Vec<_>>()),
                    self.lifts(),
                    self.bonds(),
                ]),
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
        let all = grouped(self.parties.len() as u64);
        let missions = self.parties.first().map_or(0, |party| party.row.wins.games);
        PlayedNote {
            term: "Parties".to_owned(),
            lines: vec![
                format!("{all}: every party of this size, {} each", counted(missions, "game")),
                "Every party plays the same set of missions, with the same setup and dice. Game 0 \
                 has the members in the order of the table; from game to game, the last member \
                 moves to the front. To replay game 5 of a party, for example, play game 5 of a \
                 scenario with this party in the order of this game and with the seed of this \
                 report."
                    .to_owned(),
            ],
        }
    }

    /// Builds a table of the given parties with their win rates.
    fn table(&self, parties: &[&Party]) -> Table {
        let parties = &parties[..parties.len().min(MOST_ROWS)];
        let meaning = format!(
            "The table shows at most {MOST_ROWS} parties, the most successful party first. The \
             “±” of a party is not corrected for the number of parties. The verdicts come from \
             game-by-game comparisons of all pairs of parties."
        );
        Table::new("parties", "Parties", meaning)
            .of(parties)
            .word("Party", |party| &party.names)
            .in_terminal()
            .with("Win rate %", Unit::Share(1), |party| party.row.wins.win_rate)
            .in_terminal()
            .plus_minus(|party| party.row.wins.margin_of_error())
            .word("Verdict", |party| party.row.verdict.label())
            .in_terminal()
            .word("Scenario", |party| party.row.scenario.as_deref().unwrap_or_default())
            .table
    }

    /// Builds the tables of the most and the least successful parties, for a terminal.
    fn brief(&self) -> Vec<(String, Table)> {
        let all: Vec<&Party> = self.parties.iter().collect();
        let few = SHOWN.min(all.len());
        let ends = [
            ("Most successful in these games", &all[..few]),
            ("Least successful in these games", &all[all.len().saturating_sub(SHOWN).max(few)..]),
        ];
        let some = ends.into_iter().filter(|(_, parties)| !parties.is_empty());
        some.map(|(end, parties)| (end.to_owned(), self.table(parties).for_terminal())).collect()
    }

    fn lifts(&self) -> Table {
        let fighters = self.pairs.fighters.iter().zip(&self.lifts);
        let sorted = descending(fighters, |(_, row)| row.lift.unwrap_or(0.0));
        let meaning = format!(
            "Win rates of the parties with and without the {who} of the row, on the same \
             missions. “Lift”: win rate of the parties with the {who} minus win rate of the \
             parties without the {who}, in points. Marked rows: the lift is significant.",
            who = self.people.word()
        );
        Table::new("lifts", capital(self.people.several()), meaning)
            .of(&sorted)
            .word(self.people.heading(), |(who, _)| &who.name)
            .coloured(|(who, _)| &who.colour)
            .with("With %", Unit::Share(1), |(_, row)| row.win_rate_with)
            .with("Without %", Unit::Share(1), |(_, row)| row.win_rate_without)
            .with("Lift, points", Unit::Points(1), |(_, row)| row.lift)
            .plus_minus(|(_, row)| known_margin_of_error(row.lift, row.ci_low, row.ci_high))
            .marked(|(_, row)| !matches!(row.verdict, None | Some(LiftVerdict::Noise)))
    }

    fn bonds(&self) -> Table {
        let meaning = format!(
            "For each pair of {}: mean win rate of the parties with this pair. “Synergy”: how \
             many more points one {who} of the pair adds to the win rate of a party with the \
             other {who} than to the win rate of a party without the other {who}.",
            self.people.several(),
            who = self.people.word()
        );
        self.pairs.table(("bonds", "Together"), meaning)
    }
}
