//! 7 Movement, hex by hex: how far a unit may go, what a hex costs, where it may not go and not stop.

mod plain;

pub(crate) use plain::Plain;

use crate::Roads;
use crate::bars::Way;
use crate::data::{FortressMovement, Nation, River, SideInfo, UnitId, Weather};
use crate::ground::Ground;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::state::{March, Mode, Spaces, State, Step, Supply, UnitSet};
use kessel_board::{EdgeId, Neighbor, SpaceId};
use kessel_kernel::{Case, No, Side, must};
use kessel_kit::no;
use std::cell::OnceCell;
use std::sync::Arc;

/// What the rules of a step look at, worked out when one of them asks for it.
#[derive(Default)]
pub(crate) struct Outlook {
    /// Hexes in command of supplied HQs, by [`Nation`] (7.2.2).
    commanded: [OnceCell<Spaces>; 5],
    /// Railroad hexes with a free line to a source (7.3.3).
    railway: OnceCell<Spaces>,
    /// The ground when the moving HQ has left its hex (7.1.10).
    left: OnceCell<Arc<Ground>>,
    /// It serves many units: what is worked out for the whole map pays.
    many: bool,
    /// Land that is open to each side, as far as the map and the enemy go, and the hexes beside it (`plain.rs`).
    open: [OnceCell<Spaces>; 2],
    exits: [OnceCell<Spaces>; 2],
    /// Hexes with a road onto such land, by [`Nation`].
    road_exits: [OnceCell<Spaces>; 5],
    /// Units with leaders (5.5.3.c).
    bearers: OnceCell<UnitSet>,
}

impl Outlook {
    /// One for many units.
    pub(crate) fn of_many() -> Outlook {
        Outlook { many: true, ..Outlook::default() }
    }
}

impl Roads {
    /// 7.2.2, R82: the hexes in command of supplied HQs of exactly this nation.
    pub(crate) fn commanded<'a>(&self, state: &State, view: &'a Outlook, side: Side, nation: Nation) -> &'a Spaces {
        view.commanded[nation as usize].get_or_init(|| {
            let ground = self.ground(state, side);
            let mut area = Spaces::EMPTY;
            for (hq, at) in self.hqs(state, side) {
                if self.info(hq).nation == nation && self.on_free_line(state, &ground, at, false) {
                    area |= self.command_reach(state, &ground, hq, at);
                }
            }
            area
        })
    }

    /// 7.3.3, R70: the railroad hexes that could serve as a line of supply.
    pub(crate) fn railway<'a>(&self, state: &State, view: &'a Outlook) -> &'a Spaces {
        view.railway.get_or_init(|| *self.free_lines(state, &self.ground(state, Side::Axis), true))
    }

    /// The movement of a unit in half points, and in hexes if those are counted (4.4, 9.2.2, 10.3.2).
    pub(crate) fn allowance(&self, state: &State, unit: UnitId, mode: Mode) -> (u8, Option<u8>) {
        let (piece, info, numbers) = (state.field.get(unit), self.info(unit), &self.data.charts.movement);
        let hexes = self.counted_hexes(state, unit);
        if mode == Mode::Rail {
            return (u8::MAX, hexes);
        }
        let printed = match piece.pontoon {
            Some(_) => info.pontoon_movement,
            None => info.factors(piece.steps).movement,
        };
        // 1.9.1: halves are rounded up.
        let half = printed.div_ceil(2);
        // 10.2.3.f: what the level says, in place of the halving of those out of supply.
        let points = match piece.supply {
            Supply::In => printed,
            Supply::Out => half,
            // 10.4.3: Sortie and Mobility.
            Supply::Fortress if self.moves_fully(state, unit) => printed,
            Supply::Fortress => match self.fortress_row(state).movement {
                FortressMovement::Half => half,
                FortressMovement::OnePoint => 1,
                FortressMovement::OneHex | FortressMovement::ThreeUnits => printed,
            },
        };
        let points = match (mode, piece.supply) {
            // 1.9.2.a: halved and doubled is unchanged.
            (Mode::Strategic, Supply::Out) => printed,
            (Mode::Strategic, _) => points.saturating_mul(numbers.strategic_factor),
            // 4.4.3, 9.2.3.b.
            (Mode::Exploitation | Mode::React, Supply::Out) => numbers.oos_exploitation_points,
            // 9.2.2; R86: in the pocket the smaller of both.
            (Mode::Exploitation | Mode::React, _) => half.min(points),
            _ => points,
        };
        let points = match state.forecast.weather {
            Weather::Mud => points.min(numbers.mud_points),
            Weather::Snow => points,
        };
        (points.saturating_mul(2), hexes)
    }

    /// 10.3.2.c, d, R144: in a starving pocket hexes are counted, whatever carries the unit.
    fn counted_hexes(&self, state: &State, unit: UnitId) -> Option<u8> {
        let pocket = state.field.get(unit).supply == Supply::Fortress && !self.moves_fully(state, unit);
        let counted =
            || matches!(self.fortress_row(state).movement, FortressMovement::OneHex | FortressMovement::ThreeUnits);
        (pocket && counted()).then_some(1)
    }

    /// A unit in the pocket that an event lets move as if it were supplied (10.4.3).
    pub(crate) fn moves_fully(&self, state: &State, unit: UnitId) -> bool {
        // 10.4.3.n: Mobility is for the Movement phase.
        state.fortress.sallying.contains(unit) || state.step() == Step::Movement && state.fortress.mobile.contains(unit)
    }

    /// The rule that sets the allowance, for a refusal.
    fn limit_case(&self, state: &State, march: March) -> Case {
        let supply = state.field.get(march.unit).supply;
        Case(match (march.mode, supply) {
            (Mode::Exploitation | Mode::React, Supply::Out) => "4.4.3",
            (_, Supply::Fortress) if !self.moves_fully(state, march.unit) => match self.fortress_row(state).movement {
                FortressMovement::Half => "10.3.2.a",
                FortressMovement::OnePoint => "10.3.2.b",
                FortressMovement::OneHex => "10.3.2.c",
                FortressMovement::ThreeUnits => "10.3.2.d",
            },
            _ if state.forecast.weather == Weather::Mud => "3.2.2.a",
            (Mode::Exploitation, _) => "9.2.2",
            (Mode::React, _) => "CRT.R.b",
            (Mode::Strategic, _) => "7.2.1",
            (_, Supply::Out) => "4.4.2",
            _ => "7.1.4",
        })
    }

    /// 1.8.1.b, 7.1.4, 7.1.9, 7.4: what it costs to enter a hex, in half points. `bridged` says whether the river between is.
    fn step_cost(&self, state: &State, to: SpaceId, info: SideInfo, bridged: bool) -> u8 {
        let terrain = &self.data.charts.terrain[self.terrain(state, to) as usize];
        // R84: a ferry is no road.
        // 7.1.9.a: whatever the terrain and the river; 7.1.9.b: rails too; 7.1.9.c: the chart has a price of its own for marshes.
        if info.line() && !info.ferry {
            return terrain.road_half_points;
        }
        let river = match self.river_effect(state, info) {
            // 7.4.a, 3.2.2.l: over a bridge a river costs nothing, in mud neither.
            Some(effect) if effect.points > 0 && !bridged => {
                if info.ferry {
                    // 7.4.d: in place of what the river would cost.
                    effect.points.min(self.data.charts.movement.ferry_points)
                } else {
                    effect.points
                }
            }
            _ => 0,
        };
        // 7.1.6: friends on the way cost nothing. Nobody enters water; it is asked elsewhere.
        terrain.points.unwrap_or(u8::MAX / 4).saturating_add(river).saturating_mul(2)
    }

    /// The march after a step of this cost.
    fn after_step(march: March, cost: u8) -> March {
        March {
            left: if march.mode == Mode::Rail { march.left } else { march.left.saturating_sub(cost) },
            hexes: march.hexes.map(|hexes| hexes.saturating_sub(1)),
            entered: march.entered.saturating_add(1),
            ..march
        }
    }

    /// Is the river on this step bridged for the unit? Its own Bridging Unit serves it once (7.4).
    fn bridged_step(&self, state: &State, march: March, from: SpaceId, to: SpaceId, info: SideInfo) -> bool {
        info.river != River::None && self.bridged_for(state, march.unit, march.entered > 0, from, to, info)
    }

    /// What a march is after a step into this hex: the price that was checked, asked of the same position, before anything moves.
    pub(crate) fn marched(&self, state: &State, march: March, from: SpaceId, to: SpaceId) -> March {
        let info = self.map(state).between(from, to);
        let bridged = self.bridged_step(state, march, from, to, info);
        Roads::after_step(march, self.step_cost(state, to, info, bridged))
    }

    /// Asks every rule about a step.
    pub(crate) fn step_rules(
        &self,
        state: &State,
        view: &Outlook,
        march: March,
        from: SpaceId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(edge) = self.map(state).board.edge(from, to) else {
            return c.ask(Case("7.1.2.a"), Err(no!("{to} is not next to {from}", to, from)));
        };
        self.step_over(state, view, march, from, (to, edge), c)
    }

    /// The same of a hex beside the unit, over the edge that leads there.
    pub(crate) fn step_over(
        &self,
        state: &State,
        view: &Outlook,
        march: March,
        from: SpaceId,
        (to, edge): (SpaceId, EdgeId),
        c: &mut Consult,
    ) -> Verdict {
        let Some(after) = self.pace_rules(state, view, march, from, (to, edge), c)? else { return Ok(()) };
        match self.may_end(state, view, after, to) {
            Ok(()) => Ok(()),
            // 7.1.10.b: it may pass through a hex that it may not stop in, if it can get out of it again.
            Err(_) if self.can_finish(state, view, after, to) => Ok(()),
            Err(no) => c.ask(no.case, Err(no.why)),
        }
    }

    /// The rules of a step but for those about where a move may end. `None` if nothing more can be asked.
    fn pace_rules(
        &self,
        state: &State,
        view: &Outlook,
        march: March,
        from: SpaceId,
        (to, edge): (SpaceId, EdgeId),
        c: &mut Consult,
    ) -> Result<Option<March>, No<Why>> {
        let map = self.map(state);
        let land = map.board.is_hex(to) && !map.spaces[to].is_water();
        if !c.gate(Case("1.8.4.a"), must(land, no!("nobody can enter {to}", to)))? {
            return Ok(None);
        }
        // 9.2.4.a: what follows is asked of every way of moving.
        let info = map.sides[edge];
        let bridged = self.bridged_step(state, march, from, to, info);
        self.barred(state, march.unit, from, to, Way::Move, info, bridged, c)?;
        match march.mode {
            Mode::Strategic => self.strategic_step(state, view, march, from, to, info, c)?,
            Mode::Rail => self.rail_step(state, view, march, to, info, c)?,
            Mode::Normal | Mode::Exploitation | Mode::React => {}
        }
        // 7.1.8.c, 9.2.4: in exploitation open major rivers are crossed at bridges, pontoons and ferries only.
        if march.mode == Mode::Exploitation && self.open_major(state, info) {
            let why = no!("no bridge, pontoon or ferry leads over the major river from {from} to {to}", from, to);
            c.ask(Case("9.2.4.c"), must(bridged || info.ferry, why))?;
        }
        let cost = self.step_cost(state, to, info, bridged);
        self.price_rule(state, march, to, cost, c)?;
        Ok(Some(Roads::after_step(march, cost)))
    }

    /// 7.1.4: can it pay for the step?
    fn price_rule(&self, state: &State, march: March, to: SpaceId, cost: u8, c: &mut Consult) -> Verdict {
        let paid = march.mode == Mode::Rail || self.goes_free(march) || cost <= march.left;
        let enough = paid && march.hexes != Some(0);
        let why = if paid {
            no!("{unit} may enter one hex and no more, not {to} as well", unit = march.unit, to)
        } else {
            let (left, cost) = (Noun::Points(march.left), Noun::Points(cost));
            no!(
                "{unit} has not enough movement: {left} points are left, {to} costs {cost}",
                unit = march.unit,
                left,
                to,
                cost
            )
        };
        c.ask(if enough { Case("7.1.4") } else { self.limit_case(state, march) }, must(enough, why))
    }

    /// 7.1.8.a, R85: one hex is always possible in the Movement and Exploitation phases.
    fn goes_free(&self, march: March) -> bool {
        march.entered < self.data.charts.movement.always_hexes
            && matches!(march.mode, Mode::Normal | Mode::Exploitation)
    }

    /// The neighbours that the roads of its mode lead a unit to and that it could pay for if all rivers had bridges: what most steps fail at,
    /// and is quickly asked, is asked before all else.
    pub(crate) fn ways<'a>(
        &'a self,
        state: &'a State,
        march: March,
        at: SpaceId,
    ) -> impl Iterator<Item = Neighbor> + 'a {
        let map = self.map(state);
        map.board.neighbors(at).iter().copied().filter(move |n| {
            let (to, info, c) = (n.space, map.sides[n.edge], &mut Consult::strict());
            let leads = match march.mode {
                Mode::Strategic => self.road_rule(state, at, to, info, c).is_ok(),
                Mode::Rail => self.track_rule(to, info, c).is_ok(),
                Mode::Normal | Mode::Exploitation | Mode::React => true,
            };
            leads && self.price_rule(state, march, to, self.step_cost(state, to, info, true), c).is_ok()
        })
    }

    /// 7.2.2.d: strategic movement keeps to roads and railroads, unless a support was spent.
    fn road_rule(&self, state: &State, from: SpaceId, to: SpaceId, info: SideInfo, c: &mut Consult) -> Verdict {
        let why =
            no!("no road or railroad leads from {from} to {to}, and no support was spent to leave them", from, to);
        c.ask(Case("7.2.2.d"), must(info.line() || state.strategic_paid, why))
    }

    /// 7.3.3.a: trains keep to the rails.
    fn track_rule(&self, to: SpaceId, info: SideInfo, c: &mut Consult) -> Verdict {
        c.ask(Case("7.3.3.a"), must(info.rail, no!("no railroad leads to {to}", to)))
    }

    /// 7.2.2: the rules of strategic movement.
    #[allow(clippy::too_many_arguments)]
    fn strategic_step(
        &self,
        state: &State,
        view: &Outlook,
        march: March,
        from: SpaceId,
        to: SpaceId,
        info: SideInfo,
        c: &mut Consult,
    ) -> Verdict {
        self.road_rule(state, from, to, info, c)?;
        let unit = self.info(march.unit);
        let near = self.near_enemy(state, unit.side, to);
        c.ask(Case("7.2.2.c"), must(!near, no!("{to} is next to the enemy", to)))?;
        let commanded = self.commanded(state, view, unit.side, unit.nation).contains(to);
        c.ask(
            Case("7.2.2.b"),
            must(
                commanded,
                no!(
                    "{to} is outside the command radius of every supplied HQ of the nation of {unit}",
                    to,
                    unit = march.unit
                ),
            ),
        )
    }

    /// 7.3.3, 7.3.4: the rules of rail movement.
    fn rail_step(
        &self,
        state: &State,
        view: &Outlook,
        march: March,
        to: SpaceId,
        info: SideInfo,
        c: &mut Consult,
    ) -> Verdict {
        self.track_rule(to, info, c)?;
        self.rail_hex(state, view, to, c)?;
        // R175: no distance is too far, but a train does not go to and fro for ever.
        let longest = self.railway(state, view).len().min(usize::from(u8::MAX));
        let why = no!("{unit} has gone as many hexes by train as the railroad has", unit = march.unit);
        c.ask(Case("7.3.4"), must(usize::from(march.entered) < longest, why))
    }

    /// 7.3.3: may a unit use this hex in rail movement?
    pub(crate) fn rail_hex(&self, state: &State, view: &Outlook, hex: SpaceId, c: &mut Consult) -> Verdict {
        let near = self.near_enemy(state, Side::Axis, hex);
        c.ask(Case("7.3.3.b"), must(!near, no!("{hex} is next to the enemy", hex)))?;
        let lost = state.lost_hexes.contains(hex) && self.space(state, hex).is_city();
        c.ask(Case("7.3.3.c"), must(!lost, no!("the Soviets have captured {hex}: its railroad is cut", hex)))?;
        let linked = self.railway(state, view).contains(hex);
        c.ask(Case("7.3.3.a"), must(linked, no!("{hex} is on no railroad that leads to a supply source", hex)))
    }

    /// May the moving unit end its move in this hex?
    pub(crate) fn may_end(&self, state: &State, view: &Outlook, march: March, hex: SpaceId) -> Verdict {
        let (unit, info) = (march.unit, self.info(march.unit));
        let no = |case, why| Err(No { case: Case(case), why });
        if info.is_hq() {
            let ground = view.left.get_or_init(|| self.ground_without(state, unit));
            if !self.on_free_line(state, ground, hex, false) {
                return no("7.1.10", no!("{unit} would have no line of supply in {hex}", unit, hex));
            }
            if info.side == Side::Axis && state.step() == Step::Movement && self.hq_veto(state, unit, march.start, hex)
            {
                return no(
                    "15.2.1.h",
                    no!(
                        "in {hex} {unit} would end farther from the fortress: that costs a box of Führer Approval, and only one is left",
                        unit,
                        hex
                    ),
                );
            }
        }
        self.no_place(state, unit, hex)?;
        if march.mode == Mode::React && state.fight.as_ref().is_some_and(|fight| fight.hex == hex) {
            return no("CRT.R.c", no!("{unit} may not end its move in {hex}, which is attacked", unit, hex));
        }
        Ok(())
    }

    /// Can a unit that has come to this hex go on to one that it may stop in?
    fn can_finish(&self, state: &State, view: &Outlook, march: March, at: SpaceId) -> bool {
        let mut best = [0; Spaces::CAPACITY];
        best[at.index()] = u8::MAX;
        self.finish_from(state, view, march, at, &mut best)
    }

    /// `best` holds, for each hex reached, the points left there and one more.
    fn finish_from(&self, state: &State, view: &Outlook, march: March, at: SpaceId, best: &mut [u8]) -> bool {
        for n in self.ways(state, march, at) {
            // Nothing is gained on the way.
            if best[n.space.index()] > march.left {
                continue;
            }
            let Ok(Some(after)) = self.pace_rules(state, view, march, at, (n.space, n.edge), &mut Consult::strict())
            else {
                continue;
            };
            let left = after.left.saturating_add(1);
            if best[n.space.index()] >= left {
                continue;
            }
            best[n.space.index()] = left;
            if self.may_end(state, view, after, n.space).is_ok() || self.finish_from(state, view, after, n.space, best)
            {
                return true;
            }
        }
        false
    }

    /// Is there a hex that the moving unit may enter?
    pub(crate) fn any_step(&self, state: &State, view: &Outlook, march: March, at: SpaceId) -> bool {
        // Whether it gets out of a hex again that it may not stop in is the longest question, and comes last.
        self.any_plain_step(state, view, march, at)
            || self.ways(state, march, at).any(|n| self.may_stop_at(state, view, march, at, n))
            || self.ways(state, march, at).any(|n| self.may_step(state, view, march, at, n))
    }

    /// May it enter this hex and end its move there?
    fn may_stop_at(&self, state: &State, view: &Outlook, march: March, at: SpaceId, n: Neighbor) -> bool {
        match self.pace_rules(state, view, march, at, (n.space, n.edge), &mut Consult::strict()) {
            Ok(Some(after)) => self.may_end(state, view, after, n.space).is_ok(),
            _ => false,
        }
    }

    /// May it enter this hex?
    pub(crate) fn may_step(&self, state: &State, view: &Outlook, march: March, at: SpaceId, n: Neighbor) -> bool {
        self.step_over(state, view, march, at, (n.space, n.edge), &mut Consult::strict()).is_ok()
    }
}

#[cfg(test)]
mod tests;
