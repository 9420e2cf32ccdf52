//! How two people and the server agree on dice that none of them has chosen: see `kessel_kernel::journal::SharedDice`.

use crate::wire::DiceView;
use kessel_kernel::journal::{Header, Share, SharedDice};
use kessel_kernel::{Seed, Side};
use serde::{Deserialize, Serialize};

/// How far they have come. The server's part is secret until the game is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Agreement {
    root: String,
    #[serde(default)]
    axis: Part,
    #[serde(default)]
    soviet: Part,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Part {
    commitment: Option<String>,
    value: Option<String>,
}

impl Agreement {
    /// The server is bound to its part, and nobody else to anything.
    pub fn begin(root: &Seed) -> Agreement {
        Agreement { root: root.word().into(), axis: Part::default(), soviet: Part::default() }
    }

    pub fn read(text: &str) -> Option<Agreement> {
        serde_json::from_str(text).ok()
    }

    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("an agreement is plain data")
    }

    fn part(&mut self, side: Side) -> &mut Part {
        match side {
            Side::Axis => &mut self.axis,
            Side::Soviet => &mut self.soviet,
        }
    }

    /// A person is bound to a part. He may think again as long as nobody has told his.
    pub fn commit(&mut self, side: Side, commitment: &str) -> Result<(), &'static str> {
        let hexadecimal = commitment.len() == 64 && commitment.bytes().all(|b| b.is_ascii_hexdigit());
        if !hexadecimal {
            return Err("A commitment has 64 hexadecimal digits.");
        }
        if self.axis.value.is_some() || self.soviet.value.is_some() {
            return Err("A part has been told already: nobody can change his any more.");
        }
        self.part(side).commitment = Some(commitment.to_ascii_lowercase());
        Ok(())
    }

    /// A person tells the part that he is bound to, when everybody is bound.
    pub fn reveal(&mut self, side: Side, value: &str) -> Result<(), &'static str> {
        if self.axis.commitment.is_none() || self.soviet.commitment.is_none() {
            return Err("Not everybody is bound to his part yet: keep yours.");
        }
        let part = self.part(side);
        if Share::commitment_to(value) != part.commitment {
            return Err("This is not the part that you were bound to.");
        }
        part.value = Some(value.to_ascii_lowercase());
        Ok(())
    }

    /// The server's part.
    pub fn root(&self) -> Option<Seed> {
        Seed::from_word(&self.root)
    }

    /// What everybody was bound to and has told, once all have.
    pub fn shared(&self) -> Option<SharedDice> {
        let share = |part: &Part| Some(Share { commitment: part.commitment.clone()?, value: part.value.clone()? });
        Some(SharedDice { server: self.root()?.commitment(), axis: share(&self.axis)?, soviet: share(&self.soviet)? })
    }

    fn view(&self) -> DiceView {
        let bound = self.axis.commitment.is_some() && self.soviet.commitment.is_some();
        DiceView {
            stage: if bound { "reveal" } else { "commit" },
            server: self.root().map_or_else(String::new, |root| root.commitment()),
            axis: self.axis.commitment.clone(),
            soviet: self.soviet.commitment.clone(),
        }
    }
}

/// How it stands with the dice of a game.
pub fn view(header: &Header, agreement: Option<&str>) -> DiceView {
    match (&header.shared, agreement.and_then(Agreement::read)) {
        (Some(shared), _) => DiceView {
            stage: "agreed",
            server: shared.server.clone(),
            axis: Some(shared.axis.commitment.clone()),
            soviet: Some(shared.soviet.commitment.clone()),
        },
        (None, Some(agreement)) => agreement.view(),
        (None, None) => DiceView { stage: "server", server: header.commitment.clone(), axis: None, soviet: None },
    }
}
