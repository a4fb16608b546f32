//! Tests of hidden information: what each player may know, and the sampling of hidden hands (rule
//! B-5).

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::given::{duel, given, plain};
use super::properties::{roster, seated};
use crate::game::chance::{OneStream, Pile};
use crate::game::learnable::DecisionInputs;
use crate::game::scripted::Fields;
use crate::game::{
    FeatureRow, Game, Learnable, MAX_FEATURES, Options, Scripted, Searchable, Turn, Unwatched,
};
use crate::games::battle_cards::decks::Shown;
use crate::games::battle_cards::rules::UsedCards;
use crate::games::battle_cards::state::State;
use crate::games::battle_cards::{Action, BattleCards, Rules};
use crate::simulate::Staged;

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

#[test]
fn b_5_what_was_seen_go_to_a_hand_is_guessed_there() {
    let mut played = given([vec![plain()], vec![plain()], vec![plain()]])
        .rules(|rules| rules.used_cards = UsedCards::Under)
        .start()
        .hand(1, &[Action::Heal])
        .hand(2, &[Action::Save, Action::Save])
        .with(|state| {
            state.under.put(Action::Theft);
            state.pile = Pile::EMPTY;
        });
    let mut luck = Pcg64Mcg::seed_from_u64(2);
    let (game, state) = (&played.game, &mut played.state);
    let owner = crate::game::chance::Owner::Player(1);
    let drawn = game.draw_card(state, 1, owner, &mut OneStream(&mut luck));
    assert_eq!(drawn, Some(Action::Theft));
    let mut swapped = 0;
    for _ in 0..50 {
        let guess = game.determinize(game.view(state), &mut luck);
        assert_eq!(guess.hand[1].count(Action::Theft as usize), 1);
        assert_eq!((guess.hand[1].len(), guess.hand[2].len()), (2, 2));
        swapped += u32::from(guess.hand[2] != state.hand[2]);
    }
    assert!(swapped > 20, "{swapped}");
    game.drop_card(state, 1, Action::Theft);
    assert_eq!(state.shown[1], Shown::default());
}

/// Checks that, in a game of two players, each player knows the other's hand after the discarded
/// cards are shuffled into the pile. By then, each player has seen every card outside the two
/// hands.
#[test]
fn b_5_of_two_each_knows_the_others_hand_after_a_refill() {
    let mut played = duel(1, 1)
        .start()
        .hand(1, &[Action::Heal, Action::Save])
        .with(|state| state.discards = std::mem::take(&mut state.pile));
    let mut luck = Pcg64Mcg::seed_from_u64(3);
    let (game, state) = (&played.game, &mut played.state);
    let owner = crate::game::chance::Owner::Player(1);
    game.draw_card(state, 1, owner, &mut OneStream(&mut luck));
    for _ in 0..20 {
        let guess = game.determinize(game.view(state), &mut luck);
        assert_eq!(guess.hand[1].len(), 3);
        assert!(guess.hand[1].count(Action::Heal as usize) >= 1);
        assert!(guess.hand[1].count(Action::Save as usize) >= 1);
    }
}

/// Returns all information that a bot can read at a decision, as text.
fn told(game: &BattleCards, state: &State) -> String {
    let view = game.view(state);
    let mut options = Options::new();
    game.options(state, &mut options);
    let mut rows: Vec<FeatureRow> = vec![[0.0; MAX_FEATURES]; options.len()];
    game.features(view, &options, &mut rows);
    let mut inputs = DecisionInputs::new(options.len());
    BattleCards::inputs(view, &options, &mut inputs);
    let mut of_script = vec![];
    for field in BattleCards::VIEW {
        of_script.push((field.read)(view));
    }
    for (sort, entity) in BattleCards::ENTITIES.iter().enumerate() {
        if let Fields::Changing { fields, .. } = entity.fields {
            for at in 0..BattleCards::count(view, sort) {
                of_script.extend(fields.iter().map(|field| (field.read)(view, at as u8)));
            }
        }
    }
    for option in &options {
        of_script.extend(BattleCards::OPTIONS.iter().map(|field| (field.read)(view, *option)));
    }
    let root = game.root(view);
    format!("{options:?} {rows:?} {inputs:?} {of_script:?} {root:?}")
}

/// Checks that bots cannot read the hands of others. The test deals hidden hands with its own code,
/// not with the sampling for searches.
#[test]
fn b_5_nothing_that_bots_are_told_hangs_on_hands_of_others() {
    let mut luck = Pcg64Mcg::seed_from_u64(7);
    let roster = roster();
    let mut changed = 0;
    for round in 0..8 {
        let rules = Rules {
            used_cards: [UsedCards::Discard, UsedCards::Under][round % 2],
            ..Rules::default()
        };
        let game = BattleCards::new(&rules, &roster);
        let (players, sides) = [(2, false), (3, false), (4, true)][round % 3];
        let seated = seated(&roster, players, 3, sides, &mut luck);
        let mut state = game.deal(&seated, &mut OneStream(&mut luck));
        let mut options = Options::new();
        while let Turn::Decision(player) = game.turn(&state) {
            let mut other = state;
            let held = state.hand.map(|hand| hand.len());
            for hand in (0..held.len()).filter(|&hand| hand != player) {
                other.pile.add_all(std::mem::take(&mut other.hand[hand]));
            }
            for hand in (0..held.len()).filter(|&hand| hand != player) {
                for _ in 0..held[hand] {
                    let card = other.pile.kind_of(other.pile.len() - 1);
                    other.pile.remove(card);
                    other.hand[hand].add(card);
                }
            }
            changed += u32::from(other.hand != state.hand);
            assert_eq!(told(&game, &state), told(&game, &other));
            game.options(&state, &mut options);
            let choice = options[luck.random_range(0..options.len())];
            let chance = &mut OneStream(&mut luck);
            game.play(&mut state, choice, chance, &mut Unwatched);
        }
    }
    assert!(changed > 500, "{changed}");
}

#[test]
fn b_5_what_is_known_to_be_in_a_hand_leaves_it_first() {
    let mut shown = Shown::default();
    for card in [Action::Sabotage, Action::Dodge, Action::Dodge] {
        shown.add(card);
    }
    shown.remove(Action::Dodge);
    shown.remove(Action::Heal);
    assert!(shown.cards().eq([Action::Dodge, Action::Sabotage]));
    (0..5).for_each(|_| shown.add(Action::Momentum));
    assert_eq!(shown.cards().count(), 5, "the others stay as they are");
}
