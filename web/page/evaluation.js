// The engine's result in words, from White's point of view.

/** White's score, in hundredths of a pawn or moves to mate. */
const whites = ({ score }, turn) => (turn === 'w' ? score : -score);

/** `+0.35`, or `+#3` for a mate in three moves: + is good for White. */
export function evaluation(found, turn) {
  const score = whites(found, turn);
  const sign = score > 0 ? '+' : score < 0 ? '−' : '';
  return sign + (found.unit === 'mate' ? `#${Math.abs(score)}` : (Math.abs(score) / 100).toFixed(2));
}

/** The same as the command `%eval` of a comment writes it: `0.35`, `#-3`. */
export function written(found, turn) {
  const score = whites(found, turn);
  return found.unit === 'mate' ? `#${score}` : (score / 100).toFixed(2);
}

/** A number to sort by. A faster mate is better for the side that mates. */
export const worth = ({ unit, score }) => (unit === 'mate' ? Math.sign(score) * (1_000_000 - Math.abs(score)) : score);

/** White's share of the bar, from 0 to 1. */
export function share(found, turn) {
  const score = whites(found, turn);
  if (found.unit === 'mate') return score > 0 || (score === 0 && turn === 'b') ? 1 : 0;
  return 1 / (1 + Math.exp(-score / 250));
}
