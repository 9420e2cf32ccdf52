//! What a side may think of what it does not know.

use super::trial;

#[test]
fn samples_agree_with_what_a_side_knows() {
    trial().samples_agree_with_what_a_side_knows(&trial().positions(150..154, 2), 1);
}

#[test]
fn what_one_side_gains_the_other_loses_and_a_win_is_worth_something() {
    trial().worth_is_fair(&trial().positions(150..156, 1), 160..168);
}
