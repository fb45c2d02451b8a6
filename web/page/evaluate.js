// The engine's evaluation of each move of a game, written into its comments as other programs do: the graph shows them, and a PGN keeps them.

import { parseComment } from '../js/chess0x88.js';
import { Engine } from './engine.js';
import { written } from './evaluation.js';
import { mainLine } from './line.js';

/** Milliseconds for a move. */
const LOOK = 100;

export class Evaluate {
  #engine = new Engine();
  isRunning = false;

  stop() {
    this.isRunning = false;
    this.#engine.stop();
  }

  /**
   * Evaluates the moves of the main line that have no evaluation yet, and calls `told` with the number of the move. Returns the ply and
   * the command of each; nothing if it is stopped.
   */
  async find(game, told) {
    const found = [];
    const line = mainLine(game);
    const moves = [];
    const { moves: _, ...record } = game.record();
    for (const { move, comments } of line) {
      moves.push(move.isNullMove() ? '0000' : move.lan);
      if (parseComment(comments.join(' ')).eval) continue;
      told(moves.length, line.length);
      if (!this.isRunning) return undefined;
      const best = await this.#engine.think({ ...record, moves }, { millis: LOOK });
      if (!best) return undefined;
      // Nothing is found where the game is over.
      if (best.line.length) found.push({ ply: moves.length, after: move.after, command: `[%eval ${written(best, move.color === 'w' ? 'b' : 'w')}]` });
    }
    return found;
  }

  /** Writes what was found, where the game still has these moves. Its current move stays. */
  write(game, found) {
    const path = game.path();
    for (const { ply, after, command } of found) {
      if (!game.goTo(Array(ply).fill(0)) || game.fen() !== after) continue;
      game.setComment(`${command} ${game.getComment() ?? ''}`.trim());
    }
    game.goTo(path);
  }
}
