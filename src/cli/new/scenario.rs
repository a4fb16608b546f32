//! The command `gong new scenario`: writes a new scenario.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value as Json;

use super::roster_choice::{RosterChoice, write_scenario};
use super::{game_with, next, stem, target};
use crate::cli::game;
use crate::games::{Shipped, Title};
use crate::scenario::{Document, RANDOM, draft, roster};
use crate::session::{Usage, toml_string};
use crate::shell;

/// Write a scenario of your own, with comments that say what each field is for
#[derive(Debug, Clone, Args)]
pub struct NewScenario {
    /// Name of the scenario
    name: String,
    /// The game [default: the first that has the scenario KEY, or the first of gong list games]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The shipped scenario to copy, as in gong list scenarios
    #[arg(long, value_name = "KEY")]
    like: Option<String>,
    /// The file to write [default: NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl NewScenario {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (title, like) = self.like()?;
        let file = target(self.output, &stem(&self.name)?, "toml")?;
        let path = file.path();
        let choice = RosterChoice::official(title, path)?;
        let base = match like {
            Some(like) => {
                let mut shipped = Document::parse(like.path(), like.text)?;
                shipped.put_text(&["title"], &self.name);
                shipped.put_text(&["roster"], &choice.name);
                shipped
            }
            None => base(title, &self.name, "", &choice.name)?,
        };
        let json = roster(title, choice.document.clone(), &[])?;
        let mut line_up = base.get(&["line-up"]).map_or(Json::Null, |of| of.to_json());
        title
            .complete_line_up(&mut line_up, &json)
            .map_err(|complaints| base.faults(complaints))?;
        let seating = title.seating(&line_up, &json);
        let text = format!(
            "{}# Your own scenario. gong ignores lines that begin with #: remove the # to use \
             such a line.\n\n{}{}",
            choice.schema(),
            draft::scenario(title, &base),
            draft::more_of_a_scenario(title, &base, &json, &seating)
        );
        let (scenario, roster_line) = write_scenario(&file, &text, Some(&choice))?;
        writeln!(out, "Wrote {}: {}", path.display(), scenario.seating.about)?;
        write!(out, "{roster_line}")?;
        let shown = shell::path(path);
        let commands = [format!("gong check {shown}"), format!("gong run {shown}")];
        next(out, "change what you like, then", &commands)
    }

    /// Returns the game, and the shipped scenario to copy if the user names one.
    ///
    /// # Errors
    /// Fails if there is no such game or no such scenario.
    fn like(&self) -> Result<(&'static dyn Title, Option<&'static Shipped>), Usage> {
        let named = self.game.as_deref();
        let Some(like) = &self.like else {
            return Ok((game(named)?, None));
        };
        let keys = |title: &'static dyn Title| {
            title.scenarios().iter().map(|of| of.name.to_owned()).collect()
        };
        let title = game_with(named, ("scenario", like), keys)?;
        Ok((title, title.scenarios().iter().find(|of| of.name == like)))
    }
}

/// Returns the document from which a new scenario is made. It has the game's first bot, and the
/// line-up of the first shipped scenario, which this bot has learnt.
pub fn base(
    title: &dyn Title,
    name: &str,
    description: &str,
    roster: &str,
) -> anyhow::Result<Document> {
    let bot = title.bots().first().map_or(RANDOM, |bot| bot.name);
    let line_up = line_up(title);
    let [name, description, game, roster, bot] =
        [name, description, title.name(), roster, bot].map(toml_string);
    let text = format!(
        "title = {name}\ndescription = {description}\ngame = {game}\nroster = {roster}\n\
         strategy = {bot}\n[line-up]\n{}",
        toml::to_string(&line_up)?
    );
    Ok(Document::parse(Path::new("base.toml"), &text)?)
}

/// Returns the line-up for a new scenario: that of the game's first shipped scenario, or else of
/// its first trial scenario.
fn line_up(title: &dyn Title) -> Json {
    let shipped = title.scenarios().first();
    let shipped = shipped.and_then(|of| toml::from_str::<Json>(of.text).ok());
    let line_up = shipped.and_then(|mut of| Some(of.get_mut("line-up")?.take()));
    line_up.unwrap_or_else(|| title.trials().into_iter().next().unwrap_or_default())
}
