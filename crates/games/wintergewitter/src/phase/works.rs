//! 15 Entrenchments, 16.2.2 Bridges: who entrenches and builds, and what is finished.

use crate::Winter;
use crate::action::Action;
use crate::data::{UnitId, Water};
use crate::decision::{Decides, Flow, Visit};
use crate::refusal::{Consult, Verdict, Why};
use crate::sequence::{Step, Who};
use crate::sets::{Spaces, UnitSet};
use crate::state::State;
use kessel_board::{EdgeId, SpaceId};
use kessel_kernel::{Case, Dice, Event, Log, No, Side, What, must, unless};
use kessel_kit::no;

/// 15.0.c: the entrenchment markers.
struct Markers {
    /// Hexes that have one.
    used: Spaces,
    /// There are more.
    left: bool,
}

impl Markers {
    /// Is there one for the hex?
    fn enough_for(&self, hex: SpaceId) -> bool {
        self.left || self.used.contains(hex)
    }
}

impl Winter {
    /// Who could entrench, and which engineers could build where.
    pub(super) fn offer_works(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let own = self.ground.own[side.index()];
        let markers = self.markers(state);
        let diggers = own - self.ground.small - state.memory.digging;
        for unit in (diggers | (own & self.ground.engineers)).iter() {
            let Some(hex) = state.at(unit) else { continue };
            let digs = self.check_digger(state, side, unit, &mut Consult::strict()).is_ok();
            if digs && markers.enough_for(hex) {
                visit(Action::Dig { unit })?;
            }
            if self.ground.engineers.contains(unit) {
                self.data
                    .map
                    .board
                    .neighbors(hex)
                    .iter()
                    .try_for_each(|n| self.offer(state, side, Action::Bridge { unit, to: n.space }, visit))?;
            }
        }
        Flow::Continue(())
    }

    /// 15.1.a, 16.2.2.b: a unit that entrenches or builds stays where it is.
    pub(crate) fn check_unbound(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        c.ask(Case("15.1.a"), unless(state.memory.digging.contains(unit), no!("{unit} entrenches this phase", unit)))
    }

    /// 15.0, 15.1: may the unit entrench?
    pub(super) fn check_dig(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(hex) = self.check_digger(state, side, unit, c)? else { return Ok(()) };
        let left = self.markers(state).enough_for(hex);
        c.ask(Case("15.0.c"), must(left, no!("there are no more entrenchment markers")))
    }

    /// The same, whether or not there is a marker for its hex.
    fn check_digger(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Result<Option<SpaceId>, No<Why>> {
        let Some(hex) = self.own_unit(state, side, unit, Case("15.1.a"), c)? else { return Ok(None) };
        let sixth = matches!(state.step(), Step::Player(Who::Sixth, _));
        c.ask(
            Case("5.2.t"),
            unless(
                self.ground.sixth.contains(unit) != sixth && !self.is_joined(state),
                no!("{unit} does not act in this phase", unit),
            ),
        )?;
        // 15.0.b: of supply nothing is asked.
        c.ask(Case("15.0.a"), unless(state.unit(unit).disrupted, no!("{unit} is disrupted", unit)))?;
        c.ask(
            Case("15.0.a"),
            unless(
                self.ground.small.contains(unit),
                no!("{unit} is a headquarters, a company or a convoy and cannot entrench", unit),
            ),
        )?;
        c.ask(Case("15.1.a"), unless(state.memory.digging.contains(unit), no!("{unit} entrenches already", unit)))?;
        let built = state.entrenched[side.index()].contains(hex);
        c.ask(Case("15.3.b"), unless(built, no!("{hex} is entrenched already", hex)))?;
        Ok(Some(hex))
    }

    /// 15.0.c: one marker for each entrenched or building hex of both sides.
    fn markers(&self, state: &State) -> Markers {
        let mut used = state.entrenched[0] | state.entrenched[1];
        for unit in (state.digging | state.memory.digging).iter() {
            if let Some(at) = state.at(unit) {
                used.insert(at);
            }
        }
        let left = used.len() + usize::from(state.works) < usize::from(self.data.entrenchments);
        Markers { used, left }
    }

    /// 16.2.2: may the engineer build a bridge there?
    pub(super) fn check_bridge(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(hex) = self.own_unit(state, side, unit, Case("16.2.2.a"), c)? else { return Ok(()) };
        let sixth = matches!(state.step(), Step::Player(Who::Sixth, _));
        c.ask(
            Case("5.2.t"),
            unless(
                self.ground.sixth.contains(unit) != sixth && !self.is_joined(state),
                no!("{unit} does not act in this phase", unit),
            ),
        )?;
        self.check_engineer(unit, c)?;
        c.ask(Case("15.1.a"), unless(state.memory.digging.contains(unit), no!("{unit} entrenches this phase", unit)))?;
        let busy = state.memory.bridging.iter().any(|(builder, _)| *builder == unit) || state.memory.bridging.is_full();
        c.ask(Case("16.2.2.b"), unless(busy, no!("{unit} builds already", unit)))?;
        let edge = self.data.map.board.edge(hex, to);
        let water = edge.map(|edge| self.data.map.sides[edge].water);
        if !c.gate(
            Case("16.2.2.a"),
            unless(water != Some(Water::Minor), no!("there is no minor river between the engineers and {to}", to)),
        )? {
            return Ok(());
        }
        let stands = edge.is_some_and(|edge| self.bridged(state, edge));
        c.ask(Case("16.2.2.a"), unless(stands, no!("a bridge to {to} stands", to)))
    }

    /// 16.2.2.a, 16.2.2.h: German and Soviet engineers only.
    pub(crate) fn check_engineer(&self, unit: UnitId, c: &mut Consult) -> Verdict {
        let info = self.data.info(unit);
        c.ask(Case("16.2.2.a"), must(info.kind.is_engineer(), no!("{unit} is no engineer unit", unit)))?;
        let rumanian = info.nation == crate::data::Nation::Romanian;
        c.ask(Case("16.2.2.h"), unless(rumanian, no!("{unit} is Rumanian and has no bridging gear", unit)))
    }

    pub(super) fn begin_bridge(&self, state: &mut State, unit: UnitId, to: SpaceId) {
        let edge = state.at(unit).and_then(|hex| self.data.map.board.edge(hex, to));
        if let Some(edge) = edge {
            state.memory.bridging.push((unit, edge));
        }
    }

    /// 15.1.c: construction markers of the phasing side become entrenchments.
    pub(super) fn finish_digging(&self, state: &mut State, units: UnitSet, log: &mut Log) {
        for unit in (state.digging & units).iter() {
            state.digging.remove(unit);
            let Some(hex) = state.at(unit) else { continue };
            let side = self.side(unit);
            if state.entrenched[side.index()].insert(hex) {
                log.add(|| {
                    let what =
                        What::Marker { marker: "entrenchment".into(), at: self.hex_id(hex).into(), placed: true };
                    Event::new(Case("15.1.c"), what, format!("{} is entrenched", self.hex_name(hex)))
                });
            }
        }
    }

    /// 16.2.2.c: the bridge stands if the builder passes his check.
    pub(super) fn finish_bridge(&self, state: &mut State, unit: UnitId, edge: EdgeId, dice: &mut Dice, log: &mut Log) {
        let rating = self.proficiency(state, unit);
        let name = self.unit_name(unit).to_owned();
        if !self.passes(rating, self.side(unit), Case("16.2.2.c"), &format!("{name} builds a bridge"), dice, log) {
            return;
        }
        self.set_bridge(state, edge, true);
        let (a, b) = self.data.map.board.edge_ends(edge);
        log.add(|| {
            let what = What::Marker { marker: "bridge".into(), at: self.hex_id(a).into(), placed: true };
            Event::new(Case("16.2.2.c"), what, format!("a bridge joins {} and {}", self.hex_name(a), self.hex_name(b)))
        });
    }

    /// A bridge stands, or stands no longer.
    pub(crate) fn set_bridge(&self, state: &mut State, edge: EdgeId, stands: bool) {
        state.bridges.retain(|(at, _)| *at != edge);
        if self.data.map.sides[edge].bridge != stands {
            state.bridges.push((edge, stands));
            state.bridges.sort_unstable();
        }
    }
}
