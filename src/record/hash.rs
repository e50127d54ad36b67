//! A number that tells two final states apart.

use glam::Vec3;

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The hash of a state, as 16 hexadecimal digits.
///
/// FNV-1a with 64 bits over the bytes of x, y, z of each position [m] in the order of the vertices,
/// then of each velocity [m/s], every number a little-endian IEEE 754 f32. Equal hashes therefore
/// mean states equal bit for bit (0 and −0 differ), whatever the machine.
pub fn state_hash(positions: &[Vec3], velocities: &[Vec3]) -> String {
    let numbers = positions.iter().chain(velocities).flat_map(Vec3::to_array);
    let hash = fnv1a(numbers.flat_map(f32::to_le_bytes));
    format!("{hash:016x}")
}

/// FNV-1a with 64 bits.
pub(crate) fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(OFFSET_BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_vectors() {
        assert_eq!(fnv1a("".bytes()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("a".bytes()), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a("foobar".bytes()), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn hashes_the_bytes_in_the_documented_order() {
        let (x, v) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(-4.0, 0.5, 0.0));
        let mut bytes = Vec::new();
        for number in [1.0_f32, 2.0, 3.0, -4.0, 0.5, 0.0] {
            bytes.extend(number.to_le_bytes());
        }
        let expected = format!("{:016x}", fnv1a(bytes.into_iter()));
        assert_eq!(state_hash(&[x], &[v]), expected);
        assert_ne!(state_hash(&[v], &[x]), expected);
        assert_eq!(state_hash(&[], &[]), "cbf29ce484222325");
    }
}
