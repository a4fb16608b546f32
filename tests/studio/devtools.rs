//! Drives Chromium by its DevTools protocol.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// Maximum time to wait for something on the page.
const PATIENCE: Duration = Duration::from_secs(120);

/// A browser with one page.
pub struct Browser {
    process: Child,
    socket: WebSocket<TcpStream>,
    number: u64,
    /// Errors of scripts, and requests that failed or were blocked.
    pub errors: Vec<String>,
}

impl Browser {
    pub fn start(program: &str, profile: &Path) -> Browser {
        let process = Command::new(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
            ])
            .args(["--disable-sync", "--remote-debugging-port=0", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let port = wait(|| {
            let text = std::fs::read_to_string(profile.join("DevToolsActivePort")).ok()?;
            text.lines().next()?.parse().ok()
        });
        let page = wait(|| pages(port)?.into_iter().find(|page| page["type"] == "page"));
        let address = page["webSocketDebuggerUrl"].as_str().expect("an address");
        let path = &address[address.find("/devtools").expect("a path")..];
        let mut browser = Browser {
            process,
            socket: upgrade(port, path),
            number: 0,
            errors: vec![],
        };
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            browser.send(domain, json!({}));
        }
        browser
    }

    /// Sends a command, and returns its result.
    pub fn send(&mut self, method: &str, params: Json) -> Json {
        self.number += 1;
        let command = json!({ "id": self.number, "method": method, "params": params });
        self.socket
            .send(Message::text(command.to_string()))
            .expect("the browser listens");
        loop {
            let message = self.socket.read().expect("the browser answers");
            let Ok(text) = message.into_text() else {
                continue;
            };
            let message: Json = serde_json::from_str(&text).unwrap_or_default();
            if message["id"] == self.number {
                return message["result"].clone();
            }
            match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => self.errors.push(message["params"].to_string()),
                Some("Log.entryAdded") if message["params"]["entry"]["level"] == "error" => {
                    self.errors.push(message["params"]["entry"].to_string());
                }
                _ => {}
            }
        }
    }

    /// Sets the size of the screen; a narrow screen is that of a phone.
    pub fn resize(&mut self, width: u32, height: u32) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.send("Emulation.setDeviceMetricsOverride", metrics);
    }

    pub fn open(&mut self, address: &str) {
        self.send("Page.navigate", json!({ "url": address }));
    }

    /// Evaluates an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Json {
        let params = json!({
            "expression": expression,
            "awaitPromise": true,
            "returnByValue": true,
        });
        let result = self.send("Runtime.evaluate", params);
        let failed = &result["exceptionDetails"];
        assert!(failed.is_null(), "{expression}: {failed}");
        result["result"]["value"].clone()
    }

    pub fn text(&mut self, selector: &str) -> String {
        let text = self.eval(&format!(
            "document.querySelector({selector:?})?.textContent ?? ''"
        ));
        text.as_str().unwrap_or_default().to_owned()
    }

    pub fn click(&mut self, selector: &str) {
        self.until(&format!("document.querySelector({selector:?})"));
        self.eval(&format!("document.querySelector({selector:?}).click()"));
    }

    /// Waits until an expression is true in the page; returns the time that this took.
    pub fn until(&mut self, expression: &str) -> Duration {
        let begin = Instant::now();
        // While a page loads, it may have no document yet.
        let tried =
            format!("(() => {{ try {{ return !!({expression}) }} catch {{ return false }} }})()");
        while self.eval(&tried) != true {
            let message = "document.body.innerText.slice(0, 2000)";
            assert!(
                begin.elapsed() < PATIENCE,
                "{expression}: {}, {:?}",
                self.eval(message),
                self.errors
            );
            sleep(Duration::from_millis(10));
        }
        begin.elapsed()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that has ended already needs no end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Calls a function until it returns something.
fn wait<T>(what: impl Fn() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = what() {
            return found;
        }
        assert!(begin.elapsed() < PATIENCE, "the browser does not start");
        sleep(Duration::from_millis(50));
    }
}

/// Returns the pages of the browser.
fn pages(port: u16) -> Option<Vec<Json>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    let request =
        format!("GET /json HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_millis(500)))
        .ok()?;
    let mut answer = vec![];
    // The browser may keep the connection open.
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    serde_json::from_str(body).ok()
}

/// Turns a connection into a web socket.
fn upgrade(port: u16, path: &str) -> WebSocket<TcpStream> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the browser listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream
        .write_all(request.as_bytes())
        .expect("the browser listens");
    let (mut head, mut byte) = (vec![], [0]);
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("the browser answers");
        head.extend(byte);
    }
    assert!(
        head.starts_with(b"HTTP/1.1 101"),
        "{}",
        String::from_utf8_lossy(&head)
    );
    let config = WebSocketConfig::default()
        .max_message_size(None)
        .max_frame_size(None);
    WebSocket::from_raw_socket(stream, Role::Client, Some(config))
}
