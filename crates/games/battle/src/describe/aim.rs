//! What each legal action is about, without words.

use crate::data::{AssetId, UnitId};
use crate::state::{Frame, State};
use crate::{Action, Battle};
use kessel_board::SpaceId;
use kessel_kit::Word;
use kessel_table::{Aim, OfferKind};

impl Battle {
    /// The verb, the kind, the counter and the space of a legal action, as `describe_action` gives them.
    pub(crate) fn aim_of(&self, seen: &State, action: Action) -> Aim {
        let unit_of = |aim: Aim, unit: UnitId| aim.with(&*self.data.units[unit.index()].id);
        let asset_of = |aim: Aim, asset: AssetId| aim.with(&*self.data.assets[asset.index()].id);
        let here = |aim: Aim, unit: UnitId| aim.where_it_is(seen.at(unit).map(|space| self.space_id(space)));
        let of = |verb: &'static str, kind: OfferKind| Aim::new(verb, kind);
        let paid = |verb: &str, minor: u8| Aim::new(format!("{verb} minor {minor}"), OfferKind::Spend);
        match action {
            Action::Strength { unit, points } => {
                let verb = format!("strength points {points}");
                here(unit_of(Aim::new(verb, OfferKind::Place), unit), unit)
            }
            Action::Historical => of("historical", OfferKind::Place),
            Action::Assign { asset, unit } => here(asset_of(of("assign", OfferKind::Place), asset), unit),
            Action::Place { unit, at } => unit_of(of("place", OfferKind::Place), unit).at(self.space_id(at)),
            Action::Deploy { unit, at } => unit_of(of("deploy", OfferKind::Place), unit).at(self.space_id(at)),
            Action::Withdraw { asset } => asset_of(of("withdraw", OfferKind::Place), asset),
            Action::Surrender { asset } => asset_of(of("surrender", OfferKind::Loss), asset),
            Action::Buy { unit, minor } => here(unit_of(paid("buy", minor), unit), unit),
            Action::RebuildUnit { unit, minor } => unit_of(paid("rebuild", minor), unit),
            Action::RebuildStep { asset, minor } => asset_of(paid("rebuild", minor), asset),
            Action::March { unit, kind } => {
                here(unit_of(Aim::new(format!("march {}", kind.word()), OfferKind::Select), unit), unit)
            }
            Action::Step { to } => self.aim_of_step(seen, to),
            Action::Halt => of("halt", OfferKind::Done),
            Action::Transfer { unit, to } => unit_of(of("transfer", OfferKind::Move), unit).at(self.space_id(to)),
            Action::Attempt { unit, to } => {
                unit_of(of("attempt", self.kind_of_entry(seen, unit, to)), unit).at(self.space_id(to)).entering()
            }
            Action::Remove { unit } => here(unit_of(of("remove", OfferKind::Loss), unit), unit),
            Action::Launch => of("launch", OfferKind::Other),
            Action::Attack { at } => of("attack", OfferKind::Attack).at(self.space_id(at)).battle(),
            Action::Exclude { unit } => here(unit_of(of("exclude", OfferKind::Select), unit), unit),
            Action::LoseStrength { unit } => unit_of(of("lose", OfferKind::Loss), unit),
            Action::LoseStep { asset } => asset_of(of("lose", OfferKind::Loss), asset),
            Action::Leave { unit } => here(unit_of(of("leave", OfferKind::Retreat), unit), unit),
            Action::Retreat { unit, to } => unit_of(of("retreat", OfferKind::Retreat), unit).at(self.space_id(to)),
            Action::Done => of("done", OfferKind::Done),
        }
    }

    /// A step.
    fn aim_of_step(&self, seen: &State, to: SpaceId) -> Aim {
        let Frame::March(march) = *seen.frames.top() else { return Aim::new("step", OfferKind::Other) };
        let kind = self.kind_of_entry(seen, march.unit, to);
        Aim::new("step", kind).with(&*self.data.units[march.unit.index()].id).at(self.space_id(to))
    }

    /// Going among the enemy is shown as an attack (7.9.1).
    pub(super) fn kind_of_entry(&self, seen: &State, unit: UnitId, to: SpaceId) -> OfferKind {
        let enemy = self.picture(seen).held[self.side(unit).other().index()].contains(to);
        if enemy { OfferKind::Attack } else { OfferKind::Move }
    }
}
