/// Disjoint sets; each set is named after its lowest member.
pub(super) struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// `count` sets of one member each.
    pub(super) fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// The lowest member of the set that holds `member`.
    pub(super) fn root(&mut self, mut member: u32) -> u32 {
        while self.parents[member as usize] != member {
            // Path halving keeps the trees flat without recursion.
            let grandparent = self.parents[self.parents[member as usize] as usize];
            self.parents[member as usize] = grandparent;
            member = grandparent;
        }
        member
    }

    /// Makes one set of the sets that hold `a` and `b`.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
