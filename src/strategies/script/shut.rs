//! Makes the tables that are given to a script read-only. The tables are writable while the data of
//! a decision is read, and read-only while the script runs.
//!
//! Reading a read-only table costs no additional time. Luau rejects every write to such a table,
//! and names the line. Memory that is allocated while the tables are read-only belongs to the
//! script; see [`limits`].

use std::ffi::c_int;

use mlua::{Function, Lua, Table, ffi};

use super::limits;

/// Adds the Luau functions that make tables read-only or writable to the table `host`:
///
/// - `keep(table)` registers a table to be switched between writable and read-only.
/// - `keep_option(table)` registers the table of an option of a decision. The registered tables
///   keep the order of the calls.
/// - `shut(readonly, count)` makes registered tables read-only or writable: the first `count` tables
///   of options, and all other tables.
///
/// # Errors
/// Fails if the VM has no memory left.
pub fn add_to(host: &Table, lua: &Lua) -> mlua::Result<()> {
    // The tables are on the stacks of two threads that never run, where the host reaches each table
    // without a look-up. SAFETY: `exec_raw` passes the valid state of `lua` with room for some
    // values, and takes those on its stack as results. Each function gets the upvalues that it
    // reads: threads, which it keeps alive.
    let functions: (Function, Function, Function) = unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_rawcheckstack(state, 8);
            ffi::lua_newthread(state);
            ffi::lua_newthread(state);
            ffi::lua_pushvalue(state, 1);
            ffi::lua_pushcclosurek(state, keep, c"keep".as_ptr(), 1, None);
            ffi::lua_pushvalue(state, 2);
            ffi::lua_pushcclosurek(state, keep, c"keep".as_ptr(), 1, None);
            ffi::lua_pushvalue(state, 1);
            ffi::lua_pushvalue(state, 2);
            ffi::lua_pushcclosurek(state, shut, c"shut".as_ptr(), 2, None);
            ffi::lua_remove(state, 1);
            ffi::lua_remove(state, 1);
        })?
    };
    host.set("keep", functions.0)?;
    host.set("keep_option", functions.1)?;
    host.set("shut", functions.2)
}

/// Implements the Luau functions `keep(table)` and `keep_option(table)`, which register a table to
/// be made read-only.
///
/// # Safety
/// Must be called by the VM as a function whose upvalue is a thread, and by the prelude with a
/// table.
unsafe extern "C-unwind" fn keep(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the upvalue is a thread of the same VM that never runs. Its stack grows only here,
    // and room is requested first.
    unsafe {
        ffi::luaL_checktype(state, 1, ffi::LUA_TTABLE);
        let kept = ffi::lua_tothread(state, ffi::lua_upvalueindex(1));
        ffi::lua_rawcheckstack(kept, 1);
        ffi::lua_settop(state, 1);
        ffi::lua_xmove(state, kept, 1);
    }
    0
}

/// Implements the Luau function `shut(readonly, count)`, which makes registered tables read-only or
/// writable.
///
/// # Safety
/// Must be called by the VM as a function whose two upvalues are threads with only tables on their
/// stacks.
unsafe extern "C-unwind" fn shut(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the requirements are those of this function; the indices are those of tables on the
    // threads' stacks, from 1 to their tops.
    unsafe {
        let readonly = ffi::lua_toboolean(state, 1);
        let count = ffi::lua_tointeger(state, 2) as c_int;
        ffi::lua_setmemcat(state, if readonly == 0 { 0 } else { limits::SCRIPT });
        let all = ffi::lua_tothread(state, ffi::lua_upvalueindex(1));
        for index in 1..=ffi::lua_gettop(all) {
            ffi::lua_setreadonly(all, index, readonly);
        }
        let options = ffi::lua_tothread(state, ffi::lua_upvalueindex(2));
        for index in 1..=ffi::lua_gettop(options).min(count) {
            ffi::lua_setreadonly(options, index, readonly);
        }
    }
    0
}
