// The numbers of annotation glyphs, and their signs.

/** The signs after a move, by their numbers. */
export const SIGNS = ['', '!', '?', '!!', '??', '!?', '?!'];
export const SUFFIX_LIST = ['!', '?', '!!', '!?', '?!', '??'];

export const NAG_TO_SYMBOL = {
  7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '-+', 22: '⨀', 32: '↑↑', 36: '↑', 40: '→', 44: '=∞',
  132: '⇆', 138: '⊕', 140: '∆', 146: 'N',
};

/** The symbol for a number, if there is one. */
export const nagToGlyph = (nag) => NAG_TO_SYMBOL[nag];
