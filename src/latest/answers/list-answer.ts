import type { LoopTurns } from '../../core/async/loop-turns.ts';
import { ContentHash } from '../bytes/content-tag.ts';
import { PreparedAnswer } from './prepared-answer.ts';

/** Limits of one turn of the event loop: about a millisecond of work, and several until the code is compiled. */
export const RECORDS_PER_TURN = 50;
export const BYTES_PER_TURN = 32 * 1024;

/** Yields to other work of the event loop. */
export type NextTurn = LoopTurns['next'];

/**
 * Writes a list, at most `RECORDS_PER_TURN` records or about `BYTES_PER_TURN` bytes per turn of the event
 * loop. `ending` follows the last record. The first piece is written at once, so a short list needs no extra
 * turn. `incomplete`: describes the missing parts.
 */
export async function listAnswer<T>(
  records: readonly T[],
  textOf: (record: T) => string,
  ending: string,
  nextTurn: () => Promise<void>,
  incomplete?: string,
): Promise<PreparedAnswer> {
  const pieces: Buffer[] = [];
  const hash = new ContentHash();
  const add = (text: string) => {
    const piece = Buffer.from(text);
    hash.update(piece);
    pieces.push(piece);
  };
  let text = '{"content":[';
  let written = 0;
  for (const [i, record] of records.entries()) {
    if (i > 0) text += ',';
    text += textOf(record);
    if (++written < RECORDS_PER_TURN && text.length < BYTES_PER_TURN) continue;
    add(text);
    [text, written] = ['', 0];
    await nextTurn();
  }
  add(text + ending);
  return new PreparedAnswer(Buffer.concat(pieces), hash.tag(), incomplete);
}
