//! What the sentences of refusals name, and how it is said. The sentences themselves stand at the rules.

use crate::Battle;
use crate::data::{AssetId, UnitId};
use crate::state::{Phase, State};
use kessel_board::SpaceId;
use kessel_kernel::{No, Side};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

kessel_kit::nouns! {
    /// What the sentences of this game name.
    pub enum Noun in (game: Battle, state: State, case) {
        by id {
            /// A unit.
            Unit(unit: UnitId) => game.unit_name(unit).into(),
            /// An asset.
            Asset(asset: AssetId) => game.asset_name(asset).into(),
            /// A space.
            Space(space: SpaceId) => game.space_name(space),
            /// A side.
            Side(side: Side) => side.to_string(),
            /// A number.
            Number(number: u8) => number.to_string(),
        }
        by name {
            /// Where a unit is.
            Whereabouts(unit: UnitId) => game.whereabouts(state, unit),
            /// Who alone may have an asset.
            Host(asset: AssetId) => game.host_rule(asset).unwrap_or_default(),
            /// The strengths on a unit's track (6.3.c).
            Track(unit: UnitId) => game.track_range(unit),
            /// Whose losses are being taken, and where.
            Force => game.of_force(state),
            /// What is asked now.
            Now => game.now(state, state.phase()),
            /// The same for whoever is not asked.
            NowInPublic => game.now(state, state.phase().in_public()),
        }
    }
}

impl Battle {
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

    /// `1 to 4`: how strong a unit can begin.
    fn track_range(&self, unit: UnitId) -> String {
        let track = self.track(unit);
        format!("{} to {}", track.start(), track.end())
    }

    /// What is asked now, in a few words.
    fn now(&self, state: &State, phase: Phase) -> String {
        match phase {
            Phase::Over => "the game is over".into(),
            phase => format!("turn {}, {}", state.turn, phase.step().name),
        }
    }
}
