//! The files of a database: whose they are, and what happens when they are exchanged.

use crate::common::postgres::Postgres;
use crate::common::{Client, Host, config, games};
use kessel_server::{Admin, Config, Database, Server};
use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::time::Duration;

/// Owner and mode of a file.
fn owner(path: &Path) -> (u32, u32, u32) {
    let file = std::fs::metadata(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    (file.uid(), file.gid(), file.mode() & 0o7777)
}

async fn open(path: &Path) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite:{}?mode=rwc", path.display())).await.expect("opens")
}

#[test]
fn copies_belong_to_whoever_has_the_database_and_to_nobody_else() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("kessel.db");
    runtime.block_on(async {
        let server = Server::start(config(&folder), games()).await.expect("starts");
        let host = Host { address: server.address(), server, folder: tempfile::tempdir().expect("a folder") };
        host.table("me", "me").await;
        host.server.stop().await.expect("stops");
    });
    // Whoever runs the tools is root, the server is somebody else. (Who is not root has one owner for everything.)
    let server = if chown(&database, Some(65534), Some(65534)).is_ok() {
        (65534, 65534)
    } else {
        (owner(&database).0, owner(&database).1)
    };
    let secret = (server.0, server.1, 0o600);
    assert_eq!(owner(&database), secret);
    let admin = Admin::new(Database::File(database.clone())).expect("an admin");
    let copy = folder.path().join("copy.db");
    admin.backup(&copy).expect("a copy");
    assert_eq!(owner(&copy), secret, "the copy holds the same secrets");
    admin.restore(&copy).expect("puts it back");
    assert_eq!(owner(&database), secret, "its server can open it");
    for beside in std::fs::read_dir(folder.path()).expect("lists") {
        let beside = beside.expect("a file").path();
        let name = beside.file_name().and_then(|n| n.to_str()).expect("plain text").to_owned();
        if name.starts_with("kessel.db") && !name.ends_with("-lock") && !name.ends_with("-kept") {
            assert_eq!((owner(&beside).0, owner(&beside).1), server, "{name}");
        }
    }
    let archive = folder.path().join("old").join("games");
    std::thread::sleep(Duration::from_millis(5));
    assert_eq!(admin.expire(Duration::ZERO, Some(&archive), false).expect("deletes").len(), 1);
    assert_eq!(owner(&archive), (server.0, server.1, 0o700));
    for journal in std::fs::read_dir(&archive).expect("lists") {
        assert_eq!(owner(&journal.expect("a file").path()), secret, "a journal tells both sides' secrets");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_comes_into_the_place_of_the_first_is_not_mixed_with_its_log() {
    let other = Host::start().await;
    other.table("me", "me").await;
    other.server.stop().await.expect("stops");
    let host = Host::start().await;
    let made = host.table("me", "me").await;
    let mut client = host.sit(&made["owner"]).await;
    client.quiet().await;
    let (database, aside) = (host.folder.path().join("kessel.db"), host.folder.path().join("aside"));
    let foreign = std::fs::read(other.folder.path().join("kessel.db")).expect("reads");
    std::fs::rename(&database, &aside).expect("moves");
    std::fs::write(&database, &foreign).expect("writes");
    let offer = client.offers()[0].clone();
    assert_eq!(client.act(&offer).await["kind"], "fault", "nothing is acknowledged");
    for _ in 0..3 {
        let path = format!("/api/seats/{}/open", made["owner"].as_str().expect("a key"));
        assert_eq!(host.post(&path, &json!({})).await.status, 500, "and nothing is read");
        let ready = host.get("/readyz").await;
        assert_eq!(ready.status, 503, "{}", ready.body);
        tokio::time::sleep(Duration::from_millis(600)).await;
    }
    assert!(std::fs::read(&database).expect("reads") == foreign, "the other file is as it was");
    std::fs::rename(&aside, &database).expect("moves back");
    let mut client = Client::connect(host.address, made["owner"].as_str().expect("a key")).await;
    let offer = client.offers()[0].clone();
    assert_eq!(client.act(&offer).await["type"], "accepted", "with the first it goes on");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_one_file_is_refused() {
    let host = Host::start().await;
    let why = Server::start(config(&host.folder), games()).await.err().expect("refused").to_string();
    assert!(why.contains("another server has this file open"), "{why}");
    // The tools may look meanwhile.
    let database = host.folder.path().join("kessel.db");
    let looked = tokio::task::spawn_blocking(move || {
        Admin::new(Database::File(database)).expect("an admin").tables(None).map(|list| list.len())
    });
    assert_eq!(looked.await.expect("runs").expect("lists"), 0);
    let host = host.restart().await;
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_write_is_not_ready() {
    let host = Host::start().await;
    assert_eq!(host.get("/readyz").await.status, 200);
    let mut other = open(&host.folder.path().join("kessel.db")).await;
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("locks");
    tokio::time::sleep(Duration::from_millis(600)).await;
    let ready = host.get("/readyz").await;
    assert_eq!(ready.status, 503, "what is read is not enough: {}", ready.body);
    assert_eq!(host.get("/healthz").await.status, 200);
    sqlx::raw_sql("COMMIT").execute(&mut other).await.expect("lets go");
    let mut tries = 0;
    while host.get("/readyz").await.status != 200 {
        tries += 1;
        assert!(tries < 100, "it is never ready again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    host.server.stop().await.expect("stops");
}

#[test]
fn the_database_of_somebody_else_is_left_as_it_is() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("kessel.db");
    for version in [0, 2, 3] {
        let _ = std::fs::remove_file(&database);
        runtime.block_on(async {
            let mut db = open(&database).await;
            let other = format!(
                "CREATE TABLE stamps (name TEXT); INSERT INTO stamps VALUES ('blue'); PRAGMA user_version = {version}"
            );
            sqlx::raw_sql(&other).execute(&mut db).await.expect("writes");
            db.close().await.expect("closes");
        });
        let before = std::fs::read(&database).expect("reads");
        let admin = Admin::new(Database::File(database.clone())).expect("an admin");
        let said = [
            admin.check(&games()).map(drop).expect_err("none of ours").to_string(),
            admin.tables(None).map(drop).expect_err("none of ours").to_string(),
            admin.migrate().map(drop).expect_err("none of ours").to_string(),
            runtime.block_on(Server::start(config(&folder), games())).map(drop).expect_err("none of ours").to_string(),
        ];
        assert!(said.iter().all(|said| said.contains("of Kessel")), "{said:?}");
        assert!(std::fs::read(&database).expect("reads") == before, "version {version}: as it was");
    }
    let Some(postgres) = Postgres::start() else { return };
    let admin = Admin::new(Database::Postgres(postgres.url())).expect("an admin");
    let said = admin.check(&games()).map(drop).expect_err("nothing is there").to_string();
    assert!(said.contains("no tables of Kessel"), "{said}");
    let tables: i64 = runtime.block_on(async {
        let mut db = sqlx::PgConnection::connect(&postgres.url()).await.expect("connects");
        let tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";
        sqlx::query_scalar(tables).fetch_one(&mut db).await.expect("counts")
    });
    assert_eq!(tables, 0, "none was made");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_of_the_version_before_is_brought_up_to_date_with_its_games() {
    let Some(postgres) = Postgres::start() else { return };
    let serve = async || {
        let mut config = Config::with(Database::Postgres(postgres.url()));
        config.listen = "127.0.0.1:0".parse().expect("an address");
        let server = Server::start(config, games()).await.expect("starts");
        Host { address: server.address(), server, folder: tempfile::tempdir().expect("a folder") }
    };
    let host = serve().await;
    let made = host.table("me", "me").await;
    host.server.stop().await.expect("stops");
    let mut db = sqlx::PgConnection::connect(&postgres.url()).await.expect("connects");
    let back = "DROP TABLE mutes; DROP INDEX sessions_of_account; ALTER TABLE tables DROP COLUMN made_from, DROP COLUMN clock_minutes, DROP COLUMN begun; ALTER TABLE seats DROP COLUMN name; \
        ALTER TABLE sessions DROP COLUMN made_from, DROP COLUMN device, DROP COLUMN seen; ALTER TABLE holdings DROP COLUMN since; \
        UPDATE kessel_schema SET version = 2";
    sqlx::raw_sql(back).execute(&mut db).await.expect("as it was before");
    let host = serve().await;
    assert_eq!(host.open(&made["owner"]).await["table"], made["table"]);
    assert_eq!(host.sit(&made["owner"]).await.n(), 0);
    host.server.stop().await.expect("stops");
}
