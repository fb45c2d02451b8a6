//! Games over the wire, and on a board of 64 switches.

use chess0x88::{Chess, Square, SquareSet};

use crate::random::Random;
use crate::session::Session;
use crate::twin::{Choice, Reply};

/// Positions with few pieces, so that games end in every way, and positions with promotions, castling and captures en passant.
const FENS: [&str; 8] = [
    "8/5k2/8/8/3Q4/8/2K5/8 w - - 0 1",
    "8/8/8/3k4/8/4R3/3K4/8 b - - 90 70",
    "7k/5Q2/8/8/8/8/8/K7 w - - 140 100",
    "4k3/2P1P1P1/8/8/8/8/2p1p1p1/4K3 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "8/8/4k3/8/8/3BK3/8/8 w - - 0 1",
];

/// Makes forty moves on a board, takes them back one by one, and asks for the state of the game: `docs/for-embedded.md` promises
/// enough memory for this.
pub fn budget(session: &mut Session) -> Result<(), String> {
    const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7 Bg5 b4 Nb1 h6 \
        Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 exd6 Qf6 Nbd2 Nxd6";
    let mut board = Board::new(session)?;
    for san in MOVES.split_whitespace() {
        let choice = session.game().choices().into_iter().find(|choice| choice.san == san);
        board.play(session, &choice.ok_or(san)?, &mut Random::new(1))?;
    }
    told(session)?;
    for _ in MOVES.split_whitespace() {
        session.ask("undo")?.map_err(|code| format!("undo refused: {code}"))?;
        board.closed = session.game().occupied();
        board.rest(session, 3)?;
    }
    told(session)
}

/// Plays games, and returns their number of moves.
pub fn games(session: &mut Session, count: u64) -> Result<u64, String> {
    let mut moves = 0;
    for number in 0..count {
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15 ^ (number << 32));
        let start = match number % 10 {
            0..4 => "position startpos".to_owned(),
            4 | 5 => format!("position fen {}", chess960(random.below(960))),
            6 if session.ask("position makruk")?.is_ok() => "position makruk".to_owned(),
            _ => format!("position fen {}", FENS[random.below(FENS.len())]),
        };
        session.ask(&start)?.map_err(|code| format!("{start} refused: {code}"))?;
        moves += match number % 10 {
            0 => on_board(session, &mut random)?,
            1 => there_and_back(session, &mut random)?,
            _ => by_wire(session, &mut random)?,
        };
    }
    Ok(moves)
}

/// Returns the FEN of a start of Chess960.
fn chess960(number: usize) -> String {
    Chess::chess960(number as u16).map_or(String::new(), |start| start.fen().to_string())
}

fn fen(session: &mut Session) -> Result<(), String> {
    session.ask("fen")?.map(|_| ()).map_err(|code| format!("fen refused: {code}"))
}

/// Asks all questions that can be asked of any position.
fn told(session: &mut Session) -> Result<(), String> {
    for word in ["outcome", "claims", "legal", "board", "fen"] {
        session.ask(word)?.map_err(|code| format!("{word} refused: {code}"))?;
    }
    Ok(())
}

fn play(session: &mut Session, choice: &Choice, random: &mut Random) -> Result<(), String> {
    let text = if random.once_in(2) { &choice.san } else { &choice.uci };
    let reply = session.ask(&format!("move {text}"))?;
    reply.map(|_| ()).map_err(|code| format!("{text} refused: {code}"))
}

/// Plays random legal moves to the end of the game or a limit, with illegal moves between. At the end it takes back as many moves
/// as possible.
fn by_wire(session: &mut Session, random: &mut Random) -> Result<u64, String> {
    let most = 20 + random.below(120);
    let mut moves = 0;
    while moves < most && !session.game().is_over() {
        let choices = session.game().choices();
        play(session, &choices[random.below(choices.len())], random)?;
        moves += 1;
        if random.once_in(4) {
            fen(session)?;
            wrong_move(session, random)?;
        }
        if random.once_in(12) {
            told(session)?;
        }
        if random.once_in(10) {
            session.ask("undo")?.map_err(|code| format!("undo refused: {code}"))?;
            moves -= 1;
        }
    }
    told(session)?;
    // The replies must be equal, also after the end of the game.
    wrong_move(session, random)?;
    if random.once_in(3) {
        while session.ask("undo")?.is_ok() {}
        told(session)?;
    }
    Ok(moves as u64)
}

/// Sends random squares, now and then with random letters around them. Most are no legal moves, and the codes must be equal.
fn wrong_move(session: &mut Session, random: &mut Random) -> Result<(), String> {
    let before = session.game().fen();
    let mut square = || Square::ALL[random.below(64)];
    let (from, to) = (square(), square());
    let text = match random.below(6) {
        0 | 1 => format!("{from}{to}"),
        2 => format!("{from}{to}{}", ["q", "k", "x", "nn"][random.below(4)]),
        3 => format!("{}{to}", ["N", "B", "R", "Q", "K", "", "Nb", "R1x", "exd", "P"][random.below(10)]),
        4 => format!("{to}{}", ["=Q", "=K", "+", "#", "=", "!", " "][random.below(7)]),
        _ => ["O-O", "O-O-O", "O-O+", "0-0", "0000", "--", "e1g1", "e8g8", "", "Z0"][random.below(10)].to_owned(),
    };
    if session.ask(&format!("move {text}"))?.is_ok() {
        session.ask("undo")?.map_err(|code| format!("undo refused: {code}"))?;
    }
    if session.game().fen() == before { fen(session) } else { Err(format!("{text} has changed {before}")) }
}

/// Moves pieces to and fro, so that positions repeat, until the fifth occurrence or until no piece can go back.
fn there_and_back(session: &mut Session, random: &mut Random) -> Result<u64, String> {
    let mut last: Vec<String> = Vec::new();
    while last.len() < 140 && !session.game().is_over() {
        let back =
            last.len().checked_sub(2).and_then(|at| last.get(at)).map(|uci| format!("{}{}", &uci[2..4], &uci[..2]));
        let choices = session.game().choices();
        let choice = choices.iter().find(|choice| back.as_ref() == Some(&choice.uci) && last.len() % 30 > 6);
        let choice = choice.unwrap_or(&choices[random.below(choices.len())]);
        play(session, choice, random)?;
        last.push(choice.uci.clone());
        session.ask("claims")?.map_err(|code| format!("claims refused: {code}"))?;
        session.ask("outcome")?.map_err(|code| format!("outcome refused: {code}"))?;
    }
    told(session)?;
    Ok(last.len() as u64)
}

/// Plays a game on a board, with noise in some games. In some the opponent's moves come over the wire.
fn on_board(session: &mut Session, random: &mut Random) -> Result<u64, String> {
    let mut board = Board::new(session)?;
    let (is_noisy, is_elsewhere) = (random.once_in(4), random.once_in(3));
    let mut moves = 0;
    while moves < 40 && !session.game().is_over() {
        let choices = session.game().choices();
        let choice = &choices[random.below(choices.len())];
        if is_elsewhere && moves % 2 == 1 {
            play(session, choice, random)?;
            // A hand makes the move: a capture must be seen.
            for &square in &choice.touched[0] {
                board.closed ^= square.into();
                board.rest(session, 4)?;
            }
            board.closed = session.game().occupied();
            board.rest(session, 10)?;
        } else if is_noisy {
            board.noise(session, random)?;
            if board.try_play(session, choice, random)?.is_none() {
                // The driver sends the move that noise may hide.
                session
                    .ask(&format!("position fen {}", session.game().fen()))?
                    .map_err(|code| format!("refused: {code}"))?;
                board.closed = session.game().occupied();
                board.rest(session, 10)?;
            }
        } else {
            board.play(session, choice, random)?;
        }
        moves += 1;
        fen(session)?;
        if random.once_in(10) && session.ask("undo")?.is_ok() {
            board.closed = session.game().occupied();
            board.rest(session, 10)?;
            fen(session)?;
        }
    }
    told(session)?;
    Ok(moves)
}

/// The switches below the squares.
struct Board {
    closed: SquareSet,
}

impl Board {
    fn new(session: &mut Session) -> Result<Board, String> {
        let mut board = Board { closed: session.game().occupied() };
        board.rest(session, 10)?;
        Ok(board)
    }

    /// Sends one reading, and compares the replies of the device and the twin.
    fn scan(&mut self, session: &mut Session) -> Result<Reply, String> {
        session.ask(&format!("occupancy {:016x}", self.closed.bits()))
    }

    /// Sends readings without a change.
    fn rest(&mut self, session: &mut Session, readings: usize) -> Result<(), String> {
        for _ in 0..readings {
            // `scan` has compared the replies.
            let _ = self.scan(session)?;
        }
        Ok(())
    }

    /// Shows one or several squares wrongly, for one reading.
    fn noise(&mut self, session: &mut Session, random: &mut Random) -> Result<(), String> {
        let closed = self.closed;
        self.closed ^= Square::ALL[random.below(64)].into();
        if random.once_in(3) {
            self.closed ^= Square::ALL[random.below(64)].into();
        }
        self.rest(session, 1)?;
        self.closed = closed;
        Ok(())
    }

    /// Makes a move by hand, and fails if the device does not tell that move.
    fn play(&mut self, session: &mut Session, choice: &Choice, random: &mut Random) -> Result<(), String> {
        let san = self.try_play(session, choice, random)?;
        if san.as_ref() == Some(&choice.san) {
            Ok(())
        } else {
            Err(format!("{san:?} was told instead of {}", choice.san))
        }
    }

    /// Makes a move by hand, and returns the move that the device tells.
    fn try_play(
        &mut self,
        session: &mut Session,
        choice: &Choice,
        random: &mut Random,
    ) -> Result<Option<String>, String> {
        for &square in &choice.touched[random.below(2)] {
            self.closed ^= square.into();
            let readings = 4 + random.below(3);
            for _ in 0..readings {
                if let Some(san) = self.told(session, choice)? {
                    return Ok(Some(san));
                }
            }
        }
        for _ in 0..50 {
            if let Some(san) = self.told(session, choice)? {
                return Ok(Some(san));
            }
        }
        Ok(None)
    }

    /// Sends one reading and returns the move that the device tells. If the board cannot distinguish several moves, the driver
    /// sends the choice.
    fn told(&mut self, session: &mut Session, choice: &Choice) -> Result<Option<String>, String> {
        let reply = self.scan(session)?.map_err(|code| format!("a reading refused: {code}"))?;
        let line = reply.first().map_or("", String::as_str);
        if line == "ok ambiguous" && session.ask(&format!("move {}", choice.san))?.is_ok() {
            return Ok(Some(choice.san.clone()));
        }
        Ok(line.strip_prefix("ok move ").map(str::to_owned))
    }
}
