//! Why a unit goes where it goes, and why it attacks: what advice says in the planner's own words.

use super::Mind;
use super::fields::{Field, Fields};
use crate::action::Action;
use crate::data::{Nation, UnitId};
use crate::sets::UnitSet;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::{Log, Side};
use kessel_kit::staff::Orders;

/// Orders, and from what it can be told what each march of them is for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marches {
    pub orders: Orders<Action>,
    pub why: Vec<(UnitId, Errand)>,
}

impl Marches {
    /// Appends other marches.
    pub(super) fn join(&mut self, others: Marches) {
        self.orders.extend(others.orders.iter().copied());
        self.why.extend(others.why);
    }
}

/// What is kept of a march until somebody asks what it is for. Only advice asks, so the planner itself does not work it out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Errand {
    /// The march was looked for with this purpose.
    For(Purpose),
    /// The end is the better place: the position before the march, who goes together, and where to.
    Place { before: Box<State>, together: UnitSet, to: SpaceId },
}

/// What a march is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A city whose loss ends the game.
    Guard(SpaceId),
    /// An attack on a space.
    Attack(SpaceId),
    /// Enemies lose their supply.
    Ring,
    /// Nearer to where one unit would cut most of them off.
    Artery,
    /// One's own units get their supply.
    Supply,
    /// A road to the Volga less, or more.
    Roads,
    /// Who stands on the Volga at the end.
    Volga,
    /// A post on one's own supply line.
    Post,
    /// Out of a place that one move of the enemy leaves without supply.
    Trap,
    /// Out of the ring.
    BreakOut,
    /// Away from what the enemy could do.
    Shelter,
    /// A stack that is strong enough.
    Mass(SpaceId),
    /// Nearer to the enemy.
    Front,
    /// Out of the Axis Logistical Zone.
    Zone,
    /// Stalingrad.
    Stalingrad,
    /// A box of the Caucasus that scores, for who wants it.
    Oil(SpaceId),
    /// The boxes of the Caucasus, for who holds them.
    Caucasus,
    /// The near bank of the great rivers.
    Flank,
}

impl Mind<'_> {
    /// What a march is for: of all that makes its end worth more than its beginning, what does so most. To be asked of a mind that sees what the
    /// planner saw.
    pub(super) fn purpose_of(&self, unit: UnitId, errand: &Errand) -> Option<Purpose> {
        let (before, together, to) = match errand {
            Errand::For(purpose) => return Some(*purpose),
            Errand::Place { before, together, to } => (before, together, *to),
        };
        let mut after = State::clone(before);
        together.iter().for_each(|unit| self.game.put_unit(&mut after, unit, to, &mut Log::silent()));
        let fields = self.fields();
        let aims = |state: &State| Some(self.aims(state, &fields, unit, state.at(unit)?));
        let (from, to) = (aims(before)?, aims(&after)?);
        // The same aims stand in the same order; of equal ones the first is named.
        let gains = from.iter().zip(&to).map(|((_, had), (purpose, has))| (has - had, *purpose));
        gains.rev().max_by_key(|(gain, _)| *gain).map(|(_, purpose)| purpose)
    }

    /// Everything that a place is worth to a unit, one by one: together it is what the plan goes by.
    pub(super) fn aims(&self, state: &State, fields: &Fields, unit: UnitId, at: SpaceId) -> Vec<(Purpose, i32)> {
        let own = -self.unsupplied(state, self.side) * self.weights.own_cut;
        let mut aims = vec![
            (Purpose::Ring, self.cutting(state, fields) - own),
            (Purpose::Supply, own),
            (Purpose::Roads, self.volga_roads(state, fields)),
            (Purpose::Shelter, -self.risk(state, fields, at)),
        ];
        if let Some((city, _)) = fields.guards.iter().find(|(_, units)| units.contains(unit)) {
            aims.push((Purpose::Guard(*city), self.calling(state, fields, unit, at)));
            return aims;
        }
        aims.extend([
            (Purpose::Mass(at), self.mass(state, fields, at)),
            (Purpose::Volga, self.volga(state, fields, at)),
            (Purpose::Post, self.post(state, fields, at)),
            (Purpose::Trap, -self.trap(fields, at)),
        ]);
        match self.side {
            Side::Axis => {
                aims.push((self.task_of(state, fields, unit, at), self.axis_calling(state, fields, unit, at)));
            }
            Side::Soviet => aims.extend(self.soviet_aims(state, fields, at)),
        }
        aims
    }

    /// What an Axis unit is meant for.
    fn task_of(&self, state: &State, fields: &Fields, unit: UnitId, at: SpaceId) -> Purpose {
        if fields.caucasus_group.contains(unit) {
            let field = if self.climbs(state, unit) { &fields.elbrus } else { &fields.caucasus };
            return Purpose::Oil(self.end_of(field, at));
        }
        let ally = self.game.data.units[unit.index()].nation != Nation::German;
        if ally || fields.flank_group.contains(unit) { Purpose::Flank } else { Purpose::Stalingrad }
    }

    fn soviet_aims(&self, state: &State, fields: &Fields, at: SpaceId) -> Vec<(Purpose, i32)> {
        let [front, goal, artery, zone] = self.pulls(fields, at);
        let cities = self.fatal_cities(Side::Soviet).into_iter();
        let mut aims: Vec<(Purpose, i32)> =
            cities.map(|city| (Purpose::Guard(city), self.garrison(state, fields, city, at))).collect();
        aims.extend([
            (Purpose::Front, front + self.waiting(fields, at)),
            (Purpose::Stalingrad, goal),
            (Purpose::Artery, artery),
            (Purpose::Zone, zone),
            (Purpose::Caucasus, self.caucasus_watch(state, fields, at)),
        ]);
        aims
    }

    /// The goal that a field leads to.
    fn end_of(&self, field: &Field, from: SpaceId) -> SpaceId {
        let mut at = from;
        loop {
            let nearer = self.game.data.board.neighbors(at).iter().map(|n| n.space).filter(|s| field[*s] < field[at]);
            let Some(next) = nearer.min_by_key(|s| (field[*s], s.index())) else { return at };
            at = next;
        }
    }

    /// The sentence.
    pub(super) fn words_of(&self, purpose: Purpose) -> String {
        let name = |space: SpaceId| self.game.space_name(space);
        let fixed = match (purpose, self.side) {
            (Purpose::Guard(city), _) => return format!("To guard {}: if it falls the game is lost.", name(city)),
            (Purpose::Attack(at), _) => return self.goal_of_attack(at),
            (Purpose::Mass(at), _) => return format!("To stand in {} with enough others.", name(at)),
            (Purpose::Oil(at), _) => return format!("To the Caucasus: {} is worth points.", name(at)),
            (Purpose::Stalingrad, Side::Axis) => "To come into Stalingrad, or to support those who do.",
            (Purpose::Stalingrad, Side::Soviet) => "To be at hand for Stalingrad.",
            (Purpose::Ring, _) => "To cut the enemy's supply, and to keep it cut.",
            (Purpose::Artery, _) => "Towards where one unit would cut off most of the enemy.",
            (Purpose::Supply, _) => "So that our own units are supplied.",
            (Purpose::Roads, Side::Axis) => "To keep roads to the Volga open.",
            (Purpose::Roads, Side::Soviet) => "To close roads of the Axis to the Volga.",
            (Purpose::Volga, Side::Axis) => "To stand on the Volga at the end.",
            (Purpose::Volga, Side::Soviet) => "To bar the Volga from the Axis until the end.",
            (Purpose::Post, _) => "To keep the enemy off our supply line.",
            (Purpose::Trap, _) => "Away from where one move of the enemy would cut it off.",
            (Purpose::BreakOut, _) => "Out of the ring, to its own lines.",
            (Purpose::Shelter, _) => "Away from an attack that it could not withstand.",
            (Purpose::Front, _) => "To keep close to the enemy.",
            (Purpose::Zone, _) => "Out of the Axis Logistical Zone, where every lost army brings the Axis points.",
            (Purpose::Caucasus, _) => "To hold the boxes of the Caucasus that bring the Axis points.",
            (Purpose::Flank, _) => "To guard the flank along the great rivers.",
        };
        fixed.to_owned()
    }

    /// What an attack is made for.
    fn goal_of_attack(&self, at: SpaceId) -> String {
        let (name, space) = (self.game.space_name(at), &self.game.data.spaces[at]);
        match () {
            () if self.fatal_cities(self.side).contains(&at) => {
                format!("To dispute {name}: if the enemy holds it alone the game is lost.")
            }
            () if self.fatal_cities(self.side.other()).contains(&at) => format!("To take {name}, which wins the game."),
            () if space.volga && self.turns_left() <= 2 => format!("To win {name}: who stands on the Volga decides."),
            () if space.caucasus.as_ref().is_some_and(|c| c.points > 0) => {
                format!("To win {name}, which is worth points.")
            }
            () => format!("To beat the enemy in {name}."),
        }
    }

    /// The same of an attack that is about to be made, with what it is expected to bring.
    pub(super) fn words_of_attack(&self, at: SpaceId) -> String {
        let f = self.forecast_at(at);
        let tenths = |n: i32| format!("{}.{}", n / 10, n % 10);
        format!(
            "{} On average it costs them {} steps and us {}; about {} times in 100 they are destroyed or driven off.",
            self.goal_of_attack(at),
            tenths(f.defender_loss),
            tenths(f.attacker_loss),
            // The enemy's strength is a guess, which is never certain.
            ((f.wiped + f.driven) / 10).clamp(1, 99)
        )
    }
}
