//! The virtual machine of a script: sandbox, prelude, and one copy of the script for each seat.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use mlua::chunk::{Chunk, ChunkMode, Compiler};
use mlua::{Buffer, Error, Function, Lua, LuaOptions, StdLib, Table, Value};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::source::{Source, words};
use super::walks::OWN;
use super::{limits, lists, prelude, shut, walks};
use crate::game::MAX_OPTIONS;
use crate::strategies::Failure;

const SANDBOX: &str = include_str!("sandbox.luau");

/// Built-in functions that scripts may not use, or only as the sandbox has them: the compiler would take the real ones.
const NOT_BUILT_IN: [&str; 12] = [
    "assert",
    "getmetatable",
    "rawlen",
    "rawset",
    "setmetatable",
    "string.byte",
    "string.sub",
    "table.insert",
    "table.unpack",
    "tonumber",
    "tostring",
    "unpack",
];

/// What the script is called inside of the VM; messages say its path instead.
const SCRIPT: &str = "script:";

/// A script, ready to be asked.
pub struct Vm {
    source: Source,
    /// Keeps the VM alive: what follows only points into it.
    lua: Lua,
    page: Buffer,
    scores: Buffer,
    decide: Function,
    forget: Function,
    first_look: Function,
    line_of_current: Function,
    /// Where luck is drawn from while the script is asked.
    luck: Arc<Mutex<Pcg64Mcg>>,
    game: Cell<limits::Game>,
    /// The number of steps that a step counts as at the beginning of a game.
    weight: u32,
    /// Does it lie in memory in another way, and collect at other times?
    other: bool,
}

/// How a VM lies in memory and when it collects, which nothing that a script does may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// As games are played.
    Usual,
    /// Among what is left of other things, and collected before each decision: for comparison.
    Other,
}

/// What a script answered.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    /// The index of an option.
    pub chosen: usize,
    /// How many options it scored.
    pub scored: usize,
    /// Did it take the decision as a whole, by the function for such?
    pub taken: bool,
}

impl Vm {
    /// A VM with `seats` copies of the script, and a page of so many bytes.
    ///
    /// # Errors
    /// If the script cannot be compiled.
    pub fn new(
        source: &Source,
        texts: &prelude::Texts,
        page: usize,
        seats: usize,
        layout: Layout,
    ) -> Result<Self, Failure> {
        let code = once(&source.text, || compiled(source))?;
        build(source, &code, texts, page, seats, layout).map_err(|error| failure(source, &error, 1))
    }

    /// Begins a game: the script forgets the last one, whose garbage is not counted.
    pub fn begin(&self) {
        let last = self.game.replace(limits::Game::new(self.weight));
        self.grant();
        // Can fail only without memory; then the next decision fails and reports it.
        let _: mlua::Result<()> = self.forget.call(());
        self.game.set(last.next(&self.lua, self.weight));
    }

    fn grant(&self) {
        limits::grant(self.game.get());
    }

    /// Asks the script for the decision that is written on this page.
    ///
    /// # Errors
    /// If the script fails, goes on for too long, takes too much memory, or answers nonsense.
    pub fn decide(&self, page: &[u8], luck: &mut Pcg64Mcg) -> Result<Answer, Failure> {
        self.page.write_bytes(0, page);
        *self.luck.lock().expect("drawing cannot fail") = luck.clone();
        if self.other {
            self.game.set(self.game.get().collected(&self.lua));
        }
        self.grant();
        let answer: mlua::Result<(u32, u32, u32, u32)> = self.decide.call(());
        self.game.set(limits::game());
        let (chosen, drawn, scored, taken) = answer.map_err(|error| self.failure(&error))?;
        // The pool is drawn ahead: only what was used counts, two words a draw.
        luck.advance(drawn.div_ceil(2).into());
        Ok(Answer {
            chosen: chosen as usize - 1,
            scored: scored as usize,
            taken: taken == 1,
        })
    }

    /// Runs the script once without a game, and gives the names of the functions that it has.
    ///
    /// # Errors
    /// If it fails, or has not the functions that it must have.
    pub fn first_look(&self) -> Result<Vec<String>, Failure> {
        self.grant();
        self.first_look
            .call(())
            .map_err(|error| self.failure(&error))
    }

    /// The scores that the script gave to the first so many options.
    pub fn scores(&self, count: usize) -> Vec<f64> {
        let score = |index| f64::from_le_bytes(self.scores.read_bytes(8 * index));
        (0..count).map(score).collect()
    }

    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The line of the function that was asked last.
    pub fn line_of_current(&self) -> usize {
        self.grant();
        self.line_of_current.call(()).unwrap_or(1)
    }

    fn failure(&self, error: &Error) -> Failure {
        // Out of memory, the VM knows no line: then it is the function's that was asked.
        failure(&self.source, error, self.line_of_current())
    }
}

/// Most texts whose bytecode is kept.
const KEPT: usize = 64;

/// The bytecode of a text, compiled once: each thread of a run, and each point of a sweep, has a machine of its own with the same script.
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

/// The script as bytecode, its loops rewritten.
fn compiled(source: &Source) -> Result<Vec<u8>, Failure> {
    if let Some(name) = words(&source.text).find(|name| name.starts_with(OWN)) {
        let what = format!("`{name}`: names that begin with `{OWN}` are taken");
        return Err(Failure::at(source, source.line_of(name), what));
    }
    let compile = |text: &str| {
        compiler()
            .set_disabled_builtins(NOT_BUILT_IN)
            .compile(text.as_bytes())
            .map_err(|error| failure(source, &error, 1))
    };
    // What is wrong with it is said of the script as it stands.
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

fn compiler() -> Compiler {
    Compiler::new().set_optimization_level(2).set_debug_level(1)
}

fn build(
    source: &Source,
    code: &[u8],
    texts: &prelude::Texts,
    page: usize,
    seats: usize,
    layout: Layout,
) -> mlua::Result<Vm> {
    // The prelude needs `debug` to tell lines; the sandbox hands it to nobody.
    let libraries = StdLib::BIT
        | StdLib::BUFFER
        | StdLib::DEBUG
        | StdLib::MATH
        | StdLib::STRING
        | StdLib::TABLE;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    let other = layout == Layout::Other;
    let _holes = if other { holes(&lua)? } else { vec![] };
    limits::impose(&lua)?;
    limits::grant(limits::Game::new(1));
    let globals = lua.globals();
    globals.set_safeenv(true);
    // SAFETY: functions for the VM, which do with its stack what such functions may do.
    let (charge, count) = unsafe {
        (
            lua.create_c_function(limits::charge)?,
            lua.create_c_function(limits::count)?,
        )
    };
    let lists = lists::lists(&lua)?;
    let sandbox = lua.load(SANDBOX).set_name("=sandbox");
    let base: Table = sandbox.call((&charge, &lists.length))?;

    let luck = Arc::new(Mutex::new(Pcg64Mcg::new(0)));
    let pool = lua.create_buffer_with_capacity(4 * prelude::POOL)?;
    let refill = {
        let (luck, pool) = (Arc::clone(&luck), pool.clone());
        lua.create_function(move |_, ()| {
            let mut luck = luck.lock().expect("drawing cannot fail");
            for pair in 0..prelude::POOL / 2 {
                pool.write_bytes(8 * pair, &luck.next_u64().to_le_bytes());
            }
            Ok(())
        })?
    };
    let actors = lua.create_table()?;
    let page = lua.create_buffer_with_capacity(page)?;
    let scores = lua.create_buffer_with_capacity(8 * MAX_OPTIONS)?;
    let nearest =
        lua.create_function(|_, (name, known): (String, Table)| nearest(&name, &known))?;
    let shutters = shut::shutters(&lua)?;
    let host = lua.create_table()?;
    host.set("refill", refill)?;
    host.set("nearest", nearest)?;
    host.set("charge", charge)?;
    host.set("count", count)?;
    host.set("length", lists.length)?;
    host.set("list", lists.list)?;
    host.set("counts", lists.counts)?;
    host.set("keep", shutters.keep)?;
    host.set("keep_option", shutters.keep_option)?;
    host.set("shut", shutters.shut)?;
    let ours = |text: &str| -> mlua::Result<Chunk<'_>> {
        let code = once(text, || compiler().compile(text))?;
        let chunk = lua.load(code.to_vec()).set_name("=prelude");
        Ok(chunk.set_mode(ChunkMode::Binary))
    };
    lua.enable_jit(false);
    let data: Table = ours(&texts.data)?.call(())?;
    lua.enable_jit(true);
    let (decide, forget, first_look, line_of_current) =
        ours(&texts.code)?.call((&page, &pool, &scores, host, &base, &actors, data))?;

    // From here on scripts are loaded, which look for libraries in the globals before they look in an environment of their own.
    globals.clear()?;
    for pair in base.pairs::<Value, Value>() {
        let (name, value) = pair?;
        globals.raw_set(name, value)?;
    }
    let inherit = lua.create_table()?;
    inherit.set("__index", base)?;
    // Made native once; the seats have it with environments of their own.
    let script = lua
        .load(code)
        .set_name("=script")
        .set_mode(ChunkMode::Binary)
        .into_function()?;
    for _ in 0..seats {
        let env = lua.create_table()?;
        env.set_metatable(Some(inherit.clone()))?;
        env.set_safeenv(true);
        let main = script.deep_clone()?;
        main.set_environment(env.clone())?;
        let actor = lua.create_table()?;
        actor.set("env", env)?;
        actor.set("main", main)?;
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
        game: Cell::new(limits::Game::new(weight)),
        weight,
        other,
    })
}

/// Tables and texts of all sizes; what lies between those that are given back has been let go of.
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

/// The known name that was probably meant, as the end of a sentence.
fn nearest(name: &str, known: &Table) -> mlua::Result<String> {
    let mut names = known
        .pairs::<String, Value>()
        .map(|pair| pair.map(|(name, _)| name))
        .collect::<mlua::Result<Vec<_>>>()?;
    names.sort();
    let likeness = |other: &String| strsim::damerau_levenshtein(name, other);
    let near = names.iter().min_by_key(|other| likeness(other));
    Ok(match near {
        Some(near) if likeness(near) <= (near.len() / 3).max(1) => {
            format!("; did you mean `{near}`?")
        }
        _ => String::new(),
    })
}

/// What an error of the VM says, with the script's line: the one it names, else the innermost of the script on the stack, else this.
fn failure(source: &Source, error: &Error, otherwise: usize) -> Failure {
    let text = match error {
        Error::RuntimeError(message) => message.clone(),
        // The compiler leaves the script's name out.
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
            // A place in the prelude or the sandbox says nothing to a script's author.
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
    Failure::at(source, line, what.to_owned())
}

/// `script:12: what` taken apart.
fn located(text: &str) -> Option<(usize, &str)> {
    let rest = text.strip_prefix(SCRIPT)?;
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let line = rest[..digits].parse().ok()?;
    let what = rest[digits..]
        .strip_prefix(':')
        .or_else(|| rest[digits..].strip_prefix(' '))?;
    Some((line, what.trim_start()))
}
