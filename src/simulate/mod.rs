//! How it is played: game i of a scenario becomes an outcome, in parallel, the same on any number of threads.

pub mod table;
