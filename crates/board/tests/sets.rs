//! Both kinds of set behave like a plain ordered set.

use kessel_board::{SpaceBits, SpaceId, SpaceSet, TooLarge};
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
