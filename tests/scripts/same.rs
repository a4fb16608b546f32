//! Tests that scripts decide deterministically: inputs are read-only and ordered, and games share
//! no state.

use super::toy::{Asked, TOY, Toy};

/// Asks a script for one decision, which must fail; returns the line and the message of the error.
fn failure(text: &str) -> (usize, String) {
    let failed = Asked::new(TOY, text).choose(0).expect_err(text);
    (failed.line(), failed.what().to_owned())
}

/// Runs a script that contains its own assertions, in each seat, in several games and in two VMs.
fn holds(text: &str) {
    let mut asked = Asked::twice(TOY, text);
    for _ in 0..3 {
        asked.begin();
        for turn in 0..4 {
            if let Err(failed) = asked.choose(turn % 2) {
                panic!("{failed}\n{text}");
            }
        }
    }
}

#[test]
fn everything_that_is_given_is_read_only() {
    for what in [
        "view.turn = 3",
        "view.note = 3",
        "view.options = {}",
        "view.options[1] = nil",
        "view.options.note = 1",
        "table.insert(view.options, 1)",
        "table.remove(view.options)",
        "table.clear(view.options)",
        "table.sort(view.options, function(a, b) return a.number > b.number end)",
        "view.options[1].number = 7",
        "view.options[1].index = 2",
        "view.options[1].note = 2",
        "table.insert(view.options[2].goals, 1)",
        "table.insert(view.heroes, 1)",
        "view.heroes[1].life = 0",
        "view.heroes[1].tile = nil",
        "view.heroes[2].tile = 4",
        "view.heroes[1].note = 4",
        "table.insert(view.heroes[1].friends, 1)",
        "view.tiles[1].flooded = true",
        "view.pile[1] = nil",
        "view.pile[1].number = 3",
        "view.late_events.note = 3",
        "view.rules.players = 3",
        "features[1] = 'x'",
        "math.pi = 3",
        "table.insert(table, 1)",
        "string.note = 3",
        "bit32.note = 3",
    ] {
        let text = format!("function choose_move(view)\n{what}\nreturn 1\nend");
        let (line, told) = failure(&text);
        assert_eq!(line, 2, "{what}: {told}");
        assert!(told.contains("cannot be changed"), "{what}: {told}");
    }
}

#[test]
fn tables_are_walked_in_an_order_of_their_content() {
    let orders = "
        local function told(...)
            local words = {}
            for key, value in ... do table.insert(words, `{key}={value}`) end
            return table.concat(words, ' ')
        end
        local wanted = '0.5=c 1=a 2=b 7=d x=e xy=f y=g false=h true=i'
        function choose_move(view)
            local pairs_of = { [1] = 'a', [2] = 'b', [0.5] = 'c', [7] = 'd', x = 'e', xy = 'f', y = 'g', [false] = 'h', [true] = 'i' }
            local other = {}
            other[true], other.y, other.xy, other[7] = 'i', 'g', 'f', 'd'
            for i = 1, 100 do other[`k{i}`] = i end
            for i = 1, 100 do other[`k{i}`] = nil end
            other[false], other.x, other[2], other[0.5], other[1] = 'h', 'e', 'b', 'c', 'a'
            for _ = 1, 2 do
                for _, it in ipairs({ pairs_of, other }) do
                    assert(told(it) == wanted, told(it))
                    assert(told(pairs(it)) == wanted)
                    assert(told(next, it) == wanted)
                    local words, key, value = {}, nil, nil
                    while true do
                        key, value = next(it, key)
                        if key == nil then break end
                        table.insert(words, `{key}={value}`)
                    end
                    assert(table.concat(words, ' ') == wanted)
                end
            end
            return 1
        end";
    holds(orders);
    // Loops of every kind: over lists and functions, with one or three variables, nested, with
    // break, continue and return.
    holds(
        "function choose_move(view)
            local function three(n) return coroutine_of(n) end
            local sum = 0
            for i, option in view.options do assert(option.index == i) sum += i end
            for i, option in ipairs(view.options) do sum += i end
            for i, option in pairs(view.options) do assert(option.index == i) sum += i end
            assert(sum == 3 * 55)
            local letters = {}
            for letter in string.gmatch('abc', '.') do table.insert(letters, letter) end
            assert(table.concat(letters) == 'abc')
            local a, b, c
            for x, y, z in function(state, last) if last then return nil end return state, 2, 3 end, 1 do a, b, c = x, y, z end
            assert(a == 1 and b == 2 and c == 3)
            local seen = {}
            for key in { z = 1, y = 2, x = 3 } do
                if key == 'y' then continue end
                for inner in { q = 1, p = 2 } do table.insert(seen, key .. inner) if key == 'x' then break end end
            end
            assert(table.concat(seen, ' ') == 'xp zp zq')
            local it = { a = 1, b = 2, c = 3 }
            for key, value in it do it.b = nil it[key] = nil assert(key ~= 'b') end
            assert(next(it) == nil)
            local function first(it) for key, value in it do return key, value end end
            local key, value = first({ m = 5, k = 6 })
            assert(key == 'k' and value == 6 and first({}) == nil)
            local text = `{(function() local all = '' for key in { d = 1, c = 2 } do all ..= key end return all end)()}`
            assert(text == 'cd')
            local holes = { 1, 2, nil, 4 }
            local count = 0
            for i in holes do count += i end
            assert(count == 7)
            return 1
        end
        function coroutine_of(n) return n end",
    );
}

#[test]
fn what_the_game_gives_has_an_order_as_a_key() {
    holds(
        "function choose_move(view)
            local seen = {}
            for i = 12, 1, -1 do seen[view.heroes[i]] = i end
            for i = 10, 1, -1 do seen[view.options[i]] = i end
            local order = {}
            for key, i in seen do table.insert(order, i) end
            assert(table.concat(order, ' ') == '1 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 10 11 12', table.concat(order, ' '))
            local hero, option = view.heroes[3], view.options[2]
            assert(seen[hero] == 3 and rawget(seen, option) == 2 and seen[view.heroes[1 and 4]] == 4)
            assert(next(seen, hero) == view.heroes[4] and next({ [hero] = 1 }) == hero)
            seen[hero], seen[option] = nil, 5
            seen[option] += 2
            assert(seen[hero] == nil and seen[option] == 7 and ({ [hero] = 'x' })[hero] == 'x')
            for key in pairs({ [option] = 1 }) do assert(key == option and table.maxn({ [key] = 1 }) == 0) end
            local names = {}
            for name in view.options[1] do table.insert(names, name) end
            assert(table.concat(names, ' ') == 'index', table.concat(names, ' '))
            return 1
        end",
    );
}

#[test]
fn what_has_no_order_is_refused_as_a_key_with_the_line() {
    for key in ["{}", "function() end", "score", "view", "view.options"] {
        for used in [
            format!("it[{key}] = 1"),
            format!("it[1 and {key}] = 1"),
            format!("local key = {key} it[key] = 1"),
            format!("local x = it[{key}]"),
            format!("it = {{ [{key}] = 1 }}"),
            format!("it[it[{key}]] += 1"),
            format!("rawget(it, {key})"),
            format!("next(it, {key})"),
        ] {
            let text = format!(
                "function score(view, option)\nlocal it = {{ a = 1 }}\n{used}\nreturn 0\nend"
            );
            let (line, told) = failure(&text);
            assert_eq!(line, 3, "{text}: {told}");
            assert!(told.contains("cannot be a key"), "{told}");
        }
    }
    for (walk, wanted) in [
        ("for key in nil do end", "iterate over"),
        ("for key in 3 do end", "iterate over"),
        ("for key in pairs(nil) do end", "pairs: wants a table, not nil"),
        ("next('x')", "next: wants a table"),
    ] {
        let (line, told) =
            failure(&format!("function score(view, option)\n\n{walk}\nreturn 0\nend"));
        assert!(line == 3 && told.contains(wanted), "{walk}: {line}: {told}");
    }
    let failed = gong::strategies::script::check::<Toy>(&super::toy::source(
        "function score() return 0 end\nlocal gong__t = 1",
    ));
    let failed = failed.unwrap_err();
    assert!(failed.line() == 2 && failed.what().contains("are taken"));
}

#[test]
fn a_game_is_forgotten() {
    let text = "
        local seen = 0
        total = 0
        function choose_move(view)
            seen += 1
            total += 1
            assert(total == seen and seen == view.turn // 2 + 1, `{total} {seen}`)
            return 1
        end";
    holds(text);
}

/// Checks that the other tests of this file would find a difference.
#[test]
fn two_machines_that_differ_are_refused() {
    for (one, other) in [
        ("function choose_move() return 3 end", "function choose_move() return 4 end"),
        (
            "function score(_, option) return option.number end",
            "function score(_, option) return 2 * option.number end",
        ),
        ("function choose_move() return 3 end", "function choose_move() error('no') end"),
    ] {
        let failed = Asked::pair(TOY, one, other).choose(0).expect_err(other);
        assert!(failed.what().starts_with("in two machines"), "{failed}");
    }
}

/// Checks that lengths and orders do not depend on the places of entries. After removals, the
/// places depend on the time of the next rehash, which also decides which entry Luau takes for the
/// last one.
#[test]
fn lengths_and_orders_do_not_depend_on_places() {
    holds(
        "local function laid_out(heroes)
            local it = {}
            for i = 1, 8 do it[heroes[i]] = true end
            for i = 1, 8 do it[heroes[i]] = nil end
            return it
        end
        local function told(it)
            local words = {}
            for key, value in it do table.insert(words, `{key}={value}`) end
            return table.concat(words, ' ')
        end
        function choose_move(view)
            for _ = 1, 20 do
                local it = laid_out(view.heroes)
                it[2], it[3], it[4] = 'b', 'c', 'd'
                assert(#it == 0 and rawlen(it) == 0 and #`{it[2]}` == 1)
                assert(told(it) == '2=b 3=c 4=d')
                it[1], it[6], it[7] = 'a', 'f', 'g'
                assert(#it == 4 and table.concat(it) == 'abcd' and select('#', unpack(it)) == 4)
                table.insert(it, 'e')
                assert(table.concat(it) == 'abcdefg' and #it == 7)
                it[3] = nil
                table.insert(it, 1, 'x')
                assert(told(it) == '1=x 2=a 3=b 4=d 5=e 6=f 7=g', told(it))
                assert(table.remove(it) == 'g' and table.remove(it, 1) == 'x' and #it == 5)
                it[2], it[3] = 'd', 'c'
                table.sort(it, function(a, b) it[view.hero] = a return a < b end)
                it[view.hero] = nil
                assert(told(it) == '1=a 2=c 3=d 4=e 5=f', told(it))
                local words = {}
                for i, letter in ipairs(it) do
                    -- What is behind goes to another part of the table, or it does not.
                    if i == 1 then it[1] = nil for j = 1, 9 do it[`k{j}`] = j end end
                    if i == 2 then it[4] = 'x' end
                    table.insert(words, `{i}{letter}`)
                end
                assert(table.concat(words) == '1a2c3d4x5f', table.concat(words))
            end
            return 1
        end",
    );
}

/// Checks a table to which entries of all kinds were added and from which entries were removed,
/// against its expected content.
#[test]
fn lengths_and_orders_are_those_of_the_content_whatever_has_been_done() {
    holds(
        "function choose_move(view)
            local it, wanted, names = {}, {}, {}
            for i = 0, 14 do names[i] = `n{i}` end
            for step = 1, 200 do
                local i, what = random(12), random(5)
                if what == 1 then
                    it[i], wanted[names[i]] = nil, nil
                elseif what == 2 then
                    for k = 1, i do it[view.options[k % 10 + 1]] = k end
                    for k = 1, i do it[view.options[k % 10 + 1]] = nil end
                elseif what == 3 then
                    it[view.heroes[i]] = if it[view.heroes[i]] then nil else step
                else
                    it[i], wanted[names[i]] = step, step
                end
                local length = 0
                while wanted[names[length + 1]] do length += 1 end
                assert(#it == length)
                local counted, last, sum, all = 0, 0, 0, 0
                for i, value in ipairs(it) do counted += 1 assert(i == counted and value == wanted[names[i]]) end
                assert(counted == length)
                for key, value in it do
                    if type(key) == 'number' then
                        assert(key > last and value == wanted[names[key]])
                        last = key
                        sum += value
                    end
                end
                for _, value in wanted do all += value end
                assert(sum == all)
            end
            return 1
        end",
    );
}

#[test]
fn a_loop_goes_through_the_keys_that_there_are_as_it_begins() {
    holds(
        "function choose_move(view)
            for _, list in { { 1, 2, 3 }, { 1, 2, 3, x = 4 } } do
                local count = 0
                for i, n in list do count += 1 list[#list + 1] = n list[view.hero] = n list[`{n}`] = n end
                assert(count == (if list.x then 4 else 3), count)
            end
            -- `ipairs` looks at each entry when it comes to it.
            local list, count = { 3 }, 0
            for _, n in ipairs(list) do count += 1 for i = 1, n do table.insert(list, n - 1) end end
            assert(count == 1 + 3 + 6 + 6 and #list == count)
            local list, count = { 1, 2, 3, 4 }, 0
            for i in list do count += i list[i + 1] = nil end
            assert(count == 1 + 3)
            -- What comes after a key is the same whether it is there or not.
            local list = { 1, 2, 3 }
            assert(next(list, 0.5) == 1 and next(list, 1.5) == 2 and next(list, 9) == nil and next(list, 'x') == nil)
            list.x = 4
            assert(next(list, 0.5) == 1 and next(list, 1.5) == 2 and next(list, 9) == 'x' and next(list, 'y') == nil)
            return 1
        end",
    );
}

#[test]
fn a_length_fails_as_it_does_in_luau() {
    for (what, wanted) in [
        ("local n = #nil", "attempt to get length of a nil value"),
        ("local n = #view.turn", "attempt to get length of a number value"),
        ("local n = rawlen(true)", "attempt to get length of a boolean value"),
        ("table.insert(nil, 1)", "table expected, got nil"),
        ("table.insert({}, 'x', 1)", "number expected, got string"),
        ("table.insert({}, 1, 2, 3)", "wrong number of arguments"),
        ("table.remove({}, {})", "number expected, got table"),
        ("table.sort({ 1, 'x' })", "attempt to compare"),
        ("table.sort({ 1, 2 }, 3)", "function expected, got number"),
        ("table.concat({ 1 }, '', 1, 3)", "invalid value (nil) at index 2"),
        ("table.concat({ 1 }, '', 'x')", "number expected, got string"),
    ] {
        let text = format!("function choose_move(view)\n{what}\nreturn 1\nend");
        let (line, told) = failure(&text);
        assert_eq!(line, 2, "{what}: {told}");
        assert!(told.contains(wanted), "{what}: {told}");
    }
    holds(
        "function choose_move(view)
            local list = { 1, 2, 3 }
            table.insert(list, 2.9, 'x') table.insert(list, nil) table.insert(list, 0, 'y') table.insert(list, 7, 'z')
            assert(table.concat(list, ' ') == '1 x 2 3' and list[0] == 'y' and list[7] == 'z')
            assert(table.remove(list, 9) == nil and table.remove(list, 0) == nil and table.remove({}) == nil)
            assert(table.remove(list, 2.5) == 'x' and table.concat(list, ' ') == '1 2 3')
            assert(#'abc' == 3 and #{ 1, nil, 3 } == 1 and -(#list) ^ 2 == -9 and not (#list > #`{#list}{#list}{#list}`))
            return 1
        end",
    );
}

/// Scripts that leave garbage in a game: one makes only tables, the other tables and texts.
const LEAVES: [&str; 2] = [
    "for i = 1, 1500 do rest[i] = { i } end for _, option in view.options do rest[option] = 1 end",
    "for i = 1, 500 do rest[`text {i}`] = i end for name in view.options[1] do rest[name] = 1 end",
];

/// Plays a game that begins in turn 0 until the script fails, after `games_before` games that began
/// in turn 1,000,000.
fn fails_at(text: &str, games_before: usize) -> (u32, String) {
    let mut asked = Asked::new(TOY, text);
    for _ in 0..games_before {
        asked.begin_at(1_000_000);
        asked.choose(0).unwrap();
    }
    asked.begin_at(0);
    (0..9_000)
        .find_map(|turn| Some((turn, asked.choose(0).err()?.to_string())))
        .unwrap_or_else(|| panic!("it fails at last:\n{text}"))
}

/// Checks that a script uses the same number of steps wherever its objects lie in memory. Each of
/// the tables is full, and half of its entries are removed. A new key either takes the place of a
/// removed entry, or the table is laid out again, which costs steps.
#[test]
fn steps_do_not_depend_on_addresses() {
    let text = "function choose_move(view)
for _, objects in { view.options, view.heroes } do
for _, object in objects do
local it = {}
for i = 1, 256 do it[i + 0.5] = i end
for i = 1, 128 do it[i + 0.5] = nil end
it[object] = 1
for key in it do if key == object then break end end
end
end
for i = 1, view.turn do end
return 1
end";
    let most_turns = || {
        let mut asked = Asked::new(TOY, text);
        let (mut least, mut most) = (0_u32, 200_000);
        while most - least > 1 {
            let middle = least.midpoint(most);
            asked.begin_at(middle);
            match asked.choose(0) {
                Ok(_) => least = middle,
                Err(_) => most = middle,
            }
        }
        least
    };
    let first = most_turns();
    assert!(first > 100_000, "{first}");
    for _ in 0..8 {
        assert_eq!(most_turns(), first);
    }
}

#[test]
fn limits_do_not_depend_on_what_earlier_games_have_left_over() {
    for (what, wanted) in [
        // A garbage collection uses steps of the decision in which it runs.
        (
            "local it = table.create(3000, 1) if view.turn > 330 then for i = 1, 183700 do end end",
            "does not come to an end",
        ),
        (
            "for i = 1, 10 do kept[10 * view.turn + i] = table.create(300, 1) end",
            "holds more than 16 MB",
        ),
        // The script makes texts that an earlier game has also made.
        ("for i = 1, 100 do kept[`text {100 * view.turn + i}`] = i end", "holds more than 16 MB"),
    ] {
        for leaves in LEAVES {
            let text = format!(
                "local kept = {{}}
function choose_move(view)
if view.turn >= 1000000 then
local rest = {{}}
{leaves}
for _ in rest do end
return random(2)
end
{what}
return 1
end"
            );
            let fresh = fails_at(&text, 0);
            assert!(fresh.1.contains(wanted), "{what}: {fresh:?}");
            assert_eq!(fails_at(&text, 1), fresh, "{what}, after {leaves}");
        }
    }
}

/// Checks that a script gets the elementary functions of the crate `libm`, to the last bit, and not
/// those of the C library.
#[test]
fn elementary_functions_are_the_same_everywhere() {
    type Function = fn(f64) -> f64;
    let functions: [(&str, Function); 18] = [
        ("math.acos(x / 80)", |x| libm::acos(x / 80.0)),
        ("math.asin(x / 80)", |x| libm::asin(x / 80.0)),
        ("math.atan(x)", libm::atan),
        ("math.atan2(x, 7)", |x| libm::atan2(x, 7.0)),
        ("math.cos(x)", libm::cos),
        ("math.cosh(x)", libm::cosh),
        ("math.exp(x)", libm::exp),
        ("math.log(x)", libm::log),
        ("math.log(x, 2)", libm::log2),
        ("math.log(x, 10)", libm::log10),
        ("math.log10(x)", libm::log10),
        ("math.pow(x, 0.3)", |x| libm::pow(x, 0.3)),
        ("x ^ 1.7", |x| libm::pow(x, 1.7)),
        ("1.1 ^ x", |x| libm::pow(1.1, x)),
        ("math.sin(x)", libm::sin),
        ("math.sinh(x)", libm::sinh),
        ("math.tan(x)", libm::tan),
        ("math.tanh(x / 80)", |x| libm::tanh(x / 80.0)),
    ];
    for (call, function) in functions {
        let results = (1..=200).map(|i| format!("{:?}", function(f64::from(i) * 0.37)));
        let numbers = results.collect::<Vec<_>>().join(", ");
        holds(&format!(
            "function choose_move(view)
            for i, result in {{ {numbers} }} do
                local x = i * 0.37
                assert({call} == result, `{call} is {{{call}}} in place of {{result}}`)
            end
            return 1
            end"
        ));
    }
    // The product is rounded before the sum.
    holds(
        "function choose_move(view)
        local share = 1 + 2 ^ -30
        assert(math.lerp(-1, share - 1, share) == -1 + share * share and math.lerp(1, 2, 1) == 2)
        return 1
        end",
    );
}

/// Checks that a script cannot distinguish two VMs by addresses, the garbage collector, clocks or
/// the order of keys.
#[test]
fn nothing_else_tells_machines_apart() {
    for (what, refused) in [
        ("return #tostring({}) + #tostring(score)", false),
        ("return #string.format('%s', {})", true),
        ("return #string.format('%s', score)", true),
        ("return #string.format('%p', {})", true),
        ("return #string.format('%*', view)", true),
        ("return #`{score}`", true),
        ("return #table.concat({ {} })", true),
        ("return #({} .. 'x')", true),
        ("return if {} < {} then 1 else 2", true),
        ("table.sort({ {}, {}, {} }) return 1", true),
        ("error({})", true),
        ("error(`{score}`)", true),
        ("setmetatable({}, { __mode = 'k' }) return 1", true),
        ("return collectgarbage('count')", true),
        ("return gcinfo()", true),
        ("return #tostring(coroutine.running())", true),
        ("return #tostring(newproxy(true))", true),
        ("return os.clock()", true),
        ("return os.time()", true),
        ("return #tostring(debug.info(1, 'f'))", true),
        ("return #select(2, pcall(error, {}))", true),
        ("return buffer.readu32(buffer.create(8), 0)", true),
        ("return #string.pack('j', 1)", true),
        ("return math.random()", false),
        ("return random() + random(6)", false),
        ("local it = {} it[it] = 1 for _ in it do end return 1", true),
        ("local it = {} it[score] = 1 return #tostring(next(it))", true),
        (
            "local it = { [view] = 3, [option] = 4 } local sum = 0 for _, n in it do sum = 5 * sum + n end return sum",
            true,
        ),
        (
            "local it = { [option] = 4, [view.options[1]] = 2 } local sum = 0 for _, n in it do sum = 5 * sum + n end return sum",
            false,
        ),
        (
            "local it = {}
            for i = 1, 60 do it[`k{i}`], it[-i], it[i / 7] = i, i, i end
            for i = 1, 60, 3 do it[`k{i}`], it[-i] = nil, nil end
            it[true], it[false] = 1, 2
            local sum = 0
            for _, n in it do sum = (7 * sum + n) % 1000003 end
            for _, n in pairs(it) do sum = (7 * sum + n) % 1000003 end
            return 7 * sum + it[next(it)]",
            false,
        ),
        ("local it = { 1, nil, 3, nil, 5 } it[9] = 9 return #it + table.maxn(it)", false),
        (
            "local it = {}
            for i = 1, 40 do it[`k{i}`] = i end
            for i = 1, 40, 2 do it[`k{i}`] = nil end
            it[2], it[3], it[4] = 1, 1, 1
            return #it",
            false,
        ),
        ("for i = 1, 200 do local it = table.create(500, i) end return 1", false),
    ] {
        let mut asked = Asked::twice(TOY, &format!("function score(view, option)\n{what}\nend"));
        let failed = (0..4).find_map(|_| asked.choose(0).err());
        assert_eq!(failed.is_some(), refused, "{what}: {failed:?}");
        if let Some(failed) = failed {
            let apart = failed.what().contains("in two machines");
            assert!(!apart && !failed.what().contains("0x"), "{what}: {failed}");
        }
    }
}
