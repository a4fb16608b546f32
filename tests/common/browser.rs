//! Runs Chromium without a window.

use std::fs;
use std::path::Path;
use std::process::Command;

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
/// browser.
pub fn open(
    browser: &str,
    page: &Path,
    profile: &Path,
    width: u32,
    flags: &[&str],
) -> (String, String) {
    let output = Command::new(browser)
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
        .output()
        .expect("the browser runs");
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Returns the title of a document, in which the scripts of these tests store their results.
pub fn title(document: &str) -> &str {
    let title = document.split("<title>").nth(1);
    let title = title.and_then(|rest| rest.split("</title>").next());
    title.unwrap_or("no title")
}
