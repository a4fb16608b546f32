//! The files of the page, which are part of the program and need no build step.

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};

use super::failure::RequestError;

const INDEX: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/studio.css");
/// The colours of the page: those of the report.
const REPORT_STYLE: &str = include_str!("../report/page/style.css");

/// The scripts of the page, by name.
const SCRIPTS: [(&str, &str); 14] = [
    ("main.js", include_str!("page/main.js")),
    ("api.js", include_str!("page/api.js")),
    ("ask.js", include_str!("page/ask.js")),
    ("choose.js", include_str!("page/choose.js")),
    ("dom.js", include_str!("page/dom.js")),
    ("edits.js", include_str!("page/edits.js")),
    ("fields.js", include_str!("page/fields.js")),
    ("games.js", include_str!("page/games.js")),
    ("keep.js", include_str!("page/keep.js")),
    ("lines.js", include_str!("page/lines.js")),
    ("numbers.js", include_str!("page/numbers.js")),
    ("pair.js", include_str!("page/pair.js")),
    ("rates.js", include_str!("page/rates.js")),
    ("sheets.js", include_str!("page/sheets.js")),
];

pub async fn index() -> Html<&'static str> {
    Html(INDEX)
}

/// Returns the file of the page with this name.
pub async fn file(Path(name): Path<String>) -> Result<Response, RequestError> {
    let css = "text/css; charset=utf-8";
    let (kind, text) = match name.as_str() {
        "report.css" => (css, REPORT_STYLE),
        "studio.css" => (css, STYLE),
        _ => match SCRIPTS.iter().find(|(script, _)| *script == name) {
            Some((_, text)) => ("text/javascript; charset=utf-8", *text),
            None => return Err(RequestError::missing("the page has no such file")),
        },
    };
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}
