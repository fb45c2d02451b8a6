// Moves, and the tree of moves of a game.

/** The flags with two letters in chess.js. */
const FLAGS = { p: 'np', x: 'cp' };

/** A move: plain data, in the fields of chess.js. */
export class Move {
  color;
  from;
  to;
  piece;
  captured;
  promotion;
  flags;
  san;
  lan;
  before;
  after;

  /**
   * @param {string} line as src/games.rs answers it
   * @param {string} before the FEN before the move
   */
  constructor(line, before) {
    const tab = line.indexOf('\t');
    const [from, to, lan, san, piece, captured, promotion, kind, target] = line.slice(0, tab).split(' ');
    this.color = before[before.indexOf(' ') + 1];
    this.from = from;
    this.to = to;
    this.piece = piece;
    if (captured !== '-') this.captured = captured;
    if (promotion !== '-') this.promotion = promotion;
    this.flags = FLAGS[kind] ?? kind;
    this.san = san;
    this.lan = lan;
    this.before = before;
    this.after = line.slice(tab + 1).trimEnd();
    // In Chess960 castling is a drag of the king onto the rook's square, stored here. It is not enumerable, since chess.js has no
    // such field.
    if (kind === 'k' || kind === 'q') Object.defineProperty(this, 'rook', { value: target });
  }

  isCapture() {
    return this.flags.includes('c');
  }
  isPromotion() {
    return this.promotion !== undefined;
  }
  isEnPassant() {
    return this.flags === 'e';
  }
  isKingsideCastle() {
    return this.flags === 'k';
  }
  isQueensideCastle() {
    return this.flags === 'q';
  }
  isBigPawn() {
    return this.flags === 'b';
  }
  isNullMove() {
    return this.flags === '-';
  }
}

/** A move in the tree of a game, with its comments and glyphs. The root has no move. */
export class Node {
  static last = 0;

  /** The identity of a move: behind a proxy the object itself would have another one. */
  id = ++Node.last;
  children = [];
  comments = [];
  startingComments = [];
  nags = [];
  /** The number of the glyph that is written as a sign after the move, such as `!`; 0 if there is none. */
  sign = 0;
  /** Declarations at this move: in Makruk, counting began or ended. */
  said = [];

  /**
   * @param {Move | null} move
   * @param {Node | null} parent
   * @param {string} fen what stands on the board after the move
   * @param {string | null} base what the module's game has to start from here: at the start, behind a null move, after an edit
   */
  constructor(move, parent, fen, base) {
    this.move = move;
    this.parent = parent;
    this.fen = fen;
    this.base = base;
  }

  /** The index among its siblings; 0 for the root. */
  index() {
    return this.parent ? this.parent.children.findIndex((child) => child.id === this.id) : 0;
  }

  /** The move's child with a move, if there is one. */
  child(lan) {
    return this.children.find((child) => child.move.lan === lan);
  }

  /** The moves from the start to this one. */
  path() {
    const path = [];
    for (let node = this; node.parent; node = node.parent) path.push(node);
    return path.reverse();
  }

  /** The start, the moves to this one, and the line that follows. */
  line() {
    const path = this.path();
    let node = this;
    while ((node = node.children[0])) path.push(node);
    return path;
  }
}
