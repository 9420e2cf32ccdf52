//! What each legal action is about, without words.

use crate::data::UnitId;
use crate::state::State;
use crate::{Action, Drive};
use kessel_board::SpaceId;
use kessel_table::{Aim, OfferKind};

impl Drive {
    /// The verb, the kind, the counter and the hex of a legal action, as `describe_action` gives them.
    pub(crate) fn aim_of(&self, seen: &State, action: Action) -> Aim {
        let of = |verb: &'static str, kind: OfferKind| Aim::new(verb, kind);
        let with = |verb: &'static str, kind: OfferKind, unit: UnitId| of(verb, kind).with(self.unit_id(unit));
        let here = |verb: &'static str, kind: OfferKind, unit: UnitId| {
            with(verb, kind, unit).where_it_is(seen.at(unit).map(|hex| self.hex_id(hex)))
        };
        let at = |aim: Aim, hex: SpaceId| aim.at(self.hex_id(hex));
        match action {
            Action::Place { unit, at: hex } => at(with("place", OfferKind::Place, unit), hex),
            Action::Suggested => of("suggested", OfferKind::Place),
            Action::Top { unit } => here("top", OfferKind::Other, unit),
            Action::Flood => of("flood", OfferKind::Spend),
            Action::BlockSea => of("block-sea", OfferKind::Spend),
            Action::SixtySecond { at: hex } => at(of("sixty-second", OfferKind::Place), hex),
            Action::Withdraw { unit } => here("withdraw", OfferKind::Loss, unit),
            Action::Supply { at: hex } => at(of("supply", OfferKind::Place), hex),
            Action::Schwerpunkt => of("schwerpunkt", OfferKind::Spend),
            Action::Order { .. } => of("order", OfferKind::Done),
            Action::Move { unit } => here("move", OfferKind::Select, unit),
            Action::With { unit } => here("with", OfferKind::Select, unit).one_of_all(),
            Action::Step { to } => at(of("step", OfferKind::Move), to),
            Action::Drop { unit } => here("drop", OfferKind::Other, unit),
            Action::Halt => of("halt", OfferKind::Done),
            Action::Enter { unit, at: hex } => at(with("enter", OfferKind::Place, unit), hex),
            Action::Sail { unit, to } => at(with("sail", OfferKind::Move, unit), to),
            Action::Assault { at: hex, manstein } => {
                let aim = at(of(if manstein { "assault manstein" } else { "assault" }, OfferKind::Attack), hex);
                if seen.march().is_some() { aim.battle() } else { aim }
            }
            Action::Airlift { at: hex } => at(of("airlift", OfferKind::Spend), hex),
            Action::Attack { at: hex } => at(of("attack", OfferKind::Attack), hex),
            Action::Join { unit } => here("join", OfferKind::Select, unit).one_of_all(),
            Action::Support => of("support", OfferKind::Spend),
            Action::Manstein => of("manstein", OfferKind::Spend),
            Action::Fight if seen.muster().is_some() => of("fight", OfferKind::Attack).battle(),
            Action::Fight => of("fight", OfferKind::Attack),
            Action::RetreatAll { to } => at(of("retreat-all", OfferKind::Retreat), to),
            Action::Retreat { unit, to } => at(with("retreat", OfferKind::Retreat, unit), to),
            Action::Lose { unit } => here("lose", OfferKind::Loss, unit),
            Action::Advance { unit } => here("advance", OfferKind::Move, unit),
            Action::Remove { unit } => here("remove", OfferKind::Loss, unit),
            Action::Taman { unit } => with("taman", OfferKind::Place, unit),
            Action::Done => of("done", OfferKind::Done),
        }
    }
}
