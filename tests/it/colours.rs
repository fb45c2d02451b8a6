//! Whatever is answered by colour is answered alike with the colours exchanged: the pieces, the ranks, the turn and the rights.

use chess0x88::fen::{self, EnPassantMode, FenStyle};
use chess0x88::san::San;
use chess0x88::see::{self, PieceValues};
use chess0x88::{
    CastlingSide, Chess, ChessRules, Color, Makruk, Move, Outcome, Piece, Position, Role, Rules, Setup, Square,
    SquareSet,
};
use chess0x88_mate::cannot_mate;
use common::{Random, scatter, sorted_moves, walk};

/// A text with colours exchanged, by its letters alone: the first four fields of a FEN.
fn exchanged_fen(fen: &str) -> String {
    let swap = |text: &str| -> String {
        let other =
            |char: char| if char.is_ascii_uppercase() { char.to_ascii_lowercase() } else { char.to_ascii_uppercase() };
        text.chars().map(other).collect()
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let (black, white): (String, String) = swap(fields[2]).chars().partition(char::is_ascii_lowercase);
    let rest = fields[4..].join(" ");
    // Makruk has the limit of a count in the place of the square.
    let fourth =
        if fields[3].starts_with(|char: char| char.is_ascii_digit()) { fields[3].into() } else { exchanged(fields[3]) };
    format!("{} {turn} {white}{black} {fourth} {rest}", board.join("/"))
}

/// A move or a square as text, with its ranks counted from the other side.
fn exchanged(text: &str) -> String {
    let digit = |char: char| char.to_digit(10).map_or(char, |rank| char::from(b'0' + 9 - rank as u8));
    text.chars().map(digit).collect()
}

/// An answer of one side: the names of the colours and the points of a result as the other side has them.
fn named(text: String, us: Color) -> String {
    let swap = |text: &str, one: &str, other: &str| text.replace(one, "?").replace(other, one).replace('?', other);
    if us == Color::White { text } else { swap(&swap(&text, "White", "Black"), "1-0", "0-1") }
}

/// One side's view of a position: what belongs to `us` comes first, and ranks count from its side.
struct View {
    told: Vec<(&'static str, String)>,
    us: Color,
}

impl View {
    fn square(&self, square: Square) -> Square {
        if self.us == Color::White { square } else { square.flip_rank() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "most answers are made for it")]
    fn tell<T: ToString>(&mut self, name: &'static str, answer: T) {
        self.told.push((name, answer.to_string()));
    }

    fn tell_set(&mut self, name: &'static str, squares: impl IntoIterator<Item = Square>) {
        let squares: SquareSet = squares.into_iter().map(|square| self.square(square)).collect();
        self.tell(name, squares);
    }

    fn text(&self, text: &str) -> String {
        if self.us == Color::White { text.into() } else { exchanged(text) }
    }
}

fn view<R: Rules>(position: &Position<R>, us: Color) -> Vec<(&'static str, String)> {
    let (board, values) = (position.board(), PieceValues::default());
    let mut view = View { told: Vec::new(), us };
    view.tell("turn", position.turn() == us);
    view.tell("fen", if us == Color::White { position.fen().to_string() } else { exchanged_fen(&position.fen()) });
    view.tell("check", position.is_check());
    view.tell_set("checkers", position.checkers());
    for mode in [EnPassantMode::Legal, EnPassantMode::PseudoLegal, EnPassantMode::Always] {
        view.tell_set("en passant", position.en_passant_square(mode));
    }
    for color in [us, !us] {
        view.tell_set("king", [position.king(color)]);
        view.tell_set("king of the board", board.king(color));
        view.tell_set("colored", board.colored(color));
        view.tell_set("pinned", position.pinned(color));
        view.tell_set("attacked", board.attacked(color));
        view.tell("insufficient material", position.has_insufficient_material(color));
        view.tell("cannot mate", cannot_mate(position, color));
        view.tell("value", board.material().value(color, &values));
        for &role in R::ROLES {
            view.tell("count", board.material().count(color, role));
            view.tell_set("squares", board.squares_of(Piece::new(color, role)));
        }
        for square in Square::ALL {
            let square = view.square(square);
            view.tell_set("attackers", board.attackers(square, color));
            view.tell_set("attackers through", board.attackers_through(square, color, SquareSet::EMPTY));
            view.tell("is attacked", board.is_attacked(square, color));
        }
        for side in CastlingSide::ALL {
            view.tell("has", position.castling_rights().has(color, side));
            view.tell_set("rook", position.castling_rights().rook(color, side));
        }
        let turned = position.with_turn(color).map(|turned| turned.legal_move_count());
        view.tell("with turn", format!("{:?}", turned.ok()));
    }
    let outcome = position.outcome();
    view.tell("outcome", named(format!("{outcome:?} {:?}", outcome.and_then(Outcome::winner)), us));
    let mut moves: Vec<(Square, Square, Move)> =
        sorted_moves(position).iter().map(|&mv| (view.square(mv.from()), view.square(mv.to()), mv)).collect();
    moves.sort_unstable_by_key(|&(from, to, mv)| (from, to, mv.promotion()));
    for (from, to, mv) in moves {
        view.tell("move", format!("{from}{to}{:?}", mv.promotion()));
        view.tell("kind", mv.kind());
        view.tell("uci", view.text(&mv.to_string()));
        view.tell("san", view.text(&position.san(mv)));
        view.tell("parts", view.text(&San::from_move(position, mv).to_string()));
        view.tell("check", position.gives_check(mv));
        view.tell("exchange", see::value(position, mv, &values));
        view.tell("order", see::mvv_lva(position, mv, &values));
        view.tell("landing", view.square(mv.landing()));
        view.tell(
            "captured",
            format!("{:?}", position.captured_piece(mv).map(|(at, piece)| (view.square(at), piece.role()))),
        );
        view.tell("zeroing", position.after_unchecked(mv).halfmove_clock());
        view.tell("rights", position.after_unchecked(mv).castling_rights().iter().count());
    }
    view.told
}

fn alike<R: Rules>(position: &Position<R>, random: &mut Random) {
    let read = |fen: &str| {
        let setup: Setup<R> = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        setup.to_position_with(chess0x88::Violations::TOLERABLE).unwrap_or_else(|error| panic!("{fen}: {error}"))
    };
    let style = FenStyle { shredder: true, en_passant: EnPassantMode::Always };
    let written = fen::write(position, style);
    let fen = exchanged_fen(&written);
    // A FEN of Makruk has no clock beside a count.
    let (position, other) = (&read(&written), read(&fen));
    let (ours, theirs) = (view(position, Color::White), view(&other, Color::Black));
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs, "{} and {fen}", position.fen());
    }
    assert_eq!(ours.len(), theirs.len());
    assert_eq!(position.flip_colors().to_setup(), other.to_setup());
    // The reasons against moves, in all notations: those of a king that may mean castling, and any.
    let king = position.king(position.turn());
    for to in Square::ALL.into_iter().filter(|to| to.rank() == king.rank()) {
        let [ours, theirs] =
            [position.find_move(king, to, None), other.find_move(king.flip_rank(), to.flip_rank(), None)]
                .map(|found| found.map_err(|illegal| illegal.code()).map(Move::kind));
        assert_eq!(ours, theirs, "{king}{to} in {}", position.fen());
    }
    for _ in 0..200 {
        let Some(mv) = Move::from_bits(random.next() as u16) else { continue };
        let (from, to) = (mv.from().flip_rank(), mv.to().flip_rank());
        let [ours, theirs] =
            [position.find_move(mv.from(), mv.to(), mv.promotion()), other.find_move(from, to, mv.promotion())]
                .map(|found| found.map_err(|illegal| illegal.code()).map(Move::kind));
        assert_eq!(ours, theirs, "{mv:?} in {}", position.fen());
        let text = mv.to_string();
        let [ours, theirs] = [position.parse_uci(&text), other.parse_uci(&exchanged(&text))]
            .map(|found| found.map_err(|error| error.code()).map(Move::kind));
        assert_eq!(ours, theirs, "{text} in {}", position.fen());
        let san = format!("{}{}", R::ROLES[random.below(R::ROLES.len())].char(), mv.to());
        let [ours, theirs] = [position.parse_san(&san), other.parse_san(&exchanged(&san))]
            .map(|found| found.map_err(|error| error.code()).map(Move::kind));
        assert_eq!(ours, theirs, "{san} in {}", position.fen());
    }
}

#[test]
fn all_answers_are_alike_with_colours_exchanged() {
    let mut random = Random::new(75);
    for seed in 0..12 {
        alike(&scatter(seed), &mut random);
        let start = Chess::chess960((seed * 41 % 960) as u16).expect("a start");
        walk(start, seed, 120).iter().step_by(30).for_each(|position| alike(position, &mut random));
        walk(Makruk::startpos(), seed, 90).iter().step_by(45).for_each(|position| alike(position, &mut random));
    }
    // Few men, where material decides: all kinds of one and of two beside the kings.
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let men = Color::ALL.iter().flat_map(|&color| roles.map(|role| Piece::new(color, role)));
    for (one, other) in men.clone().flat_map(|one| men.clone().map(move |other| (one, other))) {
        for (first, second) in [(Square::B3, Square::F6), (Square::C7, Square::G2)] {
            let mut setup: Setup<ChessRules> = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().expect("two kings");
            setup.board.set(first, Some(one));
            setup.board.set(second, Some(other));
            if let Ok(position) = setup.to_position() {
                alike(&position, &mut random);
            }
        }
    }
}

/// Each way in which a side ends a game, and each refusal, with the colours exchanged.
#[cfg(feature = "alloc")]
#[test]
fn games_end_alike_for_both_colours() {
    use chess0x88::Game;
    use chess0x88::game::{Claim, WinReason};

    for fen in [
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/N3K3 b - - 99 80",
        "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
        "4k3/8/8/8/8/8/4r3/4K2R w K - 120 80",
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
    ] {
        let games = [(fen.to_owned(), Color::White), (exchanged_fen(fen), Color::Black)].map(|(fen, us)| {
            let game = Game::new(fen.parse::<Chess>().expect("a position"));
            let ends = |end: &dyn Fn(&mut Game<ChessRules>) -> String| {
                let mut game = game.clone();
                let told = end(&mut game);
                let outcome = game.outcome();
                let result = outcome.map(|outcome| (outcome.winner(), outcome.result()));
                named(format!("{told} {outcome:?} {result:?}"), us)
            };
            let mut all = vec![ends(&|_| "as it is".into())];
            for color in [us, !us] {
                all.push(ends(&|game| format!("{:?}", game.resign(color).map_err(|error| error.code()))));
                for by in [WinReason::FlagFall, WinReason::Abandonment, WinReason::Forfeit, WinReason::Adjudication] {
                    all.push(ends(&|game| format!("{:?}", game.lose(color, by).map_err(|error| error.code()))));
                }
            }
            for claim in [Claim::FiftyMoves, Claim::ThreefoldRepetition] {
                all.push(ends(&|game| format!("{:?}", game.claim(claim, None).map_err(|error| error.code()))));
            }
            all
        });
        assert_eq!(games[0], games[1], "{fen}");
    }
}
