//! Access control: the studio answers only the page that this process has opened.
//!
//! Every request must name the loopback address as its host, so that a foreign name that resolves
//! to this machine is refused. A request with an origin must come from the same host and port.
//! Every request must contain the key of the studio in a cookie. The browser gets this cookie for a
//! token in the address of its first request. A token is valid once.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use subtle::ConstantTimeEq;
use tokio::time::timeout;

use super::opening::leading_to;
use crate::words::hex;

/// Number of random bytes in a key and in a token.
const SECRET_BYTES: usize = 32;

/// Time in which a connection must send the body of a request.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// Maximum size of a request's body, in bytes.
const MOST_BODY: usize = 64 << 10;

/// The key of the studio, and the tokens that are still valid.
#[derive(Clone)]
pub struct Access {
    key: Arc<str>,
    tokens: Arc<Mutex<Vec<String>>>,
}

/// Headers of every response: nothing is loaded from elsewhere, and no script is inside a page.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' \
         data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

impl Access {
    /// Creates a random key.
    ///
    /// # Errors
    /// Fails if the system has no source of random numbers.
    pub fn new() -> anyhow::Result<Access> {
        Ok(Access { key: secret()?.into(), tokens: Arc::default() })
    }

    /// Creates a token that is valid once.
    ///
    /// # Errors
    /// Fails if the system has no source of random numbers.
    pub fn token(&self) -> anyhow::Result<String> {
        let token = secret()?;
        self.tokens().push(token.clone());
        Ok(token)
    }

    fn tokens(&self) -> MutexGuard<'_, Vec<String>> {
        self.tokens.lock().expect("no thread panics while it holds the tokens")
    }

    /// Returns whether a token is still valid.
    pub fn holds(&self, token: &str) -> bool {
        let tokens = self.tokens();
        tokens.iter().any(|valid| same(valid, token))
    }

    /// Makes a token invalid.
    pub fn revoke(&self, token: &str) {
        self.tokens().retain(|valid| !same(valid, token));
    }

    /// Returns why a request is refused, or `None` if it comes from the studio's own page.
    fn refusal(&self, method: &Method, address: &Uri, headers: &HeaderMap) -> Option<&'static str> {
        // An address with a host of its own overrides the header.
        let named = address.authority().is_none();
        let Ok(Some(host)) = only(headers, HOST).map(|host| host.filter(|_| named)) else {
            return Some("the request names no host, or several");
        };
        if port_of(host).is_none() {
            return Some("the host is not this machine");
        }
        match only(headers, ORIGIN) {
            Ok(Some(origin)) if origin == format!("http://{host}") => {}
            Ok(None) if method == Method::GET => {}
            Ok(None) => return Some("the request names no origin"),
            _ => return Some("the request comes from another page"),
        }
        match only(headers, HeaderName::from_static("sec-fetch-site")) {
            Ok(None | Some("same-origin" | "none")) => None,
            _ => Some("the request comes from another page"),
        }
    }

    fn by_cookie(&self, headers: &HeaderMap) -> bool {
        let wanted = cookie_name(headers);
        let cookies = headers.get_all(COOKIE).iter();
        let cookies = cookies.filter_map(|line| line.to_str().ok());
        let mut pairs = cookies.flat_map(|line| line.split(';'));
        pairs.any(|pair| match pair.trim().split_once('=') {
            Some((name, value)) => Some(name) == wanted.as_deref() && same(value, &self.key),
            None => false,
        })
    }

    /// Returns the answer to a request with a token, which sets the cookie. The answer is a page
    /// that opens the studio, and no redirection: the browser sends the cookie only with requests
    /// that come from the studio.
    fn welcome(&self, headers: &HeaderMap) -> Response {
        let name = cookie_name(headers).unwrap_or_default();
        let cookie = format!("{name}={}; Path=/; HttpOnly; SameSite=Strict", self.key);
        ([(SET_COOKIE, cookie)], Html(leading_to("/"))).into_response()
    }
}

/// Creates a random secret of 256 bits.
fn secret() -> anyhow::Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no random key: {error}"))?;
    Ok(hex(&bytes))
}

/// Compares two secrets in constant time.
fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Returns the value of a header; `None` if the header is missing.
///
/// # Errors
/// Fails if the header is repeated or is no text: another program might read another value.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(drop),
        _ => Err(()),
    }
}

/// Returns the port in a `Host` header, or `None` if the header does not name this machine. The
/// port may differ from that of the studio, because a tunnel to a remote machine has a port of its
/// own.
fn port_of(host: &str) -> Option<u16> {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()?),
        _ => (host, 80),
    };
    ["127.0.0.1", "localhost", "[::1]"].contains(&name).then_some(port)
}

/// Returns the name of the cookie. Browsers send cookies to all ports of a host, so the name holds
/// the port under which the browser reaches the studio.
fn cookie_name(headers: &HeaderMap) -> Option<String> {
    let host = only(headers, HOST).ok().flatten()?;
    port_of(host).map(|port| format!("gong-studio-{port}"))
}

/// Returns the token in an address.
fn token_of(address: &Uri) -> Option<&str> {
    let pairs = address.query()?.split('&');
    pairs.filter_map(|pair| pair.strip_prefix("token=")).next()
}

/// Answers a request only if it comes from the studio's page and contains the key.
pub async fn guard(State(access): State<Access>, request: Request, next: Next) -> Response {
    let refused = |status: StatusCode, why: &str| {
        let said = format!("Refused: {why}.\n");
        (status, [(CONNECTION, "close")], said).into_response()
    };
    // A link that a user clicks elsewhere may open the page, but only with a token.
    let opens = request.method() == Method::GET && request.uri().path() == "/";
    let token = token_of(request.uri()).filter(|_| opens);
    let mut headers = request.headers().clone();
    let valid = token.is_some_and(|token| access.holds(token));
    if valid {
        headers.remove("sec-fetch-site");
    }
    let mut response = match access.refusal(request.method(), request.uri(), &headers) {
        Some(why) => refused(StatusCode::FORBIDDEN, why),
        None => match (token, access.by_cookie(&headers)) {
            // A used token does no harm in a browser that has the cookie.
            (Some(token), known) if valid || known => {
                access.revoke(token);
                access.welcome(&headers)
            }
            (_, true) => match whole(request).await {
                Ok(request) => next.run(request).await,
                Err((status, why)) => refused(status, why),
            },
            (_, false) => refused(StatusCode::FORBIDDEN, UNKNOWN),
        },
    };
    for (name, value) in HEADERS {
        let entry = response.headers_mut().entry(name);
        entry.or_insert_with(|| HeaderValue::from_static(value));
    }
    response
}

/// The answer to a browser whose cookie is missing, or is that of an earlier studio.
const UNKNOWN: &str = "this browser has no valid cookie of this studio, and an address with a token \
    opens the page only once; open the last address that gong studio has printed";

/// Reads the body of a request.
///
/// # Errors
/// Fails if the body is too large, or does not arrive in time.
async fn whole(request: Request) -> Result<Request, (StatusCode, &'static str)> {
    let (head, body) = request.into_parts();
    match timeout(REQUEST_TIME, to_bytes(body, MOST_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        Ok(Err(_)) => Err((StatusCode::PAYLOAD_TOO_LARGE, "the request is too large")),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "the request came too slowly")),
    }
}
