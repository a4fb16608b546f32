//! The measures of arena games, and the events that feed them.

use super::{Arena, Event, MAX_FIGHTERS, State};
use crate::game::measured::Memory;
use crate::stats::{MAX_ENTRANTS, Record};

const _: () = assert!(MAX_FIGHTERS <= MAX_ENTRANTS);

crate::measures! {
    impl Arena, memory: Active, record, state;
    fn measures(&self, most_score: u32) {
        rounds: self.rules().rounds.into(),
        thing: ["card", "cards"],
        nobody: "the crowd’s rocks",
    }
    entrants {
        "score": amount(self.rules().scoring.words().0, self.rules().scoring.words().1, most_score)
            in "scores"
            end fighter = self.score(state, fighter.into());
        "round_eliminated": time(
            "eliminations", "round of elimination", "survives", self.rules().rounds.into(),
        )
            on Event::Eliminated { fighter, .. } => fighter = record.rounds;
    }
    pairs {
        "eliminated": flag("eliminations")
            on Event::Eliminated { fighter, by: Some(by), .. } => (by, fighter) = 1;
        "score_taken":
            amount(self.rules().scoring.words().0, self.rules().scoring.words().1, most_score)
            on Event::Wounds { by: Some(by), target, pp, .. } => (by, target) += pp;
            on Event::Eliminated { fighter, by: Some(by), points } => (by, fighter) += points;
    }
    things {
        "wounds_dealt": amount("wounds dealt", "", most_score)
            on Event::Wounds { by: Some(by), wounds, .. } => (memory.0[usize::from(by)]) += wounds;
        "wounds_taken": amount("wounds taken", "", most_score)
            on Event::Wounds { target, wounds, .. } => (memory.0[usize::from(target)]) += wounds;
    }
}

/// For each fighter: index of the record entry for its active card; `None` before its first card.
#[derive(Debug, Default)]
pub struct Active([Option<usize>; MAX_FIGHTERS]);

impl Memory<Arena> for Active {
    fn new(_: &State) -> Active {
        Active::default()
    }

    #[inline(always)]
    fn see(&mut self, record: &mut Record, event: Event, _: &State) {
        match event {
            Event::RoundBegins { round } => record.rounds = round.into(),
            Event::TurnBegins { fighter, card } => {
                self.0[usize::from(fighter)] = Some(record.begin_use(fighter, card.into()));
            }
            _ => {}
        }
    }
}
