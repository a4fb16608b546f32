//! Scenario files on the command line, and the flags that change them.

use std::collections::BTreeSet;
use std::path::Path;

use clap::Args;

use super::{Usage, report_argument};
use crate::scenario::{Document, Faults, Scenario, resolve, resolve_each};
use crate::shell;

/// The flag `--set`, which changes values of a scenario.
#[derive(Debug, Clone, Args)]
pub struct Sets {
    /// Change a value of the scenario or its roster, as in rules.rounds=12 or
    /// fighters.agaric.size=6
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
}

/// Whether a command accepts a list of bots, such as `a,b,c`, as the value of `--strategy`.
#[derive(Clone, Copy)]
enum BotLists {
    Accepted,
    Refused,
}

/// The flags that change a scenario: `--set` and `--strategy`.
#[derive(Debug, Clone, Args)]
pub struct ScenarioArgs {
    #[command(flatten)]
    pub sets: Sets,
    /// The bots: a strategy's name or file for all fighters, or for some, as in
    /// fighters.agaric=aggressive, seats.1=random or teams.2=mine.toml; gong run also accepts a
    /// list, as in balanced,aggressive,cautious
    #[arg(long = "strategy", value_name = "[WHO=]NAME|FILE")]
    pub strategies: Vec<String>,
}

impl ScenarioArgs {
    /// Returns the values of the flag `--set`, as typed.
    pub fn sets(&self) -> &[String] {
        &self.sets.sets
    }

    /// Returns the values of the flag `--strategy`, as typed.
    pub fn strategies(&self) -> &[String] {
        &self.strategies
    }

    /// Reads the scenario of a file, with the changes of `--set` and `--strategy` applied.
    pub fn scenario(&self, path: &Path) -> anyhow::Result<Scenario> {
        scenario(path, &self.sets.sets, &self.strategies)
    }

    /// Reads the scenario of a file, with the changes of `--set` and `--strategy` applied. If
    /// `--strategy` lists several bots, returns one scenario per bot.
    pub fn scenarios(&self, path: &Path) -> anyhow::Result<Vec<Scenario>> {
        scenarios(path, &self.sets.sets, &self.strategies)
    }

    /// Reads a scenario file without applying changes. Returns the contents of the file, and all
    /// changes of `--set` and `--strategy` in the form `PATH=VALUE`.
    pub fn document(&self, path: &Path) -> anyhow::Result<(Document, Vec<String>)> {
        let mut document = Document::read(path)?;
        let played = played(&mut document, &self.strategies, BotLists::Accepted)?;
        Ok((document, [&self.sets.sets[..], &played].concat()))
    }

    /// Returns all changes of `--set` and `--strategy` in the form `PATH=VALUE`.
    pub fn settings(&self) -> Vec<String> {
        self.sets.sets.iter().cloned().chain(self.strategies.iter().map(|of| setting(of))).collect()
    }

    /// Returns the flags that change the scenario, with their values, quoted for a shell.
    pub fn words(&self) -> Vec<String> {
        let sets = self.sets.sets.iter().map(|set| ("--set", set));
        sets.chain(self.strategies.iter().map(|strategy| ("--strategy", strategy)))
            .map(|(flag, value)| format!("{flag} {}", shell::word(value)))
            .collect()
    }
}

/// Returns the path of a setting `PATH=VALUE`; `None` if the setting has another form.
pub fn path_of(setting: &str) -> Option<&str> {
    setting.split_once('=').map(|(path, _)| path.trim())
}

/// Returns a form of a path that is equal for all spellings of the path, such as `line-up.draw` and
/// `line_up.draw`.
pub fn folded(path: &str) -> String {
    path.replace('_', "-").replace(char::is_whitespace, "")
}

/// Checks that the settings `PATH=VALUE` of a command line, given by `flag`, have different paths.
///
/// # Errors
/// Fails if two settings have the same path.
pub fn each_once<'a>(
    flag: &str,
    settings: impl IntoIterator<Item = &'a String>,
) -> Result<(), Usage> {
    let mut known = BTreeSet::new();
    let mut paths = settings.into_iter().filter_map(|setting| path_of(setting));
    match paths.find(|path| !known.insert(folded(path))) {
        None => Ok(()),
        Some(path) => Err(Usage(format!("{flag} gives {path} twice; remove one of them"))),
    }
}

/// Reads the scenario of a file with `--set` and `--strategy` applied, or the stored scenario of a
/// report's folder. Fails if the file lists several bots.
pub fn scenario(path: &Path, sets: &[String], strategies: &[String]) -> anyhow::Result<Scenario> {
    let one = |document: Document, sets: &[String]| Ok(vec![resolve(document, sets)?]);
    Ok(read(path, sets, (strategies, BotLists::Refused), one)?.swap_remove(0))
}

/// Reads the scenario of a file or of a report's folder, as [`scenario()`] does. Returns one
/// scenario per bot if the file, or `--strategy`, lists several bots.
pub fn scenarios(
    path: &Path,
    sets: &[String],
    strategies: &[String],
) -> anyhow::Result<Vec<Scenario>> {
    read(path, sets, (strategies, BotLists::Accepted), resolve_each)
}

/// Reads the scenario of a file or of a report's folder, as [`scenario()`] does. If the file lists
/// several bots, returns the scenario with the first bot.
pub fn first_scenario(
    path: &Path,
    sets: &[String],
    strategies: &[String],
) -> anyhow::Result<Scenario> {
    Ok(read(path, sets, (strategies, BotLists::Refused), resolve_each)?.swap_remove(0))
}

fn read(
    path: &Path,
    sets: &[String],
    (strategies, lists): (&[String], BotLists),
    resolve: impl FnOnce(Document, &[String]) -> Result<Vec<Scenario>, Faults>,
) -> anyhow::Result<Vec<Scenario>> {
    if path.is_dir() {
        return Ok(vec![report_argument::unchanged(path, sets, strategies)?]);
    }
    let mut document = Document::read(path)?;
    let played = played(&mut document, strategies, lists)?;
    let typed = |set: &str| {
        let mut settings = played.iter().zip(strategies);
        let (_, strategy) = settings.find(|(setting, _)| *setting == set)?;
        Some(format!("--strategy {strategy}"))
    };
    let scenarios = resolve(document, &[sets, &played].concat());
    Ok(scenarios.map_err(|faults: Faults| faults.typed(typed))?)
}

/// Converts values of `--strategy` into settings of the form `PATH=VALUE`. Removes assignments of
/// bots from the scenario's document if a value assigns a bot to all fighters.
///
/// # Errors
/// Fails if the values contradict each other, or if the command accepts no list of bots.
fn played(
    document: &mut Document,
    strategies: &[String],
    lists: BotLists,
) -> Result<Vec<String>, Usage> {
    let settings = checked_settings(strategies, lists)?;
    if strategies.iter().any(|strategy| who(strategy).is_none()) {
        document.take("strategies");
    }
    Ok(settings)
}

/// Converts a value of `--strategy` into a setting `PATH=VALUE`.
fn setting(strategy: &str) -> String {
    match who(strategy) {
        Some((who, bot)) => format!("strategies.{who}={}", toml_string(bot)),
        None => format!("strategy={}", bots(strategy)),
    }
}

/// Splits a value of `--strategy`, `WHO=BOT`, into its two parts. Returns `None` for a bot of all
/// fighters, which may be a file name that contains `=`.
fn who(strategy: &str) -> Option<(&str, &str)> {
    let parts = strategy.split_once('=');
    parts.filter(|_| !Path::new(strategy).is_file())
}

/// Converts values of `--strategy` into settings of the form `PATH=VALUE`.
///
/// # Errors
/// Fails if two values have the same players. Fails for a list of bots (`a,b,c`) if the command
/// accepts no list, or if the list is not the only value.
fn checked_settings(strategies: &[String], lists: BotLists) -> Result<Vec<String>, Usage> {
    if let Some(list) = strategies.iter().find(|strategy| is_list(strategy)) {
        let what = match lists {
            BotLists::Refused => "this command accepts no list of bots; name one bot",
            BotLists::Accepted if list.contains('=') || strategies.len() > 1 => {
                "each bot of a list plays all seats in turn; leave out the part before the `=`, \
                 and every other --strategy"
            }
            BotLists::Accepted => return Ok(vec![setting(list)]),
        };
        return Err(Usage(format!("--strategy {list}: {what}")));
    }
    let settings: Vec<String> = strategies.iter().map(|strategy| setting(strategy)).collect();
    each_once("--strategy", &settings)?;
    Ok(settings)
}

/// Formats the name of a bot, or a comma-separated list of bots, as a TOML value.
fn bots(strategy: &str) -> String {
    match is_list(strategy) {
        true => {
            format!("[{}]", strategy.split(',').map(toml_string).collect::<Vec<_>>().join(", "))
        }
        false => toml_string(strategy),
    }
}

/// Returns whether a value of `--strategy` lists several bots; a file name may contain commas.
fn is_list(strategy: &str) -> bool {
    strategy.contains(',') && !Path::new(strategy).is_file()
}

/// Formats text as a TOML string.
pub fn toml_string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_set_once_however_it_is_written() {
        let said = |settings: &[&str]| {
            let settings: Vec<String> = settings.iter().map(|one| one.to_string()).collect();
            each_once("--set", &settings).map_err(|usage| usage.to_string())
        };
        assert_eq!(said(&["rules.rounds=5", "rules.range=5"]), Ok(()));
        // Settings without a path are reported when they are applied.
        assert_eq!(said(&["rounds", "rounds"]), Ok(()));
        for twice in [["rules.rounds=5", "rules.rounds=12"], ["rules.rounds=5", "rules.rounds = 5"]]
        {
            let told = "--set gives rules.rounds twice; remove one of them";
            assert_eq!(said(&twice), Err(told.to_owned()), "{twice:?}");
        }
        let told = said(&["line-up.draw=3", "line_up.draw=4"]).unwrap_err();
        assert!(told.contains("line_up.draw twice"), "{told}");
    }

    #[test]
    fn all_players_have_one_bot() {
        let said = |strategies: &[&str]| {
            let strategies: Vec<String> = strategies.iter().map(|one| one.to_string()).collect();
            let checked = checked_settings(&strategies, BotLists::Accepted);
            checked.map(drop).map_err(|usage| usage.to_string())
        };
        // A bot for all players and an exception are valid in both orders.
        for sound in [
            ["balanced", "seats.1=random"],
            ["seats.1=random", "balanced"],
            ["seats.1=random", "seats.2=random"],
        ] {
            assert_eq!(said(&sound), Ok(()), "{sound:?}");
        }
        for (twice, who) in [
            (&["balanced", "seats.1=x", "trained"][..], "strategy"),
            (&["seats.1=a", "seats.1=b"], "strategies.seats.1"),
            (&["fighters.agaric=a", "fighters. agaric =b"], "strategies.fighters. agaric"),
        ] {
            let told = format!("--strategy gives {who} twice; remove one of them");
            assert_eq!(said(twice), Err(told), "{twice:?}");
        }
    }
}
