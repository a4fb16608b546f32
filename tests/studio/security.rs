//! Requests that the studio must refuse, sent to a running studio.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use super::program::GONG;
use super::running::Running;
use super::server::{Server, status};
use crate::common::patience;

/// Returns the address of game 0 of a scenario with one edit; `scenario` and `edit` need no escapes
/// besides those of the address.
fn game(scenario: &str, edit: &str) -> String {
    format!(
        "/api/game.html?asked=%7B%22scenario%22:%22{scenario}%22,%22edits%22:%5B%22{edit}%22%5D,\
         %22seed%22:1,%22game%22:0%7D"
    )
}

#[test]
fn only_the_page_with_the_token_is_answered() {
    let server = Server::start();
    let answer = server.get("/", &[]);
    assert_eq!(status(&answer), "200", "{answer}");
    for line in [
        "content-security-policy: default-src 'none'; script-src 'self';",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
    ] {
        assert!(answer.contains(line), "{line}: {answer}");
    }
    assert!(!answer.contains("<script>") && !answer.contains("onclick="));
    let first = server.send(
        &format!("GET /?token={} HTTP/1.1", server.token),
        &[&server.host()],
        "",
    );
    assert_eq!(status(&first), "303");
    let cookie = "; Path=/; HttpOnly; SameSite=Strict";
    assert!(
        first.contains(cookie) && first.contains("location: /\r\n"),
        "{first}"
    );
    // An answer to a stranger does not contain the token.
    for path in [
        "/",
        "/page/main.js",
        "/api/start",
        "/?token=",
        "/?token=0123",
        &game("four.toml", "rules.rounds=9"),
    ] {
        let answer = server.send(&format!("GET {path} HTTP/1.1"), &[&server.host()], "");
        assert_eq!(status(&answer), "403", "{path}");
        assert!(!answer.contains(&server.token));
    }
    let wrong = format!("Cookie: gong-studio-{}={}", server.port, "0".repeat(64));
    let answer = server.send("GET / HTTP/1.1", &[&server.host(), &wrong], "");
    assert_eq!(status(&answer), "403");
}

#[test]
fn other_hosts_and_other_pages_are_refused_even_with_the_token() {
    let server = Server::start();
    let cookie = server.cookie();
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "10.0.0.1",
    ] {
        let line = format!("Host: {host}");
        let answer = server.send("GET /api/start HTTP/1.1", &[&line, &cookie], "");
        assert_eq!(status(&answer), "403", "{host}");
    }
    // A tunnel to a remote machine has a port of its own.
    let tunnel = [
        "Host: localhost:9999",
        "Origin: http://localhost:9999",
        &cookie,
    ];
    assert_eq!(
        status(&server.send("GET /api/start HTTP/1.1", &tunnel, "")),
        "200"
    );
    for foreign in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ] {
        assert_eq!(
            status(&server.get("/api/start", &[foreign])),
            "403",
            "{foreign}"
        );
    }
    let shown = game("four.toml", "rules.rounds=9");
    for foreign in ["Origin: http://evil.example", "Sec-Fetch-Site: cross-site"] {
        assert_eq!(status(&server.get(&shown, &[foreign])), "403", "{foreign}");
    }
    // A request that changes something names its origin.
    let headers = [&server.host(), &cookie, "Content-Type: application/json"];
    let body = r#"{"scenario":"four.toml","edits":[],"name":"new"}"#;
    assert_eq!(
        status(&server.send("POST /api/save HTTP/1.1", &headers, body)),
        "403"
    );
    assert!(!server.folder.path().join("in/new.toml").exists());
}

#[test]
fn no_path_and_no_name_leads_outside_the_folder() {
    let server = Server::start();
    #[cfg(unix)]
    std::os::unix::fs::symlink(
        server.folder.path().join("secret.toml"),
        server.folder.path().join("in/link.toml"),
    )
    .unwrap();
    let absolute = server.folder.path().join("secret.toml");
    for path in ["../secret.toml", "link.toml", absolute.to_str().unwrap()] {
        let answer = server.post("/api/sheet", &format!(r#"{{"scenario":"{path}"}}"#));
        assert_eq!(status(&answer), "400", "{path}: {answer}");
        assert!(!answer.contains("hidden"));
        let answer = server.get(&game(path, "rules.rounds=9"), &[]);
        assert_eq!(status(&answer), "400", "{path}: {answer}");
        assert!(!answer.contains("hidden"));
    }
    for folder in ["..", "../in", "link", "x"] {
        let path = format!("/api/report.html?asked=%7B%22folder%22:%22{folder}%22%7D");
        let answer = server.get(&path, &[]);
        assert!(
            ["400", "404"].contains(&status(&answer)),
            "{folder}: {answer}"
        );
    }
    for path in [
        "/page/../../Cargo.toml",
        "/page/%2e%2e%2fCargo.toml",
        "/Cargo.toml",
    ] {
        assert_eq!(status(&server.get(path, &[])), "404", "{path}");
    }
    for edit in ["roster=../secret.toml", "strategy=../secret.toml"] {
        let body = format!(r#"{{"scenario":"four.toml","edits":["{edit}"]}}"#);
        let answer = server.post("/api/check", &body);
        assert_eq!(status(&answer), "400", "{edit}: {answer}");
        let answer = server.get(&game("four.toml", edit), &[]);
        assert_eq!(status(&answer), "400", "{edit}: {answer}");
    }
    for name in ["../new", "a/b", ".hidden", "", "-x", "a\\\\b"] {
        let body = format!(r#"{{"scenario":"four.toml","edits":[],"name":"{name}"}}"#);
        assert_eq!(status(&server.post("/api/save", &body)), "400", "{name}");
    }
    for flag in [
        ["out", "/tmp/x"],
        ["write", "x.toml"],
        ["strategy", "x.toml"],
    ] {
        let body = format!(
            r#"{{"question":"tune","scenario":"four.toml","flags":[["{}","{}"]]}}"#,
            flag[0], flag[1]
        );
        assert_eq!(status(&server.post("/api/ask", &body)), "400", "{flag:?}");
    }
}

#[test]
fn a_file_is_never_replaced() {
    let server = Server::start();
    let body = r#"{"scenario":"four.toml","edits":["rules.rounds=9"],"name":"mine"}"#;
    let answer = server.post("/api/save", body);
    assert_eq!(status(&answer), "200", "{answer}");
    let path = server.folder.path().join("in/mine.toml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("rounds = 9"), "{text}");
    let again = server.post("/api/save", &body.replace("=9", "=8"));
    assert_eq!(status(&again), "422", "{again}");
    assert!(again.contains("never replaced"), "{again}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_faulty_edit_has_the_message_of_the_command_line() {
    let server = Server::start();
    let body = r#"{"scenario":"four.toml","edits":["fighters.agaric.size=99"]}"#;
    let answer = server.post("/api/check", body);
    assert_eq!(status(&answer), "422");
    assert!(
        answer.contains("--set fighters.agaric.size=99: fighters.agaric.size: is 99; wants"),
        "{answer}"
    );
}

#[test]
fn huge_requests_are_refused() {
    let server = Server::start();
    let huge = format!(r#"{{"scenario":"{}"}}"#, "x".repeat(1 << 20));
    let answer = server.post("/api/sheet", &huge);
    // A server may close the connection while the client still sends.
    assert!(["413", "no answer"].contains(&status(&answer)), "{answer}");
    let long = format!("/api/live?asked={}", "x".repeat(1 << 20));
    assert!(!server.get(&long, &[]).contains(" 200 "));
    let edits = vec!["rules.rounds=9"; 1000].join("\",\"");
    let body = format!(r#"{{"scenario":"four.toml","edits":["{edits}"]}}"#);
    assert_eq!(status(&server.post("/api/check", &body)), "400");
    assert_eq!(status(&server.get("/api/start", &[])), "200");
}

#[test]
fn idle_connections_do_not_shut_out_the_page() {
    let server = Server::start();
    // More connections than the server holds at once.
    let idle: Vec<TcpStream> = (0..300).map(|_| server.connect()).collect();
    assert_eq!(status(&server.get("/api/start", &[])), "200");
    drop(idle);
}

#[test]
fn a_page_that_goes_away_ends_its_games() {
    let server = Server::start();
    let asked = "%7B%22scenario%22:%22four.toml%22,%22edits%22:%5B%22rules.rounds=9%22%5D%7D";
    // More pages than comparisons may play at once.
    for _ in 0..9 {
        let mut stream = server.connect();
        let request = format!(
            "GET /api/live?asked={asked} HTTP/1.1\r\n{}\r\n{}\r\n\r\n",
            server.host(),
            server.cookie()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut seen = String::new();
        while !seen.contains("event: step") {
            let mut part = [0; 4096];
            let length = stream.read(&mut part).unwrap();
            assert!(length > 0, "{seen}");
            seen += &String::from_utf8_lossy(&part[..length]);
        }
    }
}

#[test]
fn a_shown_game_is_shut_off_from_the_studio() {
    let server = Server::start();
    let policy = "content-security-policy: sandbox allow-scripts allow-popups; default-src 'none'";
    let answer = server.get(&game("four.toml", "rules.rounds=9"), &[]);
    assert_eq!(status(&answer), "200", "{answer}");
    assert!(answer.contains(policy) && answer.contains("<!doctype html>"));
    // The messages of a failure are text, not markup.
    let answer = server.get(&game("four.toml", "fighters.agaric.size=99"), &[]);
    assert_eq!(status(&answer), "422", "{answer}");
    for part in [policy, "content-type: text/plain", "is 99; wants"] {
        assert!(answer.contains(part), "{part}: {answer}");
    }
    // The scenario's own bots give no estimates of winning.
    let body = r#"{"scenario":"four.toml","edits":[],"seed":1}"#;
    let answer = server.post("/api/striking", body);
    assert_eq!(status(&answer), "422", "{answer}");
    let answer = server.get("/api/game.html?asked=%7B%7D", &[]);
    assert_eq!(status(&answer), "400", "{answer}");
}

#[test]
fn reports_and_new_files_stay_in_the_folder() {
    let server = Server::start();
    let outside = server.folder.path().join("report");
    let inside = server.folder.path().join("in");
    let run = Command::new(GONG)
        .args("run in/four.toml --games 40 --quick --out report".split(' '))
        .current_dir(server.folder.path())
        .output();
    assert!(run.unwrap().status.success());
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(&outside, inside.join("linked")).unwrap();
        fs::create_dir(inside.join("files")).unwrap();
        for file in ["manifest.json", "found.json"] {
            symlink(outside.join(file), inside.join("files").join(file)).unwrap();
        }
        for folder in ["linked", "files"] {
            let answer = server.post("/api/report", &format!(r#"{{"folder":"{folder}"}}"#));
            assert_eq!(status(&answer), "400", "{folder}: {answer}");
            assert!(answer.contains("leads outside"), "{folder}: {answer}");
        }
    }
    let answer = server.post("/api/report", r#"{"folder":"../report"}"#);
    assert!(answer.contains("leads outside"), "{answer}");
    for folder in ["../report", "/tmp", "", ".", "four.toml", "missing"] {
        let answer = server.post("/api/report", &format!(r#"{{"folder":"{folder}"}}"#));
        assert!(status(&answer).starts_with('4'), "{folder}: {answer}");
    }
    let create = |game: &str, name: &str| {
        let body = format!(r#"{{"game":"{game}","name":"{name}"}}"#);
        server.post("/api/new", &body)
    };
    for name in ["../new", "/tmp/new", "", "-x", "a/b", "a\\u0000b"] {
        let answer = create("ultimate-warriorz", name);
        assert_eq!(status(&answer), "400", "{name}: {answer}");
    }
    assert_eq!(status(&create("--help", "new")), "400");
    let answer = create("ultimate-warriorz", "four");
    assert_eq!(status(&answer), "422", "{answer}");
    assert!(answer.contains("never replaced"), "{answer}");
    assert!(!server.folder.path().join("new.toml").exists());
}

/// Returns the number of processes that a process has started and that have not ended.
#[cfg(target_os = "linux")]
fn children(process: u32) -> usize {
    let parent = format!("\nPPid:\t{process}\n");
    let all = fs::read_dir("/proc").unwrap();
    all.filter(|entry| {
        // Other processes may end meanwhile.
        let status = entry.as_ref().map(|entry| entry.path().join("status"));
        let status = status.ok().and_then(|path| fs::read_to_string(path).ok());
        status.is_some_and(|status| status.contains(&parent))
    })
    .count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_shown_game_ends_when_its_page_goes_away() {
    let server = Server::start();
    let process = server.running.process.id();
    let wait = |count: usize| {
        let what = format!("{count} child processes");
        patience::until(&what, || children(process) == count);
    };
    // A strong search plays a game for longer than a test lasts.
    let path = game("four.toml", "strategy=mcts-strong");
    let request = format!(
        "GET {path} HTTP/1.1\r\n{}\r\n{}\r\n\r\n",
        server.host(),
        server.cookie()
    );
    let playing: Vec<TcpStream> = (0..3).map(|_| server.connect()).collect();
    for mut stream in &playing {
        stream.write_all(request.as_bytes()).unwrap();
    }
    // More games are asked for than are played at the same time.
    wait(2);
    drop(playing);
    wait(0);
}

#[test]
fn a_port_in_use_is_named() {
    let server = Server::start();
    let port = server.port.to_string();
    let refused = Command::new(GONG)
        .args(["studio", "--no-open", "--port", &port])
        .output();
    let refused = refused.unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).unwrap();
    let expected = format!("error: --port {port}: the port is in use; name another port");
    assert!(told.starts_with(&expected), "{told}");
    // Without --port, a second studio of a folder listens on another port.
    let both = [(); 2].map(|()| Running::start(server.folder.path(), &[]));
    assert_ne!(both[0].port(), both[1].port());
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_studio() {
    crate::common::signals::heed();
    let mut server = Server::start();
    let id = server.running.process.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
    assert_eq!(server.running.process.wait().unwrap().code(), Some(0));
}
