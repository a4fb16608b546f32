//! What the stories of all games share (`gong watch`): the first and the last line in JSON, and the
//! explanations of bots.

use super::Name;
use super::game_loop::Decided;
use crate::game::Game;
use crate::game::story::{EndLine, EntrantResult, OpeningEntrant, TitleValues, Why, Worth};
use crate::stats::{Cast, Form, Measure, Measures, NEVER, Record};
use crate::strategies::Explanation;

/// Returns the number of the side to which a slot of the line-up belongs, from 1.
pub fn side(cast: &Cast, slot: usize) -> u8 {
    match cast.slots[slot].team {
        Some(team) => team,
        None if cast.cooperative => 1,
        None => slot as u8 + 1,
    }
}

/// Describes one participant for the first line of a game's event log: the fighter, its seat, side
/// and bot. Fields that only some games have stay empty.
pub fn entrant(cast: &Cast, slot: usize, fighter: &Name, strategy: &str) -> OpeningEntrant {
    OpeningEntrant {
        entrant: fighter.key.clone(),
        name: fighter.name.clone(),
        seat: cast.slots[slot].seat,
        side: side(cast, slot),
        strategy: strategy.to_owned(),
        values: TitleValues::new(),
    }
}

/// Describes the result of a game for the last line of its event log. Fields that only some games
/// have stay empty.
pub fn end(cast: &Cast, measures: &Measures, record: &Record) -> EndLine {
    let key = |player: usize| {
        let entrant = record.players[player].entrant;
        &cast.entrants[usize::from(entrant)].fighter
    };
    let mut players: Vec<usize> = (0..record.players.len()).collect();
    players.sort_by_key(|&player| record.players[player].slot);
    let result = |player: usize| {
        let of = &record.players[player];
        let mut measured = values(&measures.entrants, &of.values);
        for (m, measure) in measures.pairs.iter().enumerate() {
            if measure.form == Form::Flag {
                let by = players.iter().copied().find(|&other| record.pair(m, other, player) > 0);
                measured.insert(format!("{}_by", measure.name), by.map(key).cloned().into());
            }
        }
        EntrantResult {
            entrant: key(player).clone(),
            won: of.won,
            place: (of.place > 0).then_some(of.place),
            measures: measured,
            values: TitleValues::new(),
        }
    };
    let winners = players.iter().copied().filter(|&player| record.players[player].won);
    EndLine {
        rounds: record.rounds,
        winners: winners.map(|player| key(player).clone()).collect(),
        entrants: players.iter().copied().map(result).collect(),
        measures: values(&measures.game, &record.game),
        values: TitleValues::new(),
    }
}

/// Asks the bot to explain its decision, and passes the explanation to `tell`.
pub fn explain<G: Game>(decided: &Decided<'_, G>, tell: impl FnOnce(&Why<'_, G::Choice>)) {
    let options = decided.options;
    let (how, mut worth) = match decided.bot.explain(options) {
        Explanation::Nothing => ("nothing".to_owned(), vec![]),
        Explanation::Random => ("random: all options are equally likely".to_owned(), vec![]),
        Explanation::By { how, worth } => (how, worth),
    };
    worth.resize(options.len(), Worth::Unknown {});
    tell(&Why {
        player: decided.player,
        how: &how,
        options,
        worth: &worth,
        chosen: decided.chosen,
        estimate: decided.bot.estimate(options, decided.chosen),
    });
}

/// Returns the measured values of a game or fighter, with the names of the measures as keys.
fn values(measures: &[Measure], values: &[u32]) -> TitleValues {
    let value = |(measure, &value): (&Measure, &u32)| {
        let value = match measure.form {
            Form::Flag => (value > 0).into(),
            Form::Amount => value.into(),
            Form::Time => (value != NEVER).then_some(value).into(),
            Form::Class => measure.classes[value as usize].into(),
        };
        (measure.name.to_owned(), value)
    };
    measures.iter().zip(values).map(value).collect()
}
