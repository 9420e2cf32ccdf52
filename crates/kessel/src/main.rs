//! The program `kessel`: see the library of the same name.

/// Gives back to the system what tables that sleep do not need any more, which the allocator of the C library does not.
#[cfg(all(feature = "jemalloc", not(target_env = "msvc")))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    kessel::main()
}
