//! A running studio, and requests to its routes.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use super::running::Running;

/// A running studio in a folder of its own.
pub struct Server {
    pub port: u16,
    /// The value of the cookie.
    pub key: String,
    pub running: Running,
    /// The folder around that of the studio, which is `in`.
    pub folder: tempfile::TempDir,
}

impl Server {
    pub fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("in");
        fs::create_dir(&inside).unwrap();
        for name in ["four.toml", "roster.toml"] {
            fs::copy(Path::new("tests/data").join(name), inside.join(name)).unwrap();
        }
        fs::write(folder.path().join("secret.toml"), "secret = 'hidden'").unwrap();
        let running = Running::start(&inside, &["--port", "0"]);
        let mut server =
            Server { port: running.port().parse().unwrap(), key: String::new(), running, folder };
        let welcome = server.open(&server.running.address);
        let (_, cookie) = welcome.split_once("set-cookie: ").unwrap();
        let (_, key) = cookie.split_once('=').unwrap();
        server.key = key[..64].to_owned();
        server
    }

    /// Opens an address that the studio has told, in a new browser.
    pub fn open(&self, address: &str) -> String {
        let path = &address[address.find("/?").unwrap()..];
        self.send(&format!("GET {path} HTTP/1.1"), &[&self.host()], "")
    }

    pub fn cookie(&self) -> String {
        format!("Cookie: gong-studio-{}={}", self.port, self.key)
    }

    pub fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}", self.port)
    }

    pub fn origin(&self) -> String {
        format!("Origin: http://127.0.0.1:{}", self.port)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a request with these header lines; returns the whole answer.
    pub fn send(&self, line: &str, headers: &[&str], body: &str) -> String {
        let mut stream = self.connect();
        let length = format!("Content-Length: {}", body.len());
        let all = [&[line], headers, &[&length, "Connection: close", "", ""]].concat();
        // The server may close the connection before it has read everything.
        let _ = stream.write_all((all.join("\r\n") + body).as_bytes());
        let mut answer = vec![];
        match stream.read_to_end(&mut answer) {
            Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{error}"),
            _ => String::from_utf8(answer).unwrap(),
        }
    }

    /// Sends a request as the page does, with these lines in addition.
    pub fn get(&self, path: &str, more: &[&str]) -> String {
        let (host, cookie) = (self.host(), self.cookie());
        let headers = [&[host.as_str(), cookie.as_str()], more].concat();
        self.send(&format!("GET {path} HTTP/1.1"), &headers, "")
    }

    pub fn post(&self, path: &str, body: &str) -> String {
        let lines = [self.host(), self.cookie(), self.origin()];
        let lines = lines.iter().map(String::as_str);
        let headers: Vec<&str> = lines.chain(["Content-Type: application/json"]).collect();
        self.send(&format!("POST {path} HTTP/1.1"), &headers, body)
    }
}

/// Returns the status of an answer, such as "200".
pub fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("no answer")
}
