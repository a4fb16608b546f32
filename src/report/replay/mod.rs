//! The page of a replay: one HTML file that opens without a network and draws one game, event by
//! event.
//!
//! The files [`BOARD`], [`CHANCES`] and [`PLAYER`] are plain scripts without dependencies, and
//! [`STYLE`] is their style sheet. The function `replay(root, data)` builds the controls and the
//! drawing inside an element; `data` is a [`Replay`] as JSON. Other pages can use the same files.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Value;

use super::page::templates;
use crate::game::story::Replay;

/// The script that draws a board: places, pieces, dice.
pub const BOARD: &str = include_str!("board.js");
/// The script that draws the win probabilities along a game.
pub const CHANCES: &str = include_str!("chances.js");
/// The script with the controls of a replay.
pub const PLAYER: &str = include_str!("player.js");
/// The style sheet of the drawing and its controls.
pub const STYLE: &str = include_str!("replay.css");

/// Renders the page of a replay as HTML.
///
/// # Errors
/// Fails if the page cannot be rendered.
pub fn page(replay: &Replay) -> Result<String> {
    let mut environment = templates()?;
    environment.add_template("replay.html", include_str!("replay.html"))?;
    // No text of the data can end the script element.
    let data = serde_json::to_string(replay)?.replace('<', "\\u003c");
    let page = environment.get_template("replay.html")?;
    Ok(page.render(context! {
        title => replay.opening.heading(),
        version => env!("CARGO_PKG_VERSION"),
        style => Value::from_safe_string(STYLE.to_owned()),
        scripts => [BOARD, CHANCES, PLAYER].map(|text| Value::from_safe_string(text.to_owned())),
        data => Value::from_safe_string(data),
    })?)
}
