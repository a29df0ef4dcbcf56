/** Records that are made into text in one turn of the event loop: some milliseconds. */
const RECORDS_A_PIECE = 250;

/** Some records after the other; none at all are a piece, too, so that reading many that are empty has its turns. */
export function* pieceByPiece<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from === 0 || from < records.length; from += RECORDS_A_PIECE)
    yield records.slice(from, from + RECORDS_A_PIECE);
}
