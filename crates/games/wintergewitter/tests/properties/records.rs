//! What is written down: journals with replay, undo and redo, and positions.

use super::trial;

#[test]
fn a_journal_replays_to_the_same_hashes_and_dice() {
    trial().a_journal_replays_to_the_same_hashes_and_dice([100, 101], 900);
}

#[test]
fn undo_then_redo_is_identity_and_stops_at_rolls_and_revelations() {
    trial().undo_then_redo_is_identity([(110, 200), (111, 350), (112, 500)]);
}

#[test]
fn a_position_read_back_plays_on_the_same() {
    trial().survives_being_written_down(&trial().positions(80..88, 3));
}

#[test]
fn a_list_of_actions_is_its_actions_one_by_one_as_one_entry() {
    trial().a_list_is_its_actions_as_one_entry([120, 121], 150);
}

#[test]
fn a_snapshot_plays_on_the_same() {
    trial().a_snapshot_plays_on_the_same([130, 131], 400);
}
