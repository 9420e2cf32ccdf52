use super::Mind;
use super::chart::Posture;
use crate::setup::tests::Table;
use kessel_table::{Side, Temperament};

#[test]
fn infantry_holds_while_the_panzers_strike() {
    let table = Table::new("backhand-blow");
    let mind = Mind {
        game: &table.game,
        seen: &table.state,
        side: Side::Axis,
        offers: &[],
        temperament: Temperament::Balanced,
    };
    let chart = mind.chart(&table.state);
    assert_eq!(mind.stance(&chart, table.unit("335ID")), Posture::Defend);
    assert_eq!(mind.stance(&chart, table.unit("3SS-a")), Posture::Attack);
    // Kharkov is the prize: without a major city the rest counts for nothing.
    assert!(chart.goal[table.hex("2108")] > chart.goal[table.hex("0518")]);
}
