//! The executable of the command-line program `gong`, a balance lab for tabletop games.

fn main() -> std::process::ExitCode {
    gong::cli::main()
}
