//! Tests of tree search in the arena: positions of the last round compared with their exact
//! solutions, and decisions that must not depend on secrets.

use proptest::prelude::*;
use rand_pcg::Pcg64Mcg;

use super::given::*;
use super::model::random::{Setup, setups};
use super::view::exchanged;
use crate::game::chance::{KeyedChance, Owner, Purpose, stream};
use crate::game::{Chance, Game, Options, Searchable, Turn, Unwatched};
use crate::games::arena::ULTIMATE_WARRIORZ;
use crate::games::arena::state::State;
use crate::games::arena::{Arena, Choice};
use crate::scenario::load_bot;
use crate::strategies::mcts::{CardRule, Finding, Mcts, Others, Search, SearchSettings};
use crate::strategies::{BotDefinition, Strategy};

fn shipped() -> Search {
    let bot = load_bot(&ULTIMATE_WARRIORZ, "mcts-normal").expect("it is shipped");
    let BotDefinition::Mcts(search) = bot.definition else { panic!("it searches") };
    search
}

fn settings(iterations: u32) -> SearchSettings {
    SearchSettings { iterations, nodes: 8 * iterations + 64, ..shipped().settings }
}

fn searcher(settings: SearchSettings) -> Mcts<Arena> {
    let shipped = shipped();
    Search { settings, ..shipped }.bot()
}

/// A source of chance that produces every sequence of random results, one after the other.
#[derive(Default)]
struct Every {
    /// The results of the current sequence: the picked number, and the number of alternatives.
    picks: Vec<(usize, usize)>,
    at: usize,
}

impl Every {
    /// Goes on to the next sequence of random results; returns false after the last one.
    fn next(&mut self) -> bool {
        self.at = 0;
        while self.picks.pop_if(|(picked, of)| *picked + 1 == *of).is_some() {}
        self.picks.last_mut().map(|(picked, _)| *picked += 1).is_some()
    }

    /// Returns the probability of the current sequence of random results.
    fn chance(&self) -> f64 {
        self.picks.iter().map(|&(_, of)| 1.0 / of as f64).product()
    }
}

impl Chance for Every {
    fn start_round(&mut self, _: u16) {}

    fn pick(&mut self, _: impl Into<Owner>, n: usize) -> usize {
        if self.at == self.picks.len() {
            self.picks.push((0, n));
        }
        self.at += 1;
        self.picks[self.at - 1].0
    }
}

/// The exact solution of the end of a game in which every player maximises its own value.
struct Exact<'a> {
    arena: &'a Arena,
    settings: SearchSettings,
}

type Values = [f64; 8];
/// States that the deciding player cannot distinguish, each as its probability and the state.
type Group = Vec<(f64, State)>;

impl Exact<'_> {
    /// Returns each option of the deciding player, with the value of the game for every player.
    fn options(&self, group: &Group) -> Vec<(Choice, Values)> {
        let mut options = Options::new();
        self.arena.options(&group[0].1, &mut options);
        options.iter().map(|&choice| (choice, self.option(group, choice))).collect()
    }

    fn option(&self, group: &Group, choice: Choice) -> Values {
        let mut sum = [0.0; 8];
        let mut dice = Every::default();
        loop {
            let mut after = Group::new();
            for (chance, state) in group {
                let mut state = *state;
                dice.at = 0;
                self.arena.play(&mut state, choice, &mut dice, &mut Unwatched);
                after.push((*chance, state));
            }
            let chance = dice.chance();
            add(&mut sum, chance, &self.after(&group[0].1, after));
            if !dice.next() {
                return sum;
            }
        }
    }

    /// Returns the value of the game for every player after a choice. `group` has the states that
    /// the deciding player cannot distinguish. Within a turn, no player learns anything new; the
    /// next turn reveals a card and thus the true state.
    fn after(&self, before: &State, group: Group) -> Values {
        let turn = self.arena.turn(&group[0].1);
        if turn == self.arena.turn(before) && group[0].1.waiting == before.waiting {
            return self.value(&group);
        }
        let mut sum = [0.0; 8];
        for (chance, state) in group {
            add(&mut sum, chance, &self.value(&vec![(1.0, state)]));
        }
        sum
    }

    fn value(&self, group: &Group) -> Values {
        let Turn::Decision(player) = self.arena.turn(&group[0].1) else {
            let outcomes = self.arena.outcomes(&group[0].1);
            return outcomes.map(|outcome| f64::from(self.settings.mix.value(&outcome)));
        };
        let options = self.options(group);
        let best = options.iter().max_by(|one, other| one.1[player].total_cmp(&other.1[player]));
        best.expect("there is an option").1
    }
}

fn add(sum: &mut Values, chance: f64, values: &Values) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += chance * value);
}

/// Searches a position with 10,000 iterations and asserts that the chosen step is as good as the
/// exact solution. `hidden` is the only fighter with more than one possible face-down card.
#[track_caller]
fn assert_solved(name: &str, playing: &Playing, hidden: Option<usize>) {
    let settings = settings(10_000);
    let me = playing.who();
    let mut group = vec![(1.0, playing.state)];
    if let Some(fighter) = hidden {
        let view = playing.arena.view(&playing.state);
        let cards: Vec<u8> = super::super::board::members(view.next_cards(fighter as u8)).collect();
        assert!(cards.len() > 1, "{name}: something is hidden");
        group = cards
            .iter()
            .map(|&card| {
                let mut state = playing.state;
                let hand = view.hand(fighter as u8);
                state.hand[fighter] = hand & !(1 << card);
                state.chosen[fighter] = card;
                state.initiative[fighter] =
                    playing.arena.sheets[fighter].cards[usize::from(card)].initiative as i8;
                (1.0 / cards.len() as f64, state)
            })
            .collect();
    }
    let exact = Exact { arena: &playing.arena, settings: settings.clone() };
    let values: Vec<(Choice, f64)> =
        exact.options(&group).into_iter().map(|(choice, values)| (choice, values[me])).collect();
    let best = values.iter().map(|value| value.1).fold(0.0, f64::max);
    let worst = values.iter().map(|value| value.1).fold(1.0, f64::min);
    assert!(best - worst > 0.02, "{name}: the choice matters: {values:?}");
    let mut options = Options::new();
    playing.arena.options(&playing.state, &mut options);
    // Each player's search tree adapts to the choices in the other trees. With less exploration,
    // the trees adapt sooner.
    let among_trees =
        SearchSettings { others: Others::Trees, exploration: 0.3, ..settings.clone() };
    let searches = [settings, among_trees];
    for (settings, seed) in
        searches.iter().flat_map(|settings| (0..5u128).map(move |seed| (settings, seed)))
    {
        let others = settings.others;
        let mut search = searcher(settings.clone());
        let mut luck = Pcg64Mcg::new(seed << 1 | 1);
        let view = playing.arena.view(&playing.state);
        let chosen = search.choose(&playing.arena, view, &options, &mut luck).unwrap();
        let found: Vec<Finding> = search.findings(&options).collect();
        let value = values[chosen].1;
        assert!(
            value >= 0.99 * best,
            "{name}, {others:?}, seed {seed}: {:?} is worth {value:.4} of {best:.4}: {values:.4?} {found:.3?}",
            options[chosen]
        );
    }
}

#[test]
fn last_rounds_of_two_are_solved() {
    // The player may shoot before or after its move, and must choose a zone; its opponent may have
    // laid one of two cards.
    for (mine, others) in [(4, 4), (6, 4), (3, 5)] {
        let playing = given([
            fighter(5).at(0).lp(3).pp(mine).plays(card(7).moves(1).shoots(3).defends(3)),
            fighter(6)
                .at(1)
                .lp(3)
                .pp(others)
                .plays(card(5).moves(1).melee(3))
                .holds(card(4).shoots(3)),
        ])
        .round(7)
        .play();
        assert_solved(&format!("{mine} to {others}"), &playing, Some(1));
    }
}

#[test]
fn last_rounds_of_three_are_solved() {
    // The player may attack the leader, the wounded opponent, or the opponent that acts later, with
    // different risks.
    for points in [[2, 5, 4], [4, 4, 3], [6, 5, 5], [1, 7, 3]] {
        let [a, b, c] = points;
        let playing = given([
            fighter(5).at(0).lp(2).pp(a).plays(card(7).moves(1).melee(2).shoots(2).defends(4)),
            fighter(6).at(1).lp(2).pp(b).plays(card(5).moves(1).melee(1).defends(4)),
            fighter(8).at(3).lp(4).pp(c).plays(card(3).shoots(1).defends(3)),
        ])
        .round(7)
        .play();
        assert_solved(&format!("{points:?}"), &playing, None);
    }
}

#[test]
fn a_8_2_what_the_fallen_have_gathered_counts_for_nothing() {
    let mut playing = given([
        fighter(5).at(0).pp(2).plays(card(7).melee(1)),
        fighter(6).at(0).lp(1).pp(14),
        fighter(8).pp(3),
    ])
    .play();
    let before = playing.arena.outcomes(&playing.state);
    assert!(before[0].score < 0.3 && before[1].score > 0.7);
    playing.play(melee(1), [6]);
    let after = playing.arena.outcomes(&playing.state).map(|outcome| outcome.score);
    assert_eq!(playing.pp()[..2], [3, 14]);
    assert_eq!(after[..3], [0.5, 0.0, 0.5]);
}

/// Plays a game at random. At each decision, asserts that the search decides the same way after the
/// hidden choices are exchanged for other possible ones.
fn look_through(setup: &Setup, cards: CardRule, others: Others) {
    let arena = setup.arena();
    let mut state = arena.deal(&setup.line_up);
    let mut dice = KeyedChance::new(setup.seed, 0, &state.slots()[..state.fighters()]);
    let mut luck = stream(setup.seed, 0, Purpose::Bot(0, 0));
    let mut options = Options::new();
    let mut search = searcher(SearchSettings { cards, others, ..settings(12) });
    while let Turn::Decision(me) = arena.turn(&state) {
        arena.options(&state, &mut options);
        let mut chosen = 0;
        if options.len() > 1 {
            let other = exchanged(&arena, &state, me, &mut luck);
            let mut same_luck = luck.clone();
            let mut decide = |state: &State, luck: &mut Pcg64Mcg| {
                let chosen = search.choose(&arena, arena.view(state), &options, luck).unwrap();
                (chosen, search.findings(&options).collect::<Vec<_>>())
            };
            let found = decide(&state, &mut luck);
            assert_eq!(found, decide(&other, &mut same_luck));
            chosen = found.0;
        }
        arena.play(&mut state, options[chosen], &mut dice, &mut Unwatched);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_4_6_hidden_choices_change_no_decision_of_a_search(setup in setups()) {
        look_through(&setup, CardRule::Ucb, Others::Rollout);
        look_through(&setup, CardRule::RegretMatching, Others::Trees);
    }
}
