//! The command `gong new fighter`: writes a scenario that adds a fighter to its roster.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::roster_choice::{RosterChoice, write_scenario};
use super::scenario::base;
use super::{game_with, next, stem, target};
use crate::games::Title;
use crate::report::atomic_file::folder_of;
use crate::report::spare_colour;
use crate::scenario::{Document, draft, moved, official_roster, roster_of};
use crate::session::Usage;
use crate::shell;
use crate::words::{capital, is_key, suggest};

/// Write a fighter of your own that begins as a copy of another: a scenario that adds it to the
/// roster
#[derive(Debug, Clone, Args)]
pub struct NewFighter {
    /// Name of the fighter; its key is the name in lower case
    name: String,
    /// Key of the fighter to copy, as in gong list fighters
    #[arg(long, value_name = "KEY")]
    like: String,
    /// The game whose official roster is used [default: the first that has KEY]
    #[arg(long, value_name = "GAME", conflicts_with = "scenario")]
    game: Option<String>,
    /// A scenario file: its roster, line-up, rules and bots, and its changes to the roster
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// The file to write [default: the key, .toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The scenario and the roster from which the file with the new fighter is made.
struct Base {
    title: &'static dyn Title,
    /// The scenario, as it is written to the new file.
    scenario: Document,
    /// The roster, including the scenario's changes to it.
    roster: Document,
    /// The official roster of the game; `None` if the user named a scenario file.
    choice: Option<RosterChoice>,
}

impl NewFighter {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let key = self.key()?;
        let file = target(self.output.clone(), &key, "toml")?;
        let path = file.path();
        let Base { title, scenario, roster, choice } = self.base(path)?;
        let [word, words] = title.words().fighter;
        let json = roster.root.to_json();
        let known = || {
            let fighters = json["fighters"].as_object().into_iter().flatten();
            fighters.map(|(key, _)| key.as_str())
        };
        if known().any(|known| known == key) {
            let what = format!("the roster has a {word} `{key}` already: name another");
            return Err(Usage(what).into());
        }
        let colours = known().filter_map(|key| json["fighters"][key]["colour"].as_str());
        let colour = spare_colour(colours);
        let name = capital(self.name.trim());
        let Some(fighter) = draft::fighter(title, &roster, &self.like, [&key, &name, &colour])
        else {
            let what = format!(
                "--like {}: the roster has no {word} `{}`{}",
                self.like,
                self.like,
                suggest(&self.like, known())
            );
            return Err(Usage(what).into());
        };
        let text = format!(
            "{}# {name}, your own {word}, which starts as a copy of {}: change its values below. \
             `gong list effects {}` lists all effects.\n\n{}\n{fighter}",
            choice.as_ref().map_or(String::new(), RosterChoice::schema),
            self.like,
            title.name(),
            draft::scenario(title, &scenario),
        );
        let (sound, roster_line) = write_scenario(&file, &text, choice.as_ref())?;
        writeln!(
            out,
            "Wrote {}: {name}, a copy of {} from {}",
            path.display(),
            self.like,
            sound.roster_name()
        )?;
        write!(out, "{roster_line}")?;
        if !sound.seating.fighters.contains(&key) {
            writeln!(
                out,
                "note: {key} does not play yet, because the line-up lists its {words}; add {key} \
                 there"
            )?;
        }
        let shown = shell::path(path);
        let commands =
            ["check", "list fighters", "run"].map(|command| format!("gong {command} {shown}"));
        next(out, "change its values, then", &commands)
    }

    /// Returns the key of the fighter, derived from its name.
    fn key(&self) -> Result<String, Usage> {
        let key = stem(&self.name)?.to_lowercase();
        if !is_key(&key) || self.name.trim().chars().count() > 32 {
            return Err(Usage(format!(
                "`{}` gives no valid key: wants at most 32 letters from a to z, digits, spaces and \
                 hyphens; in the file, `name` can have accents and all other letters",
                self.name
            )));
        }
        Ok(key)
    }

    /// Returns the scenario and the roster to which the fighter is added. `path` is the new file.
    fn base(&self, path: &Path) -> anyhow::Result<Base> {
        let name = capital(self.name.trim());
        if let Some(file) = &self.scenario {
            let document = Document::read(file)?;
            let (title, roster) = roster_of(&document)?;
            let was = document.text(&["title"]).map_or("", |(text, _)| text);
            let named = format!("{was}, with {name}");
            let mut scenario = moved(document.clone(), folder_of(path));
            scenario.put_text(&["title"], &named);
            return Ok(Base { title, scenario, roster, choice: None });
        }
        let title = game_with(self.game.as_deref(), ("fighter", &self.like), fighters_of)?;
        let choice = RosterChoice::official(title, path)?;
        let [word, _] = title.words().fighter;
        let about = format!("The official roster with one more {word}.");
        Ok(Base {
            title,
            scenario: base(title, &format!("With {name}"), &about, &choice.name)?,
            roster: choice.document.clone(),
            choice: Some(choice),
        })
    }
}

/// Returns the keys of the fighters of a game's official roster.
fn fighters_of(title: &'static dyn Title) -> Vec<String> {
    let roster = official_roster(title).unwrap_or_default();
    roster["fighters"].as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
}
