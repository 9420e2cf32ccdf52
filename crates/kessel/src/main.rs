//! The program `kessel`: see the library of the same name.

fn main() -> std::process::ExitCode {
    kessel::main()
}
