//! Why the rules refuse something: first as a small value, then in a player's words.

use crate::Battle;
use crate::data::{AssetId, UnitId};
use crate::state::{Phase, State};
use kessel_board::SpaceId;
use kessel_kernel::{No, Refusal, Side};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

kessel_kit::reasons! {
    /// A reason: a small value for search, a sentence for a player.
    pub enum Why in (game: Battle, state: State, case) {
        NotYourDecision => "it is not your decision now: {now}" where now = game.now(state, state.phase().in_public());
        NotNow => "this is not what is asked now: {now}" where now = game.now(state, state.phase());
        Over => "the game is over";
        NotYours(unit: UnitId) => "{unit} belongs to the other side";
        AssetNotYours(asset: AssetId) => "{asset} belongs to the other side";
        NotInPlay(unit: UnitId) => "{unit} is not in play";
        MovedAlready(unit: UnitId) => "{unit} has already moved, or tried to, in this phase";
        InReserve(unit: UnitId) => "{unit} waits in the reserve; it must be placed in a Front box before it can move";
        LeavingClosed(unit: UnitId) =>
            "{unit} stands in the battle at {at}; units in battle had to move before any other unit moved or tried to"
            where at = game.whereabouts(state, unit);
        Unsupplied(unit: UnitId) => "{unit} at {at} is unsupplied" where at = game.whereabouts(state, unit);
        Supplied(unit: UnitId) => "{unit} is supplied and moves normally";
        NoAttempt(unit: UnitId) => "{unit} has no movement at all while unsupplied";
        HeldInKerch(unit: UnitId) => "{unit} cannot leave Kerch until it is supplied";
        UranusSpent(n: u8) => "units that Operation Uranus moves on this turn: {n}; they have moved, or tried to";
        NoWay(unit: UnitId) => "{unit} at {at} has no space it could enter this way"
            where at = game.whereabouts(state, unit);
        NotMovedYet(unit: UnitId) => "{unit} has not left its space {at} yet" where at = game.whereabouts(state, unit);
        NotAdjacent(from: SpaceId, to: SpaceId) => "{to} does not touch {from}";
        NoPoints(unit: UnitId, limit: u8) => "{unit} has spent the {limit} movement points it has for such a march";
        ByTransfer(from: SpaceId, to: SpaceId) => "from {from} to {to} a unit is transferred, not marched";
        WrongEdge(unit: UnitId, space: SpaceId) => "{unit} cannot pass that map edge to {space}";
        OffMap(unit: UnitId, space: SpaceId) => "{unit} may not leave the map to {space}";
        MajorRiver(from: SpaceId, to: SpaceId) => "a major river runs between {from} and {to}";
        Zone(space: SpaceId) => "{space} lies in an enemy zone of interdiction";
        BattleSpace(space: SpaceId) => "{space} is a battle space";
        EnemyHeld(space: SpaceId) => "{space} holds enemy units";
        CaucasusBox(space: SpaceId) => "{space} is a Caucasus box: only tactical movement goes in or out";
        UnsuppliedThere(unit: UnitId, space: SpaceId) =>
            "{unit} is leaving a battle and would be unsupplied in {space}";
        BoxFull(space: SpaceId) => "every slot of {space} is taken";
        TooManyAssets(unit: UnitId, space: SpaceId) =>
            "{unit} would bring more Axis assets into {space} than it may hold";
        AssetTooLarge(asset: AssetId, space: SpaceId) =>
            "{asset} is too large for {space}: no Soviet corps or division serves in a Caucasus box";
        OnlyFor(unit: UnitId, space: SpaceId) => "only {unit} may enter {space}";
        NoAssetsThere(unit: UnitId, space: SpaceId) => "{unit} may enter {space} only without assets";
        NoLastControl(space: SpaceId, hex: SpaceId) =>
            "{hex} is controlled by the enemy, and he has last control of {space}";
        NoArrow(from: SpaceId, to: SpaceId) => "no arrow leads from {from} to {to}";
        PassageUsed => "a unit has already passed between DSF and TCF this turn";
        NotInFront(unit: UnitId) => "{unit} is not in a Front box";
        NotAFront(space: SpaceId) => "{space} is not a Front box";
        NotInReserve(unit: UnitId) => "{unit} is not in the reserve";
        AssetNotInReserve(asset: AssetId) => "{asset} is not in the reserve";
        JustWithdrawn(asset: AssetId) => "{asset} was withdrawn this turn and waits for the next";
        NotFresh => "only what came to the reserve this turn may still leave it in this phase";
        NoSlot(unit: UnitId) => "{unit} has no free asset slot";
        NoAntiTankSlot(unit: UnitId) => "the anti-tank slot of {unit} is taken";
        OnlyWith(asset: AssetId) => "{asset} may {host}" where host = game.only_host(asset);
        NotAssigned(asset: AssetId) => "{asset} is not assigned to a unit";
        HostInReserve(unit: UnitId) =>
            "{unit} waits in the reserve; assets are withdrawn from units on the map or in a Front box";
        NothingOwed => "no division has to leave the game now";
        NotASubstitute(asset: AssetId) => "{asset} cannot leave in place of Grossdeutschland";
        DutyFirst => "a division that must leave the game has to go first";
        AtMaximum(unit: UnitId) => "{unit} is at its full basic strength";
        NotDead(unit: UnitId) => "{unit} is not in the dead pile";
        StillAssigned(asset: AssetId) => "{asset} must be withdrawn to the reserve before it can be rebuilt";
        StepsComplete(asset: AssetId) => "{asset} cannot be rebuilt beyond the steps it has";
        AssetNotInPlay(asset: AssetId) => "{asset} is not in play";
        PurseTooLight(cost: u8) => "that costs {cost} replacement points; the purse does not hold them";
        MinorPointsBarred => "the minors' points pay only for Romanian, Hungarian and Italian pieces";
        AlreadySet(unit: UnitId) => "the strength of {unit} is set; undo to change it";
        NotAtStart(unit: UnitId) => "{unit} is not among the Soviet units at start";
        PointsDoNotFit(unit: UnitId, n: u8) => "{how}" where how = game.misfit(unit, n);
        ChosenAlready => "something has been chosen already; undo first";
        StrengthsMissing(n: u8) => "{n} units have no strength yet";
        MustBeAssigned(asset: AssetId) => "{asset} must be assigned {host}first" where host = game.to_host(asset);
        PlaceKept(asset: AssetId) => "no place would be left for {asset}, which must be assigned to {host}"
            where host = game.host_rule(asset).unwrap_or_default();
        NoBattle(space: SpaceId) => "{space} is not a battle space";
        FoughtAlready(space: SpaceId) => "an attack was already made in {space} this turn";
        NobodyEligible(space: SpaceId, side: Side) => "no {side} unit in {space} may fight there this turn";
        AttackDue(space: SpaceId) => "the compulsory attack in {space} has not been made";
        NotThere(unit: UnitId, space: SpaceId) => "{unit} is not in {space}";
        LastEligible(unit: UnitId) => "without {unit} nobody would be left to fight";
        NamedAlready(unit: UnitId) => "{unit} is already named";
        NotInForce(unit: UnitId) => "{unit} takes no losses {force}" where force = game.of_force(state);
        AssetNotInForce(asset: AssetId) => "{asset} takes no losses {force}" where force = game.of_force(state);
        AssetsFirst(unit: UnitId) => "the last strength point of {unit} goes only after all its assets";
        NothingLeft => "nothing of it is left to lose";
        LossesTaken => "all your losses are taken";
        NotRetreating(unit: UnitId) => "{unit} does not retreat now";
        LeavingAlready(unit: UnitId) => "{unit} is already leaving";
        BetterSpace(unit: UnitId, space: SpaceId) =>
            "{unit} may not retreat to {space} while a preferable space is open to it";
        NoRetreat(unit: UnitId, space: SpaceId) => "{unit} cannot retreat from {at} to {space}"
            where at = game.whereabouts(state, unit);
        TooEarly(turn: u8) => "Operation Uranus cannot be launched on turn {turn}";
        UranusPlayed(turn: u8) => "Operation Uranus was launched on turn {turn}";
        NotDue(unit: UnitId) => "{unit} does not arrive now";
        NotACity(unit: UnitId, space: SpaceId) => "{unit} may not arrive in {space}";
    }
}

impl Battle {
    /// Puts a 'no' into words.
    pub(crate) fn refusal(&self, state: &State, no: No<Why>) -> Refusal {
        Refusal::new(no.case, self.words(state, no.case, no.why))
    }

    /// A unit's name, as texts write it.
    pub(crate) fn unit_name(&self, unit: UnitId) -> &str {
        &self.data.units[unit.index()].name
    }

    /// An asset's name.
    pub(crate) fn asset_name(&self, asset: AssetId) -> &str {
        &self.data.assets[asset.index()].name
    }

    /// A space's number, with its name if it has one.
    pub(crate) fn space_name(&self, space: SpaceId) -> String {
        let id = self.data.board.name(space);
        match &self.data.spaces[space].name {
            Some(name) if name != id => format!("{name} ({id})"),
            _ => id.to_string(),
        }
    }

    /// Whose losses are being taken, and where, in words.
    fn of_force(&self, state: &State) -> String {
        self.fight(state)
            .map_or_else(|| "now".into(), |fight| format!("of your force in {}", self.space_name(fight.space)))
    }

    /// Where a unit is, in words.
    pub(crate) fn whereabouts(&self, state: &State, unit: UnitId) -> String {
        state.at(unit).map_or_else(|| "no space".into(), |space| self.space_name(space))
    }

    /// Who alone may have an asset, in words.
    pub(crate) fn host_rule(&self, asset: AssetId) -> Option<String> {
        let info = &self.data.assets[asset.index()];
        if let Some(unit) = info.only_unit {
            return Some(self.unit_name(unit).to_string());
        }
        info.only_group.as_ref().map(|group| format!("a unit of {group}"))
    }

    /// That an asset goes to its own host or group only.
    fn only_host(&self, asset: AssetId) -> String {
        self.host_rule(asset)
            .map_or_else(|| "not be assigned there".into(), |host| format!("be assigned only to {host}"))
    }

    /// `to 5 Shock Army `, if an asset is bound to anybody.
    fn to_host(&self, asset: AssetId) -> String {
        self.host_rule(asset).map_or_else(String::new, |host| format!("to {host} "))
    }

    /// Why a unit cannot begin with so much strength (6.3).
    fn misfit(&self, unit: UnitId, strength: u8) -> String {
        let (name, track, points) = (self.unit_name(unit), self.track(unit), self.data.scenario.points);
        if track.contains(&strength) {
            return format!("with {strength} for {name} the {points} points could not be spread over all units");
        }
        format!("of the {points} points {name} can have {} to {}, not {strength}", track.start(), track.end())
    }

    /// What is asked now, in a few words.
    fn now(&self, state: &State, phase: Phase) -> String {
        match phase {
            Phase::Over => "the game is over".into(),
            phase => format!("turn {}, {}", state.turn, phase.step().name),
        }
    }
}
