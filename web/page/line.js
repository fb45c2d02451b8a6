// The main line of a game.

/** The moves of the main line, as nodes of the game's tree. */
export function mainLine(game) {
  const line = [];
  for (let [node] = game.tree().children; node; [node] = node.children) line.push(node);
  return line;
}
