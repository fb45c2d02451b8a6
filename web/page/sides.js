// The sides and the results, in words.

export const SIDES = { w: 'White', b: 'Black' };

export const other = (color) => (color === 'w' ? 'b' : 'w');

/** The end of a game for a result without a reason. */
export const RESULTS = { '1-0': 'White has won', '0-1': 'Black has won', '1/2-1/2': 'the game was drawn' };
