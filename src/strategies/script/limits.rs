//! Limits on the resources that a script uses for one decision. The limits are counts rather than
//! times, so that the same script fails at the same place on every machine.
//!
//! The unit is the *step*. An iteration of a loop and a call are one step each. A library function
//! that reads texts or tables costs steps in proportion to their size, charged before it runs
//! (`charge` in `sandbox.luau`). An allocation of memory costs steps in proportion to its size,
//! too.
//!
//! Luau also needs time between two steps, for example to compare two texts, or to find the next
//! entry of a table that was once large. This time grows with the size of the script's objects.
//! After a script has made a large object in a game, each step therefore counts as several steps.
//!
//! Only memory that is allocated while the script runs counts; it belongs to the memory category
//! [`SCRIPT`]. Garbage of earlier games and allocations of the host program do not count.

use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};

use mlua::{Lua, ffi};

use crate::strategies::stop;

/// Number of steps (loop iterations and calls) that a script may use in one decision.
pub const STEPS: u32 = 200_000;

/// Maximum memory that a bot's scripts may hold together after garbage collection, in bytes.
const HELD: usize = 16 << 20;

/// Limit of the script virtual machine's memory, including garbage, in bytes. A script cannot reach
/// the limit in a single step.
pub const MOST: usize = 128 << 20;

/// Maximum amount of script garbage that may remain from earlier games when a game begins, in
/// bytes.
const LEFT_OVER: usize = 256 << 10;

/// Number of the VM's memory category for the memory of scripts. The category of the host program
/// is 0.
pub const SCRIPT: c_int = 1;

/// Maximum number of arguments and of results of a function in a script.
const VALUES: c_int = 1_000;

/// Length in bytes from which each step of a script counts as two. From twice this length, a step
/// counts as three, and so on, because a longer script can do more between two steps.
const LONG_SCRIPT: usize = 16 << 10;
/// Size in bytes from which a text that a script makes increases the cost of the script's steps.
/// For other blocks of memory, the size is `LARGE_BLOCK`.
const LONG_TEXT: usize = 4 << 10;
const LARGE_BLOCK: usize = 128 << 10;

/// Number of allocated bytes that cost a script as much as one step.
const BLOCK_STEP: usize = 1 << 10;

thread_local! {
    /// Resource counters of the script decision that this thread computes. A decision begins and
    /// ends on the same thread.
    static METER: Meter = const {
        Meter { left: Cell::new(0), counts: Cell::new(true), game: Cell::new(GameLimits::new(1)) }
    };
}

struct Meter {
    /// Number of steps that the script may still use in the current decision.
    left: Cell<u32>,
    /// True if the VM counts the script's steps at present.
    counts: Cell<bool>,
    game: Cell<GameLimits>,
}

/// The state of a script's resource limits in a game: the cost of a step, and the garbage in
/// memory.
#[derive(Debug, Clone, Copy)]
pub struct GameLimits {
    /// Cost of each step (loop iteration or call) of the script, at least 1. The cost grows when
    /// the script makes large objects.
    weight: u32,
    /// Script memory that is garbage of earlier games, in bytes.
    left_over: usize,
    /// True if the script has made strings since the last garbage collection. Luau keeps one copy
    /// of equal strings, so the next game might reuse a string without an allocation.
    texts: bool,
}

impl GameLimits {
    /// Creates the resource counters for the first decision of a game, in a script VM without
    /// garbage.
    pub const fn new(weight: u32) -> Self {
        GameLimits { weight, left_over: 0, texts: false }
    }

    /// Returns the resource counters for the start of the next game. The script's state of this
    /// game has already been cleared.
    pub fn next(self, lua: &Lua, weight: u32) -> Self {
        let left_over = owned(lua);
        if self.texts || self.weight > weight || left_over > LEFT_OVER {
            collect(lua);
            return GameLimits::new(weight);
        }
        GameLimits { weight, left_over, texts: false }
    }

    /// Collects the script's garbage during the game, and returns the resource counters after the
    /// collection.
    pub fn collected(self, lua: &Lua) -> Self {
        collect(lua);
        GameLimits { left_over: 0, texts: false, ..self }
    }
}

/// Returns how much each step (loop iteration or call) of a script with this text costs, before the
/// script has made large objects. The cost is at least 1.
pub fn weight_of(text: &str) -> u32 {
    1 + (text.len() / LONG_SCRIPT) as u32
}

/// Resets the resource counters at the start of a script's decision. The script may then use all
/// steps of a decision.
pub fn grant(game: GameLimits) {
    METER.with(|meter| {
        meter.left.set(STEPS);
        meter.counts.set(true);
        meter.game.set(game);
    });
}

/// Returns the resource counters of the script's current game.
pub fn game() -> GameLimits {
    METER.with(|meter| meter.game.get())
}

/// Makes the script VM count steps and limit memory from now on.
///
/// # Errors
/// Fails if the VM has no memory left.
pub fn impose(lua: &Lua) -> mlua::Result<()> {
    lua.set_memory_limit(MOST)?;
    lua.gc_stop();
    // The interrupts of mlua would cost ten times as much at every iteration of a loop. SAFETY:
    // `exec_raw` passes the valid state of `lua`, and `lua_callbacks` returns the callbacks of its
    // VM, which may be set: mlua changes `interrupt` only in `set_interrupt`, which gong never
    // calls, and never changes `onallocate`. `step` and `allocated` do only what such callbacks may
    // do.
    unsafe {
        lua.exec_raw((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            (*callbacks).interrupt = Some(step);
            (*callbacks).onallocate = Some(allocated);
        })
    }
}

/// Collects the garbage of a script VM. The VM never does so on its own.
pub fn collect(lua: &Lua) {
    // The collection cannot fail in a VM without finalizers.
    let _ = lua.gc_collect();
    lua.gc_stop();
}

/// Returns the memory that belongs to scripts (memory category [`SCRIPT`]), in bytes.
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

/// Counts one step of the script, and stops the script if it exceeds a limit.
///
/// The VM calls this function at every iteration of a loop, at every call and return, and at every
/// attempt to match a pattern. The garbage collector calls it with `gc` from 0 up; such calls do
/// not count.
///
/// # Safety
/// `state` must be the running VM's. To stop the script, `lua_error` unwinds through this frame, in
/// which no value has a destructor.
unsafe extern "C-unwind" fn step(state: *mut ffi::lua_State, gc: c_int) {
    let (counts, game) = METER.with(|meter| (meter.counts.get(), meter.game.get()));
    if gc >= 0 || !counts {
        return;
    }
    // SAFETY: `state` is the running VM's, as required above. The VM may collect garbage at every
    // interrupt that is not the collector's own.
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
            // The script pays for a collection in proportion to the memory that the collection
            // visits.
            pay(state, (held >> 10) as u32);
            ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
            ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
            METER.with(|meter| {
                meter.game.set(GameLimits { weight: game.weight, ..GameLimits::new(0) });
            });
            if ffi::lua_totalbytes(state, SCRIPT) > HELD {
                end(state, c"holds more than 16 MB");
            }
        }
    }
}

/// Charges the script for an allocation of memory. The VM calls this function after each
/// allocation.
///
/// # Safety
/// Must be called by the VM only. The function does not change the VM, because an error here would
/// leak the block.
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

/// Implements the Luau function `charge(steps)`: charges the script the cost of a library function
/// before the function runs.
///
/// # Safety
/// Must be called by the VM as a function, and by the sandbox with a number.
pub unsafe extern "C-unwind" fn charge(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: `state` is the running VM's; stopping the script unwinds through this frame, which
    // has no destructors.
    unsafe {
        // The cast limits the number to the largest `u32`.
        pay(state, ffi::lua_tonumber(state, 1) as u32);
    }
    0
}

/// Implements the Luau function `count(yes)`: switches the counting of the script's steps on or off
/// until the end of the decision.
///
/// The built-in Luau code (prelude) sorts the keys of a table without counting, because the number
/// of steps depends on the memory layout. The prelude charges for the number of keys instead.
///
/// # Safety
/// Must be called by the VM as a function.
pub unsafe extern "C-unwind" fn count(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: `state` is the running VM's; any index is valid.
    let counts = unsafe { ffi::lua_toboolean(state, 1) } != 0;
    METER.with(|meter| meter.counts.set(counts));
    0
}

/// Subtracts steps from those that the script has left, or stops the script if too few are left.
///
/// # Safety
/// `state` must be the running VM's, in a place where it may raise an error.
pub unsafe fn pay(state: *mut ffi::lua_State, steps: u32) {
    let enough = METER.with(|meter| {
        let left = meter.left.get();
        meter.left.set(left.saturating_sub(steps));
        left >= steps
    });
    if !enough {
        // SAFETY: the requirements are those of this function.
        unsafe {
            end(
                state,
                c"does not come to an end: 200000 turns of loops, calls and what takes as long, \
                    in one decision or at the start of the script",
            );
        }
    }
}

/// Stops the script with an error message that begins with the current line.
///
/// # Safety
/// `state` must be the running VM's, inside an interrupt or a function. The function unwinds
/// instead of returning.
unsafe fn end(state: *mut ffi::lua_State, what: &CStr) {
    // SAFETY: room for three values is requested before they are pushed; an interrupt may raise
    // errors.
    unsafe {
        ffi::lua_rawcheckstack(state, 3);
        ffi::luaL_where(state, 0);
        ffi::lua_pushstring(state, what.as_ptr());
        ffi::lua_concat(state, 2);
        ffi::lua_error(state);
    }
}
