//! The `gong` command.

fn main() -> std::process::ExitCode {
    gong::cli::main()
}
