//! Tests of the rules, one file per part; each test is named after the rule that it checks.

mod attack;
mod cards;
mod end;
mod events;
mod exact;
mod given;
mod hidden;
mod line_up;
#[path = "../../../../tests/models/battle_cards/mod.rs"]
mod model;
mod powers;
mod properties;
mod recorder;
mod rules_page;
mod setup;
mod told;
mod turn;
