//! How much a script may do in one decision: counted, not timed, so that the same script fails at
//! the same place everywhere.
//!
//! Garbage of earlier games is not counted, nor is what the host allocates: what is allocated while
//! the script runs belongs to the memory category [`SCRIPT`].
//!
//! What is counted are *steps*: a turn of a loop or a call is one; a library function that goes
//! through texts or tables pays in proportion, before it does (`charge` in `sandbox.luau`); so does
//! a block of memory that is asked for. What Luau does between two steps (to compare two texts, to
//! find the next entry of a table that was large once) takes the longer, the larger the things are
//! that the script has made: in a game in which it has made something large, each of its steps
//! counts as several.

use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};

use mlua::{Lua, ffi};

use crate::strategies::stop;

/// Steps in one decision.
pub const STEPS: u32 = 200_000;

/// Bytes that a bot's scripts may hold together, once what they have let go of is collected.
const HELD: usize = 16 << 20;

/// Bytes that the VM may ever have, garbage included: what a script cannot reach in one step.
pub const MOST: usize = 128 << 20;

/// Bytes of garbage that may be left over from earlier games when one begins.
const LEFT_OVER: usize = 256 << 10;

/// The memory category of scripts; the host's is 0.
pub const SCRIPT: c_int = 1;

/// Values that a function may be called with, or give back.
const VALUES: c_int = 1_000;

/// Letters of a script from which on its steps count double, then threefold, and so on: between two
/// steps lies more of it.
const LONG_SCRIPT: usize = 16 << 10;
/// Likewise bytes of a text that it makes, and of any other block of memory.
const LONG_TEXT: usize = 4 << 10;
const LARGE_BLOCK: usize = 128 << 10;

/// Bytes of a block of memory for one step.
const BLOCK_STEP: usize = 1 << 10;

thread_local! {
    /// Of the decision of this thread; a decision begins and ends on one thread.
    static METER: Meter = const {
        Meter { left: Cell::new(0), counts: Cell::new(true), game: Cell::new(Game::new(1)) }
    };
}

struct Meter {
    /// Steps that are left.
    left: Cell<u32>,
    /// Whether steps are counted.
    counts: Cell<bool>,
    game: Cell<Game>,
}

/// What a script has used up in a game.
#[derive(Debug, Clone, Copy)]
pub struct Game {
    /// The number of steps that each step counts as.
    weight: u32,
    /// Garbage of earlier games, in bytes of [`SCRIPT`].
    left_over: usize,
    /// Whether strings have been allocated since garbage was collected last. Luau keeps one copy of
    /// equal strings: the next game might find one and allocate nothing.
    texts: bool,
}

impl Game {
    /// A game before its first decision, in a machine without garbage.
    pub const fn new(weight: u32) -> Self {
        Game {
            weight,
            left_over: 0,
            texts: false,
        }
    }

    /// The next game. The script's state of this game has been cleared.
    pub fn next(self, lua: &Lua, weight: u32) -> Self {
        let left_over = owned(lua);
        if self.texts || self.weight > weight || left_over > LEFT_OVER {
            collect(lua);
            return Game::new(weight);
        }
        Game {
            weight,
            left_over,
            texts: false,
        }
    }

    /// Collects garbage in the middle of the game.
    pub fn collected(self, lua: &Lua) -> Self {
        collect(lua);
        Game {
            left_over: 0,
            texts: false,
            ..self
        }
    }
}

/// What a step of this script counts before it has made anything.
pub fn weight_of(text: &str) -> u32 {
    1 + (text.len() / LONG_SCRIPT) as u32
}

/// A decision of this game begins.
pub fn grant(game: Game) {
    METER.with(|meter| {
        meter.left.set(STEPS);
        meter.counts.set(true);
        meter.game.set(game);
    });
}

/// What the script has used up by now.
pub fn game() -> Game {
    METER.with(|meter| meter.game.get())
}

/// Has the VM count steps from now on.
///
/// # Errors
/// If the VM has no memory left.
pub fn impose(lua: &Lua) -> mlua::Result<()> {
    lua.set_memory_limit(MOST)?;
    lua.gc_stop();
    // mlua's own interrupts would do, at ten times the cost, which a loop pays at every turn.
    // SAFETY: `exec_raw` hands us the valid state of `lua`, and `lua_callbacks` the callbacks of
    // its VM, ours to set: mlua leaves `interrupt` alone unless `set_interrupt` is called, which
    // nobody does, and `onallocate` always. `step` and `allocated` keep to what such callbacks may
    // do.
    unsafe {
        lua.exec_raw((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            (*callbacks).interrupt = Some(step);
            (*callbacks).onallocate = Some(allocated);
        })
    }
}

/// Collects garbage; the collector never runs by itself.
pub fn collect(lua: &Lua) {
    // A VM without finalizers cannot fail to collect.
    let _ = lua.gc_collect();
    lua.gc_stop();
}

/// Bytes of [`SCRIPT`].
fn owned(lua: &Lua) -> usize {
    // SAFETY: `exec_raw` passes the valid state of `lua` with room for some values, and takes the
    // value on its stack as result.
    let bytes: mlua::Result<f64> = unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_pushnumber(state, ffi::lua_totalbytes(state, SCRIPT) as f64);
        })
    };
    bytes.map_or(usize::MAX, |bytes| bytes as usize)
}

/// Called by the VM at every turn of a loop, at every call and return, and at every attempt to
/// match a pattern; by its garbage collector with `gc` from 0 up.
///
/// # Safety
/// `state` is the running VM's. To stop, `lua_error` unwinds through this frame: nothing in it has
/// a destructor.
unsafe extern "C-unwind" fn step(state: *mut ffi::lua_State, gc: c_int) {
    let (counts, game) = METER.with(|meter| (meter.counts.get(), meter.game.get()));
    if gc >= 0 || !counts {
        return;
    }
    // SAFETY: `state` is the running VM's, as above; the VM may collect garbage wherever it calls
    // interrupts that are not the collector's own.
    unsafe {
        pay(state, game.weight);
        if stop::requested() {
            end(state, c"interrupted");
        }
        if ffi::lua_gettop(state) > VALUES {
            end(state, c"more than 1000 values at a time");
        }
        let owned = ffi::lua_totalbytes(state, SCRIPT);
        let held = owned.saturating_sub(game.left_over);
        if held > HELD {
            // It takes its time, by what there is to go through.
            pay(state, (held >> 10) as u32);
            ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
            ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
            METER.with(|meter| {
                meter.game.set(Game {
                    weight: game.weight,
                    ..Game::new(0)
                });
            });
            if ffi::lua_totalbytes(state, SCRIPT) > HELD {
                end(state, c"holds more than 16 MB");
            }
        }
    }
}

/// Called by the VM when it has asked for memory.
///
/// # Safety
/// Called by the VM only. It does nothing to the VM: an error here would lose the block.
unsafe extern "C-unwind" fn allocated(
    _: *mut ffi::lua_State,
    _: *mut c_void,
    _: usize,
    size: usize,
    category: u8,
    kind: c_int,
    _: c_int,
) {
    let is_text = kind == ffi::LUA_TSTRING;
    let is_small = size <= LONG_TEXT;
    if c_int::from(category) != SCRIPT || is_small && !is_text {
        return;
    }
    METER.with(|meter| {
        let mut game = meter.game.get();
        game.texts |= is_text;
        if !is_small {
            let large = size / if is_text { LONG_TEXT } else { LARGE_BLOCK };
            game.weight = game.weight.max(1 + large as u32);
            let steps = (size / BLOCK_STEP) as u32;
            meter.left.set(meter.left.get().saturating_sub(steps));
        }
        meter.game.set(game);
    });
}

/// `charge(steps)`: what a library function is about to do counts as so many steps.
///
/// # Safety
/// Called by the VM as a function, by the sandbox with a number.
pub unsafe extern "C-unwind" fn charge(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: `state` is the running VM's; to stop unwinds through this frame, which has no
    // destructors.
    unsafe {
        // Beyond what a u32 holds, the cast gives the most that it does.
        pay(state, ffi::lua_tonumber(state, 1) as u32);
    }
    0
}

/// `count(yes)`: switches the counting of steps on or off until the end of the decision. The steps
/// in which the prelude sorts a table's keys depend on how the keys lie in memory: the prelude pays
/// for the number of keys instead.
///
/// # Safety
/// Called by the VM as a function.
pub unsafe extern "C-unwind" fn count(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: `state` is the running VM's; any index is valid.
    let counts = unsafe { ffi::lua_toboolean(state, 1) } != 0;
    METER.with(|meter| meter.counts.set(counts));
    0
}

/// Takes steps off what is left, or ends the script.
///
/// # Safety
/// `state` is the running VM's, where it may raise an error.
pub unsafe fn pay(state: *mut ffi::lua_State, steps: u32) {
    let enough = METER.with(|meter| {
        let left = meter.left.get();
        meter.left.set(left.saturating_sub(steps));
        left >= steps
    });
    if !enough {
        // SAFETY: as above.
        unsafe {
            end(
                state,
                c"does not come to an end: 200000 turns of loops, calls and what takes as long, in one decision",
            );
        }
    }
}

/// Ends the script with an error that begins with the line it has come to.
///
/// # Safety
/// `state` is the running VM's, inside of an interrupt or a function. Does not return: it unwinds.
unsafe fn end(state: *mut ffi::lua_State, what: &CStr) {
    // SAFETY: room for three values is asked for before they are pushed; an interrupt may raise
    // errors.
    unsafe {
        ffi::lua_rawcheckstack(state, 3);
        ffi::luaL_where(state, 0);
        ffi::lua_pushstring(state, what.as_ptr());
        ffi::lua_concat(state, 2);
        ffi::lua_error(state);
    }
}
