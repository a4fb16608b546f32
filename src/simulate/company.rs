//! The company: the bots of a scenario, with the fighters that each bot plays.

use crate::strategies::BotCharacter;

/// The bots of a scenario, and the assignment of fighters to bots.
pub struct Company<'a> {
    pub bots: Vec<Member<'a>>,
    /// Returns the index of the bot that plays a fighter. The arguments are the fighter's key, the
    /// seat (from 1) and the team (from 1; `None` without teams).
    pub plays: &'a dyn Fn(&str, u8, Option<u8>) -> usize,
}

/// One bot of a company.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// The reference by which the scenario names the bot.
    pub reference: &'a str,
    /// The name of the bot in tables.
    pub name: &'a str,
    pub character: &'a BotCharacter,
}
