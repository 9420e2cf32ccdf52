//! 5.5 Supports are deployed: the transfer, then Surprise Attacks, Tank Brigades and the Luftwaffe, then all others (5.5.7).

mod play;

use crate::Roads;
use crate::action::Action;
use crate::data::{Attach, Cloud, Region, SupportClass, SupportId, SupportKind, UnitId};
use crate::decision::{Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Bill, Om, Spot, State, Step, Supply, SupportBox};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, No, Side, must};
use kessel_kit::no;

/// The rule that describes a support.
pub(crate) fn kind_case(kind: &SupportKind) -> Case {
    Case(match kind.class {
        SupportClass::Artillery if kind.id == "artillery-3" => "PA.SUP.art3",
        SupportClass::Artillery => "PA.SUP.art2",
        SupportClass::Katyusha => "PA.SUP.katyusha",
        SupportClass::Surprise => "PA.SUP.surprise",
        SupportClass::TankBrigade => "PA.SUP.tankbde",
        SupportClass::Breakthrough => "PA.SUP.breakthrough",
        SupportClass::Maskirovka => "PA.SUP.maskirovka",
        SupportClass::Reserves => "PA.SUP.reserves",
        SupportClass::Air if kind.side == Side::Soviet => "PA.SUP.vvs",
        SupportClass::Air if kind.against.is_some() => "PA.SUP.rudel",
        SupportClass::Air => "PA.SUP.luftwaffe",
        SupportClass::Aa => "PA.SUP.aa",
        SupportClass::Leader if kind.side == Side::Axis && kind.shift > 0 => "PA.SUP.hoth",
        SupportClass::Leader if kind.side == Side::Axis => "PA.SUP.hollidt",
        SupportClass::Leader if kind.extends_air > 0 => "PA.SUP.novikov",
        SupportClass::Leader => "PA.SUP.lelyushenko",
        SupportClass::Bridging => "PA.SUP.bridging",
        SupportClass::Surrender => "PA.SUP.surrender",
        SupportClass::Stalin => "PA.SUP.stalin",
        SupportClass::Shortage => "PA.SUP.shortage",
        SupportClass::Goering => "PA.SUP.goering",
        SupportClass::Pak => "PA.SUP.pak88",
        SupportClass::Alarm => "PA.SUP.alarm",
        SupportClass::OkhDiscord => "PA.SUP.okhdiscord",
    })
}

/// 5.5.7.b: what is deployed and used before the rest: Surprise Attack, Tank Brigade, the Luftwaffe but not Rudel.
fn strikes(kind: &SupportKind) -> bool {
    match kind.class {
        SupportClass::Surprise | SupportClass::TankBrigade => true,
        SupportClass::Air => kind.side == Side::Axis && kind.against.is_none(),
        _ => false,
    }
}

/// 5.5.6.d: one support goes from the STAVKA box to an offensive.
pub(crate) const TRANSFER: Decision = Decision {
    case: Case("5.5.6.d"),
    asks: phasing,
    check: Roads::check_transfer,
    offers: Roads::offer_transfer,
    apply: Roads::do_transfer,
    settle: Roads::settle_step,
    prompt: |_, _, _| "One support marked O may go from the STAVKA box to an offensive.".into(),
};

/// 5.5.7.b: what is deployed before everything else. EX4.e: Surprise Attacks are fought one after the other here; EX4.d: Tank Brigades may join them.
pub(crate) const STRIKE: Decision = Decision {
    case: Case("5.5.7.b"),
    asks: phasing,
    check: Roads::check_strike,
    offers: Roads::offer_strike,
    apply: Roads::play_support,
    settle: Roads::settle_step,
    prompt: |_, _, side| match side {
        Side::Soviet => "First deployments: Surprise Attacks and Tank Brigades.".into(),
        Side::Axis => "First deployments: the Luftwaffe.".into(),
    },
};

/// 5.5.7.c: supports are deployed in any order.
pub(crate) const DEPLOY: Decision = Decision {
    case: Case("5.5.7.c"),
    asks: phasing,
    check: Roads::check_deploy,
    offers: Roads::offer_deploy,
    apply: Roads::play_support,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Deploy supports in any order: take one from its box, then a unit or hex.".into(),
};

impl Roads {
    // ------------------------------------------------------------ 5.5.6.d the transfer

    /// At any time of the phase: in a step of its own, or between deployments.
    pub(crate) fn check_transfer(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("5.5.6.d");
        let (marker, to) = match action {
            Action::Done => return Ok(()),
            Action::Transfer { marker, to } if side == Side::Soviet => (marker, to),
            _ => return not_now(c, case),
        };
        let Some(from) = self.held(state, side, marker, case, c)? else { return Ok(()) };
        c.ask(case, must(!state.transferred, no!("one support has been transferred in this phase")))?;
        c.ask(case, must(from == SupportBox::Stavka, no!("{marker} is not in the STAVKA box", marker)))?;
        let offensive = self.support(marker).offensive;
        c.ask(case, must(offensive, no!("{marker} is not marked O", marker)))?;
        // R117: any of the Offensive boxes, wherever its marker is.
        let open = SupportBox::OFFENSIVE.contains(&to);
        c.ask(case, must(open, no!("supports are transferred into the boxes of Offensive Markers only")))
    }

    pub(crate) fn offer_transfer(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        if side != Side::Soviet || state.transferred {
            return Flow::Continue(());
        }
        for marker in self.box_of(state, SupportBox::Stavka).iter() {
            for to in SupportBox::OFFENSIVE {
                if self.check_transfer(state, side, Action::Transfer { marker, to }, &mut Consult::strict()).is_ok() {
                    visit(Action::Transfer { marker, to })?;
                }
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_transfer(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Transfer { marker, to } = action else { return self.end_step(state, dice, log) };
        state.transferred = true;
        self.set_spot(state, marker, Spot::Box(to));
        let case = Case("5.5.6.d");
        log.add(|| Event::note(case, format!("A support goes from the STAVKA box into the {}", self.box_name(to))));
        log.add(|| Event::note(case, format!("It is {}", self.support(marker).name)).only_for(side));
    }

    // ------------------------------------------------------------ 5.5.7 the order of deployment

    /// 5.5.7.a: first the die of Stalin or OKH Discord.
    pub(crate) fn enter_strike(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let side = state.phasing;
        let due: Vec<SupportId> = self
            .supports()
            .filter(|m| matches!(state.spot(*m), Spot::Box(_)) && self.support(*m).side == side)
            .filter(|m| self.support(*m).roll.is_some())
            .collect();
        for marker in due {
            self.compulsory_event(state, marker, dice, log);
        }
    }

    /// 1.5.3, PA.SUP.stalin, PA.SUP.okhdiscord: what the die brings. S2.i: nothing where the rules that it bears on are not used.
    fn compulsory_event(&self, state: &mut State, marker: SupportId, dice: &mut Dice, log: &mut Log) {
        let kind = self.support(marker);
        let case = kind_case(kind);
        self.spend(state, marker, case, log);
        let used = match kind.side {
            Side::Soviet => self.uses(state, "6") || self.uses(state, "12"),
            Side::Axis => state.okh.used,
        };
        if !used {
            log.add(|| Event::note(Case("S2.i"), format!("{} has no effect", kind.name)));
            return;
        }
        let Some(rows) = &kind.roll else { return };
        let die = self.roll_one(Case("5.5.7.a"), kind.side, &kind.name, dice, log);
        let row = *rows.get(i16::from(die));
        let shortage = if row.mars == 0 {
            row.shortage
        } else if self.mars_runs(state) {
            state.mars.stalin += row.mars;
            0
        } else {
            row.otherwise_shortage
        };
        for _ in 0..shortage.unsigned_abs() {
            if shortage > 0 {
                self.add_shortage(state, case, log);
            } else {
                self.take_shortage(state, case, log);
            }
        }
        if row.approval != 0 {
            self.change_approval(state, row.approval, case, log);
        }
        if row.manstein != 0 {
            self.change_manstein(state, row.manstein, case, log);
        }
    }

    pub(crate) fn check_strike(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Surprise { marker, at } => self.check_surprise_on(state, side, marker, at, c),
            Action::Attach { marker, unit } => self.check_attach(state, side, marker, unit, c),
            Action::Fly { marker, to } => self.check_fly(state, side, marker, to, c),
            Action::Transfer { .. } => self.check_transfer(state, side, action, c),
            Action::Done => self.check_all_played(state, side, c),
            _ => not_now(c, Case("5.5.7.b")),
        }
    }

    pub(crate) fn check_deploy(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Attach { marker, unit } => self.check_attach(state, side, marker, unit, c),
            Action::Fly { marker, to } => self.check_fly(state, side, marker, to, c),
            Action::Raid { marker, on } => self.check_raid(state, side, marker, on, c),
            Action::Demand { marker, at } => self.check_demand(state, side, marker, at, c),
            Action::Alarm { marker, at } => self.check_alarm(state, side, marker, at, c),
            Action::Play { .. } if side == Side::Axis => self.check_play(state, side, action, c),
            Action::Transfer { .. } => self.check_transfer(state, side, action, c),
            Action::Done => self.check_all_played(state, side, c),
            _ => not_now(c, Case("5.5.7.c")),
        }
    }

    /// S2.m, S3.h: on the opening turn no O support may be held back that can be played.
    fn check_all_played(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        if side != Side::Soviet || !self.opening_turn(state) {
            return Ok(());
        }
        let owed = self.supports().any(|m| {
            let (kind, held) = (self.support(m), matches!(state.spot(m), Spot::Box(_)));
            held && kind.offensive && kind.side == side && self.has_target(state, side, m)
        });
        c.ask(self.special(state, "S2.m"), must(!owed, no!("all supports marked O must be played in this turn")))
    }

    /// The marker is one's own, available, and its time has come; the box that it lies in.
    pub(crate) fn ready(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        c: &mut Consult,
    ) -> Result<Option<SupportBox>, No<Why>> {
        let Some(from) = self.held(state, side, marker, Case("5.5.1"), c)? else { return Ok(None) };
        // 10.2.6.d.
        let banned = side == Side::Soviet && state.banned[0];
        c.ask(Case("10.2.6.d"), must(!banned, no!("no supports may be used in this turn")))?;
        let strike = state.step() == Step::Strike;
        let (case, why) = match strike {
            true => (Case("5.5.7.c"), no!("{marker} is deployed later in the phase", marker)),
            false => (Case("5.5.7.b"), no!("{marker} had to be deployed before the other supports", marker)),
        };
        c.ask(case, must(strikes(self.support(marker)) == strike, why))?;
        Ok(Some(from))
    }

    /// 5.5.6: an O support only within the radius of the marker that its box belongs to.
    pub(crate) fn offensive_rules(
        &self,
        state: &State,
        marker: SupportId,
        from: SupportBox,
        hex: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        // 11.3.1.b: within the radius, but for the opening turn.
        if !self.support(marker).offensive || self.offensives_free(state) {
            return Ok(());
        }
        let why = no!("{marker} lies in the STAVKA box: it can be transferred from there or spent, not played", marker);
        c.ask(Case("5.5.6.c"), must(from != SupportBox::Stavka, why))?;
        let covered = Om::ALL.into_iter().any(|om| om.supports() == from && self.om_covers(state, om, hex));
        c.ask(Case("5.5.6.a"), must(covered, no!("{hex} is not within the radius of its Offensive Marker", hex)))
    }

    /// S2.aa: no supports for units in the last positions at Stalingrad.
    pub(crate) fn foothold_rule(&self, state: &State, hex: SpaceId) -> Result<(), Why> {
        let foothold = self.scenario(state).rules.footholds
            && self.space(state, hex).foothold
            && state.field.holder(hex) != Some(Side::Axis);
        must(!foothold, no!("units in {hex} may have no supports", hex))
    }

    // ------------------------------------------------------------ 5.5.3 with a unit

    pub(crate) fn check_attach(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        match self.ready(state, side, marker, c)? {
            Some(from) => self.attach_rules(state, marker, from, unit, c),
            None => Ok(()),
        }
    }

    /// The same of a marker that is ready in its box.
    pub(crate) fn attach_rules(
        &self,
        state: &State,
        marker: SupportId,
        from: SupportBox,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        let kind = self.support(marker);
        let side = kind.side;
        let Some(attach) = kind.attach else {
            return c.ask(Case("5.5.3.a"), Err(no!("{marker} is not put on a unit", marker)));
        };
        c.ask(Case("5.5.3.a"), self.own_on_map(state, side, unit))?;
        let Some(hex) = state.field.at(unit) else { return Ok(()) };
        let info = self.info(unit);
        if side == Side::Axis {
            let german = self.is_german(unit);
            c.ask(Case("5.5.3.e"), must(german, no!("{unit} is not German: it gets no German support", unit)))?;
            let pocket = state.field.get(unit).supply == Supply::Fortress;
            let why = no!("{unit} is in the pocket: supports do not reach it", unit);
            c.ask(Case("10.2.3.b"), must(!pocket, why))?;
        }
        let fits = match attach {
            Attach::Any | Attach::German => Ok(()),
            Attach::NonArmored => {
                must(!info.armored, no!("{unit} is armored: this support goes with other units", unit))
            }
            Attach::GermanArmored => {
                must(info.armored, no!("{unit} is not armored: this support goes with German armor", unit))
            }
        };
        c.ask(kind_case(kind), fits)?;
        let leader = kind.class == SupportClass::Leader;
        let surprised = !leader && state.surprised.contains(unit);
        let why = no!("{unit} took part in a Surprise Attack: only a leader can join it", unit);
        c.ask(Case("5.5.7.d"), must(!surprised, why))?;
        c.ask(self.special(state, "S2.aa"), self.foothold_rule(state, hex))?;
        if leader {
            let why = no!("another leader is with the stack in {hex}", hex);
            let other = self.stack_of(state, hex).iter().any(|host| self.leader_of(state, host).is_some());
            c.ask(Case("5.5.3.c"), must(!other, why))?;
        }
        self.offensive_rules(state, marker, from, hex, c)?;
        if matches!(kind.class, SupportClass::Artillery | SupportClass::Katyusha) {
            c.ask(self.special(state, "S2.n"), self.opening_split(state, hex))?;
            let price = usize::from(self.surcharge(state, hex));
            // It cannot pay for itself.
            let paid = price == 0 || self.payable(state, side, Bill::Artillery).len() > price;
            let why = no!("artillery in {hex} costs another support, and none is left to pay with", hex);
            c.ask(Case("4.5.2.a"), must(paid, why))?;
        }
        Ok(())
    }

    /// S2.n, S3.i, R75: half of the artillery on either side of the row, the odd one in the north.
    fn opening_split(&self, state: &State, hex: SpaceId) -> Result<(), Why> {
        let Some(row) = self.scenario(state).rules.opening_split_row.filter(|_| self.opening_turn(state)) else {
            return Ok(());
        };
        let north = |hex: SpaceId| self.space(state, hex).row >= row;
        let (mut all, mut there) = (0_usize, 0_usize);
        for marker in &self.guns {
            match state.spot(*marker) {
                Spot::Box(_) => all += 1,
                Spot::Unit(unit) => {
                    all += 1;
                    there += usize::from(state.field.at(unit).is_some_and(|at| north(at) == north(hex)));
                }
                _ => {}
            }
        }
        let limit = if north(hex) { all.div_ceil(2) } else { all / 2 };
        must(there < limit, no!("artillery is split equally: no more of it may go to {hex}", hex))
    }

    /// 4.5.2: supports that artillery in a hex costs on top. None on the first turn, none once Stalingrad is Soviet.
    pub(crate) fn surcharge(&self, state: &State, hex: SpaceId) -> u8 {
        let numbers = &self.data.charts.supply;
        let far = self.map(state).region(Region::EastOfDon).contains(hex)
            && self.space(state, hex).row <= numbers.artillery_surcharge_top_row;
        let first = state.turn == self.scenario(state).first_turn.0;
        // 4.5.2.b.
        let due = far && !first && self.axis_holds_stalingrad(state) && self.uses(state, "5");
        if due { numbers.artillery_surcharge } else { 0 }
    }

    // ------------------------------------------------------------ air supports

    pub(crate) fn check_fly(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        if self.ready(state, side, marker, c)?.is_none() {
            return Ok(());
        }
        self.check_air(state, marker, c)?;
        // 5.5.6.b: anywhere, also where units will be only after their movement.
        c.ask(kind_case(self.support(marker)), must(self.air_hex(state, to), no!("{to} is no land hex", to)))
    }

    /// 5.5.2, 3.3.c: an air support, and weather to fly in.
    pub(crate) fn check_air(&self, state: &State, marker: SupportId, c: &mut Consult) -> Verdict {
        let kind = self.support(marker);
        c.ask(kind_case(kind), must(kind.class == SupportClass::Air, no!("{marker} does not fly", marker)))?;
        let flying = state.forecast.cloud != Cloud::Blizzard;
        c.ask(Case("5.5.2"), must(flying, no!("no aircraft fly in a blizzard")))
    }

    /// A hex that an air support can be put on.
    pub(crate) fn air_hex(&self, state: &State, hex: SpaceId) -> bool {
        self.map(state).board.is_hex(hex) && !self.space(state, hex).is_water()
    }

    /// The airfield raid (PA.SUP.vvs): it tells on the air bridge only (10.4.m).
    pub(crate) fn check_raid(
        &self,
        state: &State,
        side: Side,
        marker: SupportId,
        on: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let case = Case("PA.SUP.vvs");
        if self.ready(state, side, marker, c)?.is_none() {
            return Ok(());
        }
        self.check_air(state, marker, c)?;
        let soviet = self.support(marker).side == Side::Soviet;
        c.ask(case, must(soviet, no!("{marker} makes no raids", marker)))?;
        let field = self.space(state, on).airfield && state.axis_control.contains(on);
        c.ask(case, must(field, no!("there is no Axis airfield in {on}", on)))?;
        let bridge = state.fortress.marker.is_some() && self.uses(state, "10.4");
        c.ask(case, must(bridge, no!("there is no air bridge to hinder")))?;
        c.ask(case, must(!state.fortress.raided, no!("a raid has succeeded already")))
    }
}
