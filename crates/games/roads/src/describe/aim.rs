//! What each legal action is about, without words.

use crate::data::{SupportId, UnitId};
use crate::state::{Frame, Plane, State};
use crate::view::om_counter;
use crate::{Action, Roads};
use kessel_board::SpaceId;
use kessel_table::{Aim, OfferKind};

impl Roads {
    /// The verb, the kind, the counter and the space of a legal action, as `describe_action` gives them.
    pub(crate) fn aim_of(&self, seen: &State, action: Action) -> Aim {
        let of = |kind: OfferKind| Aim::new(action.verb(), kind);
        let marked = |kind: OfferKind, marker: SupportId| of(kind).with(self.marker_id(marker));
        let stands = |unit: UnitId| seen.field.at(unit).map(|hex| self.space_id(seen, hex));
        let unit_here = |kind: OfferKind, unit: UnitId| of(kind).with(&*self.info(unit).id).where_it_is(stands(unit));
        let at = |aim: Aim, space: SpaceId| aim.at(self.space_id(seen, space));
        match action {
            Action::Choose { marker } => marked(OfferKind::Place, marker),
            Action::Maskirovka { marker }
            | Action::Trade { marker }
            | Action::GiveBack { marker }
            | Action::Strategic { marker }
            | Action::Pay { marker }
            | Action::Use { marker } => marked(OfferKind::Spend, marker),
            Action::Shift { marker, to } | Action::Transfer { marker, to } => {
                marked(OfferKind::Place, marker).at(to.word())
            }
            Action::Keep { marker } => marked(OfferKind::Place, marker).at(crate::state::SupportBox::Major.word()),
            Action::Surprise { marker, at: hex }
            | Action::Raid { marker, on: hex }
            | Action::Demand { marker, at: hex } => at(marked(OfferKind::Attack, marker), hex),
            Action::Attach { marker, unit } => marked(OfferKind::Place, marker).where_it_is(stands(unit)),
            Action::Fly { marker, to: hex } | Action::Alarm { marker, at: hex } => {
                at(marked(OfferKind::Place, marker), hex)
            }
            Action::Reserves { marker, hq } => marked(OfferKind::Spend, marker).where_it_is(stands(hq)),
            Action::Absorb { marker } => marked(OfferKind::Loss, marker),
            Action::Lift { om } => of(OfferKind::Other).with(om_counter(om)),
            Action::Place { om, at: hex } => at(of(OfferKind::Place).with(om_counter(om)), hex),
            Action::Launch { at: hex } | Action::Mark { at: hex } => at(of(OfferKind::Attack), hex),
            Action::Fortress { at: hex } => at(of(OfferKind::Place), hex),
            Action::Sortie { at: hex } => at(of(OfferKind::Select), hex),
            Action::Attack { at: hex } => {
                let aim = at(of(OfferKind::Attack), hex);
                if matches!(seen.frames.top(), Frame::Surprise(_)) { aim.battle() } else { aim }
            }
            Action::Fight => match &seen.fight {
                Some(fight) => at(of(OfferKind::Attack), fight.hex).battle(),
                None => of(OfferKind::Other),
            },
            Action::Join { unit } if seen.fight.is_some() => unit_here(OfferKind::Select, unit).one_of_all(),
            Action::Join { .. } => of(OfferKind::Other),
            Action::Move { unit, mode } => {
                let aim = Aim::new(format!("move {}", mode.word()), OfferKind::Select);
                aim.with(&*self.info(unit).id).where_it_is(stands(unit))
            }
            Action::Step { to } => match seen.frames.top() {
                Frame::March(march) if seen.field.at(march.unit).is_some() => {
                    at(of(OfferKind::Move).with(&*self.info(march.unit).id), to)
                }
                Frame::Surprise(surprise) => at(marked(OfferKind::Move, surprise.marker), to),
                _ => of(OfferKind::Other),
            },
            Action::Pontoon { unit, to: hex } | Action::Arrive { unit, at: hex } | Action::Return { unit, at: hex } => {
                at(unit_here(OfferKind::Place, unit), hex)
            }
            Action::Release { unit, to } => at(unit_here(OfferKind::Place, unit), to),
            Action::Rebuild { unit, at: hex } => at(unit_here(OfferKind::Spend, unit), hex),
            Action::Retreat { unit, to } => at(unit_here(OfferKind::Retreat, unit), to),
            Action::RetreatStack { from, to } => {
                at(Aim::new(format!("retreat-stack {}", self.space_id(seen, from)), OfferKind::Retreat), to)
            }
            Action::Advance { unit, to } => at(unit_here(OfferKind::Move, unit), to),
            Action::Enter { unit, .. } => unit_here(OfferKind::Move, unit),
            Action::Dismantle { unit } | Action::Upgrade { unit, .. } | Action::Elite { unit } => {
                unit_here(OfferKind::Other, unit)
            }
            Action::Evacuate { unit } => unit_here(OfferKind::Other, unit),
            Action::Yield { unit }
            | Action::Eliminate { unit }
            | Action::Withdraw { unit }
            | Action::Capitulate { unit }
            | Action::Lose { unit } => unit_here(OfferKind::Loss, unit),
            Action::Restore { unit } | Action::Consume { unit } | Action::Resist { unit, .. } => {
                unit_here(OfferKind::Spend, unit)
            }
            Action::Solicit { unit } | Action::Exploit { unit } => unit_here(OfferKind::Select, unit),
            Action::Land { plane, at: hex } => at(of(OfferKind::Place).with(self.plane_word(plane)), hex),
            Action::Play { plane } => {
                let aim = of(OfferKind::Spend).with(self.plane_word(plane));
                match self.plane_at(seen, plane) {
                    Plane::Hex(hex) => at(aim, hex),
                    _ => aim,
                }
            }
            Action::Goering => of(OfferKind::Spend),
            Action::Stay => of(OfferKind::Loss),
            Action::GoBack => of(OfferKind::Retreat),
            Action::Kampfgruppe => of(OfferKind::Place),
            Action::Halt | Action::Done => of(OfferKind::Done),
            Action::Activate { .. }
            | Action::Deactivate { .. }
            | Action::Roll
            | Action::Backhand
            | Action::Wintergewitter
            | Action::Armored
            | Action::Take { .. }
            | Action::River
            | Action::Terrain => of(OfferKind::Other),
        }
    }
}
