//! The store under faults.

use super::*;
use crate::keys::{Key, Player};
use kessel_kernel::ToAct;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use tempfile::TempDir;

fn options(folder: &TempDir) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(folder.path().join("kessel.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .foreign_keys(true)
}

fn row(id: &str) -> TableRow {
    TableRow {
        id: id.into(),
        game: "toy".into(),
        scenario: "skirmish".into(),
        header: "{}".into(),
        length: 0,
        head: "head".into(),
        summary: Summary { turn: 1, to_act: ToAct::Axis, outcome: None },
        players: [Player::Me, Player::Friend],
        imported: false,
        created: 0,
        ended: None,
        dice: None,
        open: false,
        clock: Clock::None,
        asked: [0, 0],
        touched: 0,
        made_from: None,
    }
}

/// More than the limited database of these tests has room for.
fn too_much() -> Vec<Line> {
    (1..40).map(|n| Line { n, text: "x".repeat(50_000), seen: 7 }).collect()
}

async fn limited(folder: &TempDir) -> Store {
    Store::open_file(options(folder).pragma("max_page_count", "60"), 100).await.expect("opens")
}

async fn is_there(store: &Store, id: &str) -> bool {
    store.load(id).await.is_ok()
}

#[tokio::test]
async fn after_a_full_disk_the_store_writes_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = limited(&folder).await;
    store.create(row("a"), Vec::new(), Vec::new()).await.expect("there is room");
    let full = store.create(row("b"), too_much(), Vec::new()).await;
    assert!(matches!(&full, Err(StoreError::Sql(e)) if e.to_string().contains("full")), "{full:?}");
    store.create(row("c"), Vec::new(), Vec::new()).await.expect("there is room again");
    store.delete("a").await.expect("deletes");
    assert!(!is_there(&store, "a").await && !is_there(&store, "b").await && is_there(&store, "c").await);
    store.close().await;
}

#[tokio::test]
async fn after_an_error_that_ends_the_transaction_the_store_writes_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_file(options(&folder), 100).await.expect("opens");
    let mut other = sqlx::ConnectOptions::connect(&options(&folder)).await.expect("opens");
    // As an error of input and output does.
    let trap =
        "CREATE TRIGGER trap BEFORE INSERT ON tables WHEN NEW.id = 'bad' BEGIN SELECT RAISE(ROLLBACK, 'no'); END";
    sqlx::raw_sql(trap).execute(&mut other).await.expect("sets the trap");
    for _ in 0..2 {
        assert!(store.create(row("bad"), Vec::new(), Vec::new()).await.is_err());
    }
    // In one batch: it takes nobody with it.
    let (before, bad, after) = tokio::join!(
        store.create(row("before"), Vec::new(), Vec::new()),
        store.create(row("bad"), Vec::new(), Vec::new()),
        store.create(row("after"), Vec::new(), Vec::new()),
    );
    assert!(before.is_ok() && bad.is_err() && after.is_ok(), "{before:?} {bad:?} {after:?}");
    assert!(is_there(&store, "before").await && !is_there(&store, "bad").await && is_there(&store, "after").await);
    store.close().await;
}

#[tokio::test]
async fn what_does_not_fit_leaves_room_for_those_who_wait_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = limited(&folder).await;
    let (small, large) = tokio::join!(
        store.create(row("small"), Vec::new(), Vec::new()),
        store.create(row("large"), too_much(), Vec::new()),
    );
    assert!(small.is_ok() && large.is_err(), "{small:?} {large:?}");
    assert!(is_there(&store, "small").await && !is_there(&store, "large").await);
    store.close().await;
}

#[tokio::test]
async fn an_invitation_to_a_table_just_deleted_is_refused_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_file(options(&folder), 100).await.expect("opens");
    let [invite, again] = [(); 2].map(|()| Key::random().expect("random numbers").hash());
    store.create(row("old"), Vec::new(), vec![(invite, Grade::Invite(Side::Soviet))]).await.expect("made");
    // On one thread all three wait before the writer takes them: they are one batch.
    let (deleted, invited, made) = tokio::join!(
        store.delete("old"),
        store.reinvite("old", Side::Soviet, again, None),
        store.create(row("new"), Vec::new(), Vec::new()),
    );
    assert!(deleted.is_ok() && made.is_ok(), "{deleted:?} {made:?}");
    assert!(matches!(invited, Err(StoreError::Gone)), "{invited:?}");
    assert!(!is_there(&store, "old").await && is_there(&store, "new").await);
    store.close().await;
}

#[tokio::test]
async fn a_job_refused_halfway_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_file(options(&folder), 100).await.expect("opens");
    let [key, other] = [(); 2].map(|()| Key::random().expect("random numbers").hash());
    store.create(row("one"), Vec::new(), vec![(key, Grade::Owner)]).await.expect("made");
    // Its second key is taken: neither the table nor its first key stays.
    let keys = vec![(other, Grade::Owner), (key, Grade::Watch)];
    let (refused, made) =
        tokio::join!(store.create(row("two"), Vec::new(), keys), store.create(row("three"), Vec::new(), Vec::new()),);
    assert!(refused.is_err() && made.is_ok(), "{refused:?} {made:?}");
    assert!(!is_there(&store, "two").await && is_there(&store, "three").await);
    assert!(matches!(store.find(other).await, Err(StoreError::NoSuchKey)));
    store.close().await;
}

#[tokio::test]
async fn nothing_is_acknowledged_that_goes_into_a_file_which_was_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_file(options(&folder), 100).await.expect("opens");
    store.create(row("a"), Vec::new(), Vec::new()).await.expect("made");
    let (file, aside) = (folder.path().join("kessel.db"), folder.path().join("aside"));
    std::fs::rename(&file, &aside).expect("moves");
    let lost = store.create(row("b"), Vec::new(), Vec::new()).await;
    assert!(matches!(&lost, Err(StoreError::Broken(why)) if why.contains("not there")), "{lost:?}");
    // With the file back it goes on by itself.
    std::fs::rename(&aside, &file).expect("moves back");
    store.create(row("c"), Vec::new(), Vec::new()).await.expect("made");
    assert!(is_there(&store, "a").await && is_there(&store, "c").await);
    store.close().await;
}

#[tokio::test]
async fn a_foreign_lock_delays_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let short = options(&folder).busy_timeout(Duration::from_millis(50));
    let store = Store::open_file(short, 100).await.expect("opens");
    let mut other = sqlx::ConnectOptions::connect(&options(&folder)).await.expect("opens");
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("locks");
    assert!(store.create(row("a"), Vec::new(), Vec::new()).await.is_err(), "somebody else writes");
    sqlx::raw_sql("COMMIT").execute(&mut other).await.expect("lets go");
    store.create(row("a"), Vec::new(), Vec::new()).await.expect("made");
    assert!(is_there(&store, "a").await);
    store.close().await;
}

#[tokio::test]
async fn a_database_of_the_first_version_is_brought_up_to_date_with_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut old = sqlx::ConnectOptions::connect(&options(&folder)).await.expect("opens");
    sqlx::raw_sql(include_str!("schema.sql")).execute(&mut old).await.expect("the first version");
    let table =
        "INSERT INTO tables VALUES ('a', 'toy', 'skirmish', '{}', 0, 'head', 1, 'axis', NULL, 'me', 'friend', 0, 77)";
    sqlx::raw_sql(table).execute(&mut old).await.expect("a table");
    sqlx::Connection::close(old).await.expect("closes");
    let store = Store::open_file(options(&folder), 100).await.expect("opens");
    let (row, _) = store.load("a").await.expect("it is there");
    assert_eq!((row.touched, row.clock, row.open), (77, Clock::None, false));
    assert_eq!(store.begun("a").await.expect("read"), 0);
    store.close().await;
}

/// Deleting, inviting, claiming, undoing and importing at many tables at once: what goes wrong at one table is that table's.
#[tokio::test(flavor = "multi_thread")]
async fn races_at_many_tables_never_touch_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_file(options(&folder), 10_000).await.expect("opens");
    let key = || Key::random().expect("random numbers").hash();
    store.create(row("calm"), Vec::new(), Vec::new()).await.expect("made");
    let mut races = Vec::new();
    for nth in 0..40 {
        let (store, id) = (store.clone(), format!("t{nth}"));
        races.push(tokio::spawn(async move {
            let invite = key();
            let keys = vec![(invite, Grade::Invite(Side::Soviet))];
            store.create(row(&id), Vec::new(), keys).await.expect("made");
            let change = |head: &str, new: &str| Change {
                table: id.clone(),
                head: head.into(),
                header: None,
                keep: 0,
                lines: vec![Line { n: 1, text: "{}".into(), seen: 7 }],
                new_head: new.into(),
                summary: row("").summary,
                asked: [0, 0],
                lapses: false,
                draft: None,
                open: true,
            };
            // Some of these are refused, which one depends on the moment; none may fail for another reason.
            let (a, b, c, d, e) = tokio::join!(
                store.claim(invite, key()),
                store.reinvite(&id, Side::Soviet, key(), None),
                store.change(change("head", "one"), None),
                store.change(change("head", "two"), None),
                store.delete(&id),
            );
            for answer in [a, b, c, d, e] {
                let refusal = matches!(
                    answer,
                    Err(StoreError::Claimed | StoreError::Gone | StoreError::Stale | StoreError::Held)
                );
                assert!(answer.is_ok() || refusal, "{answer:?}");
            }
        }));
    }
    let mut head = "head".to_owned();
    for nth in 0..100 {
        let new = format!("calm {nth}");
        let lines = vec![Line { n: 1, text: "{}".into(), seen: 7 }];
        let (table, summary, asked) = ("calm".to_owned(), row("").summary, [0, 0]);
        let change = Change {
            table,
            head,
            header: None,
            keep: 0,
            lines,
            new_head: new.clone(),
            summary,
            asked,
            lapses: false,
            draft: None,
            open: true,
        };
        store.change(change, None).await.expect("nothing elsewhere matters here");
        head = new;
    }
    for race in races {
        race.await.expect("raced");
    }
    store.close().await;
}
