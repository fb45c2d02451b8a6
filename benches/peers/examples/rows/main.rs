//! Each row of the tables of equivalent calls, run beside the peer: on every case both columns say the same, or the row says how they differ.
//!
//! ```sh
//! cargo run --profile suites --example rows [-- LIBRARY]
//! ```
//!
//! `build.rs` makes two functions of each row. The rows of python-chess run in Python, those of chess.js and chessops in Node, where their
//! packages are: `PYTHON` names an interpreter that has python-chess, and `npm install` in `web/js` fetches the others. A cell that ends with
//! ` ≠ condition: text` says when the columns differ, in words of [`holds`], and how. It fails if they differ elsewhere, or nowhere.

mod cases;
mod libraries;
mod plain;

use std::collections::BTreeMap;
use std::env;
use std::io::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use cases::{Case, Failure};
use chess0x88::fen::EnPassantMode;
use chess0x88::{Chess, ChessRules, Color, Square, Violations, fen};

type Answer = Result<String, Failure>;
type Run = fn(&Case) -> Answer;

/// A row of a table, for one of the peers in it.
struct Row {
    page: &'static str,
    line: usize,
    library: &'static str,
    /// The peer's calls: one, or some in sequence. None if it has no such call.
    theirs: &'static [&'static str],
    /// The same, compiled.
    run: Option<Run>,
    /// The calls that the row offers for it.
    ours: &'static [(&'static str, Run)],
    /// When and how they differ.
    told: Option<(&'static str, &'static str)>,
}

mod rows {
    use super::plain::{Given, Plain as _, ViaItems as _, ViaPlain as _, answer};
    use super::{Answer, Case, Failure, Row, Run};
    include!(concat!(env!("OUT_DIR"), "/rows.rs"));
}
use rows::ROWS;

/// The values that change from case to case of one position: a row that mentions none of them is run once for the position.
const CHANGING: &str = "a b bitboard bits book builder c color comment fen file from handle id index line m move mv name node number \
                         others other pgn piece piece_type rank reader reply role san set setup short side square squares text there \
                         tree uci x88";

fn words(code: &str) -> impl Iterator<Item = &str> {
    let of_name = |char: char| char.is_alphanumeric() || char == '_' || char == '.';
    code.split(move |char: char| !of_name(char)).filter_map(|path| path.trim_start_matches('.').split('.').next())
}

/// Whether a case is one for which a row may tell that the columns differ.
fn holds(condition: &str, case: &Case) -> bool {
    let position = &case.position;
    condition.split(" or ").any(|condition| match condition {
        "always" => true,
        "castling" => {
            position.legal_moves().iter().any(|mv| mv.is_castling()) && case.mv().is_ok_and(|mv| mv.is_castling())
        }
        "a list with castling" => position.legal_moves().iter().any(|mv| mv.is_castling()),
        "check" => position.is_check(),
        "Black" => position.turn() == Color::Black,
        "clock" => position.halfmove_clock() >= 99,
        "mate" => position.is_checkmate(),
        "few men" => position.is_insufficient_material(),
        "en passant" => position.en_passant_square(EnPassantMode::Always).is_some(),
        "no capture en passant" => {
            position.en_passant_square(EnPassantMode::Always) != position.en_passant_square(EnPassantMode::Legal)
        }
        "repetition" => case.game().repetitions() > 2,
        "Chess960" => case.is_chess960,
        "move number 0" => case.text.ends_with(" 0"),
        "castling rights" => !position.castling_rights().is_empty(),
        "castling rights of the setup" => !case.setup().violations().is_empty() || case.setup_fen.contains("KQkq"),
        "the same side" => case.color == position.turn(),
        "few men or clock" => position.outcome().is_some(),
        "an impossible position" => position.to_setup().to_position().is_err(),
        "a missing tag" => !case.pgn.contains("[White "),
        "illegal" => case.text.parse::<Chess>().is_err(),
        "illegal setup" => !case.setup().violations().is_empty(),
        "promotion" => case.mv().is_ok_and(|mv| mv.promotion().is_some()),
        "an empty set" => case.bits == 0,
        "a shield" => position.board().occupied().into_iter().any(|square| {
            let enemies = position.board().colored(!position.turn());
            enemies.contains(square) && !position.is_check()
        }),
        other => panic!("no condition is called {other}"),
    })
}

/// What came of a row: how many cases were asked, where the columns differ, and an example of a difference that is not told.
#[derive(Default)]
struct Outcome {
    asked: usize,
    differing: usize,
    silent: usize,
    example: Option<String>,
}

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| {}));
    let cases = Case::all();
    let wanted = env::args().nth(1);
    let is_wanted = |library: &str| wanted.as_deref().is_none_or(|wanted| wanted == library);
    let mut theirs: BTreeMap<(usize, usize), String> = BTreeMap::new();
    let mut skipped = Vec::new();
    for (library, program) in [("python-chess", "rows.py"), ("chess.js", "rows.mjs"), ("chessops", "rows.mjs")] {
        if !is_wanted(library) {
            continue;
        }
        match ask(library, program, &cases) {
            Some(answers) => theirs.extend(answers),
            None => skipped.push(library),
        }
    }
    let mut table: BTreeMap<(&str, &str), [usize; 4]> = BTreeMap::new();
    let mut faults = 0;
    for (index, row) in ROWS.iter().enumerate().filter(|(_, row)| is_wanted(row.library)) {
        let counts = table.entry((row.page, row.library)).or_default();
        counts[0] += 1;
        let has_peer = row.run.is_some() || !row.theirs.is_empty() && !skipped.contains(&row.library);
        let mut outcome = Outcome::default();
        for (number, case) in cases.iter().enumerate().filter(|(_, case)| is_asked(row, case)) {
            let their_answer = match row.run {
                Some(run) => said(run, case),
                None => theirs.get(&(index, number)).cloned().filter(|answer| answer != "skip"),
            };
            for (ours, run) in row.ours {
                let our_answer = said(*run, case);
                if !has_peer {
                    outcome.asked += usize::from(our_answer.is_some_and(|answer| answer != "panic"));
                    continue;
                }
                let (Some(our_answer), Some(their_answer)) = (our_answer, &their_answer) else { continue };
                outcome.asked += 1;
                if same(case, their_answer, &our_answer) {
                    continue;
                }
                outcome.differing += 1;
                if row.told.is_none_or(|(condition, _)| !holds(condition, case)) {
                    outcome.silent += 1;
                    outcome.example.get_or_insert_with(|| {
                        let theirs = row.theirs.join(" and then ");
                        format!(
                            "{theirs}: {their_answer}\n    {ours}: {our_answer}\n    {} {:?} {:?} {}",
                            case.fen,
                            case.uci().ok(),
                            case.square,
                            case.text
                        )
                    });
                }
            }
        }
        let fault = match (outcome.asked, outcome.silent, outcome.differing, row.told) {
            (0, ..) => Some("is never asked".to_owned()),
            (_, 1.., ..) => Some(format!("differs in silence in {} of {} cases", outcome.silent, outcome.asked)),
            (_, 0, 0, Some(_)) if has_peer => Some("tells a difference that there is not".to_owned()),
            _ => None,
        };
        if let Some(fault) = fault {
            faults += 1;
            println!("{}:{}: {} {fault}\n    {}", row.page, row.line, row.library, outcome.example.unwrap_or_default());
        }
        counts[if !has_peer {
            3
        } else if row.told.is_some() {
            2
        } else {
            1
        }] += 1;
    }
    println!("{:36} {:14} {:>5} {:>5} {:>5} {:>5}", "page", "peer", "rows", "same", "told", "alone");
    for ((page, library), [rows, same, told, alone]) in table {
        println!("{page:36} {library:14} {rows:5} {same:5} {told:5} {alone:5}");
    }
    for library in skipped {
        println!("{library} was skipped: it is not installed");
    }
    println!("{} cases, {faults} faults", cases.len());
    ExitCode::from(u8::from(faults > 0))
}

/// Whether a row is asked for a case: none of chess.js and `chess` for Chess960, which they do not play.
fn is_asked(row: &Row, case: &Case) -> bool {
    let code = || row.ours.iter().map(|(code, _)| *code).chain(row.theirs.iter().copied());
    let changes = code().flat_map(words).any(|word| CHANGING.split_whitespace().any(|name| name == word));
    // A tree has games of chess, and moves are spelt by the position of the case.
    let is_of_chess = ["chess", "chess.js"].contains(&row.library) || code().flat_map(words).any(|word| word == "node");
    (case.turn == 0 || changes) && !(case.is_chess960 && is_of_chess)
}

/// What a call says, if the case has the values that it mentions.
fn said(run: Run, case: &Case) -> Option<String> {
    match panic::catch_unwind(AssertUnwindSafe(|| run(case))) {
        Ok(Ok(text)) => Some(text.replace('\n', "\\n")),
        Ok(Err(Failure::Error)) => Some("-".to_owned()),
        Ok(Err(Failure::Skip)) => None,
        Err(_) => Some("panic".to_owned()),
    }
}

/// Runs the rows of a library in its own language; `None` if it is not installed.
fn ask(library: &str, program: &str, cases: &[Case]) -> Option<BTreeMap<(usize, usize), String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rows").join(program);
    let interpreter =
        if program.ends_with(".py") { env::var("PYTHON").unwrap_or("python3".into()) } else { "node".into() };
    let mut child =
        Command::new(interpreter).arg(path).arg(library).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = String::from("{\"rows\":[");
    let rows = || ROWS.iter().enumerate().filter(|(_, row)| row.library == library && !row.theirs.is_empty());
    let listed = rows().map(|(index, row)| {
        let asked = cases.iter().enumerate().filter(|(_, case)| is_asked(row, case)).map(|(number, _)| number);
        format!("{{\"id\":{index},\"calls\":{:?},\"cases\":{:?}}}", row.theirs, asked.collect::<Vec<_>>())
    });
    input += &listed.collect::<Vec<_>>().join(",\n");
    input += "],\n\"cases\":[";
    input += &cases.iter().map(json).collect::<Vec<_>>().join(",\n");
    input += "]}\n";
    let mut stdin = child.stdin.take()?;
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    if output.status.code() == Some(77) {
        return None;
    }
    assert!(output.status.success(), "{program} failed");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = text.lines().map(|line| {
        let mut fields = line.splitn(3, '\t');
        let mut number = || fields.next().and_then(|field| field.parse().ok()).expect("a number");
        let key = (number(), number());
        (key, fields.next().unwrap_or_default().to_owned())
    });
    Some(lines.collect())
}

/// The values of a case for the other languages.
fn json(case: &Case) -> String {
    let moves: Vec<String> = case.moves.iter().map(ToString::to_string).collect();
    let mv = case.mv().ok();
    let tree = case.tree();
    let node = case.node(&tree).unwrap_or(tree.root());
    let path: Vec<usize> = std::iter::successors(Some(node), |&id| tree.node(id).and_then(chess0x88_pgn::Node::parent))
        .filter_map(|id| tree.variations(tree.node(id)?.parent()?).iter().position(|&other| other == id))
        .collect();
    format!(
        "{{\"text\":{:?},\"short\":{:?},\"fen\":{:?},\"start\":{:?},\"moves\":{moves:?},\"chess960\":{},\"setup\":{:?},\"uci\":{:?},\"given\":{:?},\
         \"san\":{:?},\"color\":\"{}\",\"side\":{:?},\"square\":{},\"b\":{},\"c\":{},\"piece\":\"{}\",\"number\":{},\"bits\":\"{}\",\"others\":\"{}\",\
         \"pgn\":{:?},\"path\":{path:?},\"reply\":{:?},\"comment\":{:?},\"line\":{:?},\"book\":{:?},\"other\":{:?}}}",
        case.text,
        case.short,
        case.fen,
        cases::fen_of(&case.start),
        case.is_chess960,
        case.setup_fen,
        mv.map_or(String::new(), |mv| if case.is_chess960 {
            mv.to_uci(chess0x88::uci::CastlingMode::Chess960)
        } else {
            mv.to_uci(chess0x88::uci::CastlingMode::Standard)
        }
        .to_string()),
        case.uci().unwrap_or_default(),
        case.san().unwrap_or_default(),
        case.color.char(),
        format!("{:?}", case.side),
        case.square.index(),
        case.b.index(),
        case.c.index(),
        case.piece.char(),
        case.number,
        case.bits,
        case.other_bits,
        case.pgn,
        case.reply(&tree, node).map_or(String::new(), |mv| mv.to_string()),
        case.comment,
        case.line,
        case.book,
        case.other.fen().as_str(),
    )
}

/// Whether two answers say the same.
fn same(case: &Case, theirs: &str, ours: &str) -> bool {
    let theirs = as_ours(theirs, ours);
    let (theirs, ours) = (canonical(case, &theirs), canonical(case, ours));
    let has_no_clocks = theirs.contains("* *»") || ours.contains("* *»");
    let (theirs, ours) = if has_no_clocks { (without_clocks(&theirs), without_clocks(&ours)) } else { (theirs, ours) };
    // A call that changes a value may return more than the other.
    let is_rest = |whole: &str, end: &str| {
        (end.starts_with(['«', '{', '[', '"']) || end.contains('/')) && whole.ends_with(&format!(" {end}"))
    };
    theirs == ours
        // Nothing is changed, and one of them returns nothing.
        || theirs == "-" && ["", "false"].contains(&ours.as_str())
        || ours.is_empty() && !theirs.contains(['/', '«', '{'])
        || !ours.contains('"') && theirs.replace('"', "") == ours
        || theirs == "won" && ["1-0", "0-1"].contains(&ours.as_str())
        || is_rest(&ours, &theirs)
        || is_rest(&theirs, &ours)
        || (theirs.starts_with('{') || ours.starts_with('{')) && (sorted(&theirs) == sorted(&ours) || !ours.contains('"') && sorted(&theirs.replace('"', "")) == sorted(&ours))
}

/// A number or a truth value, as the name of what our answer is: python-chess and chessops count squares, files, ranks and roles.
fn as_ours(theirs: &str, ours: &str) -> String {
    let number = theirs.parse::<usize>();
    match (theirs, number, ours.as_bytes()) {
        ("true", _, [b'w']) => "w".into(),
        ("false", _, [b'b']) => "b".into(),
        (_, Ok(number @ 0..64), [b'a'..=b'h', b'1'..=b'8']) => Square::ALL[number].to_string(),
        (_, Ok(number @ 1..=6), [b'b' | b'k' | b'n' | b'p' | b'q' | b'r']) => "pnbrqk"[number - 1..number].into(),
        (_, Ok(number @ 0..8), [b'f', b'i', b'l', b'e', b' ', _]) => format!("file {}", &"abcdefgh"[number..=number]),
        (_, Ok(number @ 0..8), [b'r', b'a', b'n', b'k', b' ', _]) => format!("rank {}", number + 1),
        _ => theirs.into(),
    }
}

/// Spells moves as king takes rook, and positions as this library writes them.
fn canonical(case: &Case, answer: &str) -> String {
    let mut text = String::new();
    for (index, part) in answer.split(['‹', '›', '«', '»']).enumerate() {
        if index % 2 == 0 {
            text += part;
        } else if part.contains('/') {
            let position = fen::parse_tolerating::<ChessRules>(part, Violations::TOLERABLE)
                .map(|position| position.fen().to_string());
            text += &format!("«{}»", position.unwrap_or(part.to_owned()));
        } else {
            let moves = case.position.legal_moves();
            let promotion = part.get(4..).unwrap_or_default();
            let is_of = |square: Square, mv: &chess0x88::Move| {
                format!("{}{square}", mv.from()) == part[..4]
                    && mv.promotion().map_or(String::new(), |role| role.char().to_ascii_lowercase().to_string())
                        == promotion
            };
            let found =
                moves.iter().find(|mv| is_of(mv.to(), mv)).or_else(|| moves.iter().find(|mv| is_of(mv.landing(), mv)));
            // The castling of another position of a game.
            let castling = [("e1g1", "e1h1"), ("e1c1", "e1a1"), ("e8g8", "e8h8"), ("e8c8", "e8a8")];
            let spelt = castling.into_iter().find(|(landing, _)| *landing == part).map_or(part, |(_, rook)| rook);
            text += &found.map_or(format!("‹{spelt}›"), |mv| {
                format!("‹{}›", mv.to_uci(chess0x88::uci::CastlingMode::Chess960))
            });
        }
    }
    text
}

fn without_clocks(answer: &str) -> String {
    answer
        .split_inclusive('»')
        .map(|part| if part.contains('«') { part.rsplitn(3, ' ').last().unwrap_or(part) } else { part })
        .collect()
}

/// The items of a list in the order of the alphabet.
fn sorted(answer: &str) -> Vec<&str> {
    let mut items: Vec<&str> = answer.trim_matches(['{', '}', '[', ']']).split("; ").collect();
    items.sort_unstable();
    items
}
