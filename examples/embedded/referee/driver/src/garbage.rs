//! Invalid lines: each is refused with the right number, and changes nothing.

use crate::random::Random;
use crate::session::Session;

/// Known words with wrong words after them.
const LINES: [&str; 34] = [
    "hello",
    "MOVE e4",
    "move",
    "move ",
    "move  e4",
    "move e4 e5",
    "move e9",
    "move e2e9",
    "move \u{265E}f6",
    "move 0000",
    "moved e4",
    " move e4",
    "\tfen",
    "undo 1",
    "undo ",
    "board e4",
    "fen 8/8/8/8/8/8/8/8",
    "legal e2",
    "claims now",
    "outcome?",
    "outcome please",
    "memory all",
    "position",
    "position start",
    "position startpos moves e2e4",
    "position fen",
    "position fen ",
    "position fens",
    "position makrukk",
    "occupancy",
    "occupancy ffff",
    "occupancy FFFF00000000FFFF",
    "occupancy ffff00000000fffg",
    "occupancy ffff00000000ffff0",
];

pub fn all(session: &mut Session) -> Result<(), String> {
    let mut random = Random::new(88);
    for start in
        ["position startpos", "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
    {
        session.ask(start)?.map_err(|code| format!("{start} refused: {code}"))?;
        for line in LINES {
            refused(session, line.as_bytes())?;
        }
        texts(session)?;
        long_lines(session, &mut random)?;
        halves(session)?;
        for _ in 0..400 {
            any(session, &mut random)?;
            unchanged(session)?;
            spoilt(session, &mut random)?;
            unchanged(session)?;
        }
    }
    quiet_board(session, &mut random)
}

/// Sends garbage until the line has carried so many bytes.
pub fn until(session: &mut Session, bytes: u64) -> Result<(), String> {
    let mut random = Random::new(59);
    while session.bytes() < bytes {
        for _ in 0..8 {
            any(session, &mut random)?;
            spoilt(session, &mut random)?;
        }
        unchanged(session)?;
    }
    Ok(())
}

/// Sends a line that must be refused, and checks that the state of the device is unchanged.
fn refused(session: &mut Session, line: &[u8]) -> Result<(), String> {
    session.begin(line)?;
    if let Some(Ok(_)) = session.end(line)? {
        return Err(format!("{:?} was obeyed", String::from_utf8_lossy(line)));
    }
    unchanged(session)
}

/// Compares the device's position with that of the twin, which has received the same lines.
fn unchanged(session: &mut Session) -> Result<(), String> {
    session.ask("fen")?.map(|_| ()).map_err(|code| format!("fen refused: {code}"))
}

/// Sends the library's own lists of invalid FENs and moves.
fn texts(session: &mut Session) -> Result<(), String> {
    let fens = include_str!("../../../../../tests/data/fen_bad.txt").lines().filter(|line| !line.starts_with('#'));
    for fen in fens.filter_map(|line| line.split('\t').next()) {
        let line = format!("position fen {fen}");
        if session.ask(&line)?.is_ok() {
            return Err(format!("{line} was obeyed"));
        }
    }
    let moves = include_str!("../../../../../tests/data/san_bad.txt").lines().filter(|line| !line.starts_with('#'));
    for line in moves {
        let mut columns = line.split(" | ");
        let (Some(start), Some(text)) = (columns.next(), columns.next()) else { continue };
        let start = if start == "start" { "position startpos".to_owned() } else { format!("position fen {start}") };
        let start = session.ask(&start)?;
        if start.is_ok() && session.ask(&format!("move {text}"))?.is_ok() {
            return Err(format!("{text} was obeyed"));
        }
    }
    unchanged(session)
}

/// Sends lines that are too long, by one byte and by many, and the longest valid line.
fn long_lines(session: &mut Session, random: &mut Random) -> Result<(), String> {
    for length in [191, 192, 193, 255, 256, 257, 1_000, 5_000] {
        let mut line = b"position fen ".to_vec();
        line.resize_with(length, || b'1' + random.below(8) as u8);
        refused(session, &line)?;
        refused(session, &vec![b' '; length])?;
    }
    Ok(())
}

/// Sends lines in parts (no answer may come before the end), line ends alone, and line ends of another system.
fn halves(session: &mut Session) -> Result<(), String> {
    for parts in [["f", "en"], ["outc", "ome"], ["legal", ""], ["", "claims"], ["fen", "\r"], ["\r", "fen"]] {
        for part in parts {
            session.begin(part.as_bytes())?;
            session.quiet()?;
        }
        session.end(parts.concat().as_bytes())?;
    }
    for nothing in ["", "\r", "\r\r"] {
        session.begin(nothing.as_bytes())?;
        session.end(nothing.as_bytes())?;
        session.quiet()?;
    }
    refused(session, b"mo")?;
    refused(session, b"position fen rnbq")
}

/// Sends random bytes.
fn any(session: &mut Session, random: &mut Random) -> Result<(), String> {
    let length = 1 + random.below(220);
    let line: Vec<u8> = (0..length).map(|_| random.next() as u8).filter(|&byte| byte != b'\n').collect();
    session.begin(&line)?;
    session.end(&line).map(|_| ())
}

/// Sends requests with one or two wrong bytes. Some of them are still valid requests.
fn spoilt(session: &mut Session, random: &mut Random) -> Result<(), String> {
    let position = format!("position fen {}", session.game().fen());
    let requests =
        [&position, "move Nf3", "move e2e4", "occupancy ffff00000000ffff", "claims", "outcome", "board", "undo"];
    let mut line = requests[random.below(requests.len())].as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        let at = random.below(line.len());
        let byte = [random.next() as u8, line[at] ^ 1, line[at] ^ 0x20, b'8', b' '][random.below(5)];
        line[at] = if byte == b'\n' { b'?' } else { byte };
    }
    session.begin(&line)?;
    session.end(&line).map(|_| ())
}

/// Sends random readings of a board, and then a game.
fn quiet_board(session: &mut Session, random: &mut Random) -> Result<(), String> {
    for number in 0..300 {
        let mut squares = random.next();
        if number % 3 == 0 {
            squares = session.game().occupied().bits() ^ (1 << random.below(64)) ^ (1 << random.below(64));
        }
        for _ in 0..random.below(30) {
            // `ask` has compared the reply with that of the twin.
            let _ = session.ask(&format!("occupancy {squares:016x}"))?;
        }
    }
    unchanged(session)
}
