//! Starting and stopping.

use crate::config::Config;
use crate::http::{App, router};
use crate::store::{Store, StoreError};
use axum::serve::ListenerExt;
use kessel_officers::Registry;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The folder of the database cannot be made.
    #[error("cannot make the folder {path}: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The database cannot be used.
    #[error("cannot use the database {path}: {why}")]
    Database {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's reason.
        source: std::io::Error,
    },
    /// It stopped by itself.
    #[error("the server stopped: {0}")]
    Stopped(String),
}

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    running: JoinHandle<std::io::Result<()>>,
    store: Store,
}

impl Server {
    /// Opens the database and starts to listen.
    ///
    /// # Errors
    /// If the database or the address cannot be used.
    pub async fn start(config: Config, games: Registry) -> Result<Server, ServerError> {
        let store = open(&config).await?;
        let listen = |source| ServerError::Listen { address: config.listen, source };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        // Small messages must not wait for company.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let app = Arc::new(App::new(store.clone(), Arc::new(games), &config));
        let router = router(app, address.ip().is_loopback());
        let (stop, mut stopped) = watch::channel(false);
        let running = tokio::spawn(async move {
            let until = async move {
                let _ = stopped.wait_for(|stop| *stop).await;
            };
            axum::serve(listener, router).with_graceful_shutdown(until).await
        });
        Ok(Server { address, stop, running, store })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until it stops.
    ///
    /// # Errors
    /// If it stopped because of a fault.
    pub async fn stopped(mut self) -> Result<(), ServerError> {
        let ended = (&mut self.running).await;
        self.store.close().await;
        match ended {
            Ok(Ok(())) => Ok(()),
            Ok(Err(e)) => Err(ServerError::Stopped(e.to_string())),
            Err(e) => Err(ServerError::Stopped(e.to_string())),
        }
    }

    /// Stops it in good order: what was acknowledged is on the disk in any case.
    ///
    /// # Errors
    /// If it stopped because of a fault before.
    pub async fn stop(self) -> Result<(), ServerError> {
        let _ = self.stop.send(true);
        // Open sockets do not hold it up: the process or the test goes on.
        self.running.abort();
        match self.stopped().await {
            Err(ServerError::Stopped(why)) if !why.contains("cancelled") => Err(ServerError::Stopped(why)),
            _ => Ok(()),
        }
    }
}

/// Serves until the process is told to end (Ctrl-C, SIGTERM). `ready` is called when it listens.
///
/// # Errors
/// If the server cannot start, or stopped because of a fault.
pub fn run(config: &Config, games: Registry, ready: &dyn Fn(SocketAddr)) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| ServerError::Stopped(e.to_string()))?;
    let served = runtime.block_on(async {
        let server = Server::start(config.clone(), games).await?;
        ready(server.address());
        told_to_end().await;
        server.stop().await
    });
    // An officer deep in thought does not hold up the end.
    runtime.shutdown_background();
    served
}

async fn told_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

async fn open(config: &Config) -> Result<Store, ServerError> {
    let path = &config.database;
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|source| ServerError::Folder { path: folder.to_owned(), source })?;
    }
    let why = |e: StoreError| ServerError::Database { path: path.clone(), why: e.to_string() };
    Store::open(path, config.limits.tables).await.map_err(why)
}
