//! Tests that bots get no information about face-down tiles or the order of piles (rule J-7).

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::given::{roster, seated, who};
use crate::game::chance::OneStream;
use crate::game::learnable::DecisionInputs;
use crate::game::scripted::Fields;
use crate::game::{
    FeatureRow, Game, Learnable, MAX_FEATURES, Options, Scripted, Searchable, Turn, Unwatched,
};
use crate::games::jungle::rules::Rules;
use crate::games::jungle::{Ability, Jungle, State, members};
use crate::simulate::Staged;

/// Returns all information that a bot can read at a decision, as text.
fn told(game: &Jungle, state: &State) -> String {
    let view = game.view(state);
    let mut options = Options::new();
    game.options(state, &mut options);
    let mut rows: Vec<FeatureRow> = vec![[0.0; MAX_FEATURES]; options.len()];
    game.features(view, &options, &mut rows);
    let mut inputs = DecisionInputs::new(options.len());
    Jungle::inputs(view, &options, &mut inputs);
    let mut of_script = vec![];
    for field in Jungle::VIEW {
        of_script.push((field.read)(view));
    }
    for (sort, entity) in Jungle::ENTITIES.iter().enumerate() {
        if let Fields::Changing { fields, .. } = entity.fields {
            for at in 0..Jungle::count(view, sort) {
                of_script.extend(fields.iter().map(|field| (field.read)(view, at as u8)));
            }
        }
    }
    for option in &options {
        let fields = Jungle::OPTIONS.iter();
        of_script.extend(fields.map(|field| (field.read)(view, *option)));
    }
    let root = game.root(view);
    format!("{options:?} {rows:?} {inputs:?} {of_script:?} {root:?}")
}

/// Returns a copy of the state with the face-down tiles in reverse order and each pile in another
/// order.
fn shuffled(state: &State, luck: &mut Pcg64Mcg) -> State {
    let mut other = *state;
    let hidden: Vec<u8> = members(state.all_tiles() & !state.revealed).collect();
    for (&tile, &from) in hidden.iter().zip(hidden.iter().rev()) {
        other.tiles[usize::from(tile)] = state.tiles[usize::from(from)];
    }
    other.equipment.reorder(&mut OneStream(luck));
    other.alerts.reorder(&mut OneStream(luck));
    other.encounters.reorder(&mut OneStream(luck));
    other
}

#[test]
fn j_7_nothing_that_bots_are_told_hangs_on_what_is_hidden() {
    let mut luck = Pcg64Mcg::seed_from_u64(7);
    let abilities = [Ability::Stride(1), Ability::Healer(1), Ability::Deft(1), Ability::Fury(1)];
    let cards = abilities.map(who);
    let mut changed = 0;
    for round in 0..12 {
        let game = Jungle::new(&Rules::default(), &roster(&cards));
        let seated = seated(1 + round % 4);
        let mut state = game.deal(&seated, &mut OneStream(&mut luck));
        let mut options = Options::new();
        while let Turn::Decision(_) = game.turn(&state) {
            let other = shuffled(&state, &mut luck);
            changed += u32::from(other.tiles != state.tiles);
            assert_eq!(told(&game, &state), told(&game, &other));
            let guess = |state: &State| {
                let luck = &mut Pcg64Mcg::seed_from_u64(round.into());
                game.determinize(game.view(state), luck)
            };
            assert_eq!(guess(&state), guess(&other), "searches guess alike");
            game.options(&state, &mut options);
            let choice = options[luck.random_range(0..options.len())];
            game.play(&mut state, choice, &mut OneStream(&mut luck), &mut Unwatched);
        }
    }
    assert!(changed > 500, "{changed}");
}
