//! Strategy files: bots that users write, and the bots that are shipped with the program.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::Document;
use super::fault::{Fault, Faults, Location};
use super::file_kind::FileKind;
use super::learnt::Learnt;
use super::network_file::{self, NetworkFile};
use super::panel_file;
use super::read::{control_character, named, read_text};
use super::search_file::{self, SearchFile};
use crate::game::{Feature, MAX_FEATURES};
use crate::games::{Title, titles};
use crate::strategies::mcts::Search;
use crate::strategies::script::Source;
use crate::strategies::{BotCharacter, Failure, Weights};
use crate::words::{either, is_blank, suggest, unprintable};

/// Name of the random bot, which needs no file.
pub const RANDOM: &str = "random";

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
    /// each game and seat. For kind `panel`.
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
    /// Plays like one of several trained bots, drawn at random in each game and seat. So results
    /// depend less on a single training.
    Panel,
}

/// A bot that a scenario uses, loaded and ready to play.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bot {
    /// Name of the bot, as tables show it.
    pub name: String,
    pub description: String,
    /// Contents of the bot's strategy file; `None` for the bot `random` and for scripts.
    pub settings: Option<StrategyFile>,
    /// Source text of the bot's script; `None` for bots without a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Hashes of the bots that this bot uses: members of a panel, and in a search the guide and the
    /// models of other players. Hashes are needed because two bots with the same name may differ.
    /// Empty for a bot that uses no other bot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub led_by: Vec<String>,
    /// Training range of the bot, or of each member of a panel. Empty for other bots.
    #[serde(skip)]
    pub learnt: Vec<Learnt>,
    /// In a search, the training ranges of the guide and of the models of other players. Empty for
    /// other bots.
    #[serde(skip)]
    pub learnt_by_guides: Vec<Learnt>,
    #[serde(skip)]
    pub character: BotCharacter,
}

impl Bot {
    /// Creates a bot without a strategy file and without a training range.
    pub fn new(name: &str, description: &str, character: BotCharacter) -> Bot {
        Bot {
            name: name.into(),
            description: description.into(),
            settings: None,
            script: None,
            led_by: vec![],
            learnt: vec![],
            learnt_by_guides: vec![],
            character,
        }
    }
}

/// Loads a bot. `reference` is the bot's name, or the path of its strategy file.
///
/// # Errors
/// Fails for an unknown name, with a suggestion. Returns all faults of the file.
pub fn load_bot(title: &dyn Title, reference: &str) -> Result<Bot, BotError> {
    if reference == RANDOM {
        let description = "takes every option with the same chance";
        return Ok(Bot::new(RANDOM, description, BotCharacter::Random));
    }
    if let Some(shipped) = title
        .bots()
        .iter()
        .find(|shipped| shipped.name == reference)
    {
        let weights = shipped.weights;
        return from_text(title, shipped.path(), shipped.text, weights, reference)
            .map_err(BotError::File);
    }
    if !is_file(reference) {
        return Err(BotError::Unknown(unknown(title, reference)));
    }
    let path = Path::new(reference);
    let text = bot_name(path).and_then(|name| Ok((name, read_text(path)?)));
    let (name, text) =
        text.map_err(|what| BotError::Unknown(format!("{} {what}", path.display())))?;
    from_text(title, path, &text, None, &name).map_err(BotError::File)
}

/// Returns the name of a bot: the name of its file without extension.
///
/// # Errors
/// Fails with the reason why the file must be renamed.
pub fn bot_name(path: &Path) -> Result<String, String> {
    let shown = path.to_string_lossy();
    if let Some(odd) = shown.chars().find(|c| unprintable(*c)) {
        let what = named(odd);
        return Err(format!(
            "has {what} in its name, which is the bot's: rename the file"
        ));
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    match is_blank(&name) {
        true => Err("has a blank name, which is the bot's: rename the file".into()),
        false => Ok(name.into_owned()),
    }
}

/// Creates a bot from the text of its strategy file. `weights` are network weights that are shipped
/// with the program.
fn from_text(
    title: &dyn Title,
    path: &Path,
    text: &str,
    weights: Option<&[u8]>,
    name: &str,
) -> Result<Bot, Faults> {
    if is_script(path) {
        scripted(title, path, text, name)
    } else {
        described(title, &Document::parse(path, text)?, weights, name)
    }
}

/// Returns whether the file at this path is a script (`.luau`), according to its name.
pub fn is_script(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "luau")
}

/// Creates a bot from the source text of its script.
///
/// # Errors
/// Returns all faults of the script.
pub(super) fn scripted(
    title: &dyn Title,
    path: &Path,
    text: &str,
    name: &str,
) -> Result<Bot, Faults> {
    let source = Source {
        path: path.into(),
        text: text.into(),
    };
    // Luau ends a text at a NUL character, so control characters are refused.
    if let Some((line, what)) = control_character(text) {
        let what = format!("contains {what}, which is not allowed in a script");
        return Err(fault(&Failure::at(&source, line, what)).into());
    }
    title
        .check_script(&source)
        .map_err(|failure| fault(&failure))?;
    let description = source.description();
    Ok(Bot {
        script: Some(text.to_owned()),
        ..Bot::new(name, &description, BotCharacter::Script(source))
    })
}

/// Converts the failure of a bot's script into an error message with the script's file and
/// location.
pub fn fault(failure: &Failure) -> Fault {
    Fault {
        location: Location::File {
            path: Arc::clone(failure.path()),
            line: failure.line(),
            column: 1,
        },
        field: String::new(),
        what: failure.what().to_owned(),
    }
}

/// The reason why a bot cannot be loaded.
#[derive(Debug)]
pub enum BotError {
    /// No bot has this name, or its file does not exist. The caller reports the error for the file
    /// or flag that contains the name.
    Unknown(String),
    /// The bot's file was read, but contains errors.
    File(Faults),
}

/// Returns whether a reference to a bot is the path of a file, rather than the name of a shipped
/// bot.
pub fn is_file(reference: &str) -> bool {
    reference.ends_with(".toml") || reference.ends_with(".luau") || reference.contains('/')
}

fn unknown(title: &dyn Title, reference: &str) -> String {
    if reference.is_empty() {
        return "is an empty name; wants a strategy's name, or a strategy file".into();
    }
    let names = || {
        title
            .bots()
            .iter()
            .map(|shipped| shipped.name)
            .chain([RANDOM])
    };
    let hint = suggest(reference, names());
    let file = "strategy file is a path that ends in .toml or .luau";
    // A hint that is a question ends its sentence.
    match hint.ends_with('?') {
        true => format!("there is no strategy `{reference}`{hint} A {file}"),
        false => format!("there is no strategy `{reference}`{hint}; a {file}"),
    }
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
        FileKind::Strategy
            .instead(document)
            .map_or(faults, Faults::from)
    })?;
    let mut learnt: Vec<Learnt> = file.network.iter().map(|of| of.learnt.clone()).collect();
    let mut learnt_by_guides = vec![];
    let character = match file.kind {
        BotKind::Greedy => greedy(title, document, &file)?,
        BotKind::Mcts => {
            let (search, ranges) = mcts(title, document, &file)?;
            learnt_by_guides = ranges;
            BotCharacter::Mcts(search)
        }
        BotKind::Trained => trained(title, document, &file, weights)?,
        BotKind::Panel => {
            let members = panel_file::members(title, document, &file)?;
            let (networks, ranges) = members.into_iter().unzip();
            learnt = ranges;
            BotCharacter::Panel(networks)
        }
    };
    Ok(Bot {
        name: name.to_owned(),
        description: file.description.clone(),
        settings: Some(file),
        script: None,
        led_by: character.led_by(),
        learnt,
        learnt_by_guides,
        character,
    })
}

fn trained(
    title: &dyn Title,
    document: &Document,
    file: &StrategyFile,
    weights: Option<&[u8]>,
) -> Result<BotCharacter, Faults> {
    let mut faults = Faults::default();
    for field in ["weights", "whim", "search", "members"] {
        if document.get(&[field]).is_some() {
            let what = "is not allowed for a bot of kind trained, which decides by its network";
            faults.push(document.fault(&[field], what));
        }
    }
    let network = match &file.network {
        Some(network) => faults.keep(network_file::network(title, document, network, weights)),
        None => {
            faults.push(document.fault(&["network"], "is missing; wants a table"));
            None
        }
    };
    faults.done()?;
    let network = network.expect("there are no faults");
    Ok(BotCharacter::Trained(Arc::new(network)))
}

fn greedy(
    title: &dyn Title,
    document: &Document,
    file: &StrategyFile,
) -> Result<BotCharacter, Faults> {
    let mut faults = Faults::default();
    if file.search.is_some() {
        faults.push(document.fault(&["search"], "a bot of kind greedy does not search"));
    }
    if document.get(&["members"]).is_some() {
        faults.push(document.fault(&["members"], "is only for kind panel"));
    }
    if file.network.is_some() {
        faults.push(document.fault(&["network"], "is only for kind trained"));
    }
    if file.weights.is_none() {
        faults.push(document.fault(&["weights"], "is missing; wants a table"));
    }
    if let Some(fault) = foreign_weights(title, document, file) {
        return Err(fault.into());
    }
    let mut of_feature = [0.0; MAX_FEATURES];
    let features = title.features();
    for (feature, weight) in file.weights.iter().flatten() {
        match index_of(features, feature) {
            Some(index) => of_feature[index] = *weight as f32,
            None => {
                let known = features.iter().map(|feature| feature.name);
                let what = format!(
                    "options have no feature `{feature}`{}",
                    suggest(feature, known)
                );
                faults.push(document.fault(&["weights", feature], what));
            }
        }
    }
    faults.done()?;
    let whim = file.whim as f32;
    Ok(BotCharacter::Greedy(Weights { of_feature, whim }))
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
    let games: Vec<&str> = titles()
        .filter(|other| has_all(*other))
        .map(Title::name)
        .collect();
    let what = format!(
        "are those of a bot of {}, which cannot play {}",
        either(&games),
        title.name()
    );
    (!games.is_empty()).then(|| document.fault(&["weights"], what))
}

fn mcts(
    title: &dyn Title,
    document: &Document,
    file: &StrategyFile,
) -> Result<(Search, Vec<Learnt>), Faults> {
    let mut faults = Faults::default();
    for field in ["weights", "whim"] {
        if document.get(&[field]).is_some() {
            let what =
                "is only for kind greedy; a bot of kind mcts names its guide in search.guide";
            faults.push(document.fault(&[field], what));
        }
    }
    if file.network.is_some() {
        faults.push(document.fault(&["network"], "is only for kind trained"));
    }
    if document.get(&["members"]).is_some() {
        faults.push(document.fault(&["members"], "is only for kind panel"));
    }
    let search = match &file.search {
        Some(search) => faults.keep(search_file::search(title, document, search)),
        None => {
            faults.push(document.fault(&["search"], "is missing; wants a table"));
            None
        }
    };
    faults.done()?;
    Ok(search.expect("there are no faults"))
}

fn index_of(features: &[Feature], name: &str) -> Option<usize> {
    features.iter().position(|feature| feature.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Returns, for tests, a game whose options have a feature named `kills`.
    fn arena() -> &'static dyn Title {
        games::title("ultimate-warriorz").unwrap()
    }

    #[test]
    fn a_search_is_known_by_what_its_guide_holds() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write(
            "search.toml",
            "kind = \"mcts\"\n[search]\niterations = 10\nguide = \"mine.toml\"\n",
        );
        let known = |weight: u8| {
            write(
                "mine.toml",
                &format!("kind = \"greedy\"\n[weights]\nkills = {weight}\n"),
            );
            let search = folder.path().join("search.toml");
            let bot = load_bot(arena(), &search.to_string_lossy()).unwrap();
            serde_json::to_string(&bot).unwrap()
        };
        assert_eq!(known(1), known(1));
        assert_ne!(known(1), known(2));
    }

    #[test]
    fn every_shipped_strategy_loads_and_names_all_features() {
        for title in games::titles() {
            for shipped in title.bots() {
                let bot = load_bot(title, shipped.name).expect("a shipped strategy is sound");
                assert!(
                    bot.settings.is_some() != bot.script.is_some(),
                    "a file or a script"
                );
                if let Some(weights) = bot.settings.and_then(|file| file.weights) {
                    assert_eq!(weights.len(), title.features().len(), "{}", shipped.name);
                }
                assert!(!bot.description.is_empty(), "{}", shipped.name);
            }
        }
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
    fn weights_of_another_game_are_one_fault() {
        let careful = games::title("jungle-alert").unwrap().bots();
        let careful = careful.iter().find(|bot| bot.name == "careful").unwrap();
        let told = faults_of(careful.text);
        let wanted = "weights: are those of a bot of jungle-alert, which cannot play \
                      ultimate-warriorz";
        assert!(
            told.ends_with(wanted) && told.lines().count() == 1,
            "{told}"
        );
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
        assert!(
            faults.contains("x.toml:2:2: weights: is only for kind greedy"),
            "{faults}"
        );
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
            assert!(
                faults.contains("x.toml:3:1: weights.points: is "),
                "{faults}"
            );
            assert!(faults.contains("wants a number, -1000 to 1000"), "{faults}");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_likeliest() {
        let Err(BotError::Unknown(what)) = load_bot(arena(), "agressive") else {
            panic!("no such bot")
        };
        assert!(what.contains("did you mean `aggressive`"), "{what}");
    }
}
