//! What a ladder means: verdict, charts and tables of its page.

use anyhow::Result;

use super::{LuckAdjusted, Met, POINTS, Rating, With, charts};
use crate::report::page::{Brief, Page, Section};
use crate::report::people::People;
use crate::report::shared::{ADJUSTED, WithoutLuck, descending};
use crate::report::table::{Row, Table, Unit};
use crate::report::words::{capital, counted, grouped, level, with_sign};
use crate::report::{Manifest, Tables};

/// The column of how fast bots decide.
const SPEED: &str = "Decisions a second";
/// By which clock.
const CLOCK: &str = "the time for which threads computed, whatever else the machine did; it still hangs on the machine, so take small differences for nothing";

/// The tables' rows, in the order of a reader.
pub struct Facts {
    pub level: f64,
    /// The strongest first.
    pub bots: Vec<Rating>,
    pub met: Vec<Met>,
    with: Vec<With>,
    /// By bot: its win rate with the luck taken out, if that was weighed.
    adjusted: Vec<Option<WithoutLuck>>,
    people: People,
    /// By bot: decisions a second of its thinking, if anybody took the time.
    speeds: Vec<Option<f64>>,
}

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let mut bots = Rating::rows(tables.named(Rating::NAME)?)?;
        bots = descending(bots, |bot| bot.wins.rate());
        bots = descending(bots, |bot| bot.rating.unwrap_or(0.0));
        let speed = |bot: &Rating| {
            let mut notes = manifest.bots.iter();
            let note = notes.find(|note| note.strategy == bot.strategy && note.seconds > 0.0)?;
            Some(note.decisions as f64 / note.seconds)
        };
        let mut luck = match tables.named(LuckAdjusted::NAME) {
            Ok(table) => LuckAdjusted::rows(table)?,
            Err(_) => vec![],
        };
        let mut adjusted = |bot: &Rating| {
            let at = luck.iter().position(|row| row.strategy == bot.strategy)?;
            Some(luck.swap_remove(at).of)
        };
        Ok(Facts {
            level: manifest.level,
            adjusted: bots.iter().map(&mut adjusted).collect(),
            speeds: bots.iter().map(speed).collect(),
            bots,
            met: Met::rows(tables.named(Met::NAME)?)?,
            with: With::rows(tables.named(With::NAME)?)?,
            people: People::of(manifest),
        })
    }

    /// A bot's place among all, by its name.
    pub fn place(&self, name: &str) -> usize {
        let found = self.bots.iter().position(|bot| bot.strategy == name);
        found.unwrap_or(0)
    }

    /// What a bot makes of the next weaker one.
    fn step(&self, place: usize) -> Option<&Met> {
        let (bot, next) = (self.bots.get(place)?, self.bots.get(place + 1)?);
        let same = |met: &&Met| met.strategy == bot.strategy && met.opponent == next.strategy;
        self.met.iter().find(same)
    }

    /// Is it certainly stronger than the next?
    fn certain(&self, place: usize) -> bool {
        let verdict = self.step(place).and_then(|met| met.verdict.as_deref());
        verdict == Some("stronger")
    }

    pub fn page(&self, manifest: &Manifest) -> Page {
        let bots = self.bots_table();
        let played = format!(
            "{}, {}",
            counted(self.bots.len() as u64, "bot"),
            counted(manifest.games, "game")
        );
        let shown = ["Bot", "Rating", "±", "Win rate %", ADJUSTED, SPEED];
        Page {
            headline: self.headline(),
            verdict: self.verdict(),
            judgement: format!(
                "Ratings: Plackett’s and Luce’s model of who wins (Bradley’s and Terry’s, for two at a table), in points of Elo’s scale, 0 the mean of all bots; “±” is half of a {} interval, which counts a deal, not a game, as one observation. “Stronger” allows for the number of pairs (Holm’s correction). Every deal (fighters, places, dice) was played as often as there are bots, each moving on by one place, so that fighters and seats cancel.",
                level(self.level)
            ),
            brief: Brief {
                played,
                tables: vec![(String::new(), bots.only(|name| shown.contains(&name)))],
                told: self.note().into_iter().collect(),
                ..Brief::default()
            },
            sections: vec![
                Section::Charts(charts::all(self)),
                Section::Tables(vec![bots, self.encounters_table(), self.fighters_table()]),
                Section::Played(vec![]),
                Section::Provenance,
            ],
            ..Page::default()
        }
    }

    /// What luck-adjusted win rates are, if there are any.
    fn note(&self) -> Option<String> {
        WithoutLuck::note(self.adjusted.iter().flatten())
    }

    /// The bots in order: `>` where a step is certain, `≈` where it is not.
    pub fn headline(&self) -> String {
        let mut said = String::new();
        for (place, bot) in self.bots.iter().enumerate() {
            said += &bot.strategy;
            if place + 1 < self.bots.len() {
                said += if self.certain(place) { " > " } else { " ≈ " };
            }
        }
        said
    }

    fn verdict(&self) -> Vec<String> {
        if self.bots.iter().all(|bot| bot.rating.is_none()) {
            let few = "Too few deals were played to rate anybody: more games will tell.";
            return vec![few.to_string()];
        }
        let mut said = vec![];
        for place in 0..self.bots.len().saturating_sub(1) {
            let step = self.step(place);
            let Some((met, points)) = step.and_then(|met| Some((met, met.difference?))) else {
                continue;
            };
            let (one, other) = (&met.strategy, &met.opponent);
            said.push(if self.certain(place) {
                format!(
                    "{one} is {points:.0} points (± {:.0}) stronger than {other}: of the games that one of the two wins, it should win {}.",
                    half(met.ci_low, met.ci_high).unwrap_or(0.0),
                    with_sign(expected(points), 0)
                )
            } else {
                format!("{one} and {other} cannot be told apart by these games.")
            });
        }
        let bots = self.bots.iter().zip(&self.speeds);
        let timed = bots.filter_map(|(bot, speed)| Some((&bot.strategy, (*speed)?)));
        if let [fast, .., slow] = descending(timed, |of| of.1).as_slice() {
            said.push(format!(
                "{} made {} decisions a second, {} {}, by {CLOCK}.",
                fast.0,
                grouped(two_figures(fast.1) as u64),
                slow.0,
                grouped(two_figures(slow.1) as u64)
            ));
        }
        said
    }

    fn bots_table(&self) -> Table {
        // A step that is not certain is what more games, or a better bot, should clear up.
        let unclear = |place: usize| place > 0 && !self.certain(place - 1);
        let bots = self.bots.iter().zip(&self.speeds).enumerate();
        let bots: Vec<(usize, (&Rating, &Option<f64>))> = bots.collect();
        let luck = self
            .note()
            .map(|note| format!(" {note} Ratings are not adjusted."));
        let meaning = format!(
            "The strongest first; marked: not certainly weaker than the one above. A game counts for every seat that a bot has in it. Decisions are those between two options or more, by {CLOCK}. No seed decides them, unlike all other figures here.{}",
            luck.unwrap_or_default()
        );
        let mut table = Table::new("bots", "Bots", meaning)
            .of(&bots)
            .word("Bot", |(_, (bot, _))| &bot.strategy)
            .with("Rating", POINTS, |(_, (bot, _))| bot.rating)
            .plus_minus(|(_, (bot, _))| half(bot.rating_low, bot.rating_high))
            .with("Win rate %", Unit::Share(1), |(_, (bot, _))| {
                bot.wins.win_rate
            })
            .plus_minus(|(_, (bot, _))| bot.wins.half());
        if self.note().is_some() {
            let of = |place: usize| self.adjusted[place].as_ref();
            table = table
                .with(ADJUSTED, Unit::Share(1), |(place, _)| {
                    Some(of(*place)?.adjusted)
                })
                .plus_minus(|(place, _)| Some(of(*place)?.half()))
                .with(
                    "Worth so many games",
                    Unit::Number(1, "times"),
                    |(place, _)| Some(of(*place)?.saving),
                );
        }
        table
            .with("vs fair", Unit::Points(1), |(_, (bot, _))| {
                Some(bot.wins.win_rate? - bot.fair_share)
            })
            .with("Games", Unit::Count, |(_, (bot, _))| bot.wins.games)
            .with(SPEED, Unit::Count, |(_, (_, speed))| speed.map(two_figures))
            .meaning(format!("by {CLOCK}"))
            .marked(|(place, _)| unclear(*place))
    }

    fn encounters_table(&self) -> Table {
        let mut met: Vec<&Met> = self.met.iter().collect();
        met.sort_by_key(|met| (self.place(&met.strategy), self.place(&met.opponent)));
        let verdict = |met: &&Met| match met.verdict.as_deref() {
            Some("noise") => Some("within noise".to_string()),
            verdict => verdict.map(str::to_owned),
        };
        Table::new("encounters", "Bot against bot", "“Wins”: of the games that one of the two won, the share that was the first one’s. “Ahead”: of all games of both, those in which it finished ahead.")
            .of(&met)
            .word("Bot", |met| &met.strategy)
            .word("Against", |met| &met.opponent)
            .with("Wins %", Unit::Share(1), |met| met.share())
            .with("Ahead %", Unit::Share(1), |met| met.finished_ahead as f64 / met.games as f64)
            .with("Rating difference", POINTS, |met| met.difference)
            .plus_minus(|met| half(met.ci_low, met.ci_high))
            .with("Games", Unit::Count, |met| met.games)
            .with("Verdict", Unit::Word, verdict)
            .table
    }

    fn fighters_table(&self) -> Table {
        let (word, several) = (self.people.word(), self.people.several());
        let meaning =
            format!("Win rate in % of each bot with each {word}, against all the others.");
        let mut table = Table::new("fighters", capital(several), meaning)
            .of(self.people.all())
            .word(self.people.heading(), |person| &person.name)
            .coloured(|person| &person.colour);
        for bot in &self.bots {
            table = table.with(&bot.strategy, Unit::Share(1), |person| {
                let own =
                    |with: &&With| with.strategy == bot.strategy && with.entrant == person.key;
                self.with.iter().find(own)?.wins.win_rate
            });
        }
        table.table
    }
}

impl Met {
    /// Of the games that one of the two won, the share that was the first one's.
    pub fn share(&self) -> Option<f64> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| self.wins as f64 / decided as f64)
    }
}

fn half(low: Option<f64>, high: Option<f64>) -> Option<f64> {
    Some((high? - low?) / 2.0)
}

/// The chance to win against a single opponent who is so many points weaker.
fn expected(points: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-points / 400.0))
}

/// To two figures: nobody can measure more of a speed.
fn two_figures(speed: f64) -> f64 {
    let unit = 10f64.powf((speed.max(1.0).log10().floor() - 1.0).max(0.0));
    (speed / unit).round() * unit
}
