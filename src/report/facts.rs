//! The facts of a run, read back from its tables and its manifest as plain numbers: what charts, words and page are made from.

use anyhow::{Context, Result, ensure};
use polars::prelude::DataFrame;

use super::{Manifest, Tables};
use crate::stats::intervals::{self, Interval};

/// Colours for fighters that the manifest gives none: M. Okabe and K. Ito's, which colour-blind readers tell apart.
const SPARE_COLOURS: [&str; 8] = [
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#8A7F00", "#7F7F7F",
];

/// All that a run has to say.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Games played.
    pub games: u64,
    /// The level of every interval.
    pub level: f64,
    /// The share of games that an entrant of average strength wins.
    pub fair: f64,
    /// What the score is called as a unit ("PP").
    pub score: String,
    /// The score's name in full.
    pub score_long: String,
    /// Who eliminates when no opponent does.
    pub nobody: String,
    /// The fighters that played, in the order of the tables.
    pub fighters: Vec<Fighter>,
    /// The entrants that played, in the order of the tables.
    pub entrants: Vec<Entrant>,
    /// Who met whom, by index into `fighters`.
    pub meetings: Vec<Meeting>,
    /// Games by their number of rounds.
    pub lengths: Vec<(u8, u64)>,
}

/// How a fighter is shown.
#[derive(Debug, Clone)]
pub struct Fighter {
    /// Its key in the tables.
    pub key: String,
    /// The name that people read.
    pub name: String,
    /// Its colour, `#RRGGBB`.
    pub colour: String,
}

/// One fighter in the hands of one strategy.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// Index into [`Facts::fighters`].
    pub fighter: usize,
    /// Its strategy's name.
    pub strategy: String,
    /// The name to show: the fighter's, and the strategy's where a fighter has several.
    pub label: String,
    /// Its team, if it played for one alone.
    pub team: Option<u8>,
    /// All its games.
    pub all: Outcome,
    /// Its games by team and seat.
    pub seats: Vec<(Option<u8>, u8, Outcome)>,
    /// Its win rate differs from the fair share, also after allowing for as many tests as there are entrants (Holm).
    pub significant: bool,
    /// Games by score.
    pub scores: Vec<(u16, u64)>,
    /// Mean score.
    pub mean: f64,
    /// Standard deviation of the score.
    pub sd: f64,
    /// The 5th, 25th, 50th, 75th and 95th percentile of the score.
    pub percentiles: [u16; 5],
    /// (round, games, share, hazard, survival), from round 1.
    pub falls: Vec<Fall>,
    /// The share of games it survived.
    pub survived: f64,
    /// The share of games by place, from place 1.
    pub places: Vec<f64>,
    /// Its cards, in the order of the tables; only those it played.
    pub cards: Vec<Card>,
}

/// Games, wins and what they say of the win rate.
#[derive(Debug, Clone, Copy)]
pub struct Outcome {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// The share of games won.
    pub rate: f64,
    /// The interval of the win rate.
    pub interval: Interval,
}

/// How often an entrant fell in a round.
#[derive(Debug, Clone, Copy)]
pub struct Fall {
    /// The round, from 1.
    pub round: u8,
    /// Games in which it fell in this round.
    pub games: u64,
    /// The share of the games in which it began the round.
    pub hazard: f64,
    /// The share of all its games in which it still stood after the round.
    pub survival: f64,
}

/// What a card did, over all rounds.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Times played.
    pub plays: u64,
    /// Of these, in games that its player won.
    pub wins: u64,
    /// Wounds dealt.
    pub dealt: u64,
    /// Wounds taken while it was active.
    pub taken: u64,
    /// The mean round in which it was played.
    pub round: f64,
}

/// What one fighter made of another.
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    /// Index of the fighter into [`Facts::fighters`].
    pub a: usize,
    /// Index of the opponent.
    pub b: usize,
    /// Games of both as opponents.
    pub games: u64,
    /// In how many `a` finished ahead.
    pub ahead: u64,
    /// In how many `a` eliminated `b`.
    pub eliminated: u64,
    /// Score that `a` took from `b` per game.
    pub taken: f64,
}

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

    /// The longest game's rounds.
    pub fn longest(&self) -> u8 {
        self.lengths
            .iter()
            .map(|length| length.0)
            .max()
            .unwrap_or(0)
    }

    /// The colour of an entrant: its fighter's.
    pub fn colour(&self, entrant: &Entrant) -> &str {
        &self.fighters[entrant.fighter].colour
    }

    /// The entrants in descending order of a measure.
    pub fn sorted_by(&self, measure: impl Fn(&Entrant) -> f64) -> Vec<&Entrant> {
        let mut sorted: Vec<&Entrant> = self.entrants.iter().collect();
        sorted.sort_by(|a, b| measure(b).total_cmp(&measure(a)));
        sorted
    }

    fn read_wins(&mut self, table: &DataFrame, manifest: &Manifest) -> Result<()> {
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
            colour: note
                .map_or(SPARE_COLOURS[i % SPARE_COLOURS.len()], |note| &note.colour)
                .to_string(),
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

    fn read_falls(&mut self, table: &DataFrame) -> Result<()> {
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

    fn read_places(&mut self, table: &DataFrame) -> Result<()> {
        let share = floats(table, "share")?;
        for (row, entrant) in self.rows(table)? {
            self.entrants[entrant].places.push(share[row]);
        }
        Ok(())
    }

    fn read_cards(&mut self, table: &DataFrame) -> Result<()> {
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

    fn read_meetings(&mut self, table: &DataFrame) -> Result<()> {
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
    fn rows(&self, table: &DataFrame) -> Result<Vec<(usize, usize)>> {
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

impl Entrant {
    /// Times per game that it played a card.
    pub fn use_of(&self, card: &Card) -> f64 {
        card.plays as f64 / self.all.games.max(1) as f64
    }

    /// The mean round of its elimination in the games in which it was eliminated; `None` if it never was.
    pub fn mean_fall(&self) -> Option<f64> {
        let games: u64 = self.falls.iter().map(|fall| fall.games).sum();
        let rounds: u64 = self
            .falls
            .iter()
            .map(|fall| u64::from(fall.round) * fall.games)
            .sum();
        (games > 0).then(|| rounds as f64 / games as f64)
    }

    /// Games in which it was eliminated.
    pub fn eliminated(&self) -> u64 {
        self.falls.iter().map(|fall| fall.games).sum()
    }
}

/// A column of names.
fn texts(table: &DataFrame, name: &str) -> Result<Vec<String>> {
    let column = table.column(name)?.str()?;
    ensure!(column.null_count() == 0, "column {name} has gaps");
    Ok(column.iter().flatten().map(str::to_string).collect())
}

/// A column of counts.
fn counts(table: &DataFrame, name: &str) -> Result<Vec<u64>> {
    let column = table.column(name)?.u64()?;
    ensure!(column.null_count() == 0, "column {name} has gaps");
    Ok(column.iter().flatten().collect())
}

/// A column of floats; a gap is 0.
fn floats(table: &DataFrame, name: &str) -> Result<Vec<f64>> {
    Ok(table
        .column(name)?
        .f64()?
        .iter()
        .map(|value| value.unwrap_or(0.0))
        .collect())
}

/// A column of rounds, seats, teams or places.
fn small(table: &DataFrame, name: &str) -> Result<Vec<Option<u8>>> {
    Ok(table.column(name)?.u8()?.iter().collect())
}

/// A column of scores.
fn middling(table: &DataFrame, name: &str) -> Result<Vec<Option<u16>>> {
    Ok(table.column(name)?.u16()?.iter().collect())
}
