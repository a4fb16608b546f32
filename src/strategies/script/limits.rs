//! How much a script may do in one decision: counted, not timed, so that the same script fails at the same place everywhere.

use std::cell::Cell;
use std::ffi::{CStr, c_int};

use mlua::{Lua, ffi};

/// Turns of loops and calls of functions in one decision.
pub const STEPS: u32 = 200_000;

/// Kilobytes that a bot's scripts may hold together, once what they have let go of is collected.
pub const HELD_KB: c_int = 16 << 10;

/// Bytes that the VM may ever have, garbage included: what a single call of a library function may not go beyond.
pub const MOST: usize = 64 << 20;

thread_local! {
    /// Steps that the decision of this thread has left. A decision begins and ends on one thread.
    static LEFT: Cell<u32> = const { Cell::new(0) };
}

/// A decision begins.
pub fn grant() {
    LEFT.set(STEPS);
}

/// Has the VM count steps from now on.
///
/// # Errors
/// If the VM has no memory left.
pub fn impose(lua: &Lua) -> mlua::Result<()> {
    lua.set_memory_limit(MOST)?;
    // mlua's own interrupts would do, at ten times the cost, which a loop pays at every turn.
    // SAFETY: `exec_raw` hands us the valid state of `lua`, and `lua_callbacks` the callbacks of its VM, ours to set: mlua leaves
    // `interrupt` alone unless `set_interrupt` is called, which nobody does. `step` keeps to what an interrupt may do.
    unsafe {
        lua.exec_raw((), |state| {
            (*ffi::lua_callbacks(state)).interrupt = Some(step);
        })
    }
}

/// Called by the VM at every turn of a loop and at every call; by its garbage collector with `gc` from 0 up.
///
/// # Safety
/// `state` is the running VM's. To stop, `lua_error` unwinds through this frame: nothing in it has a destructor.
unsafe extern "C-unwind" fn step(state: *mut ffi::lua_State, gc: c_int) {
    if gc >= 0 {
        return;
    }
    let left = LEFT.get();
    if left == 0 {
        // SAFETY: `state` is the running VM's, as above.
        unsafe {
            stop(
                state,
                c"does not come to an end: 200000 turns of loops and calls in one decision",
            )
        };
    }
    LEFT.set(left - 1);
    // SAFETY: as above; the VM may collect garbage wherever it calls interrupts that are not the collector's own.
    unsafe {
        if ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0) > HELD_KB {
            ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
            if ffi::lua_gc(state, ffi::LUA_GCCOUNT, 0) > HELD_KB {
                stop(state, c"holds more than 16 MB");
            }
        }
    }
}

/// Ends the script with an error that begins with the line it has come to.
///
/// # Safety
/// `state` is the running VM's, inside of an interrupt. Does not return: it unwinds.
unsafe fn stop(state: *mut ffi::lua_State, what: &CStr) {
    // SAFETY: room for three values is asked for before they are pushed; an interrupt may raise errors.
    unsafe {
        ffi::lua_rawcheckstack(state, 3);
        ffi::luaL_where(state, 0);
        ffi::lua_pushstring(state, what.as_ptr());
        ffi::lua_concat(state, 2);
        ffi::lua_error(state);
    }
}
