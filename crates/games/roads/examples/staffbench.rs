// Temporary bench: args scenario axis soviet n [seed0] [verbose]
use kessel_roads::{Roads, data::Data, state::{Step, Frame, State}};
use kessel_table::*;
use rand_pcg::Pcg32;
use rand_core::RngCore;
use std::collections::BTreeMap;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let game = Roads::load(&Data::embedded()).unwrap();
    let (sc, n) = (a[1].clone(), a[4].parse::<u64>().unwrap());
    let seed0 = a.get(5).map_or(1, |s| s.parse::<u64>().unwrap());
    let verbose = a.get(6).is_some();
    let is_staff = [a[2] == "staff", a[3] == "staff"];
    let mut res: BTreeMap<String, u32> = BTreeMap::new();
    let mut wins = [0u32; 3];
    let (mut fs, mut oos1, mut slowest, mut total_actions) = (0, 0, 0f64, 0u64);
    let mut fsturn: BTreeMap<u8, u32> = BTreeMap::new();
    let t0 = Instant::now();
    let mut scores = vec![];
    for s in seed0..seed0 + n {
        let seed = Seed::from_number(s);
        let mut dice = Dice::seeded(&seed, 0);
        let mut log0 = Log::silent();
        let mut state = game.setup(&sc, &Options::default(), &mut dice, &mut log0);
        let mut off: Vec<_> = Side::BOTH.iter().map(|sd| if is_staff[sd.index()] { game.staff() } else { None }).collect();
        let mut rng: Vec<_> = Side::BOTH.iter().map(|sd| Pcg32::new(seed.for_thoughts(), sd.index() as u64)).collect();
        let mut offers = vec![];
        let mut actions = 0u64;
        let mut spent = 0f64; let mut key = (0u8, Side::Axis);
        let mut declared = 0u8; let mut bystep: BTreeMap<String, f64> = BTreeMap::new();
        while let Some(side) = game.to_act(&state).first() {
            offers.clear();
            game.offers(&state, side, &mut offers);
            if offers.is_empty() { println!("seed {s}: dead end {side} {:?}", state.frames.top()); break; }
            let i = match &mut off[side.index()] {
                None => (rng[side.index()].next_u32() as usize) % offers.len(),
                Some(o) => {
                    if key != (state.turn, state.phasing) { key = (state.turn, state.phasing); spent = 0.0; }
                    let seen = game.redact(&state, side.into());
                    let t = Instant::now();
                    let i = o.choose(&game, &seen, side, &offers, &mut rng[side.index()]);
                    let e = t.elapsed().as_secs_f64();
                    *bystep.entry(format!("{:?}", state.step())).or_default() += e;
                    spent += e; if spent > slowest { slowest = spent; }
                    i
                }
            };
            let action = offers[i];
            if let Err(r) = game.check(&state, side, action) { println!("seed {s}: refused {action:?} {r:?}"); }
            if verbose { println!("{} {} {:?} {side}: {}", state.turn, state.phasing, state.step(), serde_json::to_string(&game.write_action(&state, action)).unwrap()); }
            let mut log = if verbose { Log::default() } else { Log::silent() };
            game.apply_unchecked(&mut state, side, action, &mut dice, &mut log);
            if verbose { for e in log.events() { println!("        {}", e.text); } }
            dice.forget_rolls();
            actions += 1;
            if state.fortress.marker.is_some() && declared == 0 { declared = state.turn; }
            if actions > 200_000 { println!("seed {s}: endless {:?}", state.frames.top()); break; }
        }
        total_actions += actions;
        if state.fortress.ever { fs += 1; *fsturn.entry(declared).or_default() += 1; }
        let _ = &mut oos1; 
        let out = game.outcome(&state);
        if let Some(o) = out { *res.entry(format!("{:?} {}", o.winner, o.level)).or_default() += 1;
            wins[o.winner.map_or(2, |w| w.index())] += 1; if let Some(sc) = o.score { scores.push(sc); } }
        if verbose || a.get(7).is_some() { println!("{bystep:?}"); }
        let _: (Step, Option<Frame>, Option<State>) = (Step::Over, None, None);
    }
    println!("{sc} axis={} soviet={} n={n}: axis {} soviet {} draw {} | fs {fs} {fsturn:?} | {res:?} | actions/game {} time/game {:.2}s slowest turn {:.3}s scores {:?}", a[2], a[3], wins[0], wins[1], wins[2], total_actions / n, t0.elapsed().as_secs_f64() / n as f64, slowest, scores);
}
