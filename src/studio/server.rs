//! Listens on the loopback address, and tells the addresses that open the page.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use axum::serve::ListenerExt;
use sha2::{Digest, Sha256};
use tokio::time::sleep;

use super::access::Access;
use super::opening::OpeningFile;
use super::routes::{Shared, router};
use super::workspace::Workspace;
use crate::session::{self, Usage};

/// The usual ports of folders: below the ports that systems give to outgoing connections.
const USUAL_PORTS: Range<u16> = 20_000..32_000;
/// Reduction of the priority of the studio and of the commands that it starts (`nice`).
#[cfg(unix)]
const YIELDING: i32 = 5;
/// Interval at which the server checks whether it should end, and whether addresses were used.
const LOOK: Duration = Duration::from_millis(50);

/// The port of the studio, and the scenario that its page opens first.
#[derive(Debug, Clone, Default)]
pub struct StudioOptions {
    pub scenario: Option<PathBuf>,
    /// The port, or 0 for a free one. `None` for the usual port of the folder, or a free one if
    /// that port is in use.
    pub port: Option<u16>,
}

/// A studio that listens, and answers requests once it is served.
pub struct StudioServer {
    listener: TcpListener,
    port: u16,
    access: Access,
    /// The token of the address that was told last.
    token: String,
    /// The file that the browser opens, until its token is used.
    opening: Option<OpeningFile>,
    shared: Arc<Shared>,
}

impl StudioServer {
    /// Begins to listen. The current folder is the folder of the studio, which the page cannot
    /// leave.
    ///
    /// # Errors
    /// Fails if the scenario is faulty, or if the port is in use.
    pub fn listen(options: &StudioOptions) -> Result<StudioServer> {
        if let Some(path) = &options.scenario {
            if path.is_dir() {
                let what = "is a folder: the studio opens a scenario file";
                return Err(Usage(format!("{} {what}", path.display())).into());
            }
            session::scenario(path, &[], &[])?;
        }
        let workspace = Workspace::new(Path::new("."), options.scenario.clone());
        let workspace = workspace.context("cannot read the current folder")?;
        let listener = match options.port {
            Some(port) => bind(port)?,
            None => bind(usual_port(workspace.folder())).or_else(|_| bind(0))?,
        };
        let port = listener.local_addr()?.port();
        listener.set_nonblocking(true)?;
        let access = Access::new()?;
        Ok(StudioServer {
            token: access.token()?,
            access,
            opening: None,
            shared: Arc::new(Shared::new(workspace)),
            listener,
            port,
        })
    }

    /// Returns an address that opens the page once.
    pub fn address(&self) -> String {
        self.address_with(&self.token)
    }

    fn address_with(&self, token: &str) -> String {
        format!("http://127.0.0.1:{}/?token={token}", self.port)
    }

    /// Opens the page in the browser, by a private file that is valid for half a minute.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or if there is no browser.
    pub fn open_browser(&mut self) -> Result<()> {
        let token = self.access.token()?;
        let file = OpeningFile::new(&self.address_with(&token), token)?;
        open::that_detached(file.path())?;
        self.opening = Some(file);
        Ok(())
    }

    /// Makes a new address if the last one was used, and removes the file for the browser if it was
    /// used or is too old. Returns what to tell the user.
    ///
    /// # Errors
    /// Fails if the system has no source of random numbers.
    fn renew(&mut self) -> Result<Option<String>> {
        if !self.access.holds(&self.token) {
            // A user who opens the printed address does not wait for the other browser.
            if let Some(file) = self.opening.take() {
                self.access.revoke(&file.token);
            }
            self.token = self.access.token()?;
            return Ok(Some(format!("For another browser: {}", self.address())));
        }
        let Some(file) = &self.opening else {
            return Ok(None);
        };
        let used = !self.access.holds(&file.token);
        if !used && Instant::now() < file.until {
            return Ok(None);
        }
        self.access.revoke(&file.token);
        self.opening = None;
        let missing = "The browser has not opened the page: open the address in one.";
        Ok((!used).then(|| missing.to_owned()))
    }

    /// Answers requests until `stop` is true. Then ends what is being played. `tell` receives
    /// messages to the user.
    ///
    /// # Errors
    /// Fails if the server cannot be started.
    pub fn serve(mut self, stop: &AtomicBool, mut tell: impl FnMut(&str)) -> Result<()> {
        // Games have a lower priority than the browser. If the system refuses it, the page is only
        // less smooth.
        #[cfg(unix)]
        let _ = rustix::process::nice(YIELDING);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let router = router(Arc::clone(&self.shared), self.access.clone());
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener.try_clone()?)?;
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            let accepting = tokio::spawn(axum::serve(listener, router).into_future());
            while !stop.load(Ordering::Relaxed) {
                sleep(LOOK).await;
                if let Some(message) = self.renew()? {
                    tell(&message);
                }
            }
            accepting.abort();
            anyhow::Ok(())
        })?;
        // Comparisons end when their connections are dropped.
        runtime.shutdown_background();
        self.shared.jobs.end();
        Ok(())
    }
}

/// Listens on a port of the loopback address; 0 for a free port.
///
/// # Errors
/// Fails if the port is in use, or not allowed.
fn bind(port: u16) -> Result<TcpListener, Usage> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        let what = match error.kind() {
            ErrorKind::AddrInUse => "the port is in use".to_owned(),
            _ => error.to_string(),
        };
        Usage(format!(
            "--port {port}: {what}; name another port, or leave out --port for a free one"
        ))
    })
}

/// Returns the usual port of a folder. A studio that is started again has the same address, under
/// which the browser stores the edits.
fn usual_port(folder: &Path) -> u16 {
    let hash = Sha256::digest(folder.as_os_str().as_encoded_bytes());
    let number = u16::from_be_bytes([hash[0], hash[1]]);
    USUAL_PORTS.start + number % (USUAL_PORTS.end - USUAL_PORTS.start)
}
