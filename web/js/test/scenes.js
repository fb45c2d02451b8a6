// What programs do with chess.js, as scenes that run on chess.js and on this package with equal results. `api` is the library. A
// scene returns the values to compare; an exception counts as the word `throws`. The scenes cover what chess.js documents and
// what its own tests check; the texts are new.

const MIDGAME = 'r1bq1rk1/1pp2ppp/p1np1n2/2b1p3/2B1P3/2NP1N2/PPPBQPPP/R3K2R w KQ - 0 8';
const CASTLES = 'r3k2r/8/8/8/8/8/8/R3K2R';
const PASSANT = 'rnbqkbnr/pppppp1p/8/8/3PPPp1/8/PPP3PP/RNBQKBNR b KQkq f3 0 3';
const PROMOTES = '7k/1P3P2/8/8/8/8/p7/K7 w - - 0 1';
const OPERA =
  '1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nxb5 cxb5 11.Bxb5+ Nbd7\n' +
  '12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0';

const attempt = (act) => {
  try {
    return act();
  } catch {
    return 'throws';
  }
};
const plain = (move) => (move && typeof move === 'object' ? { ...move } : move);
const seen = (chess) => ({
  fen: chess.fen(), headers: chess.getHeaders(), pgn: chess.pgn(), history: chess.history(), comments: chess.getComments(),
});
const loaded = (api, pgn, options) => {
  const chess = new api.Chess();
  return attempt(() => (chess.loadPgn(pgn, options), seen(chess)));
};
const tried = (api, fen, ...args) => {
  const chess = new api.Chess(fen);
  return attempt(() => [plain(chess.move(...args)), chess.fen()]);
};
const edited = (api, fen, edit) => {
  const chess = new api.Chess(fen);
  const answer = attempt(() => edit(chess));
  return { answer, fen: chess.fen(), moves: chess.moves(), headers: chess.getHeaders() };
};

export const scenes = {};
const scene = (name, act) => (scenes[name] = act);

for (const name of ['WHITE', 'BLACK', 'PAWN', 'KNIGHT', 'BISHOP', 'ROOK', 'QUEEN', 'KING', 'SQUARES', 'DEFAULT_POSITION', 'SEVEN_TAG_ROSTER']) {
  scene(`exports ${name}`, (api) => api[name]);
}

// FENs.
const FENS = [
  '8/8/8/8/8/8/8/8 w - - 0 1', 'k7/8/8/8/8/8/8/8 w - - 0 1', '8/8/8/8/8/8/8/7K w - - 0 1', 'k7/8/8/8/8/8/8/6KK w - - 0 1',
  '3P4/1k2K3/8/8/8/8/8/8 w - - 0 1', '8/8/8/8/8/8/1k3K2/3p4 w - - 0 1', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRw KQkq - 0 1',
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  ...['x', '', '0', '-1', '1'].map((number) => `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 ${number}`),
  ...['x', '-1', '3', '99'].map((clock) => `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ${clock} 1`),
  ...['e2', 'e7', 'x', 'e9', 'e6', 'e3'].map((square) => `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq ${square} 0 1`),
  ...['KQxkq', 'kqKQ', 'KQ', 'k', '-', 'x'].map((rights) => `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w ${rights} - 0 1`),
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ? KQkq - 0 1', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1',
  'rnbqkbnr/pppppppp/17/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'rnbqk?nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'rnbqkbnr/p1p1p1p1p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r1bqkbnr/2pppppp/n7/1p6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq b6 0 4', 'rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq e6 0 2',
  '3rk3/1Q4p1/p3p3/4RPqp/4p2P/P7/KPP5/8 b - h3 0 33', '3r2k1/p1q2pp1/2nr1n1p/2p1p3/4P2B/P1P2Q1P/B4PP1/1R2R1K1 b - - 3 20',
  PASSANT, 'r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1', 'QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/k1K5 b - - 0 1',
  'rnbqkbnr/pppppp1p/8/8/3PPPp1/5n2/PPP3PP/RNBQKBNR b KQkq - 0 3',
];
for (const fen of FENS) {
  scene(`validateFen ${fen}`, (api) => api.validateFen(fen).ok);
  scene(`load ${fen}`, (api) => attempt(() => (new api.Chess(fen), 'loads')));
}
for (const fen of ['', 'x', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq']) {
  scene(`load the incomplete ${fen}`, (api) => attempt(() => new api.Chess(fen).fen()));
}
for (const rights of ['KQkq', 'K', 'q']) {
  for (const board of ['r3k2r/8/8/8/8/8/8/R2K3R', 'r3k2r/8/8/8/8/8/8/R3K1R1', '1r2k2r/8/8/8/8/8/8/R3K2R', 'r2k3r/8/8/8/8/8/8/R3K2R']) {
    scene(`moves of ${board} with rights ${rights}`, (api) => new api.Chess(`${board} w ${rights} - 0 1`).moves().filter((san) => san[0] !== 'O'));
  }
}
scene('FEN with rights that the board contradicts', (api) => new api.Chess('7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1').fen());
scene('PGN with rights that the board contradicts', (api) => {
  const chess = new api.Chess();
  chess.loadPgn('[SetUp "1"]\n[FEN "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1"]\n\n1. Rh6#');
  return [chess.fen(), chess.getHeaders().FEN];
});
scene('skipValidation lets a board without a king pass', (api) => {
  const chess = new api.Chess('1nbqkbn1/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1NBQ1BN1 b - - 1 2', { skipValidation: true });
  return [chess.fen(), chess.get('e8'), chess.turn(), chess.getHeaders()];
});
scene('load keeps headers when asked', (api) => {
  const chess = new api.Chess();
  chess.setHeader('White', 'A');
  chess.load(MIDGAME, { preserveHeaders: true });
  return seen(chess);
});
scene('load forgets headers, moves and comments', (api) => {
  const chess = new api.Chess();
  chess.setHeader('White', 'A');
  chess.move('e4');
  chess.setComment('x');
  chess.load(chess.fen());
  return seen(chess);
});
scene('reset', (api) => {
  const chess = new api.Chess(MIDGAME);
  chess.setHeader('White', 'A');
  chess.move('O-O');
  chess.reset();
  return seen(chess);
});
for (const options of [undefined, { preserveHeaders: true }]) {
  scene(`clear ${JSON.stringify(options)}`, (api) => {
    const chess = new api.Chess(MIDGAME);
    chess.setHeader('White', 'A');
    chess.move('O-O');
    chess.setComment('castles');
    chess.clear(options);
    return [seen(chess), chess.board(), chess.ascii(), attempt(() => chess.move('e4'))];
  });
}
scene('fen, forced', (api) => {
  const chess = new api.Chess();
  const found = [];
  for (const san of ['e4', 'a6', 'e5', 'd5', 'exd6', 'b5', 'c4', 'bxc4', 'b4', 'Nf6']) {
    chess.move(san);
    found.push(chess.fen(), chess.fen({ forceEnpassantSquare: true }));
  }
  return [found, new api.Chess(PASSANT).fen({ forceEnpassantSquare: true })];
});

// The board.
for (const square of ['a1', 'e4', 'h8', 'e9', '', 'xx']) {
  scene(`the square ${square}`, (api) => {
    const chess = new api.Chess();
    return [chess.get(square), chess.squareColor(square), chess.moves({ square }), chess.moves({ square, verbose: true }).map(plain)];
  });
}
scene('squareColor of all', (api) => api.SQUARES.map((square) => new api.Chess().squareColor(square)));
scene('board and ascii', (api) => [new api.Chess(MIDGAME).board(), new api.Chess(MIDGAME).ascii()]);
scene('findPiece', (api) => {
  const chess = new api.Chess(MIDGAME);
  return ['p', 'n', 'b', 'r', 'q', 'k'].flatMap((type) => ['w', 'b'].map((color) => chess.findPiece({ type, color })));
});
for (const fen of [undefined, MIDGAME, 'Q4K1k/1Q5p/2Q5/3Q4/4Q3/5Q2/6Q1/7Q w - - 0 1', '2b5/4kp2/2r5/3q2n1/8/8/4P3/4K3 w - - 0 1', '5k2/8/3N1N2/2NBQQN1/3R1R2/2NPRPN1/3N1N2/4K3 w - - 0 1']) {
  scene(`attackers on ${fen ?? 'the start'}`, (api) => {
    const chess = new api.Chess(fen);
    return api.SQUARES.map((square) => [chess.attackers(square), chess.attackers(square, 'w'), chess.attackers(square, 'b'), chess.isAttacked(square, 'w'), chess.isAttacked(square, 'b')]);
  });
}
scene('attackers on a board without kings', (api) => {
  const chess = new api.Chess();
  chess.clear();
  chess.put({ type: 'r', color: 'w' }, 'a1');
  return [chess.attackers('a8', 'w'), chess.isAttacked('b2', 'w'), chess.isAttacked('h1', 'w')];
});

// Set-ups.
const PUTS = [
  ['r', 'b', 'a1'], ['k', 'w', 'a1'], ['k', 'w', 'e1'], ['q', 'w', 'e1'], ['bad', 'w', 'a7'], ['p', 'w', 'a9'], ['n', 'w', 'h1'],
  ['n', 'b', 'h8'], ['n', 'w', 'a1'], ['n', 'b', 'e8'],
];
for (const [type, color, square] of PUTS) {
  for (const turn of ['w', 'b']) {
    scene(`put ${color}${type} on ${square}, ${turn} to move`, (api) => {
      const { answer, fen } = edited(api, `${CASTLES} ${turn} KQkq - 0 1`, (chess) => chess.put({ type, color }, square));
      return [answer, fen];
    });
  }
}
for (const [type, color, square] of [['n', 'w', 'f4'], ['n', 'b', 'f3'], ['n', 'w', 'f2'], ['b', 'b', 'g4']]) {
  scene(`put ${color}${type} on ${square} ends en passant`, (api) => edited(api, PASSANT, (chess) => chess.put({ type, color }, square)));
}
scene('the hash follows the board', (api) => {
  const chess = new api.Chess(`${CASTLES} w KQkq - 0 1`);
  chess.put({ type: 'n', color: 'w' }, 'h1');
  const kingless = new api.Chess(`${CASTLES} w KQkq - 0 1`);
  kingless.put({ type: 'n', color: 'w' }, 'e1');
  return [
    chess.hash() === new api.Chess(chess.fen()).hash(), chess.hash() === new api.Chess().hash(),
    kingless.hash() === new api.Chess(kingless.fen(), { skipValidation: true }).hash(),
  ];
});
for (const square of ['d1', 'e4', 'bad', 'e1', 'h1', 'a8']) {
  scene(`remove ${square}`, (api) => {
    const { answer, fen, headers } = edited(api, undefined, (chess) => chess.remove(square));
    return [answer, fen, headers];
  });
}
scene('put and remove keep the history', (api) => {
  const chess = new api.Chess();
  chess.move('e4');
  chess.move('e5');
  chess.put({ type: 'q', color: 'w' }, 'a4');
  chess.remove('h2');
  return [chess.history(), chess.fen(), plain(chess.move('Qxd7+')), chess.history(), chess.getHeaders()];
});
scene('a board is filled piece by piece', (api) => {
  const chess = new api.Chess();
  chess.clear();
  const found = [chess.getHeaders()];
  for (const [square, type, color] of [['e1', 'k', 'w'], ['e8', 'k', 'b'], ['h1', 'r', 'w'], ['a7', 'p', 'b']]) {
    found.push(chess.put({ type, color }, square), chess.fen(), chess.getHeaders());
  }
  found.push(chess.setCastlingRights('w', { k: true }), chess.fen(), chess.moves(), chess.remove('a7'), chess.getHeaders());
  return found;
});
for (const color of ['w', 'b']) {
  for (const rights of [{ k: false }, { q: false }, { k: true, q: true }, { k: true }, {}]) {
    for (const fen of [undefined, `${CASTLES} w - - 0 1`, '4k3/8/8/8/8/8/8/4K3 w - - 0 1']) {
      scene(`setCastlingRights ${color} ${JSON.stringify(rights)} on ${fen}`, (api) => {
        const chess = new api.Chess(fen);
        return [chess.setCastlingRights(color, rights), chess.getCastlingRights(color), chess.fen()];
      });
    }
  }
}
for (const color of ['w', 'b']) {
  scene(`setTurn ${color}`, (api) => edited(api, undefined, (chess) => [chess.setTurn(color), chess.turn(), chess.history()]));
  scene(`setTurn ${color} in check`, (api) => edited(api, '4k3/8/8/8/8/8/8/K3R3 b - - 0 1', (chess) => [chess.setTurn(color), chess.turn()]));
}

// Illegal boards, on which pieces move.
const BOARDS = [
  '8/8/8/8/3N4/8/8/8 w - - 0 1', '8/4P3/8/2b5/3Q4/8/1R6/8 w - - 0 1', '8/8/3p4/4P3/8/8/8/4K3 w - - 0 1', '8/8/8/8/3Pp3/8/8/8 b - d3 0 1',
  'r3k2r/8/8/8/8/8/8/RN2Q2R w kq - 0 1', 'r3k2r/8/8/8/8/8/8/RN2Q2R b kq - 3 9', '4k3/8/8/8/8/5n2/8/4K3 b - - 0 1', '8/P7/8/8/8/8/7p/8 b - - 0 1',
  '3rr3/8/8/8/8/8/8/4K3 w - - 0 1', '8/8/1n1n4/8/1n1n4/8/8/8 b - - 0 1', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1', '8/8/8/8/8/2R5/R7/k7 b - - 0 1',
];
for (const fen of BOARDS) {
  scene(`the pieces of ${fen} move`, (api) => {
    const chess = new api.Chess(fen, { skipValidation: true });
    const moves = chess.moves({ verbose: true }).map(plain);
    const behind = chess.moves().map((san) => (chess.move(san), [chess.fen(), chess.moves(), chess.isCheck(), chess.isCheckmate(), chess.undo().lan]));
    return [moves, behind, chess.isCheck(), chess.isCheckmate(), ...api.SQUARES.map((square) => chess.moves({ square, verbose: true }).map((move) => move.san)), chess.moves({ piece: 'n' })];
  });
}
scene('a lesson on a board without kings', (api) => {
  const chess = new api.Chess();
  chess.clear();
  chess.put({ type: 'p', color: 'w' }, 'e2');
  chess.put({ type: 'p', color: 'b' }, 'd7');
  const found = [];
  for (const move of ['e4', { from: 'd7', to: 'd5' }, 'exd5', '--', 'd6']) found.push(plain(chess.move(move)), chess.fen());
  return [found, chess.history(), attempt(() => chess.move('d9')), plain(chess.undo()), chess.fen()];
});
for (const piece of [{ type: 'bad-piece', color: 'bad-color' }, { type: 'p', color: 'x' }, { type: 'P', color: 'w' }, { type: '', color: 'b' }]) {
  scene(`findPiece ${JSON.stringify(piece)}`, (api) => new api.Chess().findPiece(piece));
}
scene('two pieces without kings', (api) => new api.Chess('8/4p3/8/8/8/8/4P3/8 w - - 0 1', { skipValidation: true }).isGameOver());
scene('the keys of moves', (api) => new api.Chess(PROMOTES).moves({ verbose: true }).map((move) => [Object.keys(move), 'captured' in move, 'promotion' in move]));
scene('more than sixteen pieces', (api) => {
  const chess = new api.Chess();
  const found = [];
  for (const square of ['a4', 'b4', 'c5', 'd5', 'e5']) found.push(chess.put({ type: 'q', color: 'w' }, square), chess.fen(), chess.moves());
  chess.move('Qdxd7+');
  return [found, chess.fen(), chess.moves(), chess.isCheck(), new api.Chess(chess.fen()).fen(), api.validateFen(chess.fen()).ok];
});
for (const fen of ['7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1', '4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1', '1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1']) {
  scene(`rights that the board of ${fen} contradicts`, (api) => {
    const chess = new api.Chess(fen);
    const found = [chess.fen(), chess.getHeaders(), chess.getCastlingRights('w'), chess.getCastlingRights('b')];
    for (const move of chess.moves().filter((san) => san[0] !== 'O')) found.push(plain(chess.move(move)), chess.fen(), chess.undo().san);
    chess.put({ type: 'p', color: 'w' }, 'c5');
    return [found, chess.fen()];
  });
}
for (const tags of ['[SetUp "1"]', '[SetUp "0"]\n[FEN "7k/p7/8/8/8/8/P7/K7 w - - 0 1"]', '[SetUp "1"]\n[fen "7k/p7/8/8/8/8/P7/K7 w - - 0 1"]', '[SetUp "1"]\n[FEN ""]', '[FEN "7k/p7/8/8/8/8/P7/K7 w - - 0 1"]']) {
  for (const strict of [false, true]) scene(`loadPgn ${tags}${strict ? ', strictly' : ''}`, (api) => loaded(api, `${tags}\n\n*`, { strict }));
}

// Moves.
for (const fen of [undefined, MIDGAME, PASSANT, PROMOTES, `${CASTLES} w KQkq - 0 1`, '8/7K/8/8/1R6/k7/1R1p4/8 b - - 0 1', '7k/5Q2/8/8/8/8/8/K7 b - - 0 1']) {
  scene(`moves of ${fen ?? 'the start'}`, (api) => {
    const chess = new api.Chess(fen);
    return [chess.moves(), chess.moves({ verbose: true }).map(plain), ...['p', 'n', 'b', 'r', 'q', 'k'].map((piece) => chess.moves({ piece, verbose: true }).map(plain))];
  });
  scene(`what the moves of ${fen ?? 'the start'} say they are`, (api) =>
    new api.Chess(fen).moves({ verbose: true }).map((move) => [
      move.isCapture(), move.isPromotion(), move.isEnPassant(), move.isKingsideCastle(), move.isQueensideCastle(), move.isBigPawn(),
    ]));
}
const SPELLINGS = [
  [undefined, ['e4', 'e5', 'Nf3', 'Ng1f3', 'Ngf3', 'g1f3', 'e2e4', 'e2-e4', 'Pe2-e4', 'Pe4', 'Nf3!?', 'Nf3+', 'nf3', 'Nxf3', 'exe4', 'bxc3', 'bc4', '', 'x', 'e2e4q', 'O-O', 'e9']],
  [MIDGAME, ['O-O', '0-0', 'O-O-O', '0-0-0', 'e1g1', 'Kg1', 'Bxf7+', 'Bxf7', 'Bf7', 'Bb5', 'bb5', 'Nd5', 'Rb1', 'Rd1']],
  [PROMOTES, ['b8=Q', 'b8Q', 'b8q', 'b7b8q', 'b7b8', 'b8', 'b7-b8=N', 'f8=R+', 'f8=R', 'f8=K', 'bxb8=Q']],
  [PASSANT, ['gxf3', 'gf3', 'g4f3', 'g4xf3', 'gxf3e.p.', 'xf3']],
  ['r2qkbnr/ppp2ppp/2n5/1B2pQ2/4P3/8/PPP2PPP/RNB1K2R b KQkq - 3 7', ['Ne7', 'Nge7', 'N8e7', 'Ng8e7', 'Nce7']],
  ['6k1/8/8/B7/8/8/8/BN4K1 w - - 0 1', ['b1c3', 'B1c3', 'Nc3', 'Bc3', 'Bac3', 'B5c3', 'Ba1c3']],
  ['4k3/8/8/8/8/8/1P6/1N2K3 w - - 0 1', ['bxc3', 'bxa3', 'b3', 'bc3', 'Nc3']],
];
for (const [fen, spellings] of SPELLINGS) {
  for (const text of spellings) {
    scene(`move ${text} on ${fen ?? 'the start'}`, (api) => tried(api, fen, text));
    scene(`move ${text} on ${fen ?? 'the start'}, strictly`, (api) => tried(api, fen, text, { strict: true }));
  }
}
for (const move of [
  { from: 'e2', to: 'e4' }, { from: 'e2', to: 'e4', promotion: 'q' }, { from: 'e2', to: 'e5' }, { from: 'e7', to: 'e5' }, { from: 'x', to: 'e4' }, {}, null, '--',
]) {
  scene(`move ${JSON.stringify(move)}`, (api) => tried(api, undefined, move));
}
for (const promotion of ['q', 'n', undefined]) scene(`promote to ${promotion}`, (api) => tried(api, PROMOTES, { from: 'b7', to: 'b8', promotion }));
scene('null moves', (api) => {
  const chess = new api.Chess();
  for (const move of ['e4', 'e5', '--', 'Nf6', null, '--', 'Nf3']) chess.move(move);
  const before = seen(chess);
  const undone = [plain(chess.undo()), plain(chess.undo()), chess.fen()];
  return [before, undone, chess.history({ verbose: true }).map(plain)];
});
scene('a null move in check', (api) => tried(api, '4k3/8/8/8/8/8/8/K3R3 b - - 0 1', '--'));
scene('undo', (api) => {
  const chess = new api.Chess();
  const before = chess.undo();
  for (const san of ['e4', 'd5', 'exd5']) chess.move(san);
  return [before, plain(chess.undo()), chess.fen(), chess.history(), plain(chess.undo()), chess.move('Nf6').san, chess.history()];
});
const TEXTS = {
  'a check sign behind a glyph': '1. e4!+', 'a move that is none': '1. e4 Qxd7 1/2-1/2', 'a wrong FEN': '[fEn "1n2kb1r/p4XXX/8/8/8/8/8/2KR4 w k - 0 17"]\n\n17. Rd8#',
  'tags in white space': '  \t [ Event"A"   ]\n[\tRound "6" ]  \r\n   \r\n1. c4 e6', 'tags of any name': '\n   [white "a"]\n     [note "b"]     \n   \n  1. e4 e5',
  'a comment behind the last move': '1. e4 e5 {done}', 'a comment behind the result': '1. e4 e5 1/2-1/2 {done}', 'a comment before the result': '[White "A"]\n\n1. e4 e5 {done} *',
  'squares alone': 'e2e4 d7d5 e4d5 d8d5 b1c3', 'squares with hyphens': '1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Ng8-f6 4. e1-g1', 'castling by squares': '1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 g8f6 4. e1g1',
  'a number behind the comment': '1. d4 {x} 1... d5 {y} 2. c4', 'numbers without points': '1 e4 e5 2 Nf3', 'a glyph at each move': '1. e4!! e5?! 2. d4?? d5!? $5', 'a black start': '[SetUp "1"]\n[FEN "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"]\n\n1. ... e5',
};
for (const [name, pgn] of Object.entries(TEXTS)) {
  for (const strict of [false, true]) scene(`loadPgn of ${name}${strict ? ', strictly' : ''}`, (api) => loaded(api, pgn, { strict }));
}
scene('newlines of any kind', (api) => ['\n', '<br />', '\r\n', 'XX'].map((newlineChar) => loaded(api, ['[White "A"]', '', '1. e4 {of', 'two} e5', '2. Nf3'].join(newlineChar), { newlineChar })));
scene('move numbers, and comments by their old names', (api) => {
  const chess = new api.Chess(MIDGAME);
  const found = [chess.moveNumber()];
  for (const san of ['O-O', 'h6', 'Kh1']) {
    chess.move(san);
    chess.setComment(`after ${san}`);
    found.push(chess.moveNumber());
  }
  return [found, chess.deleteComment(), chess.getComments(), chess.deleteComments(), chess.getComments()];
});
scene('history', (api) => {
  const chess = new api.Chess();
  for (const san of ['c4', 'e6', 'Nf3', 'd5', 'cxd5', 'exd5']) chess.move(san);
  return [chess.history(), chess.history({ verbose: true }).map(plain), chess.history({ verbose: false })];
});
for (const [fen, depth] of [[undefined, 3], [MIDGAME, 2], [PROMOTES, 3]]) scene(`perft ${depth} of ${fen}`, (api) => new api.Chess(fen).perft(depth));

// Ends.
for (const fen of [
  'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', '4k3/4P3/4K3/8/8/8/8/8 b - - 0 78', '8/8/8/8/8/8/8/k1K5 w - - 0 1', '8/2N5/8/8/8/8/8/k1K5 w - - 0 1',
  '8/b7/3B4/8/8/8/8/k1K5 w - - 0 1', '8/b7/B7/8/8/8/8/k1K5 w - - 0 1', '8/b1B1b1B1/1b1B1b1B/8/8/8/8/1k5K w - - 0 1', '8/bB2b1B1/1b1B1b1B/8/8/8/8/1k5K w - - 0 1',
  '8/2p5/8/8/8/8/8/k1K5 w - - 0 1', '5k1K/7B/8/6b1/8/8/8/8 b - - 0 1', '7K/5k1N/8/6b1/8/8/8/8 b - - 0 1', '4k3/4p3/8/8/8/8/4P3/4K3 w - - 99 50', '4k3/4p3/8/8/8/8/4P3/4K3 w - - 100 51',
]) {
  scene(`how ${fen} stands`, (api) => {
    const chess = new api.Chess(fen);
    return ['isCheck', 'inCheck', 'isCheckmate', 'isStalemate', 'isInsufficientMaterial', 'isThreefoldRepetition', 'isDrawByFiftyMoves', 'isDraw', 'isGameOver'].map((name) => chess[name]());
  });
}
scene('a position comes three times', (api) => {
  const chess = new api.Chess('8/pp3p1k/2p2q1p/3r1P2/5R2/7P/P1P1QP2/7K b - - 2 30');
  const found = [];
  for (const san of ['Qe5', 'Qh5', 'Qf6', 'Qe2', 'Re5', 'Qd3', 'Rd5', 'Qe2']) {
    chess.move(san);
    found.push(chess.isThreefoldRepetition(), chess.isDraw());
  }
  chess.undo();
  found.push(chess.isThreefoldRepetition());
  return found;
});

scene('six null moves are a repetition', (api) => {
  const chess = new api.Chess();
  for (let i = 0; i < 6; i++) chess.move(null);
  return [chess.isThreefoldRepetition(), chess.isDraw(), chess.isGameOver()];
});

// Headers.
scene('headers', (api) => {
  const chess = new api.Chess();
  const found = [chess.getHeaders(), { ...chess.header() }, chess.setHeader('White', 'A'), chess.setHeader('Opening', 'B'), chess.setHeader('Round', null), chess.setHeader('ECO', null)];
  found.push(chess.removeHeader('White'), chess.removeHeader('Opening'), chess.removeHeader('Nothing'), chess.getHeaders());
  found.push({ ...chess.header('White', 'C', 'Odd') }, Object.keys(chess.header()), chess.pgn());
  return found;
});

// Writing PGN.
const GAMES = [
  [undefined, 'd4 d5 Nf3 Nc6 e3 e6 Bb5 g5 O-O Qf6 Nc3 Bd7 Bxc6 Bxc6 Re1 O-O-O a4 Bb4 a5 b5 axb6', { White: 'A', Black: 'B', Odd: 'C', WhiteElo: '?' }],
  [undefined, 'f3 e5 g4 Qh4#', { Result: '0-1' }],
  ['r1bqk1nr/pppp1ppp/2n5/4p3/1bB1P3/2P2N2/P2P1PPP/RNBQK2R b KQkq - 0 1', 'Ba5 O-O d6 d4', {}],
  ['4r3/8/2p2PPk/1p6/pP2p1R1/P1B5/2P2K2/3r4 w - - 1 45', 'f7', {}],
];
for (const [number, [fen, sans, headers]] of GAMES.entries()) {
  for (const options of [undefined, { maxWidth: 1 }, { maxWidth: 19, newline: '<br />' }, { maxWidth: 65 }, { newline: '\r\n' }]) {
    scene(`game ${number} as PGN ${JSON.stringify(options)}`, (api) => {
      const chess = new api.Chess(fen);
      for (const san of sans.split(' ')) chess.move(san);
      for (const [name, value] of Object.entries(headers)) chess.setHeader(name, value);
      return chess.pgn(options);
    });
  }
}
scene('PGN without moves', (api) => [new api.Chess().pgn(), new api.Chess(MIDGAME).pgn(), new api.Chess().pgn({ maxWidth: 5 })]);

scene('PGN of a game that has ended', (api) => {
  const chess = new api.Chess();
  for (const san of ['f3', 'e5', 'g4', 'Qh4#']) chess.move(san);
  return chess.pgn();
});

// Comments.
scene('comments are set, told and taken away', (api) => {
  const chess = new api.Chess();
  const found = [chess.getComment(), chess.getComments(), chess.removeComment(), chess.removeComments()];
  chess.setComment('at the start');
  found.push(chess.getComment(), chess.pgn());
  chess.move('e4');
  found.push(chess.getComment());
  chess.setComment('good   move');
  chess.move('e6');
  chess.setComment('a {dubious} move');
  found.push(seen(chess), chess.pgn({ maxWidth: 60 }));
  found.push(chess.removeComment(), chess.getComments(), chess.pgn(), chess.deleteComments(), chess.pgn());
  return found;
});
for (const maxWidth of [2, 16, 40]) {
  scene(`comments in lines of ${maxWidth}`, (api) => {
    const chess = new api.Chess();
    chess.move('e4');
    chess.setComment('good   move');
    chess.move('e5');
    chess.setComment('the answer of the classics');
    return chess.pgn({ maxWidth });
  });
}
scene('the comment of a move that is taken back', (api) => {
  const chess = new api.Chess();
  chess.move('e4');
  chess.setComment('sharp');
  chess.undo();
  chess.move('d4');
  chess.setComment('calm');
  return seen(chess);
});
for (const act of ['reset', 'clear']) {
  scene(`${act} forgets comments`, (api) => {
    const chess = new api.Chess();
    chess.move('e4');
    chess.setComment('x');
    chess[act]();
    return chess.getComments();
  });
}

// Reading PGN.
for (const [name, pgn] of Object.entries({
  'a game': OPERA,
  'nothing': '',
  'headers only': '[White "A"]\n[Black "B"]\n',
  'a result only': '[White "A"]\n\n*',
  'a game without headers': '1. e4 e5 2. f4 exf4',
  'headers and a result': '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 0-1',
  'spaces and tabs': '   \t [ Event"A"   ]\n[\tRound "6"]  \r\n[Site "B" ]\n   \r\n 1. e4\te5\r\n\n2.Nf3',
  'check signs and promotions': '1.e4 e6 2.d4 d5 3.exd5 c6 4.dxe6 Nf6 5.exf7+ Kd7 6.Nf3 Bd6 7.f8=N+ Qxf8',
  'coordinates': 'e2e4 d7d5 e4d5 d8d5 d2d4 g8f6',
  'coordinates with hyphens': '1. e2-e4 c7-c5 2. Ng1-f3 d7-d6 3. d2-d4 c5xd4 4. Nf3xd4 Ng8-f6',
  'too much disambiguation': '1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Qf5 Nc6 7.Bb5 Nge7',
  'a pinned knight': '1. d4 Nf6 2. c4 e6 3. Nf3 c5 4. Nc3 cxd4 5. Nxd4 Bb4 6. Nb5',
  'null moves': '1. e4 -- 2. d4 -- 3. Nf3',
  'black numbers': '1. e4 1... e5 2. Nf3 2... Nc6',
  'missing numbers': '1.e4 e5 2. Nf3 d5 Nxe5 f6',
  'zeros that castle': '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0',
  'an illegal move': '1. e4 Qxd7 1/2-1/2',
  'a sign behind a glyph': '1. e4!+',
  'an open comment': '1. e4 {never ends',
  'an open tag': '[Event "x',
  'a start': '[SetUp "1"]\n[FEN "1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 w k - 0 17"]\n\n17.Rd8# 1-0',
  'a start without SetUp': '[FEN "1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 w k - 0 17"]\n\n17.Rd8# 1-0',
  'a start in another case': '[fEn "1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 w k - 0 17"]\n\n17.Rd8# 1-0',
  'a start that is none': '[fEn "1n2kb1r/p4XXX/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 w k - 0 17"]\n\n17.Rd8# 1-0',
  'SetUp without a start': '[SetUp "1"]\n\n1. e4',
  'a start with black to move': '[SetUp "1"]\n[FEN "r4rk1/p1nq1pp1/1p1pp2p/8/P2PR3/1QP2N2/1P3PPP/R5K1 b - - 0 16"]\n\n{say} 16...Rfb8',
  'a comment in braces': '1. e4 {good move} e5 {answer}',
  'a comment to the end of the line': '1. e4 e5; romantic\n 2. Nf3 Nc6; common',
  'comments of both kinds': '1. e4 {good!} e5; standard\n 2. Nf3 Nc6 {common}',
  'a comment over lines': '1. e4 {good\nmove} e5 {the\r\nanswer}',
  'a comment at the start': '{ great game }\n1. e4 e5',
  'an empty comment': '1. e4 {}',
  'an empty line comment': '1. e4;\ne5',
  'a comment in other letters': '1. e4 {Δ, Й, ק ,م, ๗, あ, 叶, 葉, and 말}',
  'a semicolon in a comment': '1. e4 { a classic; well-studied } e5',
  'braces in a line comment': '1. e4 e5 ; a classic {well-studied}',
  'markers in a comment': '1. e4 e5 {($1) 1. e4 is good}',
  'markers in a line comment': '1. e4 e5; ($1) 1. e4 is good',
  'a comment at the end': '1. e4 e5 {end}',
  'a comment before the result': '[White "A"]\n\n1. e4 e5 {end} *',
  'a comment behind the result': '[White "A"]\n\n1. e4 e5 1/2-1/2 {end}',
})) {
  scene(`loadPgn: ${name}`, (api) => loaded(api, pgn));
  scene(`loadPgn, strictly: ${name}`, (api) => loaded(api, pgn, { strict: true }));
}
for (const newlineChar of ['\n', '<br />', '\r\n', 'BLAH', ':']) {
  scene(`loadPgn with ${JSON.stringify(newlineChar)} for new lines`, (api) => {
    const text = `[Event "P"]\n[White "A"]\n\n${OPERA.replace('4.dxe5', '{a weak\nmove} 4.dxe5')}`;
    return loaded(api, text.replaceAll('\n', newlineChar), { newlineChar });
  });
}
const line = (pgn) => (api) => {
  const answer = loaded(api, pgn);
  return answer === 'throws' ? answer : [answer.fen, answer.history, answer.comments, answer.headers];
};
scene('loadPgn stands at the end of the main line, variations aside', line("1. e4 ( 1. d4 { Queen's pawn } d5 ( 1... Nf6 ) ) e5"));
scene('loadPgn: an illegal variation', line('1. e4 e5 (1... Ke4 2. Qxa3) 2. Nf3 Nc6'));
scene('loadPgn: variations and comments', line('1. d4 d5 2. Bf4 Nf6 (2... c5 3. e3) 3. e3 {3. Nf3 (3. c4)} g6 *'));
scene('loadPgn: glyphs', line('1. e4!! $14 e5?! 2. d4?? $2 d5!?'));
scene('loadPgn leaves nothing of the game before', (api) => {
  const chess = new api.Chess();
  chess.move('e4');
  chess.setComment('x');
  chess.setHeader('White', 'A');
  chess.loadPgn('1. d4 d5');
  return [seen(chess), chess.isThreefoldRepetition()];
});
