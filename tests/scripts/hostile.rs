//! Tests of scripts that try to take long in a few calls: each is soon stopped by the limit of
//! steps, with its line.

use std::time::{Duration, Instant};

use super::toy::{Asked, TOY};

/// The arguments of the calls, by the names that the calls use.
const MADE: &[(&str, &str)] = &[
    ("long", "long = 'a' for _ = 1, 22 do long = long .. long end"),
    ("some", "some = string.rep('a', 10000)"),
    ("digits", "digits = string.rep('1', 10000)"),
    ("list", "list = {} for i = 1, 10000 do list[i] = i % 97 end"),
    (
        "emptied",
        "emptied = {} for i = 1, 1500 do emptied[`{i}`] = i end for i = 1, 1500 do emptied[`{i}`] = nil end",
    ),
    (
        "texts",
        "texts = {} for i = 1, 2000 do texts[i] = `{i % 97}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` end",
    ),
];

/// Calls that take long if a script repeats them; see [`MADE`] for their arguments.
const CALLS: &[&str] = &[
    "string.find(long, 'b', 1, true)",
    "string.find(long, string.rep('a', 9000) .. 'b', 1, true)",
    "string.find(some, some .. 'b', 1, true)",
    "string.find(long, 'b')",
    "string.find(some, '.-.-.-b')",
    "string.match(some, '%b()')",
    "string.match(some, '(a*)%1b')",
    "string.match(some, string.rep('a*', 40) .. 'b')",
    "string.match(some, '[' .. string.rep('b', 900) .. ']*')",
    "string.gsub(long, 'a', 'b')",
    "string.gsub(some, 'a', some)",
    "string.gsub(some, 'a', function() return some end)",
    "string.gsub(some, 'a', { a = some })",
    "for _ in string.gmatch(long, '.-b') do end",
    "for _ in string.gmatch(some, 'a') do end",
    "string.reverse(long)",
    "long:upper()",
    "string.lower(long)",
    "long:sub(2)",
    "string.split(long, '')",
    "string.split(some, 'ab')",
    "string.format('%s', long)",
    "string.format('%s%s%s', some, some, some)",
    "string.rep(some, 1)",
    "string.byte(long, 1, -1)",
    "tonumber(some)",
    "local x = long .. 'b'",
    "local x = some .. 'b'",
    "local x = some < digits",
    "local x = digits + 0",
    "table.sort(list)",
    "table.sort(list, function(a, b) return a > b end)",
    "table.sort(list, function() return true end)",
    "table.sort(texts)",
    "table.insert(list, 1, 0)",
    "table.remove(list, 1)",
    "table.find(list, -1)",
    "table.insert(list, 0)",
    "local x = #list",
    "for _ in list do break end",
    "for _ in ipairs(list) do break end",
    "table.concat(list, ' ')",
    "table.concat(texts)",
    "table.unpack(list)",
    "unpack(list, 1, 900)",
    "table.create(10000, 1)",
    "table.maxn(list)",
    "table.clear(emptied)",
    "for _ in emptied do end",
    "next(emptied)",
    "local x = next(list, #list)",
    "many(unpack(list, 1, 900))",
    "emptied[random()] = 1",
    "string.char(unpack(list, 1, 200))",
];

#[test]
fn every_decision_is_bounded() {
    for call in CALLS {
        // The arguments are made in earlier decisions, so that the call has all steps available.
        let made: Vec<&str> =
            MADE.iter().filter(|(name, _)| call.contains(name)).map(|(_, made)| *made).collect();
        let branches: Vec<String> = made
            .iter()
            .enumerate()
            .map(|(turn, made)| format!("if view.turn == {turn} then {made} return 1 end "))
            .collect();
        let text = format!(
            "local long, some, digits, list, emptied, texts
local function many(...) return select('#', ...) end
function choose_move(view)
{}
while true do
{call}
end
end",
            branches.concat()
        );
        let failure = || {
            let mut asked = Asked::new(TOY, &text);
            for _ in &made {
                assert_eq!(asked.choose(0), Ok(0), "{call}");
            }
            asked.choose(0).expect_err(call)
        };
        let begin = Instant::now();
        let failed = failure();
        let took = begin.elapsed();
        println!("{took:8.2?} {:3} {} | {call}", failed.line(), failed.what());
        assert!(took < Duration::from_secs(20), "{call}: {took:?}");
        assert!([5, 6].contains(&failed.line()), "{call}: {failed}");
        // The script is stopped by the limit of steps, not by time.
        assert_eq!(failure(), failed, "{call}");
    }
}

/// Checks that no script takes long to compile, whatever its functions and loops repeat. With
/// copies of functions, or native code of any size, each of these took between 2 s and 100 s, and
/// up to 2 GB of memory.
#[test]
fn compiling_is_bounded() {
    let calls: String = (1..6)
        .map(|i| format!("local function f{i}() {} end\n", format!("f{}() ", i - 1).repeat(8)))
        .collect();
    let loops = "for i = 1, 25 do for j = 1, 25 do for k = 1, 25 do s += i end end end ";
    for (what, text) in [
        (
            "calls",
            format!(
                "local function f0() x = 1 end\n{calls}function score() {}return 1 end",
                "f5() ".repeat(60)
            ),
        ),
        ("loops", format!("function score() local s = 0 {} return s end", loops.repeat(6_000))),
        (
            "tables",
            format!(
                "function score() local t = {{ 1 }} {} return 1 end",
                "t[t] = { t, t } ".repeat(30_000)
            ),
        ),
        (
            "functions",
            format!(
                "function score() {} return 1 end",
                "do local f = function(a) return a end end ".repeat(10_000)
            ),
        ),
    ] {
        let begin = Instant::now();
        let checked =
            gong::strategies::script::check::<super::toy::Toy>(&super::toy::source(&text));
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(20), "{what}: {took:?}, {checked:?}");
    }
}

/// Checks that Ctrl-C stops a script. Each decision uses nearly all of its steps, for minutes; the
/// first Ctrl-C stops the current decision.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_running_script() {
    use std::process::{Command, Stdio};

    let text = "local some = string.rep('a', 10000)
function score()
    for _ = 1, 40 do string.find(some, 'b') end
    return 0
end";
    let script = super::world::Script::new(text);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    crate::common::signals::heed();
    let child = Command::new(crate::common::program::GONG)
        .args(["run", "tests/data/four.toml", "--games", "1m", "--strategy"])
        .args([&script.path, std::path::Path::new("--out"), &out])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let begin = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "it plays on");
    let told = String::from_utf8_lossy(&output.stderr);
    // Before Ctrl-C, a batch of games may have been completed or not; so the output may differ.
    assert_eq!(output.status.code(), Some(130), "{told}");
}
