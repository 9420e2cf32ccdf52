//! The plan of a movement phase: attacks that pay, roads that can be cut, then positions and HQs.

use super::Mind;
use super::chart::{Chart, Posture};
use super::purpose::Purpose;
use super::reach::{Reach, Way};
use crate::action::Action;
use crate::data::UnitId;
use crate::march::Outlook;
use crate::state::{Mode, Place, Spaces, State, Step, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::{Choosing, Orders, man};

/// How many places a unit looks at closely when it could cut the enemy's supply.
const CLOSE_LOOKS: usize = 8;

/// How many such looks a plan takes in all.
const LOOKS: usize = 500;

/// How many rings are tried when those in reach cannot man the narrowest.
const RINGS: usize = 30;

/// A plan in the making.
struct Draft {
    work: State,
    plan: Orders<Action>,
    /// What each march is for.
    why: Vec<(UnitId, Purpose)>,
    /// Hexes that close the ring, for the besieger.
    gaps: Vec<SpaceId>,
    /// What each of them is worth.
    gap_worth: i32,
    rail: u8,
    looks: usize,
}

impl Mind<'_> {
    /// All moves of this phase, and what each is for.
    pub(super) fn plan_movement(&self) -> (Orders<Action>, Vec<(UnitId, Purpose)>) {
        let chart = self.chart(self.seen);
        let exploiting = self.seen.step() == Step::ExploitMovement;
        let mut units: Vec<UnitId> = Vec::new();
        for hex in self.seen.field.occupied(self.side).iter() {
            let able = |unit: &UnitId| {
                !self.game.info(*unit).is_hq()
                    && !self.seen.moved.contains(*unit)
                    && (!exploiting || self.seen.field.get(*unit).exploiting)
            };
            units.extend(self.seen.field.stack(hex).filter(able));
        }
        let reaches = self.reaches(self.seen, &units);
        let mut free: UnitSet = units.iter().copied().collect();
        let mut draft = Draft {
            work: self.seen.clone(),
            plan: Orders::default(),
            why: Vec::new(),
            gaps: Vec::new(),
            gap_worth: 0,
            rail: self.seen.rail,
            looks: LOOKS,
        };
        let mut sentries = self.sentries(&chart, &units);
        let mut posts = self.relief_posts(&chart, &reaches, &units);
        posts.extend(self.denying_posts(&reaches, &units));
        for (unit, way) in &posts {
            sentries.remove(*unit);
            free.remove(*unit);
            self.post(&mut draft, *unit, way.as_ref(), Purpose::Relief);
        }
        let alone = draft.plan.clone();
        self.shore_up(&mut draft, &chart, &reaches, &mut free);
        self.close_ring(&mut draft, &reaches, &mut free);
        self.man_prizes(&mut draft, &chart, &reaches, &mut free);
        let mut strikers = free - sentries;
        let held = free - strikers;
        let movers = self.movers(&chart, &reaches);
        for assault in self.plan_assaults(&mut draft.work, &chart, &movers, &mut strikers) {
            for (unit, way) in &assault.moves {
                self.write(&mut draft, *unit, way, Purpose::Attack(assault.at));
            }
        }
        free = strikers | held;
        self.find_gaps(&mut draft, &reaches, free);
        for reach in self.in_order(&chart, &reaches, free) {
            self.settle(&mut draft, &chart, reach);
        }
        if !exploiting {
            for (unit, way) in self.plan_hqs(&mut draft.work, &chart) {
                self.write(&mut draft, unit, &way, Purpose::Command);
            }
        }
        // If the others would cut the relief off, it goes alone; if it stands there already, they stay.
        let relief = !posts.is_empty() || self.relieved(self.seen) == Some(true);
        let plan = if relief && self.relieved(&draft.work) == Some(false) { alone } else { draft.plan };
        (plan, draft.why)
    }

    fn post(&self, draft: &mut Draft, unit: UnitId, way: Option<&Way>, why: Purpose) {
        if let Some(way) = way {
            draft.work.field.put(unit, Place::Hex(way.end()));
            self.write(draft, unit, way, why);
        }
    }

    /// Units that do not leave their hex to attack: those that a place which must not be lost needs, and those that close the ring.
    fn sentries(&self, chart: &Chart, units: &[UnitId]) -> UnitSet {
        if self.no_reply() {
            return units.iter().copied().filter(|unit| self.keeps_prize(chart, *unit)).collect();
        }
        let mut sentries: UnitSet = units.iter().copied().filter(|unit| self.closes_ring(self.seen, *unit)).collect();
        if self.must_seal(self.seen) {
            sentries.extend(chart.ring.iter().filter_map(|hex| self.weakest_of(self.seen, hex)));
        }
        let mut posts: Vec<SpaceId> = units.iter().filter_map(|unit| self.seen.field.at(*unit)).collect();
        posts.sort_unstable();
        posts.dedup();
        posts.retain(|at| chart.goal[*at] >= 20 && chart.enemy[*at] <= 5 && self.seen.controller(*at) == self.side);
        for at in posts {
            let need = self.need(chart, at);
            let mut stack: Vec<UnitId> =
                self.seen.field.stack(at).filter(|unit| !self.game.info(*unit).is_hq()).collect();
            stack.sort_by_key(|unit| {
                (self.attack_of(self.seen, *unit) - self.defence_of(self.seen, *unit), unit.index())
            });
            let mut have = 0;
            for unit in stack {
                if have < need {
                    sentries.insert(unit);
                    have += self.defence_of(self.seen, unit);
                }
            }
        }
        sentries
    }

    /// The ways of those who may leave their place to attack. There are no zones of control: where infantry leaves the line in a
    /// counterstroke there is a hole. It attacks from where it stands.
    fn movers(&self, chart: &Chart, reaches: &[Reach]) -> Vec<Reach> {
        let in_line = |unit: UnitId| self.seen.field.at(unit).is_some_and(|at| chart.enemy[at] <= 2);
        let pins = chart.counterstroke && !self.last_word();
        let stays = |unit: UnitId| pins && !self.mobile(unit) && in_line(unit);
        reaches.iter().filter(|reach| !stays(reach.unit)).cloned().collect()
    }

    /// A single division that keeps the ring closed gets company before anybody thinks of attacks.
    fn shore_up(&self, draft: &mut Draft, chart: &Chart, reaches: &[Reach], free: &mut UnitSet) {
        for hex in chart.ring.iter() {
            let steps: u8 = draft.work.field.stack(hex).map(|unit| draft.work.field.get(unit).steps).sum();
            if steps > 2 || self.seen.step() != Step::Movement {
                continue;
            }
            let able = |reach: &&Reach| {
                let unit = reach.unit;
                free.contains(unit) && reach.to(hex).is_some() && self.game.fits(&draft.work, hex, unit)
            };
            let weakest = |reach: &&Reach| (self.attack_of(self.seen, reach.unit), reach.unit.index());
            let helper = reaches.iter().filter(able).filter(|reach| !self.closes_ring(&draft.work, reach.unit));
            let Some(reach) = helper.min_by_key(weakest) else { continue };
            free.remove(reach.unit);
            let unit = reach.unit;
            self.post(draft, unit, reach.to(hex), Purpose::Ring);
        }
    }

    /// Where an open pocket costs points (S2.v5) those who can close it do so before anybody thinks of attacks.
    fn close_ring(&self, draft: &mut Draft, reaches: &[Reach], free: &mut UnitSet) {
        if !self.must_seal(&draft.work) || self.leak(&draft.work).is_none() {
            return;
        }
        let mut able: Vec<UnitId> = free.iter().collect();
        able.sort_by_key(|unit| (self.attack_of(self.seen, *unit), unit.index()));
        able.retain(|unit| !self.closes_ring(&draft.work, *unit));
        let stands = |unit: UnitId| self.stands_of(reaches, unit);
        let mut hexes: Spaces = able.iter().flat_map(|unit| stands(*unit)).collect();
        let mut gone = draft.work.clone();
        able.iter().for_each(|unit| gone.field.put(*unit, Place::Aside));
        // A hex that nobody is left for is none of the ring's: the next narrowest is looked for without it.
        for _ in 0..RINGS {
            let Some(gaps) = self.gaps(&gone, &hexes) else { return };
            match man(&gaps, &able, stands) {
                Ok(posts) => {
                    for (unit, hex) in posts {
                        free.remove(unit);
                        self.post(draft, unit, self.way_to(reaches, unit, hex).as_ref(), Purpose::Ring);
                    }
                    return;
                }
                Err(empty) => hexes -= empty.into_iter().collect(),
            }
        }
    }

    /// The weakest who can come goes into a city that counts and is empty, before anybody thinks of attacks.
    fn man_prizes(&self, draft: &mut Draft, chart: &Chart, reaches: &[Reach], free: &mut UnitSet) {
        let map = self.game.map(self.seen);
        let empty = |hex: &SpaceId| self.is_prize(chart, *hex) && self.seen.field.stack(*hex).next().is_none();
        for hex in map.board.hexes().filter(empty) {
            let able = reaches.iter().filter(|reach| free.contains(reach.unit) && reach.to(hex).is_some());
            let Some(reach) = able.min_by_key(|reach| (self.attack_of(self.seen, reach.unit), reach.unit.index()))
            else {
                continue;
            };
            free.remove(reach.unit);
            self.post(draft, reach.unit, reach.to(hex), Purpose::Hold(hex));
        }
    }

    /// Mobile troops first, the strongest before the weaker; then those nearest to the enemy.
    fn in_order<'r>(&self, chart: &Chart, reaches: &'r [Reach], free: UnitSet) -> Vec<&'r Reach> {
        let mut order: Vec<&Reach> = reaches.iter().filter(|reach| free.contains(reach.unit)).collect();
        order.sort_by_key(|reach| {
            let near = self.seen.field.at(reach.unit).map_or(u8::MAX, |at| chart.enemy[at]);
            let mobile = self.mobile(reach.unit);
            (!mobile, if mobile { 0 } else { near }, -self.attack_of(self.seen, reach.unit), reach.unit.index())
        });
        order
    }

    /// Which hexes would close the ring: those in reach if they do, otherwise those to come to.
    fn find_gaps(&self, draft: &mut Draft, reaches: &[Reach], free: UnitSet) {
        if self.side != Side::Soviet || !self.besieges(&draft.work) || self.leak(&draft.work).is_none() {
            return;
        }
        let mut able = Spaces::EMPTY;
        for reach in reaches.iter().filter(|reach| free.contains(reach.unit)) {
            reach.ways.iter().for_each(|way| {
                able.insert(way.end());
            });
        }
        if let Some(gaps) = self.gaps(&draft.work, &able) {
            draft.gaps = gaps;
            draft.gap_worth = 80;
            return;
        }
        let map = self.game.map(&draft.work);
        let axis = draft.work.field.occupied(Side::Axis);
        let Some(city) = map.stalingrad_hexes().first().copied() else { return };
        let near = map.board.within(city, 6).filter(|hex| map.board.is_hex(*hex) && !axis.contains(*hex));
        if let Some(gaps) = self.gaps(&draft.work, &near.collect()) {
            draft.gaps = gaps;
            draft.gap_worth = 16;
        }
    }

    /// Finds the best place for a unit and goes there, or leaves it where it stands.
    fn settle(&self, draft: &mut Draft, chart: &Chart, reach: &Reach) {
        let unit = reach.unit;
        let Some(here) = draft.work.field.at(unit) else { return };
        let stay = self.place_worth(&draft.work, chart, unit, here) + self.plugs(draft, here);
        // Whoever closes the ring stays, unless something else closes it; where its loss is the end, the whole stack stays.
        let whole = self.ring_decides(&draft.work) && chart.ring.contains(here);
        let anchored = if whole || self.closes_ring(&draft.work, unit) { self.weights().anchor } else { 0 };
        let mut ends: Vec<(i32, &Way)> = Vec::new();
        for way in &reach.ways {
            if way.mode == Mode::Rail && draft.rail == 0 || !self.game.fits(&draft.work, way.end(), unit) {
                continue;
            }
            let cost = anchored + if way.mode == Mode::Rail { 6 } else { 0 };
            let worth = self.place_worth(&draft.work, chart, unit, way.end()) + self.plugs(draft, way.end());
            let taken = self.taken_on(&draft.work, chart, &way.path);
            ends.push((worth + taken - cost, way));
        }
        ends.sort_by_key(|(worth, way)| (-worth, way.end().index()));
        let mut best: Option<(i32, &Way)> = ends.first().copied().filter(|(worth, _)| *worth > stay);
        if self.may_cut(draft, chart, reach) {
            best = self.closer_look(draft, chart, unit, here, stay, &ends);
        }
        let Some((_, way)) = best else { return };
        if way.mode == Mode::Rail {
            draft.rail -= 1;
        }
        draft.work.field.put(unit, Place::Hex(way.end()));
        let why = if self.plugs(draft, way.end()) > 0 { Purpose::Gap } else { self.purpose_of(chart, unit, way.end()) };
        self.write(draft, unit, way, why);
        draft.gaps.retain(|gap| *gap != way.end());
    }

    /// What it is worth to close a gap of the ring.
    fn plugs(&self, draft: &Draft, hex: SpaceId) -> i32 {
        if draft.gaps.contains(&hex) { draft.gap_worth } else { 0 }
    }

    /// Could this unit cut something?
    fn may_cut(&self, draft: &Draft, chart: &Chart, reach: &Reach) -> bool {
        draft.looks > 0
            && (chart.posture == Posture::Attack || self.mobile(reach.unit) || self.relief_row().is_some())
            && reach.ways.iter().any(|way| self.on_artery(draft, chart, way.end()))
    }

    fn on_artery(&self, draft: &Draft, chart: &Chart, hex: SpaceId) -> bool {
        chart.artery[hex] >= 10 && self.touches_line(hex) || draft.gaps.contains(&hex) || self.denies(hex)
    }

    fn touches_line(&self, hex: SpaceId) -> bool {
        let map = self.game.map(self.seen);
        map.spaces[hex].line || self.game.around(self.seen, hex).any(|near| map.spaces[near].line)
    }

    /// Weighs places by what the enemy's supply would be.
    fn closer_look<'w>(
        &self,
        draft: &mut Draft,
        chart: &Chart,
        unit: UnitId,
        here: SpaceId,
        stay: i32,
        ends: &[(i32, &'w Way)],
    ) -> Option<(i32, &'w Way)> {
        let base = self.grip(&draft.work);
        let mut best: Option<(i32, &Way)> = None;
        let cutting = ends.iter().filter(|(_, way)| self.on_artery(draft, chart, way.end())).take(CLOSE_LOOKS);
        let plain = ends.first().into_iter();
        let looked: Vec<(i32, &Way)> = plain.chain(cutting).copied().collect();
        for (worth, way) in looked {
            draft.looks = draft.looks.saturating_sub(1);
            draft.work.field.put(unit, Place::Hex(way.end()));
            let worth = worth + self.grip(&draft.work) - base;
            if worth > best.map_or(stay, |(most, _)| most) {
                best = Some((worth, way));
            }
        }
        draft.work.field.put(unit, Place::Hex(here));
        best
    }

    /// Writes a march down.
    fn write(&self, draft: &mut Draft, unit: UnitId, way: &Way, why: Purpose) {
        draft.why.push((unit, why));
        draft.plan.push(Action::Move { unit, mode: way.mode });
        draft.plan.extend(way.path.iter().map(|to| Action::Step { to: *to }));
        draft.plan.push(Action::Halt);
    }

    /// Result R: the best move among the units that may react.
    pub(super) fn plan_reaction(&self) -> Orders<Action> {
        let chart = self.chart(self.seen);
        let view = Outlook::default();
        let mut best: Option<(i32, UnitId, Way)> = None;
        for action in self.offers {
            let Action::Move { unit, mode } = *action else { continue };
            let Some(here) = self.seen.field.at(unit) else { continue };
            let anchored = if self.closes_ring(self.seen, unit) { self.weights().anchor } else { 0 };
            let stay = self.place_worth(self.seen, &chart, unit, here) + 4 + anchored;
            for way in self.reach(self.seen, &view, unit, &[mode]).ways {
                if !self.game.fits(self.seen, way.end(), unit) {
                    continue;
                }
                let gain = self.place_worth(self.seen, &chart, unit, way.end()) - stay;
                if gain > best.as_ref().map_or(0, |(most, ..)| *most) {
                    best = Some((gain, unit, way));
                }
            }
        }
        let mut plan = Orders::default();
        if let Some((_, unit, way)) = best {
            plan.push(Action::Move { unit, mode: way.mode });
            plan.extend(way.path.iter().map(|to| Action::Step { to: *to }));
            plan.push(Action::Halt);
        }
        plan
    }

    /// A step for a march whose plan has failed.
    pub(super) fn any_step(&self) -> Action {
        let chart = self.chart(self.seen);
        let crate::state::Frame::March(march) = *self.seen.frames.top() else { return self.or_done(None) };
        let near = |action: Action| match action {
            Action::Step { to } => Some(self.place_worth(self.seen, &chart, march.unit, to)),
            _ => None,
        };
        self.best_of(near).map_or(self.offers[0], |(_, action)| action)
    }
}
