//! Who is told off for a task, and who can be left out of it.

/// The cheapest of these who together are strong enough, nobody more; all of them if they are not. Equals go by their ids.
pub fn detail<P: Ord, U: Ord + Copy>(
    candidates: impl IntoIterator<Item = (P, U)>,
    need: i32,
    force: impl Fn(U) -> i32,
) -> Vec<U> {
    let mut order: Vec<(P, U)> = candidates.into_iter().collect();
    order.sort_unstable();
    let mut have = 0;
    let mut chosen = Vec::new();
    for (_, unit) in order {
        if have >= need {
            break;
        }
        have += force(unit);
        chosen.push(unit);
    }
    chosen
}

/// One unit for every post, each where it can stand, the first units first; otherwise the posts that stay empty.
pub fn man<U: Copy, P: Copy + PartialEq>(
    posts: &[P],
    units: &[U],
    stands: impl Fn(U) -> Vec<P>,
) -> Result<Vec<(U, P)>, Vec<P>> {
    let able: Vec<Vec<P>> = units.iter().map(|unit| stands(*unit)).collect();
    let mut manned: Vec<Option<usize>> = vec![None; posts.len()];
    for n in 0..units.len() {
        place(n, posts, &able, &mut manned, &mut vec![false; posts.len()]);
    }
    let empty: Vec<P> = posts.iter().zip(&manned).filter(|(_, n)| n.is_none()).map(|(post, _)| *post).collect();
    let filled = posts.iter().zip(&manned).filter_map(|(post, n)| n.map(|n| (units[n], *post)));
    if empty.is_empty() { Ok(filled.collect()) } else { Err(empty) }
}

/// Finds a post for a unit, moving others to other posts if that helps.
fn place<P: PartialEq>(
    n: usize,
    posts: &[P],
    able: &[Vec<P>],
    manned: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for (k, post) in posts.iter().enumerate() {
        if tried[k] || !able[n].contains(post) {
            continue;
        }
        tried[k] = true;
        if manned[k].is_none_or(|other| place(other, posts, able, manned, tried)) {
            manned[k] = Some(n);
            return true;
        }
    }
    false
}

/// Leaves out whoever is not needed: one after the other of `order`, as long as what is left is worth hardly less, by no more than `slack` each time.
/// `without` makes the smaller force and says what it is worth; nothing if this one cannot be left out.
pub fn trim<F, U>(
    (mut force, mut worth): (F, i32),
    order: impl IntoIterator<Item = U>,
    slack: i32,
    mut without: impl FnMut(&F, U) -> Option<(F, i32)>,
) -> (F, i32) {
    for unit in order {
        if let Some((fewer, less)) = without(&force, unit)
            && less + slack >= worth
        {
            (force, worth) = (fewer, less);
        }
    }
    (force, worth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_go_as_are_needed_the_cheapest_first() {
        let units = [(3, 'c'), (1, 'b'), (1, 'a'), (9, 'd')];
        let force = |unit: char| if unit == 'd' { 10 } else { 2 };
        assert_eq!(detail(units, 3, force), ['a', 'b']);
        assert_eq!(detail(units, 7, force), ['a', 'b', 'c', 'd']);
        assert_eq!(detail(units, 99, force).len(), 4);
        assert!(detail(units, 0, force).is_empty());
    }

    #[test]
    fn whoever_can_stand_elsewhere_makes_room_for_whoever_cannot() {
        let stands = |unit: char| if unit == 'a' { vec![1, 2] } else { vec![1] };
        assert_eq!(man(&[1, 2], &['a', 'b'], stands), Ok(vec![('b', 1), ('a', 2)]));
        assert_eq!(man(&[1, 2], &['b', 'c'], stands), Err(vec![2]));
        // Nobody more than is needed, and the first of those who could.
        assert_eq!(man(&[1], &['a', 'b'], stands), Ok(vec![('a', 1)]));
    }

    #[test]
    fn whoever_adds_nothing_is_left_out_and_the_last_one_stays() {
        // A force is worth its strongest, less one for each.
        let worth = |force: &[i32]| force.iter().copied().max().unwrap_or(0) - force.len() as i32;
        let without = |force: &Vec<i32>, unit: i32| {
            let fewer: Vec<i32> = force.iter().copied().filter(|other| *other != unit).collect();
            (!fewer.is_empty()).then(|| (fewer.clone(), worth(&fewer)))
        };
        let all = vec![2, 5, 9];
        assert_eq!(trim((all.clone(), worth(&all)), [2, 5, 9], 0, without), (vec![9], 8));
        // Three less each time is too little to be missed.
        assert_eq!(trim((all.clone(), worth(&all)), [9, 5, 2], 3, without), (vec![2], 1));
    }
}
