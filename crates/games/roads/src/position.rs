//! What every chapter asks of a position, and the few things that all of them do to it.

use crate::Roads;
use crate::action::PlaneId;
use crate::data::{
    Ju52Event, Ju52Kind, KindId, Map, Nation, Scenario, SpaceInfo, SupportClass, SupportId, SupportKind, Terrain,
    UnitId, UnitInfo,
};
use crate::refusal::Why;
use crate::state::{Place, Plane, Spot, State, Supply, SupportBox, SupportSet, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Side, What, must};
use kessel_kit::no;

impl Roads {
    /// The scenario being played.
    #[inline]
    pub(crate) fn scenario(&self, state: &State) -> &Scenario {
        &self.data.scenarios[usize::from(state.scenario)]
    }

    /// Its map.
    #[inline]
    pub(crate) fn map(&self, state: &State) -> &Map {
        &self.scenario(state).map
    }

    /// Is a case of the rules used in this scenario?
    pub(crate) fn uses(&self, state: &State, case: &str) -> bool {
        self.scenario(state).uses(case)
    }

    /// What a hex is.
    #[inline]
    pub(crate) fn space<'a>(&'a self, state: &State, hex: SpaceId) -> &'a SpaceInfo {
        &self.map(state).spaces[hex]
    }

    /// A hex for people: `1331 Kalach`.
    pub(crate) fn hex_name(&self, state: &State, hex: SpaceId) -> String {
        let map = self.map(state);
        match &map.spaces[hex].name {
            Some(name) if map.board.is_hex(hex) => format!("{} {name}", map.board.name(hex)),
            Some(name) => name.clone(),
            None => map.board.name(hex).to_owned(),
        }
    }

    /// What is printed on a counter.
    #[inline]
    pub(crate) fn info(&self, unit: UnitId) -> &UnitInfo {
        &self.data.units[unit.index()]
    }

    /// What a support marker is.
    #[inline]
    pub(crate) fn support(&self, marker: SupportId) -> &SupportKind {
        &self.data.supports.kinds[self.data.supports.markers[marker.index()].kind.index()]
    }

    /// The kind of a support marker.
    pub(crate) fn kind_id(&self, marker: SupportId) -> KindId {
        self.data.supports.markers[marker.index()].kind
    }

    /// All support markers.
    pub(crate) fn supports(&self) -> impl Iterator<Item = SupportId> + use<> {
        (0..self.data.supports.markers.len()).map(SupportId::at)
    }

    /// The markers in a spot.
    pub(crate) fn markers_in(&self, state: &State, spot: Spot) -> SupportSet {
        self.supports().filter(|marker| state.spot(*marker) == spot).collect()
    }

    /// The markers in a box.
    pub(crate) fn box_of(&self, state: &State, at: SupportBox) -> SupportSet {
        self.markers_in(state, Spot::Box(at))
    }

    /// The markers of a side in its pool.
    pub(crate) fn pool(&self, state: &State, side: Side) -> SupportSet {
        self.supports().filter(|m| state.spot(*m) == Spot::Pool && self.support(*m).side == side).collect()
    }

    /// The markers attached to a unit.
    pub(crate) fn attached(&self, state: &State, unit: UnitId) -> SupportSet {
        self.markers_in(state, Spot::Unit(unit))
    }

    /// Is it a real support, no Supply Shortage (12.2)?
    pub(crate) fn is_real(&self, marker: SupportId) -> bool {
        self.support(marker).class != SupportClass::Shortage
    }

    /// The Ju 52 markers.
    pub(crate) fn planes(&self) -> impl Iterator<Item = PlaneId> + use<> {
        let count: u8 = self.data.charts.ju52.iter().map(|kind| kind.count).sum();
        (0..count).map(PlaneId)
    }

    /// The kind of a Ju 52 marker, and its number among them from 1.
    pub(crate) fn plane_kind(&self, plane: PlaneId) -> (&Ju52Kind, u8) {
        let mut left = plane.0;
        for kind in self.data.charts.ju52.iter() {
            if left < kind.count {
                return (kind, left + 1);
            }
            left -= kind.count;
        }
        (&self.data.charts.ju52[0], 0)
    }

    /// Its event.
    pub(crate) fn plane_event(&self, plane: PlaneId) -> Ju52Event {
        self.plane_kind(plane).0.event
    }

    /// Its id in actions: that of the event, with a number if there are several.
    pub(crate) fn plane_word(&self, plane: PlaneId) -> String {
        let (kind, number) = self.plane_kind(plane);
        let word =
            serde_json::to_value(kind.event).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        if kind.count == 1 { word } else { format!("{word}-{number}") }
    }

    /// Where a Ju 52 marker is.
    pub(crate) fn plane_at(&self, state: &State, plane: PlaneId) -> Plane {
        state.ju52.get(usize::from(plane.0)).copied().unwrap_or(Plane::Gone)
    }

    /// A unit of a side that is on the map?
    #[inline]
    pub(crate) fn own_on_map(&self, state: &State, side: Side, unit: UnitId) -> Result<(), Why> {
        self.own_unit(side, unit)?;
        must(state.field.at(unit).is_some(), no!("{unit} is not on the map", unit))
    }

    /// Is it the asker's own unit?
    #[inline]
    pub(crate) fn own_unit(&self, side: Side, unit: UnitId) -> Result<(), Why> {
        must(self.info(unit).side == side, no!("{unit} belongs to the other side", unit))
    }

    /// Is it no headquarters?
    #[inline]
    pub(crate) fn no_hq(&self, unit: UnitId) -> Result<(), Why> {
        must(!self.info(unit).is_hq(), no!("{unit} is a headquarters: headquarters cannot do this", unit))
    }

    /// Is there an enemy of `side` next to the hex? Sea and lakes separate (1.8.4.b): their hexes hold nobody.
    #[inline]
    pub(crate) fn near_enemy(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let enemies = state.field.occupied(side.other());
        self.map(state).board.neighbors(hex).iter().any(|n| enemies.contains(n.space))
    }

    /// The neighbours of a hex that a unit could stand in.
    pub(crate) fn around<'a>(&'a self, state: &State, hex: SpaceId) -> impl Iterator<Item = SpaceId> + 'a {
        let map = self.map(state);
        map.board.neighbors(hex).iter().map(|n| n.space).filter(|h| map.board.is_hex(*h) && !map.spaces[*h].is_water())
    }

    /// Hexes between two hexes.
    #[inline]
    pub(crate) fn distance(&self, state: &State, a: SpaceId, b: SpaceId) -> u32 {
        self.map(state).board.distance(a, b).unwrap_or(u32::MAX)
    }

    /// The units of a side in a hex.
    pub(crate) fn stack_of(&self, state: &State, hex: SpaceId) -> UnitSet {
        state.field.stack(hex).collect()
    }

    /// The HQs of a side on the map.
    pub(crate) fn hqs<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = (UnitId, SpaceId)> + 'a {
        let own = self.headquarters().iter().copied().filter(move |unit| self.info(*unit).side == side);
        own.filter_map(|unit| Some((unit, state.field.at(unit)?)))
    }

    /// All HQ counters.
    pub(crate) fn headquarters(&self) -> &[UnitId] {
        &self.hq_list
    }

    /// A Kampfgruppe or division that counts for stacking; component counters are handled in `stacking.rs`.
    pub(crate) fn is_allied(&self, unit: UnitId) -> bool {
        matches!(self.info(unit).nation, Nation::Romanian | Nation::Hungarian | Nation::Italian)
    }

    /// German?
    pub(crate) fn is_german(&self, unit: UnitId) -> bool {
        self.info(unit).nation == Nation::German
    }

    /// The terrain of a hex under today's ice: marshes are forest when major rivers are frozen (3.4.f).
    pub(crate) fn terrain(&self, state: &State, hex: SpaceId) -> Terrain {
        let terrain = self.space(state, hex).terrain;
        match self.data.charts.terrain[terrain as usize].frozen {
            Some(frozen) if state.forecast.ice == crate::data::Ice::MajorFrozen => frozen,
            _ => terrain,
        }
    }

    /// Is it one of the two hexes of Stalingrad?
    pub(crate) fn in_stalingrad(&self, state: &State, hex: SpaceId) -> bool {
        self.map(state).stalingrad_hexes().contains(&hex)
    }

    /// An event that a track changed.
    pub(crate) fn track_event(&self, case: Case, track: &str, from: i32, to: i32, text: String) -> Event {
        Event::new(case, What::Track { track: track.into(), from, to }, text)
    }

    /// Takes a unit off the map for good or for a while, with everything that lies on it. The one place where this happens.
    pub(crate) fn remove_unit(&self, state: &mut State, unit: UnitId, to: Place, case: Case, log: &mut Log) {
        let from = state.field.at(unit);
        self.drop_supports(state, unit);
        let piece = state.field.get_mut(unit);
        piece.steps = 0;
        piece.supply = Supply::In;
        piece.exploiting = false;
        piece.pontoon = None;
        state.field.put(unit, to);
        if let Some(from) = from {
            log.add(|| {
                let info = self.info(unit);
                let what = What::Remove { counter: info.id.clone(), from: self.map(state).board.name(from).into() };
                let word = match to {
                    Place::Eliminated => "is eliminated",
                    Place::Withdrawn => "is withdrawn from the game",
                    _ => "leaves the map",
                };
                Event::new(case, what, format!("{} {word}", info.name))
            });
        }
    }

    /// 5.5.3.b: supports of a unit that is gone return to the pool. (An Alarm unit is its own marker.)
    pub(crate) fn drop_supports(&self, state: &mut State, unit: UnitId) {
        for marker in self.attached(state, unit).iter() {
            self.to_pool(state, marker);
        }
    }

    /// A random member of a set, by one die with as many faces.
    pub(crate) fn draw(&self, case: Case, set: SupportSet, dice: &mut kessel_kernel::Dice) -> Option<SupportId> {
        let count = u8::try_from(set.len()).ok().filter(|count| *count > 0)?;
        let roll = if count == 1 { 1 } else { dice.roll(case, count) };
        set.iter().nth(usize::from(roll) - 1)
    }

    /// The names of units, for a sentence.
    pub(crate) fn names(&self, units: UnitSet) -> String {
        units.iter().map(|unit| self.info(unit).name.as_str()).collect::<Vec<_>>().join(", ")
    }
}
