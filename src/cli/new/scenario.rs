//! The command `gong new scenario`: writes a new scenario.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value as Json;

use super::place::{NewPlace, sound};
use super::{Written, next, stem, target, typed};
use crate::cli::game;
use crate::games::Title;
use crate::scenario::{Document, RANDOM, Scenario, draft, roster};
use crate::session::toml_string;

/// Write a scenario of your own, with comments that say what each field is for
#[derive(Debug, Clone, Args)]
pub struct NewScenario {
    /// Name of the scenario
    name: String,
    /// The game [default: the first of gong list games]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The file to write [default: NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl NewScenario {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let title = game(self.game.as_deref())?;
        let path = target(self.output, &stem(&self.name)?, "toml")?;
        let place = NewPlace::official(title, &path)?;
        let base = base(title, &self.name, "", &place.name)?;
        let json = roster(title, place.document.clone(), &[])?;
        let mut line_up = line_up(title);
        title
            .complete_line_up(&mut line_up, &json)
            .map_err(|complaints| base.faults(complaints))?;
        let seating = title.seating(&line_up, &json);
        let text = format!(
            "{}# Your own scenario. gong ignores lines that begin with #: remove the # to use \
             such a line.\n\n{}{}",
            place.schema(),
            draft::scenario(title, &base),
            draft::more_of_a_scenario(title, &json, &seating)
        );
        let mut written = Written::default();
        let with_roster = place.write(title, &mut written)?;
        let scenario = sound(Scenario::from_text(&path, &text, &[]), &path)?;
        written.put(&path, &text)?;
        written.keep();
        writeln!(out, "Wrote {}: {}", path.display(), scenario.seating.about)?;
        if with_roster {
            writeln!(out, "Wrote {}: the official roster", place.path.display())?;
        }
        let file = typed(&path);
        let commands = [format!("gong check {file}"), format!("gong run {file}")];
        next(out, "change what you like, then", &commands)
    }
}

/// Returns the document from which a new scenario is made. It has the game's first bot, and the
/// line-up of the game's first trial scenario.
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

/// Returns the line-up for a new scenario: that of the game's first trial scenario.
fn line_up(title: &dyn Title) -> Json {
    title.trials().into_iter().next().unwrap_or_default()
}
