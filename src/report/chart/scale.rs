//! Scales: from values to positions, with round ticks.

/// A linear scale with round ticks.
#[derive(Debug, Clone)]
pub struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    step: f64,
}

impl Scale {
    /// Maps values `from`…`to`, widened to whole steps, to positions `start`…`end`, with about `ticks` ticks.
    pub fn new((from, to): (f64, f64), (start, end): (f64, f64), ticks: f64) -> Scale {
        let rough = ((to - from) / ticks).max(1e-9);
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|m| m * power)
            .into_iter()
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(power);
        Scale {
            from: (from / step + 1e-9).floor() * step,
            to: (to / step - 1e-9).ceil() * step,
            start,
            end,
            step,
        }
    }

    /// The position of a value.
    pub fn at(&self, value: f64) -> f64 {
        self.start + (value - self.from) / (self.to - self.from) * (self.end - self.start)
    }

    /// The values of the ticks.
    pub fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.to - self.from) / self.step).round() as usize;
        (0..=count).map(|i| self.from + i as f64 * self.step)
    }

    /// How many decimals the ticks need when shown times `factor`.
    pub fn decimals(&self, factor: f64) -> usize {
        let step = self.step * factor;
        (0..6)
            .find(|&d| {
                let s = step * 10f64.powi(d);
                (s - s.round()).abs() < 1e-6
            })
            .unwrap_or(6) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let scale = Scale::new((0.182, 0.334), (100.0, 900.0), 8.0);
        let ticks: Vec<String> = scale.ticks().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(
            ticks,
            [
                "0.18", "0.20", "0.22", "0.24", "0.26", "0.28", "0.30", "0.32", "0.34"
            ]
        );
        assert_eq!(
            (scale.at(0.18).round(), scale.at(0.34).round()),
            (100.0, 900.0)
        );
        assert_eq!(scale.decimals(100.0), 0);
    }
}
