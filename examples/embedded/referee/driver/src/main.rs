//! Plays 200 games with the referee, sends readings of a board and invalid lines of every kind, and compares each reply with that
//! of the library on this machine, which has another move generator and another record of games.
//!
//! ```text
//! driver [--makruk] [--games N] [--bytes N] COMMAND...
//! ```
//!
//! The command's standard input and output are the device's serial line. `--bytes` is the number of bytes, both
//! ways, before the garbage ends. Exit status: 0 if every reply was right, else 1.

mod device;
mod garbage;
mod play;
mod random;
mod session;
mod twin;

use std::process::ExitCode;
use std::time::Instant;

use device::Device;
use session::Session;

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Vec<String>) -> Result<(), String> {
    let (mut knows_makruk, mut games, mut bytes) = (false, 200, 0);
    while arguments.first().is_some_and(|word| word.starts_with("--")) {
        let option = arguments.remove(0);
        if option == "--makruk" {
            knows_makruk = true;
            continue;
        }
        let value = if arguments.is_empty() { String::new() } else { arguments.remove(0) };
        let value: u64 = value.parse().map_err(|error| format!("{option} {value}: {error}"))?;
        match option.as_str() {
            "--games" => games = value,
            "--bytes" => bytes = value,
            _ => return Err(format!("{option} is no option")),
        }
    }
    let begin = Instant::now();
    let mut session = Session::new(Device::start(&arguments)?, knows_makruk)?;
    let idle = session.free()?;
    play::budget(&mut session)?;
    let budget = session.free()?;
    let moves = play::games(&mut session, games)?;
    let played = session.free()?;
    garbage::all(&mut session)?;
    garbage::until(&mut session, bytes)?;
    println!(
        "referee: {games} games of {moves} moves, {} lines and {} bytes answered as they should be, in {:.0?}; of the memory {idle} bytes were \
         free at the start, {budget} after forty moves of a board and forty taken back, {played} after the games; never in use: {} bytes",
        session.lines(),
        session.bytes(),
        begin.elapsed(),
        session.free()?
    );
    Ok(())
}
