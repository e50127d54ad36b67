//! Vertices that are held from outside while a simulation runs: by a hand, or by a click.

use glam::Vec3;
use std::collections::{BTreeMap, BTreeSet};

/// A vertex that is held.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hand {
    /// Where it is [m].
    at: Vec3,
    /// Where it goes [m].
    target: Vec3,
}

/// The way of a held vertex in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Way {
    /// Where it is when the step begins [m].
    pub from: Vec3,
    /// Where it is when the step ends [m].
    pub to: Vec3,
}

/// All vertices that are held from outside.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hands {
    held: BTreeMap<u32, Hand>,
    /// Vertices that the scene's pins hold no longer.
    free: BTreeSet<u32>,
    /// Vertices that were let go since the last step.
    dropped: BTreeSet<u32>,
}

impl Hands {
    /// Holds a vertex that is at `from`, or aims one that is held at another place; both in [m].
    pub fn hold(&mut self, vertex: u32, from: Vec3, target: Vec3) {
        self.dropped.remove(&vertex);
        self.held.entry(vertex).or_insert(Hand { at: from, target }).target = target;
    }

    /// Lets a vertex go, whatever holds it.
    pub fn let_go(&mut self, vertex: u32) {
        self.held.remove(&vertex);
        self.free.insert(vertex);
        self.dropped.insert(vertex);
    }

    /// Whether a vertex is held from outside.
    pub fn holds(&self, vertex: u32) -> bool {
        self.held.contains_key(&vertex)
    }

    /// Whether the scene's pins hold a vertex no longer.
    pub fn is_free(&self, vertex: u32) -> bool {
        self.free.contains(&vertex)
    }

    /// The vertices that are held from outside.
    pub fn vertices(&self) -> impl Iterator<Item = u32> {
        self.held.keys().copied()
    }

    /// Vertices that were let go since the last step.
    pub fn dropped(&self) -> impl Iterator<Item = u32> {
        self.dropped.iter().copied()
    }

    /// Whether nothing is held or was let go.
    pub fn is_empty(&self) -> bool {
        self.held.is_empty() && self.dropped.is_empty()
    }

    /// How many are held or were let go since the last step.
    pub fn len(&self) -> usize {
        self.held.len() + self.dropped.len()
    }

    /// The ways of a step in which no vertex goes farther than `reach` [m].
    pub fn ways(&self, reach: f32) -> BTreeMap<u32, Way> {
        let way = |(&vertex, hand): (&u32, &Hand)| {
            let by = (hand.target - hand.at).clamp_length_max(reach);
            let to = if by.is_finite() { hand.at + by } else { hand.at };
            (vertex, Way { from: hand.at, to })
        };
        self.held.iter().map(way).collect()
    }

    /// A step is done that took vertices along these ways.
    pub fn stepped(&mut self, ways: &BTreeMap<u32, Way>) {
        self.dropped.clear();
        for (vertex, hand) in &mut self.held {
            hand.at = ways.get(vertex).map_or(hand.at, |way| way.to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_goes_where_it_is_told_but_no_faster() {
        let mut hands = Hands::default();
        hands.hold(7, Vec3::ZERO, Vec3::X * 3.0);
        for x in [1.0, 2.0, 3.0, 3.0] {
            let ways = hands.ways(1.0);
            assert_eq!(ways[&7].to, Vec3::X * x);
            hands.stepped(&ways);
        }
        hands.hold(7, Vec3::ZERO, Vec3::NAN);
        assert_eq!(hands.ways(1.0)[&7].to, Vec3::X * 3.0);
    }

    #[test]
    fn what_is_let_go_is_free_and_told_once() {
        let mut hands = Hands::default();
        hands.hold(1, Vec3::ZERO, Vec3::ZERO);
        hands.let_go(1);
        hands.let_go(2);
        assert!(!hands.holds(1) && hands.is_free(1) && hands.is_free(2));
        assert_eq!(hands.dropped().collect::<Vec<_>>(), [1, 2]);
        hands.stepped(&BTreeMap::new());
        assert!(hands.is_empty() && hands.is_free(2));
        hands.hold(2, Vec3::ONE, Vec3::ONE);
        assert!(hands.holds(2) && hands.len() == 1);
    }
}
