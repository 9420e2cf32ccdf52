//! The track and the scenarios as trees.

use super::super::scenario::{Scenario, SetUp, SkyStart, TurnInfo, Zone};
use super::Data;
use kessel_kernel::Side;
use serde_json::{Map as Tree, Value, json};

impl Data {
    pub(super) fn track_tree(&self) -> Tree<String, Value> {
        let turn = |(place, turn): (usize, &TurnInfo)| {
            let arrivals = turn.arrivals.iter().map(|arrival| {
                json!({ "units": self.unit_names(&arrival.units), "entry": arrival.entry, "most": arrival.most })
            });
            let [german, romanian, soviet] = turn.replacements;
            let tree = json!({
                "name": turn.name,
                "weather": turn.weather,
                "icy": turn.icy,
                "arrivals": arrivals.collect::<Vec<_>>(),
                "air": self.air_names(&turn.air),
                "releases": turn.releases,
                "replacements": { "german": german, "romanian": romanian, "soviet": soviet },
            });
            ((place + 1).to_string(), tree)
        };
        self.track.iter().enumerate().map(turn).collect()
    }

    pub(super) fn scenario_tree(&self, scenario: &Scenario) -> Value {
        let by_case = |setups: &mut dyn Iterator<Item = &SetUp>| -> Tree<String, Value> {
            let mut tree = Tree::new();
            for setup in setups {
                // Where one case has two set-ups, they are listed together.
                let list = tree.entry(setup.case.clone()).or_insert_with(|| json!([]));
                if let Some(list) = list.as_array_mut() {
                    list.push(self.setup_tree(setup));
                }
            }
            tree
        };
        let reserves = scenario.reserves.iter().map(|reserve| {
            let units = self.unit_names(&reserve.units);
            (
                reserve.id.clone(),
                json!({ "name": reserve.name, "units": units, "rolls": reserve.rolls, "case": reserve.case }),
            )
        });
        let losses = scenario.bills.iter().map(|bill| {
            let [armor, infantry, artillery] = bill.points;
            let units = self.unit_names(&bill.units);
            (bill.case.clone(), json!({ "units": units, "armor": armor, "infantry": infantry, "artillery": artillery }))
        });
        let options = scenario.groups.iter().map(|group| {
            let mut tree = self.setup_tree(&group.setup);
            tree["points"] = group.points.into();
            tree["answered"] = group.answered.into();
            (group.key.clone(), tree)
        });
        let historical = scenario
            .historical
            .iter()
            .map(|&(unit, hex)| (self.info(unit).id.clone(), self.map.board.name(hex).into()));
        json!({
            "name": scenario.name,
            "first": scenario.first,
            "last": scenario.last,
            "setups": by_case(&mut scenario.setups.iter()),
            "reserves": reserves.collect::<Tree<_, _>>(),
            "losses": losses.collect::<Tree<_, _>>(),
            "leave_out": scenario.leave_out.as_ref().map(|(count, units)| json!({ "count": count, "units": self.unit_names(units) })),
            "pool": scenario.pool.as_ref().map(|pool| json!({
                "units": self.unit_names(&pool.units), "most": pool.most, "historical": self.unit_names(&scenario.historical_pool),
            })),
            "air": { "axis": self.sky_tree(scenario, Side::Axis), "soviet": self.sky_tree(scenario, Side::Soviet) },
            "options": options.collect::<Tree<_, _>>(),
            "answer": self.air_names(&scenario.answer),
            "sixth_army": self.unit_names(&scenario.sixth_army),
            "christea": self.unit_names(&scenario.christea),
            "crossing": scenario.crossing,
            "historical": historical.collect::<Tree<_, _>>(),
        })
    }

    fn setup_tree(&self, setup: &SetUp) -> Value {
        let (hexes, near) = match &setup.zone {
            Zone::Hexes(hexes) => (Some(hexes.iter().map(|hex| self.map.board.name(hex)).collect::<Vec<_>>()), None),
            Zone::Near(near) => {
                (None, Some(near.iter().map(|&formation| &self.group(formation).id).collect::<Vec<_>>()))
            }
        };
        json!({
            "side": setup.side,
            "units": self.unit_names(&setup.units),
            "count": setup.units.len(),
            "hexes": hexes,
            "near": near,
        })
    }

    fn sky_tree(&self, scenario: &Scenario, side: Side) -> Value {
        let (start, number) = match scenario.sky[side.index()] {
            SkyStart::Ready => ("ready", None),
            SkyStart::Roll(flown) => ("roll", Some(flown)),
            SkyStart::Choose(ready) => ("choose", Some(ready)),
        };
        json!({ "units": self.air_names(&scenario.air[side.index()]), "start": start, "number": number })
    }
}
