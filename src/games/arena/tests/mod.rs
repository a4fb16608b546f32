//! Every rule of the arena's rules page that Ultimate Warriorz has, proved with scripted dice; tests cite the rule's id.

mod attack;
mod charm;
mod compulsory;
mod effects_lasting;
mod effects_melee;
mod effects_shock;
mod effects_shot;
mod effects_strike;
mod end;
mod examples;
mod guest;
mod initiative;
mod model;
mod model_attacks;
mod model_events;
mod model_options;
mod properties;
mod random;
mod rocks;
mod round;
mod search;
mod setup;
mod steps;
mod table;
mod view;
