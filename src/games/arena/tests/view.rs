//! Tests of hidden information: exchanging hidden choices for other possible ones must not
//! change what a view shows.

use proptest::prelude::*;

use super::given::*;
use super::model::random::{Setup, setups};
use crate::game::chance::{KeyedChance, Purpose, pick, stream};
use crate::game::scripted::Fields;
use crate::game::{
    FeatureRow, Game, MAX_FEATURES, MAX_OPTIONS, Options, Scripted, Turn, Unwatched,
};
use crate::games::arena::ULTIMATE_WARRIORZ;
use crate::games::arena::cards::Cards;
use crate::games::arena::state::{NO_CARD, Phase, State};
use crate::games::arena::{Arena, View};
use crate::scenario::load_bot;
use crate::strategies::BotDefinition;
use crate::strategies::script::{Source, check};

/// Iterates over the fighters whose cards lie face down and whose seat is not the seat of fighter
/// `me`.
fn hidden(state: &State, me: usize) -> impl Iterator<Item = usize> {
    (0..state.fighters()).filter(move |&f| {
        state.seat[f] != state.seat[me]
            && state.waiting >> f & 1 == 1
            && state.revealed >> f & 1 == 0
            && state.chosen[f] != NO_CARD
    })
}

/// Returns the state with every hidden choice exchanged for another card that is possible from the
/// view of `me`.
pub(super) fn exchanged(
    arena: &Arena,
    state: &State,
    me: usize,
    luck: &mut impl rand::Rng,
) -> State {
    let mut other = *state;
    for f in hidden(state, me) {
        let sheet = &arena.sheets()[usize::from(state.sheet[f])];
        let mut hand: Cards = state.hand[f] | 1 << state.chosen[f];
        let shift =
            state.initiative[f] - sheet.cards[usize::from(state.chosen[f])].initiative as i8;
        let effective = |card: usize| sheet.cards[card].initiative as i8 + shift;
        // The countdown has reached the actor's initiative: a card with this initiative or a higher
        // one cannot lie face down.
        let called = state.initiative[usize::from(state.actor)];
        let possible: Vec<usize> = (0..sheet.cards.len())
            .filter(|&card| hand >> card & 1 == 1)
            .filter(|&card| state.phase == Phase::Choosing || effective(card) < called)
            .collect();
        let chosen = possible[pick(luck, possible.len())];
        hand &= !(1 << chosen);
        other.hand[f] = hand;
        other.chosen[f] = chosen as u8;
        other.initiative[f] = effective(chosen);
    }
    other
}

/// Returns everything that a view shows about a fighter.
fn told(view: View<'_>, fighter: u8) -> impl PartialEq + std::fmt::Debug {
    let tokens = (
        view.lp(fighter),
        view.first_wound(fighter),
        view.points(fighter),
        view.trophies(fighter),
        view.has_charm(fighter),
        view.skulls(fighter),
    );
    let cards = (
        view.active(fighter),
        view.chosen(fighter),
        view.hand(fighter),
        view.next_cards(fighter),
        view.defense(fighter),
    );
    let board = (view.zone(fighter), view.team(fighter), view.enemies(fighter), view.size(fighter));
    (tokens, cards, board)
}

/// Returns everything that a view shows about the game as a whole.
fn told_of_all(view: View<'_>) -> impl PartialEq + std::fmt::Debug {
    (
        (view.me(), view.round(), view.phase(), view.alive()),
        (view.waiting(), (view.no_melee(), view.no_shot(), view.suits()), view.moves_left()),
        (view.pending(), view.attacker()),
    )
}

fn features(arena: &Arena, state: &State) -> (Vec<String>, Vec<FeatureRow>) {
    let mut options = Options::new();
    arena.options(state, &mut options);
    let mut rows = vec![[0.0; MAX_FEATURES]; MAX_OPTIONS];
    arena.features(arena.view(state), &options, &mut rows);
    rows.truncate(options.len());
    (options.iter().map(|option| format!("{option:?}")).collect(), rows)
}

/// Returns the decision of each of several shipped bots, all with the same random stream.
fn decisions(arena: &Arena, state: &State, seed: u64) -> Vec<usize> {
    let mut options = Options::new();
    arena.options(state, &mut options);
    ["random", "balanced", "aggressive", "cautious"]
        .map(|name| {
            let bot = load_bot(&ULTIMATE_WARRIORZ, name).expect("a shipped bot is sound");
            let mut luck = stream(seed, 0, Purpose::Bot(1, 0));
            let view = arena.view(state);
            let mut bot = bot.definition.bot(arena);
            bot.choose(arena, view, &options, &mut luck).expect("a shipped bot does not fail")
        })
        .to_vec()
}

/// Creates a scripted bot whose decisions depend on every field that scripts can read. If a field
/// showed a secret, the decisions would change.
fn nosy() -> BotDefinition {
    let quoted =
        |names: Vec<&str>| -> String { names.iter().map(|name| format!("'{name}', ")).collect() };
    let view = quoted(Arena::VIEW.iter().map(|field| field.name).collect());
    let Fields::Changing { fields, .. } = Arena::ENTITIES[0].fields else {
        panic!("fighters change");
    };
    let fighter = quoted(fields.iter().map(|field| field.name).collect());
    let option = quoted(Arena::OPTIONS.iter().map(|field| field.name).collect());
    let text = format!(
        "local sum, seen
        local function add(value)
            local kind = type(value)
            if kind == 'table' then
                local own = rawget(value, 'index') or rawget(value, 'initiative')
                if own then add(own) else for _, one in value do add(one) end end
            elseif kind == 'number' then
                sum = (sum * 31 + value * 8191) % 1000003
            else
                local letters = tostring(value)
                for i = 1, #letters do sum = (sum * 31 + string.byte(letters, i)) % 1000003 end
            end
        end
        local function add_all(it, names) for _, name in names do add(it[name]) end end
        function score(view, option)
            if option.index == 1 then
                sum = 0
                add_all(view, {{ {view} }})
                for _, fighter in view.fighters do add_all(fighter, {{ {fighter} }}) end
                seen = sum
            end
            sum = seen + option.index
            add_all(option, {{ {option} }})
            add_all(option, features)
            return sum
        end"
    );
    let source = Source { path: std::path::Path::new("nosy.luau").into(), text: text.into() };
    check::<Arena>(&source).expect("it is sound");
    BotDefinition::Script(source)
}

/// Plays a game at random and asserts that each decision stays the same after an exchange of hidden
/// choices. Returns the number of exchanges that changed the state.
fn look_through(setup: &Setup) -> u32 {
    let arena = setup.arena();
    let mut state = arena.deal(&setup.line_up);
    let mut dice = KeyedChance::new(setup.seed, 0, &state.slots()[..state.fighters()]);
    let mut luck = stream(setup.seed, 0, Purpose::Bot(0, 0));
    let mut options = Options::new();
    let mut others = 0;
    let mut nosy = nosy().bot(&arena);
    while let Turn::Decision(me) = arena.turn(&state) {
        let other = exchanged(&arena, &state, me, &mut luck);
        others += u32::from(other != state);
        let (view, other_view) = (arena.view(&state), arena.view(&other));
        assert_eq!(format!("{:?}", told_of_all(view)), format!("{:?}", told_of_all(other_view)));
        for f in 0..state.fighters() as u8 {
            assert_eq!(format!("{:?}", told(view, f)), format!("{:?}", told(other_view, f)));
        }
        assert_eq!(features(&arena, &state), features(&arena, &other));
        arena.options(&state, &mut options);
        if options.len() > 1 && other != state && others % 4 == 1 {
            let mut luck = stream(setup.seed, 0, Purpose::Bot(1, 0));
            let [one, two] = [view, other_view].map(|view| {
                let chosen = nosy.choose(&arena, view, &options, &mut luck).unwrap();
                (chosen, nosy.explain(&options))
            });
            assert_eq!(one, two, "what a script sees");
        }
        if others % 8 == 1 {
            // These decisions take longer, so only every eighth exchange is checked.
            assert_eq!(
                decisions(&arena, &state, setup.seed),
                decisions(&arena, &other, setup.seed)
            );
        }
        arena.options(&state, &mut options);
        let choice = options[pick(&mut luck, options.len())];
        arena.play(&mut state, choice, &mut dice, &mut Unwatched);
    }
    others
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_4_6_hidden_choices_cannot_be_seen(setup in setups()) {
        look_through(&setup);
    }
}

#[test]
fn a_4_6_a_face_down_card_is_one_of_the_hand() {
    let guest = |size| fighter(size).plays(card(5)).holds(card(7)).holds(card(2));
    let mut playing = given([guest(5), guest(6), guest(7)]).choosing();
    playing.choose("p");
    let view = playing.arena.view(&playing.state);
    assert_eq!((view.me(), view.chosen(0)), (1, None));
    assert_eq!((view.hand(0), view.next_cards(0)), (0b111, 0b111));
    let mut luck = stream(0, 0, Purpose::Deal(0));
    let other = |_| exchanged(&playing.arena, &playing.state, 1, &mut luck) != playing.state;
    assert!((0..20).any(other), "the exchange exchanges");
}

#[test]
fn a_4_6_the_countdown_rules_out_what_was_called() {
    // Fighter 1 acts at initiative 5. Fighter 0 has played its 7. Fighter 2 holds a 5 and a 7,
    // neither of which can lie face down.
    let guest = |size, plays| fighter(size).at(0).plays(plays).holds(card(7)).holds(card(5));
    let playing =
        given([guest(5, card(7)), guest(6, card(5).melee(1)), guest(7, card(2)).holds(card(3))])
            .play();
    let view = playing.arena.view(&playing.state);
    assert_eq!((view.me(), view.chosen(2)), (1, None));
    assert_eq!(view.hand(2), 0b1111);
    assert_eq!(view.next_cards(2), 0b1100, "its 3 or its 2");
}

#[test]
fn a_4_6_a_seat_knows_the_cards_of_all_its_fighters_and_those_face_up() {
    let mut playing = given([
        fighter(5).at(0).team(1).plays(card(5).melee(1)),
        fighter(6).at(0).team(2).plays(card(5)),
        fighter(7).at(1).team(1).plays(card(2)),
        fighter(8).at(1).team(2).plays(card(2)),
    ])
    .play();
    playing.state.seat[2] = 0;
    let view = playing.arena.view(&playing.state);
    assert_eq!(view.me(), 0);
    assert_eq!(view.chosen(1), Some(0), "called together");
    assert_eq!(view.chosen(2), Some(0), "of the same seat");
    assert_eq!(view.chosen(3), None);
}
