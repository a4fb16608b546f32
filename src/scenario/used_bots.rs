//! The bots that a strategy file names: the guide and the players of a search, and the members of a
//! panel.

use std::path::Path;
use std::sync::Arc;

use super::bot::{Bot, RANDOM, load_named, reference};
use super::document::Document;
use super::fault::Faults;
use super::learnt::Learnt;
use super::strategy_file::StrategyFile;
use crate::games::Title;
use crate::strategies::BotDefinition;
use crate::strategies::mcts::Guide;
use crate::strategies::trained::Network;
use crate::words::either;

/// The kinds of bots that can guide a search.
const GUIDES: &[&str] = &["greedy", "trained", "panel"];

/// Returns the name of the game's first bot that can guide a tree search.
pub fn first_guide(title: &dyn Title) -> &'static str {
    let leads = |name: &&str| kind_of(title, name).is_some_and(|kind| GUIDES.contains(&&*kind));
    title.bots().iter().map(|bot| bot.name).find(leads).unwrap_or(RANDOM)
}

/// Loads the bot that guides a search. The strategy file names the bot in
/// the field `path`.
pub fn guide(
    title: &dyn Title,
    document: &Document,
    path: &[&str],
    written: &str,
) -> Result<Guide, Faults> {
    let bot = load_used(title, document, path, written, (GUIDES, "guide a search"))?;
    Ok(match bot.definition {
        BotDefinition::Greedy(weights) => Guide::Greedy(weights),
        BotDefinition::Trained(network) => Guide::Trained(vec![network]),
        BotDefinition::Panel(members) => Guide::Trained(members),
        _ => unreachable!("the kinds of guides"),
    })
}

/// Loads the members of a panel: the network of each member, and its training range.
///
/// # Errors
/// Fails if a member does not exist, is not of kind `trained` or is listed twice, or if there are
/// fewer than two members.
pub fn members(
    title: &dyn Title,
    document: &Document,
    file: &StrategyFile,
) -> Result<Vec<(Arc<Network>, Learnt)>, Faults> {
    let mut faults = Faults::default();
    if file.members.len() < 2 {
        let what = format!("wants 2 to 8 members, and has {}", file.members.len());
        faults.push(document.fault(&["members"], what));
    }
    let mut members = vec![];
    for (index, written) in file.members.iter().enumerate() {
        let path = ["members", &index.to_string()];
        if file.members[..index].contains(written) {
            let what = format!("`{written}` is a member already; list each bot once");
            faults.push(document.fault(&path, what));
            continue;
        }
        let role = (&["trained"][..], "be a member of a panel");
        let bot = faults.keep(load_used(title, document, &path, written, role));
        if let Some(Bot { definition: BotDefinition::Trained(network), learnt, .. }) = bot {
            members.push((network, learnt.into_iter().next().unwrap_or_default()));
        }
    }
    faults.done().map(|()| members)
}

/// Loads the bot that a strategy file names in the field `path`, for a purpose that only bots of
/// these kinds serve, such as "guide a search".
///
/// Refuses a bot of another kind before loading it. Otherwise, two files that refer to each other
/// would cause an endless recursion.
fn load_used(
    title: &dyn Title,
    document: &Document,
    path: &[&str],
    written: &str,
    (kinds, purpose): (&[&str], &str),
) -> Result<Bot, Faults> {
    let kind = kind_of(title, &reference(document, path, written));
    let fits = kind.map(|kind| kinds.contains(&kind.as_str()));
    if fits != Some(false) {
        let (_, bot) = load_named(title, document, path, written)?;
        if fits.is_some() {
            return Ok(bot);
        }
    }
    let kinds = either(kinds);
    let what = format!("`{written}` cannot {purpose}, because its kind is not {kinds}");
    Err(document.fault(path, what).into())
}

/// Returns the kind of a bot according to its strategy file; `None` if it has no readable strategy
/// file.
fn kind_of(title: &dyn Title, reference: &str) -> Option<String> {
    let shipped = title.bots().iter().find(|shipped| shipped.name == reference);
    let document = match shipped {
        Some(shipped) => Document::parse(shipped.path(), shipped.text),
        None => Document::read(Path::new(reference)),
    };
    Some(document.ok()?.text(&["kind"])?.0.to_owned())
}
