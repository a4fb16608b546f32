//! What a bot that learns has decided, and how it came out.

use crate::games::learnable::InputRow;

/// One decision as it is noted.
pub struct Lesson<'a> {
    pub decision: usize,
    pub seat: usize,
    /// What the best option was taken to be worth.
    pub value: f32,
    pub position: &'a [f32],
    pub others: &'a [InputRow],
    /// How many inputs another player has.
    pub other: usize,
    pub features: &'a [f32],
    pub inputs: &'a [f32],
}

/// The decisions of one kind, in the order in which they were made.
#[derive(Debug, Clone, Default)]
pub struct OfKind {
    pub notes: Vec<Note>,
    /// The inputs of all, see [`Note::inputs`].
    pub numbers: Vec<f32>,
}

/// What is noted of one decision.
#[derive(Debug, Clone, Copy)]
pub struct Note {
    /// Where its inputs begin: the position's, those of each other player, the option's.
    pub inputs: usize,
    /// How many other players.
    pub others: u8,
    pub seat: u8,
    /// What the best option was taken to be worth.
    pub value: f32,
    /// What it is to learn: 1 for a victory, 0 for none, or what later decisions of the same game say of it.
    pub target: f32,
}

/// Decisions, by kind.
#[derive(Debug, Clone, Default)]
pub struct Lessons {
    pub kinds: Vec<OfKind>,
    /// Those of the game that is being played, in order: kind and index.
    open: Vec<(u8, u32)>,
}

impl Lessons {
    pub fn new(decisions: usize) -> Self {
        Lessons {
            kinds: vec![OfKind::default(); decisions],
            open: vec![],
        }
    }

    pub fn note(&mut self, lesson: Lesson<'_>) {
        let kind = &mut self.kinds[lesson.decision];
        self.open
            .push((lesson.decision as u8, kind.notes.len() as u32));
        kind.notes.push(Note {
            inputs: kind.numbers.len(),
            others: lesson.others.len() as u8,
            seat: lesson.seat as u8,
            value: lesson.value,
            target: 0.0,
        });
        kind.numbers.extend_from_slice(lesson.position);
        for other in lesson.others {
            kind.numbers.extend_from_slice(&other[..lesson.other]);
        }
        kind.numbers.extend_from_slice(lesson.features);
        kind.numbers.extend_from_slice(lesson.inputs);
    }

    /// The game is over, and these seats have won: each decision learns of it, by `trace` of what came right after it and by
    /// 1 - `trace` of what the next was taken to be worth (Q(λ): Peng and Williams 1996).
    pub fn close(&mut self, won: impl Fn(usize) -> bool, trace: f32) {
        const SEATS: usize = crate::games::MAX_PLAYERS;
        let mut after: [f32; SEATS] = std::array::from_fn(|seat| f32::from(u8::from(won(seat))));
        for &(kind, index) in self.open.iter().rev() {
            let note = &mut self.kinds[usize::from(kind)].notes[index as usize];
            let after = &mut after[usize::from(note.seat) % SEATS];
            note.target = *after;
            *after = *after * trace + note.value * (1.0 - trace);
        }
        self.open.clear();
    }

    /// Adds another's lessons behind these.
    pub fn append(&mut self, other: &mut Lessons) {
        for (kind, more) in self.kinds.iter_mut().zip(&mut other.kinds) {
            let begin = kind.numbers.len();
            let moved = more.notes.drain(..).map(|note| Note {
                inputs: begin + note.inputs,
                ..note
            });
            kind.notes.extend(moved);
            kind.numbers.append(&mut more.numbers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(lessons: &mut Lessons, decision: usize, seat: usize, value: f32) {
        lessons.note(Lesson {
            decision,
            seat,
            value,
            position: &[decision as f32],
            others: &[],
            other: 0,
            features: &[],
            inputs: &[value],
        });
    }

    fn targets(lessons: &Lessons, kind: usize) -> Vec<f32> {
        lessons.kinds[kind]
            .notes
            .iter()
            .map(|note| note.target)
            .collect()
    }

    #[test]
    fn decisions_learn_from_the_end_and_from_what_their_seat_thought_later() {
        for (trace, first, second) in [(1.0, [1.0, 0.0], [1.0]), (0.5, [0.65, 0.1], [1.0])] {
            let mut lessons = Lessons::new(2);
            // Seat 1 wins; its first decision is of kind 0, its last of kind 1.
            note(&mut lessons, 0, 1, 0.9);
            note(&mut lessons, 1, 1, 0.3);
            // Seat 0 has two of kind 0.
            note(&mut lessons, 0, 0, 0.6);
            note(&mut lessons, 0, 0, 0.2);
            lessons.close(|seat| seat == 1, trace);
            assert_eq!(targets(&lessons, 0), [first[0], first[1], 0.0]);
            assert_eq!(targets(&lessons, 1), second);
        }
    }

    #[test]
    fn lessons_of_many_games_stand_one_behind_the_other() {
        let mut all = Lessons::new(1);
        for game in 0..3 {
            let mut of_game = Lessons::new(1);
            note(&mut of_game, 0, 0, game as f32);
            note(&mut of_game, 0, 0, game as f32 + 0.5);
            of_game.close(|_| game == 1, 1.0);
            all.append(&mut of_game);
        }
        let kind = &all.kinds[0];
        let values: Vec<f32> = kind
            .notes
            .iter()
            .map(|note| kind.numbers[note.inputs + 1])
            .collect();
        assert_eq!(values, [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]);
        assert_eq!(targets(&all, 0), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    }
}
