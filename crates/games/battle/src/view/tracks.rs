//! Numbers on tracks: victory points, replacement points, Operation Uranus.

use crate::Battle;
use crate::data::Objective;
use crate::redact::knows_directives;
use crate::state::{Directives, Ended, Phase, State};
use kessel_board::SpaceId;
use kessel_kernel::view::{TrackRole, TrackView};
use kessel_kernel::{Side, Viewer};
use kessel_kit::Word;
use kessel_kit::show::{counted, track};

impl Battle {
    pub(crate) fn track_views(&self, seen: &State, viewer: Viewer) -> Vec<TrackView> {
        let mut tracks = self.point_tracks(seen);
        tracks.push(self.score_track(seen, viewer));
        tracks.extend(self.purse_tracks(seen, viewer));
        tracks.push(self.uranus_track(seen));
        tracks
    }

    /// Raw points: they follow from open events, so both sides may count them.
    fn point_tracks(&self, seen: &State) -> Vec<TrackView> {
        let boxes: Vec<String> = self
            .data
            .board
            .boxes()
            .filter_map(|space| {
                let points = self.data.spaces[space].caucasus?.points;
                (points > 0).then(|| format!("{} {points}", self.space_id(space)))
            })
            .collect();
        let victory = &self.data.charts.victory;
        let caucasus = format!(
            "Raw; at the end of each Axis turn for a supplied unit: {}. At the end of the game x{} (10.2.1, 10.3.3)",
            boxes.join(", "),
            victory.base[Objective::Caucasus.index()].text()
        );
        let don = format!(
            "Raw; {} for each Soviet unit destroyed in the ALZ, {} each for Voronezh and Rostov at the end (10.2.2, 10.3.1)",
            victory.don_unit, victory.city
        );
        let stalingrad = format!(
            "Raw; {} for each Axis turn that ends with an Axis unit in the city (10.2.3)",
            victory.stalingrad_turn
        );
        let goal = |id, name, value: u16, note| counted(TrackRole::Goal, track(id, name, Some(value.into()), note));
        vec![
            goal("vp-caucasus", "Caucasus points", seen.points.caucasus, caucasus),
            goal("vp-don", "Don points", seen.points.don, don),
            goal("vp-stalingrad", "Stalingrad points", seen.points.stalingrad, stalingrad),
        ]
    }

    /// The weighted total if the game ended now: for those who know the directives; a range for the others.
    fn score_track(&self, seen: &State, viewer: Viewer) -> TrackView {
        let name = "Score if the game ended now";
        if knows_directives(seen, viewer) {
            let [first, second, third] = seen.directives.0.map(Objective::word);
            let victory = &self.data.charts.victory;
            let [one, two, three] = *victory.directive;
            let note = format!(
                "{first} x{one}, {second} x{two}, {third} x{three}; {} is material, {} decisive{} (10.3, 10.4)",
                victory.material,
                victory.decisive,
                if seen.edelweiss { "; the Edelweiss die comes on top" } else { "" }
            );
            let value = Some(self.projected(seen, seen.directives));
            return counted(TrackRole::Score, track("score", name, value, note));
        }
        let scores: Vec<i32> = orders().map(|order| self.projected(seen, order)).collect();
        let least = scores.iter().min().copied().unwrap_or_default();
        let most = scores.iter().max().copied().unwrap_or_default();
        let note = format!("From {least} to {most}, by what Hitler ordered (6.1, 10.3)");
        TrackView { role: TrackRole::Score, range: Some([least, most]), ..track("score", name, None, note) }
    }

    /// 10.3: the count as it stands, without the Edelweiss die; after the end, the count that was made.
    fn projected(&self, seen: &State, directives: Directives) -> i32 {
        if let Some(Ended::Counted { score, .. }) = seen.ended {
            return score;
        }
        let places = &self.data.places;
        let axis_city = |space: &SpaceId| self.control(seen, *space) == Some(Side::Axis);
        let cities = [places.voronezh, places.rostov].iter().filter(|city| axis_city(city)).count();
        let mut points = seen.points;
        points.don += cities as u16 * u16::from(self.data.charts.victory.city);
        let ordered = State { directives, ..seen.clone() };
        self.tally(&ordered, points).total
    }

    /// What is left of the points in a side's own replacement phase; the printed figure otherwise.
    fn purse_tracks(&self, seen: &State, viewer: Viewer) -> Vec<TrackView> {
        let turn = &self.data.turns[usize::from(seen.turn) - 1];
        let left = |side: Side, phase: Phase, purse: usize, printed: u8| {
            if seen.phase() == phase && viewer.knows(side) {
                (seen.purse[purse], format!("left of {printed}; what is not spent is forfeited"))
            } else {
                (printed, "of this turn".to_owned())
            }
        };
        let soviet = left(Side::Soviet, Phase::SovietReplacement, 0, turn.soviet);
        let german = left(Side::Axis, Phase::AxisReplacement, 0, turn.german);
        let minor = left(Side::Axis, Phase::AxisReplacement, 1, turn.minor);
        vec![
            track("rp-soviet", "Soviet replacement points", Some(soviet.0.into()), format!("{} (9.1.3)", soviet.1)),
            track("rp-german", "German replacement points", Some(german.0.into()), format!("{} (9.2.3)", german.1)),
            track("rp-minor", "Axis minor replacement points", Some(minor.0.into()), format!("{} (9.2.3)", minor.1)),
        ]
    }

    fn uranus_track(&self, seen: &State) -> TrackView {
        let first = self.data.charts.uranus.first().map_or(0, |step| step.turn);
        let last = usize::from(seen.turn) == self.data.turns.len();
        let passed = !matches!(seen.phase().side(), Some(Side::Soviet));
        let note = match (seen.uranus, self.data.charts.uranus_moves(seen.turn)) {
            (Some(turn), _) => format!("Launched on turn {turn} (8.4)"),
            (None, 0) => format!("From turn {first} on (8.4)"),
            (None, _) if passed && last => "Never launched (8.4)".into(),
            // 8.4.b: right after the Soviet attacks or not at all in that turn.
            (None, _) if passed => {
                let next = self.data.charts.uranus_moves(seen.turn + 1);
                format!("Not launched this turn; units that may move on the next: {next} (8.4)")
            }
            (None, units) => format!("Can be launched this turn; units that may move: {units} (8.4)"),
        };
        track("uranus", "Operation Uranus", Some(seen.uranus.unwrap_or(0).into()), note)
    }
}

/// Every order of the three objectives.
fn orders() -> impl Iterator<Item = Directives> {
    let pairs = Objective::ALL.into_iter().flat_map(|one| Objective::ALL.map(|two| (one, two)));
    pairs.filter(|(one, two)| one != two).map(|(one, two)| Directives([one, two, Objective::third(one, two)]))
}
