//! The interface of the WebAssembly modules, as a page calls it: numbers and texts of any kind, in any order.

use chess0x88_web_host::{answer, answer_len, extras, games, lesson, referee, room, setups};

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
    let kind = bytes.byte() % 24;
    let flag = u32::from(bytes.flag());
    let handle = bytes.pick(handles).unwrap_or(u32::from(kind));
    let (from, to) = (u32::from(bytes.byte()), u32::from(bytes.byte()));
    let length = usize::from(bytes.byte()) * if kind < 2 { 16 } else { 1 };
    let text = bytes.take(length);
    let _ = match kind {
        0 if from % 2 == 0 => say(text, || games::read_pgn(flag)),
        0 => say(text, || games::split_pgn()),
        1 => say(text, || referee::judge(flag)),
        2 => say(text, || setups::examine()),
        3 => say(text, || setups::chess960(from << 2 | to & 3)),
        4 => say(text, || extras::relation(from, to)),
        5 => say(text, || extras::picture(flag)),
        6 => say(text, || setups::perft(to % 3)),
        7 => {
            // What is put right can be loaded.
            let repaired = say(text, || setups::repair());
            if let Some(fen) = repaired.as_ref().ok().and_then(|lines| lines.lines().next()) {
                assert!(say(fen.as_bytes(), || setups::validate()).is_ok(), "{fen}");
            }
            repaired
        }
        8 => {
            // Loading reads more than the standard's spelling.
            let is_valid = say(text, || setups::validate()).is_ok();
            assert!(say(text, || setups::load()).is_ok() || !is_valid);
            say(text, || lesson::pins()).and(say(text, || lesson::pseudo_legal()))
        }
        9 => {
            let made = say(text, || games::new_game());
            handles.extend(made.iter().map(|handle| handle.parse::<u32>().expect("a handle")));
            made
        }
        10 | 11 => {
            // The start, which most texts are not.
            let made = say(CHESS, || games::new_game());
            handles.push(made.as_ref().expect("the start").parse().expect("a handle"));
            made
        }
        12 => {
            handles.retain(|&other| other != handle);
            games::drop_game(handle);
            Err(String::new())
        }
        13 => say(text, || games::find(handle)),
        14 => say(text, || games::find_squares(handle, from, to)),
        15 => say(text, || games::play(handle)),
        16 => say(text, || games::play_squares(handle, from, to)),
        17 => say(text, || games::tree(handle, from, to)),
        18 => say(b"", || games::premoves(handle, from)),
        19 => {
            let _ = (games::attackers(handle, from, flag), games::facts(handle), games::key(handle));
            let _ = (games::is_check(handle), games::cannot_mate(handle, flag));
            say(b"", || games::forced_fen(handle))
        }
        20 => say(text, || games::declare(handle)),
        _ => {
            // A move of the list, which is found again and played.
            let moves = say(b"", || games::moves(handle, 64)).unwrap_or_default();
            let lines: Vec<&str> = moves.lines().collect();
            if let Some(uci) = bytes.pick(&lines).and_then(|line| line.split(' ').nth(2)) {
                assert!(say(uci.as_bytes(), || games::find(handle)).is_ok(), "{uci}");
                let _ = say(uci.as_bytes(), || games::play(handle));
            }
            say(b"", || games::claims(handle))
        }
    };
    for &handle in handles.iter() {
        let status = say(b"", || games::status(handle)).expect("a game that is kept");
        assert!(!status.is_empty());
        assert!(say(b"", || games::sans(handle, 64)).is_ok());
    }
}

const CHESS: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
