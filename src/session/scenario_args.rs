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

impl Sets {
    /// Checks that the values of `--set` change different values of the scenario.
    ///
    /// # Errors
    /// Fails if a path is given twice.
    pub fn check(&self) -> Result<(), Usage> {
        each_once("--set", &self.sets)
    }
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

    /// Returns the flags that change the scenario, as typed, each with the path of the value that
    /// it sets, such as `rules.rounds` or `strategies.seats.1`.
    pub fn paths(&self) -> Vec<(String, String)> {
        let sets = self.sets.sets.iter().map(|set| {
            let path = path_of(set).unwrap_or_default();
            (format!("--set {set}"), path.to_owned())
        });
        let bots = self.strategies.iter().map(|strategy| {
            let path = match who(strategy) {
                Some((who, _)) => format!("strategies.{who}"),
                None => "strategy".to_owned(),
            };
            (format!("--strategy {strategy}"), path)
        });
        sets.chain(bots).collect()
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
/// report's folder.
pub fn scenario(path: &Path, sets: &[String], strategies: &[String]) -> anyhow::Result<Scenario> {
    match path.is_dir() {
        true => report_argument::unchanged(path, sets, strategies),
        false => resolved(path, sets, strategies, BotLists::Refused, resolve),
    }
}

/// Reads the scenario of a file or of a report's folder, as [`scenario()`] does. If `--strategy`
/// lists several bots, returns one scenario per bot.
pub fn scenarios(
    path: &Path,
    sets: &[String],
    strategies: &[String],
) -> anyhow::Result<Vec<Scenario>> {
    each_scenario(path, sets, strategies, BotLists::Accepted)
}

/// Reads the scenario of a file or of a report's folder, as [`scenario()`] does. If the file lists
/// several bots, returns the scenario with the first bot.
pub fn first_scenario(
    path: &Path,
    sets: &[String],
    strategies: &[String],
) -> anyhow::Result<Scenario> {
    let mut scenarios = each_scenario(path, sets, strategies, BotLists::Refused)?;
    Ok(scenarios.swap_remove(0))
}

/// Reads the scenario of a file or of a report's folder. Returns one scenario per bot if the file,
/// or `--strategy`, lists several bots. `lists` applies to `--strategy` only.
fn each_scenario(
    path: &Path,
    sets: &[String],
    strategies: &[String],
    lists: BotLists,
) -> anyhow::Result<Vec<Scenario>> {
    match path.is_dir() {
        true => Ok(vec![report_argument::unchanged(path, sets, strategies)?]),
        false => resolved(path, sets, strategies, lists, resolve_each),
    }
}

fn resolved<T>(
    path: &Path,
    sets: &[String],
    strategies: &[String],
    lists: BotLists,
    resolve: fn(Document, &[String]) -> Result<T, Faults>,
) -> anyhow::Result<T> {
    let mut document = Document::read(path)?;
    let played = played(&mut document, strategies, lists)?;
    let typed = |faults: Faults| {
        let settings = played.iter().zip(strategies);
        settings.fold(faults, |faults, (setting, strategy)| {
            faults.typed(setting, &format!("--strategy {strategy}"))
        })
    };
    Ok(resolve(document, &[sets, &played].concat()).map_err(typed)?)
}

/// Converts values of `--strategy` into settings of the form `PATH=VALUE`. Removes assignments of
/// bots from the scenario's document if a value assigns a bot to all fighters.
///
/// # Errors
/// Fails if the command does not accept a list of bots, if a list is not the only value, or if two
/// values have the same players.
fn played(
    document: &mut Document,
    strategies: &[String],
    lists: BotLists,
) -> Result<Vec<String>, Usage> {
    check_list(strategies, lists)?;
    all_players_once(strategies, lists)?;
    let mut played = vec![];
    for strategy in strategies {
        match who(strategy) {
            Some((who, bot)) => played.push(format!("strategies.{who}={}", toml_string(bot))),
            None => {
                // A strategy for all seats replaces all assignments of the document.
                document.take("strategies");
                played.push(format!("strategy={}", bots(strategy)));
            }
        }
    }
    Ok(played)
}

/// Splits a value of `--strategy`, `WHO=BOT`, into its two parts. Returns `None` for a bot of all
/// fighters, which may be a file name that contains `=`.
fn who(strategy: &str) -> Option<(&str, &str)> {
    let parts = strategy.split_once('=');
    parts.filter(|_| !Path::new(strategy).is_file())
}

/// Checks the list of bots (`a,b,c`) among the values of `--strategy`, if there is one. A list must
/// be the only value, and must apply to all fighters.
///
/// # Errors
/// Fails if the command does not accept a list, if the list applies to some fighters only, or if
/// there is another value.
fn check_list(strategies: &[String], lists: BotLists) -> Result<(), Usage> {
    let is_list = |strategy: &&String| strategy.contains(',') && !Path::new(strategy).is_file();
    let Some(list) = strategies.iter().find(is_list) else {
        return Ok(());
    };
    let what = match lists {
        BotLists::Refused => "this command accepts no list of bots; name one bot",
        BotLists::Accepted if list.contains('=') => {
            "each bot of a list plays all seats in turn; leave out the part before the `=`"
        }
        BotLists::Accepted if strategies.len() > 1 => {
            "each bot of a list plays all seats in turn; leave out the other --strategy"
        }
        BotLists::Accepted => return Ok(()),
    };
    Err(Usage(format!("--strategy {list}: {what}")))
}

/// Checks that no two values of `--strategy` have the same players. A bot for all players and a bot
/// for some of the players do not contradict each other.
///
/// # Errors
/// Fails if two values have the same players. The error advises a list of bots if the command
/// accepts one.
fn all_players_once(strategies: &[String], lists: BotLists) -> Result<(), Usage> {
    let players: Vec<Option<&str>> =
        strategies.iter().map(|strategy| who(strategy).map(|(who, _)| who.trim())).collect();
    let mut known = BTreeSet::new();
    let twice = players.iter().find(|who| !known.insert(who.map(folded)));
    let Some(twice) = twice else {
        return Ok(());
    };
    let different: BTreeSet<&String> = strategies.iter().collect();
    let is_list = different.len() == players.len() && players.iter().all(Option::is_none);
    let advice = match lists {
        BotLists::Accepted if is_list => {
            let list = strategies.join(",");
            format!("did you mean --strategy {}?", shell::word(&list))
        }
        _ => "remove one of them".to_owned(),
    };
    Err(Usage(match twice {
        Some(who) => format!("--strategy gives {who} twice; {advice}"),
        None => format!("--strategy gives the bot of all players twice; {advice}"),
    }))
}

/// Formats the name of a bot, or a comma-separated list of bots, as a TOML value.
fn bots(strategy: &str) -> String {
    if Path::new(strategy).is_file() {
        return toml_string(strategy);
    }
    let bots: Vec<String> = strategy.split(',').map(toml_string).collect();
    match bots.as_slice() {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    }
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
        use BotLists::{Accepted, Refused};
        let said = |strategies: &[&str], lists| {
            let strategies: Vec<String> = strategies.iter().map(|one| one.to_string()).collect();
            all_players_once(&strategies, lists).map_err(|usage| usage.to_string())
        };
        // A bot for all players and an exception are valid in both orders.
        for sound in [
            ["balanced", "seats.1=random"],
            ["seats.1=random", "balanced"],
            ["seats.1=random", "seats.2=random"],
        ] {
            assert_eq!(said(&sound, Accepted), Ok(()), "{sound:?}");
        }
        let all = "the bot of all players";
        let listed = "did you mean --strategy balanced,trained?";
        let remove = "remove one of them";
        for (twice, lists, who, advice) in [
            (&["balanced", "trained"][..], Accepted, all, listed),
            (&["balanced", "trained"], Refused, all, remove),
            (&["balanced", "balanced"], Accepted, all, remove),
            (&["balanced", "seats.1=x", "trained"], Accepted, all, remove),
            (&["seats.1=a", "seats.1=b"], Accepted, "seats.1", remove),
            (&["fighters.agaric=a", "fighters. agaric =b"], Accepted, "fighters. agaric", remove),
        ] {
            let told = format!("--strategy gives {who} twice; {advice}");
            assert_eq!(said(twice, lists), Err(told), "{twice:?}");
        }
    }
}
