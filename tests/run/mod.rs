//! Tests of commands that play games, as a user runs them: their output, rejected input, and the
//! state after interruptions.

mod adaptation;
mod again;
mod clustered;
mod compared;
mod failed;
mod hostile;
pub mod interrupted;
mod ladder;
mod luck;
mod output_files;
mod own;
mod pairings;
mod reference;
mod refused;
mod sensitivity;
mod several;
mod shape;
mod sharded;
mod skill;
mod strategies;
mod swept;
mod tuned;
mod unlearnt;
