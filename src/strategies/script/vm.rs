//! The virtual machine of a bot's script. It holds the sandbox, the Luau code that passes decisions
//! to the script, and one copy of the script per seat at the table.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use mlua::chunk::{Chunk, ChunkMode, Compiler};
use mlua::{Buffer, Error, Function, Lua, LuaOptions, StdLib, Table, Value};
use rand_pcg::Pcg64Mcg;

use super::luck::ScriptLuck;
use super::page::PageBuffer;
use super::source::{Source, words};
use super::walks::OWN;
use super::{limits, lists, luck, prelude, shut, walks};
use crate::game::{MAX_OPTIONS, MAX_PLAYERS, Scripted};
use crate::strategies::Failure;
use crate::words::quoted;

const SANDBOX: &str = include_str!("sandbox.luau");

/// Luau's built-in functions that scripts may not use, or may use only in the sandbox's version,
/// separated by spaces. The list prevents the Luau compiler from using the original functions.
const NOT_BUILT_IN: &str = "assert getmetatable rawget rawlen rawset select setmetatable tonumber \
    tostring unpack math.frexp math.ldexp math.lerp math.noise string.byte string.char string.sub \
    table.insert table.unpack bit32.arshift bit32.band bit32.bnot bit32.bor bit32.btest bit32.bxor \
    bit32.byteswap bit32.countlz bit32.countrz bit32.extract bit32.lrotate bit32.lshift \
    bit32.replace bit32.rrotate bit32.rshift";

/// The name of the script inside the VM. Error messages show the script's path instead.
const SCRIPT: &str = "script:";

/// A virtual machine with a bot's script that is ready for decisions.
pub struct Vm {
    source: Source,
    /// The Luau VM. It must stay alive, because the other fields are references into it.
    lua: Lua,
    page: Buffer,
    scores: Buffer,
    decide: Function,
    forget: Function,
    first_look: Function,
    line_of_current: Function,
    /// The random numbers that the script draws in the current decision.
    luck: Arc<Mutex<ScriptLuck>>,
    game: Cell<limits::GameLimits>,
    /// Number of budget units that a step (loop iteration or call) of the script costs when a game
    /// begins. The cost grows later if the script makes large objects.
    weight: u32,
    /// True if the script VM has the memory layout for tests, [`HeapLayout::Other`].
    other: bool,
}

/// The memory layout and the times of garbage collections in a script VM. The decisions of a script
/// must not depend on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeapLayout {
    /// The memory layout of a script VM in which games are played.
    Usual,
    /// A memory layout for tests: memory contains remains of other objects, and garbage is
    /// collected before each decision.
    Other,
}

/// The answer of a bot's script to a decision.
#[derive(Debug, Clone, Copy)]
pub struct ScriptAnswer {
    /// Index of the option that the script chose, from 0.
    pub chosen: usize,
    /// Number of options to which the script gave a score.
    pub scored: usize,
    /// True if a script function for this kind of decision (such as the choice of a card) made the
    /// whole decision, without scores.
    pub taken: bool,
}

impl Vm {
    /// Creates a VM with a copy of the script for each seat. `page` is the buffer that passes
    /// decisions to the script. Without a game, the VM can only have a first look at the script.
    ///
    /// # Errors
    /// Fails if the script cannot be compiled.
    pub fn new<G: Scripted>(
        source: &Source,
        page: &PageBuffer<G>,
        game: Option<&G>,
        layout: HeapLayout,
    ) -> Result<Self, Failure> {
        let code = once(&source.text, || compiled(source))?;
        let texts = prelude::texts(&page.mentioned, game);
        build(source, &code, &texts, page.capacity(), layout)
            .map_err(|error| failure(source, &error, 1))
    }

    /// Prepares the script for a new game. Removes the script's state from the last game; garbage
    /// of that game does not count towards the limits.
    pub fn begin(&self) {
        let last = self.game.replace(limits::GameLimits::new(self.weight));
        self.grant();
        // The call fails only without memory. The next decision then fails too, and reports the
        // error.
        let _: mlua::Result<()> = self.forget.call(());
        self.game.set(last.next(&self.lua, self.weight));
    }

    fn grant(&self) {
        limits::grant(self.game.get());
    }

    /// Passes the data of a decision to the script and returns the script's answer.
    ///
    /// # Errors
    /// Fails if the script raises an error, exceeds its limits of steps or memory, or returns an
    /// invalid answer.
    pub fn decide(&self, page: &[u8], luck: &mut Pcg64Mcg) -> Result<ScriptAnswer, Failure> {
        self.page.write_bytes(0, page);
        self.luck.lock().expect("drawing cannot fail").begin(luck);
        if self.other {
            self.game.set(self.game.get().collected(&self.lua));
        }
        self.grant();
        let answer: mlua::Result<(u32, u32, u32)> = self.decide.call(());
        self.game.set(limits::game());
        let (chosen, scored, taken) = answer.map_err(|error| self.failure(&error))?;
        Ok(ScriptAnswer { chosen: chosen as usize - 1, scored: scored as usize, taken: taken == 1 })
    }

    /// Runs the script once without a game. Returns the names of the functions that it defines.
    ///
    /// # Errors
    /// Fails if the script fails or lacks a required function.
    pub fn first_look(&self) -> Result<Vec<String>, Failure> {
        self.grant();
        self.first_look.call(()).map_err(|error| self.failure(&error))
    }

    /// Returns the scores that the script gave to the first `count` options.
    pub fn scores(&self, count: usize) -> Vec<f64> {
        let score = |index| f64::from_le_bytes(self.scores.read_bytes(8 * index));
        (0..count).map(score).collect()
    }

    /// Returns the line number, in the script, of the script function that was called last.
    fn line_of_current(&self) -> usize {
        self.grant();
        self.line_of_current.call(()).unwrap_or(1)
    }

    fn failure(&self, error: &Error) -> Failure {
        // An out-of-memory error has no line; the line of the called function is used instead.
        failure(&self.source, error, self.line_of_current())
    }
}

/// Maximum size of a script's bytecode, in bytes, that is compiled to native code. Native code
/// takes a hundred times as much time and memory to make as bytecode, in each VM.
const MOST_NATIVE: usize = 128 << 10;

/// Maximum number of scripts whose bytecode is cached.
const KEPT: usize = 64;

/// Returns the bytecode of a script. The script is compiled once and the bytecode is cached,
/// because many VMs run the same script: each thread has its own VMs.
fn once<E>(text: &str, compile: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Arc<[u8]>, E> {
    static COMPILED: Mutex<BTreeMap<String, Arc<[u8]>>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(code) = compiled.get(text) {
        return Ok(Arc::clone(code));
    }
    let code: Arc<[u8]> = compile()?.into();
    if compiled.len() == KEPT {
        compiled.clear();
    }
    compiled.insert(text.to_owned(), Arc::clone(&code));
    Ok(code)
}

/// Returns the bytecode of the script, after rewriting its loops to a fixed order of iteration.
fn compiled(source: &Source) -> Result<Vec<u8>, Failure> {
    if let Some(name) = words(&source.text).find(|name| name.starts_with(OWN)) {
        let what = format!("`{name}`: names that begin with `{OWN}` are taken");
        return Err(Failure::at(source, source.line_of(name), what));
    }
    let compile = |text: &str| {
        compiler(1)
            .set_disabled_builtins(NOT_BUILT_IN.split_whitespace())
            .compile(text.as_bytes())
            .map_err(|error| failure(source, &error, 1))
    };
    // The original text is compiled first, so that errors refer to the script as written.
    compile(&source.text)?;
    let text = walks::rewritten(&source.text).map_err(|line| {
        Failure::at(
            source,
            line,
            "Luau accepts this line, but gong does not know its form; please report it".into(),
        )
    })?;
    compile(&text)
}

/// Returns a Luau compiler with this optimization level. At level 2, the compiler copies functions
/// and loop bodies to the places where they run, also inside of copies: a script of 1 KB could
/// become 40 MB of bytecode. Scripts are therefore compiled at level 1: the size of their bytecode
/// is proportional to the size of their text.
fn compiler(level: u8) -> Compiler {
    Compiler::new().set_optimization_level(level).set_debug_level(1)
}

fn build(
    source: &Source,
    code: &[u8],
    texts: &prelude::Texts,
    page: usize,
    layout: HeapLayout,
) -> mlua::Result<Vm> {
    // The prelude needs the library `debug` to find lines. The sandbox does not give it to scripts.
    let libraries = StdLib::BIT
        | StdLib::BUFFER
        | StdLib::DEBUG
        | StdLib::MATH
        | StdLib::STRING
        | StdLib::TABLE
        | StdLib::VECTOR;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    let other = layout == HeapLayout::Other;
    let _holes = if other { holes(&lua)? } else { vec![] };
    limits::impose(&lua)?;
    limits::grant(limits::GameLimits::new(1));
    let globals = lua.globals();
    globals.set_safeenv(true);
    // SAFETY: these are functions for the VM that use its stack only as such functions may.
    let (charge, count) =
        unsafe { (lua.create_c_function(limits::charge)?, lua.create_c_function(limits::count)?) };
    let host = lua.create_table()?;
    lists::add_to(&host, &lua)?;
    shut::add_to(&host, &lua)?;
    let sandbox = lua.load(SANDBOX).set_name("=sandbox");
    let base: Table = sandbox.call((&charge, host.get::<Function>("length")?))?;

    let luck = Arc::new(Mutex::new(ScriptLuck::new(&source.text)));
    let pool = lua.create_buffer_with_capacity(4 * luck::POOL)?;
    let refill = {
        let (luck, pool) = (Arc::clone(&luck), pool.clone());
        lua.create_function(move |_, ()| {
            pool.write_bytes(0, &luck.lock().expect("drawing cannot fail").batch());
            Ok(())
        })?
    };
    let actors = lua.create_table()?;
    let page = lua.create_buffer_with_capacity(page)?;
    let scores = lua.create_buffer_with_capacity(8 * MAX_OPTIONS)?;
    let meanings = texts.meanings.clone();
    let nearest = lua.create_function(move |_, (name, known): (String, Table)| {
        nearest(&name, &known, &meanings)
    })?;
    host.set("refill", refill)?;
    host.set("nearest", nearest)?;
    host.set("charge", charge)?;
    host.set("count", count)?;
    let ours = |text: &str| -> mlua::Result<Chunk<'_>> {
        let code = once(text, || compiler(2).compile(text))?;
        let chunk = lua.load(code.to_vec()).set_name("=prelude");
        Ok(chunk.set_mode(ChunkMode::Binary))
    };
    lua.enable_jit(false);
    let data: Table = ours(&texts.data)?.call(())?;
    lua.enable_jit(true);
    let (decide, forget, first_look, line_of_current) =
        ours(&texts.code)?.call((&page, &pool, &scores, host, &base, &actors, data))?;

    // Scripts are loaded after this point. Without the call, they would find libraries in the
    // globals before they search their own environments.
    globals.clear()?;
    for pair in base.pairs::<Value, Value>() {
        let (name, value) = pair?;
        globals.raw_set(name, value)?;
    }
    let inherit = lua.create_table()?;
    inherit.set("__index", base)?;
    // The script is compiled to native code once. Each seat runs it with an environment of its own.
    lua.enable_jit(code.len() <= MOST_NATIVE);
    let script = lua.load(code).set_name("=script").set_mode(ChunkMode::Binary).into_function()?;
    for _ in 0..MAX_PLAYERS {
        let env = lua.create_table()?;
        env.set_metatable(Some(inherit.clone()))?;
        env.set_safeenv(true);
        let main = script.deep_clone()?;
        main.set_environment(env.clone())?;
        let actor = lua.create_table()?;
        actor.set("env", env)?;
        actor.set("main", main)?;
        actor.set("recent", lua.create_table_with_capacity(prelude::RECENT, 1)?)?;
        actors.push(actor)?;
    }
    let weight = limits::weight_of(&source.text);
    limits::collect(&lua);
    Ok(Vm {
        source: source.clone(),
        lua,
        page,
        scores,
        decide,
        forget,
        first_look,
        line_of_current,
        luck,
        game: Cell::new(limits::GameLimits::new(weight)),
        weight,
        other,
    })
}

/// Allocates tables and strings of all sizes in a Luau VM, and returns a third of them. The others
/// are freed, so that the memory has holes.
fn holes(lua: &Lua) -> mlua::Result<Vec<Value>> {
    let mut kept = Vec::new();
    for size in 0..2_000_usize {
        let table = lua.create_table_with_capacity(size % 17, size % 13)?;
        let text = lua.create_string(format!("{size:>width$}", width = size % 97))?;
        if size % 3 == 0 {
            kept.extend([Value::Table(table), Value::String(text)]);
        }
    }
    lua.gc_collect()?;
    Ok(kept)
}

/// Maximum number of known names that an error message lists.
const MOST_NAMES: usize = 64;

/// Returns the end of an error message about an unknown name: the known name that was probably
/// meant, or all known names. Empty if there are more than [`MOST_NAMES`].
///
/// A known name was probably meant if it is spelt similarly to the unknown name, if a library has a
/// function of the unknown name (`math.floor` for `floor`), or if the meaning of the known name
/// contains the unknown name (`lp`, "life points", for `life`).
fn nearest(name: &str, known: &Table, meanings: &[(&str, &str)]) -> mlua::Result<String> {
    let mut names = known
        .pairs::<String, Value>()
        .map(|pair| pair.map(|(name, _)| name))
        .collect::<mlua::Result<Vec<_>>>()?;
    names.sort();
    let likeness = |other: &&String| strsim::damerau_levenshtein(name, other);
    let is_part = |other: &&String| other.rsplit_once('.').is_some_and(|(_, part)| part == name);
    let is_alike = |other: &&String| likeness(other) <= (other.len() / 3).max(1);
    let of_meaning = || {
        let (meant, _) = meanings
            .iter()
            .filter(|(_, meaning)| words(meaning).any(|word| word.eq_ignore_ascii_case(name)))
            .filter(|(meant, _)| names.iter().any(|known| known == meant))
            .min_by_key(|(_, meaning)| meaning.len())?;
        names.iter().find(|known| known == meant)
    };
    let near = names.iter().find(is_part);
    let near = near.or_else(|| names.iter().min_by_key(likeness).filter(is_alike));
    if let Some(near) = near.or_else(of_meaning) {
        return Ok(format!("; did you mean `{near}`?"));
    }
    let whole: Vec<&str> =
        (names.iter().map(String::as_str)).filter(|name| !name.contains('.')).collect();
    Ok(match whole.len() {
        1..=MOST_NAMES => format!("; known: {}", quoted(&whole, "and")),
        _ => String::new(),
    })
}

/// Converts an error of the Luau VM to a failure of the script. The failure's line is the line that
/// the error names, else the innermost line of the script on the stack, else `otherwise`.
fn failure(source: &Source, error: &Error, otherwise: usize) -> Failure {
    let text = match error {
        Error::RuntimeError(message) => message.clone(),
        // The compiler's message does not contain the name of the script.
        Error::SyntaxError { message, .. } => {
            format!("{SCRIPT}{}", message.trim_start_matches(':'))
        }
        Error::MemoryError(_) => "takes more memory than there is for it".into(),
        Error::CallbackError { traceback, cause } => format!("{cause}\n{traceback}"),
        other => other.to_string(),
    };
    let what = text.lines().next().unwrap_or_default();
    let (line, what) = match located(what) {
        Some((line, what)) => (line, what),
        None => {
            let line = text.lines().skip(1).find_map(|line| located(line.trim()));
            // Lines in the prelude or the sandbox do not help the author of a script.
            let ours = ["prelude:", "sandbox:"];
            let what = ours
                .iter()
                .find_map(|place| what.strip_prefix(place)?.split_once(": "))
                .map_or(what, |(_, what)| what);
            (line.map_or(otherwise, |(line, _)| line), what)
        }
    };
    let what = match what {
        "attempt to modify a readonly table" => {
            "what a script is given cannot be changed: keep it in a table of your own"
        }
        other => other,
    };
    // The prelude does not know where a script defines a name; then the line is 0.
    let line = match line {
        0 => source.line_of(what.split('`').nth(1).unwrap_or_default()),
        line => line,
    };
    Failure::at(source, line, what.to_owned())
}

/// Splits an error message such as `script:12: what` into line and message.
fn located(text: &str) -> Option<(usize, &str)> {
    let rest = text.strip_prefix(SCRIPT)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let line = rest[..digits].parse().ok()?;
    let what = rest[digits..].strip_prefix(':').or_else(|| rest[digits..].strip_prefix(' '))?;
    Some((line, what.trim_start()))
}
