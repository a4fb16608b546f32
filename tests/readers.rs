//! Tests that tables can be read with Python: DuckDB opens every Parquet file of a run and finds
//! the expected types, missing values and sums.

use std::process::{Command, ExitStatus};

use crate::common::{columns, program};

/// Prints one line per table with its rows and columns in DuckDB's types, then some sums.
const SCRIPT: &str = r#"
import sys, duckdb
folder = sys.argv[1]
def query(sql):
    return duckdb.sql(sql.replace("@", folder + "/tables/")).fetchall()
for name in ["win_rates", "scores", "score_summary", "eliminations", "placements", "matchups", "cards", "game_lengths", "games"]:
    columns = query(f"describe select * from '@{name}.parquet'")
    print(name + ":", ", ".join(f"{c[0]} {c[1]}" for c in columns))
print("all", query("select sum(games), sum(wins) from '@win_rates.parquet' where seat is null"))
print("seats", query("select seat, sum(games), sum(wins) from '@win_rates.parquet' where seat is not null group by seat order by seat") == query("select seat, count(*), count(*) filter (won) from '@games.parquet' group by seat order by seat"))
print("teams", query("select count(team) from '@win_rates.parquet'"))
print("survived", query("select sum(games) from '@eliminations.parquet' where round is null") == query("select count(*) from '@games.parquet' where round_eliminated is null"))
print("scores", query("select entrant, sum(score * games) from '@scores.parquet' group by 1 order by 1") == query("select entrant, sum(score) from '@games.parquet' group by 1 order by 1"))
print("kills", query("select entrant, opponent, eliminated from '@matchups.parquet' where eliminated > 0 order by 1, 2") == query("select eliminated_by, entrant, count(*) from '@games.parquet' where eliminated_by is not null group by 1, 2 order by 1, 2"))
print("games", query("select count(distinct game), min(game), max(game), count(*) filter (won) from '@games.parquet'"))
"#;

const EXPECTED: &str = "\
win_rates: entrant VARCHAR, strategy VARCHAR, team UTINYINT, seat UTINYINT, games UBIGINT, wins UBIGINT, win_rate DOUBLE, ci_low DOUBLE, ci_high DOUBLE, fair_share DOUBLE
scores: entrant VARCHAR, strategy VARCHAR, score USMALLINT, games UBIGINT
score_summary: entrant VARCHAR, strategy VARCHAR, games UBIGINT, mean DOUBLE, sd DOUBLE, p5 USMALLINT, p25 USMALLINT, p50 USMALLINT, p75 USMALLINT, p95 USMALLINT
eliminations: entrant VARCHAR, strategy VARCHAR, round UTINYINT, games UBIGINT, share DOUBLE, hazard DOUBLE, survival DOUBLE
placements: entrant VARCHAR, strategy VARCHAR, place UTINYINT, games UBIGINT, share DOUBLE
matchups: entrant VARCHAR, opponent VARCHAR, games UBIGINT, finished_ahead UBIGINT, eliminated UBIGINT, score_taken DOUBLE
cards: entrant VARCHAR, strategy VARCHAR, card VARCHAR, round UTINYINT, plays UBIGINT, wins UBIGINT, wounds_dealt UBIGINT, wounds_taken UBIGINT
game_lengths: rounds UTINYINT, games UBIGINT, share DOUBLE
games: game UBIGINT, entrant VARCHAR, seat UTINYINT, team UTINYINT, strategy VARCHAR, won BOOLEAN, place UTINYINT, score USMALLINT, round_eliminated UTINYINT, eliminated_by VARCHAR, rounds UTINYINT
all [(8000, 2000)]
seats True
teams [(0,)]
survived True
scores True
kills True
games [(2000, 0, 1999, 2000)]
";

#[test]
fn duckdb_reads_every_table() {
    let python = Command::new("python3").args(["-c", "import duckdb"]).output();
    if !python.is_ok_and(|output| ExitStatus::success(&output.status)) {
        assert!(
            std::env::var_os("GONG_REQUIRE_READERS").is_none(),
            "install what this test needs: python3 -m pip install duckdb"
        );
        eprintln!(
            "NOT TESTED: no python3 with DuckDB here. To test: python3 -m pip install duckdb"
        );
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = folder.path().join("run");
    let mut gong = Command::new(program::GONG);
    gong.args(["run", "tests/data/four.toml", "--strategy", "random", "--games", "2000", "--rows"]);
    program::ended(gong.arg("--out").arg(&run), 0);
    let output =
        Command::new("python3").arg("-c").arg(SCRIPT).arg(&run).output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.lines().count(), EXPECTED.lines().count(), "{printed}");
    for (line, expected) in printed.lines().zip(EXPECTED.lines()) {
        // A later version may add columns to a table. Lines about tables are therefore compared
        // column by column.
        let holds = match expected.contains(": ") {
            true => columns::are_kept(expected, line),
            false => line == expected,
        };
        assert!(holds, "was {expected}, is {line}");
    }
}
