//! The error of a request: a status, and the messages that the command line would print.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A request that failed, with one message per fault.
#[derive(Debug)]
pub struct RequestError {
    pub status: StatusCode,
    pub messages: Vec<String>,
}

impl RequestError {
    /// Creates the error of a request that asks for something impossible.
    pub fn refused(message: impl Into<String>) -> RequestError {
        RequestError { status: StatusCode::BAD_REQUEST, messages: vec![message.into()] }
    }

    /// Creates the error of a request for something that does not exist.
    pub fn missing(message: impl Into<String>) -> RequestError {
        RequestError { status: StatusCode::NOT_FOUND, ..RequestError::refused(message) }
    }

    /// Creates the error of a request that has to wait until something else has ended.
    pub fn busy(message: impl Into<String>) -> RequestError {
        RequestError { status: StatusCode::CONFLICT, ..RequestError::refused(message) }
    }

    /// Creates the error of a request about a faulty file. The status of the response differs from
    /// that for a faulty edit, because the edits are not judged.
    pub fn faulty_file(error: anyhow::Error) -> RequestError {
        RequestError { status: StatusCode::CONFLICT, ..RequestError::from(error) }
    }
}

/// Faulty input has the messages of the command line.
impl From<anyhow::Error> for RequestError {
    fn from(error: anyhow::Error) -> RequestError {
        let lines = match error.downcast_ref::<clap::Error>() {
            // The first paragraph says what is wrong; the others are for a terminal.
            Some(refused) => {
                let told = refused.to_string();
                let first = told.split("\n\n").next().unwrap_or_default();
                first.trim_start_matches("error: ").to_owned()
            }
            None => format!("{error:#}"),
        };
        RequestError {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            messages: lines.lines().map(crate::words::shown_line).collect(),
        }
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "faults": self.messages }))).into_response()
    }
}
