import { join } from 'node:path';
import { OperatorError } from '../../../core/errors.ts';
import { formatDatetime, SLOT_MS, slotAtOrBefore, type Millis } from '../../../core/time.ts';
import type { EngineReference } from '../../../engine/engine-reference.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import type { InputReader, StoredInputReader } from '../../../history/input-store.ts';
import {
  Recomputation,
  type RecomputedTick,
  type NoRecomputation,
} from '../../../values/receipts/recomputation.ts';
import type { ServerAddress } from '../../config/server-address.ts';
import { historyBackend } from '../../directory/backends.ts';
import { openInputReader } from '../../directory/input-reader.ts';
import { refuseWithoutStore } from '../../directory/store-node.ts';
import { existingDirectory, identityOf } from '../../directory/data-directory.ts';
import { sha256 } from '../../process/sha256.ts';
import { storedReferences } from '../../pipeline/compute/stored-references.ts';

export interface RecordedRange {
  readonly data: string;
  /** Set if history is not in the data directory. */
  readonly store?: ServerAddress | undefined;
  /** By default from the first tick whose inputs are kept. */
  readonly from?: Millis | undefined;
  /** Exclusive; by default the newest tick is the last. */
  readonly to?: Millis | undefined;
  /** Ticks that are read before `from`, as far as their inputs are kept. */
  readonly ticksBefore?: number;
}

/** `tick` is the recomputed tick, or the reason why it cannot be recomputed. */
type WalkedTick =
  | { readonly at: Millis; readonly tick: RecomputedTick | NoRecomputation }
  /** A tick that was recorded but never published, because the service stopped in between. */
  | { readonly at: Millis; readonly unpublished: EngineReference | undefined };

interface RecordedTicks {
  /** The range without the ticks before it; `to` is inclusive here. */
  readonly from: Millis;
  readonly to: Millis;
  readonly ticks: AsyncIterable<WalkedTick>;
}

/** Calls `use` with the ticks whose inputs are kept, in order. Throws an OperatorError if the range has none. */
export async function withRecordedTicks<T>(
  range: RecordedRange,
  use: (recorded: RecordedTicks) => Promise<T>,
): Promise<T> {
  const folder = existingDirectory(range.data);
  if (!identityOf(folder)) throw new OperatorError(`${folder} has never been served: it has no ticks`);
  refuseWithoutStore(folder, range.store);
  const inputs = await openInputReader({ folder: join(folder, 'inputs'), store: range.store });
  try {
    return await withTicksOf(inputs, folder, range, use);
  } finally {
    await inputs.close();
  }
}

async function withTicksOf<T>(
  inputs: StoredInputReader,
  folder: string,
  { store, from, to, ticksBefore = 0 }: RecordedRange,
  use: (recorded: RecordedTicks) => Promise<T>,
): Promise<T> {
  const kept = await keptRange(inputs, folder);
  const first = Math.max(from ?? kept.from, kept.from);
  const last = Math.min(to === undefined ? kept.to : slotAtOrBefore(to - 1), kept.to);
  const begin = Math.max(first - ticksBefore * SLOT_MS, kept.from);
  if (first > last || !(await hasAny(inputs, first, last))) throw notKept(kept, { from, to });
  const damaged = new Set<string>();
  const backend = await historyBackend(folder, store);
  const history = await backend.openReader(({ file }) => damaged.add(file));
  try {
    const recomputation = new Recomputation(storedReferences(folder), inputs, sha256);
    const ticks = walk({ history, inputs, recomputation, damaged }, { from: begin, to: last });
    return await use({ from: first, to: last, ticks });
  } finally {
    await history.close();
  }
}

interface Range {
  readonly from: Millis;
  readonly to: Millis;
}

interface WalkParts {
  readonly history: Pick<HistoryReader, 'records'>;
  readonly inputs: InputReader;
  readonly recomputation: Recomputation;
  /** Files of history that turn out to be damaged. */
  readonly damaged: ReadonlySet<string>;
}

async function* walk(
  { history, inputs, recomputation, damaged }: WalkParts,
  { from, to }: Range,
): AsyncGenerator<WalkedTick> {
  const published = new Set<Millis>();
  for await (const { at } of history.records(from, to)) published.add(at);
  // With damaged files it is not certain which ticks were published.
  for (const file of damaged) throw new OperatorError(`${file} is damaged: run 'tidemark verify'`);
  for await (const { at, inputs: frame } of inputs.between(from, to)) {
    if (published.has(at)) yield { at, tick: frame === 'damaged' ? frame : recomputation.compute(frame) };
    else {
      const record = frame === 'damaged' ? undefined : recomputation.recordIn(frame);
      yield { at, unpublished: record && recomputation.referenceNamed(record.reference) };
    }
  }
}

async function hasAny(inputs: InputReader, from: Millis, to: Millis): Promise<boolean> {
  for await (const _ of inputs.between(from, to)) return true;
  return false;
}

async function keptRange(inputs: StoredInputReader, folder: string): Promise<Range> {
  const bounds = await inputs.bounds();
  if (!bounds)
    throw new OperatorError(
      `${folder} has no recorded inputs: the computing node keeps them for the time in --keep-inputs, as long as there is disk space`,
    );
  return { from: bounds.first, to: bounds.last };
}

function notKept(kept: Range, { from, to }: Pick<RecordedRange, 'from' | 'to'>): OperatorError {
  const first = from === undefined ? '' : ` from ${formatDatetime(from)}`;
  const last = to === undefined ? '' : ` to ${formatDatetime(to)}`;
  return new OperatorError(
    `no inputs are kept${first}${last}: recorded inputs go from ${formatDatetime(kept.from)} to ${formatDatetime(kept.to)} (--keep-inputs sets how long they are kept)`,
  );
}

/** The newest tick of a data directory. Undefined if it has none. */
export async function newestTick(
  data: string,
  store: ServerAddress | undefined,
): Promise<Millis | undefined> {
  const folder = existingDirectory(data);
  if (!identityOf(folder)) return undefined;
  refuseWithoutStore(folder, store);
  // The reader of the ticks reports damage.
  const backend = await historyBackend(folder, store);
  const history = await backend.openReader(() => undefined);
  try {
    return (await history.summary()).lastTick;
  } finally {
    await history.close();
  }
}
