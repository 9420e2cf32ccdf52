//! The list of games, and an owner's files laid over their data. Here because the list makes all games: a program of its own would make them again.

use kessel_kernel::data::DataDir;
use kessel_registry::{load, overlay};
use std::path::Path;

#[test]
fn all_five_rulebooks_are_listed_with_their_ledgers() {
    let registry = load(None, None).expect("the built-in data has no faults");
    let ids: Vec<_> = registry.list().iter().map(|l| l.id.as_str()).collect();
    assert_eq!(ids, ["battle", "drive", "roads", "wintergewitter", "waw"]);
    for listed in registry.list() {
        assert!(!listed.ledger().is_empty(), "{}", listed.id);
        assert!(!listed.scenarios().is_empty(), "{}", listed.id);
    }
}

#[test]
fn a_folder_of_data_that_is_not_there_is_named() {
    let fault = load(Some(Path::new("no/such/folder")), None).err().expect("refused");
    assert_eq!(fault.to_string(), "no/such/folder is not a folder of data files");
}

fn base() -> DataDir {
    DataDir::embedded("test", &[("map.toml", "a = 1\nb = 2\n"), ("units.toml", "c = 3\n")])
}

#[test]
fn a_folder_replaces_files_of_the_same_name_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("units.toml"), "c = 4\n").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let dir = overlay(folder.path(), &base()).unwrap();
    assert_eq!(dir.text("units.toml"), Some("c = 4\n"));
    assert_eq!(dir.text("map.toml"), base().text("map.toml"));
    assert_eq!(dir.names().collect::<Vec<_>>(), ["map.toml", "units.toml"]);
    assert_ne!(dir.hash(), base().hash());
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let fault = overlay(&folder.path().join("nowhere"), &base()).unwrap_err();
    assert!(fault.to_string().contains("nowhere"), "{fault}");
}

#[test]
fn a_file_that_is_not_text_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("map.toml"), [0xff, 0xfe, 0x00]).unwrap();
    let fault = overlay(folder.path(), &base()).unwrap_err();
    assert!(fault.to_string().contains("map.toml"), "{fault}");
}
