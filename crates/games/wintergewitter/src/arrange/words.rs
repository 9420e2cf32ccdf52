//! The words that case files may use in `set`.

/// Of a unit.
pub(crate) const UNIT: &str = "points, supply, disrupted, fired, moved, digging, freed, home";

/// By kind of counter.
pub(crate) const COUNTERS: &[(&str, &str)] = &[("a unit", UNIT)];

/// The others.
pub(crate) const SET: &str = "fog, thunderclap, groups, first, streak, owed, combat_first, entrenched, zones, bridges, reserves, closest, score, \
pocket, tally, points, pool, christea, bills, moved, attacked, dug, approached, bombarded, struck, apart";
