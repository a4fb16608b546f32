//! Who plays a scenario: its bots, and the fighters that each of them plays.

use crate::strategies::Character;

/// The bots of a scenario, and the assignment of fighters to bots.
pub struct Company<'a> {
    pub bots: Vec<Member<'a>>,
    /// Returns the index of the bot that plays a fighter. Arguments: key of the fighter, seat from
    /// 1, and team from 1 (`None` without teams).
    pub plays: &'a dyn Fn(&str, u8, Option<u8>) -> usize,
}

/// One bot of a company.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// The reference by which the scenario names the bot.
    pub reference: &'a str,
    /// The name of the bot in tables.
    pub name: &'a str,
    pub character: &'a Character,
}
