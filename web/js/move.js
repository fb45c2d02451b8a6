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
    // No field is split off: squares have two characters, and the fields behind SAN one each.
    const lan = line.slice(6, line.indexOf(' ', 6));
    const afterSan = line.indexOf(' ', 7 + lan.length);
    const [captured, promotion, kind] = [line[afterSan + 3], line[afterSan + 5], line[afterSan + 7]];
    this.color = before[before.indexOf(' ') + 1];
    this.from = line.slice(0, 2);
    this.to = line.slice(3, 5);
    this.piece = line[afterSan + 1];
    if (captured !== '-') this.captured = captured;
    if (promotion !== '-') this.promotion = promotion;
    this.flags = FLAGS[kind] ?? kind;
    this.san = line.slice(7 + lan.length, afterSan);
    this.lan = lan;
    this.before = before;
    this.after = line.slice(line.indexOf('\t', afterSan) + 1, line.endsWith('\n') ? -1 : undefined);
    // In Chess960 castling is a drag of the king onto the rook's square, stored here. It is not enumerable, since chess.js has no
    // such field.
    if (kind === 'k' || kind === 'q') Object.defineProperty(this, 'rook', { value: line.slice(afterSan + 9, afterSan + 11) });
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
