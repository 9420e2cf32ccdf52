//! What a table in the browser is sent.

use super::trial;

#[test]
fn patches_lead_from_view_to_view() {
    trial().patches_lead_from_view_to_view(0..2, 120);
}

#[test]
fn counters_stand_where_the_view_says() {
    trial().counters_stand_where_the_view_says(0..2, 120);
}

#[test]
fn two_levels_are_all_offers() {
    trial().two_levels_are_all_offers(&trial().positions(150..154, 2));
}

#[test]
fn what_a_click_sends_to_a_seat_is_small() {
    // To set up is one click for a whole army.
    trial().what_a_seat_is_sent_is_small(0..2, 160, 8 * 1024, |kind| {
        !["Setup", "Losses", "Pool"].iter().any(|word| kind.contains(word))
    });
}
