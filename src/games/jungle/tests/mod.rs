//! Tests of the rules, one file per part; each test is named after the rule that it checks.

mod abilities;
mod acting;
mod alerts;
mod end;
mod equipment;
mod exact;
mod examples;
mod fight;
mod given;
mod hero;
mod hidden;
mod kept;
#[path = "../../../../tests/models/jungle/mod.rs"]
mod model;
mod properties;
mod rebels;
mod recorder;
mod round;
mod rules_page;
mod setup;
mod strike;
mod tiles;
mod told;
