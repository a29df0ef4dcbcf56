import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '../../core/errors.ts';
import { formatDatetime, parseDatetime, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { Identity } from '../../app/directory/data-directory.ts';
import type { MoveTarget } from './move-place.ts';

/** The start of a move. Identifies its source. */
interface Begin {
  readonly identity: Identity;
  /** The last tick of the source when the move started; absent if it had none. */
  readonly lastTick?: string;
  /** SHA-256 of the record of that tick. */
  readonly record?: string;
}

interface Done {
  readonly done: string;
}

/** The finished parts of a move, stored in its target as lines. */
export class MoveLedger {
  readonly #target: MoveTarget;
  readonly #begin: Begin;
  readonly #done: Set<string>;
  /** Whether an earlier move has left data in the target. */
  readonly isResumed: boolean;
  #isBegun: boolean;

  private constructor(target: MoveTarget, begin: Begin, lines: readonly Partial<Begin & Done>[]) {
    this.#target = target;
    this.#begin = begin;
    this.isResumed = lines.length > 0;
    const place = lines.findLastIndex((line) => line.identity !== undefined);
    this.#isBegun = isDeepStrictEqual(lines[place], begin);
    this.#done = new Set(this.#isBegun ? lines.slice(place + 1).flatMap((line) => line.done ?? []) : []);
  }

  /**
   * Throws if a move of another source has started to fill the target. If the source has new ticks since, no part counts as done:
   * every part is checked again, and missing data is added.
   */
  static async read(target: MoveTarget, identity: Identity, source: HistoryReader): Promise<MoveLedger> {
    const lines = (await target.notes()).map((line) => JSON.parse(line) as Partial<Begin & Done>);
    const before = lines.findLast((line) => line.identity !== undefined) as Begin | undefined;
    if (before) await refuseOther(target, before, identity, source);
    const last = await source.lastTick();
    const begin: Begin = {
      identity,
      ...(last && { lastTick: formatDatetime(last.at), record: hashOf(last.record) }),
    };
    return new MoveLedger(target, begin, lines);
  }

  /** Must be called before anything else is written to the target. */
  async begin(): Promise<void> {
    if (!this.#isBegun) await this.#target.note(JSON.stringify(this.#begin));
    this.#isBegun = true;
  }

  has(what: string): boolean {
    return this.#done.has(what);
  }

  async note(what: string): Promise<void> {
    await this.#target.note(JSON.stringify({ done: what } satisfies Done));
    this.#done.add(what);
  }
}

/** Throws if the source is not the one of the earlier move. */
async function refuseOther(
  target: Pick<MoveTarget, 'name'>,
  { identity: begun, lastTick, record }: Begin,
  identity: Identity,
  source: HistoryReader,
): Promise<void> {
  const at = lastTick === undefined ? undefined : parseDatetime(lastTick);
  const isSame =
    isDeepStrictEqual(begun, identity) && (at === undefined || record === (await recordHashAt(source, at)));
  if (isSame) return;
  throw new OperatorError(
    `${target.name} holds part of another history that an unfinished move has written: finish that move, or choose another target`,
  );
}

async function recordHashAt(source: HistoryReader, at: Millis): Promise<string | undefined> {
  const last = await source.lastTick();
  if (last?.at === at) return hashOf(last.record);
  for await (const { record } of source.records(at, at)) return hashOf(record);
  return undefined;
}

function hashOf(record: Uint8Array): string {
  return createHash('sha256').update(record).digest('hex');
}
