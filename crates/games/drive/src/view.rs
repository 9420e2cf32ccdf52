//! What lies on the table, as one viewer may know it. Everything here is made from the redacted position.

use crate::Drive;
use crate::data::{Factor, Nation, UnitId, UnitKind, UnitSize};
use crate::facts::off_map;
use crate::sequence::{phase_case, phase_name};
use crate::sets::Spaces;
use crate::state::{Frame, Place, Stage, State};
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_table::view::{
    CalendarView, CounterView, FaceView, FactorView, LayerView, MarkerView, SpaceView, TrackView, TurnView, View,
};
use kessel_table::{Game, Offers, Side, Viewer};

impl Drive {
    /// The view of a position.
    pub(crate) fn view_of(&self, state: &State, viewer: Viewer) -> View {
        let seen = self.redacted(state, viewer);
        View {
            game: self.info.id.clone(),
            scenario: seen.scenario.word().into(),
            viewer,
            turn: self.turn_view(&seen),
            to_act: self.to_act(&seen),
            spaces: self.space_views(&seen),
            counters: self.counter_views(&seen),
            tracks: self.track_views(&seen),
            battle: seen.fight().filter(|f| f.stage > Stage::Resolve).map(|f| self.report(&seen, f)),
            calendar: self.calendar_views(&seen),
            layers: self.layer_views(&seen),
            offers: Offers::default(),
            outcome: self.outcome_of(&seen),
        }
    }

    fn turn_view(&self, seen: &State) -> TurnView {
        let phase = seen.phase();
        let scenario = self.data.scenario(seen.scenario);
        TurnView {
            number: seen.turn.into(),
            of: scenario.last_turn().into(),
            label: scenario.turn(seen.turn).dates.clone(),
            side: phase.side(),
            phase: phase.word().into(),
            phase_name: phase_name(phase).into(),
            case: phase_case(phase).id().into(),
        }
    }

    fn space_views(&self, seen: &State) -> Vec<SpaceView> {
        let hexes = self.ground.playable[seen.scenario as usize];
        hexes
            .iter()
            .map(|hex| SpaceView {
                id: self.hex_id(hex).into(),
                control: Some(seen.control(hex)),
                markers: self.marker_views(seen, hex),
            })
            .collect()
    }

    fn marker_views(&self, seen: &State, hex: SpaceId) -> Vec<MarkerView> {
        let mut markers = Vec::new();
        let mut add = |kind: String, text: String| markers.push(MarkerView { kind, text, toward: None });
        for side in Side::BOTH {
            if seen.network[side.index()].contains(hex) {
                let works = self.fed(seen, side).sources.contains(hex);
                let text = if works { "works" } else { "is cut off" };
                add(format!("network-{}", side.word()), format!("{side} supply source: it {text} (7.14)"));
            }
        }
        if seen.airlift == Some(hex) {
            add("airlift".into(), "Aerial supply here and in the hexes around (7.6)".into());
        }
        if self.has_garrison(seen, hex) {
            add("garrison".into(), "A garrison defends with one factor (11.40)".into());
        }
        if self.ground.forts.contains(hex) {
            let intact = self.is_fortified(seen, hex);
            let kind = if intact { "fortified" } else { "ruins" };
            add(kind.into(), format!("Don-Volga line: {} (11.23)", if intact { "intact" } else { "destroyed" }));
        }
        for (i, reserve) in self.data.blue.reserves.iter().enumerate() {
            if seen.is_blue() && reserve.hex == hex && seen.reserved >> i & 1 == 1 {
                add("reserve".into(), format!("{} is not activated (8.4)", reserve.name));
            }
        }
        markers
    }

    fn counter_views(&self, seen: &State) -> Vec<CounterView> {
        let mut hidden = [0u32; 2];
        let mut views = Vec::new();
        for unit in self.data.unit_ids() {
            let place = seen.units[unit.index()].place;
            let side = self.side(unit);
            if place == Place::Out || (side == Side::Soviet && place == Place::ToCome) {
                continue;
            }
            if seen.veiled.contains(unit) {
                let Place::At(hex) = place else { continue };
                hidden[side.index()] += 1;
                views.push(self.hidden_view(side, hidden[side.index()], hex));
                continue;
            }
            let at = seen.at(unit).map_or(off_map(place), |hex| self.hex_id(hex));
            views.push(CounterView {
                id: self.unit_id(unit).into(),
                side: Some(side),
                at: at.into(),
                kind: "unit".into(),
                face: self.face_view(seen, unit),
                hidden: false,
                flags: self.flags(seen, unit),
            });
        }
        views
    }

    /// A unit under the top one: only that it is there.
    fn hidden_view(&self, side: Side, number: u32, hex: SpaceId) -> CounterView {
        let nation = if side == Side::Axis { "german" } else { "soviet" };
        CounterView {
            id: format!("{}-hidden-{number}", side.word()),
            side: Some(side),
            at: self.hex_id(hex).into(),
            kind: "unit".into(),
            face: FaceView { nation: nation.into(), ..FaceView::default() },
            hidden: true,
            flags: Vec::new(),
        }
    }

    fn face_view(&self, seen: &State, unit: UnitId) -> FaceView {
        let info = self.data.info(unit);
        let u = &seen.units[unit.index()];
        let name = match u.face {
            Some(face) => self.data.faces[face.index()].id.clone(),
            None => info.name.clone(),
        };
        let word = |f: Factor| match f {
            Factor::Number(n) => n.to_string(),
            Factor::Die => "?".into(),
            Factor::Untried => "U".into(),
        };
        let factor = |name: &str, value: String| FactorView { name: name.into(), value };
        FaceView {
            name,
            nation: nation_word(info.nation, info.kind).into(),
            symbol: symbol(info.kind).into(),
            size: if info.size == UnitSize::Corps { "XXX" } else { "XX" }.into(),
            factors: vec![
                factor("attack", word(self.attack_factor(seen, unit))),
                factor("defence", word(self.defence_factor(seen, unit))),
                factor("movement", info.movement.to_string()),
            ],
            steps: Some(u.steps),
            max_steps: Some(info.steps()),
            formation: self.army_word(u.army).unwrap_or_default().into(),
        }
    }

    fn flags(&self, seen: &State, unit: UnitId) -> Vec<String> {
        if seen.at(unit).is_none() {
            return Vec::new();
        }
        let supply = self.supply_of(seen, unit);
        let u = &seen.units[unit.index()];
        let all = [
            ("top", seen.tops.contains(unit)),
            ("unsupplied", supply == Supplied::Out),
            ("coastal", supply == Supplied::Coastal),
            ("aerial", supply == Supplied::Aerial),
            ("frozen", self.is_frozen(seen, unit) || seen.rooted.contains(unit)),
            ("held", self.held_army(seen, unit).is_some()),
            ("reduced", u.steps < self.data.info(unit).steps()),
            ("moved", u.spent > 0),
            ("attacked", seen.attacked.contains(unit)),
            ("retreated", seen.refugees.contains(unit)),
        ];
        let moving = matches!(seen.frames.top(), Frame::March(march) if march.units.contains(&unit));
        all.iter()
            .filter(|(_, on)| *on)
            .map(|(word, _)| (*word).to_owned())
            .chain(moving.then(|| "moving".into()))
            .collect()
    }

    /// Numbers on tracks.
    pub(crate) fn track_views(&self, seen: &State) -> Vec<TrackView> {
        let track = |id: &str, name: &str, value: i32, note: String| TrackView {
            id: id.into(),
            name: name.into(),
            value: Some(value),
            note,
        };
        let aircraft = |side: Side| i32::from(self.aircraft_left(seen, side));
        if seen.is_blue() {
            let rule = &self.data.blue.victory;
            let held = (self.ground.victory & seen.axis_control).len();
            return vec![
                track(
                    "vp",
                    "German victory points",
                    self.points(seen).into(),
                    format!("{} win; victory hexes held: {held} (4.5)", rule.points),
                ),
                track(
                    "pile",
                    "Soviet units lost without supply",
                    seen.pile.into(),
                    format!("A point for every {} (4.3)", rule.losses_per_point),
                ),
                track(
                    "aircraft-axis",
                    "German aircraft left",
                    aircraft(Side::Axis),
                    "One column each, once a turn (11.25)".into(),
                ),
                track(
                    "south",
                    "Rifle divisions come in the south",
                    seen.south.came.into(),
                    format!("Of {} (8.5)", self.data.charts.extras.south_rifles),
                ),
            ];
        }
        vec![
            track(
                "pile",
                "German units lost without overland supply",
                seen.pile.into(),
                format!("{} win for the Soviet (4.8)", self.data.uranus.victory.losses),
            ),
            track(
                "aircraft-soviet",
                "Soviet aircraft left",
                aircraft(Side::Soviet),
                "One column, once a turn (11.25)".into(),
            ),
            track("freeze", "Freeze", i32::from(seen.frozen), "Rivers and marshes are frozen (10.2)".into()),
        ]
    }

    /// What is to come: all of it is printed on the tracks.
    fn calendar_views(&self, seen: &State) -> Vec<CalendarView> {
        let scenario = self.data.scenario(seen.scenario);
        let mut calendar = Vec::new();
        for (turn, info) in (1u32..).zip(&scenario.turns).skip(usize::from(seen.turn) - 1) {
            let mut add = |side, text: String, counter: Option<UnitId>| {
                let counter = counter.map(|unit| self.unit_id(unit).to_owned());
                calendar.push(CalendarView { turn, side, text, counter });
            };
            for unit in
                info.axis.iter().filter(|u| seen.units[u.index()].place == Place::ToCome && !seen.veiled.contains(**u))
            {
                add(Some(Side::Axis), format!("{} may come", self.unit_name(*unit)), Some(*unit));
            }
            if !info.soviet.is_empty() {
                let draws: Vec<String> = info.soviet.iter().map(|d| format!("{} {}", d.count, d.kind.code())).collect();
                add(Some(Side::Soviet), format!("May come: {}", draws.join(", ")), None);
            }
            if info.freeze > 0 && !seen.frozen {
                add(None, format!("The freeze begins on a die of {} or less", info.freeze), None);
            }
            if seen.is_blue() && turn == u32::from(self.data.charts.withdrawal.turn) {
                add(
                    Some(Side::Axis),
                    "Two panzer divisions, an infantry division and Gross Deutschland leave".into(),
                    None,
                );
            }
        }
        calendar
    }

    fn layer_views(&self, seen: &State) -> Vec<LayerView> {
        let layer = |id: &str, name: String, case: &str, spaces: Spaces, half: Spaces| LayerView {
            id: id.into(),
            name,
            case: case.into(),
            spaces: self.hex_ids(spaces),
            half: self.hex_ids(half),
        };
        let playable = self.ground.playable[seen.scenario as usize];
        let mut layers = Vec::new();
        for side in Side::BOTH {
            let fed = self.fed(seen, side);
            let name = format!("{side} supply; in the second shade its working sources");
            layers.push(layer(
                &format!("supply-{}", side.word()),
                name,
                "7.12.a",
                (fed.hexes & playable) - fed.sources,
                fed.sources,
            ));
        }
        layers.push(layer("control-axis", "Axis control".into(), "3.4.a", seen.axis_control, Spaces::EMPTY));
        layers.push(layer(
            "east-of-don",
            "East of the Don".into(),
            "8.6.a",
            self.ground.east_of_don & playable,
            Spaces::EMPTY,
        ));
        layers
    }

    fn hex_ids(&self, hexes: Spaces) -> Vec<String> {
        hexes.iter().map(|hex| self.hex_id(hex).to_owned()).collect()
    }
}

fn nation_word(nation: Nation, kind: UnitKind) -> &'static str {
    match nation {
        Nation::Soviet => "soviet",
        Nation::German if kind == UnitKind::Luftwaffe => "luftwaffe",
        Nation::German => "german",
        Nation::Romanian => "romanian",
        Nation::Hungarian => "hungarian",
        Nation::Italian => "italian",
    }
}

const fn symbol(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Panzer | UnitKind::TankCorps => "armour",
        UnitKind::Motorised => "motorised",
        UnitKind::MechanisedCorps => "mechanised",
        UnitKind::Flak => "anti-aircraft",
        UnitKind::Mountain => "mountain",
        UnitKind::Cavalry | UnitKind::CavalryCorps => "cavalry",
        UnitKind::TankDestroyer => "anti-tank",
        UnitKind::Artillery | UnitKind::HeavyCannon => "artillery",
        UnitKind::FortifiedArea => "fortress",
        UnitKind::NavalGarrison => "naval",
        UnitKind::Infantry | UnitKind::Jaeger | UnitKind::Security | UnitKind::Luftwaffe | UnitKind::Rifle => {
            "infantry"
        }
    }
}
