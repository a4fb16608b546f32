//! Scripts as bots: what they see and may do, how they fail, and that they play the same games however they are played.

mod faults;
mod hostile;
mod kinds;
mod same;
mod sandbox;
mod sees;
mod shipped;
#[path = "../common/table.rs"]
mod table;
mod toy;
mod world;
