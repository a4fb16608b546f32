//! Tests of scripts as bots: what they see and may do, how they fail, and that their games do not
//! depend on how they are run.

mod faults;
mod hostile;
mod kinds;
mod same;
mod sandbox;
#[path = "../common/scenarios.rs"]
mod scenarios;
mod sees;
mod shipped;
#[path = "../common/signals.rs"]
mod signals;
mod toy;
mod world;
