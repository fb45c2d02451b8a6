//! Each call of another Rust library that a table of equivalent calls names, under the name that it has there: a wrong row does not compile.

use std::fmt::Debug;

const FROM_SHAKMATY: &str = include_str!("../../../crates/pgn/docs/from-shakmaty.md");
const FROM_COZY_CHESS: &str = include_str!("../../../docs/from-cozy-chess.md");

/// Any error, as text: those of some libraries are no `std::error::Error`.
struct Failure(String);

impl<E: Debug> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(format!("{error:?}"))
    }
}

#[rustfmt::skip]
mod calls_of_shakmaty {
    use super::Failure;
    use shakmaty::fen::Fen;
    use shakmaty::packed::PackedSetup;
    use shakmaty::san::{San, SanPlus};
    use shakmaty::uci::UciMove;
    use shakmaty::zobrist::Zobrist64;
    use shakmaty::{
        Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, FromSetup, Move, Piece, Position, PositionError, Rank, Role,
        Setup, Square, attacks, perft,
    };

    pub fn positions(fen: &str) -> Result<(), Failure> {
        let mode = CastlingMode::Standard;
        assert_eq!(Chess::new(), Chess::default());
        let mut pos = fen.parse::<Fen>()?.into_position::<Chess>(mode)?;
        let _ = (Fen::from_position(&pos, EnPassantMode::Legal), Fen::from_position(&pos, EnPassantMode::Always));
        let _ = (Setup::empty(), Setup::initial());
        let setup = { let mode = EnPassantMode::Legal; pos.to_setup(mode) };
        let packed = PackedSetup::pack_standard(&setup)?;
        let _ = packed.unpack_standard()?;
        let _ = { let setup = setup.clone(); setup.position::<Chess>(mode)? };
        let tolerant = |error: PositionError<Chess>| -> Result<Chess, PositionError<Chess>> { let _ = error.kinds(); Ok(error.ignore_too_much_material()?) };
        let _ = Chess::from_setup(setup.clone(), mode).or_else(tolerant)?;
        let _ = setup.into_mirrored();
        let (color, side) = (Color::White, CastlingSide::KingSide);
        let _ = (pos.turn(), pos.halfmoves(), pos.fullmoves(), pos.maybe_ep_square(), pos.checkers());
        let _ = (pos.castles().rook(color, side), pos.castles().has(color, side), pos.castles().is_empty());
        let _ = (pos.is_check(), pos.is_checkmate(), pos.is_stalemate(), pos.is_insufficient_material(), pos.has_insufficient_material(color));
        let outcome = pos.outcome();
        let _ = (pos.is_game_over(), outcome.winner(), outcome.as_str());
        let hash = pos.zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
        let _ = pos.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal);
        let _ = (pos.legal_moves(), pos.legal_moves().len(), pos.capture_moves(), pos.promotion_moves(), perft(&pos, 3));
        let m: Move = "e2e4".parse::<UciMove>()?.to_move(&pos)?;
        let _ = "e4".parse::<San>()?.to_move(&pos)?;
        let san = "e4".parse::<San>()?;
        assert!(san.to_string() == "e4");
        let _ = { let mode = EnPassantMode::Legal; pos.update_zobrist_hash(hash, m, mode) };
        let _ = (pos.is_legal(m), pos.clone().play(m)?, SanPlus::from_move(pos.clone(), m), m.to_uci(CastlingMode::Standard));
        let _ = (m.from(), m.to(), m.role(), m.is_capture(), m.promotion(), m.is_en_passant(), m.is_castle());
        let role = m.role();
        let _ = role.upper_char();
        pos = pos.play(m)?;
        let m = pos.legal_moves()[0];
        pos.play_unchecked(m);
        let _ = pos.swap_turn()?;
        Ok(())
    }

    pub fn boards(mut board: shakmaty::Board, bits: u64) {
        let (square, color) = (Square::E1, Color::White);
        let piece: Piece = Role::Knight.of(Color::White);
        let _ = (board.piece_at(square), board.iter(), board.by_color(color), board.by_piece(piece), board.king_of(color));
        let occupied = board.occupied();
        let _ = (board.material(), board.material_side(color), board.attacks_from(square), board.attacks_to(square, color, occupied));
        board.set_piece_at(square, piece);
        board.discard_piece_at(square);
        board.flip_horizontal();
        let (a, b, c) = (Square::A1, Square::D4, Square::H8);
        let _ = (attacks::attacks(square, piece, occupied), attacks::between(a, b), attacks::ray(a, b), attacks::aligned(a, b, c), a.distance(b));
        let (file, rank) = (File::E, Rank::Fourth);
        let _ = (Square::from_coords(file, rank), Square::new(28), square.to_u32(), usize::from(square), square.file(), square.rank());
        let table = [0; 64];
        let _ = (table[usize::from(square)], square.flip_vertical(), square.flip_horizontal(), square.offset(8), square.is_light());
        let mut bitboard = Bitboard(bits);
        let _ = bitboard.insert(square);
        let _ = (bitboard.0, bitboard.count(), bitboard.contains(square), bitboard.first());
        let (a, b) = (bitboard, occupied);
        let _ = (a.is_subset(b), a.is_disjoint(b), color.other(), color.relative_rank(rank));
    }

    #[expect(dead_code, reason = "it is compiled")]
    pub fn games<V: pgn_reader::Visitor>(file: &[u8], mut visitor: V) -> std::io::Result<Option<V::Output>> {
        let mut reader = pgn_reader::Reader::new(file);
        Ok(reader.read_game(&mut visitor)?)
    }
}

#[rustfmt::skip]
mod calls_of_cozy_chess {
    use super::Failure;
    use cozy_chess::{BitBoard, Board, BoardBuilder, Color, File, Piece, Rank, Square, get_between_rays, get_knight_moves, get_line_rays, util};

    pub fn all(fen: &str, bits: u64) -> Result<(), Failure> {
        let mut board = fen.parse::<Board>()?;
        let other = Board::default();
        let _ = (Board::chess960_startpos(518), BoardBuilder::empty(), board.same_position(&other));
        let builder = BoardBuilder::default();
        let _ = builder.build()?;
        let (color, piece, square) = (Color::White, Piece::Knight, Square::E1);
        let _ = (board.to_string(), board.side_to_move(), board.status(), board.checkers(), board.pinned(), board.hash(), board.null_move());
        let _ = (board.halfmove_clock(), board.fullmove_number(), board.castle_rights(color), board.en_passant(), board.occupied());
        let _ = (board.piece_on(square), board.pieces(piece), board.colored_pieces(color, piece), board.colors(color), board.king(color));
        let listener = |_| false;
        board.generate_moves(listener);
        let (a, b) = (Square::A1, Square::D4);
        let _ = (get_knight_moves(square), get_between_rays(a, b), get_line_rays(a, b), square.try_offset(1, 1), square as usize);
        let (file, rank) = (File::E, Rank::Fourth);
        let _ = (square.flip_rank(), square.flip_file(), Square::new(file, rank), square.bitboard(), !color);
        let bitboard = BitBoard(bits);
        let _ = (bitboard.0, bitboard.len(), bitboard.next_square());
        let mv = util::parse_san_move(&board, "e4")?;
        let _ = (mv.to_string(), board.is_legal(mv), util::display_san_move(&board, mv));
        board.try_play(mv)?;
        let mv = util::parse_san_move(&board, "e5")?;
        board.play_unchecked(mv);
        Ok(())
    }
}

#[rustfmt::skip]
mod calls_of_chess {
    use super::Failure;
    use chess::{BitBoard, Board, BoardBuilder, ChessMove, Color, File, MoveGen, Piece, Rank, Square, between, get_knight_moves, line};

    pub fn all(fen: &str, bits: u64) -> Result<(), Failure> {
        let board = fen.parse::<Board>()?;
        assert_eq!(board, Board::default());
        let _ = BoardBuilder::new();
        let builder = BoardBuilder::default();
        let _ = Board::try_from(builder)?;
        let (color, piece, square) = (Color::White, Piece::Knight, Square::E1);
        let _ = (board.to_string(), board.side_to_move(), board.status(), board.checkers(), board.pinned(), board.get_hash(), board.null_move());
        let _ = (board.castle_rights(color), board.en_passant(), board.piece_on(square), board.pieces(piece), board.color_combined(color));
        let _ = (board.combined(), board.king_square(color), MoveGen::new_legal(&board));
        let (a, b) = (Square::A1, Square::D4);
        let _ = (get_knight_moves(square), between(a, b), line(a, b), square.to_index(), BitBoard::from_square(square), !color);
        let (file, rank) = (File::E, Rank::Fourth);
        let _ = Square::make_square(rank, file);
        let bitboard = BitBoard(bits);
        let _ = (bitboard.0, bitboard.popcnt(), bitboard.to_square());
        let mv = ChessMove::from_san(&board, "e4")?;
        let _ = (mv.to_string(), board.legal(mv), board.make_move_new(mv));
        Ok(())
    }
}

/// The text of one module of this program, without white space.
fn module(name: &str) -> String {
    let text = include_str!("calls.rs").split(&format!("mod calls_of_{name} ")).nth(1).expect("a module");
    plain(text.split("\n}\n").next().expect("its end"))
}

fn plain(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace() && *char != '\\').collect()
}

/// Requires each call in a column of a page's tables to stand in a module of this program.
fn check(page: &str, column: usize, name: &str) {
    let module = module(name);
    let cells = page.lines().filter(|line| line.starts_with("| ")).filter_map(|line| line.split('|').nth(column));
    let calls: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(calls.len() > 30, "{} calls of {name}", calls.len());
    for call in calls {
        assert!(module.contains(&plain(call)), "no program calls {call} of {name}");
    }
}

fn main() -> Result<(), String> {
    calls().map_err(|failure| failure.0)
}

fn calls() -> Result<(), Failure> {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    calls_of_shakmaty::positions(fen)?;
    calls_of_shakmaty::boards(shakmaty::Board::new(), 1);
    calls_of_cozy_chess::all(fen, 1)?;
    calls_of_chess::all(fen, 1)?;
    check(FROM_SHAKMATY, 1, "shakmaty");
    check(FROM_COZY_CHESS, 1, "cozy_chess");
    check(FROM_COZY_CHESS, 2, "chess");
    println!("each call of shakmaty, cozy-chess and chess in the tables compiles");
    Ok(())
}
