//! Constraints as pictures show them: lines between their particles, in groups.

/// Constraints that are projected together, or that are of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What they are.
    pub name: String,
    /// Lines that stand for them.
    pub lines: Vec<[u32; 2]>,
}

/// The lines of a constraint between these particles: from the base to the tip of a triangle, the edge of a hinge, a yarn
/// from end to end.
pub fn lines(particles: &[u32]) -> Vec<[u32; 2]> {
    match *particles {
        [a, b, tip] => vec![[a, tip], [tip, b]],
        [a, b, _, _] => vec![[a, b]],
        _ => particles.windows(2).map(|pair| [pair[0], pair[1]]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_lines() {
        assert_eq!(lines(&[1, 2]), [[1, 2]]);
        assert_eq!(lines(&[1, 2, 3]), [[1, 3], [3, 2]]);
        assert_eq!(lines(&[1, 2, 3, 4]), [[1, 2]]);
        assert_eq!(lines(&[1, 2, 3, 4, 5]).len(), 4);
        assert!(lines(&[1]).is_empty());
    }
}
