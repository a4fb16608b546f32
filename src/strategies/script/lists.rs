//! Computes lengths of Luau tables that depend only on the tables' contents: the number of entries
//! before the first nil.
//!
//! In Luau, the length of a table is the position of some entry that is followed by nil. If there
//! are several such entries, the result depends on the table's memory layout.

use std::ffi::c_int;

use mlua::{Function, Lua, Table, ffi};

use super::limits;

/// Number of table entries that a script may scan at the cost of one step.
const ENTRIES: c_int = 64;

/// Adds the functions that measure tables to the table `host`:
///
/// - `length(value)` returns the length of a table or a string. It replaces the operator `#`.
/// - `list(table)`: the first result is the table's length if the table is a list (its keys are 1,
///   2, … up to its length), else nil. The second result is true if the table is read-only.
/// - `counts` is the table 1, 2, 3, …. The function `list` extends it to the length of the longest
///   list so far that is not read-only.
///
/// # Errors
/// Fails if the VM has no memory left.
pub fn add_to(host: &Table, lua: &Lua) -> mlua::Result<()> {
    // SAFETY: `exec_raw` passes the valid state of `lua` with room for some values, and takes the
    // values on its stack as results. `list` gets the upvalue that it reads, a table.
    let measures: (Function, Function, Table) = unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_pushcclosurek(state, length, c"length".as_ptr(), 0, None);
            ffi::lua_createtable(state, 0, 0);
            ffi::lua_pushvalue(state, 2);
            ffi::lua_pushcclosurek(state, list, c"list".as_ptr(), 1, None);
            ffi::lua_insert(state, 2);
        })?
    };
    host.set("length", measures.0)?;
    host.set("list", measures.1)?;
    host.set("counts", measures.2)
}

/// Implements the Luau function `length(value)`, which returns the length of a table or a string.
///
/// # Safety
/// Must be called by the VM as a function. An error unwinds through this frame, which has no
/// destructors.
unsafe extern "C-unwind" fn length(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the type of the argument is checked; every function's stack has room for its results.
    unsafe {
        let count = match ffi::lua_type(state, 1) {
            ffi::LUA_TTABLE => {
                let count = entries(state);
                limits::pay(state, (count / ENTRIES) as u32);
                count
            }
            ffi::LUA_TSTRING => ffi::lua_objlen(state, 1) as c_int,
            kind => {
                let kind = ffi::lua_typename(state, kind.max(ffi::LUA_TNIL));
                ffi::luaL_error(state, c"attempt to get length of a %s value".as_ptr(), kind)
            }
        };
        ffi::lua_pushnumber(state, count.into());
    }
    1
}

/// Implements the Luau function `list(table)`, which returns the length of a table if its keys are
/// 1, 2, … up to the length.
///
/// # Safety
/// Must be called by the VM as a function whose upvalue is a table.
unsafe extern "C-unwind" fn list(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the argument is checked, the upvalue is a table, and every function's stack has room
    // for the few values that are pushed at a time.
    unsafe {
        ffi::luaL_checktype(state, 1, ffi::LUA_TTABLE);
        ffi::lua_settop(state, 1);
        let fixed = ffi::lua_getreadonly(state, 1);
        let count = entries(state);
        // An iterator that starts behind an entry visits all entries that Luau stores behind it.
        let is_all = ffi::lua_rawiter(state, 1, count) == -1;
        ffi::lua_settop(state, 1);
        if is_all {
            if fixed == 0 {
                limits::pay(state, (count / ENTRIES) as u32);
                let counts = ffi::lua_upvalueindex(1);
                for index in ffi::lua_objlen(state, counts) as c_int + 1..=count {
                    ffi::lua_pushnumber(state, index.into());
                    ffi::lua_rawseti_(state, counts, index);
                }
            }
            ffi::lua_pushnumber(state, count.into());
        } else {
            ffi::lua_pushnil(state);
        }
        ffi::lua_pushboolean(state, fixed);
    }
    2
}

/// Returns the number of entries before the first nil, for the Luau table at stack index 1.
///
/// # Safety
/// `state` must be the running VM's, with a table at index 1 and room for a value.
unsafe fn entries(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the requirements are those of this function.
    unsafe {
        // The length that Luau returns is at least the number of entries before the first nil.
        let border = ffi::lua_objlen(state, 1) as c_int;
        // Read-only tables belong to the host and have no holes.
        if ffi::lua_getreadonly(state, 1) != 0 {
            return border;
        }
        let top = ffi::lua_gettop(state);
        for index in 1..=border {
            let kind = ffi::lua_rawgeti_(state, 1, index);
            ffi::lua_settop(state, top);
            if kind == ffi::LUA_TNIL {
                return index - 1;
            }
        }
        border
    }
}
