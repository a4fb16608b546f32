//! Elementary functions of the C library, with the same results on every machine.
//!
//! Luau's library `math` and its operator `^` call these functions by name. The last bits of the
//! functions in C libraries differ between systems, and between processors with and without fused
//! multiply-add. The linker prefers the definitions below to those of the C library, for the whole
//! program; so the statistics are the same everywhere too.

macro_rules! functions {
    ($($name:ident($($argument:ident),+))+) => {$(
        // SAFETY: the function has the signature and the meaning of the C function with this name.
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: f64),+) -> f64 {
            libm::$name($($argument),+)
        }
    )+};
}

functions! {
    acos(x)
    asin(x)
    atan(x)
    atan2(y, x)
    cos(x)
    cosh(x)
    exp(x)
    log(x)
    log10(x)
    log2(x)
    pow(x, y)
    sin(x)
    sinh(x)
    tan(x)
    tanh(x)
}
