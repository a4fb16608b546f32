//! A comparison that is played in growing steps, for a page that shows its results while the games
//! are played. After each step the answer equals that of `gong compare` with the same number of
//! games. When the command's own bots have played, the reference player can play as well.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::FromArgMatches;
use serde::Serialize;

use super::Compare;
use super::counts::{self, VariantCounts, uncounted};
use super::flags::CompareFlags;
use super::plan::{ComparePlan, FEWEST};
use super::play::{CompareFound, simulations};
use crate::questions::adaptation::{self, AdaptationArgs};
use crate::questions::command::{canonical, line};
use crate::questions::reference::{Asked, PlayerArgs, ReferenceGames};
use crate::questions::stand_in::stand_in_words;
use crate::questions::{PlanOutcome, Question, QuestionPlan, driver};
use crate::report::page::Warning;
use crate::report::{Answer, Manifest};
use crate::scenario::Scenario;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::session::stand_in;
use crate::simulate::{self, Simulation, Stretch};

/// A comparison of a scenario with one variant, and the counts of the games played so far.
pub struct LiveComparison {
    command: clap::Command,
    /// The words of the command line that follow `gong compare`.
    typed: Vec<String>,
    flags: clap::ArgMatches,
    playing: Playing,
    plan: ComparePlan,
    /// A note for each changed rule that has no effect in the variants.
    idle: Vec<String>,
    /// True if the bots of `gong compare` first learn the variants by default.
    adapts: bool,
    own: PlayedSoFar,
    /// The games of the reference player; `None` if no reference player plays.
    reference: Option<(Vec<Simulation>, PlayedSoFar)>,
    /// The comparison with the stand-in in every seat; `None` if the command's own bots have learnt
    /// the variants, or until the first answer.
    stand_in: Option<Box<LiveComparison>>,
}

/// The counts of the games that one player has played so far in all variants.
struct PlayedSoFar {
    counts: Vec<VariantCounts>,
    games: u64,
    seconds: f64,
}

/// The answer after some games of a comparison.
pub struct LiveAnswer {
    /// Number of games of each variant.
    pub games: u64,
    /// The command that gives the same answer without a reference player.
    pub command: String,
    pub answer: Answer,
    /// The warnings of the answer's page.
    pub warnings: Vec<Warning>,
    /// Win rate of equally strong sides in the variant, 0 to 1; `None` in a cooperative game.
    pub fair_share: Option<f64>,
    /// How to get a verdict; `None` if the bots have learnt the variants.
    pub unlearnt: Option<UnlearntAdvice>,
    /// The results of the reference player; `None` until the reference player has played enough
    /// games.
    pub reference: Option<LiveReference>,
}

/// How to get a verdict if the bots have not learnt the variants.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct UnlearntAdvice {
    /// Name of a bot that needs no training and can play every seat; `None` without such a bot.
    pub stand_in: Option<&'static str>,
    /// The command in which the bots first learn the variants; `None` if the bots of `gong compare`
    /// do not learn the variants by default.
    pub command: Option<String>,
}

/// The reference player of an answer.
pub struct LiveReference {
    /// Name of the bot that is the reference player.
    pub name: String,
    /// Number of games of each variant.
    pub games: u64,
    /// The command that gives the same win rates of the reference player.
    pub command: String,
}

impl LiveComparison {
    /// Checks the words of a command line that follow `gong compare`, and reads its scenarios. The
    /// comparison has no reference player until [`Self::add_reference`] adds one.
    ///
    /// # Errors
    /// Fails on faulty input, with the errors of `gong compare`.
    pub fn new(typed: &[String]) -> Result<LiveComparison> {
        let command = driver::command::<Compare>();
        let words = [Compare::NAME, "--quick"].map(str::to_owned);
        let flags = command
            .clone()
            .try_get_matches_from(words.iter().chain(typed))?;
        let playing = Playing::from_arg_matches(&flags)?;
        let asked = CompareFlags::from_arg_matches(&flags)?;
        let named = !asked.strategies.is_empty();
        let plan = ComparePlan::new(asked, &playing, &mut Reading::new(&playing))?;
        playing.room_for(plan.about().memory)?;
        let idle = driver::idle_notes(&plan.about(), &playing)?;
        let adapts = {
            let variants: Vec<&Scenario> = plan.variants.iter().map(|of| &of.scenario).collect();
            adaptation::games(&variants, &AdaptationArgs::default(), &playing, named)? > 0
        };
        Ok(LiveComparison {
            own: PlayedSoFar::new(&plan.simulations),
            idle,
            reference: None,
            stand_in: None,
            adapts,
            command,
            typed: typed.to_vec(),
            flags,
            playing,
            plan,
        })
    }

    /// Sets whether the games of the own bots, and those of the reference player, still grow.
    pub fn set_growing(&mut self, growing: [bool; 2]) {
        self.plan.growing = growing;
    }

    /// Number of games of each variant that are counted.
    pub fn games(&self) -> u64 {
        self.own.games
    }

    /// Number of games of each variant that the reference player has played; 0 without a reference
    /// player.
    fn reference_games(&self) -> u64 {
        self.reference
            .as_ref()
            .map_or(0, |(_, played)| played.games)
    }

    /// Number of games of each variant that `gong compare` plays by default.
    pub fn default_games(&self) -> u64 {
        self.plan.games.games
    }

    /// Adds the reference player that `gong compare` has by default. Returns the name of its bot;
    /// `None` if the comparison has no reference player.
    ///
    /// # Errors
    /// Fails if the bots need more memory than the machine has.
    pub fn add_reference(&mut self) -> Result<Option<&str>> {
        let variants: Vec<&Scenario> = self.plan.variants.iter().map(|of| &of.scenario).collect();
        let asked = Asked {
            flags: &PlayerArgs::default(),
            playing: &self.playing,
            named: false,
            games: self.plan.games.games,
            fewest: FEWEST,
            capped: true,
            excluded: None,
        };
        self.plan.reference = ReferenceGames::of(&variants, &asked, 0)?;
        let Some(of) = &self.plan.reference else {
            return Ok(None);
        };
        self.playing.room_for(self.plan.about().memory)?;
        let opened = simulations(of);
        let played = PlayedSoFar::new(&opened);
        self.reference = Some((opened, played));
        Ok(Some(of.name()))
    }

    /// Plays each variant until `games` games are counted, or until `stop` is true. If the last
    /// answer had no verdict, the stand-in plays these games, too.
    ///
    /// # Errors
    /// Fails if a bot fails.
    pub fn play_up_to(&mut self, games: u64, stop: &AtomicBool) -> Result<()> {
        let plan = &self.plan;
        self.own
            .up_to(games, &plan.simulations, &plan.games, stop)?;
        match &mut self.stand_in {
            Some(of) => of.play_up_to(stand_in::capped(games), stop),
            None => Ok(()),
        }
    }

    /// Lets the reference player play each variant until `games` games of the reference player are
    /// counted, or until `stop` is true.
    ///
    /// # Errors
    /// Fails if a bot fails.
    pub fn play_reference_up_to(&mut self, games: u64, stop: &AtomicBool) -> Result<()> {
        match (&mut self.reference, &self.plan.reference) {
            (Some((simulations, played)), Some(of)) => {
                played.up_to(games, simulations, &of.plan, stop)
            }
            _ => Ok(()),
        }
    }

    /// Returns the answer of the games played so far. The reference player is part of the answer
    /// from the number of games with which it plays in `gong compare`. The stand-in is part of the
    /// answer if the answer before had no verdict.
    ///
    /// # Errors
    /// Fails if no game was played.
    pub fn answer(&mut self) -> Result<LiveAnswer> {
        let reference = self.live_reference()?;
        let (mut answer, manifest) = self.own_answer(reference.as_ref())?;
        if answer.page.withheld {
            self.show_stand_in(&mut answer, &manifest)?;
        }
        let unlearnt = match answer.page.withheld {
            true => Some(UnlearntAdvice {
                stand_in: stand_in::bot(&manifest, false),
                command: self.adapts.then(|| self.learning_command()).transpose()?,
            }),
            false => None,
        };
        Ok(LiveAnswer {
            games: self.own.games,
            warnings: answer.page.warnings(&manifest),
            command: manifest.command,
            answer,
            unlearnt,
            fair_share: self
                .plan
                .simulations
                .last()
                .and_then(|of| of.cast().fair_share()),
            reference,
        })
    }

    /// Returns the answer and the manifest of the games of the command's own bots and of the
    /// reference player.
    fn own_answer(&mut self, reference: Option<&LiveReference>) -> Result<(Answer, Manifest)> {
        let resolved = [("games", self.own.games.to_string())];
        let command = line(&canonical(&self.command, &self.flags, &resolved));
        let theirs = match (reference, &mut self.reference) {
            (Some(of), Some((_, played))) => Some((of.games, &mut played.counts)),
            _ => None,
        };
        let found = CompareFound::new(self.own.games, &mut self.own.counts, theirs);
        let outcome = PlanOutcome::new(found, self.own.games, false, self.own.seconds);
        let plan = &self.plan;
        let mut manifest = driver::manifest::<Compare>(plan, &outcome, command, &self.playing)?;
        manifest.idle.clone_from(&self.idle);
        let mut answer = Compare::answer(plan, &outcome.found, &manifest)?;
        driver::withhold(&mut answer, &manifest);
        Ok((answer, manifest))
    }

    /// Adds the results of the stand-in to an answer without a verdict, as `gong compare` does. If
    /// no stand-in has played yet, the stand-in plays from the next games on.
    fn show_stand_in(&mut self, answer: &mut Answer, manifest: &Manifest) -> Result<()> {
        match &mut self.stand_in {
            Some(of) if of.games() > 0 => {
                of.plan.growing = self.plan.growing;
                let (theirs, by) = of.own_answer(None)?;
                let own = std::mem::take(&mut answer.page);
                answer.page = own.beside(theirs.page, manifest, &by);
            }
            Some(_) => {}
            None => {
                let words = std::iter::once(Compare::NAME.to_owned());
                let words: Vec<String> = words.chain(self.typed.iter().cloned()).collect();
                let words = stand_in_words::<Compare>(&self.plan.about(), &words, manifest);
                let of = words.map(|(_, words)| LiveComparison::new(&words[1..]));
                self.stand_in = of.transpose()?.map(Box::new);
            }
        }
        Ok(())
    }

    /// Returns the command of the same comparison with all default players, which first learn the
    /// variants.
    fn learning_command(&self) -> Result<String> {
        let words = [Compare::NAME.to_owned()];
        let flags = self.command.clone();
        let flags = flags.try_get_matches_from(words.iter().chain(&self.typed))?;
        Ok(line(&canonical(&self.command, &flags, &[])))
    }

    /// Returns the reference player; `None` until the reference player has played enough games.
    fn live_reference(&self) -> Result<Option<LiveReference>> {
        let games = self.reference_games();
        let Some(of) = self.plan.reference.as_ref().filter(|_| games >= FEWEST) else {
            return Ok(None);
        };
        let words = [Compare::NAME, "--strategy", of.name()].map(str::to_owned);
        let flags = self.command.clone();
        let flags = flags.try_get_matches_from(words.iter().chain(&self.typed))?;
        let resolved = [("games", games.to_string())];
        Ok(Some(LiveReference {
            name: of.name().to_owned(),
            command: line(&canonical(&self.command, &flags, &resolved)),
            games,
        }))
    }
}

impl PlayedSoFar {
    fn new(simulations: &[Simulation]) -> PlayedSoFar {
        PlayedSoFar {
            counts: uncounted(simulations),
            games: 0,
            seconds: 0.0,
        }
    }

    /// Plays all variants until `games` games of each are counted, or until `stop` is true.
    fn up_to(
        &mut self,
        games: u64,
        simulations: &[Simulation],
        plan: &simulate::Plan,
        stop: &AtomicBool,
    ) -> Result<()> {
        let plan = simulate::Plan {
            games,
            ..plan.clone()
        };
        let stretch = Stretch {
            games: 0..games,
            played: self.games,
            tally: std::mem::take(&mut self.counts),
            keep: Box::new(|_, _| ()),
        };
        let played = counts::play(simulations, &plan, stop, |_| (), stretch)?;
        self.counts = played.tally;
        self.games = played.games;
        self.seconds += played.seconds;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(sets: &[&str]) -> Option<UnlearntAdvice> {
        let path = "scenarios/ultimate-warriorz/tribal-rumble.toml";
        let edit = [path, "--set", "rules.rounds=12"];
        let words = edit.iter().chain(sets).map(|word| (*word).to_owned());
        let words: Vec<String> = words.collect();
        let mut comparison = LiveComparison::new(&words).unwrap();
        comparison.play_up_to(8, &AtomicBool::new(false)).unwrap();
        comparison.answer().unwrap().unlearnt
    }

    #[test]
    fn without_a_verdict_the_answer_says_how_to_get_one() {
        let of_default = advice(&[]).unwrap();
        assert_eq!(of_default.stand_in, Some("balanced"));
        assert_eq!(
            of_default.command.as_deref(),
            Some(
                "gong compare scenarios/ultimate-warriorz/tribal-rumble.toml --set \
                 rules.rounds=12 --seed 1"
            )
        );
        // A bot that the page chooses does not learn first.
        let of_named = advice(&["--strategy", "trained"]).unwrap();
        assert_eq!(of_named.stand_in, Some("balanced"));
        assert_eq!(of_named.command, None);
        assert_eq!(advice(&["--strategy", "balanced"]), None);
    }

    #[test]
    fn without_a_verdict_the_stand_in_plays_the_same_games() {
        let path = "scenarios/ultimate-warriorz/tribal-rumble.toml";
        let words = [path, "--set", "rules.rounds=12", "--strategy", "trained"];
        let mut comparison = LiveComparison::new(&words.map(str::to_owned)).unwrap();
        let stop = AtomicBool::new(false);
        comparison.play_up_to(8, &stop).unwrap();
        assert!(comparison.answer().unwrap().answer.page.verdict.is_empty());
        comparison.play_up_to(16, &stop).unwrap();
        let live = comparison.answer().unwrap();
        assert!(live.answer.page.headline.starts_with("No verdict: "));
        let words = [path, "--set", "rules.rounds=12", "--strategy", "balanced"];
        let mut alone = LiveComparison::new(&words.map(str::to_owned)).unwrap();
        alone.play_up_to(16, &stop).unwrap();
        let alone = alone.answer().unwrap().answer.page;
        let instead = format!(
            "Measured with the bot “balanced” instead. {}.",
            alone.headline
        );
        let (first, others) = live.answer.page.verdict.split_first().unwrap();
        assert_eq!((first, others), (&instead, &alone.verdict[..]));
    }
}
