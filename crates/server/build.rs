//! Builds the page (web/) with npm, if its sources are newer than what was built last.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// What the page is made of.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

fn main() {
    println!("cargo::rerun-if-env-changed=KESSEL_SKIP_WEB");
    println!("cargo::rerun-if-changed=build.rs");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let sources: Vec<PathBuf> = SOURCES.iter().map(|s| web.join(s)).filter(|p| p.exists()).collect();
    for source in &sources {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let built = web.join("dist").join("index.html");
    println!("cargo::rerun-if-changed={}", built.display());
    let skip = std::env::var_os("KESSEL_SKIP_WEB").is_some_and(|v| v != "0" && !v.is_empty());
    if skip || !web.join("package.json").exists() {
        return;
    }
    let newest = sources.iter().filter_map(|p| newest(p)).max();
    if changed(&built).is_some_and(|at| newest.is_none_or(|newest| at >= newest)) {
        return;
    }
    if Command::new("npm").arg("--version").output().is_err() {
        let page = if built.exists() { "the page built earlier" } else { "a page that says so" };
        println!(
            "cargo::warning=Node is not installed, so the page in the browser is not built; the server shows {page}."
        );
        println!("cargo::warning=Install Node 20 or newer and build again, or set KESSEL_SKIP_WEB=1 to be silent.");
        return;
    }
    if let Err(why) = build(&web, &built, newest) {
        // A program to give away needs its page; while working on the rest, an old one will do.
        let grave = std::env::var("PROFILE").is_ok_and(|p| p == "release");
        let level = if grave { "error" } else { "warning" };
        println!("cargo::{level}=the page in web/ could not be built (KESSEL_SKIP_WEB=1 leaves it out):");
        for line in why.lines().filter(|l| !l.trim().is_empty()) {
            println!("cargo::{level}={line}");
        }
    }
}

fn build(web: &Path, built: &Path, newest: Option<SystemTime>) -> Result<(), String> {
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < changed(&web.join("package-lock.json")) {
        npm(web, &["install", "--no-save", "--no-audit", "--no-fund"])?;
    }
    npm(web, &["run", "build"])?;
    // As old as what it is made of: a file that is newer than the beginning of this run would make Cargo build the server once more.
    let dated = newest.map(|newest| File::options().write(true).open(built).and_then(|page| page.set_modified(newest)));
    dated.transpose().map(drop).map_err(|why| format!("{}: {why}", built.display()))
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let done = Command::new("npm").args(arguments).current_dir(web).output().map_err(|e| e.to_string())?;
    if done.status.success() {
        return Ok(());
    }
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let last: Vec<&str> = said.lines().rev().take(12).collect();
    let last: Vec<&str> = last.into_iter().rev().collect();
    Err(format!("npm {}:\n{}", arguments.join(" "), last.join("\n")))
}

/// When the newest file of a folder, or the file, was changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let Ok(folder) = std::fs::read_dir(path) else { return changed(path) };
    folder.flatten().filter_map(|entry| newest(&entry.path())).max()
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).ok()?.modified().ok()
}
