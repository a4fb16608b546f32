//! Chromium without a window, driven by its DevTools protocol.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::patience::{self, PATIENCE_FOR_A_STEP};

/// Returns the name of Chromium's program, if it is installed; fails where it is required but
/// missing.
pub fn find() -> Option<&'static str> {
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let mut names = ["chromium", "chromium-browser", "google-chrome"].into_iter();
    let found = names.find(is_there);
    if found.is_none() {
        assert!(
            std::env::var_os("GONG_REQUIRE_BROWSER").is_none(),
            "install what this test needs: chromium"
        );
        eprintln!("NOT TESTED: no Chromium here. To test: install chromium");
    }
    found
}

/// Names of the protocol's messages about what appears in the console.
const CONSOLE: [&str; 3] =
    ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"];

/// A browser with one page.
pub struct Browser {
    process: Child,
    /// The folder of the browser's settings.
    profile: PathBuf,
    socket: WebSocket<TcpStream>,
    number: u64,
    /// Messages in the console: of scripts, and about requests that failed or were blocked.
    pub messages: Vec<String>,
}

impl Browser {
    /// Starts a browser. A browser that does not start is started once more.
    pub fn start(program: &str, profile: &Path) -> Browser {
        let mut tries = (0..2).filter_map(|_| Browser::tried(program, profile));
        tries.next().expect("the browser starts")
    }

    fn tried(program: &str, profile: &Path) -> Option<Browser> {
        let address = profile.join("DevToolsActivePort");
        // The file is missing if this is the first try.
        let _ = fs::remove_file(&address);
        let mut process = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update"])
            .args(["--disable-sync", "--remote-debugging-port=0", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let page = patience::find(|| {
            let text = fs::read_to_string(&address).ok()?;
            let port = text.lines().next()?.parse().ok()?;
            let page = pages(port)?.into_iter().find(|page| page["type"] == "page")?;
            Some((port, page))
        });
        let Some((port, page)) = page else {
            process.kill().expect("the browser can be ended");
            process.wait().expect("the browser ends");
            return None;
        };
        let address = page["webSocketDebuggerUrl"].as_str().expect("an address");
        let path = &address[address.find("/devtools").expect("a path")..];
        let mut browser = Browser {
            process,
            profile: profile.to_owned(),
            socket: upgrade(port, path),
            number: 0,
            messages: vec![],
        };
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            browser.send(domain, json!({}));
        }
        Some(browser)
    }

    /// Sends a command, and returns its result.
    pub fn send(&mut self, method: &str, params: Json) -> Json {
        self.number += 1;
        let command = json!({ "id": self.number, "method": method, "params": params });
        self.socket.send(Message::text(command.to_string())).expect("the browser listens");
        loop {
            let message = match self.socket.read() {
                // A signal to the test's process interrupts a wait.
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => continue,
                message => message.expect("the browser answers"),
            };
            let Ok(text) = message.into_text() else {
                continue;
            };
            let message: Json = serde_json::from_str(&text).unwrap_or_default();
            if message["id"] == self.number {
                return message["result"].clone();
            }
            let method = message["method"].as_str().unwrap_or_default();
            if CONSOLE.contains(&method) {
                self.messages.push(message["params"].to_string());
            }
        }
    }

    /// Sets the size of the window. Phones zoom out if a page is too wide; this window does not, so
    /// that tests notice such a page.
    pub fn resize(&mut self, width: u32, height: u32) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.send("Emulation.setDeviceMetricsOverride", metrics);
    }

    pub fn open(&mut self, address: &str) {
        self.send("Page.navigate", json!({ "url": address }));
    }

    /// Opens a copy of a page with a script at its end, in a window of this width. Returns the
    /// document's title, in which the script has stored its results when the page is loaded.
    pub fn look(&mut self, page: &Path, script: &str, width: u32) -> String {
        let text = fs::read_to_string(page).expect("a page");
        let name = format!("copy-{}.html", self.number);
        let copy = self.profile.join(&name);
        fs::write(&copy, text.replace("</body>", &format!("{script}</body>"))).expect("a copy");
        self.resize(width, 900);
        self.open(&format!("file://{}", copy.display()));
        self.until(&format!(
            "location.href.endsWith({name:?}) && document.readyState === 'complete'"
        ));
        self.title()
    }

    /// Checks that nothing was written to the console.
    pub fn was_silent(&self) {
        assert!(self.messages.is_empty(), "{:?}", self.messages);
    }

    /// Returns the title of the page's document.
    pub fn title(&mut self) -> String {
        self.eval("document.title").as_str().unwrap_or_default().to_owned()
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
        let text = self.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''"));
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
        let found = patience::find(|| (self.eval(&tried) == true).then_some(()));
        let took = begin.elapsed();
        if found.is_none() {
            let text = self.eval("document.body.innerText.slice(0, 2000)");
            panic!("{expression}: {text}, {:?}", self.messages);
        }
        took
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that has ended already needs no end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the pages of the browser.
fn pages(port: u16) -> Option<Vec<Json>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    let request =
        format!("GET /json HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    stream.set_read_timeout(Some(Duration::from_millis(500))).ok()?;
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
    stream.set_read_timeout(Some(PATIENCE_FOR_A_STEP)).expect("a time");
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("the browser listens");
    let (mut head, mut byte) = (vec![], [0]);
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("the browser answers");
        head.extend(byte);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    WebSocket::from_raw_socket(stream, Role::Client, Some(config))
}
