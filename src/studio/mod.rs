//! The studio: a page in the browser on which users change the values of a scenario, watch win
//! rates move, and ask the questions of the command line. The answers, the numbers and the files
//! are those of the command line. The page names no game.
//!
//! - `server` listens on the loopback address
//! - `opening` leads the browser to the page
//! - `access` refuses requests of other pages, other hosts, and requests without the key
//! - `routes` maps addresses to the modules below; `assets` holds the files of the page
//! - `workspace` finds scenarios in the folder, and checks what the page may read and change
//! - `reports` opens the scenario of a report; `new_scenario` writes a new scenario of a game
//! - `sheets` describes a scenario's values for the page
//! - `live` plays a comparison for as long as the page listens
//! - `jobs` asks a question in a process of its own; `asking` checks its flags
//! - `watching` shows one game on a drawn board
//! - `accept` turns the edits that a question proposes into edits of the page
//! - `shown` converts answers to JSON
//! - `failure` is the error type of requests

mod accept;
mod access;
mod asking;
mod assets;
mod failure;
mod jobs;
mod live;
mod new_scenario;
mod opening;
mod reports;
mod routes;
mod server;
mod sheets;
mod shown;
mod watching;
mod workspace;

pub use self::server::{StudioOptions, StudioServer};
