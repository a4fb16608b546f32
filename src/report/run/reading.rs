//! Reading the facts of a run from its tables and its manifest.

use anyhow::{Context, Result};

use super::facts::{Card, Entrant, Facts, Fall, Fighter, Meeting, Outcome};
use crate::report::columns::{counts, floats, middling, small, texts};
use crate::report::{Manifest, Table, Tables, people};
use crate::stats::intervals::{self, Interval};

impl Facts {
    /// Reads tables and manifest.
    ///
    /// # Errors
    /// If a table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let mut facts = Facts {
            games: manifest.games,
            level: manifest.interval_level(),
            fair: 1.0,
            score: manifest.score.short.clone(),
            score_long: manifest.score.long.clone(),
            nobody: manifest.nobody.clone(),
            fighters: vec![],
            entrants: vec![],
            meetings: vec![],
            lengths: vec![],
        };
        facts
            .read_wins(tables.get("win_rates"), manifest)
            .context("table win_rates")?;
        facts
            .read_scores(tables)
            .context("tables scores and score_summary")?;
        facts
            .read_falls(tables.get("eliminations"))
            .context("table eliminations")?;
        facts
            .read_places(tables.get("placements"))
            .context("table placements")?;
        facts
            .read_cards(tables.get("cards"))
            .context("table cards")?;
        facts
            .read_meetings(tables.get("matchups"))
            .context("table matchups")?;
        let lengths = tables.get("game_lengths");
        facts.lengths = small(lengths, "rounds")?
            .into_iter()
            .flatten()
            .zip(counts(lengths, "games")?)
            .collect();
        facts.entrants.retain(|entrant| entrant.all.games > 0);
        facts.judge();
        Ok(facts)
    }

    fn read_wins(&mut self, table: &Table, manifest: &Manifest) -> Result<()> {
        let (keys, strategies) = (texts(table, "entrant")?, texts(table, "strategy")?);
        let (teams, seats) = (small(table, "team")?, small(table, "seat")?);
        let (games, wins) = (counts(table, "games")?, counts(table, "wins")?);
        let (low, high) = (floats(table, "ci_low")?, floats(table, "ci_high")?);
        self.fair = floats(table, "fair_share")?.first().copied().unwrap_or(1.0);
        for row in 0..table.height() {
            let outcome = Outcome {
                games: games[row],
                wins: wins[row],
                rate: if games[row] == 0 {
                    0.0
                } else {
                    wins[row] as f64 / games[row] as f64
                },
                interval: Interval {
                    low: low[row],
                    high: high[row],
                },
            };
            if let Some(seat) = seats[row] {
                let entrant = self
                    .entrants
                    .last_mut()
                    .context("its first row is of a seat")?;
                entrant.seats.push((teams[row], seat, outcome));
                continue;
            }
            let fighter = self.fighter(&keys[row], manifest);
            self.entrants.push(Entrant {
                fighter,
                strategy: strategies[row].clone(),
                label: self.fighters[fighter].name.clone(),
                team: teams[row],
                all: outcome,
                seats: vec![],
                significant: false,
                scores: vec![],
                mean: 0.0,
                sd: 0.0,
                percentiles: [0; 5],
                falls: vec![],
                survived: 0.0,
                places: vec![],
                cards: vec![],
            });
        }
        let several = |entrant: &Entrant, all: &[Entrant]| {
            all.iter()
                .filter(|other| other.fighter == entrant.fighter)
                .count()
                > 1
        };
        let marked: Vec<bool> = self
            .entrants
            .iter()
            .map(|entrant| several(entrant, &self.entrants))
            .collect();
        for (entrant, _) in self
            .entrants
            .iter_mut()
            .zip(marked)
            .filter(|(_, marked)| *marked)
        {
            entrant.label = format!("{} · {}", entrant.label, entrant.strategy);
        }
        Ok(())
    }

    /// The index of a fighter, which is added if it is new.
    fn fighter(&mut self, key: &str, manifest: &Manifest) -> usize {
        if let Some(i) = self.fighters.iter().position(|fighter| fighter.key == key) {
            return i;
        }
        let i = self.fighters.len();
        let note = manifest.fighters.iter().find(|note| note.key == key);
        self.fighters.push(Fighter {
            key: key.to_string(),
            name: note.map_or(key, |note| &note.name).to_string(),
            colour: people::of(note, i),
        });
        i
    }

    fn read_scores(&mut self, tables: &Tables) -> Result<()> {
        let table = tables.get("scores");
        let (score, games) = (middling(table, "score")?, counts(table, "games")?);
        for (row, entrant) in self.rows(table)? {
            self.entrants[entrant]
                .scores
                .push((score[row].unwrap_or(0), games[row]));
        }
        let table = tables.get("score_summary");
        let (mean, sd) = (floats(table, "mean")?, floats(table, "sd")?);
        let percentiles = ["p5", "p25", "p50", "p75", "p95"].map(|name| middling(table, name));
        for (row, entrant) in self.rows(table)? {
            let entrant = &mut self.entrants[entrant];
            (entrant.mean, entrant.sd) = (mean[row], sd[row]);
            for (value, column) in entrant.percentiles.iter_mut().zip(&percentiles) {
                let column = column
                    .as_ref()
                    .map_err(|error| anyhow::anyhow!("{error:#}"))?;
                *value = column[row].unwrap_or(0);
            }
        }
        Ok(())
    }

    fn read_falls(&mut self, table: &Table) -> Result<()> {
        let (round, games) = (small(table, "round")?, counts(table, "games")?);
        let (hazard, survival) = (floats(table, "hazard")?, floats(table, "survival")?);
        for (row, entrant) in self.rows(table)? {
            let entrant = &mut self.entrants[entrant];
            match round[row] {
                Some(round) => entrant.falls.push(Fall {
                    round,
                    games: games[row],
                    hazard: hazard[row],
                    survival: survival[row],
                }),
                None => entrant.survived = survival[row],
            }
        }
        Ok(())
    }

    fn read_places(&mut self, table: &Table) -> Result<()> {
        let share = floats(table, "share")?;
        for (row, entrant) in self.rows(table)? {
            self.entrants[entrant].places.push(share[row]);
        }
        Ok(())
    }

    fn read_cards(&mut self, table: &Table) -> Result<()> {
        let (names, round) = (texts(table, "card")?, small(table, "round")?);
        let (plays, wins) = (counts(table, "plays")?, counts(table, "wins")?);
        let (dealt, taken) = (
            counts(table, "wounds_dealt")?,
            counts(table, "wounds_taken")?,
        );
        for (row, entrant) in self.rows(table)? {
            let cards = &mut self.entrants[entrant].cards;
            let known = cards.iter().position(|card| card.name == names[row]);
            let at = known.unwrap_or_else(|| {
                cards.push(Card {
                    name: names[row].clone(),
                    plays: 0,
                    wins: 0,
                    dealt: 0,
                    taken: 0,
                    round: 0.0,
                });
                cards.len() - 1
            });
            let card = &mut cards[at];
            let before = card.round * card.plays as f64;
            card.plays += plays[row];
            card.wins += wins[row];
            card.dealt += dealt[row];
            card.taken += taken[row];
            card.round = (before + f64::from(round[row].unwrap_or(0)) * plays[row] as f64)
                / card.plays.max(1) as f64;
        }
        Ok(())
    }

    fn read_meetings(&mut self, table: &Table) -> Result<()> {
        let (a, b) = (texts(table, "entrant")?, texts(table, "opponent")?);
        let (games, ahead, eliminated) = (
            counts(table, "games")?,
            counts(table, "finished_ahead")?,
            counts(table, "eliminated")?,
        );
        let taken = floats(table, "score_taken")?;
        let find = |key: &str| {
            self.fighters
                .iter()
                .position(|fighter| fighter.key == key)
                .context("it names a fighter that win_rates lacks")
        };
        for row in 0..table.height() {
            let (a, b) = (find(&a[row])?, find(&b[row])?);
            self.meetings.push(Meeting {
                a,
                b,
                games: games[row],
                ahead: ahead[row],
                eliminated: eliminated[row],
                taken: taken[row],
            });
        }
        Ok(())
    }

    /// The entrant of each row of a table.
    fn rows(&self, table: &Table) -> Result<Vec<(usize, usize)>> {
        let (keys, strategies) = (texts(table, "entrant")?, texts(table, "strategy")?);
        let find = |row: usize| {
            let same = |entrant: &Entrant| {
                self.fighters[entrant.fighter].key == keys[row]
                    && entrant.strategy == strategies[row]
            };
            Ok((
                row,
                self.entrants
                    .iter()
                    .position(same)
                    .context("it names an entrant that win_rates lacks")?,
            ))
        };
        (0..table.height()).map(find).collect()
    }

    /// Tests every win rate against the fair share.
    fn judge(&mut self) {
        let p: Vec<f64> = self
            .entrants
            .iter()
            .map(|entrant| intervals::p_value(entrant.all.wins, entrant.all.games, self.fair))
            .collect();
        for (entrant, holds) in self
            .entrants
            .iter_mut()
            .zip(intervals::holm(&p, 1.0 - self.level))
        {
            entrant.significant = holds;
        }
    }
}
