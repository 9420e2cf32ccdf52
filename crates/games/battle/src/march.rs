//! 7.0 Movement: is the next space of a march open to the unit?

use crate::Battle;
use crate::data::{Link, River, SpaceKind, UnitId};
use crate::refusal::{Consult, Verdict, Why};
use crate::sets::AssetSet;
use crate::state::{Kind, State};
use crate::supply::Picture;
use kessel_board::{EdgeId, SpaceId};
use kessel_kernel::{Case, Side, must, unless, unless_found};
use kessel_kit::no;

/// One step that a unit wants to take.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Step {
    pub unit: UnitId,
    pub kind: Kind,
    /// Points spent before it.
    pub spent: u8,
    /// The march has touched a hex outside the ALZ.
    pub outside: bool,
    pub from: SpaceId,
    pub to: SpaceId,
    /// What the unit takes along.
    pub assets: AssetSet,
    /// The points it has, where that is not its printed factor (an attempt has one).
    pub points: Option<u8>,
}

/// What the rules of a step look at, worked out once for all steps of a unit.
pub(crate) struct Outlook<'a> {
    pub picture: &'a Picture,
    /// The picture without the unit, for a unit that leaves a battle (7.9.2.d).
    pub leaving: Option<Picture>,
}

impl Battle {
    /// What a unit sees that wants to move.
    pub(crate) fn outlook<'a>(&self, state: &'a State, unit: UnitId) -> Outlook<'a> {
        let leaving = state.engaged.contains(unit).then(|| self.picture_without(state, unit));
        Outlook { picture: self.picture(state), leaving }
    }

    /// Asks every rule about one step.
    pub(crate) fn step_rules(&self, state: &State, view: &Outlook<'_>, step: Step, c: &mut Consult) -> Verdict {
        match self.data.board.edge(step.from, step.to) {
            Some(edge) => self.step_over(state, view, step, edge, c),
            None => c.ask(Case("7.0.c"), Err(no!("{to} does not touch {from}", to = step.to, from = step.from))),
        }
    }

    /// The same of a space beside the unit, over the edge that leads there.
    pub(crate) fn step_over(
        &self,
        state: &State,
        view: &Outlook<'_>,
        step: Step,
        edge: EdgeId,
        c: &mut Consult,
    ) -> Verdict {
        let Step { from, to, .. } = step;
        let link = self.data.links[edge];
        self.passage(step, link, c)?;
        let limit = self.limit(step);
        let case = if step.kind == Kind::Strategic && self.side(step.unit) == Side::Axis {
            if self.leaves_alz(step) { Case("7.3.h") } else { Case("7.3.g") }
        } else {
            Case("7.0.c")
        };
        // 7.0.i, 7.4.a: each space is one point, whatever it is and wherever the unit comes from.
        let enough = step.spent < limit;
        let why = no!("{unit} has spent the {limit} movement points it has for such a march", unit = step.unit, limit);
        c.ask(case, must(enough, why))?;
        match step.kind {
            Kind::Strategic => self.strategic_rules(view, step, edge, c)?,
            // 7.2.a, 7.2.c, 7.2.d: over rivers, into battles and boxes and out of them.
            Kind::Tactical => {}
        }
        if let Some(leaving) = &view.leaving {
            self.leaving_rules(view, leaving, step, c)?;
        }
        if link == Link::Border && self.data.spaces[from].kind == SpaceKind::Caucasus {
            c.ask(Case("7.4.d"), self.last_control_rule(state, view, step))?;
        }
        if self.data.spaces[to].kind == SpaceKind::Front && self.side(step.unit) == Side::Soviet {
            c.ask(Case("3.1.1.b"), self.room_in_front(state, to))?;
        }
        self.box_rules(state, step.unit, step.assets, to, c)
    }

    /// 7.4, 7.5, 2.1.3: which passages a side may use.
    fn passage(&self, step: Step, link: Link, c: &mut Consult) -> Verdict {
        let Step { unit, from, to, .. } = step;
        let into = self.data.spaces[to].kind;
        let side = self.side(unit);
        match (link, side) {
            // 3.1.1.a: a hex is never full.
            (Link::Hexside | Link::Border | Link::Connector, _) => Ok(()),
            (Link::Arrow, _) => {
                c.ask(Case("7.6.b"), Err(no!("from {from} to {to} a unit is transferred, not marched", from, to)))
            }
            (Link::Rim | Link::Gate, Side::Axis) => {
                // 2.1.3.e, 7.4.c: inward, from the reserve onto its own edge.
                let outward = matches!(into, SpaceKind::Front | SpaceKind::Reserve(_));
                c.ask(Case("7.5.c"), unless(outward, no!("{unit} may not leave the map to {to}", unit, to)))
            }
            (Link::Rim | Link::Gate, Side::Soviet) => {
                // 7.4.b, 7.5.b: in and out by the edge of one's own Front.
                let wrong = matches!(into, SpaceKind::Reserve(_));
                c.ask(Case("2.1.3.b"), unless(wrong, no!("{unit} cannot pass that map edge to {to}", unit, to)))
            }
        }
    }

    /// The points of the factor used. 7.3.g-h: Axis strategic movement is faster while it stays in the ALZ.
    pub(crate) fn limit(&self, step: Step) -> u8 {
        let info = &self.data.units[step.unit.index()];
        match step.kind {
            _ if step.points.is_some() => step.points.unwrap_or(0),
            Kind::Tactical => info.tactical,
            Kind::Strategic if self.leaves_alz(step) => info.strategic[1],
            Kind::Strategic => info.strategic[0],
        }
    }

    /// 7.3.h: any hex outside counts, the first and the last included; boxes are no hexes.
    pub(crate) fn leaves_alz(&self, step: Step) -> bool {
        step.outside || self.outside_alz(step.from) || self.outside_alz(step.to)
    }

    /// Is this a hex outside the ALZ?
    pub(crate) fn outside_alz(&self, space: SpaceId) -> bool {
        let info = &self.data.spaces[space];
        info.kind == SpaceKind::Hex && !info.alz
    }

    /// 7.3, 7.8.a, 7.8.b: what strategic movement may not do.
    fn strategic_rules(&self, view: &Outlook<'_>, step: Step, edge: EdgeId, c: &mut Consult) -> Verdict {
        let Step { from, to, unit, .. } = step;
        let enemy = self.side(unit).other().index();
        // 7.3.f: a river that runs through a city is on none of its sides.
        let river = self.data.rivers[edge] == River::Major;
        c.ask(Case("7.3.a"), unless(river, no!("a major river runs between {from} and {to}", from, to)))?;
        // 7.4.f: boxes by tactical movement only.
        let boxed = [from, to].into_iter().find(|s| self.data.spaces[*s].kind == SpaceKind::Caucasus);
        c.ask(
            Case("7.3.e"),
            unless_found(boxed, |space| no!("{space} is a Caucasus box: only tactical movement goes in or out", space)),
        )?;
        let battle = [from, to].into_iter().find(|s| view.picture.battle.contains(*s));
        c.ask(Case("7.3.c"), unless_found(battle, |space| no!("{space} is a battle space", space)))?;
        let held = view.picture.held[enemy].contains(to);
        c.ask(Case("7.3.d"), unless(held, no!("{to} holds enemy units", to)))?;
        let zone = [from, to].into_iter().find(|s| view.picture.zone[enemy].contains(*s));
        c.ask(Case("7.3.b"), unless_found(zone, |space| no!("{space} lies in an enemy zone of interdiction", space)))
    }

    /// 7.9.2: what a unit may not do that leaves a battle space, in any step of that phase.
    fn leaving_rules(&self, view: &Outlook<'_>, leaving: &Picture, step: Step, c: &mut Consult) -> Verdict {
        let Step { to, unit, .. } = step;
        let side = self.side(unit);
        let battle = view.picture.battle.contains(to);
        c.ask(Case("7.9.2.b"), unless(battle, no!("{to} is a battle space", to)))?;
        let held = view.picture.held[side.other().index()].contains(to);
        c.ask(Case("7.9.2.c"), unless(held, no!("{to} holds enemy units", to)))?;
        let fed = leaving.fed[side.index()].contains(to);
        c.ask(Case("7.9.2.d"), must(fed, no!("{unit} is leaving a battle and would be unsupplied in {to}", unit, to)))
    }

    /// 7.4.d, 3.3.e: from a box into a hex that the enemy controls only with last control of the box.
    /// A battle space is controlled by nobody; 7.4.g: one's own hexes are always open.
    fn last_control_rule(&self, state: &State, view: &Outlook<'_>, step: Step) -> Result<(), Why> {
        let Step { from, to, unit, .. } = step;
        let axis = self.side(unit) == Side::Axis;
        let enemy_hex = !view.picture.battle.contains(to) && state.axis_control.contains(to) != axis;
        if enemy_hex && state.axis_last.contains(from) != axis {
            return Err(no!("{to} is controlled by the enemy, and he has last control of {from}", to, from));
        }
        Ok(())
    }
}
