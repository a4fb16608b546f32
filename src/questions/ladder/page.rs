//! Builds the page of the report of `gong ladder`: its sections and their tables.

use super::charts;
use super::standings::Standings;
use super::tables::{FighterRow, Met, POINTS, Rating, RatingVerdict};
use crate::report::Manifest;
use crate::report::page::{Brief, Page, Section};
use crate::report::shared::{ADJUSTED, known_margin_of_error};
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, counted};

/// The heading of the table column with the number of decisions per second of each bot.
const SPEED: &str = "Decisions a second";
/// The explanation, for the page, of how the speed of the bots is measured.
const CLOCK: &str =
    "choices between two or more options, per second of processor time (all threads)";

impl Standings {
    /// Builds the page of the report of `gong ladder` and the text for a terminal.
    pub fn page(&self, manifest: &Manifest) -> Page {
        let (headline, findings) = self.findings();
        let headline = headline.to_string();
        let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
        let bots = self.bots_table();
        let played = format!(
            "{}, {}",
            counted(self.bots.len() as u64, "bot"),
            counted(manifest.games, "game")
        );
        let charts = charts::all(self, &headline);
        Page {
            headline,
            verdict: findings,
            judgement: self.method(),
            brief: Brief {
                played,
                tables: vec![(String::new(), bots.for_terminal())],
                told: self.note().into_iter().collect(),
                ..Brief::default()
            },
            sections: vec![
                Section::Charts(charts),
                Section::Tables(vec![bots, self.encounters_table(), self.fighters_table()]),
                Section::Played(vec![]),
                Section::Provenance,
            ],
            ..Page::default()
        }
    }

    fn bots_table(&self) -> Table {
        // Marks a bot that is not significantly weaker than the next stronger bot.
        let unclear = |place: usize| place > 0 && !self.certain(place - 1);
        let bots = self.bots.iter().zip(&self.speeds).enumerate();
        let bots: Vec<(usize, (&Rating, &Option<f64>))> = bots.collect();
        let luck = self.note().map(|note| format!(" {note} The ratings are not luck-adjusted."));
        let meaning = format!(
            "The first row shows the strongest bot. Marked rows: the bot is not significantly \
             weaker than the next stronger bot. If a bot plays two seats (or teams) in a \
             game, the game counts twice for this bot. “{SPEED}”: {CLOCK}. The speed depends on \
             the computer, and small differences of speed mean nothing.{}",
            luck.unwrap_or_default()
        );
        let mut table = Table::new("bots", "Bots", meaning)
            .of(&bots)
            .word("Bot", |(_, (bot, _))| &bot.strategy)
            .in_terminal()
            .with("Rating", POINTS, |(_, (bot, _))| bot.rating)
            .in_terminal()
            .plus_minus(|(_, (bot, _))| {
                known_margin_of_error(bot.rating, bot.rating_low, bot.rating_high)
            })
            .with("Win rate %", Unit::Share(1), |(_, (bot, _))| bot.wins.win_rate)
            .in_terminal()
            .plus_minus(|(_, (bot, _))| bot.wins.margin_of_error());
        if self.note().is_some() {
            let of = |place: usize| self.adjusted[place].as_ref();
            table = table
                .with(ADJUSTED, Unit::Share(1), |(place, _)| Some(of(*place)?.adjusted))
                .in_terminal()
                .plus_minus(|(place, _)| Some(of(*place)?.margin_of_error()))
                .with("Worth so many games", Unit::Number(1, "times"), |(place, _)| {
                    Some(of(*place)?.saving)
                });
        }
        table
            .with("vs fair", Unit::Points(1), |(_, (bot, _))| {
                Some(bot.wins.win_rate? - bot.fair_share)
            })
            .with("Games", Unit::Count, |(_, (bot, _))| bot.wins.games)
            .with(SPEED, Unit::Count, |(_, (_, speed))| **speed)
            .in_terminal()
            .meaning(format!("{CLOCK}; the speed depends on the machine"))
            .marked(|(place, _)| unclear(*place))
    }

    fn encounters_table(&self) -> Table {
        let mut met: Vec<&Met> = self.met.iter().collect();
        met.sort_by_key(|met| (self.place(&met.strategy), self.place(&met.opponent)));
        let verdict = |met: &&Met| match met.verdict {
            Some(RatingVerdict::Noise) => Some("within noise".to_owned()),
            verdict => verdict.map(|verdict| verdict.name().to_owned()),
        };
        Table::new(
            "encounters",
            "Bot against bot",
            "“Wins”: wins of the row’s first bot, in % of the games that one of the row’s two bots \
             won. “Ahead”: how often the row’s first bot finished ahead of the row’s second bot, \
             in % of all games with these two bots.",
        )
        .of(&met)
        .word("Bot", |met| &met.strategy)
        .word("Against", |met| &met.opponent)
        .with("Wins %", Unit::Share(1), |met| met.share())
        .with("Ahead %", Unit::Share(1), |met| met.finished_ahead as f64 / met.games as f64)
        .with("Rating difference", POINTS, |met| met.difference)
        .plus_minus(|met| known_margin_of_error(met.difference, met.ci_low, met.ci_high))
        .with("Games", Unit::Count, |met| met.games)
        .with("Verdict", Unit::Word, verdict)
        .table
    }

    fn fighters_table(&self) -> Table {
        let (word, several) = (self.people.word(), self.people.several());
        let meaning =
            format!("Win rate in % of each bot with each {word}, over all games of the ladder.");
        let mut table = Table::new("fighters", capital(several), meaning)
            .of(self.people.all())
            .word(self.people.heading(), |person| &person.name)
            .coloured(|person| &person.colour);
        for bot in &self.bots {
            table = table.with(&bot.strategy, Unit::Share(1), |person| {
                let own = |with: &&FighterRow| {
                    with.strategy == bot.strategy && with.entrant == person.key
                };
                self.with.iter().find(own)?.wins.win_rate
            });
        }
        table.table
    }
}

impl Met {
    /// Share of games that the first bot won, among the games that either of the two bots won; 0 to
    /// 1.
    pub fn share(&self) -> Option<f64> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| self.wins as f64 / decided as f64)
    }
}
