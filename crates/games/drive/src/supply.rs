//! 7.0 Supply: links of seven hexes from source to source.

use crate::Drive;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Decides, Flow, Visit};
use crate::ground::Lines;
use crate::layout::Fed;
use crate::refusal::{Consult, Verdict};
use crate::sets::{MOST_HEXES, Spaces, UnitSet};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Side, What, must, unless};
use kessel_kit::{Word, no};
use serde::Deserialize;

/// The supply states (7.2, 7.7).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Supplied {
    /// Overland.
    Regular,
    /// By coasters: for defence only (7.5).
    Coastal,
    /// By air: for defence only (7.6).
    Aerial,
    /// Out of supply.
    Out,
}

impl Word for Supplied {}

/// What a flood of supply reached.
struct Reach {
    hexes: Spaces,
    /// How far supply still reaches beyond a hex, plus one; 0 where it does not reach.
    range: [u8; MOST_HEXES],
}

impl Drive {
    /// Where a side is supplied overland.
    #[inline]
    pub(crate) fn fed<'a>(&self, state: &'a State, side: Side) -> &'a Fed {
        state.fed[side.index()].get_or_init(|| match side {
            Side::Axis => self.axis_supply(state),
            Side::Soviet => self.soviet_supply(state),
        })
    }

    /// The state of any unit of a side in this hex. R23: overland goes before coastal, coastal before aerial; neither asks for Rostov (7.4.e).
    pub(crate) fn supply_in(&self, state: &State, side: Side, hex: SpaceId) -> Supplied {
        if self.fed(state, side).hexes.contains(hex) {
            return Supplied::Regular;
        }
        // 7.5.a.
        if side == Side::Axis && self.ground.coast.contains(hex) {
            return Supplied::Coastal;
        }
        if side == Side::Axis && self.airlifted(state, hex) {
            return Supplied::Aerial;
        }
        Supplied::Out
    }

    /// The state of a unit (7.2, 7.7).
    pub(crate) fn supply_of(&self, state: &State, unit: UnitId) -> Supplied {
        state.at(unit).map_or(Supplied::Out, |hex| self.supply_in(state, self.side(unit), hex))
    }

    /// 7.6: in the marker's hex or beside it.
    fn airlifted(&self, state: &State, hex: SpaceId) -> bool {
        let reach = u32::from(self.data.charts.supply.aerial);
        state.airlift.is_some_and(|at| self.data.map.board.distance(at, hex).is_some_and(|d| d <= reach))
    }

    /// 4.3, 4.8: lost like this, a unit goes to the pile that counts.
    pub(crate) fn is_cut_off(&self, state: &State, unit: UnitId) -> bool {
        matches!(self.supply_of(state, unit), Supplied::Out | Supplied::Aerial)
    }

    /// Hexes that supply lines of a side may not enter: enemy units (7.12.e; R49: a garrison is none), intact fortifications (7.12.g).
    pub(crate) fn closed_to_lines(&self, state: &State, side: Side) -> Spaces {
        let enemy = state.layout.held[side.other().index()];
        match side {
            Side::Axis => enemy | (self.ground.forts - state.ruins),
            Side::Soviet => enemy,
        }
    }

    /// 11.40: empty places that defend themselves in Uranus.
    pub(crate) fn garrisoned(&self, state: &State) -> Spaces {
        if state.is_blue() {
            return Spaces::EMPTY;
        }
        (self.ground.garrisons & state.axis_control & self.ground.playable[1]) - state.layout.held[0]
    }

    /// Is there a garrison in the hex?
    pub(crate) fn has_garrison(&self, state: &State, hex: SpaceId) -> bool {
        // 11.40.c: units in the place are its defence, and their loss leaves it empty.
        !state.is_blue()
            && self.ground.garrisons.contains(hex)
            && state.axis_control.contains(hex)
            && !state.holds(Side::Axis, hex)
    }

    /// The sources that a side holds and has in its network (7.14).
    pub(crate) fn nodes(&self, state: &State, side: Side) -> Spaces {
        match side {
            Side::Axis => state.network[0] & state.axis_control,
            Side::Soviet => state.network[1] - state.axis_control,
        }
    }

    /// 7.18.c, 7.14.b: a source on a side's own side of the start line rejoins its network the instant it is retaken; 7.4.b: so does Taman.
    pub(crate) fn rejoins(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let i = state.scenario as usize;
        let mine = self.ground.axis_side[i].contains(hex) == (side == Side::Axis);
        let ultimate = match side {
            Side::Axis => self.ground.axis_sources,
            Side::Soviet => self.ground.soviet_north[i] | self.ground.soviet_south,
        };
        let taman = state.is_blue() && side == Side::Axis && hex == self.data.map.places.taman;
        (mine && (self.ground.towns.contains(hex) || ultimate.contains(hex))) || taman
    }

    /// 3.4.b, 7.14.a, 7.18.c: a hex changes hands, and with it the networks.
    pub(crate) fn change_hands(&self, state: &mut State, side: Side, hex: SpaceId) {
        match side {
            Side::Axis => state.axis_control.insert(hex),
            Side::Soviet => state.axis_control.remove(hex),
        };
        // 7.4.d: Taman as any other.
        let lost = state.network[side.other().index()].remove(hex);
        let gained = self.rejoins(state, side, hex);
        if gained {
            state.network[side.index()].insert(hex);
        }
        if lost || gained || hex == self.data.map.places.rostov {
            Side::BOTH.into_iter().for_each(|side| state.forget_supply(side));
        }
    }

    /// Floods supply from `starts`, each with the hexes it still reaches; a source of the network makes it reach its full length again.
    fn flood(&self, lines: Lines, open: &Spaces, nodes: &Spaces, starts: &[(SpaceId, u8)]) -> Reach {
        // 7.12.a; 7.12.j: the hex it starts from is not counted.
        let full = self.data.charts.supply.link + 1;
        let links = self.ground.links(lines);
        let mut range = [0; MOST_HEXES];
        let (mut hexes, mut front) = (Spaces::EMPTY, Spaces::EMPTY);
        for &(hex, reach) in starts {
            if open.contains(hex) && range[hex.index()] < reach + 1 {
                range[hex.index()] = reach + 1;
                front.insert(hex);
            }
        }
        while !front.is_empty() {
            hexes |= front;
            let mut next = Spaces::EMPTY;
            for hex in front.iter() {
                let reach = range[hex.index()] - 1;
                if reach == 0 {
                    continue;
                }
                for &to in links[hex.index()].iter().take_while(|to| **to != u16::MAX) {
                    let to = SpaceId(to);
                    if range[to.index()] >= reach || !open.contains(to) {
                        continue;
                    }
                    // 7.12.i: only from what is linked itself; 7.14.e: over as many as there are.
                    let reached = if nodes.contains(to) { full } else { reach };
                    if range[to.index()] < reached {
                        range[to.index()] = reached;
                        next.insert(to);
                    }
                }
            }
            front = next;
        }
        Reach { hexes, range }
    }

    /// 7.8 to 7.13: the Soviets, north and south apart.
    fn soviet_supply(&self, state: &State) -> Fed {
        let link = self.data.charts.supply.link;
        let scenario = state.scenario as usize;
        let open = self.ground.playable[scenario] - self.closed_to_lines(state, Side::Soviet);
        let nodes = self.nodes(state, Side::Soviet);
        let mut starts = arrayvec::ArrayVec::<_, 128>::new();
        let sources = self.ground.soviet_north[scenario] & nodes;
        sources.iter().take(starts.capacity()).for_each(|hex| starts.push((hex, link)));
        // 7.8.a, 7.8.d: seven hexes from an ultimate source, or from a town linked to it; 7.13.a: on the north map only.
        let north = self.ground.north & open;
        let mut hexes = self.flood(Lines::Soviet, &north, &nodes, &starts).hexes;
        let mut works = nodes & hexes;
        // 7.9.a.
        hexes |= self.ground.east_of_volga;
        if state.is_blue() {
            starts.clear();
            // 7.11.a: a line of the south map may end in Astrakhan.
            let sources = self.ground.soviet_south & nodes;
            sources.iter().take(starts.capacity()).for_each(|hex| starts.push((hex, link)));
            // 7.13.b.
            let within = (self.ground.south | self.ground.soviet_south) & open;
            let south = self.flood(Lines::Soviet, &within, &nodes, &starts).hexes & self.ground.south;
            works |= nodes & south;
            hexes |= south;
        }
        Fed { hexes, sources: works }
    }

    /// 7.3, 7.4, 7.13: the Axis; on the south map by way of Rostov or from Taman.
    fn axis_supply(&self, state: &State) -> Fed {
        let link = self.data.charts.supply.link;
        // 7.12.c.
        let lines = if state.frozen { Lines::AxisFrozen } else { Lines::Axis };
        let open = self.ground.playable[state.scenario as usize] - self.closed_to_lines(state, Side::Axis);
        let nodes = self.nodes(state, Side::Axis);
        let mut starts = arrayvec::ArrayVec::<_, 8>::new();
        let sources = self.ground.axis_sources & nodes;
        sources.iter().take(starts.capacity()).for_each(|hex| starts.push((hex, link)));
        // 7.3.a, 7.3.d: seven hexes from an ultimate source, or from a town linked to it; 7.13.a: on the north map only.
        let north = self.ground.north & open;
        let hexes = self.flood(lines, &north, &nodes, &starts).hexes;
        let mut fed = Fed { hexes, sources: nodes & hexes };
        if state.is_blue() {
            self.feed_south(state, lines, &open, &nodes, &starts, &mut fed);
        }
        fed
    }

    /// 7.4.a, R25: what lies behind Rostov, as a source or as a hex of a link, and what Taman reaches.
    fn feed_south(
        &self,
        state: &State,
        lines: Lines,
        open: &Spaces,
        nodes: &Spaces,
        sources: &[(SpaceId, u8)],
        fed: &mut Fed,
    ) {
        let (taman, rostov) = (self.data.map.places.taman, self.data.map.places.rostov);
        let link = self.data.charts.supply.link;
        let mut south = Spaces::EMPTY;
        // 7.13.c, R91: past Rostov no source of the north map serves the south, not even on the way to Taman.
        if nodes.contains(taman) {
            south |= self.flood(lines, open, &(*nodes & self.ground.south), &[(taman, link)]).hexes;
        }
        // 7.13.d: with Taman or without it.
        if state.axis_control.contains(rostov) {
            let range = self.flood(lines, open, nodes, sources).range[rostov.index()];
            if range > 0 {
                south |= self.flood(lines, open, nodes, &[(rostov, range - 1)]).hexes;
            }
        }
        south &= self.ground.south;
        fed.hexes |= south;
        fed.sources |= south & *nodes;
    }

    /// The working sources that a unit of a side in this hex may trace to, for the direction of retreats (R45).
    pub(crate) fn sources_for(&self, state: &State, side: Side, hex: SpaceId) -> Spaces {
        let sources = self.fed(state, side).sources;
        let north = self.ground.north.contains(hex);
        match side {
            // 7.13: the south map Axis uses sources of both maps.
            Side::Axis if !north => sources,
            _ if north => sources & self.ground.north,
            _ => sources & (self.ground.south | self.ground.soviet_south),
        }
    }

    /// 7.17, 7.18.c, R29: is a unit of a side that has gone to this hex supplied there, control having changed?
    pub(crate) fn fed_on_entry(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        if self.fed(state, side).hexes.contains(hex) {
            return true;
        }
        if state.control(hex) == side || !self.rejoins(state, side, hex) {
            return false;
        }
        let mut after = state.clone();
        self.change_hands(&mut after, side, hex);
        self.fed(&after, side).hexes.contains(hex)
    }

    /// 7.17.d, R29: is one of the sources nearer to this hex than to that?
    pub(crate) fn is_nearer(&self, sources: &Spaces, hex: SpaceId, than: SpaceId) -> bool {
        let board = &self.data.map.board;
        sources.iter().any(|source| board.distance(source, hex) < board.distance(source, than))
    }

    /// How far the nearest working source is, as the crow flies.
    pub(crate) fn distance_to_source(&self, sources: &Spaces, hex: SpaceId) -> u32 {
        let board = &self.data.map.board;
        sources.iter().filter_map(|source| board.distance(source, hex)).min().unwrap_or(u32::MAX)
    }

    /// 7.14: may this town be added to the network now?
    pub(crate) fn check_supply(&self, state: &State, side: Side, hex: SpaceId, c: &mut Consult) -> Verdict {
        let most = self.data.charts.supply.additions;
        c.ask(Case("7.14.f"), unless(state.added || most == 0, no!("a town has been added in this player turn")))?;
        let town = self.ground.towns.contains(hex) && self.ground.playable[state.scenario as usize].contains(hex);
        if !c.gate(Case("7.14.d"), must(town, no!("{hex} is no town or city in play", hex)))? {
            return Ok(());
        }
        c.ask(Case("7.14.d"), must(state.control(hex) == side, no!("{hex} is not under your control", hex)))?;
        // 7.14.g: whenever it was taken.
        let known = state.network[side.index()].contains(hex);
        c.ask(Case("7.14.c"), unless(known, no!("{hex} is in your network", hex)))?;
        let linked = self.fed(state, side).hexes.contains(hex);
        let why = no!(
            "no supply line joins {hex} to a working source within {link} hexes",
            hex,
            link = self.data.charts.supply.link
        );
        c.ask(Case("7.14.d"), must(linked, why))
    }

    pub(crate) fn apply_supply(&self, state: &mut State, side: Side, hex: SpaceId, log: &mut Log) {
        state.added = true;
        state.network[side.index()].insert(hex);
        state.forget_supply(side);
        log.add(|| {
            let what =
                What::Marker { marker: format!("network-{}", side.word()), at: self.hex_id(hex).into(), placed: true };
            Event::new(Case("7.14.c"), what, format!("{} joins the {side} supply network", self.hex_name(hex)))
        });
    }

    /// 7.6: may the aerial supply marker be put here now? It goes where it helps somebody.
    pub(crate) fn check_airlift(&self, state: &State, side: Side, hex: SpaceId, c: &mut Consult) -> Verdict {
        c.ask(Case("7.6.a"), must(side == Side::Axis, no!("the aerial supply marker is German")))?;
        c.ask(Case("7.6.e"), unless(state.uses.airlift, no!("the aerial supply marker has been used in this turn")))?;
        let helped = self.ground.playable[state.scenario as usize].contains(hex) && self.airlift_helps(state, hex);
        c.ask(Case("7.6.d"), must(helped, no!("nobody without supply is in or beside {hex}", hex)))
    }

    fn airlift_helps(&self, state: &State, hex: SpaceId) -> bool {
        let reach = u32::from(self.data.charts.supply.aerial);
        self.data.map.board.within(hex, reach).any(|at| self.lacks_supply(state, at))
    }

    /// Are there Axis units in the hex that only the marker could supply?
    fn lacks_supply(&self, state: &State, hex: SpaceId) -> bool {
        state.holds(Side::Axis, hex)
            && !self.fed(state, Side::Axis).hexes.contains(hex)
            && !self.ground.coast.contains(hex)
    }

    /// 7.6.d, R92: is the German asked for the marker now? When it would help those who are attacked, or before the attacks begin.
    pub(crate) fn airlift_matters(&self, state: &State) -> bool {
        match state.fight() {
            Some(fight) => {
                fight.attacker == Side::Soviet && !state.uses.airlift && self.lacks_supply(state, fight.target)
            }
            None => !self.airlift_hexes(state).is_empty(),
        }
    }

    /// The hexes where the marker can go: those around Axis units without supply.
    pub(crate) fn airlift_hexes(&self, state: &State) -> Spaces {
        if state.uses.airlift {
            return Spaces::EMPTY;
        }
        let reach = u32::from(self.data.charts.supply.aerial);
        let needy = state.layout.held[0] - self.fed(state, Side::Axis).hexes - self.ground.coast;
        let mut hexes = Spaces::EMPTY;
        for at in needy.iter() {
            hexes.extend(self.data.map.board.within(at, reach));
        }
        hexes & self.ground.playable[state.scenario as usize]
    }

    pub(crate) fn apply_airlift(&self, state: &mut State, hex: SpaceId, log: &mut Log) {
        state.airlift = Some(hex);
        state.uses.airlift = true;
        log.add(|| {
            let what = What::Marker { marker: "airlift".into(), at: self.hex_id(hex).into(), placed: true };
            Event::new(Case("7.6.d"), what, format!("Aerial supply for {}", self.hex_name(hex)))
        });
    }

    /// Units among these that would count for 4.3 or 4.8 if they were lost now (R80).
    pub(crate) fn cut_off_among(&self, state: &State, units: UnitSet) -> UnitSet {
        units.iter().filter(|unit| self.is_cut_off(state, *unit)).collect()
    }

    /// 7.6: where the aerial supply marker helps.
    pub(crate) fn airlift_offers(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        if side != Side::Axis || state.uses.airlift {
            return Flow::Continue(());
        }
        self.airlift_hexes(state).iter().try_for_each(|at| self.offer(state, side, Action::Airlift { at }, visit))
    }
}
