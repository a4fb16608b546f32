//! B-5: what each may know, and how hidden hands are guessed.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::given::duel;
use crate::games::battle_cards::Action;
use crate::games::{Game, Searchable};

#[test]
fn b_5_hands_are_guessed_from_all_that_cannot_be_seen() {
    let played = duel(2, 2)
        .start()
        .hand(0, &[Action::Heal, Action::Save])
        .hand(1, &[Action::Fury, Action::Fury, Action::Dodge])
        .with(|state| {
            state.pile.remove(Action::Theft as usize);
            state.under.put(Action::Theft);
        });
    let (game, state) = (&played.game, &played.state);
    let mut luck = Pcg64Mcg::seed_from_u64(1);
    let mut others = 0;
    for _ in 0..50 {
        let guess = game.determinize(game.view(state), &mut luck);
        assert_eq!(guess.hand[0], state.hand[0], "one's own is known");
        assert_eq!(guess.hand[1].len(), 3);
        assert_eq!(guess.under, state.under, "all have seen it");
        let all = |state: &crate::games::battle_cards::State| {
            let mut all = state.pile;
            state.hand.iter().for_each(|hand| all.add_all(*hand));
            all
        };
        assert_eq!(all(&guess), all(state));
        others += u32::from(guess.hand[1] != state.hand[1]);
    }
    assert!(others > 40, "{others}");
    assert_eq!(
        game.root(game.view(state)).observation,
        game.observation(&game.determinize(game.view(state), &mut luck), 0)
    );
}
