// The tags of a game, in the order in which the PGN standard lists them.

/** The tags that every game has. */
export const SEVEN_TAG_ROSTER = {
  Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', Result: '*',
};

/** The headers that follow in this order, if a game has them. */
const SUPPLEMENTAL =
  'WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType BlackType EventDate EventSponsor ' +
  'Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime UTCDate TimeControl SetUp FEN Termination ' +
  'Annotator Mode PlyCount';

const TEMPLATE = { ...SEVEN_TAG_ROSTER, ...Object.fromEntries(SUPPLEMENTAL.split(' ').map((name) => [name, null])) };

/** The tags of a new game. `null` reserves the place of a missing tag. */
export const newHeaders = () => ({ ...TEMPLATE });
