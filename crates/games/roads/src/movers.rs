//! 7 Movement: who may move, and how.

use crate::Roads;
use crate::data::{FortressMovement, UnitId};
use crate::march::Outlook;
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Mode, State, Step, Supply};
use kessel_board::SpaceId;
use kessel_kernel::{Case, No, Side, must};
use kessel_kit::no;

/// 10.3.2.d: so many units of a starving pocket may move.
const POCKET_MOVERS: u8 = 3;

impl Roads {
    /// May this unit be taken up in this mode?
    pub(crate) fn check_move(&self, state: &State, side: Side, unit: UnitId, mode: Mode, c: &mut Consult) -> Verdict {
        self.mover_rules(state, side, unit, mode, &Outlook::default(), c)
    }

    /// The rules about the unit that is to move.
    pub(crate) fn mover_rules(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        mode: Mode,
        view: &Outlook,
        c: &mut Consult,
    ) -> Verdict {
        match self.unit_rules(state, side, unit, mode, c)? {
            Some(at) => self.mode_rules(state, (unit, at), mode, view, c),
            None => Ok(()),
        }
    }

    /// Those that are the same for all modes of a phase. Says where the unit is.
    pub(crate) fn unit_rules(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        mode: Mode,
        c: &mut Consult,
    ) -> Result<Option<SpaceId>, No<Why>> {
        if !c.gate(Case("7.1.1.a"), self.own_on_map(state, side, unit))? {
            return Ok(None);
        }
        let Some(at) = state.field.at(unit) else { return Ok(None) };
        if mode != Mode::React {
            let moved = state.moved.contains(unit);
            c.ask(Case("7.1.3"), must(!moved, no!("{unit} has moved already", unit)))?;
        }
        if self.info(unit).is_hq() {
            let pontoon = state.field.get(unit).pontoon.is_some();
            // 1.1.7.c: otherwise it serves as any HQ.
            c.ask(Case("7.1.8.b"), must(!pontoon, no!("{unit} is on its pontoon side and cannot move", unit)))?;
            let fixed = self.scenario(state).rules.hqs_fixed.contains(&unit);
            let case = if side == Side::Soviet { "S2.p" } else { "S2.t" };
            c.ask(Case(case), must(!fixed, no!("{unit} may not move in this scenario", unit)))?;
        }
        // Only arrivals go on by rail in the first turn: they are excepted (S3.k).
        if state.step() != Step::Arrivals {
            self.bound(state, unit, at, c)?;
        }
        // Reactions are moves in the enemy's turn: what holds for phases of one's own does not bind them (10.2.4, R121); a crisis binds arrivals, too.
        if matches!(state.step(), Step::Movement | Step::ExploitMovement) {
            self.freezes(state, side, unit, at, c)?;
        }
        Ok(Some(at))
    }

    /// Those of the mode, and whether there is anywhere to go.
    pub(crate) fn mode_rules(
        &self,
        state: &State,
        (unit, at): (UnitId, SpaceId),
        mode: Mode,
        view: &Outlook,
        c: &mut Consult,
    ) -> Verdict {
        match mode {
            // The result R has asked about the unit that reacts.
            Mode::Normal | Mode::React => {}
            Mode::Strategic => self.strategic_rules(state, unit, at, view, c)?,
            Mode::Rail => self.rail_rules(state, self.info(unit).side, at, view, c)?,
            Mode::Exploitation => {
                let marked = state.field.get(unit).exploiting;
                c.ask(Case("9.2.1"), must(marked, no!("{unit} has no Exploitation marker", unit)))?;
            }
        }
        let open = self.any_step(state, view, self.march_of(state, unit, at, mode), at);
        c.ask(Case("7.1.2.a"), must(open, no!("there is no hex that {unit} could enter in this way", unit)))
    }

    /// Units that may not move in certain Movement and Exploitation phases of their own.
    fn freezes(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        match side {
            Side::Soviet => {
                let guard = state.step() == Step::Movement && state.fortress.guards.contains(unit);
                c.ask(Case("10.2.4.a"), must(!guard, no!("{unit} holds the pocket and may not move", unit)))
            }
            Side::Axis => {
                self.crisis_freeze(state, unit, at, c)?;
                if state.field.get(unit).supply == Supply::Fortress {
                    self.pocket_rules(state, unit, c)?;
                }
                Ok(())
            }
        }
    }

    /// 10.3.2, 10.4.3: who of the pocket may move.
    fn pocket_rules(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let acts = self.may_act(state, unit);
        c.ask(Case("10.4.3.q"), must(acts, no!("{unit} takes no part in the sortie and may not move", unit)))?;
        let starving = self.fortress_row(state).movement == FortressMovement::ThreeUnits;
        let spent = starving && state.fortress.movers >= POCKET_MOVERS && !self.moves_fully(state, unit);
        let why = no!("{number} units of the pocket have moved, no more may", number = POCKET_MOVERS);
        c.ask(Case("10.3.2.d"), must(!spent, why))
    }

    /// 7.2.2: who may use strategic movement.
    fn strategic_rules(&self, state: &State, unit: UnitId, at: SpaceId, view: &Outlook, c: &mut Consult) -> Verdict {
        let info = self.info(unit);
        self.firm_roads(state, c)?;
        c.ask(Case("7.2.2.a"), self.no_hq(unit))?;
        let near = self.near_enemy(state, info.side, at);
        c.ask(
            Case("7.2.2.c"),
            must(!near, no!("{unit} is next to the enemy: nobody moves strategically from there", unit)),
        )?;
        let commanded = self.commanded(state, view, info.side, info.nation).contains(at);
        let why = no!("{unit} is outside the command radius of every supplied HQ of its nation", unit);
        c.ask(Case("7.2.2.b"), must(commanded, why))
    }

    /// 7.3: who may use the railroad.
    fn rail_rules(&self, state: &State, side: Side, at: SpaceId, view: &Outlook, c: &mut Consult) -> Verdict {
        let axis = side == Side::Axis && self.uses(state, "7.3");
        if !c.gate(Case("7.3.1.a"), must(axis, no!("only the Axis moves by rail, in scenarios that say so")))? {
            return Ok(());
        }
        c.ask(Case("7.3.2"), must(state.rail > 0, no!("no rail points are left")))?;
        self.rail_hex(state, view, at, c)
    }
}
