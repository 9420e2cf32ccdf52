//! An owner's own data files, laid over those that are built in.

use crate::DataError;
use kessel_kernel::data::DataDir;
use std::io::ErrorKind;
use std::path::Path;

/// `base`, with every file replaced that `folder` holds under the same name. Other files of the folder are ignored.
///
/// # Errors
/// If a file of the folder cannot be read, or is no text.
pub fn overlay(folder: &Path, base: &DataDir) -> Result<DataDir, DataError> {
    let fault = |path: &Path, why| DataError(format!("cannot read {}: {why}", path.display()));
    std::fs::read_dir(folder).map_err(|why| fault(folder, why))?;
    let mut own = Vec::new();
    for name in base.names() {
        let path = folder.join(name);
        match std::fs::read_to_string(&path) {
            Ok(text) => own.push((name.to_owned(), text)),
            Err(why) if why.kind() == ErrorKind::NotFound => {}
            Err(why) => return Err(fault(&path, why)),
        }
    }
    let label = format!("{} with {}", base.label(), folder.display());
    Ok(own.into_iter().fold(base.clone().labelled(label), |dir, (name, text)| dir.with(&name, text)))
}
