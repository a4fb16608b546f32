//! The picture of the studio at the top of README: a value is edited in a real browser.

#[path = "../common/browser.rs"]
#[allow(dead_code)]
mod browser;
#[path = "../common/patience.rs"]
#[allow(dead_code)]
mod patience;
#[path = "../studio/running.rs"]
#[allow(dead_code)]
mod running;

use std::fs;
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use self::browser::Browser;
use self::running::Running;

const PICTURE: &str = "docs/studio.png";
const SCENARIO: &str = "scenarios/ultimate-warriorz/tribal-rumble.toml";
/// Maximum size of the picture in bytes.
const LARGEST: usize = 200_000;

/// Makes the picture, if Chromium is installed.
pub fn write() {
    let Some(program) = browser::find() else {
        return;
    };
    super::cargo("build --quiet --release --bin gong");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    // This program is in the folder `PROFILE/examples` of the same target folder.
    let own = std::env::current_exe().expect("a program");
    let target = own.ancestors().nth(3).expect("the folder of builds");
    let gong = target.join("release/gong");
    let profile = tempfile::tempdir().expect("a folder");
    let studio = Running::of(&gong, folder, &[SCENARIO]);
    let mut page = Browser::start(program, profile.path());
    page.resize(1200, 860);
    page.send("Emulation.setScrollbarsHidden", json!({ "hidden": true }));
    page.open(&studio.address);
    page.until("document.querySelector('#bars .rate')");
    page.click("[aria-label='Zamioculcas size: one less']");
    // The reference player has played enough games for a verdict on the edited fighter.
    page.until("Number(document.body.dataset.searched) >= 1000");
    let sheet = "[...document.querySelectorAll('.sheet')].find((of) => of.textContent.startsWith('Zamioculcas'))";
    page.eval(&format!("{sheet}.parentElement.prepend({sheet})"));
    let shot = page.send("Page.captureScreenshot", json!({ "format": "png" }));
    let data = shot["data"].as_str().expect("a picture");
    let bytes = BASE64_STANDARD.decode(data).expect("the encoding of the browser");
    assert!(bytes.len() <= LARGEST, "{} bytes", bytes.len());
    fs::write(folder.join(PICTURE), bytes).expect(PICTURE);
}
