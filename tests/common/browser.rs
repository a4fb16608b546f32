//! Runs Chromium without a window.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::NamedTempFile;

use super::patience;

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

/// Opens a copy of a page with a script at its end, at the requested width. The page is shown in a
/// frame, because a browser window has a minimum width. Returns the title that the script set, and
/// the messages of the browser.
pub fn look(
    browser: &str,
    page: &Path,
    script: &str,
    folder: &Path,
    width: u32,
) -> (String, String) {
    look_later(browser, page, script, folder, width, &[])
}

/// Opens a copy of a page like [`look`], with more flags of the browser. The flag
/// `--virtual-time-budget` lets the browser wait for a page that builds itself after it has loaded.
pub fn look_later(
    browser: &str,
    page: &Path,
    script: &str,
    folder: &Path,
    width: u32,
    flags: &[&str],
) -> (String, String) {
    let text = fs::read_to_string(page).expect("a page");
    let end = format!("{script}<script>parent.postMessage(document.title, \"*\")</script></body>");
    fs::write(folder.join("copy.html"), text.replace("</body>", &end)).expect("a copy");
    let frame = format!(
        r#"<title>no answer</title><script>onmessage = (event) => {{ document.title = event.data; }};</script>
<iframe src="copy.html" style="border: 0; width: {width}px; height: 900px"></iframe>"#
    );
    fs::write(folder.join("frame.html"), frame).expect("a frame");
    let window = width.max(500) + 50;
    let (document, log) = open(
        browser,
        &folder.join("frame.html"),
        &folder.join("profile"),
        window,
        flags,
    );
    (title(&document).to_owned(), log)
}

/// Opens a page. Returns the document as it is in the browser at the end, and the messages of the
/// browser. A browser that does not end is started once more.
pub fn open(
    browser: &str,
    page: &Path,
    profile: &Path,
    width: u32,
    flags: &[&str],
) -> (String, String) {
    let mut tries = (0..2).filter_map(|_| tried(browser, page, profile, width, flags));
    tries.next().expect("the browser ends")
}

/// Opens a page like [`open`]; returns nothing if the browser does not end.
fn tried(
    browser: &str,
    page: &Path,
    profile: &Path,
    width: u32,
    flags: &[&str],
) -> Option<(String, String)> {
    // Into files: a browser waits until somebody reads its pipes.
    let output = [(); 2].map(|()| NamedTempFile::new().expect("a temporary file"));
    let [out, err] = output
        .each_ref()
        .map(|file| Stdio::from(file.reopen().expect("a file")));
    let mut child = Command::new(browser)
        .args(flags)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
        ])
        .args([
            "--disable-component-update",
            "--disable-sync",
            "--enable-logging=stderr",
            "--v=0",
            "--dump-dom",
        ])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .stdout(out)
        .stderr(err)
        .spawn()
        .expect("the browser runs");
    if !patience::ends_within(&mut child, Duration::from_secs(120)) {
        eprintln!("{browser} did not end on {}", page.display());
        return None;
    }
    let text = |file: &NamedTempFile| {
        let text = fs::read(file.path()).expect("the browser's output");
        String::from_utf8_lossy(&text).into_owned()
    };
    let [document, log] = output.each_ref().map(text);
    Some((document, log))
}

/// Returns the title of a document, in which the scripts of these tests store their results.
pub fn title(document: &str) -> &str {
    let title = document.split("<title>").nth(1);
    let title = title.and_then(|rest| rest.split("</title>").next());
    title.unwrap_or("no title")
}
