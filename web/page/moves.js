// The moves of a game as a list to read and to click on: variations, glyphs, comments, the result.

const GLYPHS = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 146: 'N',
};

/** The glyphs that people give to moves, by their numbers in PGN. */
export const MOVE_GLYPHS = Object.entries(GLYPHS).slice(0, 6);

export class MoveList {
  #element;
  #goTo;

  /** `goTo(path)` on a click. */
  constructor(element, goTo) {
    this.#element = element;
    this.#goTo = goTo;
  }

  /** The game, the FEN that it starts with, and how it has ended. */
  show(game, start, result) {
    const tree = game.tree();
    const here = game.path().join(' ');
    const [, turn, ...rest] = start.split(' ');
    const first = 2 * (Number(rest.at(-1)) - 1) + Number(turn === 'b');
    const list = this.#element;
    list.replaceChildren();
    this.#said(tree.comments, list);
    this.#line(tree, list, { here, first, numbered: true });
    if (result) list.append(result);
    const current = list.querySelector('[aria-current]');
    list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }

  #said(comments, into) {
    for (const comment of comments) into.append(Object.assign(document.createElement('i'), { textContent: comment }), ' ');
  }

  #move(node, into, { here, first, numbered }) {
    const ply = first + node.path.length - 1;
    const button = document.createElement('button');
    const count = ply % 2 && !numbered ? '' : `${Math.floor(ply / 2) + 1}${ply % 2 ? '…' : '.'} `;
    button.textContent = count + node.move.san + node.nags.map((nag) => GLYPHS[nag] ?? ` $${nag}`).join('');
    if (node.path.join(' ') === here) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => this.#goTo(node.path));
    this.#said(node.startingComments, into);
    into.append(button, ' ');
    this.#said(node.comments, into);
  }

  #line(node, into, view) {
    let { numbered } = view;
    for (; node.children.length; node = node.children[0]) {
      const [next, ...others] = node.children;
      this.#move(next, into, { ...view, numbered });
      numbered = next.comments.length > 0;
      for (const variation of others) {
        const part = Object.assign(document.createElement('div'), { className: 'variation' });
        this.#move(variation, part, { ...view, numbered: true });
        this.#line(variation, part, { ...view, numbered: variation.comments.length > 0 });
        into.append(part);
        numbered = true;
      }
    }
  }
}
