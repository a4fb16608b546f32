//! Runs the tested program.

use std::process::{Command, Output};

/// Path of the tested program.
pub const GONG: &str = env!("CARGO_BIN_EXE_gong");

/// Runs `gong` with these arguments in the package's folder. The program must end with this exit
/// code.
pub fn gong(arguments: &[&str], code: i32) -> Output {
    ended(Command::new(GONG).args(arguments), code)
}

/// Runs a command, which must end with this exit code.
pub fn ended(command: &mut Command, code: i32) -> Output {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{command:?}: {told}");
    output
}

/// Runs `gong` with these arguments. The program must succeed; returns its output.
pub fn printed(arguments: &[&str]) -> String {
    String::from_utf8(gong(arguments, 0).stdout).unwrap()
}

/// Runs `gong` with these arguments. The program must refuse them with exit code 2; returns its
/// message.
pub fn refused(arguments: &[&str]) -> String {
    String::from_utf8(gong(arguments, 2).stderr).unwrap()
}
