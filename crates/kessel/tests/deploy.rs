//! What deploy/ promises: the steps of the container one by one, the probe, the unit and its socket. (Where a builder of containers runs, `KESSEL_CONTAINER=1` builds the whole of it.)

use std::collections::BTreeSet;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The instructions of the container file, continued lines put together.
fn instructions() -> Vec<(String, String)> {
    let text = read("deploy/Containerfile").replace("\\\n", " ");
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.filter_map(|l| l.split_once(' ')).map(|(word, rest)| (word.to_owned(), rest.trim().to_owned())).collect()
}

fn instruction(word: &str) -> String {
    let found = instructions().into_iter().rev().find(|(one, _)| one == word);
    found.unwrap_or_else(|| panic!("no {word}")).1
}

fn words(json: &str) -> Vec<String> {
    serde_json::from_str(json).unwrap_or_else(|e| panic!("{json}: {e}"))
}

/// A port that is free.
fn port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("listens");
    listener.local_addr().expect("an address").port()
}

/// A program that is ended with the test.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Running {
        Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts"))
    }

    fn until_it_listens(&mut self, port: u16) {
        let until = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < until, "it does not listen");
            assert!(self.0.try_wait().expect("waits").is_none(), "it has ended");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Tells it to end, as a container or systemd does.
    fn terminate(&mut self) -> bool {
        let told = Command::new("kill").arg(self.0.id().to_string()).status();
        told.is_ok_and(|s| s.success()) && self.0.wait().is_ok_and(|s| s.success())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Is it healthy, as the container file asks?
fn is_healthy(port: u16) -> bool {
    let check = instruction("HEALTHCHECK");
    let (_, command) = check.split_once("CMD ").expect("a command");
    let command: Vec<String> = words(command).into_iter().map(|w| w.replace("8042", &port.to_string())).collect();
    let done = Command::new(&command[0]).args(&command[1..]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.expect("bash is there").success()
}

#[test]
fn the_container_starts_is_healthy_and_ends_when_it_is_told_to() {
    let (folder, port) = (tempfile::tempdir().expect("a folder"), port());
    let entry: Vec<String> = words(&instruction("ENTRYPOINT"))
        .into_iter()
        .map(|word| word.replace("0.0.0.0:8042", &format!("127.0.0.1:{port}")))
        .collect();
    assert_eq!(entry[0], "kessel");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kessel"));
    command.args(&entry[1..]);
    for pair in instruction("ENV").split(' ') {
        let (name, value) = pair.split_once('=').expect("NAME=VALUE");
        let volume = folder.path().to_str().expect("plain text");
        command.env(name, value.replace(&instruction("VOLUME"), volume));
    }
    assert!(!is_healthy(port), "nobody is there yet");
    let mut server = Running::start(&mut command);
    server.until_it_listens(port);
    assert!(is_healthy(port));
    assert!(folder.path().join("kessel.db").exists(), "the games are in the volume");
    assert_eq!(instruction("STOPSIGNAL"), "SIGTERM");
    assert!(server.terminate(), "in good order");
    assert!(!is_healthy(port));
}

/// The files that the build in the container sees, from the root.
fn context() -> BTreeSet<PathBuf> {
    let ignored = read(".dockerignore");
    let ignored: Vec<&str> = ignored.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    let is_ignored = |path: &Path| {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        ignored.iter().any(|rule| match (rule.strip_prefix("**/"), rule.strip_prefix('*')) {
            (Some(anywhere), _) => name == anywhere,
            (_, Some(ending)) => path.components().count() == 1 && name.ends_with(ending),
            _ => path == Path::new(rule),
        })
    };
    let (mut found, mut folders) = (BTreeSet::new(), vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("lists") {
            let entry = entry.expect("an entry");
            let path = folder.join(entry.file_name());
            if is_ignored(&path) {
                continue;
            }
            match entry.file_type().expect("a type").is_dir() {
                true => folders.push(path),
                false => drop(found.insert(path)),
            }
        }
    }
    found
}

/// A path without `..` in it.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn the_build_in_the_container_sees_every_file_that_it_reads() {
    let context = context();
    for needed in ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "web/package.json", "web/package-lock.json"] {
        assert!(context.contains(Path::new(needed)), "{needed} is left out");
    }
    assert!(context.iter().all(|path| !path.starts_with("target") && !path.starts_with(".git")));
    let mut included = 0;
    let sources = context.iter().filter(|p| p.starts_with("crates") && p.extension().is_some_and(|e| e == "rs"));
    for source in sources.filter(|p| p.components().any(|part| part.as_os_str() == "src")) {
        let text = std::fs::read_to_string(root().join(source)).expect("reads");
        for macro_name in ["include_str!(\"", "include_bytes!(\""] {
            for after in text.split(macro_name).skip(1) {
                let name = after.split('"').next().expect("a name");
                let path = plain(&source.parent().expect("a folder").join(name));
                if !root().join(&path).exists() {
                    continue; // An example in a comment.
                }
                assert!(context.contains(&path), "{}: {} is left out", source.display(), path.display());
                included += 1;
            }
        }
    }
    assert!(included > 20, "{included} files are built in");
}

#[test]
fn each_stage_of_the_container_is_there_and_of_the_toolchain_of_the_repository() {
    let mut stages: Vec<String> = Vec::new();
    for (word, rest) in instructions() {
        if word == "FROM" {
            stages.push(rest.split(" AS ").nth(1).unwrap_or("").to_owned());
        } else if let Some(from) = rest.strip_prefix("--from=").filter(|_| word == "COPY") {
            let stage = from.split(' ').next().expect("a stage");
            assert!(stages.iter().any(|one| one == stage), "no stage {stage}");
        }
    }
    let toolchain = read("rust-toolchain.toml");
    let channel = toolchain.split("channel = \"").nth(1).and_then(|rest| rest.split('"').next()).expect("a channel");
    let minor: Vec<&str> = channel.split('.').take(2).collect();
    assert!(read("deploy/Containerfile").contains(&format!("rust:{}-", minor.join("."))), "Rust {channel}");
}

#[test]
fn a_builder_that_runs_here_builds_the_container() {
    if std::env::var_os("KESSEL_CONTAINER").is_none() {
        println!("not built: KESSEL_CONTAINER=1 has it built");
        return;
    }
    let runs = |builder: &&str| Command::new(builder).arg("info").output().is_ok_and(|o| o.status.success());
    let builder = ["podman", "buildah", "docker"].into_iter().find(runs).expect("a builder runs here");
    let built = Command::new(builder)
        .args(["build", "-f", "deploy/Containerfile", "-t", "kessel-test", "."])
        .current_dir(root())
        .status();
    assert!(built.expect("builds").success());
}

/// What the unit starts, on ports and in a folder of this test.
fn unit(folder: &Path) -> Vec<String> {
    let text = read("deploy/kessel.service");
    let line = text.lines().find_map(|l| l.strip_prefix("ExecStart=")).expect("a command");
    let database = folder.join("kessel.db").display().to_string();
    let word = |w: &str| w.replace("/var/lib/kessel/kessel.db", &database).replace("127.0.0.1:9042", "127.0.0.1:0");
    line.split(' ').skip(1).map(word).collect()
}

#[test]
fn the_unit_serves_on_the_socket_that_systemd_holds() {
    let activate = "/usr/bin/systemd-socket-activate";
    if !Path::new(activate).exists() {
        println!("systemd is not installed here: the socket is not tested");
        return;
    }
    let (folder, port) = (tempfile::tempdir().expect("a folder"), port());
    let mut command = Command::new(activate);
    command.arg(format!("--listen=127.0.0.1:{port}")).arg(env!("CARGO_BIN_EXE_kessel")).args(unit(folder.path()));
    let mut server = Running::start(&mut command);
    server.until_it_listens(port);
    let until = Instant::now() + Duration::from_secs(60);
    while !is_healthy(port) {
        assert!(Instant::now() < until, "it does not answer");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(server.terminate(), "in good order");
}

#[test]
fn the_unit_is_one_that_systemd_reads_and_gives_up_in_the_end() {
    let text = read("deploy/kessel.service");
    let number = |name: &str| -> u64 {
        let found = text.lines().find_map(|l| l.strip_prefix(name)).unwrap_or_else(|| panic!("no {name}"));
        found.parse().unwrap_or_else(|e| panic!("{name}{found}: {e}"))
    };
    let (interval, burst, pause) =
        (number("StartLimitIntervalSec="), number("StartLimitBurst="), number("RestartSec="));
    assert!(burst * pause < interval, "so many tries fit into the interval: it fails in the end, and not at once");
    let analyze = "/usr/bin/systemd-analyze";
    if !Path::new(analyze).exists() {
        println!("systemd is not installed here: the unit is not read by it");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let here = text.replace("/usr/local/bin/kessel", env!("CARGO_BIN_EXE_kessel"));
    std::fs::write(folder.path().join("kessel.service"), here).expect("writes");
    std::fs::write(folder.path().join("kessel.socket"), read("deploy/kessel.socket")).expect("writes");
    let units = ["verify", "kessel.service", "kessel.socket"];
    let said = Command::new(analyze).args(units).current_dir(folder.path()).output().expect("runs");
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    let ours: Vec<&str> = said.lines().filter(|l| l.contains("kessel")).collect();
    assert!(ours.is_empty(), "{ours:?}");
}
