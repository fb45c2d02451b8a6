// The list of moves: the main line in two columns, variations, glyphs, comments, the result. A click goes to a move.

import { textOf } from './shapes.js';

const GLYPHS = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 146: 'N',
};

/** The glyphs for moves, by their numbers in PGN. */
export const MOVE_GLYPHS = Object.entries(GLYPHS).slice(0, 6);

/**
 * The moves of a tree in reading order: a move, its alternatives, then the moves after it. `depth` is 0 on the main line.
 * `begins` marks the first move of a variation. It uses no recursion, since a file may nest variations deeply.
 */
function* inOrder(tree, firstPly) {
  const todo = [{ node: tree, ply: firstPly - 1, depth: 0, begins: false }];
  for (let one; (one = todo.pop()); ) {
    if (one.begins) yield one;
    const [next, ...others] = one.node.children;
    if (!next) continue;
    const follows = { node: next, ply: one.ply + 1, depth: one.depth, begins: false };
    todo.push(follows);
    for (const node of others.reverse()) todo.push({ ...follows, node, depth: one.depth + 1, begins: true });
    yield follows;
  }
}

export class MoveList {
  #element;
  #goTo;
  /** The list as a text, and as a tree with a button for each move. */
  #listed = null;
  #tree = null;
  #buttons = new Map();
  #result = Object.assign(document.createElement('b'), { className: 'result' });

  /** Calls `goTo(path)` on a click. */
  constructor(element, goTo) {
    this.#element = element;
    this.#goTo = goTo;
  }

  /** Lists a game and its end. The list is made again only if `pgn` has changed. */
  show(game, pgn, result) {
    const list = this.#element;
    if (pgn !== this.#listed) {
      this.#listed = pgn;
      this.#list(game);
    }
    this.#result.textContent = result ?? '';
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    let node = this.#tree;
    for (const variation of game.path()) node = node.children[variation];
    const current = this.#buttons.get(node);
    current?.setAttribute('aria-current', 'true');
    const [box, at] = [list, current ?? list.firstElementChild].map((element) => element.getBoundingClientRect());
    list.scrollTop += at.top + at.height / 2 - box.top - box.height / 2;
  }

  #list(game) {
    const [, turn, ...rest] = (game.getHeaders().FEN ?? game.record().start).split(' ');
    const first = 2 * (Number(rest.at(-1)) - 1) + Number(turn === 'b');
    this.#tree = game.tree();
    this.#buttons.clear();
    const all = document.createDocumentFragment();
    /** The element for the next words (the list or a variation), the depth before, and whether Black's next move needs a number. */
    let [into, depthBefore, numbered] = [all, 0, true];
    const say = (comments) => {
      const texts = comments.map(textOf).filter(Boolean);
      for (const textContent of texts) into.append(Object.assign(document.createElement('i'), { textContent }), ' ');
      return texts.length > 0;
    };
    say(this.#tree.comments);
    for (const { node, ply, depth, begins } of inOrder(this.#tree, first)) {
      if (begins || depth !== depthBefore) {
        into = depth ? Object.assign(document.createElement('div'), { className: 'variation' }) : all;
        if (depth) all.append(into);
        into.style?.setProperty('--depth', depth);
        numbered = true;
      }
      depthBefore = depth;
      say(node.startingComments);
      into.append(this.#button(node, ply, numbered || ply % 2 === 0), ' ');
      numbered = say(node.comments);
    }
    all.append(this.#result);
    this.#element.replaceChildren(all);
  }

  #button(node, ply, numbered) {
    const button = document.createElement('button');
    button.className = ply % 2 ? 'black' : 'white';
    if (numbered) {
      const textContent = `${Math.floor(ply / 2) + 1}${ply % 2 ? '…' : '.'}`;
      button.append(Object.assign(document.createElement('span'), { className: 'number', textContent }), ' ');
    }
    button.append(node.move.san + node.nags.map((nag) => GLYPHS[nag] ?? ` $${nag}`).join(''));
    button.addEventListener('click', () => this.#goTo(node.path));
    this.#buttons.set(node, button);
    return button;
  }
}
