//! Tests of what scripts cannot access, and of what they cannot keep between games.

use super::world::{Script, holds, run};

/// Creates a script that runs this code in its first decision.
fn doing(what: &str) -> Script {
    Script::new(&format!("function score(view, option)\n{what}\nreturn 0\nend"))
}

#[test]
fn nothing_leads_out() {
    for name in [
        "require",
        "loadstring",
        "load",
        "dofile",
        "os",
        "io",
        "debug",
        "package",
        "coroutine",
        "buffer",
        "getfenv",
        "setfenv",
        "getmetatable",
        "setmetatable",
        "rawset",
        "newproxy",
        "collectgarbage",
        "gcinfo",
        "pcall",
        "xpcall",
        "print",
        "_G",
        "shared",
        "game",
        "vector",
        "utf8",
    ] {
        // Both ways of calling are tried, because the compiler may replace a call by name with a
        // built-in function.
        for use_of in [
            format!("local it = {name}"),
            format!("{name}(view, 'x', 1)"),
            format!("local t = {{}} {name}(t, {{}})"),
        ] {
            let failed = doing(&use_of).play(1).expect_err(&use_of);
            let wanted = format!("there is no `{name}`");
            assert!(failed.failure.what().contains(&wanted), "{use_of}: {failed}");
            assert_eq!(failed.failure.line(), 2, "{use_of}");
        }
    }
}

#[test]
fn libraries_hold_only_what_is_the_same_everywhere() {
    for what in [
        "math.randomseed(1)",
        "math.noise(0.5)",
        "table.freeze({})",
        "table.clone({})",
        "table.move({}, 1, 2, 3)",
        "table.foreach({}, score)",
        "string.pack('i', 1)",
        "local s = ('').pack('i', 1)",
        "buffer.create(8)",
        "os.clock()",
        "os.time()",
    ] {
        let failed = doing(what).play(1).expect_err(what);
        assert_eq!(failed.failure.line(), 2, "{what}: {failed}");
        let told = failed.failure.what();
        assert!(told.contains("there is no `"), "{what}: {failed}");
    }
    // The text of a table would contain its address, which differs between runs.
    for what in ["`{view}`", "string.format('%s', view)", "('%*'):format({})"] {
        let failed = doing(&format!("local t = {what}")).play(1).expect_err(what);
        assert!(failed.failure.what().contains("has no text"), "{what}: {failed}");
    }
    holds(
        "function score(view, option) assert(tostring(view) == 'table' and tostring(score) == 'function') assert(tostring(1.5) == '1.5' and `{1}{true}{nil}` == '1truenil') return 0 end",
    );
    let failed = doing("error(view)").play(1).unwrap_err();
    assert_eq!(failed.failure.what(), "error: wants a text, not a table");
}

/// Checks numbers that C converts to integers or texts in another way on another processor: they
/// are refused, also if they are texts.
#[test]
fn conversions_that_depend_on_the_processor_are_refused() {
    let calls = "string.sub('abc', 1, @) string.sub('abc', @) string.byte('abc', @, @) string.byte('abc', 1, @)
        string.char(65, @) string.find('abc', 'b', @) string.match('abc', 'b', @) string.gsub('a', 'a', 'b', @)
        string.format('%d', @) string.format('%i', @) string.format('%5.2x%%', @) string.format('%X', @)
        string.format('%s %o', 1, @) string.format('%u', @) string.format('%c', @)
        table.concat({}, '', 1, @) table.concat({}, '', @) table.find({}, 1, @) table.unpack({}, @, @) unpack({}, @, @)
        bit32.band(1, @) bit32.bor(@) bit32.bxor(@, 1) bit32.bnot(@) bit32.btest(@) bit32.lshift(1, @) bit32.rshift(@, 1)
        bit32.arshift(1, @) bit32.lrotate(1, @) bit32.rrotate(1, @) bit32.extract(1, @) bit32.extract(1, 1, @)
        bit32.replace(1, 1, @) bit32.replace(1, @, 1) bit32.countlz(@) bit32.countrz(@) bit32.byteswap(@)
        math.ldexp(1, @) select(@, 1) tonumber('1', @) error('x', @)";
    let calls = calls.replace(") ", ")\n");
    for call in calls.lines().map(str::trim) {
        for number in ["1e300", "-1e300", "0/0", "math.huge", "'1e300'"] {
            let called = call.replace('@', number);
            let failed = doing(&called).play(1).expect_err(&called);
            let told = failed.failure.what();
            assert_eq!(failed.failure.line(), 2, "{called}: {failed}");
            assert!(told.contains("takes numbers from"), "{called}: {failed}");
        }
    }
    for (called, wanted) in [
        ("('%g %f'):format(0/0, -(0/0))", "'nan nan'"),
        ("('%s|%*'):format(0/0, 1e300)", "'nan|1e+300'"),
        ("('abc'):sub(-1e9, 1e9)", "'abc'"),
        ("('%x'):format(2^53)", "'20000000000000'"),
        ("bit32.bor(2^61 + 2^20, -1)", "4294967295"),
        ("select(2, math.frexp(math.huge))", "0"),
        ("table.concat({ 1, 2, 3 }, '-', '2', '3')", "'2-3'"),
    ] {
        holds(&format!(
            "function score(view, option) assert({called} == {wanted}, {called}) return 0 end"
        ));
    }
    let long = "string.rep('x', 10000)";
    let failed = doing(&format!("local t = {{ {long}, {long} }} table.concat(t, '', '1', '2')"));
    let failed = failed.play(1).unwrap_err();
    assert!(failed.failure.what().contains("makes texts of"), "{failed}");
}

#[test]
fn libraries_and_view_cannot_be_changed() {
    for what in [
        "math.pi = 3",
        "string.rep = score",
        "table.insert = nil",
        "bit32.x = 1",
        "view.note = 1",
        "option.note = 1",
        "view.me.note = 1",
        "view.me.lp = 100",
        "view.round = 1",
        "option.index = 7",
        "view.opponents[9] = 1",
        "table.sort(view.options, function(a, b) return a.index > b.index end)",
        "view.rules.rounds = 1",
        "view.rules.rocks[1] = 9",
        "view.me.hand[1].defense = 9",
        "features[1] = 'x'",
        "('').rep = 1",
        "table.insert(features, 'x')",
        "table.clear(math)",
    ] {
        let failed = doing(what).play(1).expect_err(what);
        assert_eq!(failed.failure.line(), 2, "{what}: {failed}");
    }
}

#[test]
fn memory_lasts_a_game_and_is_a_seats_own() {
    // In each game, each seat counts its own decisions, beginning with the placement in round 0.
    let text = "
        local seat, last, cards = nil, -1, 0
        count = 0
        function score(view, option)
            assert(seat == nil or seat == view.me.seat, 'the memory of another seat')
            if count == 0 then assert(view.round == 0, 'the memory of another game') end
            assert(view.round >= last and view.round <= last + 1, 'a game of its own')
            seat, last = view.me.seat, view.round
            count += 1
            return 0
        end";
    let script = Script::new(text);
    script.play(30).unwrap();
    // The number of threads does not matter: a script that keeps state plays each game as if it
    // were its first game.
    let learns = Script::new(
        "local seen = {}
        knows = 0
        function score(view, option)
            knows += 1
            seen[option.kind] = (seen[option.kind] or 0) + view.me.lp
            return (knows * 7 + (seen[option.kind] or 0) * 3 + option.index) % 11 + random()
        end",
    );
    let simulation = learns.simulation("draw = 4");
    let (one, records) = run(&simulation, 300, 1).unwrap();
    for threads in [2, 5] {
        let (other, same) = run(&simulation, 300, threads).unwrap();
        assert!(other.tally == one.tally && same == records, "{threads} threads");
    }
}

#[test]
fn the_fighters_of_one_seat_share_its_memory() {
    let script = Script::new(
        "local mine = {}
        function score(view, option)
            if view.round == 2 then assert(#mine == 2, `{#mine} fighters have been here`) end
            if not table.find(mine, view.me.name) then table.insert(mine, view.me.name) end
            return 0
        end",
    );
    let simulation = script
        .simulation("teams = [['agaric', 'baobab'], ['bonzai', 'sorgho']]\nseats = 'per-team'");
    let mut worker = simulation.worker();
    for game in 0..10 {
        worker.play(1, game).unwrap();
    }
}

#[test]
fn luck_is_the_bots_own_and_nothing_else() {
    holds(
        "assert(math.random == random)
        function score(view, option)
            for _ = 1, 100 do
                local share, die, pick = random(), random(6), random(3, 4)
                assert(share >= 0 and share < 1 and die >= 1 and die <= 6 and die % 1 == 0 and (pick == 3 or pick == 4))
            end
            return random()
        end",
    );
    for what in ["random(0)", "random(2, 1)", "random('x')", "random(0/0)"] {
        let failed = doing(what).play(1).expect_err(what);
        assert!(failed.failure.what().starts_with("random: wants"), "{failed}");
        assert_eq!(failed.failure.line(), 2);
    }
    // A script draws more random numbers than one batch contains.
    holds(
        "function score()
            local seen = {}
            for _ = 1, 200 do
                local drawn = random()
                assert(not seen[drawn])
                seen[drawn] = true
            end
            return 0
        end",
    );
    // Another text draws other numbers.
    let [one, same, other] = ["", "", "-- Another text."]
        .map(|text| Script::new(&format!("function score() return random() end {text}")));
    let games = |script: &Script| run(&script.simulation("draw = 3"), 20, 1).unwrap().1;
    assert!(games(&one) == games(&same) && games(&one) != games(&other));
}
