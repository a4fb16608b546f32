//! Restores a scenario from the manifest of a report, so that it can be played again without its
//! original files.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::bot::{RANDOM, is_file, scripted};
use super::document::{Document, DocumentNode};
use super::fault::{Fault, Faults, Location};
use super::file::ScenarioFile;
use super::load::complete_roster;
use super::network_file::{MOST_BYTES, adapted_files, sha256};
use super::read::read_bytes;
use super::strategy_file::{self, BotKind};
use super::validation::TypeSchema;
use super::{Bot, Scenario};
use crate::games::{Files, Title};

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
        let fault = |what: String| Faults::from(Fault::whole(path, what));
        let mut kept = Scenario::deserialize(frozen)
            .map_err(|error| fault(format!("contains no playable scenario: {error}")))?;
        let Some(title) = kept.game.known() else {
            let game = frozen["game"].as_str().unwrap_or_default();
            let what = format!("needs a game that this version of gong does not have: {game}");
            return Err(fault(what));
        };
        let at = Location::Whole(path.to_owned());
        let document = |json: &Json| {
            Document::of_node(DocumentNode::from_json(json, &at)).with_layers(title.layers())
        };
        let scenario = document(&json!({
            "title": kept.title, "description": kept.description, "game": kept.game,
            "roster": "it is kept", "rules": kept.rules, "line-up": kept.line_up,
        }));
        let file: ScenarioFile = scenario.decode_as(&TypeSchema::scenario(title))?;
        let mut files = Files {
            rules: file.rules.into(),
            roster: complete_roster(title, &document(&kept.roster))?,
            line_up: file.line_up.into(),
        };
        let complaints = title.complete_line_up(&mut files.line_up, &files.roster);
        complaints.map_err(|complaints| scenario.faults(complaints))?;
        scenario.faults(title.check_rules(&files, &|_| false)).done()?;
        for (reference, bot) in &mut kept.bots {
            *bot = bot.thaw(title, reference, path)?;
        }
        let missing = |name: &&str| !kept.bots.contains_key(*name);
        if let Some(name) = kept.strategies.names().into_iter().find(missing) {
            let what = format!("lacks the data of the bot {name}, which plays in the scenario");
            return Err(fault(what));
        }
        let seating = title.seating(&files.line_up, &files.roster);
        let Files { rules, roster, line_up } = files;
        Ok(Scenario { rules, roster, line_up, seating, ..kept })
    }
}

impl Bot {
    /// Restores the bot, of which a manifest stores its settings or script, and the hashes of the
    /// bots that guide its search. Network weights are not stored.
    fn thaw(&self, title: &dyn Title, reference: &str, path: &Path) -> Result<Bot, Faults> {
        let fault = |what: String| Faults::from(Fault::whole(path, what));
        if let Some(text) = &self.script {
            return scripted(title, Path::new(reference), text, &self.name);
        }
        let Some(file) = &self.settings else {
            return match reference {
                RANDOM => Ok(self.clone()),
                _ => Err(fault(format!("lacks the data of the bot {reference}"))),
            };
        };
        let mut settings = serde_json::to_value(file).expect("settings are JSON");
        // Manifests store this field for all bots, but in a strategy file only greedy bots accept
        // the field.
        if file.kind != BotKind::Greedy {
            settings["whim"].take();
        }
        let shipped = title.bots().iter().find(|shipped| shipped.name == reference);
        let mut from = shipped.map_or(Path::new(reference), |shipped| shipped.path());
        let mut weights = shipped.and_then(|shipped| shipped.weights);
        let [adapted, its_weights] =
            adapted_files(&self.name).map(|file| path.with_file_name("").join(file));
        let hash = file.network.as_ref().map(|network| &network.sha256);
        let kept = read_bytes(&its_weights, MOST_BYTES as u64).ok();
        if hash.is_some() && hash == kept.map(|kept| sha256(&kept)).as_ref() {
            (from, weights) = (&adapted, None);
        }
        let root = DocumentNode::from_json(&settings, &Location::Whole(from.to_owned()));
        let bot = strategy_file::bot(title, &Document::of_node(root), weights, &self.name)?;
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
    use crate::games::{title, titles};
    use crate::scenario::{StrategyPlan, load_bot};
    use crate::strategies::BotDefinition;

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
