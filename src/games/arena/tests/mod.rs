//! Tests of every rule in the arena's `RULES.md`, with scripted dice. The name of a test cites the
//! id of its rule.

mod attack;
mod charm;
mod charm_effects;
mod compulsory;
mod custom_effects;
mod dragon;
mod effects_bowling;
mod effects_finishing;
mod effects_lasting;
mod effects_melee;
mod effects_net;
mod effects_sandal;
mod effects_shock;
mod effects_shot;
mod effects_strike;
mod end;
mod exact;
mod examples;
mod given;
mod guest;
mod initiative;
#[path = "../../../../tests/models/arena/mod.rs"]
mod model;
mod rocks;
mod round;
mod rules_page;
mod scoring;
mod search;
mod seat_order;
mod setup;
mod steps;
mod story;
mod view;
