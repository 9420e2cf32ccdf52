//! Lines of the supply layers: the links of a network, the chain of every stack to an ultimate source, and where a chain breaks.

use crate::Drive;
use crate::ground::Lines;
use crate::sets::{MOST_HEXES, Spaces};
use crate::state::State;
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::LineView;
use std::collections::{BTreeMap, VecDeque};

/// How supply has spread from its sources: the way back from every hex, and for every source of the network the link by which it was
/// first reached.
struct Web {
    back: Vec<Option<SpaceId>>,
    range: Vec<u8>,
    links: BTreeMap<SpaceId, Vec<SpaceId>>,
}

impl Web {
    fn reaches(&self, hex: SpaceId) -> bool {
        self.range[hex.index()] > 0
    }

    /// The hexes from one to the next source, or to where all began.
    fn link(&self, hex: SpaceId) -> Vec<SpaceId> {
        if let Some(link) = self.links.get(&hex) {
            return link.clone();
        }
        let mut path = vec![hex];
        let mut at = hex;
        while let Some(next) = self.back[at.index()] {
            path.push(next);
            at = next;
            if self.links.contains_key(&at) || path.len() > MOST_HEXES {
                break;
            }
        }
        path
    }

    /// Link after link until where all began; `stops` are the sources on the way.
    fn chain(&self, hex: SpaceId, path: &mut Vec<SpaceId>, stops: &mut Vec<SpaceId>) {
        let mut at = hex;
        for _ in 0..MOST_HEXES {
            let link = self.link(at);
            let Some((&end, true)) = link.last().map(|end| (end, link.len() > 1)) else { return };
            path.extend(link.iter().skip(1));
            stops.push(end);
            at = end;
        }
    }
}

/// The part of the map in which a hex is supplied, and what its chain must come by.
struct Realm {
    web: Web,
    /// 7.13: the chain goes on from Rostov in this one.
    beyond: Option<Web>,
    hexes: Spaces,
}

impl Drive {
    pub(super) fn supply_lines(&self, seen: &State, side: Side) -> Vec<LineView> {
        let realms = self.realms(seen, side);
        let working = self.fed(seen, side).sources;
        let mut lines = Vec::new();
        for realm in &realms {
            for (node, link) in realm.web.links.iter().filter(|(node, _)| realm.hexes.contains(**node)) {
                if working.contains(*node) && link.len() > 1 {
                    lines.push(self.link_view(link));
                }
            }
        }
        let held = seen.layout.held[side.index()];
        for hex in held.iter() {
            let line = match self.supply_in(seen, side, hex) {
                Supplied::Regular => {
                    let realm = realms.iter().find(|realm| realm.hexes.contains(hex) && realm.web.reaches(hex));
                    realm.map(|realm| self.chain_view(realm, hex))
                }
                _ => self.broken_view(seen, side, hex),
            };
            lines.extend(line);
        }
        lines
    }

    /// 7.3 to 7.13: the maps apart; the Axis on the south map by way of Rostov, or from Taman.
    fn realms(&self, seen: &State, side: Side) -> Vec<Realm> {
        let scenario = seen.scenario as usize;
        let full = self.data.charts.supply.link;
        let open = self.ground.playable[scenario] - self.closed_to_lines(seen, side);
        let nodes = self.nodes(seen, side);
        let from =
            |sources: Spaces| -> Vec<(SpaceId, u8)> { (sources & nodes).iter().map(|hex| (hex, full)).collect() };
        let (north, south) = (self.ground.north & open, self.ground.south & open);
        if side == Side::Soviet {
            let web = self.spread(Lines::Soviet, north, nodes, &from(self.ground.soviet_north[scenario]));
            let mut realms = vec![Realm { web, beyond: None, hexes: self.ground.north }];
            if seen.is_blue() {
                let within = south | (self.ground.soviet_south & open);
                let web = self.spread(Lines::Soviet, within, nodes, &from(self.ground.soviet_south));
                realms.push(Realm { web, beyond: None, hexes: self.ground.south });
            }
            return realms;
        }
        let lines = if seen.frozen { Lines::AxisFrozen } else { Lines::Axis };
        let sources = from(self.ground.axis_sources);
        let web = self.spread(lines, north, nodes, &sources);
        let mut realms = vec![Realm { web, beyond: None, hexes: self.ground.north }];
        if seen.is_blue() {
            let places = &self.data.map.places;
            let whole = self.spread(lines, open, nodes, &sources);
            let mut starts = Vec::new();
            if seen.axis_control.contains(places.rostov) && whole.reaches(places.rostov) {
                starts.push((places.rostov, whole.range[places.rostov.index()] - 1));
            }
            if nodes.contains(places.taman) {
                starts.push((places.taman, full));
            }
            let web = self.spread(lines, open, nodes, &starts);
            realms.push(Realm { web, beyond: Some(whole), hexes: self.ground.south });
        }
        realms
    }

    /// Spreads supply as 7.12 has it and keeps the ways.
    fn spread(&self, lines: Lines, open: Spaces, nodes: Spaces, starts: &[(SpaceId, u8)]) -> Web {
        let full = self.data.charts.supply.link + 1;
        let neighbours = self.ground.links(lines);
        let mut web = Web { back: vec![None; MOST_HEXES], range: vec![0; MOST_HEXES], links: BTreeMap::new() };
        let mut front: VecDeque<SpaceId> = VecDeque::new();
        for &(hex, reach) in starts.iter().filter(|(hex, _)| open.contains(*hex)) {
            web.range[hex.index()] = reach + 1;
            web.links.insert(hex, vec![hex]);
            front.push_back(hex);
        }
        while let Some(hex) = front.pop_front() {
            let reach = web.range[hex.index()] - 1;
            for &to in neighbours[hex.index()].iter().take_while(|to| **to != u16::MAX) {
                let to = SpaceId(to);
                if reach == 0 || web.range[to.index()] >= reach || !open.contains(to) {
                    continue;
                }
                web.back[to.index()] = Some(hex);
                if nodes.contains(to) {
                    // As it is reached first: the way to it cannot come from itself.
                    let link = web.link(to);
                    web.links.insert(to, link);
                    web.range[to.index()] = full;
                } else {
                    web.range[to.index()] = reach;
                }
                front.push_back(to);
            }
        }
        web
    }

    fn link_view(&self, link: &[SpaceId]) -> LineView {
        let (first, last) = (link[0], link[link.len() - 1]);
        let text = format!("{} to {}: {} hexes", self.hex_name(first), self.hex_name(last), link.len() - 1);
        self.line("link", link, &[first, last], text)
    }

    fn chain_view(&self, realm: &Realm, hex: SpaceId) -> LineView {
        let (mut path, mut stops) = (vec![hex], Vec::new());
        realm.web.chain(hex, &mut path, &mut stops);
        let rostov = self.data.map.places.rostov;
        if let Some(beyond) = realm.beyond.as_ref().filter(|_| path.last() == Some(&rostov)) {
            beyond.chain(rostov, &mut path, &mut stops);
        }
        let mut text = format!("Supply of {}", self.hex_name(hex));
        let mut from = 0;
        for stop in &stops {
            let to = path.iter().skip(from).position(|at| at == stop).map_or(from, |n| n + from);
            text += &format!(" - {} ({} hexes)", self.data.map.place_name(*stop), to - from);
            from = to;
        }
        text += ", an ultimate source (7.12)";
        self.line("chain", &path, &stops, text)
    }

    /// The way that would be the shortest to a working source, and what bars it.
    fn broken_view(&self, seen: &State, side: Side, hex: SpaceId) -> Option<LineView> {
        let sources = self.sources_for(seen, side, hex);
        let closed = self.closed_to_lines(seen, side);
        let path = self.shortest(seen, side, hex, &sources, &closed)?;
        let barred: Vec<SpaceId> = path.iter().skip(1).copied().filter(|at| closed.contains(*at)).collect();
        let goal = self.hex_name(*path.last()?);
        let text = match barred.first() {
            Some(bar) => format!("Cut off: the way to {goal} is barred in {} (7.12)", self.hex_name(*bar)),
            None => format!(
                "Cut off: {goal} is {} hexes away, a link has at most {} (7.12)",
                path.len() - 1,
                self.data.charts.supply.link
            ),
        };
        Some(self.line("broken", &path, &barred, text))
    }

    /// A way over ground that lines may cross, with as few barred hexes as may be.
    fn shortest(
        &self,
        seen: &State,
        side: Side,
        hex: SpaceId,
        goals: &Spaces,
        closed: &Spaces,
    ) -> Option<Vec<SpaceId>> {
        const BAR: u32 = 12;
        let lines = match side {
            Side::Soviet => Lines::Soviet,
            Side::Axis if seen.frozen => Lines::AxisFrozen,
            Side::Axis => Lines::Axis,
        };
        let neighbours = self.ground.links(lines);
        let playable = self.ground.playable[seen.scenario as usize];
        let mut cost = vec![u32::MAX; MOST_HEXES];
        let mut back: Vec<Option<SpaceId>> = vec![None; MOST_HEXES];
        let mut open: VecDeque<SpaceId> = VecDeque::from([hex]);
        cost[hex.index()] = 0;
        while let Some(at) = open.pop_front() {
            for &to in neighbours[at.index()].iter().take_while(|to| **to != u16::MAX) {
                let to = SpaceId(to);
                let through = cost[at.index()] + if closed.contains(to) { BAR } else { 1 };
                if playable.contains(to) && through < cost[to.index()] {
                    cost[to.index()] = through;
                    back[to.index()] = Some(at);
                    open.push_back(to);
                }
            }
        }
        let goal = goals.iter().filter(|goal| cost[goal.index()] < u32::MAX).min_by_key(|goal| cost[goal.index()])?;
        let mut path = vec![goal];
        while let Some(before) = path.last().and_then(|at| back[at.index()]) {
            path.push(before);
        }
        path.reverse();
        Some(path)
    }

    fn line(&self, kind: &str, path: &[SpaceId], stops: &[SpaceId], text: String) -> LineView {
        let ids = |hexes: &[SpaceId]| hexes.iter().map(|hex| self.hex_id(*hex).to_owned()).collect();
        LineView { kind: kind.into(), path: ids(path), stops: ids(stops), text }
    }
}
