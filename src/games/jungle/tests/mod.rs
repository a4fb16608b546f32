//! Tests of the rules, a file for each part, each named after the rule that it proves.

mod abilities;
mod acting;
mod alerts;
mod end;
mod equipment;
mod examples;
mod fight;
mod given;
mod hero;
mod model;
mod properties;
mod rebels;
mod round;
mod rules_page;
mod setup;
mod strike;
mod tiles;
