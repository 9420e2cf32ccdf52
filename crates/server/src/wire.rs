//! What is said over the WebSocket: docs/web-protocol.md as types.

mod message;
mod request;
mod table;

pub use message::{Hello, LayerAnswer, Message, RefusedBody};
pub use request::{Request, When};
pub use table::{AskView, ChatLine, DiceView, MarkView, Names, Pace, Seats, TakebackView};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::Frame;
    use kessel_kernel::Stopped;
    use kessel_kernel::plan::{DraftView, MenuLine};

    #[test]
    fn a_message_that_cannot_be_read_still_gives_its_id() {
        let (id, why) = Request::read(r#"{"type":"act","id":7}"#).expect_err("no action");
        assert_eq!(id, Some(7));
        assert!(why.contains("missing field"), "{why}");
        assert!(Request::read("[[[").is_err());
        assert!(matches!(Request::read(r#"{"type":"ping"}"#), Ok(Request::Ping { id: None })));
    }

    /// `KESSEL_WRITE=1 cargo test -p kessel-server --lib wire` writes them anew.
    #[test]
    fn the_types_of_the_page_are_those_of_the_wire() {
        use kessel_kernel::plan::{ScopeLine, SharedLine, SlotView, Stroke};
        use ts_rs::TS;
        let config = &ts_rs::Config::new().with_large_int("number");
        let types = [
            Pace::decl(config),
            Seats::decl(config),
            TakebackView::decl(config),
            RefusedBody::decl(config),
            LayerAnswer::decl(config),
            Stopped::decl(config),
            MenuLine::decl(config),
            SharedLine::decl(config),
            ScopeLine::decl(config),
            SlotView::decl(config),
            Stroke::decl(config),
            DraftView::decl(config),
            Frame::decl(config),
            DiceView::decl(config),
            ChatLine::decl(config),
            AskView::decl(config),
            MarkView::decl(config),
            Names::decl(config),
            Hello::decl(config),
            Message::decl(config),
        ];
        let mut now = String::from(
            "// Written by crates/server/src/wire.rs from the Rust types. Not to be changed by hand.\n\
             import type {\n  CalendarView, Case, Consulted, Dearer, Event, FactorNote, LayerView, LineView, Muster, Offer, OfferKind, OfferSet, Offers, Outcome, Patch, Reach, Refusal, Side, View, Viewer,\n\
             } from './table';\n",
        );
        types.iter().for_each(|declaration| now.push_str(&format!("\nexport {declaration}\n")));
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/generated/server.ts");
        if std::env::var_os("KESSEL_WRITE").is_some() {
            std::fs::write(&path, &now).expect("writes the file");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == now, "{} is stale: KESSEL_WRITE=1 cargo test -p kessel-server --lib wire", path.display());
    }

    #[test]
    fn messages_carry_their_type() {
        let text = Message::Accepted { id: 5, n: 13, done: None, rest: None, stopped: None }.text();
        assert_eq!(text.as_str(), r#"{"type":"accepted","id":5,"n":13}"#);
    }
}
