import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '../../core/errors.ts';
import { formatDatetime, parseDatetime, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { Identity } from '../../app/directory/data-directory.ts';
import type { MoveTarget } from './move-place.ts';

/** What a move began with: enough to know its source again. */
interface Begin {
  readonly identity: Identity;
  /** Of the source, when the move began; absent where it had none. */
  readonly lastTick?: string;
  /** SHA-256 of the record of that tick. */
  readonly record?: string;
}

interface Done {
  readonly done: string;
}

/** What is done of a move, kept in its target, a line each. */
export class MoveLedger {
  readonly #target: MoveTarget;
  readonly #begin: Begin;
  readonly #done: Set<string>;
  /** Whether a move before this one has left something. */
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
   * Refuses a target that a move of another source has begun to fill. Where the source has gone on since, nothing counts as done: what
   * is there is looked through again, and what it lacks is added.
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

  /** Before anything else is written to the target. */
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

/** What lines of an earlier move say must be true of this source. */
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
    `${target.name} holds a part of another history, which a move has begun: finish that one, or give this one a place of its own`,
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
