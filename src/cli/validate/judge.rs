//! From a measurement to a verdict.

use crate::error::Error;
use serde::Serialize;

/// What a run found, beside what it should have found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// What was measured.
    pub value: f64,
    /// What mathematics says; where that is 0, the error is the value itself.
    pub expected: f64,
    /// The largest error that counts as good.
    pub bound: f64,
}

impl Reading {
    /// A value that should be `expected`, within a share of it.
    pub fn near(value: f64, expected: f64, bound: f64) -> Self {
        Self { value, expected, bound }
    }

    /// A value that should be 0, within `bound`.
    pub fn none(value: f64, bound: f64) -> Self {
        Self { value, expected: 0.0, bound }
    }

    /// The relative error, or the value where it should be 0.
    pub fn error(&self) -> f64 {
        if self.expected == 0.0 { self.value } else { self.value / self.expected - 1.0 }
    }

    /// Whether the error is within its bound; what is no number is not.
    pub fn is_good(&self) -> bool {
        self.error().abs() <= self.bound
    }
}

/// Why a run found nothing.
#[derive(Debug)]
pub enum Failure {
    /// The program said so.
    Error(Error),
    /// It did not come to rest, or not to a solution.
    Endless(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// What a run came to.
pub type Outcome<T> = std::result::Result<T, Failure>;

/// What the runs of a trial found, a reading for each of its checks.
pub type Found = Outcome<Vec<Reading>>;

/// How a cell stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Within its bound.
    Good,
    /// Beyond its bound, or without a result.
    Bad,
    /// Beyond its bound, as a model is that is not made for this.
    Aside,
}

/// A model that is not meant to pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aside {
    /// Why not.
    pub why: &'static str,
    /// The largest error that the reason explains.
    pub most: f64,
}

/// The mark of a result of a model that may not be meant to pass, and why it has that.
pub fn judge(found: Result<&Reading, &Failure>, aside: Option<Aside>) -> (Mark, String) {
    match found {
        Ok(reading) if reading.is_good() => (Mark::Good, String::new()),
        Ok(reading) if !reading.error().is_finite() => (Mark::Bad, "what was measured is no number".into()),
        Ok(reading) => match aside {
            Some(aside) if reading.error().abs() <= aside.most => (Mark::Aside, aside.why.into()),
            Some(aside) => {
                (Mark::Bad, format!("beyond what is explained, {:.2e}: {}", aside.most, aside.why))
            }
            None => (Mark::Bad, format!("beyond its bound of {:.2e}", reading.bound)),
        },
        Err(Failure::Error(error)) => (Mark::Bad, error.to_string()),
        Err(Failure::Endless(what)) => (Mark::Bad, what.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOFT: Option<Aside> = Some(Aside { why: "soft", most: 5.0 });

    fn mark(reading: Reading, aside: Option<Aside>) -> Mark {
        judge(Ok(&reading), aside).0
    }

    #[test]
    fn what_is_beyond_its_bound_is_bad() {
        assert_eq!(mark(Reading::near(1.009, 1.0, 0.01), None), Mark::Good);
        assert_eq!(mark(Reading::near(-1.0, -1.0, 0.0), None), Mark::Good);
        for value in [1.011, 0.98, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(mark(Reading::near(value, 1.0, 0.01), None), Mark::Bad, "{value}");
        }
        for value in [2e-3, -2e-3, f64::NAN] {
            assert_eq!(mark(Reading::none(value, 1e-3), None), Mark::Bad, "{value}");
        }
    }

    #[test]
    fn what_is_set_aside_is_measured_and_has_to_be_a_number() {
        assert_eq!(mark(Reading::near(1.0, 1.0, 0.01), SOFT), Mark::Good);
        assert_eq!(mark(Reading::near(4.0, 1.0, 0.01), SOFT), Mark::Aside);
        assert_eq!(mark(Reading::near(f64::NAN, 1.0, 0.01), SOFT), Mark::Bad);
        // Even an excuse has its limit.
        assert_eq!(mark(Reading::near(7.0, 1.0, 0.01), SOFT), Mark::Bad);
        let endless = Failure::Endless("not at rest".into());
        assert_eq!(judge(Err(&endless), SOFT), (Mark::Bad, "not at rest".into()));
    }

    #[test]
    fn an_error_is_bad_whoever_is_set_aside() {
        let refused = Failure::Error(Error::input("load.0", "has no effect", "leave it out"));
        assert_eq!(judge(Err(&refused), None), (Mark::Bad, "load.0: has no effect; leave it out".into()));
        let lost = Failure::Error(Error::NonFinite { step: 3, vertex: 1 });
        assert_eq!(judge(Err(&lost), SOFT).0, Mark::Bad);
    }
}
