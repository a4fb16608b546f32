//! Responses for the inner frames of the page, which show reports and replays. Scripts in these
//! frames cannot reach the studio.

use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::Answered;
use crate::scenario::{no_link, read_bytes};
use crate::studio::failure::RequestError;

/// The policy of a report and of a replay: their scripts and styles are inside their page, which is
/// shut off from the studio.
const REPORT_POLICY: &str = "sandbox allow-scripts allow-popups; default-src 'none'; img-src data:; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Maximum size of a report's page, in bytes.
const MOST_REPORT: u64 = 64 << 20;

/// Returns the response with the page of a report.
pub(super) fn page_of_report(page: &std::path::Path) -> Answered<Response> {
    let text = no_link(page).and_then(|()| read_bytes(page, MOST_REPORT));
    let text = text.map_err(RequestError::missing)?;
    Ok(sandboxed("text/html; charset=utf-8", text))
}

/// Returns the response for an inner frame of the page.
pub(super) fn sandboxed(kind: &'static str, text: Vec<u8>) -> Response {
    let headers = [(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, REPORT_POLICY)];
    (headers, text).into_response()
}
