//! A number that may change over simulated time.

use crate::error::{Error, Result};
use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A number, or keyframes over time: in TOML `0.5`, or `[[0.0, 0.0], [2.0, 0.05]]` with pairs of time [s] and
/// value; linear between two keyframes, constant before the first and after the last.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    form: Form,
}

/// The two forms are kept apart so that a track is written as it was read.
#[derive(Debug, Clone, PartialEq)]
enum Form {
    Constant(f64),
    /// `[time, value]`, times finite and strictly ascending, at least one.
    Keyframes(Vec<[f64; 2]>),
}

impl Track {
    /// The same value at all times.
    pub const fn constant(value: f64) -> Self {
        Self { form: Form::Constant(value) }
    }

    /// From pairs of time [s] and value, times strictly ascending, at least one.
    pub fn keyframes(keys: Vec<[f64; 2]>) -> Result<Self> {
        match fault(&keys) {
            None => Ok(Self { form: Form::Keyframes(keys) }),
            Some(what) => Err(Error::input("keyframes", what, "give them as [[time, value], …]")),
        }
    }

    /// The value at the time `t` [s].
    pub fn at(&self, t: f64) -> f64 {
        let keys = match &self.form {
            Form::Constant(value) => return *value,
            Form::Keyframes(keys) => keys,
        };
        let after = keys.partition_point(|[time, _]| *time <= t);
        match (after.checked_sub(1).and_then(|i| keys.get(i)), keys.get(after)) {
            (Some([t0, v0]), Some([t1, v1])) => v0 + (v1 - v0) * ((t - t0) / (t1 - t0)),
            (Some([_, last]), None) => *last,
            (None, Some([_, first])) => *first,
            // Only for an empty list, which no constructor lets through.
            (None, None) => 0.0,
        }
    }

    /// Whether the value is the same at all times.
    pub fn is_constant(&self) -> bool {
        let (min, max) = self.range();
        min == max
    }

    /// Whether the value is zero at all times.
    pub fn is_zero(&self) -> bool {
        self.range() == (0.0, 0.0)
    }

    /// The smallest and the largest value of all times.
    pub fn range(&self) -> (f64, f64) {
        match &self.form {
            Form::Constant(value) => (*value, *value),
            Form::Keyframes(keys) => keys
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), [_, v]| (min.min(*v), max.max(*v))),
        }
    }
}

/// What keeps `keys` from being keyframes.
fn fault(keys: &[[f64; 2]]) -> Option<String> {
    if keys.is_empty() {
        return Some("no keyframe".into());
    }
    if let Some([time, _]) = keys.iter().find(|[time, _]| !time.is_finite()) {
        return Some(format!("the time {time} is not finite"));
    }
    keys.windows(2)
        .find(|pair| pair[1][0] <= pair[0][0])
        .map(|pair| format!("the time {} s does not come after {} s", pair[1][0], pair[0][0]))
}

impl From<f64> for Track {
    fn from(value: f64) -> Self {
        Self::constant(value)
    }
}

impl Serialize for Track {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match &self.form {
            Form::Constant(value) => value.serialize(serializer),
            Form::Keyframes(keys) => keys.serialize(serializer),
        }
    }
}

// By hand: an untagged enum would lose both the place of an error and its reason.
impl<'de> Deserialize<'de> for Track {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(TrackVisitor)
    }
}

struct TrackVisitor;

impl<'de> Visitor<'de> for TrackVisitor {
    type Value = Track;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a number, or keyframes [[time, value], …]")
    }

    fn visit_f64<E>(self, value: f64) -> std::result::Result<Track, E> {
        Ok(Track::constant(value))
    }

    fn visit_i64<E>(self, value: i64) -> std::result::Result<Track, E> {
        Ok(Track::constant(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> std::result::Result<Track, E> {
        Ok(Track::constant(value as f64))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> std::result::Result<Track, A::Error> {
        let mut keys = Vec::new();
        while let Some(Keyframe(key)) = seq.next_element()? {
            keys.push(key);
        }
        match fault(&keys) {
            None => Ok(Track { form: Form::Keyframes(keys) }),
            Some(what) => Err(A::Error::custom(what)),
        }
    }
}

/// One pair of time [s] and value, read with a message of its own.
struct Keyframe([f64; 2]);

impl<'de> Deserialize<'de> for Keyframe {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_seq(KeyframeVisitor)
    }
}

struct KeyframeVisitor;

impl<'de> Visitor<'de> for KeyframeVisitor {
    type Value = Keyframe;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a keyframe [time, value]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> std::result::Result<Keyframe, A::Error> {
        let time = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let value = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        match seq.next_element::<IgnoredAny>()? {
            None => Ok(Keyframe([time, value])),
            Some(_) => Err(A::Error::invalid_length(3, &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Holder {
        v: Track,
    }

    fn read(text: &str) -> std::result::Result<Track, String> {
        toml::from_str::<Holder>(text).map(|h| h.v).map_err(|e| e.message().to_string())
    }

    #[test]
    fn linear_between_and_constant_outside() {
        let track = read("v = [[1, 0], [3, 4.0], [4, -2]]").unwrap();
        for (t, expected) in
            [(-5.0, 0.0), (1.0, 0.0), (2.0, 2.0), (3.0, 4.0), (3.5, 1.0), (4.0, -2.0), (9.0, -2.0)]
        {
            assert_eq!(track.at(t), expected, "at {t}");
        }
        assert_eq!(track.range(), (-2.0, 4.0));
        assert!(!track.is_constant() && !track.is_zero());
        assert_eq!(track.at(f64::NAN), 0.0);
    }

    #[test]
    fn one_keyframe_is_a_constant() {
        let track = read("v = [[2, 0.5]]").unwrap();
        assert_eq!((track.at(-1.0), track.at(2.0), track.at(3.0)), (0.5, 0.5, 0.5));
        assert!(track.is_constant() && !track.is_zero());
        assert!(Track::constant(0.0).is_zero() && read("v = [[0, 0], [1, 0.0]]").unwrap().is_zero());
    }

    #[test]
    fn both_forms_are_written_as_read() {
        for text in ["v = 0.5\n", "v = [[0.0, 0.0], [2.0, 0.05]]\n"] {
            assert_eq!(toml::to_string(&Holder { v: read(text).unwrap() }).unwrap(), text);
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("v = []", "no keyframe"),
            ("v = [[1, 0], [1, 2]]", "1 s does not come after 1 s"),
            ("v = [[2, 0], [1, 2]]", "1 s does not come after 2 s"),
            ("v = [[inf, 0]]", "not finite"),
            ("v = [[nan, 0]]", "not finite"),
            ("v = [0, 1]", "a keyframe [time, value]"),
            ("v = [[0]]", "a keyframe [time, value]"),
            ("v = [[0, 1, 2]]", "a keyframe [time, value]"),
            ("v = [[0, \"a\"]]", "f64"),
            ("v = \"stiff\"", "a number, or keyframes"),
            ("v = true", "a number, or keyframes"),
        ] {
            let message = read(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
        assert_eq!(Track::keyframes(vec![]).unwrap_err().exit_code(), 4);
    }

    proptest! {
        #[test]
        fn values_stay_within_the_range(values in prop::collection::vec(-10.0..10.0f64, 1..6), t in -2.0..8.0f64) {
            let keys = values.iter().enumerate().map(|(i, v)| [i as f64, *v]).collect();
            let track = Track::keyframes(keys).unwrap();
            let (min, max) = track.range();
            prop_assert!((min - 1e-12..=max + 1e-12).contains(&track.at(t)));
        }
    }
}
