//! Who is told what.

use super::Room;
use super::told::News;
use crate::clock::Clock;
use crate::keys::Player;
use crate::store::Ask;
use crate::table::Step;
use crate::wire::{Hello, Message, PROTOCOL, Seats, TakebackView};
use kessel_kernel::Side;

impl Room {
    pub(super) fn hello(&self, at: usize) -> Message<'_> {
        let guest = &self.guests[at];
        let table = self.kept.table().expect("a guest is greeted at a loaded table");
        let info = table.game().info();
        let (row, players) = (self.kept.row(), self.kept.row().players);
        Message::Hello(Box::new(Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            table: &row.id,
            kind: guest.grade.word(),
            sides: &guest.sides,
            viewer: guest.viewer,
            game: &info.id,
            game_title: &info.title,
            scenario: &row.scenario,
            title: info.scenario(&row.scenario).map_or("", |s| &s.title),
            options: &table.header().options,
            seats: Seats { axis: players[0].public(), soviet: players[1].public() },
            hot_seat: players == [Player::Me; 2],
            imported: row.imported,
            playable: table.playable(),
            advice: self.gives_advice() && !guest.sides.is_empty(),
            n: table.count(guest.viewer),
            finished: self.kept.is_over(),
            pace: self.officers.pace_now(),
            commitment: &table.header().commitment,
            dice: self.kept.dice_view(),
            clock_days: row.clock.days(),
            clock_minutes: row.clock.minutes(),
            expires: self.rooms.expires(row, table.count(guest.viewer) > 0),
        }))
    }

    /// Shows one guest the whole table.
    pub(super) async fn show(&mut self, at: usize) {
        let asked = self.affairs.takeback();
        self.told.show(&mut self.kept, &self.guests, at, asked).await;
    }

    /// Shows the table to those who were told of actions without seeing it.
    pub(super) async fn draw(&mut self) {
        self.told.draw(&mut self.kept, &self.guests, self.affairs.takeback()).await;
    }

    /// Tells everybody of a step what he may know. At full speed the table itself is drawn only now and then.
    pub(super) async fn tell(&mut self, step: Step, by: Side, full_speed: bool) {
        self.lapse(&step);
        let over = self.kept.is_over();
        self.tell_step(step, by, full_speed, over).await;
    }

    /// The same for a step of which what lies beside the game is known already. `over`: everybody knows that the game is over.
    pub(super) async fn tell_step(&mut self, step: Step, by: Side, full_speed: bool, over: bool) {
        let news = News { step, by, full_speed, asked: self.affairs.takeback() };
        if !self.told.tell(&mut self.kept, &self.guests, news).await {
            return;
        }
        self.kept.look_for_the_end();
        if self.kept.row().clock != Clock::None {
            self.tell_affairs().await;
        }
        if !over && self.kept.is_over() {
            metrics::counter!("kessel_games_ended_total").increment(1);
            self.draw().await;
            if let Some(outcome) = self.kept.outcome() {
                self.guests.send_all(&Message::Over { outcome });
            }
        }
    }

    /// Nobody asks for a take-back any more, where the database has to be told.
    pub(super) async fn withdraw_takeback(&mut self) {
        self.affairs.withdraw(Ask::Takeback);
        if let Err(e) = self.rooms.store().withdraw(&self.kept.row().id, Ask::Takeback).await {
            tracing::warn!(table = self.kept.row().id, "{e}");
        }
    }

    /// Tells everybody how a request for a take-back stands, each in his own numbers.
    pub(super) fn tell_takeback(&self, status: &'static str, by: Side, keep: u64) {
        let Some(table) = self.kept.table() else { return };
        for guest in self.guests.iter() {
            let to = table.number_of(guest.viewer, keep);
            guest.send(Message::Takeback(TakebackView { status, by, to }).text());
        }
    }
}
