//! Claims about a table that the sentences of a documentation page make. When the table is
//! regenerated, the claims are checked.
//!
//! A claim is a comment after its sentence, about the listing above it: `<!-- holds: Agaric, Jojoba
//! most Difference; Baobab vs fair < 0 -->`.
//!
//! - `A, B most COLUMN`, `A, B least COLUMN`: these rows have the largest or smallest numbers of
//!   the column, in this order
//! - `A COLUMN < 5`, `A COLUMN > 5`, `A COLUMN = 21.0`: the number of the row
//! - `says TEXT`: the listing contains the text

const OPENS: &str = "<!-- holds:";
const CLOSES: &str = "-->";
const FENCE: &str = "```";

/// Returns all claims of a page that are false.
pub fn broken(page: &str) -> Vec<String> {
    let mut listing: Vec<&str> = vec![];
    let mut inside = false;
    let mut broken = vec![];
    for line in page.lines() {
        if line.starts_with(FENCE) {
            inside = !inside;
            if inside {
                listing.clear();
            }
        } else if inside {
            listing.push(line);
        } else {
            let comments = line.split(OPENS).skip(1);
            let claims = comments.filter_map(|rest| rest.split(CLOSES).next());
            for claim in claims.flat_map(|claims| claims.split(';')).map(str::trim) {
                if let Err(why) = check(claim, &listing) {
                    broken.push(format!("{claim}: {why}"));
                }
            }
        }
    }
    broken
}

fn check(claim: &str, listing: &[&str]) -> Result<(), String> {
    if let Some(text) = claim.strip_prefix("says ") {
        let said = listing.iter().any(|line| line.contains(text));
        return said.then_some(()).ok_or("the listing does not say so".into());
    }
    for (word, sign) in [(" most ", -1.0), (" least ", 1.0)] {
        if let Some((names, column)) = claim.split_once(word) {
            let names: Vec<&str> = names.split(", ").collect();
            let mut rows = rows(column, listing)?;
            rows.sort_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)));
            let first: Vec<&str> = rows.iter().map(|row| row.0).take(names.len()).collect();
            return match first == names {
                true => Ok(()),
                false => Err(format!("these are {}", first.join(", "))),
            };
        }
    }
    let (left, sign, right) = [" < ", " > ", " = "]
        .iter()
        .find_map(|sign| claim.split_once(sign).map(|(left, right)| (left, *sign, right)))
        .ok_or("it is none of the claims that there are")?;
    let wanted = number(right).ok_or("its number is none")?;
    let found = headings(listing)
        .filter_map(|column| Some((left.strip_suffix(column)?.trim_end(), column)))
        .find_map(|(name, column)| {
            let rows = rows(column, listing).ok()?;
            rows.into_iter().find(|row| row.0 == name)
        });
    let (_, value) = found.ok_or("the listing has no such row and column")?;
    let holds = match sign {
        " < " => value < wanted,
        " > " => value > wanted,
        _ => (value - wanted).abs() < 1e-9,
    };
    holds.then_some(()).ok_or_else(|| format!("it is {value}"))
}

/// Returns the cells of a line, separated by two or more spaces.
fn cells(line: &str) -> Vec<&str> {
    let cells = line.split("  ").map(str::trim);
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// Returns all lines of a listing that may be headings.
fn headings<'a>(listing: &'a [&str]) -> impl Iterator<Item = &'a str> {
    listing.iter().flat_map(|line| cells(line).into_iter().skip(1))
}

/// Returns the names and the numbers of a column.
fn rows<'a>(column: &str, listing: &'a [&str]) -> Result<Vec<(&'a str, f64)>, String> {
    let place = |line: &&str| cells(line).iter().skip(1).position(|cell| *cell == column);
    let found = (0..).zip(listing).find_map(|(at, line)| Some((at, place(line)?)));
    let (head, at) = found.ok_or_else(|| format!("the listing has no column {column}"))?;
    let below: &[&str] = &listing[head + 1..];
    let row = |line: &&'a str| {
        let cells = cells(line);
        Some((*cells.first()?, number(cells.get(at + 1)?)?))
    };
    // A heading or a verdict may take two lines; the second one begins with spaces.
    Ok(below.iter().filter(|line| !line.starts_with(' ')).map_while(row).collect())
}

/// Returns the number at the start of a text.
fn number(text: &str) -> Option<f64> {
    let text = text.replace('−', "-").replace(',', "");
    let text = text.trim_start_matches('+');
    let end = text.find(|c: char| !c.is_ascii_digit() && !"-.".contains(c));
    text[..end.unwrap_or(text.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
```
$ gong run x.toml
X: 10 games

Fighter      Win rate %  vs fair  Mean PP
Jojoba       28.8 ± 0.4     +3.8     9.41
Baobab       24.0 ± 0.4     −1.0    10.00  within noise
La Fouine    21.0 ± 0.4     −4.0     9.83

Jojoba wins most
```
";

    fn of(claims: &str) -> Vec<String> {
        broken(&format!("{PAGE}\nSo it is. <!-- holds: {claims} -->\n"))
    }

    #[test]
    fn what_holds_is_not_told() {
        for claims in [
            "Jojoba most Win rate %",
            "Jojoba, Baobab most vs fair; La Fouine least Win rate %",
            "Baobab, La Fouine most Mean PP",
            "Baobab vs fair < 0; Baobab vs fair > -2; La Fouine Win rate % = 21.0",
            "says Jojoba wins most",
        ] {
            assert_eq!(of(claims), [""; 0], "{claims}");
        }
    }

    #[test]
    fn what_does_not_hold_is_told() {
        for claims in [
            "Baobab most Win rate %",
            "Jojoba, La Fouine most vs fair",
            "Baobab vs fair > 0",
            "Baobab Win rate % = 21.0",
            "Agaric Win rate % > 1",
            "Jojoba most Survives %",
            "says Baobab wins most",
            "Jojoba is good",
        ] {
            assert_eq!(of(claims).len(), 1, "{claims}: {:?}", of(claims));
        }
    }
}
