//! The command `gong new bot`: writes the file of a new bot.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::roster_choice::{renamed, sound};
use super::{Written, folder_of, next, note_others, stem, target, typed};
use crate::cli::game;
use crate::games::{Title, families, titles};
use crate::scenario::{
    Bot, BotError, BotKind, Document, Fault, RANDOM, Scenario, StrategyPlan, bot, bot_name, draft,
    is_file, load_bot, read_text,
};
use crate::session::Usage;
use crate::shell;
use crate::words::suggest;

/// Write a bot of your own that begins as a copy of another: a file of weights or of a search, or a
/// script
#[derive(Debug, Clone, Args)]
pub struct NewBot {
    /// Name of the bot
    name: String,
    /// The game that it plays [default: the first that has BOT, or the first of gong list games]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The bot to copy: a name, as in gong list strategies, or a file
    /// [default: the game's first with weights]
    #[arg(long, value_name = "BOT")]
    like: Option<String>,
    /// The file to write [default: NAME.toml, or NAME.luau of a script]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl NewBot {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let title = self.title()?;
        let like = match &self.like {
            Some(like) => like.as_str(),
            None => first_of_weights(title)?,
        };
        let begins = load_bot(title, like).map_err(|error| match error {
            BotError::Unknown(what) => anyhow::Error::from(Usage(format!("--like {like}: {what}"))),
            BotError::File(faults) => faults.into(),
        })?;
        let kind = begins.settings.as_ref().map(|file| file.kind);
        let learnt = matches!(kind, Some(BotKind::Trained | BotKind::Panel));
        if learnt || (kind.is_none() && begins.script.is_none()) {
            let how = match kind {
                Some(_) => {
                    "is a trained bot, which cannot be edited; gong train SCENARIO -o FILE makes \
                     your own"
                }
                None => "has no settings to change",
            };
            return Err(Usage(format!(
                "--like {like}: {how}; to start with a bot of weights, leave out --like"
            ))
            .into());
        }
        let ending = if begins.script.is_some() { "luau" } else { "toml" };
        let path = target(self.output.clone(), &stem(&self.name)?, ending)?;
        let own =
            bot_name(&path).map_err(|what| Usage(format!("-o {}: {what}", path.display())))?;
        let text = match &begins.script {
            Some(script) => script.clone(),
            None => self.described(title, like, &begins, &path)?,
        };
        let mut written = Written::default();
        written.put(&path, &text)?;
        if begins.script.is_none() {
            sound(bot(title, &Document::parse(&path, &text)?, &self.name), &path)?;
        }
        written.keep();
        writeln!(out, "Wrote {}: a bot that starts as a copy of {like}", path.display())?;
        if self.game.is_none() {
            let has = |other: &&dyn Title| other.bots().iter().any(|bot| bot.name == like);
            let others = families().filter(|other| other.family() != title.family());
            note_others(out, like, others.filter(has))?;
        }
        let file = typed(&path);
        let names = title.bots().iter().map(|bot| bot.name);
        // Bots of one command have different names.
        let other = names.chain([RANDOM]).find(|other| *other != own);
        let both = format!("{},{}", other.unwrap_or(RANDOM), shell::argument(&path).display());
        let compares = match is_cooperative(title) {
            true => "run",
            false => "ladder",
        };
        let commands = [
            format!("gong check {file}"),
            format!("gong run SCENARIO --strategy {file}"),
            format!("gong {compares} SCENARIO --strategy {}", shell::word(&both)),
        ];
        next(out, "change what you like, then use it with a scenario of the game", &commands)
    }

    /// Returns the game that the bot plays: the game that the user names, or the first game that
    /// has the bot to copy.
    ///
    /// # Errors
    /// Fails if there is no such game, or if no game has the bot.
    fn title(&self) -> Result<&'static dyn Title, Usage> {
        let (None, Some(like)) = (&self.game, &self.like) else {
            return game(self.game.as_deref());
        };
        match titles().find(|title| load_bot(*title, like).is_ok()) {
            Some(title) => Ok(title),
            // The faults of the file are reported when it is read.
            None if is_file(like) => game(None),
            None => {
                let bots = titles().flat_map(|title| title.bots());
                let known: BTreeSet<&str> = bots.map(|bot| bot.name).collect();
                let hint = suggest(like, known);
                Err(Usage(format!("--like {like}: no game has a strategy `{like}`{hint}")))
            }
        }
    }

    /// Returns the text of a new bot's strategy file.
    fn described(
        &self,
        title: &dyn Title,
        like: &str,
        begins: &Bot,
        path: &Path,
    ) -> anyhow::Result<String> {
        let shipped = title.bots().iter().find(|shipped| shipped.name == like);
        let (from, text) = match shipped {
            Some(shipped) => (shipped.path(), shipped.text.to_owned()),
            None => {
                let path = Path::new(like);
                let text = read_text(path).map_err(|what| Fault::whole(path, what))?;
                (path, text)
            }
        };
        let document = Document::parse(from, &text)?;
        // The strategy files of gong's own bots refer to no other files.
        let document = draft::moved(document, "", &|other| renamed(from, folder_of(path), other));
        Ok(format!(
            "# Your own bot, which starts as a copy of {}. `gong watch SCENARIO --strategy \
             seats.1={} --explain 1` explains its decisions.\n\n{}",
            begins.name,
            typed(path),
            draft::strategy(title, &document)
        ))
    }
}

/// Returns true if all players of a game win together, so that its bots have no ladder.
fn is_cooperative(title: &'static dyn Title) -> bool {
    let random = StrategyPlan { everybody: RANDOM.to_owned(), ..StrategyPlan::default() };
    let bots = load_bot(title, RANDOM).map(|bot| BTreeMap::from([(RANDOM.to_owned(), bot)]));
    let line_up = title.trials().into_iter().next();
    let scenario = line_up.zip(bots.ok());
    let scenario = scenario.and_then(|(line_up, bots)| {
        let scenario = Scenario::of(title, line_up, random, bots);
        scenario.ok()
    });
    scenario.is_some_and(|scenario| scenario.open().cast().cooperative)
}

/// Returns the first bot of a game that is defined by a file of weights.
fn first_of_weights(title: &'static dyn Title) -> Result<&'static str, Usage> {
    let greedy = |name: &str| {
        let bot = load_bot(title, name).ok();
        bot.and_then(|bot| bot.settings).is_some_and(|file| file.kind == BotKind::Greedy)
    };
    let mut names = title.bots().iter().map(|shipped| shipped.name);
    names.find(|name| greedy(name)).ok_or_else(|| {
        Usage(format!("{} has no bot with weights: name a bot with --like", title.name()))
    })
}
