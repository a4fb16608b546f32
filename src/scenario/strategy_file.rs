//! Strategy files: the TOML files that describe bots, and the bots that they describe.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bot::Bot;
use super::document::Document;
use super::fault::{Fault, Faults};
use super::file_kind::FileKind;
use super::learnt::Learnt;
use super::network_file::{self, NetworkFile};
use super::search_file::{self, SearchFile};
use super::used_bots;
use super::validation::TypeSchema;
use crate::game::MAX_FEATURES;
use crate::games::{Title, titles};
use crate::strategies::{BotDefinition, Weights};
use crate::words::either;

/// A strategy file: the kind of a bot and its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Strategy")]
pub struct StrategyFile {
    /// Kind of the bot, which determines how it chooses among options.
    pub kind: BotKind,
    /// Short description of the bot.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub description: String,
    /// Randomness of the bot, 0 to 1000: maximum of a random number that is added to the score of
    /// each option.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub whim: f64,
    /// Weight of each feature of an option, -1000 to 1000. Features that are left out have a weight
    /// of 0. The command `gong list features` lists the features. For kind `greedy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("additionalProperties" = { "type": "number", "minimum": -1000, "maximum": 1000 }))]
    pub weights: Option<BTreeMap<String, f64>>,
    /// Settings of the tree search. For kind `mcts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchFile>,
    /// Trained bots, 2 to 8, each given by its name or file. One of them, drawn at random, plays in
    /// each game. For kind `panel`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub members: Vec<String>,
    /// The trained neural network. For kind `trained`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkFile>,
}

/// Kinds of bots that strategy files describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Kind")]
pub enum BotKind {
    /// Chooses the option with the greatest weighted sum of features.
    Greedy,
    /// Simulates many playouts before each decision: Monte-Carlo tree search.
    Mcts,
    /// Chooses the option with the highest win probability according to a network. `gong train`
    /// makes such bots.
    Trained,
    /// Plays like one of several trained bots, drawn at random in each game. So results
    /// depend less on a single training.
    Panel,
}

/// Creates the bot that a parsed strategy file describes.
///
/// `weights` are network weights that are shipped with the program. Without them, a trained bot
/// reads its weights from a file beside the strategy file.
///
/// # Errors
/// Returns all faults of the document.
pub fn bot(
    title: &dyn Title,
    document: &Document,
    weights: Option<&[u8]>,
    name: &str,
) -> Result<Bot, Faults> {
    let mut faults = check_fields(document);
    let decoded = document.decode_as(&TypeSchema::strategy(title)).map_err(|faults| {
        let foreign = || foreign_weights(title, document);
        let instead = FileKind::Strategy.instead(document).or_else(foreign);
        instead.map_or(faults, Faults::from)
    });
    let decoded: Option<StrategyFile> = faults.keep(decoded);
    faults.done()?;
    let file = decoded.expect("there are no faults");
    let mut learnt: Vec<Learnt> = file.network.iter().map(|of| of.learnt.clone()).collect();
    let definition = match (file.kind, &file.search, &file.network) {
        (BotKind::Mcts, Some(search), _) => {
            BotDefinition::Mcts(search_file::search(title, document, search)?)
        }
        (BotKind::Trained, _, Some(network)) => {
            let network = network_file::network(title, document, network, weights)?;
            BotDefinition::Trained(Arc::new(network))
        }
        (BotKind::Panel, ..) => {
            let members = used_bots::members(title, document, &file)?;
            let (networks, ranges) = members.into_iter().unzip();
            learnt = ranges;
            BotDefinition::Panel(networks)
        }
        _ => BotDefinition::Greedy(greedy(title, &file)),
    };
    Ok(Bot {
        name: name.to_owned(),
        description: file.description.clone(),
        settings: Some(file),
        script: None,
        led_by: definition.led_by(),
        learnt,
        definition,
    })
}

/// The fields of a strategy file that only one kind of bot has, and whether it needs them.
const OWN_FIELDS: [(&str, &str, bool); 5] = [
    ("weights", "greedy", true),
    ("whim", "greedy", false),
    ("search", "mcts", true),
    ("members", "panel", false),
    ("network", "trained", true),
];

/// Returns a fault for each field of another kind of bot, and for each missing table.
fn check_fields(document: &Document) -> Faults {
    let mut faults = Faults::default();
    let kind = document.text(&["kind"]).map_or("", |(kind, _)| kind);
    let is_known = OWN_FIELDS.iter().any(|(_, of, _)| *of == kind);
    for (field, owner, needed) in OWN_FIELDS.into_iter().filter(|_| is_known) {
        let what = match (document.get(&[field]).is_some(), kind == owner) {
            (true, false) => format!("is only for kind {owner}"),
            (false, true) if needed => "is missing; wants a table".to_owned(),
            _ => continue,
        };
        faults.push(document.fault(&[field], what));
    }
    faults
}

fn greedy(title: &dyn Title, file: &StrategyFile) -> Weights {
    let mut of_feature = [0.0; MAX_FEATURES];
    let weights = file.weights.as_ref();
    for (index, feature) in title.features().iter().enumerate() {
        let weight = weights.and_then(|weights| weights.get(feature.name));
        of_feature[index] = weight.map_or(0.0, |weight| *weight as f32);
    }
    Weights { of_feature, whim: file.whim as f32 }
}

/// Returns the fault of a file whose weights are those of a bot of another game. `None` if it is not
/// valid for any game.
fn foreign_weights(title: &dyn Title, document: &Document) -> Option<Fault> {
    let is_valid =
        |of: &&'static dyn Title| TypeSchema::strategy(*of).check(&document.root).is_ok();
    let games: Vec<&str> = titles().filter(is_valid).map(Title::name).collect();
    let what =
        format!("are those of a bot of {}, which cannot play {}", either(&games), title.name());
    (!games.is_empty()).then(|| document.fault(&["weights"], what))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::games;

    /// Returns, for tests, a game whose options have a feature named `kills`.
    fn arena() -> &'static dyn Title {
        games::title("ultimate-warriorz").unwrap()
    }

    #[test]
    fn all_faults_of_a_file_are_found_at_once() {
        for (text, all) in [
            (
                "kind = \"greedy\"\n[weights]\nkils = 1\ndanger = \"low\"\n",
                [
                    "x.toml:3:1: weights.kils: there is no such field; did you mean `kills`?",
                    "x.toml:4:1: weights.danger: is the text",
                ],
            ),
            (
                "kind = \"mcts\"\niterations = 100\n",
                [
                    "x.toml:2:1: iterations: there is no such field; did you mean \
                     `search.iterations`?",
                    "search: is missing; wants a table",
                ],
            ),
            (
                "kind = \"mcts\"\n[weights]\npoints = 1\n",
                ["x.toml:2:2: weights: is only for kind greedy", "search: is missing"],
            ),
        ] {
            let told = faults_of(text);
            assert!(all.iter().all(|wanted| told.contains(wanted)), "{told}");
        }
    }

    #[test]
    fn weights_of_another_game_are_one_fault() {
        let careful = games::title("jungle-alert").unwrap().bots();
        let careful = careful.iter().find(|bot| bot.name == "careful").unwrap();
        let told = faults_of(careful.text);
        let wanted = "weights: are those of a bot of jungle-alert, which cannot play \
                      ultimate-warriorz";
        assert!(told.ends_with(wanted) && told.lines().count() == 1, "{told}");
    }

    fn faults_of(text: &str) -> String {
        let document = Document::parse(Path::new("x.toml"), text).unwrap();
        bot(arena(), &document, None, "x").unwrap_err().to_string()
    }

    #[test]
    fn a_search_is_checked_to_its_last_field() {
        let head = "kind = \"mcts\"\n[search]\niterations = 100\n";
        for (rest, wants) in [
            (
                "guide = \"balancd\"\n",
                "x.toml:4:1: search.guide: there is no strategy `balancd`; did you mean `balanced`",
            ),
            (
                "guide = \"mcts-fast\"\n",
                "x.toml:4:1: search.guide: `mcts-fast` cannot guide a search",
            ),
            (
                "players = [\"balanced\", \"coward\"]\n",
                "x.toml:4:24: search.players[2]: `coward` cannot guide a search",
            ),
            ("greedy = \"balanced\"\n", "x.toml:4"),
            ("rollout = \"gredy\"\n", "x.toml:4"),
            ("others = \"tree\"\n", "x.toml:4"),
            ("exploration = -1\n", "0 to 10"),
            ("iteration = 3\n", "did you mean `iterations`"),
            (
                "value = { win = 0, placement = 0, score = 0 }\n",
                "x.toml:4:1: search.value: all weights are 0",
            ),
        ] {
            let faults = faults_of(&format!("{head}{rest}"));
            assert!(faults.contains(wants), "{faults}");
        }
    }

    #[test]
    fn a_weight_out_of_range_is_a_fault_at_its_line() {
        for weight in ["1e300", "-1000.5", "1001", "inf", "nan", "-nan"] {
            let faults = faults_of(&format!("kind = \"greedy\"\n[weights]\npoints = {weight}\n"));
            assert!(faults.contains("x.toml:3:1: weights.points: is "), "{faults}");
            assert!(faults.contains("wants a number, -1000 to 1000"), "{faults}");
        }
    }
}
