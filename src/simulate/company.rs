//! The bots of a scenario (called its company), and which bot plays which fighter.

use crate::strategies::BotDefinition;

/// The bots of a scenario, and the assignment of fighters to bots.
pub struct Company<'a> {
    pub bots: Vec<Member<'a>>,
    /// Returns the index of the bot that plays a fighter. The arguments are the fighter's key, the
    /// fighter's seat at the table (from 1) and the fighter's team (from 1; `None` without teams).
    pub plays: &'a dyn Fn(&str, u8, Option<u8>) -> usize,
}

/// A bot of a scenario: the text by which the scenario names the bot, its title and its settings.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// The text by which the scenario refers to the bot.
    pub reference: &'a str,
    /// The name of the bot in result tables.
    pub name: &'a str,
    pub definition: &'a BotDefinition,
}
