//! What a side may not know changes nothing that it sees, is offered, is refused or is told.

use super::{game, kind_of, trial, universe};
use kessel_battle::Action;
use kessel_battle::data::{AssetClass, AssetId, Objective, SpaceKind, UnitId};
use kessel_battle::state::{AssetState, Directives, Frame, Phase, Place, Post, State};
use kessel_kernel::Side;
use kessel_trial::{Chance, Done};
use std::sync::LazyLock;

/// How much of a side is at its post, and how much waits in the reserve.
#[derive(Copy, Clone, PartialEq)]
enum Tidy {
    All,
    Some,
    None,
}

/// The same position with other secrets of `side`: strengths, assets, Front boxes, purse, directives, losses named.
pub(super) fn other_secrets(state: &State, side: Side, chance: &mut Chance) -> State {
    let mut other = state.clone();
    let tidy = chance.pick(&[Tidy::All, Tidy::Some, Tidy::None]).unwrap_or(Tidy::Some);
    // Who retreats an enemy unit is shown what closes or ranks the spaces open to it (R-19, 8.3.j): that stays.
    let retreat = matches!(state.frames.top(), Frame::Retreat { side: owner, .. } if *owner == side);
    forget_losses(&mut other, side);
    if !retreat {
        shuffle_boxes(&mut other, side, tidy, chance);
    }
    let data = &game().data;
    let climber = data.spaces[data.places.elbrus].caucasus.and_then(|info| info.only_unit);
    for unit in game().own(side).iter() {
        let now = &mut other.units[unit.index()];
        if matches!(now.place, Place::At(_)) {
            now.strength = 1 + chance.below(usize::from(data.units[unit.index()].max)) as u8;
        }
    }
    for asset in data.asset_ids().filter(|a| data.assets[a.index()].side == side) {
        let kept = retreat && climber.is_some_and(|unit| other.assets[asset.index()].post == Post::With(unit));
        if !kept && matches!(other.assets[asset.index()].post, Post::With(_) | Post::Reserve) {
            let steps = 1 + chance.below(usize::from(data.assets[asset.index()].max_steps)) as u8;
            other.assets[asset.index()] = AssetState { post: Post::Reserve, steps };
            let stays = match tidy {
                Tidy::All => false,
                Tidy::Some => chance.once_in(3),
                Tidy::None => true,
            };
            let host = if stays { None } else { a_host(&other, side, asset, chance) };
            let host = host.filter(|host| !(retreat && climber == Some(*host)));
            if let Some(host) = host {
                other.assets[asset.index()].post = Post::With(host);
            }
        }
        if chance.once_in(2) {
            other.fresh_assets.remove(asset);
            other.withdrawn.remove(asset);
        }
    }
    if other.phase().side() == Some(side) {
        other.purse = [0, 1].map(|_| chance.below(6) as u8);
    }
    if side == Side::Soviet {
        other.tcf_used = chance.once_in(2);
    } else {
        let first = chance.below(3);
        other.directives = Directives([0, 1, 2].map(|n| Objective::ALL[(first + n) % 3]));
    }
    // The picture is worked out anew from where the units stand.
    let bytes = postcard::to_allocvec(&other).expect("a state is plain data");
    postcard::from_bytes(&bytes).expect("reads back")
}

/// Losses named in secret are forgotten: the owner has not begun.
fn forget_losses(other: &mut State, side: Side) {
    let rolled = other.frames.iter().find_map(|f| if let Frame::Fight(fight) = f { Some(fight.losses) } else { None });
    for frame in other.frames.iter_mut() {
        if let (Frame::Losses(losses), Some(rolled)) = (frame, rolled) {
            losses.taken[side.index()].clear();
            losses.destroyed[side.index()] = false;
            losses.due[side.index()] = rolled[side.index()];
        }
    }
}

/// Units off the map change places: Front boxes and reserve, one in the Trans-Caucasus at most.
fn shuffle_boxes(other: &mut State, side: Side, tidy: Tidy, chance: &mut Chance) {
    let (data, places) = (&game().data, &game().data.places);
    let marching = match other.frames.top() {
        Frame::March(march) => Some(march.unit),
        _ => None,
    };
    for unit in game().own(side).iter().filter(|unit| side == Side::Soviet && Some(*unit) != marching) {
        let off_map = |space| matches!(data.spaces[space].kind, SpaceKind::Front | SpaceKind::Reserve(_));
        let boxes = match tidy {
            Tidy::All => [places.svf, places.dsf, places.dsf],
            Tidy::Some => [places.svf, places.dsf, places.soviet_reserve],
            Tidy::None => [places.soviet_reserve; 3],
        };
        if other.at(unit).is_some_and(off_map) {
            let first = tidy != Tidy::None && other.all_in(places.tcf).is_empty() && chance.once_in(2);
            let to = if first { places.tcf } else { boxes[chance.below(3)] };
            other.units[unit.index()].place = Place::At(to);
            if other.phase() != Phase::Setup && chance.once_in(2) {
                other.moved.remove(unit);
            }
        }
    }
}

/// A living unit with a slot for the asset.
fn a_host(state: &State, side: Side, asset: AssetId, chance: &mut Chance) -> Option<UnitId> {
    let data = &game().data;
    let gun = |a: AssetId| matches!(data.assets[a.index()].class, AssetClass::AntiTank { .. });
    let info = &data.assets[asset.index()];
    let fits = |unit: &UnitId| {
        let host = &data.units[unit.index()];
        let taken = state.assets_of(*unit).iter().filter(|a| gun(*a) == gun(asset)).count();
        let room = if gun(asset) { 1 } else { usize::from(host.slots) };
        state.at(*unit).is_some()
            && taken < room
            && info.only_unit.is_none_or(|only| only == *unit)
            && info.only_group.as_ref().is_none_or(|group| *group == host.group)
    };
    let hosts: Vec<_> = game().own(side).iter().filter(fits).collect();
    // A gun that has to stay behind is found by whoever makes its unit retreat: let there be some.
    let retreating =
        |unit: &UnitId| matches!(state.frames.top(), Frame::Retreat { units, .. } if units.contains(*unit));
    let exposed = hosts.iter().copied().find(retreating);
    exposed.or_else(|| chance.pick(&hosts))
}

/// Actions that name an enemy's display or a box off the map: what is refused there must not tell what is in it.
pub(super) fn about_boxes() -> &'static [Action] {
    static SOME: LazyLock<Vec<Action>> = LazyLock::new(|| {
        let data = &game().data;
        let hidden = |space| matches!(data.spaces[space].kind, SpaceKind::Front | SpaceKind::Reserve(_));
        let named = |action: &&Action| match **action {
            Action::Place { at, .. } | Action::Deploy { at, .. } | Action::Attack { at } | Action::Step { to: at } => {
                hidden(at)
            }
            Action::Transfer { to, .. } | Action::Attempt { to, .. } | Action::Retreat { to, .. } => hidden(to),
            Action::Buy { minor, .. } | Action::RebuildUnit { minor, .. } | Action::RebuildStep { minor, .. } => {
                minor < 2
            }
            Action::Strength { points, .. } => points < 6,
            Action::Assign { asset, unit } => data.assets[asset.index()].side == data.units[unit.index()].side,
            _ => true,
        };
        universe().all.iter().filter(named).copied().collect()
    });
    &SOME
}

/// What is done on a display and shows nowhere else.
fn is_secret(state: &State, action: Action) -> bool {
    let data = &game().data;
    let unseen =
        |unit| state.at(unit).is_some_and(|s| !matches!(data.spaces[s].kind, SpaceKind::Hex | SpaceKind::Caucasus));
    match action {
        Action::Strength { .. } | Action::Historical | Action::Assign { .. } | Action::Withdraw { .. } => true,
        Action::Place { .. } | Action::Buy { .. } | Action::Transfer { .. } => true,
        Action::RebuildStep { asset, .. } => state.assets[asset.index()].post == Post::Reserve,
        Action::March { unit, .. } => unseen(unit),
        Action::LoseStrength { .. } | Action::LoseStep { .. } => true,
        Action::Done => matches!(state.frames.top(), Frame::Phase(_)),
        _ => false,
    }
}

/// Does the game go on with something that both sides see: another phase of the table, or a battle that is resolved?
fn comes_into_the_open(before: &State, after: &Done<State>) -> bool {
    after.barred || before.phase().in_public() != after.state.phase().in_public()
}

#[test]
fn what_is_done_on_a_display_shows_nothing_to_the_other_side() {
    let mut chance = Chance(12);
    for state in trial().positions(140..152, 12) {
        for side in Side::BOTH {
            let mut offers = trial().offers(&state, side);
            offers.retain(|action| is_secret(&state, *action));
            let some = chance.some(&offers, 3);
            for &action in some.iter().chain(offers.iter().filter(|a| **a == Action::Done)) {
                let after = trial().done(&state, side, action);
                if !comes_into_the_open(&state, &after) {
                    trial().looks_the_same(&state, &after.state, side.other().into());
                    assert_eq!(after.shown.len(), 0, "{}: {action:?}: {:?}", kind_of(&state), after.shown);
                }
            }
        }
    }
}
