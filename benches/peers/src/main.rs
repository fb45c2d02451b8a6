//! chess0x88 beside cozy-chess, shakmaty, chess and pgn-reader: same input, one interleaved run, medians.
//!
//! ```sh
//! cargo run --release                                                        # everybody's plain release build
//! RUSTFLAGS="-C target-cpu=native" cargo run --release --features pext       # cozy-chess at its best
//! ```
//!
//! It prints Markdown tables. The first column is this crate as its users get it; after it, where that matters, come its
//! back ends one by one, and `walking`, the generator that remains without the feature `vector`. The last row says how
//! many times the speed of the first column is theirs.

mod contest;
mod growth;
mod pgn;
mod san;

use std::process::Command;
use std::time::Duration;

use chess0x88::vector::{walked_moves, walked_perft};
use chess0x88::{Chess, Square};
use clap::Parser;
use contest::{Contest, Row, print_table};
use shakmaty::Position as _;

#[derive(Parser)]
#[command(about = "chess0x88 beside its peers: same input, one interleaved run, medians")]
struct Options {
    /// How often each library takes its turn
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// How long a turn lasts at least, in milliseconds
    #[arg(long, default_value_t = 150)]
    slice: u64,
    /// Only the contests whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Something to say in the first line, about the machine for example
    #[arg(long)]
    note: Option<String>,
}

/// The six positions of the Chess Programming Wiki's perft page, with depths of about a tenth of a second.
const PERFT: [(&str, &str, u8); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

fn perft_cozy(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth <= 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += perft_cozy(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn perft_chess(board: &chess::Board, depth: u8) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth <= 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| perft_chess(&board.make_move_new(mv), depth - 1)).sum()
}

/// One position, as each library holds it, with the moves of the game that led there.
struct Case {
    ours: Chess,
    cozy: cozy_chess::Board,
    shakmaty: shakmaty::Chess,
    chess: chess::Board,
    fen: String,
    /// A legal move, played next.
    san: String,
    our_move: chess0x88::Move,
    cozy_move: cozy_chess::Move,
    shakmaty_move: shakmaty::Move,
    chess_move: chess::ChessMove,
}

/// The positions of random games from the start, by a generator of fixed seed.
fn cases(count: usize) -> Vec<Case> {
    let mut seed = 0x88_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let mut cases = Vec::new();
    let mut position = Chess::startpos();
    while cases.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmove_clock() >= 100 || position.fullmove_number() > 60 {
            position = Chess::startpos();
            continue;
        }
        let mv = moves[random(moves.len())];
        let fen = position.fen().as_str().to_owned();
        let uci = mv.to_uci(chess0x88::CastlingMode::Standard);
        let cozy: cozy_chess::Board = fen.parse().expect("our FEN");
        let setup: shakmaty::fen::Fen = fen.parse().expect("our FEN");
        let shakmaty: shakmaty::Chess =
            setup.into_position(shakmaty::CastlingMode::Standard).expect("a legal position");
        cases.push(Case {
            ours: position,
            cozy_move: cozy_chess::util::parse_uci_move(&cozy, &uci).expect("a move"),
            cozy,
            shakmaty_move: uci
                .parse::<shakmaty::uci::UciMove>()
                .expect("a move")
                .to_move(&shakmaty)
                .expect("a legal move"),
            shakmaty,
            chess: fen.parse().expect("our FEN"),
            chess_move: uci.parse().expect("a move"),
            fen,
            san: position.san(mv).as_str().to_owned(),
            our_move: mv,
        });
        position = position.after_unchecked(mv);
    }
    cases
}

/// Where and how this runs: figures without that say little.
fn print_header(note: Option<&str>) {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo");
    let model = cpu.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    let model = model.map_or("unknown processor", |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let target = if cfg!(target_feature = "avx2") { "target-cpu with AVX2" } else { "plain target-cpu" };
    let pext = if cfg!(feature = "pext") { ", pext" } else { "" };
    let date = Command::new("date").args(["-u", "+%F %R UTC"]).output().map(|output| output.stdout);
    let date = String::from_utf8(date.unwrap_or_default()).unwrap_or_default();
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().unwrap_or_default();
    print!("{model}, {cores} cores, load {load}; {target}{pext}; {}", date.trim());
    println!("{}{}", if note.is_some() { "; " } else { "" }, note.unwrap_or_default());
}

fn main() {
    let options = Options::parse();
    print_header(options.note.as_deref());
    let slice = Duration::from_millis(options.slice);
    let wanted = |name: &str| name.contains(&options.only);
    let run = |contest: Contest<'_>, name: &str| contest.run(name, options.rounds, slice);

    if wanted("perft") {
        let rows: Vec<Row> = PERFT.iter().map(|&(name, fen, depth)| run(perft_contest(fen, depth), name)).collect();
        print_table("Perft, bulk-counted", "million leaves per second", &rows, |time| 1000.0 / time);
    }

    let mut cases = cases(2000);
    let mut rows = Vec::new();
    let mut add = |name: &str, contest: Contest<'_>| {
        if wanted(name) {
            rows.push(run(contest, name));
        }
    };
    add("count legal moves", count_contest(&cases));
    add("list legal moves", list_contest(&cases));
    add("list captures", captures_contest(&cases));
    add("make by copy", copy_contest(&cases));
    add("in check?", check_contest(&cases));
    add("attacked or not, 64 squares", attacked_contest(&cases));
    add("attackers of 64 squares", attackers_contest(&cases));
    add("SAN read and play", san::read_contest(&cases));
    add("SAN write and play", san::write_contest(&cases));
    add("FEN read", fen_read_contest(&cases));
    add("FEN write", fen_write_contest(&cases));
    for row in rows {
        print_table(&row.name.clone(), "nanoseconds", &[row], |time| time);
    }
    for (unit, row) in pgn::rows(wanted, run) {
        print_table(&row.name.clone(), unit, &[row], |time| time);
    }
    if wanted("growth") {
        growth::print(&mut cases, run);
    }
}

fn perft_contest(fen: &str, depth: u8) -> Contest<'static> {
    let ours: Chess = fen.parse().expect("a FEN");
    let cozy: cozy_chess::Board = fen.parse().expect("a FEN");
    let setup: shakmaty::fen::Fen = fen.parse().expect("a FEN");
    let shakmaty: shakmaty::Chess = setup.into_position(shakmaty::CastlingMode::Standard).expect("legal");
    let chess: chess::Board = fen.parse().expect("a FEN");
    Contest::new(chess0x88::perft(&ours, depth))
        .entry("chess0x88", move || chess0x88::perft(&ours, depth))
        .backends(|backend| move || backend.perft(&ours, depth))
        .entry("chess0x88, walking", move || walked_perft(&ours, depth))
        .entry("cozy-chess", move || perft_cozy(&cozy, depth))
        .entry("shakmaty", move || shakmaty::perft(&shakmaty, depth.into()))
        .entry("chess", move || perft_chess(&chess, depth))
}

/// A contest over all cases, or more entries for one, each entry adding up a number per case.
macro_rules! over_cases {
    ($cases:ident, $($name:literal => $of:expr),* $(,)?) => {
        over_cases!(Contest::new($cases.len() as u64); $cases, $($name => $of),*)
    };
    ($contest:expr; $cases:ident, $($name:literal => $of:expr),* $(,)?) => {
        $contest
            $(.entry($name, move || {
                #[allow(unused_mut, reason = "some keep a buffer")]
                let mut of = $of;
                $cases.iter().map(|case: &Case| of(case) as u64).sum()
            }))*
    };
}

fn count_contest(cases: &[Case]) -> Contest<'_> {
    let contest = over_cases!(cases, "chess0x88" => |case: &Case| case.ours.legal_move_count())
        .backends(|backend| move || cases.iter().map(|case| u64::from(backend.count(&case.ours))).sum());
    over_cases!(contest; cases,
        "chess0x88, walking" => |case: &Case| walked_perft(&case.ours, 1),
        "cozy-chess" => |case: &Case| perft_cozy(&case.cozy, 1),
        "shakmaty" => |case: &Case| case.shakmaty.legal_moves().len(),
        "chess" => |case: &Case| perft_chess(&case.chess, 1),
    )
}

fn list_contest(cases: &[Case]) -> Contest<'_> {
    use std::hint::black_box;
    let contest =
        over_cases!(cases, "chess0x88" => |case: &Case| black_box(case.ours.legal_moves()).len()).backends(|backend| {
            move || cases.iter().map(|case| black_box(backend.legal_moves(&case.ours)).len() as u64).sum()
        });
    over_cases!(contest; cases,
        "chess0x88, walking" => |case: &Case| black_box(walked_moves(&case.ours)).len(),
        "cozy-chess" => |case: &Case| list_cozy(&case.cozy),
        "shakmaty" => |case: &Case| black_box(case.shakmaty.legal_moves()).len(),
        "chess" => |case: &Case| {
            let mut list = Vec::with_capacity(218);
            list.extend(chess::MoveGen::new_legal(&case.chess));
            black_box(&list).len()
        },
    )
}

fn list_cozy(board: &cozy_chess::Board) -> usize {
    let mut list = Vec::with_capacity(218);
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    std::hint::black_box(&list).len()
}

fn captures_contest(cases: &[Case]) -> Contest<'_> {
    use std::hint::black_box;
    over_cases!(cases,
        "chess0x88" => |case: &Case| black_box(case.ours.captures()).len(),
        "cozy-chess" => |case: &Case| {
            let us = case.cozy.side_to_move();
            let enemies = case.cozy.colors(!us);
            let sixth = cozy_chess::Rank::Sixth.relative_to(us);
            let en_passant = case.cozy.en_passant().map(|file| cozy_chess::Square::new(file, sixth).bitboard());
            let for_pawns = enemies | en_passant.unwrap_or_default();
            let mut list = Vec::with_capacity(218);
            case.cozy.generate_moves(|mut moves| {
                moves.to &= if moves.piece == cozy_chess::Piece::Pawn { for_pawns } else { enemies };
                list.extend(moves);
                false
            });
            black_box(&list).len()
        },
        "shakmaty" => |case: &Case| black_box(case.shakmaty.capture_moves()).len(),
    )
}

/// Which pieces of the side not to move attack the square, written with the lookups that cozy-chess offers.
fn attackers_cozy(board: &cozy_chess::Board, square: cozy_chess::Square) -> cozy_chess::BitBoard {
    use cozy_chess::Piece::{Bishop, King, Knight, Pawn, Queen, Rook};
    let us = board.side_to_move();
    let occupied = board.occupied();
    let rooks = board.pieces(Rook) | board.pieces(Queen);
    let bishops = board.pieces(Bishop) | board.pieces(Queen);
    board.colors(!us)
        & (cozy_chess::get_rook_moves(square, occupied) & rooks
            | cozy_chess::get_bishop_moves(square, occupied) & bishops
            | cozy_chess::get_knight_moves(square) & board.pieces(Knight)
            | cozy_chess::get_king_moves(square) & board.pieces(King)
            | cozy_chess::get_pawn_attacks(square, us) & board.pieces(Pawn))
}

fn attackers_shakmaty(position: &shakmaty::Chess, square: shakmaty::Square) -> shakmaty::Bitboard {
    let board = position.board();
    board.attacks_to(square, !position.turn(), board.occupied())
}

fn attacked_contest(cases: &[Case]) -> Contest<'_> {
    over_cases!(cases,
        "chess0x88" => |case: &Case| {
            let (board, them) = (case.ours.board(), !case.ours.turn());
            Square::ALL.iter().filter(|&&square| board.is_attacked(square, them)).count()
        },
        "cozy-chess" => |case: &Case| {
            cozy_chess::Square::ALL.iter().filter(|&&square| !attackers_cozy(&case.cozy, square).is_empty()).count()
        },
        "shakmaty" => |case: &Case| {
            shakmaty::Square::ALL.iter().filter(|&&square| attackers_shakmaty(&case.shakmaty, square).any()).count()
        },
    )
}

fn attackers_contest(cases: &[Case]) -> Contest<'_> {
    over_cases!(cases,
        "chess0x88" => |case: &Case| {
            let (board, them) = (case.ours.board(), !case.ours.turn());
            Square::ALL.iter().map(|&square| board.attackers(square, them).len()).sum::<usize>()
        },
        "cozy-chess" => |case: &Case| {
            cozy_chess::Square::ALL.iter().map(|&square| attackers_cozy(&case.cozy, square).len()).sum::<u32>()
        },
        "shakmaty" => |case: &Case| {
            shakmaty::Square::ALL.iter().map(|&square| attackers_shakmaty(&case.shakmaty, square).count()).sum::<usize>()
        },
    )
}

fn copy_contest(cases: &[Case]) -> Contest<'_> {
    use std::hint::black_box;
    over_cases!(cases,
        "chess0x88" => |case: &Case| {
            let mut child = case.ours;
            let _ = child.play_unchecked(case.our_move);
            black_box(&child);
            0
        },
        "cozy-chess" => |case: &Case| {
            let mut child = case.cozy.clone();
            child.play_unchecked(case.cozy_move);
            black_box(&child);
            0
        },
        "shakmaty" => |case: &Case| {
            let mut child = case.shakmaty.clone();
            child.play_unchecked(case.shakmaty_move);
            black_box(&child);
            0
        },
        "chess" => |case: &Case| {
            black_box(&case.chess.make_move_new(case.chess_move));
            0
        },
    )
}

fn check_contest(cases: &[Case]) -> Contest<'_> {
    over_cases!(cases,
        "chess0x88" => |case: &Case| case.ours.is_check(),
        // The others keep checkers up to date in every move; what costs here costs there in `make by copy`.
        "cozy-chess" => |case: &Case| !case.cozy.checkers().is_empty(),
        "shakmaty" => |case: &Case| case.shakmaty.is_check(),
        "chess" => |case: &Case| case.chess.checkers().popcnt() > 0,
    )
}

fn fen_read_contest(cases: &[Case]) -> Contest<'_> {
    over_cases!(cases,
        "chess0x88" => |case: &Case| case.fen.parse::<Chess>().expect("a FEN").fullmove_number(),
        "cozy-chess" => |case: &Case| cozy_chess::Board::from_fen(&case.fen, false).expect("a FEN").fullmove_number(),
        "shakmaty" => |case: &Case| {
            let fen = shakmaty::fen::Fen::from_ascii(case.fen.as_bytes()).expect("a FEN");
            let position: shakmaty::Chess =
                fen.into_position(shakmaty::CastlingMode::Standard).expect("a legal position");
            position.fullmoves().get()
        },
    )
}

fn fen_write_contest(cases: &[Case]) -> Contest<'_> {
    use std::fmt::Write as _;
    over_cases!(cases,
        "chess0x88" => |case: &Case| std::hint::black_box(case.ours.fen()).len(),
        "cozy-chess" => {
            let mut text = String::with_capacity(128);
            move |case: &Case| {
                text.clear();
                let _ = write!(text, "{}", case.cozy);
                // It writes the en passant square more often than the others: compare all but that.
                if case.cozy.en_passant().is_some() && case.fen.contains(" - ") { case.fen.len() } else { text.len() }
            }
        },
        "shakmaty" => {
            let mut text = String::with_capacity(128);
            move |case: &Case| {
                text.clear();
                let fen = shakmaty::fen::Fen::from_position(&case.shakmaty, shakmaty::EnPassantMode::Legal);
                let _ = write!(text, "{fen}");
                text.len()
            }
        },
    )
}
