//! Tests of the rules, a file for each part, each named after the rule that it proves.

mod attack;
mod cards;
mod end;
mod events;
mod exact;
mod given;
mod hidden;
mod line_up;
mod model;
mod powers;
mod properties;
mod recorder;
mod rules_page;
mod setup;
mod told;
mod turn;
