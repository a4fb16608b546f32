//! Tests that scripts see everything in the type file, with the stated types, and nothing else.

use std::collections::BTreeMap;

use gong::game::Game;
use gong::games::arena::Arena;
use gong::games::arena::ULTIMATE_WARRIORZ;
use gong::games::{Title, titles};

use super::world::{Script, holds};

/// Returns the fields of each type in the type file.
fn types() -> BTreeMap<String, Vec<(String, String)>> {
    let text = ULTIMATE_WARRIORZ.script_types();
    let mut types = BTreeMap::new();
    for part in text.split("export type ").skip(1) {
        let (name, rest) = part.split_once(" = {").unwrap();
        let body = rest.split("\n}").next().unwrap();
        let fields = body
            .lines()
            .filter(|line| !line.trim_start().starts_with("--"))
            .filter_map(|line| line.trim().trim_end_matches(',').split_once(": "))
            .map(|(name, of)| (name.to_owned(), of.to_owned()));
        types.insert(name.to_owned(), fields.collect());
    }
    types
}

/// Returns Luau code that asserts that a table has exactly the fields of a type.
fn checks(name: &str, fields: &[(String, String)]) -> String {
    let mut text = format!("local function check_{name}(it)\nlocal known = {{}}\n");
    for (field, of) in fields {
        let (of, nil) = match of.strip_suffix('?') {
            Some(of) => (of.trim_matches(['(', ')']), format!("it.{field} == nil or ")),
            None => (of.as_str(), String::new()),
        };
        let is = match of {
            "number" | "boolean" | "string" => format!("type(it.{field}) == '{of}'"),
            "Card" | "Fighter" | "{ Card }" | "{ Fighter }" | "{ Option }"
            | "{ [string]: any }" => {
                format!("type(it.{field}) == 'table'")
            }
            words => {
                assert!(words.starts_with('"'), "{words}");
                format!("table.find({{ {} }}, it.{field})", words.replace('|', ","))
            }
        };
        text += &format!(
            "known.{field} = true\nassert({nil}{is}, `{name}.{field} is {{tostring(it.{field})}}`)\n"
        );
    }
    text + &format!("for name in it do assert(known[name], `{name} has a {{name}} too`) end\nend\n")
}

#[test]
fn every_name_of_the_type_file_is_seen_as_it_says_and_no_other() {
    let types = types();
    assert_eq!(types.keys().collect::<Vec<_>>(), ["Card", "Fighter", "Option", "View"]);
    let mut text: String = types.iter().map(|(name, fields)| checks(name, fields)).collect();
    text += "
    local function check_cards(cards) for _, card in cards do check_Card(card) end end
    function score(view, option)
        check_Option(option)
        if option.card then check_Card(option.card) end
        -- The rest is the same for all options.
        if option.index > 1 then return random() end
        check_View(view)
        for i, fighter in view.fighters do
            check_Fighter(fighter)
            check_cards(fighter.hand) check_cards(fighter.played) check_cards(fighter.next_cards)
            assert(fighter.index == i and view.fighters[fighter.index] == fighter)
        end
        assert(view.options[option.index] == option and table.find(view.fighters, view.me))
        return random()
    end";
    for line_up in [
        "draw = 4",
        "draw = 8",
        "teams = [['agaric', 'baobab'], ['bonzai', 'sorgho', 'jojoba']]\nseats = 'per-team'",
    ] {
        let simulation = Script::new(&text).simulation(line_up);
        let mut worker = simulation.worker();
        for game in 0..6 {
            if let Err(failed) = worker.play(1, game) {
                panic!("{failed}");
            }
        }
    }
}

#[test]
fn the_documentation_lists_every_function_that_a_script_may_define() {
    let page = std::fs::read_to_string("docs/scripts.md").unwrap();
    for title in titles() {
        let types = title.script_types();
        let functions = types.lines().filter_map(|line| {
            let (name, rest) = line.strip_prefix("-- ")?.split_once('(')?;
            let (_, decision) = rest.split_once("if view.decision is ")?;
            Some((name, decision.trim_matches('"')))
        });
        let functions: Vec<(&str, &str)> = functions.collect();
        assert!(functions.len() > 3, "{types}");
        for (name, decision) in functions {
            let [begin, end] = [format!("| `{name}` |"), format!("| `{decision}` |")];
            let listed = |line: &str| line.starts_with(&begin) && line.ends_with(&end);
            assert!(page.lines().any(listed), "{name} for {decision}");
        }
    }
}

#[test]
fn the_view_agrees_with_itself_and_the_rules() {
    holds(
        "local names = {}
        function score(view, option)
            local me = view.me
            assert(me.ally and me.alive and (me.distance == 0 or view.round == 0) and not table.find(view.opponents, me))
            assert(view.rounds == 7 and view.zones == 6 and view.rules.rounds == 7 and view.rules.rocks[1] == 3 and view.rules.recycle == 'all-but-techniques')
            local top = view.opponents[1]
            local size, tokens = 0, 0
            for _, fighter in view.fighters do
                assert(fighter.size >= size) size = fighter.size
                assert(fighter.lp <= fighter.size or fighter.name == 'bonzai')
                assert((fighter.lp > 0) == fighter.alive and (view.round == 0 or (fighter.zone ~= nil) == fighter.alive))
                assert(#fighter.hand + #fighter.played == 8)
                assert(#fighter.next_cards >= 1 and (#fighter.next_cards == 1 or not fighter.chosen))
                if fighter.chosen then assert(fighter.next_cards[1] == fighter.chosen and table.find(fighter.hand, fighter.chosen)) end
                names[fighter.index] = names[fighter.index] or fighter.name
                assert(names[fighter.index] == fighter.name)
                if fighter.alive and fighter ~= me then
                    assert(table.find(view.opponents, fighter))
                    if fighter.points > top.points then top = fighter end
                end
            end
            assert(view.leader.points == top.points)
            local n = #view.options
            assert(n >= 2 and option.index <= n)
            local kinds = { placement = { 'place' }, card = { 'card' }, step = { 'move', 'attack', 'skull' }, charm = { 'keep', 'flip', 'reroll' } }
            assert(table.find(kinds[view.decision], option.kind))
            assert((option.card ~= nil) == (option.kind == 'card') and (option.face ~= nil) == (option.kind == 'flip') and (option.dice ~= nil) == (option.kind == 'reroll'))
            if option.kind == 'card' then assert(table.find(me.hand, option.card) and option.initiative == option.card.initiative) end
            if option.kind == 'move' then assert(view.moves_left > 0 and option.zone ~= me.zone and option.zone <= 6) end
            if option.kind == 'attack' then
                assert(#option.targets >= 1 and option.targets[1] == option.target and option.reach)
                for _, target in option.targets do
                    assert(option.reach == 'melee' == (target.distance == 0))
                end
            end
            if view.decision == 'charm' then assert(view.hits > 0 and me.charm) end
            return random()
        end",
    );
}

#[test]
fn helpers_do_what_they_say() {
    let script = "local round_1, round_2
        function choose_card(view)
            if view.round == 1 then assert(opening(view, 7, 3).card.name == '7') end
            if view.round == 3 then assert(opening(view, 7, 3) == nil) end
            assert(play(view, 'none') == nil)
            local fast = best(view, function(_, option) return option.card.initiative end)
            assert(play(view, fast.card.name) == fast)
            for _, option in view.options do assert(option.card.initiative <= fast.card.initiative) end
            return fast
        end
        function choose_step(view)
            local leader = view.leader
            local way = hit(view, leader)
            local near = toward(view, leader)
            if way and way.kind == 'attack' then assert(table.find(way.targets, leader)) else assert(way == near) end
            if near then
                assert(near.kind == 'move')
                for _, option in view.options do
                    if option.kind == 'move' then assert(apart(view, near.zone, leader.zone) <= apart(view, option.zone, leader.zone)) end
                end
            end
            assert(hit(view, nil) == nil and toward(view, nil) == nil)
            assert(apart(view, leader.zone, view.me.zone) == leader.distance)
            return way or 1
        end
        function score(view, option)
            local sum = 0
            for _, name in features do sum += option[name] end
            local ones = {}
            for _, name in features do ones[name] = 1 end
            assert(math.abs(weigh(option, ones) - sum) < 1e-6 and #features == FEATURES)
            return sum
        end";
    holds(&script.replace("FEATURES", &Arena::FEATURES.len().to_string()));
}
