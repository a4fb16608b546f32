//! Tests of the search: correct results in tiny games with known solutions, determinism, and no
//! allocations after the start.

mod goofspiel;
mod kuhn;
mod matrix;

use gong::game::{Game, Options, Searchable, Turn, Unwatched};
use gong::games::arena::Arena;
use gong::scenario::Scenario;
use gong::simulate::Stage;
use gong::strategies::mcts::{
    Adviser, CardRule, Finding, Mcts, Mix, Others, Prior, Rollout, SearchSettings, Widening,
};
use gong::strategies::{Asked, Greedy, Strategy, Weights};
use rand_pcg::Pcg64Mcg;

use self::goofspiel::Goofspiel;
use self::kuhn::Kuhn;
use self::matrix::{Matrix, value_of};
use crate::common::counting::allocations_of;

/// Returns settings of a search without a greedy guide, which tiny games do not have.
fn settings(iterations: u32, cards: CardRule) -> SearchSettings {
    SearchSettings {
        iterations,
        nodes: 4096,
        candidates: 64,
        exploration: 0.7,
        cards,
        others: Others::Trees,
        rollout: Rollout::Random,
        epsilon: 0.0,
        rounds: None,
        prior: Prior { visits: 0.0, slope: 0.0 },
        widening: Widening { first: 64.0, factor: 0.0, exponent: 0.0 },
        mix: Mix::WINS,
    }
}

/// Creates a searching bot with these settings; its guide (the bot that helps the search) rates all
/// options equally.
fn searcher<G: Searchable>(settings: SearchSettings) -> Mcts<G> {
    let nothing = Weights { of_feature: [0.0; gong::game::MAX_FEATURES], whim: 0.0 };
    Mcts::new(settings, vec![Box::new(Greedy::new(nothing))], vec![])
}

fn luck(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::new(u128::from(seed) << 1 | 1)
}

/// Returns the result of a search: its results for the options of a state, and its choice.
fn search<G: Searchable>(
    game: &G,
    state: &G::State,
    settings: &SearchSettings,
    seed: u64,
) -> (Vec<Finding>, usize) {
    assert!(matches!(game.turn(state), Turn::Decision(_)));
    let mut options = Options::new();
    game.options(state, &mut options);
    let mut search = searcher(settings.clone());
    let chosen = search.choose(game, game.view(state), &options, &mut luck(seed)).unwrap();
    (search.findings(&options).collect(), chosen)
}

/// Returns the average strategy of regret matching.
fn average<G: Searchable>(game: &G, state: &G::State, iterations: u32, seed: u64) -> Vec<f64> {
    let settings = settings(iterations, CardRule::RegretMatching);
    let (findings, _) = search(game, state, &settings, seed);
    let sum: f64 = findings.iter().map(|found| found.share).sum();
    findings.iter().map(|found| found.share / sum).collect()
}

fn assert_near(found: &[f64], exact: &[f64], most: f64) {
    let near = found.iter().zip(exact).all(|(found, exact)| (found - exact).abs() <= most);
    assert!(near, "{found:.3?} instead of {exact:.3?}");
}

#[test]
fn matching_pennies_are_mixed_evenly() {
    let game = Matrix::new(vec![vec![1.0, 0.0], vec![0.0, 1.0]]);
    for seed in 0..3 {
        for state in [game.first(), game.second(0)] {
            assert_near(&average(&game, &state, 50_000, seed), &[0.5, 0.5], 0.03);
        }
    }
}

#[test]
fn biased_rock_paper_scissors_comes_to_its_equilibrium() {
    // Rock's win over scissors counts double, so paper is half of the equilibrium.
    let points = [[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]];
    let game = Matrix::new(
        points.iter().map(|row| row.iter().map(|point| 0.5 + point / 4.0).collect()).collect(),
    );
    let (value, mixture) = value_of(&game.payoffs);
    assert!((value - 0.5).abs() < 1e-9);
    assert_near(&mixture, &[0.25, 0.5, 0.25], 1e-9);
    for seed in 0..3 {
        for state in [game.first(), game.second(2)] {
            assert_near(&average(&game, &state, 100_000, seed), &mixture, 0.03);
        }
    }
}

/// A guide (bot that helps a search) with fixed ratings: it chooses one option and gives a fixed
/// value for each player.
struct Stubborn {
    takes: usize,
    chance: Option<f32>,
}

impl<G: Game> Adviser<G> for Stubborn {
    fn choice(&mut self, _: Asked<'_, '_, G>, _: &mut Pcg64Mcg) -> usize {
        self.takes
    }

    fn opinions(&mut self, _: Asked<'_, '_, G>, opinions: &mut [f32]) {
        opinions.fill(0.0);
    }

    fn judges(&self) -> bool {
        self.chance.is_some()
    }

    fn chance(&mut self, _: Asked<'_, '_, G>) -> Option<f32> {
        self.chance
    }
}

fn stubborn<G: Game>(takes: usize, chance: Option<f32>) -> Box<dyn Adviser<G>> {
    Box::new(Stubborn { takes, chance })
}

#[test]
fn the_best_answer_to_those_that_others_are_thought_to_be() {
    let game = Matrix::new(vec![vec![1.0, 0.0], vec![0.0, 0.8]]);
    let settings = SearchSettings {
        others: Others::Rollout,
        rollout: Rollout::Greedy,
        ..settings(400, CardRule::Ucb)
    };
    let mut options = Options::new();
    game.options(&game.first(), &mut options);
    // The opponent takes the first column, the second column, or each half of the time. In the
    // third case the mean values of the rows are 0.5 and 0.4. Each inner list is a panel, of which
    // each playout draws a member.
    for (players, best, value) in [
        (vec![vec![0]], 0, 1.0),
        (vec![vec![1]], 1, 0.8),
        (vec![vec![0], vec![1]], 0, 0.5),
        (vec![vec![0], vec![1, 1]], 0, 0.5),
        (vec![vec![0, 1, 1]], 1, 0.53),
        (vec![], 1, 0.8),
    ] {
        let panel = |members: Vec<usize>| members.into_iter().map(|takes| stubborn(takes, None));
        let players: Vec<Vec<_>> = players.into_iter().map(|of| panel(of).collect()).collect();
        // Without a list of bots that model the other players, the guide models the opponent and
        // takes the second column.
        let mut search = Mcts::new(settings.clone(), vec![stubborn(1, None)], players);
        let chosen = search.choose(&game, 0, &options, &mut luck(1)).unwrap();
        assert_eq!(chosen, best);
        let found: Vec<Finding> = search.findings(&options).collect();
        assert!((found[best].value - value).abs() < 0.1, "{found:?}");
    }
}

#[test]
fn a_guide_that_knows_chances_judges_where_playouts_end() {
    let game = Goofspiel::new(&[2, 4, 1, 3]);
    let state = game.opening();
    let mut options = Options::new();
    game.options(&state, &mut options);
    let settings =
        SearchSettings { others: Others::Rollout, rounds: Some(0), ..settings(200, CardRule::Ucb) };
    let mut search = Mcts::new(settings.clone(), vec![stubborn(0, Some(0.75))], vec![]);
    search.choose(&game, game.view(&state), &options, &mut luck(1)).unwrap();
    let found: Vec<Finding> = search.findings(&options).collect();
    assert!(found.iter().all(|option| option.visits > 0 && option.value == 0.75), "{found:?}");
    // A search whose playouts continue to the end of the game does not ask the guide for values.
    let to_the_end = SearchSettings { rounds: None, ..settings };
    let mut search = Mcts::new(to_the_end, vec![stubborn(0, Some(0.75))], vec![]);
    search.choose(&game, game.view(&state), &options, &mut luck(1)).unwrap();
    let found: Vec<Finding> = search.findings(&options).collect();
    assert!(found.iter().any(|option| option.value != 0.75), "{found:?}");
}

#[test]
fn one_member_of_a_panel_guides_a_search_in_a_game() {
    let game = Goofspiel::new(&[2, 4, 1, 3]);
    let state = game.opening();
    let mut options = Options::new();
    game.options(&state, &mut options);
    let settings =
        SearchSettings { others: Others::Rollout, rounds: Some(0), ..settings(20, CardRule::Ucb) };
    let panel = [0.25, 0.75].map(|chance| stubborn(0, Some(chance)));
    let mut search = Mcts::new(settings, panel.into(), vec![]);
    let mut luck = luck(1);
    let mut values = vec![];
    for member in 0..4 {
        search.begin(member);
        let mut of_game = vec![];
        for _ in 0..4 {
            search.choose(&game, game.view(&state), &options, &mut luck).unwrap();
            of_game.extend(search.findings(&options).map(|option| option.value));
        }
        let first = of_game[0];
        assert!(of_game.iter().all(|value| *value == first), "{of_game:?}");
        values.push(first);
    }
    assert_eq!(values, [0.25, 0.75, 0.25, 0.75]);
}

/// Checks that a search which assumes a random opponent finds the best response to it, even if an
/// opponent could exploit that response.
#[test]
fn against_others_as_in_rollouts_the_best_answer_is_found() {
    let payoffs = vec![vec![0.2, 0.5, 0.5], vec![0.9, 0.1, 0.3], vec![0.6, 0.0, 0.8]];
    let game = Matrix::new(payoffs.clone());
    let mean = |shares: Vec<f64>| shares.iter().sum::<f64>() / 3.0;
    let by_row = [0, 1, 2].map(|row| mean(payoffs[row].clone()));
    let by_column =
        [0, 1, 2].map(|column| mean([0, 1, 2].map(|row| 1.0 - payoffs[row][column]).into()));
    for cards in [CardRule::Ucb, CardRule::RegretMatching] {
        let settings = SearchSettings { others: Others::Rollout, ..settings(20_000, cards) };
        for (state, means, best) in [(game.first(), by_row, 2), (game.second(0), by_column, 1)] {
            let (findings, chosen) = search(&game, &state, &settings, 1);
            assert_eq!(chosen, best, "{cards:?}");
            assert!(
                (f64::from(findings[chosen].value) - means[chosen]).abs() < 0.02,
                "{findings:?}"
            );
        }
    }
}

#[test]
fn goofspiel_comes_within_three_hundredths_of_its_exact_value() {
    for prizes in [vec![1, 2, 3], vec![2, 3, 1], vec![3, 1, 2], vec![1, 4, 2, 3], vec![2, 1, 4, 3]]
    {
        let game = Goofspiel::new(&prizes);
        let state = game.opening();
        let payoffs = game.exact_matrix(&state);
        let (value, _) = value_of(&payoffs);
        let mixture = average(&game, &state, 200_000, 1);
        // The value that the mixture of options guarantees against every opponent.
        let sure = (0..payoffs[0].len())
            .map(|column| (0..payoffs.len()).map(|row| mixture[row] * payoffs[row][column]).sum())
            .fold(f64::INFINITY, f64::min);
        assert!(
            value - sure < 0.03,
            "{prizes:?}: {mixture:.3?} is sure of {sure:.4} of {value:.4}"
        );
    }
}

#[test]
fn the_second_player_of_kuhn_poker_bluffs_and_calls_once_in_three() {
    // The equilibrium is unique (Kuhn 1950). By card 0, 1, 2: the probability to bet or call after
    // a pass and after a bet of the first player.
    for (card, passed, bet) in [(0, 1.0 / 3.0, 0.0), (1, 0.0, 1.0 / 3.0), (2, 1.0, 1.0)] {
        for (state, exact) in [(Kuhn::passed(card), passed), (Kuhn::bet(card), bet)] {
            let found = average(&Kuhn, &state, 1_000_000, 1);
            assert!(
                (found[1] - exact).abs() < 0.08,
                "{state:?}: {found:.3?} instead of {exact:.3}"
            );
        }
    }
}

#[test]
fn the_bound_rule_finds_a_dominant_choice() {
    let game = Matrix::new(vec![vec![0.2, 0.4], vec![0.3, 0.6]]);
    let (findings, chosen) = search(&game, &game.first(), &settings(500, CardRule::Ucb), 1);
    assert_eq!(chosen, 1, "{findings:?}");
    // The opponent's best response is the column with the lowest value for the row player.
    assert_eq!(search(&game, &game.second(1), &settings(500, CardRule::Ucb), 1).1, 0);
}

/// Checks that two options with the same result in every situation get the same value: the n-th
/// playout of each option has the same luck.
#[test]
fn playouts_of_different_options_have_the_same_luck() {
    let row = vec![0.1, 0.9, 0.4];
    let game = Matrix::new(vec![row.clone(), row.clone(), row]);
    let settings = SearchSettings { others: Others::Rollout, ..settings(60, CardRule::Ucb) };
    let mut values = vec![];
    for seed in 0..5 {
        let (findings, _) = search(&game, &game.first(), &settings, seed);
        // Three options with 10 playouts each, then two with 15 more each.
        let visits = findings.iter().map(|found| found.visits);
        assert_eq!(visits.collect::<Vec<_>>(), [25, 25, 10], "{findings:?}");
        assert_eq!(findings[0].value, findings[1].value);
        values.push(findings[0].value);
    }
    values.dedup();
    assert!(values.len() > 1, "luck differs between searches");
}

#[test]
fn regret_matching_gives_up_a_dominated_choice() {
    let game = Matrix::new(vec![vec![0.2, 0.4], vec![0.3, 0.6]]);
    for seed in 0..3 {
        let mixture = average(&game, &game.first(), 2_000, seed);
        assert!(mixture[0] < 0.03, "{mixture:.3?}");
    }
}

#[test]
fn a_search_depends_on_its_luck_alone() {
    let game = Goofspiel::new(&[2, 4, 1, 3]);
    let state = game.opening();
    let mut options = Options::new();
    game.options(&state, &mut options);
    for cards in [CardRule::Ucb, CardRule::RegretMatching] {
        let settings = settings(300, cards);
        let first = search(&game, &state, &settings, 7);
        // Checks that trees of earlier decisions do not influence a search.
        let mut used = searcher(settings);
        for seed in 0..3 {
            used.choose(&game, game.view(&state), &options, &mut luck(seed)).unwrap();
        }
        let chosen = used.choose(&game, game.view(&state), &options, &mut luck(7)).unwrap();
        assert_eq!((used.findings(&options).collect(), chosen), first);
    }
}

#[test]
fn a_full_pool_is_no_obstacle() {
    let game = Goofspiel::new(&[2, 4, 1, 3]);
    for nodes in [1, 2, 16] {
        let settings = SearchSettings { nodes, ..settings(2000, CardRule::Ucb) };
        let (findings, _) = search(&game, &game.opening(), &settings, 1);
        // Every playout counts at the root.
        let visits = findings.iter().map(|found| found.visits).sum::<u32>();
        assert_eq!(visits, 2000);
    }
}

#[test]
fn searchers_allocate_nothing_once_they_are_made() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/ultimate-warriorz");
    for (scenario, strategy) in
        [("tribal-rumble", "mcts-fast"), ("team-spirit-4-players-a", "mcts-normal")]
    {
        let sets = [format!("strategy={strategy}"), "rules.rounds=2".to_owned()];
        let scenario =
            Scenario::load(&folder.join(scenario).with_extension("toml"), &sets).unwrap();
        let simulation = scenario.open();
        let stage: &Stage<Arena> = simulation.stage().expect("an arena game");
        let mut worker = stage.stage_worker();
        let first = worker.show(1, 0, &mut Unwatched).unwrap();
        let allocations = allocations_of(|| {
            let again = worker.show(1, 0, &mut Unwatched).unwrap();
            assert!(first.state == again.state, "the game is different now");
            worker.show(1, 1, &mut Unwatched).unwrap();
        });
        assert_eq!(allocations, 0, "{strategy}");
    }
}
