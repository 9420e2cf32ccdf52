//! `kessel serve`, and `kessel` by itself: the table in the browser.

use crate::cli::Serve;
use crate::failure::{Code, Failure};
use crate::output::say;
use kessel_server::{Config, Database, MailConfig, ServerError, default_database, run};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Where the server listens unless told otherwise: this machine only.
const PORT: u16 = 8042;

/// Serves until interrupted; `browse` opens the page in the browser.
pub fn serve(data: Option<&Path>, how: &Serve, browse: bool) -> Result<(), Failure> {
    kessel_server::log(how.log_json);
    let games = kessel_registry::load(data, None)?;
    let mut config = Config::with(database(how.db.as_deref())?);
    config.listen = address(how.listen.as_deref())?;
    config.metrics = how.metrics.as_deref().map(|word| address(Some(word))).transpose()?;
    config.begin_afresh = how.new;
    config.behind_proxy = how.proxy;
    config.public_url.clone_from(&how.public_url);
    config.mail = how.smtp.clone().map(|server| MailConfig { server, from: how.mail_from.clone() });
    config.expire = how.expire_days.map(|days| Duration::from_secs(days.max(1) * 24 * 3600));
    let ready = |at: SocketAddr| {
        let url = format!("http://{}/", readable(at));
        // Whoever closed our output still has the page.
        let _ = say(&format!("Kessel is at {url}\n(Ctrl-C stops it; every game is saved as it is played.)"));
        if browse {
            open(&url);
        }
    };
    let served = match run(&config, games.clone(), &ready) {
        // Somebody else has the usual port, perhaps another Kessel: any free one will do, unless one was asked for.
        Err(ServerError::Listen { .. }) if how.listen.is_none() => {
            config.listen.set_port(0);
            run(&config, games, &ready)
        }
        served => served,
    };
    served.map_err(|e| match e {
        ServerError::Listen { .. } => Failure::new(Code::Usage, e.to_string()),
        ServerError::Folder { .. } | ServerError::Database { .. } => Failure::new(Code::File, e.to_string()),
        ServerError::Stopped(_) => Failure::new(Code::Fault, e.to_string()),
    })
}

/// A port, an address, or both.
fn address(word: Option<&str>) -> Result<SocketAddr, Failure> {
    let Some(word) = word else { return Ok((Ipv4Addr::LOCALHOST, PORT).into()) };
    let port = |word: &str| word.parse().ok().map(|port: u16| (Ipv4Addr::LOCALHOST, port).into());
    let ip = |word: &str| word.parse().ok().map(|ip: IpAddr| (ip, PORT).into());
    word.parse().ok().or_else(|| port(word)).or_else(|| ip(word)).ok_or_else(|| {
        let text = format!(
            "{word:?} is not an address: 127.0.0.1:{PORT}, a port, or 0.0.0.0 for everybody who can reach this machine"
        );
        Failure::new(Code::Usage, text)
    })
}

/// A file, with or without `sqlite:` before it, or the address of a PostgreSQL.
pub fn database(word: Option<&str>) -> Result<Database, Failure> {
    let Some(word) = word else {
        let text = "there is no folder for the user's data here; say --db FILE";
        return default_database().map(Database::File).ok_or_else(|| Failure::new(Code::File, text));
    };
    let path = match word.split_once(':') {
        Some(("sqlite", path)) => path.strip_prefix("//").unwrap_or(path),
        Some(("postgres" | "postgresql", _)) => return Ok(Database::Postgres(word.into())),
        Some(("mysql", _)) => return Err(Failure::new(Code::Usage, "mysql is not supported; say --db FILE")),
        _ => word,
    };
    if path.is_empty() {
        return Err(Failure::new(Code::Usage, "--db needs the name of a file"));
    }
    Ok(Database::File(path.into()))
}

/// The address as a browser on this machine can use it.
fn readable(at: SocketAddr) -> SocketAddr {
    match at.ip().is_unspecified() {
        true => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), at.port()),
        false => at,
    }
}

/// Opens the page, if there is a desktop to open it on. If that fails the address has been printed.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some()) {
        "xdg-open"
    } else {
        return;
    };
    let quiet = Command::new(program).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    drop(quiet);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_port_an_ip_or_both_and_loopback_unless_told_otherwise() {
        let read = |word| address(word).map(|a| a.to_string()).ok();
        assert_eq!(read(None).as_deref(), Some("127.0.0.1:8042"));
        assert_eq!(read(Some("9000")).as_deref(), Some("127.0.0.1:9000"));
        assert_eq!(read(Some("0.0.0.0")).as_deref(), Some("0.0.0.0:8042"));
        assert_eq!(read(Some("[::1]:80")).as_deref(), Some("[::1]:80"));
        assert_eq!(read(Some("somewhere")), None);
    }

    #[test]
    fn a_database_is_a_file_with_or_without_its_scheme() {
        for word in ["a/b.db", "sqlite:a/b.db", "sqlite://a/b.db"] {
            assert_eq!(database(Some(word)).ok(), Some(Database::File("a/b.db".into())), "{word}");
        }
        assert!(database(Some("mysql://x")).is_err() && database(Some("sqlite:")).is_err());
        let shared = database(Some("postgres://me:secret@db/kessel")).expect("an address");
        assert_eq!(shared.name(), "postgres://db/kessel", "nobody reads the password");
    }
}
