//! The grid of a sweep: its axes (varied values) and its points.

use crate::scenario::Scenario;
use crate::session::variants::values;
use crate::session::{Usage, each_once, folded, path_of};

/// One dimension of the grid: a path in the scenario or its roster, and its values as arguments of
/// `--set`.
#[derive(Debug, Clone)]
pub struct Axis {
    pub path: String,
    pub values: Vec<String>,
}

impl Axis {
    /// Formats one value of an axis of the grid as an argument of `--set`, as in "rules.rounds=8".
    pub fn setting(&self, value: usize) -> String {
        format!("{}={}", self.path, self.values[value])
    }

    /// Returns whether the axis varies the bots that play.
    pub fn of_bots(&self) -> bool {
        self.path.starts_with("strateg")
    }

    /// Formats an axis of the grid with all its values, as in "rules.rounds: 5, 6, 7".
    pub fn written(&self) -> String {
        format!("{}: {}", self.path, self.values.join(", "))
    }

    /// Returns the index of the value of a fighter or a rule that the scenario already has; `None`
    /// if the axis does not contain this value.
    pub fn in_force(&self, scenario: &Scenario) -> Option<usize> {
        let value = scenario.value(&self.path)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.values.iter().position(|known| *known == text)
    }
}

/// Returns all points of a grid. A point holds, for each axis, the index of its value. The last
/// axis varies fastest.
pub fn points(axes: &[Axis]) -> Vec<Vec<usize>> {
    let mut points = vec![vec![]];
    for Axis { values, .. } in axes {
        let longer = |point: &Vec<usize>| {
            let point = point.clone();
            (0..values.len()).map(move |value| [&point[..], &[value]].concat())
        };
        points = points.iter().flat_map(longer).collect();
    }
    points
}

/// Maximum number of points of a grid.
const MOST_POINTS: usize = 2_000;

/// Parses the axes of a grid from the arguments of `--vary`, each in the form `PATH=VALUES`. The
/// command's other flags change the scenario with `settings`, each in the form `PATH=VALUE`.
///
/// # Errors
/// Fails if an argument does not have the form, if a path is given twice, if a setting would have
/// no effect because an axis varies its value, or if the grid has too many points.
pub fn axes(vary: &[String], settings: &[String]) -> Result<Vec<Axis>, Usage> {
    let axis = |vary: &String| {
        let fault = |what: String| Usage(format!("--vary {vary}: {what}"));
        let (path, list) = vary
            .split_once('=')
            .ok_or_else(|| fault("wants PATH=VALUES, as in rules.rounds=5..12".into()))?;
        Ok(Axis { path: path.trim().to_owned(), values: values(list).map_err(fault)? })
    };
    let axes = vary.iter().map(axis).collect::<Result<Vec<_>, _>>()?;
    each_once("--vary", vary)?;
    let varied = |path: &str| axes.iter().any(|axis| folded(&axis.path) == folded(path));
    if let Some(setting) = settings.iter().find(|setting| path_of(setting).is_some_and(varied)) {
        return Err(Usage(format!(
            "{setting}: --vary varies this value as well; remove one of the two flags"
        )));
    }
    let count = axes.iter().try_fold(1usize, |all, axis| all.checked_mul(axis.values.len()));
    match count {
        Some(count) if count <= MOST_POINTS => Ok(axes),
        _ => Err(Usage(format!("the grid is too large: it may have at most {MOST_POINTS} points"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(path: &str, values: &[&str]) -> Axis {
        Axis { path: path.into(), values: values.iter().map(|value| value.to_string()).collect() }
    }

    #[test]
    fn a_value_is_varied_or_set_but_not_both() {
        let vary = ["rules.rounds=5,6", "line-up.draw=2"].map(str::to_owned);
        let said = |setting: &str| axes(&vary, &[setting.to_owned()]);
        assert!(said("rules.first=1").is_ok());
        let told = said("line_up.draw=3").unwrap_err().to_string();
        assert!(told.starts_with("line_up.draw=3: --vary varies this value as well"), "{told}");
    }

    #[test]
    fn a_grid_has_every_combination_once() {
        let axes = [axis("a", &["1", "2"]), axis("b", &["x", "y", "z"])];
        let all = points(&axes);
        assert_eq!(all, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(points(&[]), [[0; 0]]);
    }
}
