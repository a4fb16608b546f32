//! Requests that the studio must refuse, sent to a running studio.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

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
fn only_the_page_with_the_cookie_is_answered() {
    let mut server = Server::start();
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
    // The server has opened the first address, which is valid once; the studio tells another one.
    let used = server.running.address.clone();
    let told = server.running.told_address();
    let token = |address: &str| address.split_once("/?token=").unwrap().1.to_owned();
    assert!(token(&used) != token(&told) && token(&told) != server.key);
    let welcome = server.open(&told);
    assert_eq!(status(&welcome), "200", "{welcome}");
    let cookie = format!(
        "set-cookie: gong-studio-{}={}; Path=/; HttpOnly; SameSite=Strict\r\n",
        server.port, server.key
    );
    assert!(welcome.contains(&cookie), "{welcome}");
    assert!(!welcome.contains(&token(&told)), "{welcome}");
    // An answer to a stranger does not contain the key.
    for path in [
        "/",
        "/page/main.js",
        "/api/start",
        "/?token=",
        "/?token=0123",
        &format!("/?token={}", server.key),
        &format!("/?token={}", token(&used)),
        &format!("/?token={}", token(&told)),
        &game("four.toml", "rules.rounds=9"),
    ] {
        let answer = server.send(&format!("GET {path} HTTP/1.1"), &[&server.host()], "");
        assert_eq!(status(&answer), "403", "{path}");
        assert!(!answer.contains(&server.key));
    }
    // The history of a browser that has the cookie may have a used address.
    let again = server.get(&format!("/?token={}", token(&used)), &[]);
    assert_eq!(status(&again), "200", "{again}");
    let answer = |cookie: String| server.send("GET / HTTP/1.1", &[&server.host(), &cookie], "");
    for (port, key) in [
        (server.port, "0".repeat(64)),
        (server.port, token(&told)),
        // The cookie of another studio.
        (1, server.key.clone()),
    ] {
        let answer = answer(format!("Cookie: gong-studio-{port}={key}"));
        assert_eq!(status(&answer), "403", "{answer}");
        assert!(answer.contains("open the last address"), "{answer}");
    }
}

/// A program in place of that which opens the browser: records its words.
#[cfg(unix)]
const OPENER: &str = "#!/bin/sh\necho \"$@\" > told.part && mv told.part told\n";

#[test]
#[cfg(target_os = "linux")]
fn the_command_line_of_the_browser_has_no_token() {
    use std::os::unix::fs::PermissionsExt;
    let own = tempfile::tempdir().unwrap();
    let opener = own.path().join("xdg-open");
    fs::write(&opener, OPENER).unwrap();
    fs::set_permissions(&opener, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = Command::new(GONG);
    let path = format!("{}:/usr/bin:/bin", own.path().display());
    command.args(["studio", "--port", "0"]).env("PATH", path);
    let mut studio = Running::by(command.current_dir(own.path()));
    let told = patience::find(|| fs::read_to_string(own.path().join("told")).ok());
    let file = Path::new(told.as_deref().unwrap().trim());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(file), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
    let page = fs::read_to_string(file).unwrap();
    let (_, address) = page.split_once("url=").unwrap();
    let address = &address[..address.find('"').unwrap()];
    assert!(address != studio.address && address.contains("/?token="));
    let port = studio.port().parse().unwrap();
    let open = |address: &str| {
        let path = &address[address.find("/?").unwrap()..];
        let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}");
        // A browser says that the page comes from elsewhere.
        let rest = "Sec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n";
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(stream, "{head}\r\n{rest}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert_eq!(status(&open(address)), "200");
    assert_eq!(status(&open(address)), "403");
    patience::until("the file is removed", || !file.parent().unwrap().exists());
    // The printed address still opens another browser.
    let printed = studio.address.clone();
    assert_eq!(status(&open(&printed)), "200");
    assert_ne!(studio.told_address(), printed);
}

#[test]
fn other_hosts_and_other_pages_are_refused_even_with_the_token() {
    let server = Server::start();
    let cookie = server.cookie();
    for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1"] {
        let line = format!("Host: {host}");
        let answer = server.send("GET /api/start HTTP/1.1", &[&line, &cookie], "");
        assert_eq!(status(&answer), "403", "{host}");
    }
    // A tunnel to a remote machine has a port of its own.
    let of_tunnel = format!("Cookie: gong-studio-9999={}", server.key);
    let tunnel = ["Host: localhost:9999", "Origin: http://localhost:9999", &of_tunnel];
    assert_eq!(status(&server.send("GET /api/start HTTP/1.1", &tunnel, "")), "200");
    for foreign in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ] {
        assert_eq!(status(&server.get("/api/start", &[foreign])), "403", "{foreign}");
    }
    let shown = game("four.toml", "rules.rounds=9");
    for foreign in ["Origin: http://evil.example", "Sec-Fetch-Site: cross-site"] {
        assert_eq!(status(&server.get(&shown, &[foreign])), "403", "{foreign}");
    }
    // One of two headers may be read by one program, and the other by another.
    for repeated in [
        "Host: evil.example",
        "Origin: http://evil.example\r\nOrigin: http://127.0.0.1",
        "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site",
    ] {
        let answer = server.get("/api/start", &[repeated]);
        assert!(status(&answer).starts_with('4'), "{repeated}: {answer}");
        let twice = server.get("/api/start", &[&server.host()]);
        assert!(status(&twice).starts_with('4'), "{twice}");
    }
    let answer = server.get("http://evil.example/api/start", &[]);
    assert_eq!(status(&answer), "403", "{answer}");
    // A request that changes something names its origin.
    let headers = [&server.host(), &cookie, "Content-Type: application/json"];
    let body = r#"{"scenario":"four.toml","edits":[],"name":"new"}"#;
    assert_eq!(status(&server.send("POST /api/save HTTP/1.1", &headers, body)), "403");
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
        assert!(["400", "404"].contains(&status(&answer)), "{folder}: {answer}");
    }
    for path in ["/page/../../Cargo.toml", "/page/%2e%2e%2fCargo.toml", "/Cargo.toml"] {
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
    for flag in [["out", "/tmp/x"], ["write", "x.toml"], ["strategy", "x.toml"]] {
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
fn idle_and_slow_connections_do_not_delay_the_page() {
    let server = Server::start();
    let mut slow = server.connect();
    let [host, cookie, origin] = [server.host(), server.cookie(), server.origin()];
    let head = format!("POST /api/check HTTP/1.1\r\n{host}\r\n{cookie}\r\n{origin}");
    write!(slow, "{head}\r\nContent-Length: 100\r\n\r\n{{").unwrap();
    let begin = Instant::now();
    let mut idle: Vec<TcpStream> = (0..300).map(|_| server.connect()).collect();
    write!(idle[299], "GET / HTTP/1.1\r\nHost").unwrap();
    for _ in 0..3 {
        assert_eq!(status(&server.get("/api/start", &[])), "200");
    }
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    // A body must arrive within ten seconds.
    let mut answer = String::new();
    slow.read_to_string(&mut answer).unwrap();
    assert_eq!(status(&answer), "408", "{answer}");
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
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

/// Returns the processes that a process has started and that have not ended.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<PathBuf> {
    let parent = format!("\nPPid:\t{process}\n");
    let all = fs::read_dir("/proc").unwrap();
    all.filter_map(|entry| {
        // Other processes may end meanwhile.
        let path = entry.ok()?.path();
        let status = fs::read_to_string(path.join("status")).ok()?;
        status.contains(&parent).then_some(path)
    })
    .collect()
}

#[test]
#[cfg(target_os = "linux")]
fn what_the_studio_plays_ends_with_the_studio_even_if_it_is_killed() {
    let mut server = Server::start();
    // Both play for hours.
    let asked = r#"{"question":"tune","scenario":"four.toml","player":"mcts-strong"}"#;
    assert_eq!(status(&server.post("/api/ask", asked)), "200");
    let path = game("four.toml", "strategy=mcts-strong");
    let mut stream = server.connect();
    let lines = [server.host(), server.cookie()].join("\r\n");
    write!(stream, "GET {path} HTTP/1.1\r\n{lines}\r\n\r\n").unwrap();
    let studio = server.running.process.id();
    patience::until("two children", || children(studio).len() == 2);
    let playing = children(studio);
    server.running.process.kill().unwrap();
    server.running.process.wait().unwrap();
    let begin = Instant::now();
    let over = |path: &PathBuf| {
        // A process that has ended may wait for its new parent.
        let status = fs::read_to_string(path.join("status")).unwrap_or_default();
        status.is_empty() || status.contains("\nState:\tZ")
    };
    patience::until("the children end", || playing.iter().all(over));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn every_question_is_cancelled_soon_and_says_what_is_kept() {
    let server = Server::start();
    let games = r#"["games","1000m"]"#;
    let vary = r#"["games","1000m"],["vary","rules.rounds=5..9"]"#;
    for (id, (question, player, flags, kept)) in [
        ("sensitivity", "random", games, "nothing is saved"),
        ("tune", "mcts-strong", games, "nothing is saved"),
        ("sweep", "random", vary, "nothing is saved"),
        ("pairings", "random", games, "The same command resumes"),
        ("skill", "", "", "The same command resumes"),
    ]
    .into_iter()
    .enumerate()
    {
        let player = match player {
            "" => String::new(),
            name => format!(r#""player":"{name}","#),
        };
        let asked = format!(
            r#"{{"question":"{question}","scenario":"four.toml",{player}"flags":[{flags}]}}"#
        );
        let answer = server.post("/api/ask", &asked);
        assert_eq!(status(&answer), "200", "{question}: {answer}");
        // The command plays its first games.
        sleep(Duration::from_secs(2));
        let begin = Instant::now();
        server.post(&format!("/api/jobs/{id}/cancel"), "");
        let progress = || server.get(&format!("/api/jobs/{id}"), &[]);
        patience::until(question, || !progress().contains(r#""state":"playing""#));
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(4), "{question}: {took:?}");
        let answer = progress();
        assert!(answer.contains(r#""state":"cancelled""#), "{question}: {answer}");
        assert!(answer.contains(kept), "{question}: {answer}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_shown_game_ends_when_its_page_goes_away() {
    let server = Server::start();
    let process = server.running.process.id();
    let wait = |count: usize| {
        let what = format!("{count} child processes");
        patience::until(&what, || children(process).len() == count);
    };
    // A strong search plays a game for longer than a test lasts.
    let path = game("four.toml", "strategy=mcts-strong");
    let request =
        format!("GET {path} HTTP/1.1\r\n{}\r\n{}\r\n\r\n", server.host(), server.cookie());
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
    let refused = Command::new(GONG).args(["studio", "--no-open", "--port", &port]).output();
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
