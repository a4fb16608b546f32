//! Restores a scenario from the manifest of a report, so that it can be played again without its
//! original files.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::bot::{RANDOM, is_file};
use super::document::{Document, DocumentNode};
use super::edits::without_null;
use super::fault::{Fault, Faults, Location};
use super::file::{GameName, ScenarioFile};
use super::load::complete_roster;
use super::network_file::{MOST_BYTES, adapted_files, sha256};
use super::read::read_bytes;
use super::script_file::scripted;
use super::strategy_file::described;
use super::validation::TypeSchema;
use super::{Bot, Scenario, StrategyPlan};
use crate::games::{Files, Title, title};
use crate::strategies::BotDefinition;

/// The fields of a [`Scenario`] as a report's manifest stores them. The game's JSON schemas
/// validate the parts that depend on the game.
#[derive(Debug, Deserialize)]
struct Kept {
    title: String,
    description: String,
    game: String,
    rules: Json,
    roster: Json,
    changes: Vec<String>,
    #[serde(default)]
    added: Vec<String>,
    line_up: Json,
    strategies: StrategyPlan,
    bots: BTreeMap<String, KeptBot>,
}

/// A bot as a report's manifest stores it: its settings or script, and the hashes of the bots that
/// guide its search. Network weights are not stored.
#[derive(Debug, Deserialize)]
struct KeptBot {
    name: String,
    description: String,
    settings: Option<Json>,
    script: Option<String>,
    #[serde(default)]
    led_by: Vec<String>,
}

impl Scenario {
    /// Restores the scenario that is stored in a report's manifest, the file `path`.
    ///
    /// The manifest contains the roster and the scripts. Network weights, and the bots that guide a
    /// search, are read from their files again; these files must be unchanged. The weights of an
    /// adapted bot are in the report's folder.
    ///
    /// # Errors
    /// Fails if the manifest holds no valid scenario for this version of gong, or if a file that a
    /// bot needs is missing or has changed.
    pub fn thaw(frozen: &Json, path: &Path) -> Result<Scenario, Faults> {
        let fault = |what: String| Fault::whole(path, what);
        let kept = Kept::deserialize(frozen)
            .map_err(|error| fault(format!("contains no playable scenario: {error}")))?;
        let Some(title) = title(&kept.game) else {
            return Err(fault(format!(
                "needs a game that this version of gong does not have: {}",
                kept.game
            ))
            .into());
        };
        let at = Location::Whole(path.to_owned());
        let document = |json: Json| {
            let root = DocumentNode::from_json(&without_null(json), &at);
            Document::of_node(root).with_layers(title.layers())
        };
        let scenario = document(json!({
            "title": kept.title, "description": kept.description, "game": kept.game, "roster": "it is kept",
            "rules": kept.rules, "line-up": kept.line_up,
        }));
        let file: ScenarioFile = scenario.decode_as(&TypeSchema::scenario(title))?;
        let mut files = Files {
            rules: file.rules.into(),
            roster: complete_roster(title, &document(kept.roster))?,
            line_up: file.line_up.into(),
        };
        let complaints = title.complete_line_up(&mut files.line_up, &files.roster);
        complaints.map_err(|complaints| scenario.faults(complaints))?;
        let complaints = title.check_rules(&files, &|_| false);
        scenario.faults(complaints).done()?;
        let mut bots = BTreeMap::new();
        for (reference, bot) in kept.bots {
            let bot = bot.thaw(title, &reference, path)?;
            bots.insert(reference, bot);
        }
        let missing = |name: &&str| !bots.contains_key(*name);
        if let Some(name) = kept.strategies.names().into_iter().find(missing) {
            return Err(fault(format!(
                "lacks the data of the bot {name}, which plays in the scenario"
            ))
            .into());
        }
        Ok(Scenario {
            title: kept.title,
            description: kept.description,
            game: GameName::of(title),
            seating: title.seating(&files.line_up, &files.roster),
            rules: files.rules,
            roster: files.roster,
            changes: kept.changes,
            added: kept.added,
            line_up: files.line_up,
            strategies: kept.strategies,
            bots,
        })
    }
}

impl KeptBot {
    fn thaw(self, title: &dyn Title, reference: &str, path: &Path) -> Result<Bot, Faults> {
        let fault = |what: String| Faults::from(Fault::whole(path, what));
        if let Some(text) = &self.script {
            return scripted(title, Path::new(reference), text, &self.name);
        }
        let Some(mut settings) = self.settings else {
            return match reference {
                RANDOM => Ok(Bot::new(&self.name, &self.description, BotDefinition::Random)),
                _ => Err(fault(format!("lacks the data of the bot {reference}"))),
            };
        };
        // Manifests store this field for all bots, but in a strategy file only greedy bots accept
        // the field.
        if settings["kind"] != "greedy"
            && let Some(settings) = settings.as_object_mut()
        {
            settings.remove("whim");
        }
        let shipped = title.bots().iter().find(|shipped| shipped.name == reference);
        let mut file = shipped.map_or(Path::new(reference), |shipped| shipped.path());
        let mut weights = shipped.and_then(|shipped| shipped.weights);
        let [adapted, its_weights] =
            adapted_files(&self.name).map(|file| path.with_file_name("").join(file));
        let kept = read_bytes(&its_weights, MOST_BYTES as u64);
        if kept.is_ok_and(|kept| settings["network"]["sha256"] == sha256(&kept).as_str()) {
            (file, weights) = (&adapted, None);
        }
        let root =
            DocumentNode::from_json(&without_null(settings), &Location::Whole(file.to_owned()));
        let bot = described(title, &Document::of_node(root), weights, &self.name)?;
        if bot.led_by != self.led_by {
            let whose = if is_file(reference) { "the files" } else { "the bots" };
            return Err(fault(format!(
                "stores only digests of the bots that guide the search of {}, and {whose} that it \
                 names have changed since",
                self.name
            )));
        }
        Ok(bot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::titles;
    use crate::scenario::load_bot;

    const PATH: &str = "report/manifest.json";

    /// Creates a scenario of a game, with one of the game's bots.
    fn scenario(title: &'static dyn Title, name: &str) -> Scenario {
        let Ok(bot) = load_bot(title, name) else { panic!("{name}") };
        let plan = StrategyPlan { everybody: name.to_owned(), ..StrategyPlan::default() };
        let bots = [(name.to_owned(), bot)].into();
        Scenario::of(title, title.trials().remove(0), plan, bots).unwrap()
    }

    #[test]
    fn every_shipped_bot_comes_back_as_it_was_in_every_game() {
        for title in titles() {
            let names = title.bots().iter().map(|bot| bot.name).chain([RANDOM]);
            for name in names {
                let scenario = scenario(title, name);
                let frozen = serde_json::to_string(&scenario).unwrap();
                let frozen = serde_json::from_str(&frozen).unwrap();
                let thawed = Scenario::thaw(&frozen, Path::new(PATH));
                let thawed = thawed.unwrap_or_else(|faults| panic!("{name}: {faults}"));
                let as_read = |mut scenario: Scenario| {
                    for bot in scenario.bots.values_mut() {
                        // The scenario identifies a script by its reference, not by the path of its
                        // file.
                        if let BotDefinition::Script(source) = &mut bot.definition {
                            source.path = Path::new(name).into();
                        }
                    }
                    scenario
                };
                assert_eq!(as_read(thawed), as_read(scenario), "{name}");
            }
        }
    }

    #[test]
    fn what_is_not_as_it_was_kept_is_named() {
        let title = title("ultimate-warriorz").unwrap();
        let frozen = |name: &str| serde_json::to_value(scenario(title, name)).unwrap();
        let refused = |name: &str, pointer: &str, value: Json| {
            let mut frozen = frozen(name);
            *frozen.pointer_mut(pointer).unwrap() = value;
            let faults = Scenario::thaw(&frozen, Path::new(PATH)).unwrap_err();
            faults.to_string()
        };
        for (name, pointer, value, wanted) in [
            (
                "random",
                "/game",
                json!("chess"),
                "manifest.json: needs a game that this version of gong does not have: chess",
            ),
            ("random", "/rules/rounds", json!(99), "manifest.json: rules.rounds: is 99; wants"),
            (
                "random",
                "/roster/fighters/agaric/size",
                json!("big"),
                "fighters.agaric.size: is the text",
            ),
            (
                "random",
                "/line_up/pool/0",
                json!("gimli"),
                "line-up.pool[1]: the roster has no fighter `gimli`",
            ),
            ("random", "/strategies/everybody", json!("me"), "lacks the data of the bot me"),
            ("random", "/bots", json!({ "random": 3 }), "contains no playable scenario"),
            ("mcts-fast", "/bots/mcts-fast/led_by/0", json!("00"), "have changed since"),
            (
                "trained-1",
                "/bots/trained-1/settings/network/sha256",
                json!("0".repeat(64)),
                "was changed or replaced",
            ),
            ("hunter", "/bots/hunter/script", json!("function score(view"), "hunter:1"),
        ] {
            let told = refused(name, pointer, value);
            assert!(told.contains(wanted), "{pointer}: {told}");
        }
    }
}
