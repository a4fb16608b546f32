//! Strategy files: a bot as a designer writes it, and the shipped ones by name.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::Document;
use super::fault::{Fault, Faults, Location};
use super::network_file::{self, NetworkFile};
use super::read::{control_character, named, read_text};
use super::search_file::{self, SearchFile};
use crate::games::{Feature, MAX_FEATURES, Title};
use crate::strategies::script::Source;
use crate::strategies::{Character, Failure, Weights};
use crate::words::{is_blank, suggest, unprintable};

/// The name of the bot that needs no file.
pub const RANDOM: &str = "random";

/// A strategy file: what a bot values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Strategy")]
pub struct StrategyFile {
    /// The kind of bot.
    pub kind: Kind,
    /// What it is like, in a few words.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub description: String,
    /// Added to the score of each option: a random number from 0 to this, 0 to 1000.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub whim: f64,
    /// What each feature of an option counts, -1000 to 1000; one that is left out counts nothing. `gong list features` tells what there is.
    /// For kind `greedy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("additionalProperties" = { "type": "number", "minimum": -1000, "maximum": 1000 }))]
    pub weights: Option<BTreeMap<String, f64>>,
    /// How it searches. For kind `mcts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchFile>,
    /// What it has learnt. For kind `trained`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkFile>,
}

/// The kinds of bots that files describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Takes the option with the greatest weighted sum of features.
    Greedy,
    /// Plays the game out many times before it decides: Monte-Carlo tree search.
    Mcts,
    /// Takes the option that a network says wins most often: what `gong train` makes.
    Trained,
}

/// A bot that a scenario names, ready to play.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bot {
    /// What tables call it.
    pub name: String,
    pub description: String,
    /// Its file; none for `random` and for scripts.
    pub settings: Option<StrategyFile>,
    /// Its text, if it is a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Digests of the bots that lead it and that it takes the others for, if it searches: their names alone do not say what is played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub led_by: Vec<String>,
    #[serde(skip)]
    pub character: Character,
}

/// The bot of this name, or of the strategy file at this path, for a game.
///
/// # Errors
/// Unknown names, with what was probably meant; all that is wrong with the file.
pub fn load_bot(title: &dyn Title, reference: &str) -> Result<Bot, BotError> {
    if reference == RANDOM {
        return Ok(Bot {
            name: RANDOM.into(),
            description: "takes every option with the same chance".into(),
            settings: None,
            script: None,
            led_by: vec![],
            character: Character::Random,
        });
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

/// The name of a file's bot in tables: that of the file, without its ending.
///
/// # Errors
/// Why the file has to be renamed.
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

/// The bot of a file with this text, and these weights if they are shipped with the program.
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

/// Is this the path of a script?
pub fn is_script(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "luau")
}

/// The bot of a script.
///
/// # Errors
/// What is wrong with it.
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
    // Luau ends a text where it finds a NUL.
    if let Some((line, what)) = control_character(text) {
        let what = format!("holds {what}, which no script has");
        return Err(fault(&Failure::at(&source, line, what)).into());
    }
    title
        .check_script(&source)
        .map_err(|failure| fault(&failure))?;
    Ok(Bot {
        name: name.to_owned(),
        description: source.description(),
        settings: None,
        script: Some(text.to_owned()),
        led_by: vec![],
        character: Character::Script(source),
    })
}

/// A script's failure as a fault of its file.
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

/// Why there is no such bot.
#[derive(Debug)]
pub enum BotError {
    /// Nothing has this name, or there is no such file: the fault is whoever's who named it.
    Unknown(String),
    /// Its file is wrong.
    File(Faults),
}

/// Does a reference name a file, rather than a shipped bot?
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
    format!(
        "there is no strategy `{reference}`{}; there are {}, and strategy files (a path that ends in .toml or .luau)",
        suggest(reference, names()),
        names().collect::<Vec<_>>().join(", ")
    )
}

/// The bot that a document describes.
///
/// # Errors
/// All that is wrong with it: weights of features that no option has included.
pub fn bot(title: &dyn Title, document: &Document, name: &str) -> Result<Bot, Faults> {
    described(title, document, None, name)
}

/// The bot that a document describes, whose weights, if it has learnt some, are shipped with the program, or else in a file beside the document.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn described(
    title: &dyn Title,
    document: &Document,
    weights: Option<&[u8]>,
    name: &str,
) -> Result<Bot, Faults> {
    let file: StrategyFile = document.decode()?;
    let character = match file.kind {
        Kind::Greedy => greedy(title, document, &file)?,
        Kind::Mcts => mcts(title, document, &file)?,
        Kind::Trained => trained(title, document, &file, weights)?,
    };
    Ok(Bot {
        name: name.to_owned(),
        description: file.description.clone(),
        settings: Some(file),
        script: None,
        led_by: character.led_by(),
        character,
    })
}

fn trained(
    title: &dyn Title,
    document: &Document,
    file: &StrategyFile,
    weights: Option<&[u8]>,
) -> Result<Character, Faults> {
    let mut faults = Faults::default();
    for field in ["weights", "whim", "search"] {
        if document.get(&[field]).is_some() {
            let what = "is not for a bot of kind trained, which has learnt all that it knows";
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
    Ok(Character::Trained(Arc::new(network)))
}

fn greedy(
    title: &dyn Title,
    document: &Document,
    file: &StrategyFile,
) -> Result<Character, Faults> {
    let mut faults = Faults::default();
    if file.search.is_some() {
        faults.push(document.fault(&["search"], "a bot of kind greedy does not search"));
    }
    if file.network.is_some() {
        faults.push(document.fault(&["network"], "is for kind trained"));
    }
    if file.weights.is_none() {
        faults.push(document.fault(&["weights"], "is missing; wants a table"));
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
    Ok(Character::Greedy(Weights { of_feature, whim }))
}

fn mcts(title: &dyn Title, document: &Document, file: &StrategyFile) -> Result<Character, Faults> {
    let mut faults = Faults::default();
    for field in ["weights", "whim"] {
        if document.get(&[field]).is_some() {
            let what =
                "is for kind greedy; one of kind mcts names the bot that leads it in search.guide";
            faults.push(document.fault(&[field], what));
        }
    }
    if file.network.is_some() {
        faults.push(document.fault(&["network"], "is for kind trained"));
    }
    let search = match &file.search {
        Some(search) => faults.keep(search_file::search(title, document, search)),
        None => {
            faults.push(document.fault(&["search"], "is missing; wants a table"));
            None
        }
    };
    faults.done()?;
    Ok(Character::Mcts(search.expect("there are no faults")))
}

fn index_of(features: &[Feature], name: &str) -> Option<usize> {
    features.iter().position(|feature| feature.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// A game whose options have a feature `kills`.
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
                "x.toml:4:1: search.guide: `mcts-fast` is of neither kind greedy nor trained",
            ),
            (
                "players = [\"balanced\", \"coward\"]\n",
                "x.toml:4:24: search.players[2]: `coward` is of neither kind greedy nor trained",
            ),
            ("greedy = \"balanced\"\n", "x.toml:4"),
            ("rollout = \"gredy\"\n", "x.toml:4"),
            ("others = \"tree\"\n", "x.toml:4"),
            ("exploration = -1\n", "0 to 10"),
            ("iteration = 3\n", "did you mean `iterations`"),
            (
                "value = { win = 0, placement = 0, score = 0 }\n",
                "x.toml:4:1: search.value: nothing counts",
            ),
        ] {
            let faults = faults_of(&format!("{head}{rest}"));
            assert!(faults.contains(wants), "{faults}");
        }
        let faults = faults_of("kind = \"mcts\"\n[weights]\npoints = 1\n");
        assert!(
            faults.contains("x.toml:2:2: weights: is for kind greedy"),
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
