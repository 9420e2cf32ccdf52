//! The `battle` fact: the last battle, as the log reported it.

use kessel_kernel::event::{BattleReport, Event, Force, ForceLine, What};
use kessel_kernel::{Side, Viewer};
use serde_json::{Value, json};

/// The last battle that `viewer` was told of. It stays after the battle has passed.
pub(crate) fn last(events: &[Event], viewer: Viewer) -> Option<&BattleReport> {
    events.iter().rev().filter(|event| event.audience.includes(viewer)).find_map(|event| match &event.what {
        What::Battle(report) => Some(report.as_ref()),
        _ => None,
    })
}

/// A battle, or the preview of one, in the words of case files.
pub(crate) fn facts(report: &BattleReport) -> Value {
    let [attack, defence] = [0, 1].map(|n| report.forces.get(n));
    let first = report.results.first();
    json!({
        "at": report.at,
        "attacker": report.attacker.map(Side::word),
        "column": report.column,
        "attack": attack.map(|force| force.total),
        "defence": defence.map(|force| force.total),
        "most": [attack.map(|force| force.most), defence.map(|force| force.most)],
        "attack_sum": attack.and_then(|force| force.sum.as_deref()),
        "defence_sum": defence.and_then(|force| force.sum.as_deref()),
        "attack_lines": lines(attack.map_or(&[], |force: &Force| force.lines.as_slice())),
        "defence_lines": lines(defence.map_or(&[], |force: &Force| force.lines.as_slice())),
        "shifts": lines(&report.shifts),
        "die": first.map(|result| result.die),
        "cell": first.map(|result| result.cell.as_str()),
        "results": report.results.iter().map(|r| json!({
            "side": r.side.word(), "line": r.line, "die": r.die, "cell": r.cell,
        })).collect::<Vec<_>>(),
        "brief": lines(&report.brief),
        "chances": report.chances.iter().map(|c| json!({ "text": c.text, "permille": c.permille })).collect::<Vec<_>>(),
        "from": report.approach.as_ref().map(|approach| approach.from.clone()),
    })
}

fn lines(lines: &[ForceLine]) -> Vec<Value> {
    lines.iter().map(|line| json!({ "case": line.case, "text": line.text, "value": line.value })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kessel_kernel::Case;
    use kessel_kernel::event::BattleResult;

    #[test]
    fn sums_shifts_column_die_and_cell_have_words() {
        let line = |text: &str, value: &str| ForceLine { case: Case("5.3"), text: text.into(), value: value.into() };
        let force = |total| Force { lines: vec![line("A1", "+3")], total, most: total, ..Force::default() };
        let result =
            BattleResult { side: Side::Axis, line: "3-1".into(), die: 4, cell: "DR".into(), cells: Vec::new() };
        let report = BattleReport {
            at: "ford".into(),
            attacker: Some(Side::Axis),
            forces: vec![force(12), force(4)],
            column: "3-1".into(),
            results: vec![result],
            shifts: vec![line("river", "-1")],
            ..BattleReport::default()
        };
        let facts = facts(&report);
        assert_eq!(facts["column"], "3-1");
        assert_eq!((&facts["attack"], &facts["defence"]), (&json!(12), &json!(4)));
        assert_eq!((&facts["die"], &facts["cell"]), (&json!(4), &json!("DR")));
        assert_eq!(facts["shifts"], json!([{ "case": "5.3", "text": "river", "value": "-1" }]));
    }

    #[test]
    fn the_last_battle_is_the_one_that_the_viewer_knows_of() {
        let battle = |at: &str| {
            let report = BattleReport { at: at.into(), ..BattleReport::default() };
            Event::new(Case("5.3"), What::Battle(Box::new(report)), "battle")
        };
        let events = [battle("ford"), battle("hill").only_for(Side::Axis), Event::note(Case("7"), "later")];
        let at = |viewer| last(&events, viewer).map(|report| report.at.as_str());
        assert_eq!((at(Viewer::Umpire), at(Viewer::Soviet)), (Some("hill"), Some("ford")));
        assert_eq!(last(&events[2..], Viewer::Umpire), None);
    }
}
