//! The command `gong new bot`: writes the file of a new bot.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::roster_choice::sound;
use super::{game_with, next, stem, target};
use crate::cli::game;
use crate::games::{Title, titles};
use crate::report::atomic_file::folder_of;
use crate::scenario::{
    Bot, BotKind, Document, Fault, RANDOM, bot, bot_name, draft, is_file, load_bot, moved,
    read_text,
};
use crate::session::Usage;
use crate::session::bots::load_named;
use crate::shell;

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
        let named = self.game.as_deref();
        let title = match &self.like {
            Some(file) if is_file(file) && named.is_none() => {
                let loads = titles().find(|title| load_bot(*title, file).is_ok());
                // The faults of the file are reported when it is read.
                loads.map_or_else(|| game(None), Ok)?
            }
            Some(like) if !is_file(like) => game_with(named, ("strategy", like), bots_of)?,
            _ => game(named)?,
        };
        let like = match &self.like {
            Some(like) => like.as_str(),
            None => first_of_weights(title)?,
        };
        let begins = load_named(title, "--like", like)?;
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
        let file = target(self.output.clone(), &stem(&self.name)?, ending)?;
        let path = file.path();
        bot_name(path).map_err(|what| Usage(format!("-o {}: {what}", path.display())))?;
        let text = match &begins.script {
            Some(script) => script.clone(),
            None => described(title, like, &begins, path)?,
        };
        if begins.script.is_none() {
            sound(bot(title, &Document::parse(path, &text)?, None, &self.name), path)?;
        }
        file.write(&text)?;
        writeln!(out, "Wrote {}: a bot that starts as a copy of {like}", path.display())?;
        let shown = shell::path(path);
        let commands =
            [format!("gong check {shown}"), format!("gong run SCENARIO --strategy {shown}")];
        next(out, "change what you like, then use it with a scenario of the game", &commands)
    }
}

/// Returns the text of a new bot's strategy file.
fn described(title: &dyn Title, like: &str, begins: &Bot, path: &Path) -> anyhow::Result<String> {
    let shipped = title.bots().iter().find(|shipped| shipped.name == like);
    let (from, text) = match shipped {
        Some(shipped) => (shipped.path(), shipped.text.to_owned()),
        None => {
            let path = Path::new(like);
            let text = read_text(path).map_err(|what| Fault::whole(path, what))?;
            (path, text)
        }
    };
    // The strategy files of gong's own bots refer to no other files.
    let document = moved(Document::parse(from, &text)?, folder_of(path));
    Ok(format!(
        "# Your own bot, which starts as a copy of {}. `gong watch SCENARIO --strategy \
             seats.1={} --explain 1` explains its decisions.\n\n{}",
        begins.name,
        shell::path(path),
        draft::strategy(title, &document)
    ))
}

/// Returns the names of the bots of a game.
fn bots_of(title: &'static dyn Title) -> Vec<String> {
    title.bots().iter().map(|bot| bot.name).chain([RANDOM]).map(str::to_owned).collect()
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
