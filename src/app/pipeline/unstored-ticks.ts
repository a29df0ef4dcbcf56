import type { Millis } from '../../core/time.ts';
import { hashRecord, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import type { StoredRecord } from '../../history/history-store.ts';
import type { InputFrame, InputReader, RecordedInputs } from '../../history/input-store.ts';
import { recordedTickOf } from '../../values/receipts/recorded-input.ts';

/** A tick that another process, or this one before a restart, computed but did not store. */
export interface UnstoredTick {
  readonly at: Millis;
  /** Reads its inputs. */
  readonly inputs: InputReader;
}

export interface UnstoredParts {
  readonly readers: readonly InputReader[];
  /** Hashes of records that are known to be published, by slot: no other record of such a slot counts. */
  readonly publishedHeads: ReadonlyMap<Millis, string>;
  readonly hash: Hash;
}

/** The place of a recorded tick in the chain of records. */
export interface TickLink {
  readonly at: Millis;
  /** The hash of its record. */
  readonly hash: string;
  /** The hash of the record that it follows. */
  readonly previous: string;
}

export interface FoundTicks {
  /** Oldest first. */
  readonly unstored: readonly UnstoredTick[];
  /** The newest computed tick after the last stored one, whether it can be stored or not. */
  readonly newest: Millis | undefined;
}

/** The ticks that follow the last stored one. The chain ends at missing inputs: later ticks build on an unknown tick. */
export async function unstoredTicks(
  last: StoredRecord,
  { readers, publishedHeads, hash }: UnstoredParts,
): Promise<FoundTicks> {
  const links: (TickLink & UnstoredTick)[] = [];
  for (const inputs of readers)
    for await (const link of tickLinks(inputs, last.at, hash)) links.push({ ...link, inputs });
  const unstored = chainAfter(hashOfStored(last, hash), links, publishedHeads);
  const newest = links.length === 0 ? undefined : Math.max(...links.map(({ at }) => at));
  return { unstored: unstored.map(({ at, inputs }) => ({ at, inputs })), newest };
}

/** Links of the ticks after this instant whose inputs can be read, oldest first. */
export async function* tickLinks(
  inputs: Pick<InputReader, 'between'>,
  after: Millis,
  hash: Hash,
): AsyncGenerator<TickLink> {
  for await (const recorded of inputs.between(after + 1, Infinity)) {
    const link = tickLinkOf(recorded, hash);
    if (link) yield link;
  }
}

/** Undefined if the inputs cannot be read. */
export function tickLinkOf({ at, inputs }: RecordedInputs, hash: Hash): TickLink | undefined {
  const record = recordIn(inputs);
  return record && { at, hash: hashRecord(record, hash), previous: record.previous };
}

/** The hash by which later ticks name a stored tick. */
export function hashOfStored({ record }: Pick<StoredRecord, 'record'>, hash: Hash): string {
  return hashRecord(JSON.parse(Buffer.from(record).toString()) as TickRecord, hash);
}

interface Score {
  readonly published: number;
  readonly length: number;
}

/**
 * The chain of links that follows the record with the hash `end`. If there are several, the one with the most
 * ticks known to be published, then the longest. Leaves out links that contradict a published head.
 */
export function chainAfter<Link extends TickLink>(
  end: string,
  links: readonly Link[],
  publishedHeads: ReadonlyMap<Millis, string>,
): Link[] {
  const possible = links.filter(({ at, hash }) => (publishedHeads.get(at) ?? hash) === hash);
  /** The best link that follows a record, among those that come later. */
  const next = new Map<string, { readonly link: Link; readonly score: Score }>();
  for (const link of possible.toSorted((a, b) => b.at - a.at)) {
    const { published, length } = next.get(link.hash)?.score ?? { published: 0, length: 0 };
    const score = { published: published + (publishedHeads.has(link.at) ? 1 : 0), length: length + 1 };
    const known = next.get(link.previous);
    if (!known || isBetter(score, known.score)) next.set(link.previous, { link, score });
  }
  const chain: Link[] = [];
  for (let found = next.get(end); found; found = next.get(found.link.hash)) {
    if (found.link.at <= (chain.at(-1)?.at ?? -Infinity)) break;
    chain.push(found.link);
  }
  return chain;
}

function isBetter(score: Score, than: Score): boolean {
  return score.published === than.published ? score.length >= than.length : score.published > than.published;
}

/** Undefined if it cannot be read. */
function recordIn(frame: InputFrame | 'damaged'): TickRecord | undefined {
  if (frame === 'damaged') return undefined;
  try {
    return recordedTickOf(frame).record;
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
