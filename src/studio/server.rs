//! Listens on the loopback address, with limits on connections and on their idle time.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use sha2::{Digest, Sha256};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::access::Access;
use super::routes::{Shared, router};
use super::workspace::Workspace;
use crate::session::{self, Usage};

/// Maximum number of open connections; further connections wait.
const MOST_CONNECTIONS: usize = 128;
/// Time in which a connection must send the head of its next request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The usual ports of folders: below the ports that systems give to outgoing connections.
const USUAL_PORTS: Range<u16> = 20_000..32_000;
/// Reduction of the priority of the studio and of the commands that it starts (`nice`).
#[cfg(unix)]
const YIELDING: i32 = 5;
/// Interval at which the server checks whether it should end.
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
        Ok(StudioServer {
            access: Access::new(port)?,
            shared: Arc::new(Shared::new(workspace)),
            listener,
            port,
        })
    }

    /// Returns the address that opens the page, with the token.
    pub fn address(&self) -> String {
        self.access.address(self.port)
    }

    /// Answers requests until `stop` is true. Then ends what is being played.
    ///
    /// # Errors
    /// Fails if the server cannot be started.
    pub fn serve(self, stop: &AtomicBool) -> Result<()> {
        // Games have a lower priority than the browser. If the system refuses it, the page is only
        // less smooth.
        #[cfg(unix)]
        let _ = rustix::process::nice(YIELDING);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let router = router(Arc::clone(&self.shared), self.access);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let accepting = tokio::spawn(accept(listener, router));
            while !stop.load(Ordering::Relaxed) {
                sleep(LOOK).await;
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

/// Accepts connections, as many at a time as the limit allows.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    let permits = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            // Waits before the next attempt: too many files may be open, for example.
            sleep(LOOK).await;
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            answer(stream, router).await;
            drop(permit);
        });
    }
}

/// Answers the requests of one connection. Errors of a connection concern only its client.
async fn answer(stream: TcpStream, router: Router) {
    let _ = stream.set_nodelay(true);
    let mut server = http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME);
    let service = TowerToHyperService::new(router);
    let _ = server.serve_connection(TokioIo::new(stream), service).await;
}
