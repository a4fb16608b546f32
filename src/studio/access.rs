//! Access control: the studio answers only the page that this process has opened.
//!
//! Every request must name the loopback address as its host, so that a foreign name that resolves
//! to this machine is refused. A request with an origin must come from the same host and port.
//! Every request must contain the token: the first request in its address, all others in a cookie.

use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::words::hex;

/// Number of random bytes in the token.
const TOKEN_BYTES: usize = 32;

/// The token of the studio, and the name of the cookie that holds the token.
#[derive(Clone)]
pub struct Access {
    token: String,
    cookie: String,
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
    /// Creates a random token for the studio on this port.
    ///
    /// # Errors
    /// Fails if the system has no source of random numbers.
    pub fn new(port: u16) -> anyhow::Result<Access> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no random token: {error}"))?;
        Ok(Access {
            token: hex(&bytes),
            // Browsers send cookies to all ports of a host, so the name holds the port.
            cookie: format!("gong-studio-{port}"),
        })
    }

    /// Returns the address that opens the page.
    pub fn address(&self, port: u16) -> String {
        format!("http://127.0.0.1:{port}/?token={}", self.token)
    }

    /// Returns why a request is refused, or `None` if it comes from the studio's own page.
    fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(host) = text(HOST).filter(|host| is_loopback(host)) else {
            return Some("the host is not this machine");
        };
        let origin = headers.get(ORIGIN);
        let same = |origin| origin == format!("http://{host}");
        match origin.map(|origin| origin.to_str().is_ok_and(same)) {
            Some(false) => return Some("the request comes from another page"),
            None if method != Method::GET => return Some("the request names no origin"),
            _ => {}
        }
        let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
        match site {
            None | Some(b"same-origin" | b"none") => None,
            Some(_) => Some("the request comes from another page"),
        }
    }

    fn knows(&self, given: &str) -> bool {
        given.as_bytes().ct_eq(self.token.as_bytes()).into()
    }

    fn by_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(COOKIE).iter();
        let cookies = cookies.filter_map(|line| line.to_str().ok());
        let mut pairs = cookies.flat_map(|line| line.split(';'));
        pairs.any(|pair| match pair.trim().split_once('=') {
            Some((name, value)) => name == self.cookie && self.knows(value),
            None => false,
        })
    }

    /// Returns the answer to the first request: sets the cookie, and removes the token from the
    /// address.
    fn welcome(&self) -> Response {
        let cookie = format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict",
            self.cookie, self.token
        );
        let headers = [(SET_COOKIE, cookie), (LOCATION, "/".to_owned())];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

/// Returns whether a `Host` header names this machine. The port may differ from that of the studio,
/// because a tunnel to a remote machine has a port of its own.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    ["127.0.0.1", "localhost", "[::1]"].contains(&name)
}

/// Returns the token in an address.
fn token_of(address: &Uri) -> Option<&str> {
    let pairs = address.query()?.split('&');
    pairs.filter_map(|pair| pair.strip_prefix("token=")).next()
}

/// Answers a request only if it comes from the studio's page and contains the token.
pub async fn guard(State(access): State<Access>, request: Request, next: Next) -> Response {
    let refused = |why: &str| {
        let said = format!("Refused: {why}. Open the address that gong studio printed.\n");
        (StatusCode::FORBIDDEN, [(CONNECTION, "close")], said).into_response()
    };
    // A link that a user clicks elsewhere may open the page, but only with the token.
    let opens = request.method() == Method::GET && request.uri().path() == "/";
    let knows = token_of(request.uri()).is_some_and(|token| access.knows(token));
    let mut headers = request.headers().clone();
    if opens && knows {
        headers.remove("sec-fetch-site");
    }
    let mut response = match access.refusal(request.method(), &headers) {
        Some(why) => refused(why),
        None if opens && knows => access.welcome(),
        None if access.by_cookie(&headers) => next.run(request).await,
        None => refused("the token is missing or wrong"),
    };
    for (name, value) in HEADERS {
        let entry = response.headers_mut().entry(name);
        entry.or_insert_with(|| axum::http::HeaderValue::from_static(value));
    }
    response
}
