//! Strategy files: the TOML files that describe bots, and the bots that they describe.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bot::Bot;
use super::document::{Document, Value};
use super::fault::{Fault, Faults};
use super::file_kind::FileKind;
use super::learnt::Learnt;
use super::network_file::{self, NetworkFile};
use super::panel_file;
use super::search_file::{self, SearchFile};
use super::validation::TypeSchema;
use crate::game::{Feature, MAX_FEATURES};
use crate::games::{Title, titles};
use crate::strategies::{BotDefinition, Weights};
use crate::words::{either, suggest};

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
/// # Errors
/// Returns all faults of the document, including weights of unknown features.
pub fn bot(title: &dyn Title, document: &Document, name: &str) -> Result<Bot, Faults> {
    described(title, document, None, name)
}

/// Creates the bot that a parsed strategy file describes.
///
/// `weights` are network weights that are shipped with the program. Without them, a trained bot
/// reads its weights from a file beside the strategy file.
///
/// # Errors
/// Returns all faults of the document.
pub(super) fn described(
    title: &dyn Title,
    document: &Document,
    weights: Option<&[u8]>,
    name: &str,
) -> Result<Bot, Faults> {
    let file: StrategyFile = document.decode().map_err(|faults| {
        let instead = FileKind::Strategy.instead(document).map(Faults::from);
        instead.unwrap_or_else(|| with_later_faults(title, document, faults))
    })?;
    let mut faults = check_fields(document);
    let mut learnt: Vec<Learnt> = file.network.iter().map(|of| of.learnt.clone()).collect();
    let definition = match file.kind {
        BotKind::Greedy => faults.keep(greedy(title, document, &file)),
        BotKind::Mcts => {
            let search = file.search.as_ref().map(|of| search_file::search(title, document, of));
            search.and_then(|search| faults.keep(search)).map(BotDefinition::Mcts)
        }
        BotKind::Trained => {
            let network = file.network.as_ref();
            let network = network.map(|of| network_file::network(title, document, of, weights));
            let network = network.and_then(|network| faults.keep(network));
            network.map(|network| BotDefinition::Trained(Arc::new(network)))
        }
        BotKind::Panel => faults.keep(panel_file::members(title, document, &file)).map(|members| {
            let (networks, ranges) = members.into_iter().unzip();
            learnt = ranges;
            BotDefinition::Panel(networks)
        }),
    };
    faults.done()?;
    let definition = definition.expect("there are no faults");
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
    let kind = document.text(&["kind"]).map(|(kind, _)| kind);
    let Some(kind) = kind.filter(|kind| OWN_FIELDS.iter().any(|(_, of, _)| of == kind)) else {
        return faults;
    };
    for (field, owner, needed) in OWN_FIELDS {
        match (document.get(&[field]).is_some(), kind == owner) {
            (true, false) => {
                faults.push(document.fault(&[field], format!("is only for kind {owner}")));
            }
            (false, true) if needed => {
                faults.push(document.fault(&[field], "is missing; wants a table"));
            }
            _ => {}
        }
    }
    faults
}

/// Adds, to the faults of a file that cannot be decoded, those that are otherwise found after the
/// decoding: unknown features, and fields of other kinds. Suggests the table of a misplaced field.
fn with_later_faults(title: &dyn Title, document: &Document, faults: Faults) -> Faults {
    let search = TypeSchema::of::<SearchFile>();
    let mut all = check_fields(document);
    for fault in faults.iter() {
        let mut fault = fault.clone();
        let is_misplaced = fault.what.starts_with("there is no such field")
            && search.fields().any(|field| field == fault.field);
        if is_misplaced {
            let meant = format!("search.{}", fault.field);
            fault.what = format!("there is no such field; did you mean `{meant}`?");
        }
        all.push(fault);
    }
    let is_greedy = document.text(&["kind"]).is_some_and(|(kind, _)| kind == "greedy");
    let weights = document.get(&["weights"]).map(|weights| &weights.value);
    if let (true, Some(Value::Table(weights))) = (is_greedy, weights) {
        for feature in weights.keys() {
            check_feature(title, document, feature, &mut all);
        }
    }
    all.sorted()
}

/// Returns the index of a weight's feature in the game's list. Adds a fault if the game does not
/// have the feature.
fn check_feature(
    title: &dyn Title,
    document: &Document,
    feature: &str,
    faults: &mut Faults,
) -> Option<usize> {
    let features = title.features();
    let index = index_of(features, feature);
    if index.is_none() {
        let known = features.iter().map(|feature| feature.name);
        let hint = faults.hint(|| suggest(feature, known));
        let what = format!("options of {} have no feature `{feature}`{hint}", title.name());
        faults.push(document.fault(&["weights", feature], what));
    }
    index
}

fn greedy(
    title: &dyn Title,
    document: &Document,
    file: &StrategyFile,
) -> Result<BotDefinition, Faults> {
    let mut faults = Faults::default();
    if let Some(fault) = foreign_weights(title, document, file) {
        return Err(fault.into());
    }
    let mut of_feature = [0.0; MAX_FEATURES];
    for (feature, weight) in file.weights.iter().flatten() {
        if let Some(index) = check_feature(title, document, feature, &mut faults) {
            of_feature[index] = *weight as f32;
        }
    }
    faults.done()?;
    let whim = file.whim as f32;
    Ok(BotDefinition::Greedy(Weights { of_feature, whim }))
}

/// Returns the fault of a file whose weights are those of a bot of another game. Returns `None` if
/// the game has all features of the weights, or if no other game has them all.
fn foreign_weights(title: &dyn Title, document: &Document, file: &StrategyFile) -> Option<Fault> {
    let has_all = |title: &dyn Title| {
        let mut features = file.weights.iter().flatten().map(|(feature, _)| feature);
        features.all(|feature| index_of(title.features(), feature).is_some())
    };
    if has_all(title) {
        return None;
    }
    let games: Vec<&str> = titles().filter(|other| has_all(*other)).map(Title::name).collect();
    let what =
        format!("are those of a bot of {}, which cannot play {}", either(&games), title.name());
    (!games.is_empty()).then(|| document.fault(&["weights"], what))
}

fn index_of(features: &[Feature], name: &str) -> Option<usize> {
    features.iter().position(|feature| feature.name == name)
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
    fn a_misspelt_feature_is_a_fault_at_its_line() {
        let text = "kind = \"greedy\"\n[weights]\npoints = 1\nkils = 2\n";
        let document = Document::parse(Path::new("x.toml"), text).unwrap();
        let faults = bot(arena(), &document, "x").unwrap_err().to_string();
        assert!(faults.contains("x.toml:4"), "{faults}");
        assert!(faults.contains("did you mean `kills`"), "{faults}");
    }

    #[test]
    fn all_faults_of_a_file_are_found_at_once() {
        let told = faults_of("kind = \"greedy\"\n[weights]\nkils = 1\ndanger = \"low\"\n");
        for wanted in [
            "x.toml:3:1: weights.kils: options of ultimate-warriorz have no feature `kils`; did \
             you mean `kills`?",
            "x.toml:4:1: weights.danger: is the text",
        ] {
            assert!(told.contains(wanted), "{told}");
        }
        let told = faults_of("kind = \"mcts\"\niterations = 100\n");
        for wanted in [
            "x.toml:2:1: iterations: there is no such field; did you mean `search.iterations`?",
            "search: is missing; wants a table",
        ] {
            assert!(told.contains(wanted), "{told}");
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
        bot(arena(), &document, "x").unwrap_err().to_string()
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
        let faults = faults_of("kind = \"mcts\"\n[weights]\npoints = 1\n");
        assert!(faults.contains("x.toml:2:2: weights: is only for kind greedy"), "{faults}");
        assert!(faults.contains("search: is missing"), "{faults}");
        let faults = faults_of("kind = \"greedy\"\n");
        assert!(faults.contains("weights: is missing"), "{faults}");
    }

    #[test]
    fn a_weight_out_of_range_is_a_fault_at_its_line() {
        for weight in ["1e300", "-1000.5", "1001", "inf", "nan", "-nan"] {
            let text = format!("kind = \"greedy\"\n[weights]\npoints = {weight}\n");
            let document = Document::parse(Path::new("x.toml"), &text).unwrap();
            let faults = bot(arena(), &document, "x").unwrap_err().to_string();
            assert!(faults.contains("x.toml:3:1: weights.points: is "), "{faults}");
            assert!(faults.contains("wants a number, -1000 to 1000"), "{faults}");
        }
    }
}
