// First guesses: what a user of another library writes before reading the documentation, one function each. The test `guesses` compiles
// this file and holds it to these lines: a function with an arrow does not compile, and its name is an alias, or the name, of the item
// behind the arrow; every other function compiles. None meets a private name. Written down from the documentation of shakmaty 0.30,
// python-chess 1.11, chess.js 1.4, cozy-chess 0.3, chess 3.2 and chessops 0.15.
//
// library | what it does

use chess0x88::*;
use chess0x88_pgn::{self as pgn, GameTree, Reader, StreamReader};
use chess0x88_svg::Svg;

type Any = Box<dyn std::error::Error>;

const FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

// shakmaty | the start of the game
fn default() { let position = Chess::default(); }
// shakmaty | the start of the game
fn new() { let position = Chess::new(); } // -> Position::startpos
// shakmaty | a position read from FEN
fn parse() -> Result<(), Any> { let position: Chess = FEN.parse()?; Ok(()) }
// shakmaty | all legal moves of a position
fn legal_moves() { for mv in &Chess::startpos().legal_moves() {} }
// shakmaty | plays a move on a copy
fn play() -> Result<(), Any> { let mut position = Chess::startpos(); position.play(position.legal_moves()[0])?; Ok(()) }
// shakmaty | plays a legal move
fn play_unchecked() { let mut position = Chess::startpos(); position.play_unchecked(position.legal_moves()[0]); }
// shakmaty | whether the side to move is in check
fn is_check() { assert!(!Chess::startpos().is_check()); }
// shakmaty | whether the side to move is mated
fn is_checkmate() { assert!(!Chess::startpos().is_checkmate()); }
// shakmaty | whether the game has ended
fn is_game_over() { Chess::startpos().is_game_over(); } // -> Position::outcome
// shakmaty | whether the game has ended
fn is_over() { Game::default().is_over(); } // -> Game::outcome
// shakmaty | whether and how the game has ended
fn outcome() { let outcome: Option<Outcome> = Chess::startpos().outcome(); }
// shakmaty | the side to move
fn turn() { let color: Color = Chess::startpos().turn(); }
// shakmaty | the pieces that give check
fn checkers() { let set: SquareSet = Chess::startpos().checkers(); }
// shakmaty | the pieces of the board
fn board() { let board: &Board0x88 = Chess::startpos().board(); }
// shakmaty | the piece on a square
fn piece_at() { let piece: Option<Piece> = Chess::startpos().board().piece_at(Square::E1); }
// shakmaty | the role on a square
fn role_at() { Chess::startpos().board().role_at(Square::E1); } // -> Board0x88::piece_at
// shakmaty | the colour on a square
fn color_at() { Chess::startpos().board().color_at(Square::E1); } // -> Board0x88::piece_at
// shakmaty | puts a piece on a square
fn set_piece_at() { Board0x88::empty().set_piece_at(Square::E1, Piece::WHITE_KING); } // -> Board0x88::set
// shakmaty | an empty board
fn empty() { let board = Board0x88::empty(); }
// shakmaty | the pieces and their squares
fn iter() { Chess::startpos().board().iter(); } // -> Board0x88::pieces
// shakmaty | the pieces and their squares, in a loop
fn into_iter() { for (square, piece) in Chess::startpos().board() {} }
// shakmaty | the squares of all pieces of a role
fn by_role() { Chess::startpos().board().by_role(Role::Knight); }
// shakmaty | the squares of a side
fn by_color() { Chess::startpos().board().by_color(Color::White); } // -> Board0x88::colored
// shakmaty | the squares of the pieces of a colour and a role
fn by_piece() { Chess::startpos().board().by_piece(Piece::WHITE_KNIGHT); } // -> Board0x88::squares_of
// shakmaty | where a king is
fn king_of() { Chess::startpos().board().king_of(Color::White); } // -> Board0x88::king
// shakmaty | the pieces that attack a square
fn attacks_to() { let b = Chess::startpos(); b.board().attacks_to(Square::E4, Color::White, b.board().occupied()); } // -> Board0x88::attackers
// shakmaty | how many pieces of each kind each side has
fn material() { let material: Material = Chess::startpos().board().material(); }
// shakmaty | the castling rights
fn castles() { Chess::startpos().castles(); } // -> Position::castling_rights
// shakmaty | whether a side may castle
fn has() { let may: bool = Chess::startpos().castling_rights().has(Color::White, CastlingSide::King); }
// shakmaty | the en passant square, whether or not a capture is possible
fn maybe_ep_square() { Chess::startpos().maybe_ep_square(); } // -> Position::en_passant_square
// shakmaty | plies since a capture or a pawn move
fn halfmoves() { Chess::startpos().halfmoves(); } // -> Position::halfmove_clock
// shakmaty | the number of the move
fn fullmoves() { Chess::startpos().fullmoves(); } // -> Position::fullmove_number
// shakmaty | the same position, the other side to move
fn swap_turn() { Chess::startpos().swap_turn(); } // -> Position::with_turn
// shakmaty | a hash of the position
fn zobrist_hash() { Chess::startpos().zobrist_hash(); } // -> Position::key
// shakmaty | the legal moves that capture
fn capture_moves() { Chess::startpos().capture_moves(); } // -> Position::legal_captures
// shakmaty | whether a move is legal
fn is_legal() { let p = Chess::startpos(); assert!(p.is_legal(p.legal_moves()[0])); }
// shakmaty | whether the pieces suffice for mate
fn is_insufficient_material() { Chess::startpos().is_insufficient_material(); }
// shakmaty | a position as parts
fn to_setup() { let setup: Setup = Chess::startpos().to_setup(); }
// shakmaty | a position made by hand
fn Setup__default() { let mut setup = Setup::default(); setup.turn = Color::Black; setup.fen(); }
// shakmaty | the other side
fn other() { let black: Color = Color::White.other(); }
// shakmaty | the other side
fn not() { let black: Color = !Color::White; }
// shakmaty | a piece of a colour
fn of() { Role::Knight.of(Color::White); } // -> Piece::new
// shakmaty | the index of a square in tables of 64
fn usize__from() { let table = [0; 64]; table[usize::from(Square::E4)]; }
// shakmaty | the index of a square in tables of 64, by a cast
fn index__cast() { let table = [0; 64]; table[Square::E4 as usize]; } // -> Square::index
// shakmaty | a square by its coordinates
fn from_coords() { Square::from_coords(File::E, Rank::Fourth); } // -> Square::new
// shakmaty | a square some files or ranks away
fn offset() { Square::E4.offset(8); } // -> Square::checked_add
// shakmaty | a set of squares from bits
fn SquareSet__from() { let set = SquareSet::from(0xFF_u64); let bits: u64 = set.into(); let bits = u64::from(set); }
// shakmaty | a set of squares
fn Bitboard() { let set: Bitboard; } // -> SquareSet
// shakmaty | how many squares a set has
fn count() { SquareSet::ALL.count(); } // -> SquareSet::len
// shakmaty | the squares between two
fn between() { let set: SquareSet = SquareSet::between(Square::A1, Square::A8); }
// shakmaty | a move in SAN with its check sign
fn SanPlus() { let san: SanPlus; } // -> Position::san
// shakmaty | a move in SAN
fn san__mv() { let p = Chess::startpos(); let san: String = p.legal_moves()[0].san(&p).to_string(); } // -> Position::san
// shakmaty | a move in UCI notation
fn to_uci() { let uci = Chess::startpos().legal_moves()[0].to_uci(uci::CastlingMode::Standard); }
// shakmaty | the number of sequences of moves
fn perft() { let nodes: u64 = chess0x88::perft(&Chess::startpos(), 2); }
// shakmaty | the square where a file and a rank cross
fn from_file_rank() { Square::from_file_rank(File::E, Rank::Fourth); } // -> Square::new
// shakmaty | the squares of all pawns
fn pawns() { Chess::startpos().board().pawns(); } // -> Board0x88::squares_of
// shakmaty | the board with its files mirrored
fn flip_horizontal() { Chess::startpos().board().flip_horizontal(); } // -> Position::mirror
// shakmaty | a list of moves of one's own
fn push__list() { MoveList::new().push(Chess::startpos().legal_moves()[0]); }
// shakmaty | a kind of piece, as a letter
fn char() { let letter: char = Role::Knight.char(); }
// shakmaty | a move in SAN without its sign for mate
fn parse_san__lenient() -> Result<(), Any> { Chess::from_fen("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")?.parse_san("Qg7")?; Ok(()) }

// python-chess | the FEN of the start
fn STARTING_FEN() { let fen = chess0x88::STARTING_FEN; } // -> Position::startpos
// python-chess | the FEN of the start
fn START_FEN() { let fen = chess0x88::START_FEN; } // -> Position::startpos
// python-chess | reads a position
fn from_fen() -> Result<(), Any> { let position = Chess::from_fen(FEN)?; Ok(()) }
// python-chess | the FEN of a position
fn fen() { let fen: String = Chess::startpos().fen().to_string(); }
// python-chess | plays a move
fn push() { let mut p = Chess::startpos(); p.push(p.legal_moves()[0]); } // -> Position::play
// python-chess | takes a move back
fn pop() { Game::default().pop(); } // -> Game::take_back
// python-chess | plays a move in SAN
fn push_san() { Game::default().push_san("e4"); } // -> Game::play_san
// python-chess | plays a move in UCI notation
fn push_uci() { Game::default().push_uci("e2e4"); } // -> Game::play_uci
// python-chess | plays a move in SAN
fn play_san() -> Result<(), Any> { Chess::startpos().play_san("e4")?; Ok(()) }
// python-chess | plays a move in UCI notation
fn play_uci() -> Result<(), Any> { Chess::startpos().play_uci("e2e4")?; Ok(()) }
// python-chess | reads a move in SAN
fn parse_san() -> Result<(), Any> { let mv: Move = Chess::startpos().parse_san("e4")?; Ok(()) }
// python-chess | reads a move in UCI notation
fn parse_uci() -> Result<(), Any> { let mv: Move = Chess::startpos().parse_uci("e2e4")?; Ok(()) }
// python-chess | a move in SAN
fn san() { let p = Chess::startpos(); let san: String = p.san(p.legal_moves()[0]).to_string(); }
// python-chess | a line of moves in SAN
fn variation_san() { Game::default().variation_san(); } // -> Position::san_line
// python-chess | the moves played
fn move_stack() { Game::default().move_stack(); } // -> Game::moves
// python-chess | whether a move captures
fn is_capture() { let p = Chess::startpos(); let captures: bool = p.is_capture(p.legal_moves()[0]); } // -> Move::is_capture
// python-chess | whether a move castles
fn is_castling() { let castles: bool = Chess::startpos().legal_moves()[0].is_castling(); }
// python-chess | whether a move gives check
fn gives_check() { let p = Chess::startpos(); let checks: bool = p.gives_check(p.legal_moves()[0]); }
// python-chess | whether a move can never be taken back by play
fn is_irreversible() { let p = Chess::startpos(); p.is_irreversible(p.legal_moves()[0]); } // -> Position::is_zeroing
// python-chess | whether a piece is pinned to its king
fn is_pinned() { Chess::startpos().is_pinned(Color::White, Square::E2); } // -> Position::pinned
// python-chess | whether a side attacks a square
fn is_attacked_by() { Chess::startpos().is_attacked_by(Color::White, Square::E4); } // -> Board0x88::is_attacked
// python-chess | the pieces that attack a square
fn attackers() { let set: SquareSet = Chess::startpos().attackers(Square::E4, Color::White); } // -> Board0x88::attackers
// python-chess | the squares of the pieces of a colour and a kind
fn pieces() { Chess::startpos().board().pieces(Color::White, Role::Knight); } // -> Board0x88::squares_of
// python-chess | the pieces and their squares
fn piece_map() { Chess::startpos().board().piece_map(); } // -> Board0x88::pieces
// python-chess | the piece on a square, by its index
fn index() { let piece: Option<Piece> = Chess::startpos().board()[Square::E1]; }
// python-chess | whether the side to move may claim a draw
fn can_claim_draw() { Game::default().can_claim_draw(); } // -> Game::claimable
// python-chess | whether a side may castle
fn has_kingside_castling_rights() { Chess::startpos().has_kingside_castling_rights(Color::White); } // -> CastlingRights::has
// python-chess | gives castling rights
fn set_castling_fen() { Setup::default().set_castling_fen("KQkq"); } // -> Setup::set_castling
// python-chess | a start of Chess960 by its number
fn from_chess960_pos() { Chess::from_chess960_pos(518); } // -> Chess::chess960
// python-chess | a start of Chess960 by its number
fn from_scharnagl() { Chess::from_scharnagl(518); } // -> Chess::chess960
// python-chess | colours swapped
fn mirror() { let position: Chess = Chess::startpos().mirror(); }
// python-chess | colours swapped
fn flip() { Chess::startpos().flip(); } // -> Position::flip_colors
// python-chess | the board in figurines
fn unicode() { Chess::startpos().board().unicode(); } // -> Board0x88
// python-chess | a picture of the board
fn to_svg() { Chess::startpos().board().to_svg(); } // -> svg::Svg
// python-chess | the number of sequences of moves, as a method
fn perft__method() { Chess::startpos().perft(2); } // -> perft
// python-chess | the exchange on a square
fn see() { let p = Chess::startpos(); p.see(p.legal_moves()[0]); } // -> see::value
// python-chess | whether an exchange wins at least so much
fn see_ge() { let p = Chess::startpos(); p.see_ge(p.legal_moves()[0], 0); } // -> see::at_least
// python-chess | reads games one after the other
fn games() -> Result<(), Any> { for game in pgn::games("1. e4 *") { game?.main_line().count(); } Ok(()) }
// python-chess | reads games of a file one after the other
fn StreamReader__loop() -> Result<(), Any> {
    for game in StreamReader::new(std::fs::File::open("games.pgn")?) { game?.tag("White"); }
    Ok(())
}
// python-chess | reads a game
fn read_game() { let mut reader = Reader::new("1. e4 *"); let game = GameTree::<ChessRules>::read(&mut reader); }
// python-chess | a game from a text
fn from_pgn() { Game::from_pgn("1. e4 *"); } // -> pgn::games
// python-chess | a book of openings
fn Book() { let book: Book; } // -> polyglot::PolyglotBook
// python-chess | a square by its name
fn Square__try_from() -> Result<(), Any> { let square = Square::try_from("e4")?; Ok(()) }
// python-chess | a square by its name
fn Square__parse() -> Result<(), Any> { let square: Square = "e4".parse()?; Ok(()) }
// python-chess | the legal moves of one piece
fn moves_from() { Chess::startpos().moves_from(Square::E2); } // -> Position::legal_moves_from
// python-chess | the board with its colours swapped
fn mirror__board() { Chess::startpos().board().mirror(); } // -> Position::mirror
// python-chess | the figurine of a piece
fn unicode_symbol() { Piece::WHITE_KNIGHT.unicode_symbol(); } // -> Piece::figurine
// python-chess | the figurine of a piece
fn figurine() { let figurine: char = Piece::WHITE_KNIGHT.figurine(); }
// python-chess | who has more on the board
fn value() { let (m, v) = (Chess::startpos().board().material(), see::PieceValues::default()); let lead: i32 = m.value(Color::White, &v) - m.value(Color::Black, &v); }
// python-chess | whether a move of a kind captures
fn is_capture__kind() { Chess::startpos().legal_moves()[0].kind().is_capture(); } // -> Move::is_capture
// python-chess | arrows and squares of a comment
fn arrows(drawn: pgn::Shapes<'_>) { for shape in drawn {} for shape in &drawn {} }

// chess.js | a game from the start
fn Game__default() -> Result<(), Any> { let mut game = Game::default(); game.play_san("e4")?; Ok(()) }
// chess.js | plays a move
fn make_move() { Game::default().make_move("e4"); } // -> Game::play
// chess.js | takes a move back
fn undo() { Game::default().undo(); } // -> Game::take_back
// chess.js | the moves played
fn history() { Game::default().history(); } // -> Game::moves
// chess.js | the game as PGN
fn pgn() { let pgn: String = Game::default().pgn(); } // -> pgn::write
// chess.js | the game as PGN
fn to_string() { let pgn: String = Game::default().to_string(); } // -> pgn::write
// chess.js | the game as PGN
fn to_pgn() { Game::default().to_pgn(); } // -> pgn::write
// chess.js | reads a game
fn load_pgn() { Game::load_pgn("1. e4 *"); } // -> GameTree::read
// chess.js | reads a game
fn parse__game() { let game: Game = "1. e4 *".parse().unwrap(); } // -> pgn::read
// chess.js | whether the side to move is in check
fn in_check() { Chess::startpos().in_check(); } // -> Position::is_check
// chess.js | whether the game is drawn
fn is_draw() { Game::default().is_draw(); } // -> Game::outcome
// chess.js | whether the position has occurred three times
fn is_threefold_repetition() { Game::default().is_threefold_repetition(); } // -> Game::occurred
// chess.js | both players agree to a draw
fn agree_draw() { Game::default().agree_draw(); } // -> Game::draw_by_agreement
// chess.js | whether a square is light or dark
fn square_color() { Square::E4.square_color(); } // -> Square::is_light
// chess.js | lets the other side move
fn set_turn() { Chess::startpos().set_turn(Color::Black); } // -> Position::with_turn
// chess.js | gives castling rights
fn set_castling_rights() { Setup::default().set_castling_rights(Color::White); } // -> Setup::set_castling
// chess.js | a picture of the board in letters
fn ascii() { Chess::startpos().board().ascii(); } // -> Board0x88
// chess.js | whether a side attacks a square
fn is_attacked() { Chess::startpos().is_attacked(Square::E4, Color::White); } // -> Board0x88::is_attacked
// chess.js | the piece on a square
fn get() { Chess::startpos().get(Square::E1); } // -> Board0x88::piece_at
// chess.js | puts a piece on a square
fn put() { Setup::default().board.put(Piece::WHITE_KING, Square::E1); } // -> Board0x88::set
// chess.js | the value of a tag
fn header() { GameTree::default().header("White"); } // -> GameTree::tag
// chess.js | checks a FEN
fn validate_fen() { Chess::validate_fen(FEN); } // -> Setup::violations

// cozy-chess | the side to move
fn side_to_move() { Chess::startpos().side_to_move(); } // -> Position::turn
// cozy-chess | calls a function with the legal moves
fn generate_moves() { Chess::startpos().generate_moves(|moves| false); } // -> Position::legal_moves
// cozy-chess | plays a move if it is legal
fn try_play() { let mut p = Chess::startpos(); p.try_play(p.legal_moves()[0]); } // -> Position::play
// cozy-chess | passes the turn
fn null_move() { Chess::startpos().null_move(); } // -> Position::make_null
// cozy-chess | passes the turn
fn play_null() { Chess::startpos().play_null(); } // -> Position::make_null
// cozy-chess | the squares of the pieces of a colour and a kind
fn colored_pieces() { Chess::startpos().board().colored_pieces(Color::White, Role::Knight); } // -> Board0x88::squares_of
// cozy-chess | a position put together by hand
fn BoardBuilder() { let builder: BoardBuilder; } // -> Setup
// cozy-chess | what a rook attacks
fn get_rook_moves() { let set = chess0x88::get_rook_moves(Square::E4, SquareSet::EMPTY); } // -> Piece::attacks
// cozy-chess | whether two positions are the same for repetition
fn same_position() { let p = Chess::startpos(); p.same_position(&p); } // -> Position
// cozy-chess | the castling rights
fn castle_rights() { Chess::startpos().castle_rights(Color::White); } // -> Position::castling_rights
// cozy-chess | whether a side may castle
fn can_castle() { Chess::startpos().can_castle(Color::White, CastlingSide::King); } // -> CastlingRights::has
// cozy-chess | whether and how the game has ended
fn status() { Chess::startpos().status(); } // -> Position::outcome
// cozy-chess | a square some files and ranks away
fn offset__pair() { Square::E4.offset(1, 1); } // -> Square::checked_add
// cozy-chess | a square some files and ranks away
fn try_offset() { Square::E4.try_offset(1, 1); } // -> Square::checked_add
// cozy-chess | a piece on a square
fn piece_on() { Chess::startpos().board().piece_on(Square::E1); } // -> Board0x88::piece_at
// cozy-chess | the squares of a side
fn colors() { Chess::startpos().board().colors(Color::White); } // -> Board0x88::colored
// cozy-chess | a hash of the position
fn hash() { Chess::startpos().hash(); } // -> Position::key
// cozy-chess | the squares of a colour swapped
fn flip_colors__board() { Chess::startpos().board().flip_colors(); } // -> Position::flip_colors

// chessops | where each piece can go
fn all_dests() { Chess::startpos().all_dests(); } // -> Position::legal_destinations
// chessops | where each piece can go
fn legal_destinations() { let set: SquareSet = Chess::startpos().legal_destinations()[Square::E2]; }

// chess | a move from its squares
fn new__move() { Move::new(Square::E2, Square::E4, None); } // -> Position::find_move
// chess | an empty board
fn new__board() { Board0x88::new(); } // -> Board0x88::empty
// chess | the legal moves
fn MoveGen() { let moves = MoveGen::new_legal(&Chess::startpos()); } // -> Position::legal_moves
// chess | plays a move on a copy
fn make_move_new() { let p = Chess::startpos(); p.make_move_new(p.legal_moves()[0]); } // -> Position::after
// chess | the squares of all pieces
fn combined() { Chess::startpos().board().combined(); } // -> Board0x88::occupied
// chess | the colour of a piece
fn color() { let color: Color = Piece::WHITE_KING.color(); }
// chess | the square a move leaves
fn get_source() { Chess::startpos().legal_moves()[0].get_source(); } // -> Move::from
// chess | the square a move leaves
fn from() { let square: Square = Chess::startpos().legal_moves()[0].from(); }
// chess | the squares of a set
fn popcnt() { SquareSet::ALL.popcnt(); } // -> SquareSet::len
// chess | the side of an opponent
fn opponent() { Color::White.opponent(); } // -> Color::other
// chess | the planes of the pieces of chess
fn ROLES() { let planes = [0; 12]; for color in Color::ALL { for &role in ChessRules::ROLES { planes[Piece::new(color, role).index()]; } } }
