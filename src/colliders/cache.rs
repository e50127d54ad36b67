//! Baked fields in files: magic, version, hash of the solid, counts, values, checksum, all little-endian.

use super::Solid;
use crate::error::{Error, Result};
use crate::record::hash::fnv1a;
use crate::record::write_whole;
use std::io::{ErrorKind, Read};
use std::path::Path;

const MAGIC: [u8; 8] = *b"toileSDF";
const VERSION: u32 = 1;
/// Magic, version, hash and three counts [bytes].
const HEAD: usize = 8 + 4 + 8 + 12;
const CHECKSUM: usize = 8;

/// The values of this solid's field, header words not included; none where the file is absent, is another solid's, or is
/// damaged, which is warned about.
///
/// # Errors
/// [`Error::Io`] for a file that is there and cannot be read.
pub fn load(path: &Path, solid: &Solid) -> Result<Option<Vec<f32>>> {
    let expected = HEAD + 4 * solid.grid().nodes() + CHECKSUM;
    let bytes = match read(path, expected) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::io(path, error)),
    };
    let head = head(solid);
    if !bytes.starts_with(&head[..12]) {
        log::warn!("{}: not a field of this version; baking again", path.display());
        return Ok(None);
    }
    if bytes.len() >= HEAD && bytes[..HEAD] != head {
        return Ok(None);
    }
    let (body, sum) = bytes.split_at(bytes.len().saturating_sub(CHECKSUM));
    if bytes.len() != expected || sum != checksum(body) {
        log::warn!("{}: the field is damaged; baking again", path.display());
        return Ok(None);
    }
    Ok(Some(body[HEAD..].as_chunks().0.iter().map(|&b| f32::from_le_bytes(b)).collect()))
}

/// Writes the values of this solid's field, the whole file or none.
///
/// # Errors
/// [`Error::Io`] where it cannot be written, [`Error::Input`] where the values are not as many as the grid's nodes.
pub fn store(path: &Path, solid: &Solid, values: &[f32]) -> Result<()> {
    if values.len() != solid.grid().nodes() {
        let what = format!("{} values for {} nodes", values.len(), solid.grid().nodes());
        return Err(Error::input(path.display().to_string(), what, "store the field that was baked"));
    }
    let mut bytes = head(solid);
    bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    bytes.extend(checksum(&bytes));
    write_whole(path, &bytes)
}

/// At most one byte more than expected, so that no file is too large to look at.
fn read(path: &Path, expected: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(expected as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn head(solid: &Solid) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(solid.hash().to_le_bytes());
    head.extend(solid.grid().counts.iter().flat_map(|n| n.to_le_bytes()));
    head
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    fnv1a(bytes.iter().copied()).to_le_bytes()
}
