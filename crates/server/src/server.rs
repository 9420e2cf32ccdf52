//! Starting and stopping.

use crate::config::{Config, Database};
use crate::http::{App, PeerAddress, router};
use crate::ops;
use crate::store::{Store, StoreError, now};
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use kessel_officers::Registry;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// How long those who are being served have to go when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// Connections beyond those for sockets: for the page and for questions.
const MORE_CONNECTIONS: usize = 1000;

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
    #[error("cannot use the database {name}: {why}")]
    Database {
        /// The file or the address.
        name: String,
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
    running: JoinHandle<()>,
    metrics: Option<SocketAddr>,
}

impl Server {
    /// Opens the database and starts to listen.
    ///
    /// # Errors
    /// If the database or the address cannot be used.
    pub async fn start(config: Config, games: Registry) -> Result<Server, ServerError> {
        let figures = ops::figures();
        let store = open(&config).await?;
        let listener = listen(config.listen).await?;
        let address = listener.local_addr().map_err(|source| ServerError::Listen { address: config.listen, source })?;
        let app = Arc::new(App::new(store.clone(), Arc::new(games), &config, address));
        let router = router(app.clone());
        let (stop, stopped) = watch::channel(false);
        let metrics = match config.metrics {
            Some(at) => {
                let listener = listen(at).await?;
                let at = listener.local_addr().ok();
                let router = ops::router(app.clone(), figures);
                tokio::spawn(accept(listener, router, app.clone(), stopped.clone()));
                at
            }
            None => None,
        };
        tokio::spawn(app.rooms.clone().listen());
        tokio::spawn(expire(store.clone(), (config.expire, config.unplayed), stopped.clone()));
        let running = tokio::spawn(async move {
            accept(listener, router, app.clone(), stopped).await;
            // What was asked before is done and answered; then everybody is told why the line closes.
            app.rooms.stop().await;
            let places = app.rooms.limits().sockets as u32;
            let _ = tokio::time::timeout(FAREWELL, app.sockets.acquire_many(places)).await;
            store.close().await;
        });
        Ok(Server { address, stop, running, metrics })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its figures are, if anywhere.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Waits until it stops.
    ///
    /// # Errors
    /// If it stopped because of a fault.
    pub async fn stopped(self) -> Result<(), ServerError> {
        self.running.await.map_err(|e| ServerError::Stopped(e.to_string()))
    }

    /// Stops it in good order: what was asked is done and answered, and everybody is told why the line closes.
    ///
    /// # Errors
    /// If it stopped because of a fault before.
    pub async fn stop(self) -> Result<(), ServerError> {
        let _ = self.stop.send(true);
        self.stopped().await
    }
}

/// The socket that systemd hands over, or one of our own.
async fn listen(address: SocketAddr) -> Result<TcpListener, ServerError> {
    let failed = |source| ServerError::Listen { address, source };
    let given = listenfd::ListenFd::from_env().take_tcp_listener(0).map_err(failed)?;
    match given {
        Some(socket) => {
            socket.set_nonblocking(true).map_err(failed)?;
            TcpListener::from_std(socket).map_err(failed)
        }
        None => TcpListener::bind(address).await.map_err(failed),
    }
}

/// Waits until the server is to stop.
async fn told(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Takes connections until the server stops.
async fn accept(listener: TcpListener, router: Router, app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(app.rooms.limits().sockets + MORE_CONNECTIONS));
    loop {
        let (stream, peer) = tokio::select! {
            () = told(&mut stop) => return,
            taken = listener.accept() => match taken {
                Ok(taken) => taken,
                Err(e) => {
                    // Too many open files, and the like: it passes.
                    tracing::warn!("cannot take a connection: {e}");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
        };
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let pass = app.visitors.connect(peer.ip());
        if pass.is_none() && !app.door.behind_proxy {
            continue;
        }
        let (router, app, stop) = (router.clone(), app.clone(), stop.clone());
        tokio::spawn(async move {
            let _places = (place, pass);
            serve(stream, peer, router, &app, stop).await;
        });
    }
}

async fn serve(stream: TcpStream, peer: SocketAddr, router: Router, app: &App, mut stop: watch::Receiver<bool>) {
    // Small messages must not wait for company.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(PeerAddress(peer.ip()));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.rooms.limits().header_time)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // A client that hangs up is no fault of ours.
        _ = connection.as_mut() => {}
        () = told(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(FAREWELL, connection).await;
        }
    }
}

/// Deletes what nobody has touched for so long, once an hour; tables at which nothing was done sooner.
async fn expire(store: Store, (after, unplayed): (Option<Duration>, Duration), mut stop: watch::Receiver<bool>) {
    let ago = |after: Duration| now().saturating_sub(after.as_millis() as u64);
    loop {
        if let Err(e) = store.expire(after.map_or(0, ago), ago(unplayed)).await {
            tracing::error!("expiry: {e}");
        }
        tokio::select! {
            () = told(&mut stop) => return,
            () = tokio::time::sleep(Duration::from_secs(3600)) => {}
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
        tracing::info!("told to end");
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
    if let Database::File(path) = &config.database
        && let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder).map_err(|source| ServerError::Folder { path: folder.to_owned(), source })?;
    }
    let why = |e: StoreError| ServerError::Database { name: config.database.name(), why: e.to_string() };
    Store::open(&config.database, config.fresh(), config.limits.tables).await.map_err(why)
}
