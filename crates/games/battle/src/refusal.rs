//! Why the rules refuse something: first as a small value, then in a player's words.

use crate::Battle;
use crate::data::{AssetId, UnitId};
use crate::state::{Phase, State};
use kessel_board::SpaceId;
use kessel_table::{Case, No, Refusal, Side};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_table::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

/// A reason, without its words.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The other side decides now.
    NotYourDecision,
    /// The step being played asks for something else.
    NotNow,
    /// The game is over.
    Over,
    /// The counter belongs to the other side.
    NotYours(UnitId),
    /// The asset belongs to the other side.
    AssetNotYours(AssetId),
    /// The unit is dead or still to come.
    NotInPlay(UnitId),
    /// It has moved or tried already.
    MovedAlready(UnitId),
    /// It waits in a reserve box.
    InReserve(UnitId),
    /// Units in battle had to move first.
    LeavingClosed(UnitId),
    /// It is unsupplied.
    Unsupplied(UnitId),
    /// It is supplied, so it needs no attempt.
    Supplied(UnitId),
    /// It shows no bracketed factor.
    NoAttempt(UnitId),
    /// Kerch holds it until it is supplied.
    HeldInKerch(UnitId),
    /// All Uranus moves are made.
    UranusSpent(u8),
    /// There is nowhere to go.
    NoWay(UnitId),
    /// It has not moved a space yet.
    NotMovedYet(UnitId),
    /// The spaces do not touch.
    NotAdjacent(SpaceId, SpaceId),
    /// It has no points left.
    NoPoints(UnitId, u8),
    /// Front boxes are changed by transfer.
    ByTransfer(SpaceId, SpaceId),
    /// The edge belongs to another Front or to the enemy.
    WrongEdge(UnitId, SpaceId),
    /// Axis units do not leave the map.
    OffMap(UnitId, SpaceId),
    /// A major river bars strategic movement.
    MajorRiver(SpaceId, SpaceId),
    /// A zone of interdiction bars strategic movement.
    Zone(SpaceId),
    /// A battle space bars it.
    BattleSpace(SpaceId),
    /// Enemy units bar it.
    EnemyHeld(SpaceId),
    /// A Caucasus box bars strategic movement.
    CaucasusBox(SpaceId),
    /// The space would be unsupplied.
    UnsuppliedThere(UnitId, SpaceId),
    /// The box is full.
    BoxFull(SpaceId),
    /// Too many Axis assets for the box.
    TooManyAssets(UnitId, SpaceId),
    /// Soviet corps and divisions are barred from the box.
    AssetTooLarge(AssetId, SpaceId),
    /// Only one unit of the game may enter.
    OnlyFor(UnitId, SpaceId),
    /// It must leave its assets behind first.
    NoAssetsThere(UnitId, SpaceId),
    /// Last control of the box is missing.
    NoLastControl(SpaceId, SpaceId),
    /// No arrow leads there.
    NoArrow(SpaceId, SpaceId),
    /// The passage was used this turn.
    PassageUsed,
    /// The unit is not in a Front box.
    NotInFront(UnitId),
    /// Not a Front box.
    NotAFront(SpaceId),
    /// It is not in the reserve.
    NotInReserve(UnitId),
    /// The asset is not in the reserve.
    AssetNotInReserve(AssetId),
    /// It was withdrawn in this player turn.
    JustWithdrawn(AssetId),
    /// It did not come in this player turn.
    NotFresh,
    /// No slot is free.
    NoSlot(UnitId),
    /// The anti-tank slot is taken.
    NoAntiTankSlot(UnitId),
    /// Only one unit may have it.
    OnlyWith(AssetId),
    /// It is with no unit.
    NotAssigned(AssetId),
    /// Soviet units in the reserve keep their assets.
    HostInReserve(UnitId),
    /// Nothing is owed.
    NothingOwed,
    /// This division does not satisfy the duty.
    NotASubstitute(AssetId),
    /// The duty comes first.
    DutyFirst,
    /// It is at full strength.
    AtMaximum(UnitId),
    /// It is not in the dead pile.
    NotDead(UnitId),
    /// It has to be withdrawn first.
    StillAssigned(AssetId),
    /// It cannot be rebuilt further.
    StepsComplete(AssetId),
    /// It has left the game or has not come yet.
    AssetNotInPlay(AssetId),
    /// The purse is too light.
    PurseTooLight(u8),
    /// Minor points do not pay for this.
    MinorPointsBarred,
    /// Its strength is set.
    AlreadySet(UnitId),
    /// Not one of the units at start.
    NotAtStart(UnitId),
    /// The points would not come out.
    PointsDoNotFit(UnitId, u8),
    /// Something has been chosen already.
    ChosenAlready,
    /// Strengths are still to be set.
    StrengthsMissing(u8),
    /// An asset must be assigned before the set-up, or the assignment step, ends.
    MustBeAssigned(AssetId),
    /// The last place in its army is kept for that asset.
    PlaceKept(AssetId),
    /// No battle is there.
    NoBattle(SpaceId),
    /// An attack was made there.
    FoughtAlready(SpaceId),
    /// Nobody there may fight.
    NobodyEligible(SpaceId, Side),
    /// A compulsory attack is left.
    AttackDue(SpaceId),
    /// The unit is not in the space concerned.
    NotThere(UnitId, SpaceId),
    /// Excluding it would leave nobody.
    LastEligible(UnitId),
    /// It is named already.
    NamedAlready(UnitId),
    /// It takes no losses in this battle.
    NotInForce(UnitId),
    /// The asset takes no losses in this battle.
    AssetNotInForce(AssetId),
    /// The last point goes after the assets.
    AssetsFirst(UnitId),
    /// Nothing is left of it.
    NothingLeft,
    /// All losses are taken.
    LossesTaken,
    /// It does not retreat now.
    NotRetreating(UnitId),
    /// It said so already.
    LeavingAlready(UnitId),
    /// A better space must be taken.
    BetterSpace(UnitId, SpaceId),
    /// No retreat leads there.
    NoRetreat(UnitId, SpaceId),
    /// Uranus is not possible yet.
    TooEarly(u8),
    /// Uranus has been played.
    UranusPlayed(u8),
    /// Not the detachment that is due.
    NotDue(UnitId),
    /// No city for it.
    NotACity(UnitId, SpaceId),
}

impl Battle {
    /// Puts a 'no' into words.
    pub(crate) fn refusal(&self, state: &State, no: No<Why>) -> Refusal {
        Refusal::new(no.case, self.words(state, no.case, no.why))
    }

    /// The sentence for a reason.
    pub(crate) fn words(&self, state: &State, case: Case, why: Why) -> String {
        if let Some(text) = self.words_of_movement(state, why) {
            return text;
        }
        if let Some(text) = self.words_of_displays(state, why) {
            return text;
        }
        self.words_of_battle(state, why).unwrap_or_else(|| format!("the rules do not allow it ({case})"))
    }

    fn words_of_movement(&self, state: &State, why: Why) -> Option<String> {
        let u = |u: UnitId| self.unit_name(u);
        let s = |s: SpaceId| self.space_name(s);
        Some(match why {
            Why::NotYourDecision => {
                format!("it is not your decision now: {}", self.now(state, state.phase().in_public()))
            }
            Why::NotNow => format!("this is not what is asked now: {}", self.now(state, state.phase())),
            Why::Over => "the game is over".into(),
            Why::NotYours(unit) => format!("{} belongs to the other side", u(unit)),
            Why::NotInPlay(unit) => format!("{} is not in play", u(unit)),
            Why::MovedAlready(unit) => format!("{} has already moved, or tried to, in this phase", u(unit)),
            Why::InReserve(unit) => {
                format!("{} waits in the reserve; it must be placed in a Front box before it can move", u(unit))
            }
            Why::LeavingClosed(unit) => format!(
                "{} stands in the battle at {}; units in battle had to move before any other unit moved or tried to",
                u(unit),
                self.whereabouts(state, unit)
            ),
            Why::Unsupplied(unit) => {
                format!("{} at {} is unsupplied", u(unit), self.whereabouts(state, unit))
            }
            Why::Supplied(unit) => format!("{} is supplied and moves normally", u(unit)),
            Why::NoAttempt(unit) => format!("{} has no movement at all while unsupplied", u(unit)),
            Why::HeldInKerch(unit) => format!("{} cannot leave Kerch until it is supplied", u(unit)),
            Why::UranusSpent(n) => {
                format!("units that Operation Uranus moves on this turn: {n}; they have moved, or tried to")
            }
            Why::NoWay(unit) => {
                format!("{} at {} has no space it could enter this way", u(unit), self.whereabouts(state, unit))
            }
            Why::NotMovedYet(unit) => {
                format!("{} has not left its space {} yet", u(unit), self.whereabouts(state, unit))
            }
            Why::NotAdjacent(a, b) => format!("{} does not touch {}", s(b), s(a)),
            Why::NoPoints(unit, limit) => {
                format!("{} has spent the {limit} movement points it has for such a march", u(unit))
            }
            Why::ByTransfer(a, b) => format!("from {} to {} a unit is transferred, not marched", s(a), s(b)),
            Why::WrongEdge(unit, space) => format!("{} cannot pass that map edge to {}", u(unit), s(space)),
            Why::OffMap(unit, space) => format!("{} may not leave the map to {}", u(unit), s(space)),
            Why::MajorRiver(a, b) => format!("a major river runs between {} and {}", s(a), s(b)),
            Why::Zone(space) => format!("{} lies in an enemy zone of interdiction", s(space)),
            Why::BattleSpace(space) => format!("{} is a battle space", s(space)),
            Why::EnemyHeld(space) => format!("{} holds enemy units", s(space)),
            Why::CaucasusBox(space) => format!("{} is a Caucasus box: only tactical movement goes in or out", s(space)),
            Why::UnsuppliedThere(unit, space) => {
                format!("{} is leaving a battle and would be unsupplied in {}", u(unit), s(space))
            }
            Why::BoxFull(space) => format!("every slot of {} is taken", s(space)),
            Why::OnlyFor(unit, space) => format!("only {} may enter {}", u(unit), s(space)),
            Why::NoAssetsThere(unit, space) => {
                format!("{} may enter {} only without assets", u(unit), s(space))
            }
            Why::NoLastControl(space, hex) => {
                format!("{} is controlled by the enemy, and he has last control of {}", s(hex), s(space))
            }
            Why::NoArrow(a, b) => format!("no arrow leads from {} to {}", s(a), s(b)),
            Why::PassageUsed => "a unit has already passed between DSF and TCF this turn".into(),
            Why::NotInFront(unit) => format!("{} is not in a Front box", u(unit)),
            Why::NotAFront(space) => format!("{} is not a Front box", s(space)),
            _ => return None,
        })
    }

    fn words_of_displays(&self, _state: &State, why: Why) -> Option<String> {
        let u = |u: UnitId| self.unit_name(u);
        let a = |a: AssetId| self.asset_name(a);
        let s = |s: SpaceId| self.space_name(s);
        Some(match why {
            Why::AssetNotYours(asset) => format!("{} belongs to the other side", a(asset)),
            Why::TooManyAssets(unit, space) => {
                format!("{} would bring more Axis assets into {} than it may hold", u(unit), s(space))
            }
            Why::AssetTooLarge(asset, space) => {
                format!(
                    "{} is too large for {}: no Soviet corps or division serves in a Caucasus box",
                    a(asset),
                    s(space)
                )
            }
            Why::NotInReserve(unit) => format!("{} is not in the reserve", u(unit)),
            Why::AssetNotInReserve(asset) => format!("{} is not in the reserve", a(asset)),
            Why::JustWithdrawn(asset) => {
                format!("{} was withdrawn this turn and waits for the next", a(asset))
            }
            Why::NotFresh => "only what came to the reserve this turn may still leave it in this phase".into(),
            Why::NoSlot(unit) => format!("{} has no free asset slot", u(unit)),
            Why::NoAntiTankSlot(unit) => format!("the anti-tank slot of {} is taken", u(unit)),
            Why::OnlyWith(asset) => match self.host_rule(asset) {
                Some(host) => format!("{} may be assigned only to {host}", a(asset)),
                None => format!("{} may not be assigned there", a(asset)),
            },
            Why::NotAssigned(asset) => format!("{} is not assigned to a unit", a(asset)),
            Why::HostInReserve(unit) => {
                format!(
                    "{} waits in the reserve; assets are withdrawn from units on the map or in a Front box",
                    u(unit)
                )
            }
            Why::NothingOwed => "no division has to leave the game now".into(),
            Why::NotASubstitute(asset) => {
                format!("{} cannot leave in place of Grossdeutschland", a(asset))
            }
            Why::DutyFirst => "a division that must leave the game has to go first".into(),
            Why::AtMaximum(unit) => format!("{} is at its full basic strength", u(unit)),
            Why::NotDead(unit) => format!("{} is not in the dead pile", u(unit)),
            Why::StillAssigned(asset) => {
                format!("{} must be withdrawn to the reserve before it can be rebuilt", a(asset))
            }
            Why::StepsComplete(asset) => format!("{} cannot be rebuilt beyond the steps it has", a(asset)),
            Why::AssetNotInPlay(asset) => format!("{} is not in play", a(asset)),
            Why::PurseTooLight(cost) => format!("that costs {cost} replacement points; the purse does not hold them"),
            Why::MinorPointsBarred => "the minors' points pay only for Romanian, Hungarian and Italian pieces".into(),
            Why::AlreadySet(unit) => format!("the strength of {} is set; undo to change it", u(unit)),
            Why::NotAtStart(unit) => format!("{} is not among the Soviet units at start", u(unit)),
            Why::PointsDoNotFit(unit, n) if !self.track(unit).contains(&n) => {
                let (track, points) = (self.track(unit), self.data.scenario.points);
                format!("of the {points} points {} can have {} to {}, not {n}", u(unit), track.start(), track.end())
            }
            Why::PointsDoNotFit(unit, n) => format!(
                "with {n} for {} the {} points could not be spread over all units",
                u(unit),
                self.data.scenario.points
            ),
            Why::ChosenAlready => "something has been chosen already; undo first".into(),
            Why::StrengthsMissing(n) => format!("{n} units have no strength yet"),
            Why::MustBeAssigned(asset) => match self.host_rule(asset) {
                Some(host) => format!("{} must be assigned to {host} first", a(asset)),
                None => format!("{} must be assigned first", a(asset)),
            },
            Why::PlaceKept(asset) => format!(
                "no place would be left for {}, which must be assigned to {}",
                a(asset),
                self.host_rule(asset).unwrap_or_default()
            ),
            Why::NotDue(unit) => format!("{} does not arrive now", u(unit)),
            Why::NotACity(unit, space) => format!("{} may not arrive in {}", u(unit), s(space)),
            _ => return None,
        })
    }

    fn words_of_battle(&self, state: &State, why: Why) -> Option<String> {
        let u = |u: UnitId| self.unit_name(u);
        let a = |a: AssetId| self.asset_name(a);
        let s = |s: SpaceId| self.space_name(s);
        Some(match why {
            Why::NoBattle(space) => format!("{} is not a battle space", s(space)),
            Why::FoughtAlready(space) => format!("an attack was already made in {} this turn", s(space)),
            Why::NobodyEligible(space, side) => {
                format!("no {side} unit in {} may fight there this turn", s(space))
            }
            Why::AttackDue(space) => format!("the compulsory attack in {} has not been made", s(space)),
            Why::NotThere(unit, space) => format!("{} is not in {}", u(unit), s(space)),
            Why::LastEligible(unit) => format!("without {} nobody would be left to fight", u(unit)),
            Why::NamedAlready(unit) => format!("{} is already named", u(unit)),
            Why::NotInForce(unit) => format!("{} takes no losses {}", u(unit), self.of_force(state)),
            Why::AssetNotInForce(asset) => format!("{} takes no losses {}", a(asset), self.of_force(state)),
            Why::AssetsFirst(unit) => {
                format!("the last strength point of {} goes only after all its assets", u(unit))
            }
            Why::NothingLeft => "nothing of it is left to lose".into(),
            Why::LossesTaken => "all your losses are taken".into(),
            Why::NotRetreating(unit) => format!("{} does not retreat now", u(unit)),
            Why::LeavingAlready(unit) => format!("{} is already leaving", u(unit)),
            Why::BetterSpace(unit, space) => {
                format!("{} may not retreat to {} while a preferable space is open to it", u(unit), s(space))
            }
            Why::NoRetreat(unit, space) => {
                format!("{} cannot retreat from {} to {}", u(unit), self.whereabouts(state, unit), s(space))
            }
            Why::TooEarly(turn) => format!("Operation Uranus cannot be launched on turn {turn}"),
            Why::UranusPlayed(turn) => format!("Operation Uranus was launched on turn {turn}"),
            _ => return None,
        })
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

    /// What is asked now, in a few words.
    fn now(&self, state: &State, phase: Phase) -> String {
        match phase {
            Phase::Over => "the game is over".into(),
            phase => format!("turn {}, {}", state.turn, phase.step().name),
        }
    }
}
