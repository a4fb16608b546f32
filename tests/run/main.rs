//! The commands that play, from outside, as a user has them: what they write, what they refuse, and what is left when they are interrupted.

mod again;
mod beside;
mod clustered;
mod compared;
mod contract;
mod failed;
mod hostile;
mod interrupted;
mod ladder;
mod luck;
mod own;
mod pairings;
mod refused;
mod sensitivity;
mod several;
mod sharded;
mod skill;
mod strategies;
mod swept;
mod tuned;
mod unlearnt;
mod world;
