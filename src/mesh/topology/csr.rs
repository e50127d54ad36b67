use std::ops::Range;

/// Rows of different lengths in two flat arrays (compressed sparse rows).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Csr {
    /// Row `i` is `items[offsets[i]..offsets[i + 1]]`.
    pub offsets: Vec<u32>,
    /// The rows' items, one row after the other.
    pub items: Vec<u32>,
}

impl Csr {
    /// Sorts `(row, item)` pairs into `rows` rows; within a row the pairs keep their order.
    pub fn from_pairs(rows: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let pairs: Vec<(u32, u32)> = pairs.collect();
        let mut offsets = vec![0u32; rows + 1];
        for &(row, _) in &pairs {
            offsets[row as usize + 1] += 1;
        }
        for row in 0..rows {
            offsets[row + 1] += offsets[row];
        }
        let mut next = offsets.clone();
        let mut items = vec![0; pairs.len()];
        for (row, item) in pairs {
            let slot = &mut next[row as usize];
            items[*slot as usize] = item;
            *slot += 1;
        }
        Self { offsets, items }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// The items of row `i`.
    pub fn row(&self, i: usize) -> &[u32] {
        &self.items[self.range(i)]
    }

    /// Sorts the items within each row.
    pub(super) fn sort_rows(&mut self) {
        for row in 0..self.rows() {
            let range = self.range(row);
            self.items[range].sort_unstable();
        }
    }

    fn range(&self, row: usize) -> Range<usize> {
        self.offsets[row] as usize..self.offsets[row + 1] as usize
    }
}

impl Default for Csr {
    fn default() -> Self {
        Self { offsets: vec![0], items: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_become_rows_in_their_order() {
        let csr = Csr::from_pairs(3, [(2, 7), (0, 1), (2, 5)].into_iter());
        assert_eq!(csr.rows(), 3);
        assert_eq!(csr.row(0), [1]);
        assert_eq!(csr.row(1), [0u32; 0]);
        assert_eq!(csr.row(2), [7, 5]);
        assert_eq!(Csr::default().rows(), 0);
    }
}
