//! All tests of the program and of the library as a whole, in one program: each further test
//! program would link the library once more. Two have a program of their own:
//! `tests/allocations.rs` measures the memory of a process, and `tests/toy` adds a game to a
//! process.

mod architecture;
mod bad_input;
mod common;
mod contract;
mod determinism;
mod docs;
mod engine;
mod golden;
mod luck;
mod mcts;
mod page;
mod pairings;
mod readers;
mod run;
mod scripts;
mod studio;
mod titles;
mod training;
mod watch;

#[global_allocator]
static ALLOCATOR: common::counting::Counting = common::counting::Counting;
