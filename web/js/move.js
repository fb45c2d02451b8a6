// Moves.

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
