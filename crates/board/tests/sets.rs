//! Both kinds of set behave like a plain ordered set, whatever they count.

use kessel_board::{DenseId, IdSet, SpaceBits, SpaceId, SpaceSet, TooLarge};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

type Plain = BTreeSet<SpaceId>;
type Bits = SpaceBits<4>;

fn plain() -> impl Strategy<Value = Plain> {
    proptest::collection::btree_set((0..256_u16).prop_map(SpaceId), 0..80)
}

fn set(plain: &Plain) -> SpaceSet {
    plain.iter().copied().collect()
}

fn bits(plain: &Plain) -> Bits {
    plain.iter().copied().collect()
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

proptest! {
    #[test]
    fn members_come_back_in_order(plain in plain()) {
        let (set, bits) = (set(&plain), bits(&plain));
        prop_assert!(set.iter().eq(plain.iter().copied()));
        prop_assert!(bits.iter().eq(plain.iter().copied()));
        prop_assert_eq!((set.len(), bits.len(), set.iter().len()), (plain.len(), plain.len(), plain.len()));
        prop_assert_eq!((set.is_empty(), bits.is_empty()), (plain.is_empty(), plain.is_empty()));
        prop_assert_eq!((set.first(), bits.first()), (plain.first().copied(), plain.first().copied()));
        prop_assert_eq!(bits.to_set(), set.clone());
        prop_assert_eq!(Bits::try_from(&set), Ok(bits));
    }

    #[test]
    fn insert_and_remove_say_whether_they_changed_anything(mut plain in plain(), id in 0..256_u16) {
        let (mut set, mut bits, id) = (set(&plain), bits(&plain), SpaceId(id));
        prop_assert_eq!((set.contains(id), bits.contains(id)), (plain.contains(&id), plain.contains(&id)));
        let removed = plain.remove(&id);
        prop_assert_eq!((set.remove(id), bits.remove(id)), (removed, removed));
        prop_assert!(set.insert(id) && bits.insert(id));
        prop_assert!(!set.insert(id) && !bits.insert(id));
    }

    #[test]
    fn set_algebra_is_that_of_plain_sets(a in plain(), b in plain()) {
        let union: Plain = &a | &b;
        let both: Plain = &a & &b;
        let rest: Plain = &a - &b;
        let change = |change: fn(&mut SpaceSet, &SpaceSet)| {
            let mut result = set(&a);
            change(&mut result, &set(&b));
            result
        };
        prop_assert_eq!(change(SpaceSet::union_with), set(&union));
        prop_assert_eq!(change(SpaceSet::intersect_with), set(&both));
        prop_assert_eq!(change(SpaceSet::subtract), set(&rest));
        prop_assert_eq!(bits(&a) | bits(&b), bits(&union));
        prop_assert_eq!(bits(&a) & bits(&b), bits(&both));
        prop_assert_eq!(bits(&a) - bits(&b), bits(&rest));
        prop_assert_eq!(set(&a).is_subset(&set(&b)), a.is_subset(&b));
        prop_assert_eq!(bits(&a).is_subset(&bits(&b)), a.is_subset(&b));
        prop_assert_eq!(set(&a).is_disjoint(&set(&b)), a.is_disjoint(&b));
        prop_assert_eq!(bits(&a).is_disjoint(&bits(&b)), a.is_disjoint(&b));
        prop_assert!(bits(&both).is_subset(&bits(&a)));
    }

    #[test]
    fn both_kinds_serialise_as_the_sorted_list_of_members(plain in plain()) {
        let text = serde_json::to_string(&plain).unwrap();
        prop_assert_eq!(serde_json::to_string(&set(&plain)).unwrap(), text.as_str());
        prop_assert_eq!(serde_json::to_string(&bits(&plain)).unwrap(), text.as_str());
        prop_assert_eq!(serde_json::from_str::<SpaceSet>(&text).unwrap(), set(&plain));
        prop_assert_eq!(serde_json::from_str::<Bits>(&text).unwrap(), bits(&plain));
    }
}

#[test]
fn equality_and_hash_look_at_members_not_at_room() {
    let small: SpaceSet = [SpaceId(3)].into_iter().collect();
    let mut large = SpaceSet::with_capacity(5000);
    large.insert(SpaceId(3));
    assert_eq!((&small, hash(&small)), (&large, hash(&large)));
    large.insert(SpaceId(4999));
    assert_ne!(small, large);
    assert!(small.is_subset(&large) && !large.is_subset(&small));
    large.clear();
    assert_eq!(large, SpaceSet::new());
}

#[test]
fn the_last_possible_space_fits_a_set() {
    let set: SpaceSet = [SpaceId(u16::MAX)].into_iter().collect();
    assert_eq!(set.iter().collect::<Vec<_>>(), [SpaceId(u16::MAX)]);
}

#[test]
fn a_space_beyond_the_capacity_does_not_fit_fixed_bits() {
    let set: SpaceSet = [SpaceId(256)].into_iter().collect();
    let fault = TooLarge { space: SpaceId(256), capacity: 256 };
    assert_eq!(Bits::try_from(&set), Err(fault));
    let error = serde_json::from_str::<Bits>("[256]").unwrap_err();
    assert!(error.to_string().contains("does not fit"), "{error}");
    assert!(!Bits::EMPTY.contains(SpaceId(256)));
}

/// Counters of some game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
struct Unit(u8);

impl DenseId for Unit {
    fn index(self) -> usize {
        self.0.into()
    }

    fn at(index: usize) -> Unit {
        Unit(index.try_into().expect("few units"))
    }
}

type Units = IdSet<Unit, 2>;

#[test]
fn a_set_of_counters_is_what_was_put_in_in_order() {
    let mut set: Units = [Unit(70), Unit(3)].into_iter().collect();
    assert!(set.contains(Unit(70)) && !set.contains(Unit(4)) && set.len() == 2);
    assert_eq!(set.iter().collect::<Vec<_>>(), [Unit(3), Unit(70)]);
    // One goes over a copy, so the set may change meanwhile.
    set.iter().for_each(|unit| assert!(set.remove(unit)));
    assert_eq!((set.is_empty(), set.first()), (true, None));
    assert_eq!(Units::of(Unit(70)).first(), Some(Unit(70)));
}

#[test]
fn a_set_of_counters_is_written_as_its_sorted_list_and_refuses_who_does_not_fit() {
    let set: Units = [Unit(70), Unit(3)].into_iter().collect();
    assert_eq!(serde_json::to_string(&set).unwrap(), "[3,70]");
    assert_eq!(serde_json::from_str::<Units>("[70,3]").unwrap(), set);
    let error = serde_json::from_str::<Units>("[128]").unwrap_err();
    assert!(error.to_string().contains("Unit(128) does not fit in a set of 128"), "{error}");
    assert!(!set.contains(Unit(128)));
}
