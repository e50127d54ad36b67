//! A value that varies over a run, kept as mean, maximum and last.

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A value over time, without the values: `{"mean", "max", "last"}` in JSON, or `null` where nothing
/// was pushed. A part that is not finite becomes `null` too, since JSON has no word for it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Series {
    /// How many values there were: the frames pushed, or what was counted elsewhere.
    pub count: u64,
    /// The sum over the values.
    pub sum: f64,
    /// The largest value.
    pub max: f64,
    /// The last value.
    pub last: f64,
}

impl Series {
    /// Add a frame's value.
    pub fn push(&mut self, value: f64) {
        self.push_many(value, value);
    }

    /// Add a frame of many values, of which `mean` and `max` are known. Over the run the mean is then
    /// over values and time, the maximum is over values and time, and the last is the last frame's mean.
    pub fn push_many(&mut self, mean: f64, max: f64) {
        self.max = if self.count == 0 { max } else { self.max.max(max) };
        self.count += 1;
        self.sum += mean;
        self.last = mean;
    }

    /// The mean over the frames; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl Serialize for Series {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(mean) = self.mean() else {
            return serializer.serialize_none();
        };
        let mut object = serializer.serialize_struct("Series", 3)?;
        let finite = |value: f64| value.is_finite().then_some(value);
        object.serialize_field("mean", &finite(mean))?;
        object.serialize_field("max", &finite(self.max))?;
        object.serialize_field("last", &finite(self.last))?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serialises_as_mean_max_last() {
        let mut series = Series::default();
        assert_eq!(serde_json::to_string(&series).unwrap(), "null");
        series.push(-3.0);
        assert_eq!(series.max, -3.0);
        series.push_many(1.0, 5.0);
        let json = serde_json::to_string(&series).unwrap();
        assert_eq!(json, r#"{"mean":-1.0,"max":5.0,"last":1.0}"#);
        series.push(f64::NAN);
        let json = serde_json::to_string(&series).unwrap();
        assert_eq!(json, r#"{"mean":null,"max":5.0,"last":null}"#);
    }
}
