//! Why the rules refuse something: first as a small value, then in a player's words.

mod hints;

use crate::Drive;
use crate::data::{Terrain, UnitId};
use crate::sets::UnitSet;
use crate::state::{Frame, Muster, Order, State};
use hints::{where_it_comes, why_not_in_this_order};
use kessel_board::SpaceId;
use kessel_kernel::{No, Refusal, Side};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

kessel_kit::reasons! {
    /// A reason: a small value for search, a sentence for a player. The sentence names what the action named, what lies open or is the asker's own,
    /// so it tells nothing new.
    pub enum Why in (game: Drive, state: State, case) {
        NotYourDecision => "the other side decides now";
        NotNow => "{first}" where first = game.first_things_first(state);
        Over => "the game is over";
        OnlyInBlue => "only Operation Blue has that";
        OnlyInUranus => "only Operation Uranus has that";
        NotYours(unit: UnitId) => "{unit} is not yours";
        NotInPlay(unit: UnitId) => "{unit} is not on the map";
        NotToPlace(unit: UnitId) => "{unit} does not wait to be set up";
        WrongHex(unit: UnitId, hex: SpaceId) => "{unit} does not set up in {hex}{place}"
            where place = game.where_it_sets_up(state, unit);
        // Counters of one pile look alike: only their numbers tell them apart.
        NotFirst(unit: UnitId) => "{first} of the same pile comes before {id}"
            where first = game.first_of_its_pile(state, unit), id = game.unit_id(unit);
        GroupFull(hex: SpaceId) => "no more units of this group may stand in {hex}";
        TooManyMechanised(hex: SpaceId) => "no more mechanised units may begin south of the Volga, so not in {hex}";
        NeededElsewhere(unit: UnitId) => "{unit} is needed in another hex, or the set-up could not be completed";
        Unplaced(unit: UnitId) => "{unit} still has to be set up{more}" where more = game.others_to_place(state, unit);
        AllPlaced => "all units stand";
        OnTop(unit: UnitId) => "{unit} lies on top";
        ShownAlready(unit: UnitId) => "{unit} has been put on top in this player turn";
        StackFull(hex: SpaceId) => "{hex} would hold more than {limit} units"
            where limit = game.data.charts.stacking.units;
        ArtilleryFull(hex: SpaceId) => "{hex} would hold more than {limit} artillery units"
            where limit = game.data.charts.stacking.artillery;
        Nations(hex: SpaceId) =>
            "units of different nations may not share {hex}, but for one nation's tanks with German mechanised units";
        NotThere(unit: UnitId, hex: SpaceId) => "{unit} is not in {hex}";
        NeedNotGo(unit: UnitId) => "removing {unit} would not help";
        AddedAlready => "a town has been added in this player turn";
        NoTown(hex: SpaceId) => "{hex} is no town or city in play";
        NotControlled(hex: SpaceId) => "{hex} is not under your control";
        InNetwork(hex: SpaceId) => "{hex} is in your network";
        NotLinked(hex: SpaceId) => "no supply line joins {hex} to a working source within {link} hexes"
            where link = game.data.charts.supply.link;
        AirliftUsed => "the aerial supply marker has been used in this turn";
        GermanAirlift => "the aerial supply marker is German";
        NobodyToSupply(hex: SpaceId) => "nobody without supply is in or beside {hex}";
        FloodedAlready => "the Manych has been flooded";
        NoLocks => "you hold neither hex at the head of the Manych";
        AircraftUsed => "the aircraft have been used in this turn";
        NoAircraft(side: Side) => "the {side} side has no aircraft in this scenario";
        PreparedOnly => "single aircraft are committed to prepared assaults, never to mobile ones";
        SeaBlocked => "the Luftwaffe bars the sea in this turn";
        MechanisedAtSea(unit: UnitId) => "{unit} is mechanised and does not go by sea";
        NotInPort(unit: UnitId) => "{unit} did not begin the phase in a port";
        NoPort(hex: SpaceId) => "{hex} is no other port: there are {ports}" where ports = game.port_names();
        NoShips(n: u8) => "the ships carry {n} in this phase, one for each port that you hold";
        NotStalingrad(hex: SpaceId) => "{hex} is no part of Stalingrad";
        RisenAlready(hex: SpaceId) => "{hex} has had its divisions";
        NotOwed(unit: UnitId) => "{unit} does not meet what is still owed{owed}"
            where owed = game.still_owed(state.duty);
        NotOverland(unit: UnitId) => "{unit} is not supplied overland and stays";
        OrderClosed(order: Order) => "the order {order} is not open to you now{hint}"
            where hint = why_not_in_this_order(case);
        OrderUsed(order: Order) => "the order {order} has been used in this game";
        Frozen(unit: UnitId) => "{unit} belongs to an army that is still frozen{when}"
            where when = game.when_it_wakes(state, unit);
        JustCame(unit: UnitId) => "{unit} came in this turn and does nothing but defend";
        HeldBack(unit: UnitId) => "{unit} belongs to an army that is not yet released{when}"
            where when = game.when_released(state, unit);
        NoAttackYet => "the German does not attack in the first turn of Uranus";
        NotDue(unit: UnitId) => "{unit} cannot come now{when}" where when = game.when_it_comes(state, unit);
        NoEntry(unit: UnitId, hex: SpaceId) => "{unit} cannot come in at {hex}{hint}" where hint = where_it_comes(case);
        Interdicted(hex: SpaceId) => "an enemy unit beside {hex} bars reinforcements: use another source";
        EntryFull(hex: SpaceId) => "a full stack has come in at {hex} in this phase: use another hex, or wait";
        TooCostly(unit: UnitId, hex: SpaceId) => "{unit} cannot pay for {hex}";
        WouldBeCutOff(hex: SpaceId) => "a unit in {hex} would be out of supply: the Soviets do not go there on purpose";
        NotNearer(hex: SpaceId) => "{hex} is neither supplied nor nearer to a source than where the unit began";
        Stopped(unit: UnitId) => "{unit} may not move any more in this phase";
        MovedAlready(unit: UnitId) => "{unit} has moved, and others have moved since";
        NoWay(unit: UnitId) => "{unit} has nowhere to go";
        OnTheWay => "the group is on its way";
        WithYouAlready(unit: UnitId) => "{unit} takes part already";
        NotTogether(unit: UnitId) => "{unit} did not begin the phase with the others";
        NotWithYou(unit: UnitId) => "{unit} is not in the moving group";
        NotMovedYet => "the group has not moved yet";
        LastOne(unit: UnitId) => "{unit} is the last of the group";
        NotAdjacent(from: SpaceId, to: SpaceId) => "{to} is not next to {from}";
        OffMap(hex: SpaceId) => "{hex} is not in play";
        EnemyHeld(hex: SpaceId) => "enemy units are in {hex}";
        Garrison(hex: SpaceId) => "{hex} has a garrison: only an assault and an advance lead into it";
        OpenWater(from: SpaceId, to: SpaceId) => "open water lies between {from} and {to}";
        BlockedSide(from: SpaceId, to: SpaceId) => "impassable mountains lie between {from} and {to}";
        Volga(from: SpaceId, to: SpaceId) => "the Volga lies between {from} and {to}: the Axis never crosses it";
        River(from: SpaceId, to: SpaceId) =>
            "a river lies between {from} and {to}: mobile assaults cross only frozen ones";
        Flooded(from: SpaceId, to: SpaceId) => "the flooded Manych lies between {from} and {to}";
        Impassable(unit: UnitId, hex: SpaceId) => "the terrain of {hex} is closed to {unit}";
        OutsideArea(unit: UnitId, hex: SpaceId) => "{hex} lies outside the area of {unit}'s army{when}"
            where when = game.when_released(state, unit);
        NoPoints(hex: SpaceId, cost: u8) => "{hex} costs {cost} points, more than are left{left}"
            where left = game.points_words(state);
        NeverMobile => "Soviet units never make mobile assaults";
        NoMobileUnit(unit: UnitId) => "{unit} makes no mobile assaults: only German mechanised divisions do";
        AssaultedAlready(unit: UnitId) => "{unit} has made its mobile assault of this phase";
        NoPanzer => "a German panzer division with overland supply must take part";
        LaunchCutOff(hex: SpaceId) => "units in {hex} have no overland supply: no mobile assault is launched there";
        NobodyThere(hex: SpaceId) => "no enemy is in {hex}";
        NoMobileInto(hex: SpaceId) => "no mobile assault is made into {hex}: {cover}"
            where cover = game.cover_of(state, hex);
        MansteinUsed => "Manstein has helped in this player turn";
        GermanMarshal => "Manstein leads German assaults only";
        AttackedAlready(hex: SpaceId) => "the defenders of {hex} have been attacked in this phase";
        NobodyCanAttack(hex: SpaceId) => "none of your units can attack {hex}{hindrance}"
            where hindrance = game.hindrance(state, hex);
        AttackedBefore(unit: UnitId) => "{unit} has attacked in this phase";
        NoAttackFactor(unit: UnitId) => "{unit} has no attack factor and takes no part in attacks";
        MarshAttack(unit: UnitId, hex: SpaceId) =>
            "{hex} is a marsh: mechanised units like {unit} do not attack into it";
        ArtilleryAlone(unit: UnitId) =>
            "{unit} needs another unit, no artillery, that attacks from its hex: let that one join first";
        ArtilleryCutOff(unit: UnitId) => "{unit} is out of supply and does not attack";
        ArtilleryTired(unit: UnitId) =>
            "{unit} has spent more than half its movement and does not attack in this player turn";
        ArtilleryStays(unit: UnitId) => "{unit} is artillery and never advances";
        TwoNations(unit: UnitId) => "with {unit} a second satellite nation would attack";
        NobodyJoined(hex: SpaceId) => "nobody attacks {hex} yet: let a unit join";
        NotRetreating(unit: UnitId) => "{unit} does not retreat";
        StayTogether => "the stack retreats together: there is a hex that holds all of it";
        OneByOne => "no hex holds the whole stack: its units retreat one by one";
        FortClosed(hex: SpaceId) => "{hex} is an intact fortification: no way back for the Axis";
        LeaveRoom(hex: SpaceId) => "the room in {hex} is needed by another unit that has no other way";
        NearerHex(hex: SpaceId) => "another hex is nearer to supply than {hex}";
        NotInBattle(unit: UnitId) => "{unit} took no part";
        ThereAlready(unit: UnitId, hex: SpaceId) => "{unit} is in {hex} already";
        PanzerFirst(unit: UnitId) => "a panzer division takes the loss, not {unit}";
    }
}

impl Drive {
    /// A 'no' in words.
    pub(crate) fn refusal(&self, state: &State, no: No<Why>) -> Refusal {
        Refusal::new(no.case, self.words(state, no.case, no.why))
    }

    /// How many more of a side wait to be set up.
    fn others_to_place(&self, state: &State, unit: UnitId) -> String {
        match self.to_place(state, self.side(unit)).count() {
            0 | 1 => String::new(),
            n => format!(", and {} more", n - 1),
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
