//! The field `members` of a strategy file: the trained bots of a bot of kind `panel`.

use std::sync::Arc;

use super::document::Document;
use super::fault::Faults;
use super::learnt::Learnt;
use super::strategy_file::StrategyFile;
use super::used_bot::UsedBot;
use crate::games::Title;
use crate::strategies::BotDefinition;
use crate::strategies::trained::Network;

/// Numbers of members that a panel may have.
const MEMBERS: std::ops::RangeInclusive<usize> = 2..=8;

const MEMBER: UsedBot = UsedBot {
    kinds: "trained",
    purpose: "be a member of a panel",
    refused: &["search", "members"],
};

/// Loads the members of a panel: the network of each member, and its training range.
///
/// # Errors
/// Fails if a member does not exist, is not of kind `trained` or is listed twice, if the number of
/// members is out of range.
pub fn members(
    title: &dyn Title,
    document: &Document,
    file: &StrategyFile,
) -> Result<Vec<(Arc<Network>, Learnt)>, Faults> {
    let mut faults = Faults::default();
    let count = file.members.len();
    if !MEMBERS.contains(&count) {
        let (least, most) = (MEMBERS.start(), MEMBERS.end());
        let what = format!("wants {least} to {most} members, and has {count}");
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
        members.extend(faults.keep(member(title, document, &path, written)));
    }
    faults.done()?;
    Ok(members)
}

fn member(
    title: &dyn Title,
    document: &Document,
    path: &[&str],
    written: &str,
) -> Result<(Arc<Network>, Learnt), Faults> {
    let bot = MEMBER.load(title, document, path, written)?;
    match bot.definition {
        BotDefinition::Trained(network) => {
            let learnt = bot.learnt.into_iter().next().unwrap_or_default();
            Ok((network, learnt))
        }
        _ => Err(MEMBER.refusal(document, path, written).into()),
    }
}
