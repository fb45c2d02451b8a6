//! The core of a board on a screen: what a window with a chess board asks of the rules, without the window.
//!
//! `Screen` is the part to take over: where a piece may go, what a drag means, the choice of a promotion, premoves, undo and
//! redo, and what to highlight. Here it is driven by lines from standard input, and pictures go to files.
//!
//! ```text
//! cargo run --example gui_core -- --svg board.svg <<END
//! select e2
//! drag e2 e4
//! drag e7 e5
//! undo
//! redo
//! drag e1 e3
//! END
//! ```
//!
//! | line | is |
//! |---|---|
//! | `select SQUARE` | a click on a piece: tells where it may go, and marks it in the picture |
//! | `drag FROM TO` | a piece dragged and dropped, or two clicks |
//! | `promote ROLE` | the answer to the question what a pawn becomes: `queen`, `knight` ... |
//! | `premove FROM TO` | a wish for when it is one's turn again |
//! | `undo`, `redo`, `flip` | |

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chess0x88::error::Reason;
use chess0x88::game::GameError;
use chess0x88::{
    Board0x88, ChessRules, Color, File, Game, IllegalMove, MakrukRules, Move, MoveKind, Position, Role, Rules, Square,
    SquareSet,
};
use chess0x88_svg::{Mark, Rgba, Svg};
use tool::{Failure, Variant};

const HELP: &str = "\
Plays on a board as a graphical program does, by lines from standard input

Usage: gui_core [OPTIONS]

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>          The position, instead of the start position
      --svg <FILE>         Draw the board to this file after each line

Exit status: 0 all went well, 1 some line was refused, 2 bad arguments or input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
    svg: Option<PathBuf> = given.value("--svg")?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => drive::<ChessRules>(&args, |board| Svg::new(board)),
        Variant::Makruk => drive::<MakrukRules>(&args, |board| Svg::makruk(board)),
    })
}

fn drive<R: Rules>(args: &Args, svg: fn(&Board0x88) -> Svg<'_>) -> Result<bool, Failure> {
    let start: Position<R> = match &args.fen {
        None => Position::startpos(),
        Some(fen) => fen.parse().map_err(|error| Failure::at("--fen", error))?,
    };
    let mut screen = Screen::new(start);
    let mut all_well = true;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| Failure::at("standard input", error))?;
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        match obey(&mut screen, line.trim()) {
            Ok(text) => writeln!(out, "{text}")?,
            Err(reason) => {
                all_well = false;
                writeln!(out, "! {reason}")?;
            }
        }
        if let Some(path) = &args.svg {
            let picture = screen.picture(svg);
            fs::write(path, picture).map_err(|error| Failure::at(path.display(), error))?;
        }
        out.flush()?;
    }
    Ok(all_well)
}

fn obey<R: Rules>(screen: &mut Screen<R>, line: &str) -> Result<String, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let square = |word: &str| word.parse::<Square>().map_err(|error| format!("{word:?}: {error}"));
    match words[..] {
        ["select", at] => {
            let at = square(at)?;
            screen.select(at);
            Ok(format!("{at} may go to: {}", screen.targets(at)))
        }
        ["drag", from, to] => {
            let drop = screen.drop_piece(square(from)?, square(to)?).map_err(|error| error.to_string())?;
            Ok(match drop {
                Drop::Played => screen.status(),
                Drop::ChoosePromotion(roles) => {
                    let names: Vec<_> = roles.iter().map(|&role| R::GAME.piece_name(role)).collect();
                    format!("promote to: {}", names.join(", "))
                }
            })
        }
        ["promote", name] => {
            let role = R::PROMOTIONS.iter().copied().find(|&role| R::GAME.piece_name(role) == name);
            let role = role.ok_or_else(|| format!("{name:?} is nothing to promote to"))?;
            screen.choose_promotion(role)?;
            Ok(screen.status())
        }
        ["premove", from, to] => {
            screen.set_premove(square(from)?, square(to)?)?;
            Ok("premove set".to_owned())
        }
        ["undo"] => screen.undo().map(|mv| format!("{mv} taken back")).ok_or("there is nothing to take back".into()),
        ["redo"] => screen.redo().map(|mv| format!("{mv} played again")).ok_or("there is nothing to redo".into()),
        ["flip"] => {
            screen.flip();
            Ok(format!("{} at the bottom", screen.bottom))
        }
        _ => Err(format!("expected select, drag, promote, premove, undo, redo or flip, found {line:?}")),
    }
}

/// The result of dropping a piece.
enum Drop {
    /// The move was played, and perhaps a premove after it.
    Played,
    /// The move promotes: ask what to, then call `choose_promotion`.
    ChoosePromotion(&'static [Role]),
}

/// A game on a screen.
struct Screen<R: Rules> {
    game: Game<R>,
    bottom: Color,
    selected: Option<Square>,
    /// A promotion that waits for the choice of the piece.
    promoting: Option<(Square, Square)>,
    premove: Option<(Square, Square)>,
}

impl<R: Rules> Screen<R> {
    fn new(start: Position<R>) -> Self {
        let bottom = start.turn();
        Screen { game: Game::new(start), bottom, selected: None, promoting: None, premove: None }
    }

    fn position(&self) -> &Position<R> {
        self.game.position()
    }

    fn select(&mut self, square: Square) {
        self.selected = Some(square);
        self.promoting = None;
    }

    /// The targets of the piece on a square, each to be marked by a dot. Empty if it has none.
    fn targets(&self, from: Square) -> SquareSet {
        let mut targets = SquareSet::EMPTY;
        for mv in self.position().legal_moves_from(from) {
            // Castling is king takes rook; people also drag the king to where it lands.
            targets.insert(mv.to());
            targets.insert(landing(mv));
        }
        targets
    }

    /// A piece was dropped on a square. If that is no legal move the piece goes back, and the error tells the player why.
    fn drop_piece(&mut self, from: Square, to: Square) -> Result<Drop, GameError> {
        self.selected = None;
        self.promoting = None;
        match self.position().find_move(from, to, None) {
            Ok(mv) => {
                self.play(mv)?;
                Ok(Drop::Played)
            }
            Err(missing @ IllegalMove { reason: Reason::PromotionMissing { .. }, .. }) => {
                // Where one promotion is illegal all are, so there is no need to ask first.
                let first = *R::PROMOTIONS.first().ok_or(missing)?;
                let mv = self.position().find_move(from, to, Some(first))?;
                if R::PROMOTIONS.len() == 1 {
                    self.play(mv)?; // Makruk has nothing to choose.
                    return Ok(Drop::Played);
                }
                self.promoting = Some((from, to));
                Ok(Drop::ChoosePromotion(R::PROMOTIONS))
            }
            Err(reason) => Err(reason.into()),
        }
    }

    fn choose_promotion(&mut self, role: Role) -> Result<(), String> {
        let (from, to) = self.promoting.take().ok_or("no pawn waits for a choice")?;
        let mv = self.position().find_move(from, to, Some(role)).map_err(|error| error.to_string())?;
        self.play(mv).map_err(|error| error.to_string())
    }

    /// A premove is a wish: only the piece is looked at now, and the rules when the time comes.
    fn set_premove(&mut self, from: Square, to: Square) -> Result<(), String> {
        let waiting = !self.position().turn();
        match self.position().board().piece_at(from) {
            Some(piece) if piece.color() == waiting && from != to => {
                self.premove = Some((from, to));
                Ok(())
            }
            _ => Err(format!("{from} holds no piece of {waiting}, the side that waits")),
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), GameError> {
        self.game.play(mv)?;
        if let Some((from, to)) = self.premove.take() {
            let position = self.game.position();
            // There is no time to ask: a premove promotes to the first choice.
            let wish = position
                .find_move(from, to, None)
                .or_else(|_| position.find_move(from, to, R::PROMOTIONS.first().copied()));
            if let Ok(mv) = wish {
                self.game.play(mv)?;
            }
        }
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        self.forget_half_done();
        self.game.take_back()
    }

    fn redo(&mut self) -> Option<Move> {
        self.forget_half_done();
        self.game.redo()
    }

    fn forget_half_done(&mut self) {
        (self.selected, self.promoting, self.premove) = (None, None, None);
    }

    fn flip(&mut self) {
        self.bottom = !self.bottom;
    }

    /// The line under the board.
    fn status(&self) -> String {
        let text = match (self.game.outcome(), self.position().is_check()) {
            (Some(outcome), _) => outcome.to_string(),
            (None, true) => format!("{} to move, in check", self.position().turn()),
            (None, false) => format!("{} to move", self.position().turn()),
        };
        format!("{text}: {}", self.position().fen())
    }

    /// The squares of the last move, to be tinted.
    fn last_move(&self) -> Option<(Square, Square)> {
        self.game.moves().last().map(|&mv| (mv.from(), landing(mv)))
    }

    /// The square of the king in check, to glow.
    fn check(&self) -> Option<Square> {
        self.position().is_check().then(|| self.position().king(self.position().turn()))
    }

    /// The board as it should look now.
    fn picture(&self, svg: fn(&Board0x88) -> Svg<'_>) -> String {
        let mut marks = Vec::new();
        if let Some(from) = self.selected {
            marks.extend(self.targets(from).into_iter().map(Mark::new));
        }
        if let Some((from, to)) = self.premove {
            marks.extend([from, to].map(|square| Mark { square, color: Rgba::BLUE }));
        }
        svg(self.position().board())
            .orientation(self.bottom)
            .last_move(self.last_move())
            .check(self.check())
            .marks(&marks)
            .to_string()
    }
}

/// The square where the piece that moves comes to stand: the target, but for castling, which is written as king takes rook.
fn landing(mv: Move) -> Square {
    if mv.kind() == MoveKind::Castle {
        let file = if mv.to().file() > mv.from().file() { File::G } else { File::C };
        Square::new(file, mv.from().rank())
    } else {
        mv.to()
    }
}
