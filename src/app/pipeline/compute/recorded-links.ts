import type { Millis } from '../../../core/time.ts';
import { hashRecord, type TickRecord } from '../../../engine/record/tick-record.ts';
import type { InputReader, RecordedInputs } from '../../../history/input-store.ts';
import { recordedTickOf } from '../../../values/receipts/recorded-input.ts';
import { sha256 } from '../../process/sha256.ts';

/**
 * The place in the chain of records of a tick whose inputs were recorded. Inputs are recorded before a tick is stored and
 * published, and also where history then refuses it. What tells whether it was published is a later tick: each names the
 * one that was published last when it was computed. Of the newest recorded tick this cannot be known, nor of one
 * whose later ones cannot be read.
 */
export interface RecordedLink {
  readonly at: Millis;
  /** Undefined where the inputs are damaged. */
  readonly record?: {
    readonly hash: string;
    /** The hash of the tick that was published last; empty where none was. */
    readonly previous: string;
  };
}

/** Of the ticks from <= t <= to, in the order of time. */
export async function* linksBetween(
  inputs: Pick<InputReader, 'between'>,
  from: Millis,
  to: Millis,
): AsyncGenerator<RecordedLink> {
  for await (const recorded of inputs.between(from, to)) yield linkOf(recorded);
}

function linkOf({ at, inputs }: RecordedInputs): RecordedLink {
  if (inputs === 'damaged') return { at };
  try {
    const { record } = recordedTickOf(inputs);
    return { at, record: { hash: hashRecord(record, sha256), previous: record.previous } };
  } catch (error) {
    // A frame that this version cannot read says as little as a damaged one.
    if (error instanceof RangeError) return { at };
    throw error;
  }
}

/** The hash by which later ticks name one that history has. */
export function hashOfStored(record: Uint8Array): string {
  return hashRecord(JSON.parse(Buffer.from(record).toString('utf8')) as TickRecord, sha256);
}

/** Whether it names a tick that was published and is not the one with the hash `stored`. */
export function namesAnother({ record }: RecordedLink, stored: string): boolean {
  return record !== undefined && record.previous !== '' && record.previous !== stored;
}

/**
 * The first of these ticks, all later than those in history, that is known to have been published; where later ones name
 * none of them, the last. No more is read than it takes.
 */
export async function firstPublished(
  links: AsyncIterable<RecordedLink> | Iterable<RecordedLink>,
  stored: string,
): Promise<Millis | undefined> {
  const byHash = new Map<string, Millis>();
  let unreadable: Millis | undefined;
  let last: Millis | undefined;
  for await (const link of links) {
    const named = link.record && byHash.get(link.record.previous);
    if (named !== undefined) return named;
    // It names one whose inputs are damaged, or are not kept.
    if (namesAnother(link, stored) && unreadable !== undefined) return unreadable;
    if (link.record) byHash.set(link.record.hash, link.at);
    else unreadable ??= link.at;
    last = link.at;
  }
  return unreadable ?? last;
}
