//! Tests of scripts as bots: what they see and may do, how they fail, and that their games do not
//! depend on how they are run.

mod faults;
mod hostile;
mod kinds;
mod same;
mod sandbox;
mod sees;
mod shipped;
mod toy;
mod twins;
mod world;
