//! `gong run` from outside, as a user has it: what it writes, what it refuses, and what is left when it is interrupted.

mod contract;
mod interrupted;
mod ladder;
mod pairings;
mod refused;
mod several;
mod strategies;
mod world;
