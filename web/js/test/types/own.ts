// A strict program with the calls that chess.js does not have.

import { Chess, Move, Outcome, PieceSymbol, Square, TreeNode, repairFen, violations } from 'chess0x88';
import { Makruk, MakrukMove, MakrukSymbol } from 'chess0x88/makruk';
import { picture } from 'chess0x88/extras';
import { openingOf, openings } from 'chess0x88/openings';
import { judge } from 'chess0x88/referee';
import { init } from 'chess0x88/core';

const chess = Chess.chess960(0);
const { fen, repairs }: { fen: string; repairs: string[] } = repairFen('44/8/8/8/8/8/8/k1K5_b');
const told: string[] = chess.repairs().concat(repairs, violations(fen).map((one) => one.message));
chess.free();
chess[Symbol.dispose]();
const why: string | null = chess.why('e5');
const never: boolean = chess.cannotMate('w');
const next: Move[] = chess.variations();
const root: TreeNode<Move> = chess.tree();
const outcome: Outcome | null = chess.outcome();
const squares: Square[] = chess.premoves('e7');
const type: PieceSymbol | undefined = chess.get('a1')?.type;

const makruk = new Makruk();
const move: MakrukMove = makruk.move('e4');
const role: MakrukSymbol = move.piece;
const count: string | null = makruk.count();
makruk.startCounting('w');
const eco: string | undefined = openingOf(chess)?.eco ?? openingOf(['e4', move])?.eco ?? openings('najdorf')[0]?.moves[0];
// @ts-expect-error nobody counts in chess
chess.startCounting('w');
// @ts-expect-error there is no Khon in chess
chess.put({ type: 's', color: 'w' }, 'a1');

export const all = [told, why, never, next, root, outcome, squares, type, role, count, eco, openingOf(makruk), picture('N'), judge(fen).result, init];
