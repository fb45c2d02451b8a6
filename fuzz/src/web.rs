//! The interface of the WebAssembly modules, as a page calls it: numbers and texts of any kind, in any order.

use chess0x88_web_host::{answer, answer_len, extras, games, referee, room};

use crate::bytes::Bytes;

/// Says a text, calls, and gives what was answered; `Err` with the reason of a failure.
fn say(text: &[u8], call: impl FnOnce() -> u32) -> Result<String, String> {
    let place = room(text.len());
    // SAFETY: `room` has made room for so many bytes there, and nothing else has been called since.
    unsafe { place.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
    let done = call();
    // SAFETY: the answer stands there until the next call, and it is a text.
    let bytes = unsafe { std::slice::from_raw_parts(answer(), answer_len()) };
    let answer = str::from_utf8(bytes).expect("text").to_owned();
    match done {
        1 => Ok(answer),
        0 => {
            assert!(!answer.is_empty() || text.is_empty() || text[0] == b'\n', "a failure without a reason");
            Err(answer)
        }
        other => panic!("a call answers 0 or 1, not {other}"),
    }
}

/// Calls of any kind, a byte each, with their texts and numbers.
pub fn wasm(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut handles = Vec::new();
    for _ in 0..64 {
        if bytes.is_empty() {
            break;
        }
        one_call(&mut bytes, &mut handles);
    }
    handles.into_iter().for_each(|handle| games::drop_game(handle));
}

fn one_call(bytes: &mut Bytes<'_>, handles: &mut Vec<u32>) {
    let kind = bytes.byte() % 20;
    let makruk = u32::from(bytes.flag());
    let handle = bytes.pick(handles).unwrap_or(u32::from(kind));
    let (from, to) = (u32::from(bytes.byte()), u32::from(bytes.byte()));
    let length = usize::from(bytes.byte()) * if kind < 3 { 16 } else { 1 };
    let text = bytes.take(length);
    let _ = match kind {
        0 => {
            let records = say(text, || extras::read_pgn());
            if let Ok(records) = &records {
                // What is read can be written, moves aside, which need a number in front.
                let others: String =
                    records.split_inclusive('\u{1e}').filter(|record| !record.starts_with('m')).collect();
                assert!(say(others.as_bytes(), || extras::write_pgn(from)).is_ok());
            }
            records
        }
        1 => say(text, || extras::write_pgn(from << (to % 32))),
        2 => say(text, || referee::judge(makruk)),
        3 => say(text, || extras::examine(makruk)),
        4 => say(text, || extras::chess960(from << 2 | to & 3)),
        5 => say(text, || extras::relation(from, to)),
        6 => say(text, || extras::picture(makruk)),
        7 => say(text, || extras::perft(makruk, to % 3)),
        8 => {
            let made = say(text, || games::new_game(makruk, from & 1));
            handles.extend(made.iter().map(|handle| handle.parse::<u32>().expect("a handle")));
            made
        }
        9 => {
            // The start, which most texts are not.
            let made = say(if makruk == 0 { CHESS } else { MAKRUK }, || games::new_game(makruk, 0));
            handles.push(made.as_ref().expect("the start").parse().expect("a handle"));
            made
        }
        10 => {
            handles.retain(|&other| other != handle);
            games::drop_game(handle);
            Err(String::new())
        }
        11 => say(text, || games::find(handle)),
        12 => say(text, || games::find_squares(handle, from, to)),
        13 => say(text, || games::play(handle)),
        14 => say(b"", || games::undo(handle)),
        15 => say(b"", || games::premoves(handle, from)),
        16 => say(b"", || games::attackers(handle, from, to)),
        17 => say(b"", || games::attacks(handle, from)),
        18 => say(text, || games::declare(handle)),
        _ => {
            // A move of the list, which is found again and played.
            let moves = say(b"", || games::moves(handle, 64)).unwrap_or_default();
            let lines: Vec<&str> = moves.lines().collect();
            let line = bytes.pick(&lines);
            if let Some(uci) = line.and_then(|line| line.split(' ').nth(2)) {
                let found = say(uci.as_bytes(), || games::find(handle)).expect("a move of the list");
                assert_eq!(Some(found.trim_end()), line.map(str::trim_end));
                let _ = say(uci.as_bytes(), || games::play(handle));
            }
            say(b"", || games::claims(handle))
        }
    };
    for &handle in handles.iter() {
        let status = say(b"", || games::status(handle)).expect("a game that is kept");
        assert!(!status.is_empty());
        assert!(say(b"", || games::sans(handle)).is_ok());
    }
}

const CHESS: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MAKRUK: &[u8] = b"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
