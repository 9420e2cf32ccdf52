//! Secret links: whoever has a key has what it opens.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kessel_kernel::{Side, Viewer};

/// 192 random bits, written in base64url. Never stored and never logged.
#[derive(Clone)]
pub struct Key(String);

/// What the database keeps of a key: enough to know it again, not enough to make it.
/// (The key is random and long, so a plain hash is as good as a slow one.)
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyHash(pub [u8; 32]);

const BYTES: usize = 24;

impl Key {
    /// A new key from the system's generator.
    pub fn random() -> Result<Key, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Key(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Reads a key; nothing if it cannot be one.
    pub fn read(text: &str) -> Option<Key> {
        let right =
            text.len() == BYTES * 4 / 3 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        right.then(|| Key(text.into()))
    }

    /// The text that goes into the link.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// What the database keeps.
    pub fn hash(&self) -> KeyHash {
        KeyHash(*blake3::hash(self.0.as_bytes()).as_bytes())
    }
}

/// What a key opens.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Every seat that is the maker's own, and the table itself.
    Owner,
    /// A seat that somebody may take, once.
    Invite(Side),
    /// A seat taken.
    Seat(Side),
    /// A chair at the wall.
    Watch,
}

impl Grade {
    /// The word of the protocol and the database.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Owner => "owner",
            Grade::Invite(_) => "invite",
            Grade::Seat(_) => "seat",
            Grade::Watch => "watch",
        }
    }

    /// The side, if it is one's.
    pub const fn side(self) -> Option<Side> {
        match self {
            Grade::Owner | Grade::Watch => None,
            Grade::Invite(side) | Grade::Seat(side) => Some(side),
        }
    }

    /// Reads what [`Grade::word`] and [`Grade::side`] gave.
    pub fn read(word: &str, side: Option<&str>) -> Option<Grade> {
        match (word, side.map(Side::from_word)) {
            ("owner", None) => Some(Grade::Owner),
            ("watch", None) => Some(Grade::Watch),
            ("invite", Some(Some(side))) => Some(Grade::Invite(side)),
            ("seat", Some(Some(side))) => Some(Grade::Seat(side)),
            _ => None,
        }
    }
}

/// Who plays a side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Whoever made the table.
    Me,
    /// Whoever takes the invitation.
    Friend,
    /// A computer.
    Officer(kessel_officers::Rank),
}

impl Player {
    /// The word of the protocol and the database.
    pub const fn word(self) -> &'static str {
        match self {
            Player::Me => "me",
            Player::Friend => "friend",
            Player::Officer(rank) => rank.word(),
        }
    }

    /// Reads what [`Player::word`] wrote.
    pub fn read(word: &str) -> Option<Player> {
        match word {
            "me" => Some(Player::Me),
            "friend" => Some(Player::Friend),
            _ => word.parse().ok().map(Player::Officer),
        }
    }

    /// As everybody at the table may know him.
    pub const fn public(self) -> &'static str {
        match self {
            Player::Me | Player::Friend => "person",
            Player::Officer(rank) => rank.word(),
        }
    }

    /// The officer, if it is one.
    pub const fn officer(self) -> Option<kessel_officers::Rank> {
        match self {
            Player::Officer(rank) => Some(rank),
            Player::Me | Player::Friend => None,
        }
    }
}

/// Who plays which side, by [`Side::index`].
pub type Players = [Player; 2];

/// The sides that a key plays.
pub fn sides_of(grade: Grade, players: Players) -> Vec<Side> {
    match grade {
        Grade::Owner => Side::BOTH.into_iter().filter(|s| players[s.index()] == Player::Me).collect(),
        Grade::Seat(side) => vec![side],
        Grade::Invite(_) | Grade::Watch => Vec::new(),
    }
}

/// The eyes through which a key that plays no side looks.
pub const ONLOOKER: Viewer = Viewer::Spectator;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_different_and_read_back() {
        let (a, b) = (Key::random().expect("random"), Key::random().expect("random"));
        assert_ne!(a.text(), b.text());
        assert_eq!(a.text().len(), 32);
        assert_eq!(Key::read(a.text()).expect("reads").hash(), a.hash());
        for bad in ["", "short", "********************************", &"a".repeat(33)] {
            assert!(Key::read(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn words_read_back() {
        for grade in [Grade::Owner, Grade::Watch, Grade::Seat(Side::Axis), Grade::Invite(Side::Soviet)] {
            assert_eq!(Grade::read(grade.word(), grade.side().map(Side::word)), Some(grade));
        }
        assert_eq!(Grade::read("seat", None), None);
        for word in ["me", "friend", "recruit", "staff"] {
            assert_eq!(Player::read(word).map(Player::word), Some(word));
        }
    }
}
