//! Searches find what a slow, plain search finds, and break ties as documented.

use crate::common::{Facts, board, numbering};
use kessel_board::{Board, BoardBuilder, EdgeId, Search, SpaceId, SpaceSet};
use proptest::prelude::*;
use std::collections::HashSet;

/// A map of 8 x 8 hexes with gaps, two boxes and some links, the price of each edge each way, and
/// some starts.
#[derive(Clone, Debug)]
struct Case {
    board: Board,
    prices: Vec<[Option<u32>; 2]>,
    starts: Vec<SpaceId>,
    budget: u32,
}

impl Case {
    fn price(&self, from: SpaceId, to: SpaceId, edge: EdgeId) -> Option<u32> {
        self.prices[edge.index()][usize::from(from > to)]
    }
}

/// Links hexes that are there and far enough apart with each other and with the boxes.
fn patch(present: &[bool], links: &[(usize, usize)]) -> Board {
    let name = |place: usize| match place {
        64 => "Kerch".to_owned(),
        65 => "Elbrus".to_owned(),
        hex => format!("{:02}{:02}", hex / 8, hex % 8),
    };
    let mut builder = BoardBuilder::new(numbering("roads"));
    builder.add_box("Kerch").add_box("Elbrus");
    for place in (0..64).filter(|&place| present[place]) {
        builder.add_hex(name(place));
    }
    let on_map = |place: usize| place >= 64 || present[place];
    let mut seen = HashSet::new();
    for &(a, b) in links {
        let far = a.abs_diff(b) > 9 || (a != b && a.max(b) >= 64);
        if on_map(a) && on_map(b) && far && seen.insert((a.min(b), a.max(b))) {
            builder.link(name(a), name(b));
        }
    }
    builder.build().unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn case(price: impl Strategy<Value = u32>, budget: u32) -> impl Strategy<Value = Case> {
    let price = proptest::option::weighted(0.85, price);
    let hexes = proptest::collection::vec(proptest::bool::weighted(0.85), 64);
    let links = proptest::collection::vec((0..66_usize, 0..66_usize), 0..8);
    // 161 hexsides at most, and the links.
    let prices = proptest::collection::vec(proptest::array::uniform2(price), 161 + 8);
    let starts = proptest::collection::vec(any::<proptest::sample::Index>(), 1..4);
    (hexes, links, prices, starts, 0..=budget).prop_map(|(present, links, prices, starts, budget)| {
        let board = patch(&present, &links);
        let spaces: Vec<_> = board.spaces().collect();
        let starts = starts.iter().map(|start| *start.get(&spaces)).collect();
        Case { board, prices, starts, budget }
    })
}

/// Space, least cost and predecessor, in the order of settling.
type Settled = Vec<(SpaceId, u32, Option<SpaceId>)>;

/// Dijkstra's search as a textbook has it: look through everything for the next space.
fn plain_reach(case: &Case) -> Settled {
    let mut known = vec![None; case.board.len()];
    for start in &case.starts {
        known[start.index()] = Some((0, None));
    }
    let mut settled = Settled::new();
    loop {
        let open = case.board.spaces().filter(|space| !settled.iter().any(|done| done.0 == *space));
        let next = open.filter_map(|space| Some((known[space.index()]?.0, space))).min();
        let Some((cost, space)) = next else {
            return settled;
        };
        settled.push((space, cost, known[space.index()].unwrap().1));
        for neighbor in case.board.neighbors(space) {
            let Some(price) = case.price(space, neighbor.space, neighbor.edge) else {
                continue;
            };
            let total = cost + price;
            let old = known[neighbor.space.index()];
            if total <= case.budget && old.is_none_or(|(cost, _)| total < cost) {
                known[neighbor.space.index()] = Some((total, Some(space)));
            }
        }
    }
}

fn our_reach(search: &mut Search, case: &Case) -> Settled {
    let reach = search
        .reach(&case.board, case.starts.iter().copied(), case.budget, |from, to, edge| case.price(from, to, edge));
    reach.iter().map(|hex| (hex.space, hex.cost, reach.previous(hex.space))).collect()
}

proptest! {
    #[test]
    fn reach_settles_the_same_spaces_in_the_same_order_by_the_same_way_as_a_plain_search(
        cases in proptest::collection::vec(case(1..=4_u32, 14), 1..4),
    ) {
        // One search for all, so that marks of earlier boards and budgets would be found out.
        let mut search = Search::new();
        for case in &cases {
            prop_assert_eq!(our_reach(&mut search, case), plain_reach(case));
        }
    }

    #[test]
    fn reach_is_the_same_beyond_the_buckets(
        cases in proptest::collection::vec(case(300..=2000_u32, 12_000), 1..4),
    ) {
        let mut search = Search::new();
        for case in &cases {
            prop_assert_eq!(our_reach(&mut search, case), plain_reach(case));
        }
    }

    #[test]
    fn steps_for_nothing_give_the_right_costs_and_paths_without_loops(case in case(0..=2_u32, 6)) {
        let mut search = Search::new();
        let mut ours = our_reach(&mut search, &case);
        let mut plain = plain_reach(&case);
        prop_assert!(ours.is_sorted_by_key(|hex| hex.1));
        ours.sort_unstable();
        plain.sort_unstable();
        let costs = |list: &Settled| list.iter().map(|hex| (hex.0, hex.1)).collect::<Vec<_>>();
        prop_assert_eq!(costs(&ours), costs(&plain));

        let starts = case.starts.iter().copied();
        let reach = search.reach(&case.board, starts, case.budget, |from, to, edge| case.price(from, to, edge));
        for hex in reach.iter() {
            let path = reach.path(hex.space).unwrap();
            prop_assert!(case.starts.contains(&path[0]) && path.len() <= case.board.len());
            let paid: u32 = path
                .windows(2)
                .map(|step| case.price(step[0], step[1], case.board.edge(step[0], step[1]).unwrap()).unwrap())
                .sum();
            prop_assert_eq!(paid, hex.cost);
        }
    }

    #[test]
    fn the_order_of_starts_does_not_matter(mut case in case(0..=3_u32, 8)) {
        let forward = our_reach(&mut Search::new(), &case);
        case.starts.reverse();
        prop_assert_eq!(our_reach(&mut Search::new(), &case), forward);
    }

    #[test]
    fn trace_finds_the_first_goal_that_reach_settles(case in case(1..=3_u32, 12), goals in any::<u64>()) {
        let case = Case { starts: vec![case.starts[0]], ..case };
        let is_goal = |space: SpaceId| goals >> (space.0 % 64) & 1 == 1;
        let mut search = Search::new();
        let (start, price) = (case.starts[0], |from, to, edge| case.price(from, to, edge));
        let reach = search.reach(&case.board, [start], case.budget, price);
        let first = reach.iter().find(|hex| is_goal(hex.space));
        let expected = first.map(|hex| (hex.cost, reach.path(hex.space).unwrap()));
        let trace = search.trace(&case.board, start, is_goal, case.budget, price);
        prop_assert_eq!(trace.map(|trace| (trace.length, trace.path.to_vec())), expected);
    }

    #[test]
    fn flood_is_reach_without_a_budget(case in case(0..=3_u32, 0)) {
        let mut search = Search::new();
        let starts = || case.starts.iter().copied();
        let price = |from, to, edge| case.price(from, to, edge);
        let reach = search.reach(&case.board, starts(), u32::MAX, price);
        let reached: SpaceSet = reach.iter().map(|hex| hex.space).collect();
        let flooded = search.flood(&case.board, starts(), |from, to, edge| price(from, to, edge).is_some());
        prop_assert_eq!(flooded, &reached);
    }

    #[test]
    fn costs_agree_with_the_pathfinding_crate(case in case(1..=4_u32, 14)) {
        let start = case.starts[0];
        let theirs = pathfinding::directed::dijkstra::dijkstra_all(&start, |&from| {
            let next = case.board.neighbors(from).iter();
            let steps = next.filter_map(|next| Some((next.space, case.price(from, next.space, next.edge)?)));
            steps.collect::<Vec<_>>()
        });
        let mut search = Search::new();
        let ours = search.reach(&case.board, [start], u32::MAX, |from, to, edge| case.price(from, to, edge));
        for space in case.board.spaces().filter(|&space| space != start) {
            prop_assert_eq!(ours.cost(space), theirs.get(&space).map(|found| found.1));
        }
    }
}

fn field() -> Board {
    let hexes = (0..10).flat_map(|row| (0..10).map(move |column| format!("{row:02}{column:02}")));
    board("roads", hexes)
}

#[test]
fn reach_without_starts_is_empty() {
    let mut search = Search::new();
    let reach = search.reach(&field(), [], 5, |_, _, _| Some(1));
    assert!(reach.is_empty());
    assert_eq!(reach.cost(SpaceId(0)), None);
}

#[test]
fn equal_ways_go_by_the_lower_id() {
    let map = field();
    let (start, end) = (map.hex("0404"), map.hex("0604"));
    let mut search = Search::new();
    let reach = search.reach(&map, [start], 2, |_, _, _| Some(1));
    let between: Vec<_> =
        map.neighbors(end).iter().filter(|next| map.are_adjacent(next.space, start)).map(|next| next.space).collect();
    assert_eq!(between.len(), 2, "two equal ways");
    assert_eq!(reach.previous(end), between.iter().min().copied());
}

#[test]
fn a_unit_that_must_stop_stops() {
    let map = field();
    let (start, zone) = (map.hex("0404"), map.hex("0405"));
    let mut search = Search::new();
    let reach = search.reach(&map, [start], 9, |from, to, _| {
        // Only along row 04, and a zone of control in 0405 ends the move.
        (from != zone && map.name(to).starts_with("04")).then_some(1)
    });
    assert_eq!(reach.cost(zone), Some(1));
    assert_eq!(reach.cost(map.hex("0406")), None);
    assert_eq!(reach.cost(map.hex("0400")), Some(4));
}

#[test]
fn a_trace_from_a_goal_is_the_start_alone() {
    let map = field();
    let mut search = Search::new();
    let start = map.hex("0303");
    let trace = search.trace(&map, start, |_| true, 0, |_, _, _| Some(1)).unwrap();
    assert_eq!((trace.path, trace.length, trace.goal()), ([start].as_slice(), 0, start));
}

#[test]
fn a_trace_is_no_longer_than_allowed() {
    let map = field();
    let mut search = Search::new();
    let [start, goal] = ["0000", "0009"].map(|name| map.hex(name));
    for (limit, found) in [(8, false), (9, true), (u32::MAX, true)] {
        let trace = search.trace(&map, start, |space| space == goal, limit, |_, _, _| Some(1));
        assert_eq!(trace.is_some(), found);
    }
}

#[test]
fn a_search_that_ended_early_leaves_nothing_behind() {
    let map = field();
    let [start, other] = ["0000", "0909"].map(|name| map.hex(name));
    let mut search = Search::new();
    for _ in 0..3 {
        search.trace(&map, start, |space| space == map.hex("0202"), 50, |_, _, _| Some(3));
        let reach = search.reach(&map, [other], 1, |_, _, _| Some(1));
        assert_eq!(reach.len(), 1 + map.neighbors(other).len());
    }
}

#[test]
fn huge_costs_do_not_overflow() {
    let map = field();
    let start = map.hex("0000");
    let mut search = Search::new();
    for _ in 0..3 {
        let reach = search.reach(&map, [start], u32::MAX, |_, _, _| Some(u32::MAX - 1));
        assert_eq!(reach.len(), 1 + map.neighbors(start).len());
        let reach = search.reach(&map, [start], u32::MAX, |_, _, _| Some(u32::MAX));
        assert_eq!(reach.len(), 1);
    }
}
