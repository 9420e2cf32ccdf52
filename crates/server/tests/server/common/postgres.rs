//! A PostgreSQL of one's own, as Debian installs it: a folder, a socket in it, nothing on the network.

#![allow(dead_code)] // each program uses its own part

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub struct Postgres {
    server: Mutex<Child>,
    folder: TempDir,
    bin: PathBuf,
}

impl Postgres {
    /// Starts one; nothing where none is installed, which is said.
    pub fn start() -> Option<Postgres> {
        let Some(bin) = newest() else {
            println!("PostgreSQL is not installed here (apt-get install postgresql): not tested with it");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("kessel-pg-").tempdir().expect("a folder");
        let data = folder.path().join("data");
        let first = first(&bin);
        if first.exists() {
            copy(&first, &data);
            own(folder.path(), false);
        } else {
            std::fs::create_dir(&data).expect("a folder");
            own(folder.path(), true);
            make(&bin, &data);
            keep(&data, &first);
        }
        let postgres = Postgres { server: Mutex::new(begin(&bin, folder.path())), folder, bin };
        postgres.wait();
        Some(postgres)
    }

    /// Ends it at once, as a crash of its machine does; what it has committed stays.
    pub fn stop(&self) {
        self.end();
        let mut server = self.server.lock().expect("nobody has failed with it");
        let _ = server.wait();
    }

    /// Starts it again on the same folder.
    pub fn go_on(&self) {
        *self.server.lock().expect("nobody has failed with it") = begin(&self.bin, self.folder.path());
        self.wait();
    }

    fn end(&self) {
        let _ = user(&self.bin.join("pg_ctl"))
            .args(["stop", "-m", "immediate", "-s", "-D"])
            .arg(self.folder.path().join("data"))
            .status();
    }

    fn wait(&self) {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let ready = Command::new(self.bin.join("pg_isready"))
                .arg("-q")
                .arg("-h")
                .arg(self.folder.path())
                .status()
                .is_ok_and(|status| status.success());
            if ready {
                return;
            }
            assert!(Instant::now() < until, "PostgreSQL does not start");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    pub fn url(&self) -> String {
        format!("postgres:///postgres?host={}&user=kessel", self.folder.path().display())
    }

    /// Cuts every line to it, as a restart does.
    pub fn cut_lines(&self) {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
        let done = Command::new(self.bin.join("psql"))
            .arg("-h")
            .arg(self.folder.path())
            .args(["-U", "kessel", "-d", "postgres", "-qAtc", cut])
            .stdout(Stdio::null())
            .status();
        assert!(done.is_ok_and(|status| status.success()));
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // The quick way, without waiting for anybody.
        self.end();
        if let Ok(server) = self.server.get_mut() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

fn begin(bin: &Path, folder: &Path) -> Child {
    user(&bin.join("postgres"))
        .args(["-c", "listen_addresses=", "-c", "max_connections=60", "-k"])
        .arg(folder)
        .arg("-D")
        .arg(folder.join("data"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("postgres")
}

/// The folder of a database in which nothing was done yet, one for each version: to make it costs more than all that a test does with it, so it is made once
/// and copied.
fn first(bin: &Path) -> PathBuf {
    let version = bin.parent().and_then(Path::file_name).unwrap_or_default();
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("postgres-first").join(version)
}

fn make(bin: &Path, data: &Path) {
    let made = user(&bin.join("initdb"))
        .args(["-A", "trust", "-U", "kessel", "-N", "-E", "UTF8", "--locale", "C", "-D"])
        .arg(data)
        .stdout(Stdio::null())
        .status()
        .expect("initdb");
    assert!(made.success(), "initdb");
}

/// Keeps a copy for the tests to come: it is there whole or not at all, and whoever is second leaves the first one's.
fn keep(data: &Path, first: &Path) {
    let beside = first.with_extension(std::process::id().to_string());
    std::fs::create_dir_all(first.parent().expect("it lies in a folder")).expect("a folder");
    copy(data, &beside);
    if std::fs::rename(&beside, first).is_err() {
        std::fs::remove_dir_all(&beside).expect("it was made just now");
    }
}

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from).arg(to).status().expect("cp");
    assert!(copied.success(), "cp");
}

/// Gives a folder, with what lies in it or without, to whom PostgreSQL runs as.
fn own(folder: &Path, whole: bool) {
    if !is_root() {
        return;
    }
    let owner = Command::new("chown").args(whole.then_some("-R")).arg("postgres").arg(folder).status().expect("chown");
    assert!(owner.success());
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

/// PostgreSQL does not run as root: then as its own user.
fn user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--"]).arg(program);
    command
}

fn newest() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> = versions.flatten().map(|v| v.path().join("bin")).collect();
    found.retain(|bin| bin.join("initdb").exists() && bin.join("postgres").exists());
    found.sort();
    found.pop()
}
