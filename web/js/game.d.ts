// What chess and Makruk have in common. `Role` is the letters of a game's pieces.

export type Color = 'w' | 'b';
type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
export type Square = `${File}${Rank}`;
export type Variant = 'chess' | 'makruk';
/** The bytes of a module, or the module compiled. */
export type ModuleSource = ArrayBuffer | ArrayBufferView | object;

export interface PieceOf<Role extends string> {
  color: Color;
  type: Role;
  /** Makruk: a Met that was a Bia. */
  promoted?: true;
}

export interface MoveOf<Role extends string> {
  color: Color;
  from: Square;
  /** The square where the piece comes to stand; in castling the king. */
  to: Square;
  piece: Role;
  captured?: Role;
  promotion?: Role;
  /** In castling, where the rook comes from: Chess960 drags the king there. */
  readonly rook?: Square;
  flags: string;
  san: string;
  /** As engines spell it: e2e4, e7e8q; castling e1g1, and in Chess960 e1h1. */
  lan: string;
  /** The FEN before and after. */
  before: string;
  after: string;
  /** `true` if a piece on the square is captured: not so en passant, as in chess.js. */
  isCapture(): boolean;
  isPromotion(): boolean;
  isEnPassant(): boolean;
  isKingsideCastle(): boolean;
  isQueensideCastle(): boolean;
  isBigPawn(): boolean;
  isNullMove(): boolean;
}

/** Text, or squares; `null` gives the turn away. A promotion is passed over where nothing promotes: it may be named with every move. */
export type MoveInput = string | { from: string; to: string; promotion?: string | null } | null;

/** The end of a game. */
export interface Outcome {
  /** `White wins by checkmate` */
  text: string;
  result: '1-0' | '0-1' | '1/2-1/2';
  /** `checkmate` */
  by: string;
  /** The move announced with the claim, in SAN. */
  announced?: string;
}

/** A draw that a player may claim. */
export interface Claim {
  name: 'fifty moves' | 'threefold repetition';
  /** `true` if it can be claimed as it stands. */
  occurred: boolean;
  /** The moves, in SAN, with any of which announced it can be claimed. */
  moves: string[];
}

export interface Violation {
  message: string;
  squares: Square[];
}

/** A move in the tree of a game, and what follows. */
export interface TreeNode<M> {
  /** `null` at the start. */
  move: M | null;
  /** For `goTo`; made when it is asked for. */
  readonly path: number[];
  /** The comments before the move, about a variation that it begins. */
  startingComments: string[];
  /** The comments on the move. */
  comments: string[];
  nags: number[];
  children: TreeNode<M>[];
}

export interface LoadOptions {
  /** Makes a set-up of what cannot be played: `violations` says what is wrong with it. */
  skipValidation?: boolean;
  preserveHeaders?: boolean;
}

export interface FenOptions {
  forceEnpassantSquare?: boolean;
}

export interface PgnOptions {
  newline?: string;
  maxWidth?: number;
}

/** The answer of `repairFen`. */
export interface Repaired {
  fen: string;
  /** The repairs: a sentence each. */
  repairs: string[];
}

declare global {
  // Libraries before ESNext do not have it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

export declare class Game<Role extends string, M extends MoveOf<Role>, P extends PieceOf<Role> = PieceOf<Role>> {
  readonly variant: Variant;

  /** Gives back what the module keeps for the game, which can still be used. It need not be called: the module keeps few games. */
  free(): void;
  [Symbol.dispose](): void;

  load(fen: string, options?: LoadOptions): void;
  /** The repairs of the FEN or the PGN that was loaded: a sentence each. */
  repairs(): string[];
  reset(): void;
  clear(options?: { preserveHeaders?: boolean }): void;
  put(piece: { type: Role; color: Color; promoted?: true }, square: Square): boolean;
  remove(square: Square): P | undefined;
  setTurn(color: Color): boolean;
  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean;
  getCastlingRights(color: Color): { k: boolean; q: boolean };
  /** The violations that keep the board from being played on. */
  violations(): Violation[];

  fen(options?: FenOptions): string;
  get(square: Square): P | undefined;
  findPiece(piece: { type: Role; color: Color }): Square[];
  board(): (({ square: Square } & P) | null)[][];
  ascii(): string;
  squareColor(square: Square): 'light' | 'dark' | null;
  turn(): Color;
  moveNumber(): number;
  hash(): string;
  attackers(square: Square, attackedBy?: Color): Square[];
  isAttacked(square: Square, attackedBy: Color): boolean;
  /** The squares that the piece might go to the next time its side is to move. */
  premoves(square: Square): Square[];

  /** For boards: where each piece of the side that waits might go the next time it is to move. */
  premoveDests(): Map<Square, Square[]>;

  /** For boards: where each piece may go; a king that castles to its square and onto the rook, in Chess960 onto the rook. */
  dests(): Map<Square, Square[]>;
  moves(): string[];
  moves(options: { verbose: true; square?: Square; piece?: Role }): M[];
  moves(options: { verbose?: false; square?: Square; piece?: Role }): string[];
  moves(options: { verbose?: boolean; square?: Square; piece?: Role }): string[] | M[];
  /** The move that is meant, not played. Throws the reason if there is none. */
  find(move: Exclude<MoveInput, null>, options?: { strict?: boolean }): M;
  /** Why a move is illegal; `null` if it is not. */
  why(move: Exclude<MoveInput, null>): string | null;
  /** Plays a move. Throws the reason if it is illegal. */
  move(move: MoveInput, options?: { strict?: boolean }): M;
  /** `true` if a move between these squares promotes, so that a piece is to be chosen. */
  isPromotion(move: { from: Square; to: Square }): boolean;
  /** Takes the last move back and forgets it. */
  undo(): M | null;
  history(): string[];
  history(options: { verbose: true }): M[];
  history(options: { verbose?: false }): string[];
  history(options: { verbose?: boolean }): string[] | M[];
  perft(depth: number): number;

  back(): M | null;
  forward(variation?: number): M | null;
  variations(): M[];
  tree(): TreeNode<M>;
  path(): number[];
  goTo(path: number[]): boolean;
  promote(): boolean;
  /** Forgets the variation that the board stands in, and goes to where it began. Whether there was one. */
  deleteVariation(): boolean;
  readonly nags: number[];

  checkers(): Square[];
  isCheck(): boolean;
  inCheck(): boolean;
  isCheckmate(): boolean;
  isStalemate(): boolean;
  isInsufficientMaterial(): boolean;
  isThreefoldRepetition(): boolean;
  isDrawByFiftyMoves(): boolean;
  isDraw(): boolean;
  isGameOver(): boolean;
  /** The end of the game by the Laws: draws that nobody has claimed are not among it. */
  outcome(): Outcome | null;
  /** `true` if a side can mate no more, whatever both sides play: then the other's flag does not lose. */
  cannotMate(color: Color): boolean;
  claims(): Claim[];
  /** Claims a draw. Throws the reason why there is none. */
  claim(move?: Exclude<MoveInput, null>): Outcome;
  resign(color?: Color): Outcome;
  agreeDraw(): Outcome;
  flagFall(color?: Color): Outcome;

  getHeaders(): Record<string, string>;
  setHeader(key: string, value: string): Record<string, string>;
  removeHeader(key: string): boolean;
  /** @deprecated It answers with `null` for tags that are not there: use `setHeader` and `getHeaders`. */
  header(...pairs: string[]): Record<string, string | null>;
  /** The comment on the last move; `undefined` without one. (The type is that of chess.js.) */
  getComment(): string;
  setComment(comment: string): void;
  removeComment(): string;
  /** @deprecated `removeComment` */
  deleteComment(): string;
  /** The comments on the line that the board stands in, by positions. A comment may be missing. (The type is that of chess.js.) */
  getComments(): { fen: string; comment: string; suffixAnnotation?: string; nags?: number[] }[];
  /** The numeric annotation glyphs of a position on that line, of the board's if none is named, without the sign behind the move. */
  getNags(fen?: string): number[];
  setNags(nags: number[], fen?: string): void;
  addNag(nag: number, fen?: string): void;
  removeNags(fen?: string): number[];
  removeNag(nag: number, fen?: string): boolean;
  /** The sign behind the move: `!`, `?`, `!!`, `!?`, `?!` or `??`. */
  getSuffixAnnotation(fen?: string): string | undefined;
  setSuffixAnnotation(suffix: string, fen?: string): void;
  removeSuffixAnnotation(fen?: string): string | undefined;
  removeComments(): { fen: string; comment: string }[];
  /** @deprecated `removeComments` */
  deleteComments(): { fen: string; comment: string }[];
  pgn(options?: PgnOptions): string;
  /** Reads the first game of a file. Throws, and leaves the game as it was, if its main line is not right. */
  loadPgn(pgn: string, options?: { strict?: boolean; newlineChar?: string }): void;
  /** The data to set the game up elsewhere, for an engine say: with `chess960`, its option `UCI_Chess960` is to be on. */
  record(): { variant: Variant; chess960: boolean; start: string; moves: string[] };
}
