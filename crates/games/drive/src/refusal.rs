//! Why the rules refuse something: first as a small value, then in a player's words.

mod hints;

use crate::Drive;
use crate::data::{Terrain, UnitId};
use crate::sets::UnitSet;
use crate::state::{Frame, Muster, Order, State};
use hints::{order_words, where_it_comes, why_not_in_this_order};
use kessel_board::SpaceId;
use kessel_table::{Case, No, Refusal, Side};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_table::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

/// A reason, without its words.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Why {
    NotYourDecision,
    NotNow,
    Over,
    OnlyInBlue,
    OnlyInUranus,
    NotYours(UnitId),
    NotInPlay(UnitId),
    NotToPlace(UnitId),
    WrongHex(UnitId, SpaceId),
    NotFirst(UnitId),
    GroupFull(SpaceId),
    TooManyMechanised(SpaceId),
    NeededElsewhere(UnitId),
    Unplaced(UnitId),
    AllPlaced,
    OnTop(UnitId),
    ShownAlready(UnitId),
    StackFull(SpaceId),
    ArtilleryFull(SpaceId),
    Nations(SpaceId),
    NotThere(UnitId, SpaceId),
    NeedNotGo(UnitId),
    AddedAlready,
    NoTown(SpaceId),
    NotControlled(SpaceId),
    InNetwork(SpaceId),
    NotLinked(SpaceId),
    AirliftUsed,
    GermanAirlift,
    NobodyToSupply(SpaceId),
    FloodedAlready,
    NoLocks,
    AircraftUsed,
    NoAircraft(Side),
    PreparedOnly,
    SeaBlocked,
    MechanisedAtSea(UnitId),
    NotInPort(UnitId),
    NoPort(SpaceId),
    NoShips(u8),
    NotStalingrad(SpaceId),
    RisenAlready(SpaceId),
    NotOwed(UnitId),
    NotOverland(UnitId),
    OrderClosed(Order),
    OrderUsed(Order),
    Frozen(UnitId),
    JustCame(UnitId),
    HeldBack(UnitId),
    NoAttackYet,
    NotDue(UnitId),
    NoEntry(UnitId, SpaceId),
    Interdicted(SpaceId),
    EntryFull(SpaceId),
    TooCostly(UnitId, SpaceId),
    WouldBeCutOff(SpaceId),
    NotNearer(SpaceId),
    Stopped(UnitId),
    MovedAlready(UnitId),
    NoWay(UnitId),
    OnTheWay,
    WithYouAlready(UnitId),
    NotTogether(UnitId),
    NotWithYou(UnitId),
    NotMovedYet,
    LastOne(UnitId),
    NotAdjacent(SpaceId, SpaceId),
    OffMap(SpaceId),
    EnemyHeld(SpaceId),
    Garrison(SpaceId),
    OpenWater(SpaceId, SpaceId),
    BlockedSide(SpaceId, SpaceId),
    Volga(SpaceId, SpaceId),
    River(SpaceId, SpaceId),
    Flooded(SpaceId, SpaceId),
    Impassable(UnitId, SpaceId),
    OutsideArea(UnitId, SpaceId),
    NoPoints(SpaceId, u8),
    NeverMobile,
    NoMobileUnit(UnitId),
    AssaultedAlready(UnitId),
    NoPanzer,
    LaunchCutOff(SpaceId),
    NobodyThere(SpaceId),
    NoMobileInto(SpaceId),
    MansteinUsed,
    GermanMarshal,
    AttackedAlready(SpaceId),
    NobodyCanAttack(SpaceId),
    AttackedBefore(UnitId),
    NoAttackFactor(UnitId),
    MarshAttack(UnitId, SpaceId),
    ArtilleryAlone(UnitId),
    ArtilleryCutOff(UnitId),
    ArtilleryTired(UnitId),
    ArtilleryStays(UnitId),
    TwoNations(UnitId),
    NobodyJoined(SpaceId),
    NotRetreating(UnitId),
    StayTogether,
    OneByOne,
    FortClosed(SpaceId),
    LeaveRoom(SpaceId),
    NearerHex(SpaceId),
    NotInBattle(UnitId),
    ThereAlready(UnitId, SpaceId),
    PanzerFirst(UnitId),
}

impl Drive {
    /// A 'no' in words.
    pub(crate) fn refusal(&self, state: &State, no: No<Why>) -> Refusal {
        Refusal::new(no.case, self.words(state, no.case, no.why))
    }

    /// The reason as a sentence. It names what the action named, what lies open or is the asker's own, so it tells nothing new.
    pub(crate) fn words(&self, state: &State, case: Case, why: Why) -> String {
        let unit = |u: UnitId| self.unit_name(u).to_owned();
        let hex = |h: SpaceId| self.hex_name(h);
        match why {
            Why::NotYourDecision => "the other side decides now".into(),
            Why::NotNow => self.first_things_first(state),
            Why::Over => "the game is over".into(),
            Why::OnlyInBlue => "only Operation Blue has that".into(),
            Why::OnlyInUranus => "only Operation Uranus has that".into(),
            Why::NotYours(u) => format!("{} is not yours", unit(u)),
            Why::NotInPlay(u) => format!("{} is not on the map", unit(u)),
            Why::NotToPlace(u) => format!("{} does not wait to be set up", unit(u)),
            Why::WrongHex(u, h) => {
                format!("{} does not set up in {}{}", unit(u), hex(h), self.where_it_sets_up(state, u))
            }
            // Counters of one pile look alike: only their numbers tell them apart.
            Why::NotFirst(u) => {
                format!("{} of the same pile comes before {}", self.first_of_its_pile(state, u), self.unit_id(u))
            }
            Why::GroupFull(h) => format!("no more units of this group may stand in {}", hex(h)),
            Why::TooManyMechanised(h) => {
                format!("no more mechanised units may begin south of the Volga, so not in {}", hex(h))
            }
            Why::NeededElsewhere(u) => {
                format!("{} is needed in another hex, or the set-up could not be completed", unit(u))
            }
            Why::Unplaced(u) => match self.to_place(state, self.side(u)).count() {
                0 | 1 => format!("{} still has to be set up", unit(u)),
                n => format!("{} still has to be set up, and {} more", unit(u), n - 1),
            },
            Why::AllPlaced => "all units stand".into(),
            Why::OnTop(u) => format!("{} lies on top", unit(u)),
            Why::ShownAlready(u) => format!("{} has been put on top in this player turn", unit(u)),
            Why::StackFull(h) => {
                format!("{} would hold more than {} units", hex(h), self.data.charts.stacking.units)
            }
            Why::ArtilleryFull(h) => {
                format!("{} would hold more than {} artillery units", hex(h), self.data.charts.stacking.artillery)
            }
            Why::Nations(h) => format!(
                "units of different nations may not share {}, but for one nation's tanks with German mechanised units",
                hex(h)
            ),
            Why::NotThere(u, h) => format!("{} is not in {}", unit(u), hex(h)),
            Why::NeedNotGo(u) => format!("removing {} would not help", unit(u)),
            Why::AddedAlready => "a town has been added in this player turn".into(),
            Why::NoTown(h) => format!("{} is no town or city in play", hex(h)),
            Why::NotControlled(h) => format!("{} is not under your control", hex(h)),
            Why::InNetwork(h) => format!("{} is in your network", hex(h)),
            Why::NotLinked(h) => {
                let link = self.data.charts.supply.link;
                format!("no supply line joins {} to a working source within {link} hexes", hex(h))
            }
            Why::AirliftUsed => "the aerial supply marker has been used in this turn".into(),
            Why::GermanAirlift => "the aerial supply marker is German".into(),
            Why::NobodyToSupply(h) => format!("nobody without supply is in or beside {}", hex(h)),
            Why::FloodedAlready => "the Manych has been flooded".into(),
            Why::NoLocks => "you hold neither hex at the head of the Manych".into(),
            Why::AircraftUsed => "the aircraft have been used in this turn".into(),
            Why::NoAircraft(side) => format!("the {side} side has no aircraft in this scenario"),
            Why::PreparedOnly => "single aircraft are committed to prepared assaults, never to mobile ones".into(),
            Why::SeaBlocked => "the Luftwaffe bars the sea in this turn".into(),
            Why::MechanisedAtSea(u) => format!("{} is mechanised and does not go by sea", unit(u)),
            Why::NotInPort(u) => format!("{} did not begin the phase in a port", unit(u)),
            Why::NoPort(h) => format!("{} is no other port: there are {}", hex(h), self.port_names()),
            Why::NoShips(n) => format!("the ships carry {n} in this phase, one for each port that you hold"),
            Why::NotStalingrad(h) => format!("{} is no part of Stalingrad", hex(h)),
            Why::RisenAlready(h) => format!("{} has had its divisions", hex(h)),
            Why::NotOwed(u) => {
                format!("{} does not meet what is still owed{}", unit(u), self.still_owed(state.duty))
            }
            Why::NotOverland(u) => format!("{} is not supplied overland and stays", unit(u)),
            Why::OrderClosed(o) => {
                format!("the order {} is not open to you now{}", order_words(o), why_not_in_this_order(case))
            }
            Why::OrderUsed(o) => format!("the order {} has been used in this game", order_words(o)),
            Why::Frozen(u) => {
                format!("{} belongs to an army that is still frozen{}", unit(u), self.when_it_wakes(state, u))
            }
            Why::JustCame(u) => format!("{} came in this turn and does nothing but defend", unit(u)),
            Why::HeldBack(u) => {
                format!("{} belongs to an army that is not yet released{}", unit(u), self.when_released(state, u))
            }
            Why::NoAttackYet => "the German does not attack in the first turn of Uranus".into(),
            Why::NotDue(u) => format!("{} cannot come now{}", unit(u), self.when_it_comes(state, u)),
            Why::NoEntry(u, h) => {
                format!("{} cannot come in at {}{}", unit(u), hex(h), where_it_comes(case))
            }
            Why::Interdicted(h) => format!("an enemy unit beside {} bars reinforcements: use another source", hex(h)),
            Why::EntryFull(h) => {
                format!("a full stack has come in at {} in this phase: use another hex, or wait", hex(h))
            }
            Why::TooCostly(u, h) => format!("{} cannot pay for {}", unit(u), hex(h)),
            Why::WouldBeCutOff(h) => {
                format!("a unit in {} would be out of supply: the Soviets do not go there on purpose", hex(h))
            }
            Why::NotNearer(h) => {
                format!("{} is neither supplied nor nearer to a source than where the unit began", hex(h))
            }
            Why::Stopped(u) => format!("{} may not move any more in this phase", unit(u)),
            Why::MovedAlready(u) => format!("{} has moved, and others have moved since", unit(u)),
            Why::NoWay(u) => format!("{} has nowhere to go", unit(u)),
            Why::OnTheWay => "the group is on its way".into(),
            Why::WithYouAlready(u) => format!("{} takes part already", unit(u)),
            Why::NotTogether(u) => format!("{} did not begin the phase with the others", unit(u)),
            Why::NotWithYou(u) => format!("{} is not in the moving group", unit(u)),
            Why::NotMovedYet => "the group has not moved yet".into(),
            Why::LastOne(u) => format!("{} is the last of the group", unit(u)),
            Why::NotAdjacent(a, b) => format!("{} is not next to {}", hex(b), hex(a)),
            Why::OffMap(h) => format!("{} is not in play", hex(h)),
            Why::EnemyHeld(h) => format!("enemy units are in {}", hex(h)),
            Why::Garrison(h) => format!("{} has a garrison: only an assault and an advance lead into it", hex(h)),
            Why::OpenWater(a, b) => format!("open water lies between {} and {}", hex(a), hex(b)),
            Why::BlockedSide(a, b) => format!("impassable mountains lie between {} and {}", hex(a), hex(b)),
            Why::Volga(a, b) => format!("the Volga lies between {} and {}: the Axis never crosses it", hex(a), hex(b)),
            Why::River(a, b) => {
                format!("a river lies between {} and {}: mobile assaults cross only frozen ones", hex(a), hex(b))
            }
            Why::Flooded(a, b) => format!("the flooded Manych lies between {} and {}", hex(a), hex(b)),
            Why::Impassable(u, h) => format!("the terrain of {} is closed to {}", hex(h), unit(u)),
            Why::OutsideArea(u, h) => {
                format!("{} lies outside the area of {}'s army{}", hex(h), unit(u), self.when_released(state, u))
            }
            Why::NoPoints(h, cost) => {
                format!("{} costs {cost} points, more than are left{}", hex(h), self.points_words(state))
            }
            Why::NeverMobile => "Soviet units never make mobile assaults".into(),
            Why::NoMobileUnit(u) => {
                format!("{} makes no mobile assaults: only German mechanised divisions do", unit(u))
            }
            Why::AssaultedAlready(u) => format!("{} has made its mobile assault of this phase", unit(u)),
            Why::NoPanzer => "a German panzer division with overland supply must take part".into(),
            Why::LaunchCutOff(h) => {
                format!("units in {} have no overland supply: no mobile assault is launched there", hex(h))
            }
            Why::NobodyThere(h) => format!("no enemy is in {}", hex(h)),
            Why::NoMobileInto(h) => {
                format!("no mobile assault is made into {}: {}", hex(h), self.cover_of(state, h))
            }
            Why::MansteinUsed => "Manstein has helped in this player turn".into(),
            Why::GermanMarshal => "Manstein leads German assaults only".into(),
            Why::AttackedAlready(h) => format!("the defenders of {} have been attacked in this phase", hex(h)),
            Why::NobodyCanAttack(h) => format!("none of your units can attack {}{}", hex(h), self.hindrance(state, h)),
            Why::AttackedBefore(u) => format!("{} has attacked in this phase", unit(u)),
            Why::NoAttackFactor(u) => format!("{} has no attack factor and takes no part in attacks", unit(u)),
            Why::MarshAttack(u, h) => {
                format!("{} is a marsh: mechanised units like {} do not attack into it", hex(h), unit(u))
            }
            Why::ArtilleryAlone(u) => {
                format!(
                    "{} needs another unit, no artillery, that attacks from its hex: let that one join first",
                    unit(u)
                )
            }
            Why::ArtilleryCutOff(u) => format!("{} is out of supply and does not attack", unit(u)),
            Why::ArtilleryTired(u) => {
                format!("{} has spent more than half its movement and does not attack in this player turn", unit(u))
            }
            Why::ArtilleryStays(u) => format!("{} is artillery and never advances", unit(u)),
            Why::TwoNations(u) => format!("with {} a second satellite nation would attack", unit(u)),
            Why::NobodyJoined(h) => format!("nobody attacks {} yet: let a unit join", hex(h)),
            Why::NotRetreating(u) => format!("{} does not retreat", unit(u)),
            Why::StayTogether => "the stack retreats together: there is a hex that holds all of it".into(),
            Why::OneByOne => "no hex holds the whole stack: its units retreat one by one".into(),
            Why::FortClosed(h) => format!("{} is an intact fortification: no way back for the Axis", hex(h)),
            Why::LeaveRoom(h) => format!("the room in {} is needed by another unit that has no other way", hex(h)),
            Why::NearerHex(h) => format!("another hex is nearer to supply than {}", hex(h)),
            Why::NotInBattle(u) => format!("{} took no part", unit(u)),
            Why::ThereAlready(u, h) => format!("{} is in {} already", unit(u), hex(h)),
            Why::PanzerFirst(u) => format!("a panzer division takes the loss, not {}", unit(u)),
        }
    }

    /// What must be done before anything else can be.
    fn first_things_first(&self, state: &State) -> String {
        let target = || state.fight().map_or_else(String::new, |fight| self.hex_name(fight.target));
        match state.frames.top() {
            Frame::Phase(phase) => format!("that does not belong to this phase: {}", phase.step().name),
            Frame::March(_) => "a group is on the move: it must finish first".into(),
            Frame::Muster(muster) => {
                let at = self.hex_name(muster.target);
                format!("an assault on {at} is being put together: it must be fought, or taken back, first")
            }
            Frame::Fight(_) => format!("{} is being fought for", target()),
            Frame::Reply if state.fight().is_none() => "aerial supply is dropped now, or not: `done`".into(),
            Frame::Reply => format!("the assault on {} waits for the defender's support, or his `done`", target()),
            Frame::Retreat(_) => format!("the defenders of {} must retreat first", target()),
            Frame::Losses(1) => format!("the attackers of {} must lose a step first", target()),
            Frame::Losses(n) => format!("the attackers of {} must lose {n} steps first", target()),
            Frame::Advance => format!("who advances into {} must be settled first; `done` ends it", target()),
            Frame::Excess { hex, .. } => format!("a unit must be removed from {} first", self.hex_name(*hex)),
            Frame::Taman => "the two divisions of Taman come now, or wait: `done`".into(),
        }
    }

    /// Where a unit's group stands, if that can be said in a few words (12.1, 12.3).
    fn where_it_sets_up(&self, state: &State, unit: UnitId) -> String {
        let Some(group) = self.group_of(state, unit) else { return String::new() };
        if group.hexes.len() <= 10 {
            let hexes: Vec<&str> = group.hexes.iter().map(|hex| self.hex_id(*hex)).collect();
            return format!(": {} stands in {}", group.name, hexes.join(", "));
        }
        match (group.side, group.id.as_str()) {
            (Side::Axis, "A") => ": it begins anywhere west of the start line".into(),
            (Side::Axis, _) => format!(": it begins in the area of {}", group.name),
            (Side::Soviet, "destroyers") => ": it begins in a northern town or city behind the front line".into(),
            (Side::Soviet, _) => ": it begins on the start line or east of it".into(),
        }
    }

    /// What keeps mobile assaults out of a hex (9.25).
    fn cover_of(&self, state: &State, hex: SpaceId) -> &'static str {
        let space = &self.data.map.spaces[hex];
        if space.is_city() {
            return "it is a city";
        }
        if self.is_fortified(state, hex) {
            return "its fortifications stand";
        }
        match space.terrain {
            Terrain::Forest => "it is forest",
            Terrain::Hills => "it is hills",
            Terrain::Mountain => "it is mountains",
            Terrain::Marsh => "it is marsh",
            Terrain::Clear | Terrain::Desert | Terrain::Sea => "its ground is closed",
        }
    }

    /// Why nobody beside a hex can attack it: nobody is there, or what the first of them would hear.
    fn hindrance(&self, state: &State, target: SpaceId) -> String {
        let Some(side) = state.phase().side() else { return String::new() };
        let Some(unit) = self.candidates(state, target, side).next() else {
            return ": none is next to it".into();
        };
        let muster = Muster { target, units: UnitSet::EMPTY, aircraft: 0, manstein: false };
        match self.check_join(state, &muster, side, unit, &mut Consult::strict()) {
            Err(no) => format!(": {}", self.words(state, no.case, no.why)),
            Ok(()) => String::new(),
        }
    }
}
