//! Many games, summed up.

use super::play::random_seed;
use crate::cli::Officers;
use crate::failure::{Code, Failure};
use crate::output::{say, say_json};
use kessel_kernel::{Options, Seed};
use kessel_lab::{Report, Spec};
use std::fmt::Write;
use std::path::Path;

/// What is played.
pub struct Series {
    pub scenario: String,
    pub n: u64,
    pub officers: Officers,
    pub options: Options,
    /// Weights of the staffs that are changed.
    pub weights: Vec<String>,
    pub seed: Option<Seed>,
    pub jobs: usize,
}

/// `kessel simulate`. Fails if the rules as coded did.
pub fn simulate(data: Option<&Path>, series: Series, as_json: bool) -> Result<(), Failure> {
    let Series { scenario, n, officers, options, weights, seed, jobs } = series;
    let registry = kessel_registry::load_with(data, scenario.split('/').next(), &weights)?;
    let seed = match seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    let mut spec = Spec::of(&scenario, seed.clone());
    spec.options = options;
    spec.ranks = [officers.axis.unwrap_or_default(), officers.soviet.unwrap_or_default()];
    let report = kessel_lab::simulate(&registry, &spec, n, jobs)?;
    if as_json {
        say_json(&report)?;
    } else {
        say(&text(&report, &spec, &seed))?;
    }
    if report.is_clean() { Ok(()) } else { Err(Failure::new(Code::CheckFailed, "the rules as coded failed")) }
}

fn text(r: &Report, spec: &Spec, seed: &Seed) -> String {
    let mut out = String::new();
    let [axis, soviet] = spec.ranks;
    let _ = writeln!(
        out,
        "{} games of {}, {axis} (Axis) against {soviet} (Soviet), seed {}",
        r.games,
        spec.path,
        seed.word()
    );
    let _ = writeln!(out, "  won: Axis {}, Soviet {}, nobody {}", r.wins.axis, r.wins.soviet, r.wins.draw);
    for (level, count) in &r.levels {
        let _ = writeln!(out, "  {count:>8}  {level}");
    }
    if let Some(score) = r.mean_score {
        let _ = writeln!(out, "  mean score {score:.2}");
    }
    let _ = writeln!(out, "  mean turns {:.2}, mean offers {:.2}, actions {}", r.mean_turns, r.mean_offers, r.actions);
    let _ = writeln!(out, "  {:.2} s: {:.0} actions/s, {:.1} games/s", r.seconds, r.actions_per_s, r.games_per_s);
    let _ = writeln!(
        out,
        "  refusals {}, panics {}, dead ends {}, unfinished {}",
        r.refusals, r.panics, r.dead_ends, r.unfinished
    );
    for t in &r.troubles {
        let _ = writeln!(out, "  game {} (seed {}): {}", t.game, t.seed, t.text);
    }
    let _ = writeln!(out, "  digest {}", r.digest);
    out
}
