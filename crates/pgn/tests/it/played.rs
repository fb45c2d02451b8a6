//! Games played by people.

use chess0x88::Chess;
use chess0x88_pgn::{Flow, GameResult, RawText, Reader, Visitor};

#[derive(Default)]
struct Replayed {
    tags: [String; 2],
    position: Option<Chess>,
    games: usize,
    plies: usize,
}

impl Visitor<'_> for Replayed {
    fn tag(&mut self, name: &[u8], value: RawText<'_>) {
        match name {
            b"Result" => self.tags[0] = value.to_string(),
            b"CurrentPosition" => self.tags[1] = value.to_string(),
            _ => {}
        }
    }
    fn end_tags(&mut self) -> Flow {
        self.position = Some(Chess::startpos());
        Flow::Continue
    }
    fn san(&mut self, san: &[u8], _offset: usize) -> Flow {
        let position = self.position.as_mut().expect("a game");
        let san = std::str::from_utf8(san).expect("ASCII");
        let mv = position.parse_san(san).unwrap_or_else(|error| panic!("{san}: {error}"));
        position.play(mv).expect("a legal move");
        self.plies += 1;
        Flow::Continue
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        let [said, last] = &self.tags;
        let position = self.position.take().expect("a game");
        assert_eq!((result.expect("a result").as_str(), &*position.fen()), (&**said, &**last));
        self.games += 1;
    }
}

/// Games played by people, read by strict SAN.
#[test]
fn games_that_were_played_end_where_they_ended() {
    let mut replayed = Replayed::default();
    let mut reader = Reader::new(include_str!("../data/games_played.pgn"));
    while reader.read_game(&mut replayed) {}
    assert_eq!((replayed.games, replayed.plies), (9, 410));
}

/// The games of the examples: read, and written as in the file.
#[test]
fn sample_games_are_written_as_they_were_read() {
    use chess0x88_pgn::games;

    let file = include_str!("../../../../examples/games.pgn");
    let games: Vec<_> = games(file).collect::<Result<_, _>>().expect("legal moves");
    assert_eq!(games.len(), 20);
    for game in &games {
        let result = game.result.expect("a result").as_str();
        assert_eq!(game.tag("Result"), Some(result));
        for name in ["Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo"] {
            assert!(game.tag(name).is_some_and(|value| !value.is_empty()), "{name}");
        }
    }
    let ended = |result| games.iter().filter(|game| game.result == Some(result)).count();
    let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    assert_eq!(results.map(ended), [7, 5, 7, 1]);
    let written: Vec<_> = games.iter().map(ToString::to_string).collect();
    assert!(written.join("\n") == file, "the file is not as the package writes it");
}
