export type Color = 'w' | 'b';
/** Chess has p n b r q k; Makruk p (Bia), n (Ma), s (Khon), r (Rua), m (Met) and k (Khun). */
export type PieceSymbol = 'p' | 'n' | 'b' | 'r' | 'q' | 'k' | 'm' | 's';
type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
export type Square = `${File}${Rank}`;
export type Variant = 'chess' | 'makruk';

export interface Piece {
  type: PieceSymbol;
  color: Color;
  /** Makruk: a Met that was a Bia. */
  promoted?: true;
}

export declare const WHITE: 'w';
export declare const BLACK: 'b';
export declare const PAWN: 'p';
export declare const KNIGHT: 'n';
export declare const BISHOP: 'b';
export declare const ROOK: 'r';
export declare const QUEEN: 'q';
export declare const KING: 'k';
export declare const MET: 'm';
export declare const KHON: 's';
export declare const DEFAULT_POSITION: string;
export declare const MAKRUK_POSITION: string;
export declare const SQUARES: Square[];

export declare class Move {
  color: Color;
  piece: PieceSymbol;
  from: Square;
  /** Where the piece comes to stand; in castling the king. */
  to: Square;
  captured?: PieceSymbol;
  promotion?: PieceSymbol;
  /** In castling, where the rook comes from: Chess960 drags the king there. */
  rook?: Square;
  san: string;
  /** As engines spell it: e2e4, e7e8q. */
  lan: string;
  flags: string;
  /** The FEN before and after. */
  before: string;
  after: string;
  isCapture(): boolean;
  isPromotion(): boolean;
  isEnPassant(): boolean;
  isKingsideCastle(): boolean;
  isQueensideCastle(): boolean;
  isBigPawn(): boolean;
}

/** Text, or squares. The promotion is passed over where nothing promotes, so it may be named with every move. */
export type MoveInput = string | { from: string; to: string; promotion?: string | null };

/** How a game has ended. */
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
  /** Whether it can be claimed as it stands. */
  occurred: boolean;
  /** The moves, in SAN, with any of which announced it can be claimed. */
  moves: string[];
}

export interface Violation {
  message: string;
  squares: Square[];
}

/** A move in the tree of a game, and what follows. */
export interface TreeNode {
  /** `null` at the start. */
  move: Move | null;
  /** For `goTo`. */
  path: number[];
  comments: string[];
  nags: number[];
  children: TreeNode[];
}

interface LoadOptions {
  /** Lets positions pass that no game leads to but that can be played. */
  skipValidation?: boolean;
  preserveHeaders?: boolean;
}

declare class Game {
  readonly variant: Variant;

  load(fen: string, options?: LoadOptions): void;
  reset(): void;
  clear(): void;
  put(piece: Piece, square: Square): boolean;
  remove(square: Square): Piece | undefined;
  setTurn(color: Color): boolean;
  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean;
  getCastlingRights(color: Color): { k: boolean; q: boolean };
  /** What keeps the board from being played on. */
  violations(): Violation[];

  fen(): string;
  get(square: Square): Piece | undefined;
  findPiece(piece: Piece): Square[];
  board(): (({ square: Square } & Piece) | null)[][];
  ascii(): string;
  squareColor(square: Square): 'light' | 'dark';
  turn(): Color;
  moveNumber(): number;
  hash(): string;
  attackers(square: Square, color?: Color): Square[];
  isAttacked(square: Square, color: Color): boolean;
  /** Where the piece might go the next time its side is to move. */
  premoves(square: Square): Square[];

  moves(options?: { verbose?: false; square?: Square; piece?: PieceSymbol }): string[];
  moves(options: { verbose: true; square?: Square; piece?: PieceSymbol }): Move[];
  /** The move that is meant, not played. Throws the reason if there is none. */
  find(move: MoveInput, options?: { strict?: boolean }): Move;
  /** Why a move is illegal; `null` if it is not. */
  why(move: MoveInput): string | null;
  /** Plays a move. Throws the reason if it is illegal. */
  move(move: MoveInput, options?: { strict?: boolean }): Move;
  /** Takes the last move back and forgets it. */
  undo(): Move | null;
  history(options?: { verbose?: false }): string[];
  history(options: { verbose: true }): Move[];
  perft(depth: number): number;

  back(): Move | null;
  forward(variation?: number): Move | null;
  variations(): Move[];
  tree(): TreeNode;
  path(): number[];
  goTo(path: number[]): boolean;
  promote(): boolean;
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
  /** How the game has ended by the Laws: draws that nobody has claimed are not among it. */
  outcome(): Outcome | null;
  claims(): Claim[];
  /** Claims a draw. Throws the reason why there is none. */
  claim(move?: MoveInput): Outcome;
  resign(color?: Color): Outcome;
  agreeDraw(): Outcome;
  flagFall(color?: Color): Outcome;
  /** Makruk's count, in words. */
  count(): string | null;
  startCounting(color?: Color): void;
  stopCounting(color?: Color): void;

  getHeaders(): Record<string, string>;
  setHeader(name: string, value: string): Record<string, string>;
  removeHeader(name: string): boolean;
  header(...pairs: string[]): Record<string, string>;
  getComment(): string | undefined;
  setComment(comment: string): void;
  removeComment(): string | undefined;
  deleteComment(): string | undefined;
  getComments(): { fen: string; comment: string }[];
  removeComments(): { fen: string; comment: string }[];
  deleteComments(): { fen: string; comment: string }[];
  pgn(options?: { maxWidth?: number }): string;
  /** Reads the first game of a file. Throws, and leaves the game as it was, if it is not right. */
  loadPgn(pgn: string): void;
  /** What it takes to set the game up elsewhere, for an engine say. */
  record(): { variant: Variant; start: string; moves: string[] };
}

/** Chess, from the usual start, any of Chess960, or any FEN. */
export declare class Chess extends Game {
  constructor(fen?: string, options?: LoadOptions);
  /** A game from a start of Chess960, 0 to 959. */
  static chess960(start: number): Chess;
}

/** Makruk, the chess of Thailand. */
export declare class Makruk extends Game {
  constructor(fen?: string, options?: LoadOptions);
}

export declare function chess960(start: number): string;
export declare function violations(fen: string, variant?: Variant): Violation[];
export declare function validateFen(fen: string, variant?: Variant): { ok: boolean; error?: string };
export declare function parseFen(fen: string): { pieces: Map<Square, string>; fields: string[] };
export declare function placement(pieces: Map<Square, string>): string;
export declare function squareColor(square: Square): 'light' | 'dark';
/** A piece as SVG: its letter as FEN has it, `M~` a promoted Bia. */
export declare function picture(letter: string, variant?: Variant): string;
/** What the 0x88 difference table says of two squares, and whether a piece (its letter as FEN has it) could capture across. */
export declare function relation(
  from: Square,
  to: Square,
  letter?: string,
): { ways: string[]; step: number; distance: number; reaches: boolean };
