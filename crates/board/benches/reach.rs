//! Our searches beside those of the `pathfinding` crate, on one map, in one run.
//!
//! `cargo bench -p kessel-board` prints queries per second and the ratios. The two take turns in
//! slices of a few milliseconds and the best slice of each counts, so that other work on the
//! machine, which interrupts some slices and not others, does not show.
//! Their successors come from the same dense neighbour table without allocating, and of their
//! functions the fastest that answers the question is taken. Nothing here fails on a slow machine.
#![allow(clippy::float_arithmetic, reason = "timings for people to read")]

use kessel_board::numbering::{ColumnGrowth, Order, Parity, RowGrowth, Side};
use kessel_board::{Board, BoardBuilder, EdgeId, Numbering, NumberingDraft, Orientation};
use kessel_board::{Search, SpaceId, SpaceMap};
use pathfinding::directed::{bfs, dfs, dijkstra};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIDE: u32 = 99;
const BUDGET: u32 = 12;
const SLICE: Duration = Duration::from_millis(4);
const ROUNDS: usize = 250;

fn map() -> Board {
    let numbering = Numbering::new(NumberingDraft {
        orientation: Orientation::PointyTop,
        order: Order::ColumnRow,
        digits: 3,
        rows_grow: RowGrowth::South,
        columns_grow: ColumnGrowth::East,
        shifted: Parity::Even,
        shifted_to: Side::East,
        prefixes: vec![],
    })
    .expect("a sound numbering");
    let mut builder = BoardBuilder::new(numbering);
    for column in 1..=SIDE {
        for row in 1..=SIDE {
            builder.add_hex(format!("{column:03}{row:03}"));
        }
    }
    builder.build().expect("a sound map")
}

/// Deterministic noise.
fn noise(seed: u32) -> u32 {
    let mut x = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9);
    x ^= x >> 16;
    x = x.wrapping_mul(0x85EB_CA6B);
    x ^ (x >> 13)
}

/// Runs queries for one slice of time; how many per second.
fn slice(mut query: impl FnMut(u32) -> usize) -> f64 {
    let start = Instant::now();
    let mut count = 0;
    while start.elapsed() < SLICE {
        for _ in 0..4 {
            black_box(query(count));
            count += 1;
        }
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

/// One of their searches: its name, and how many spaces it finds for the nth query.
type Other<'a> = (&'a str, Box<dyn FnMut(u32) -> usize + 'a>);

/// Prints the best slices of ours and theirs, and how much faster ours is.
fn compare(what: &str, target: f64, mut ours: impl FnMut(u32) -> usize, theirs: &mut [Other<'_>]) {
    let mut best = 0.0_f64;
    let mut others = vec![0.0_f64; theirs.len()];
    for query in 0..64 {
        let expected = ours(query);
        for (name, search) in theirs.iter_mut() {
            assert_eq!(search(query), expected, "{name} finds another number of spaces");
        }
    }
    for _ in 0..ROUNDS {
        best = best.max(slice(&mut ours));
        for (rate, (_, search)) in others.iter_mut().zip(theirs.iter_mut()) {
            *rate = rate.max(slice(search));
        }
    }
    println!("{what}");
    println!("  {:<34} {best:>12.0} queries/s", "kessel-board");
    for (rate, (name, _)) in others.iter().zip(theirs.iter()) {
        println!("  {name:<34} {rate:>12.0} queries/s");
    }
    let fastest = others.iter().copied().fold(0.0, f64::max);
    println!("  ratio to their fastest: {:.1} (target {target})", best / fastest);
}

fn main() {
    let board = map();
    let costs: SpaceMap<u32> = SpaceMap::from_fn(board.len(), |space| 1 + noise(space.0.into()) % 3);
    let start = |query: u32| SpaceId((noise(query) % (SIDE * SIDE)) as u16);
    let step = |_: SpaceId, to: SpaceId, _: EdgeId| Some(costs[to]);

    let mut search = Search::new();
    let successors = |&from: &SpaceId| board.neighbors(from).iter().map(|next| (next.space, costs[next.space]));
    compare(
        &format!("reach: {SIDE}x{SIDE} hexes, costs 1-3, budget {BUDGET}"),
        4.0,
        |query| search.reach(&board, [start(query)], BUDGET, step).len(),
        // Their other searches by cost know no budget and would cross the whole map.
        &mut [(
            "pathfinding dijkstra_reach",
            Box::new(|query| {
                dijkstra::dijkstra_reach(&start(query), successors).take_while(|item| item.total_cost <= BUDGET).count()
            }),
        )],
    );

    // One space in eight is closed, as enemy units and lakes close a supply line.
    let open: SpaceMap<bool> =
        SpaceMap::from_fn(board.len(), |space| !noise(77 + u32::from(space.0)).is_multiple_of(8));
    let mut search = Search::new();
    let passable = |&from: &SpaceId| {
        let next = board.neighbors(from).iter().map(|next| next.space);
        next.filter(|&to| open[to])
    };
    compare(
        &format!("flood: {SIDE}x{SIDE} hexes, one in eight closed"),
        6.0,
        |query| search.flood(&board, [start(query)], |_, to, _| open[to]).len(),
        &mut [
            ("pathfinding bfs_reach", Box::new(|query| bfs::bfs_reach(start(query), passable).count())),
            ("pathfinding dfs_reach", Box::new(|query| dfs::dfs_reach(start(query), passable).count())),
            (
                "pathfinding dijkstra_all",
                Box::new(|query| {
                    let steps = |from: &SpaceId| passable(from).map(|to| (to, 1_u32));
                    1 + dijkstra::dijkstra_all(&start(query), steps).len()
                }),
            ),
        ],
    );
}
