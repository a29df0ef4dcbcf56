import { hashRecord, type Hash } from '../../../engine/record/tick-record.ts';
import type { StoredRecord } from '../../../history/history-store.ts';
import type { InputFrame } from '../../../history/input-store.ts';
import { recordedTickOf } from '../../../values/receipts/recorded-input.ts';

/** Holds the newest inputs of another process until later inputs, or history, confirm that their tick was stored. */
export class ConfirmedFrames {
  readonly #hash: Hash;
  #held: InputFrame | undefined;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  /**
   * Returns the previous inputs if the new tick follows theirs. Throws a RangeError if this version cannot
   * read the inputs.
   */
  confirmPrevious(frame: InputFrame): InputFrame | undefined {
    const { previous } = recordedTickOf(frame).record;
    const before = this.#held;
    this.#held = frame;
    if (!before || before.at >= frame.at) return undefined;
    return hashRecord(recordedTickOf(before).record, this.#hash) === previous ? before : undefined;
  }

  /** Releases the held inputs; returns them if history has their tick. */
  takeStored(records: readonly StoredRecord[]): InputFrame | undefined {
    const held = this.#held;
    this.#held = undefined;
    const stored = held && records.find(({ at }) => at === held.at);
    return stored && isTickOf(held, stored) ? held : undefined;
  }
}

/**
 * Whether a stored tick was computed from these inputs. Throws a RangeError if this version cannot read the
 * inputs.
 */
export function isTickOf(frame: InputFrame, { record }: StoredRecord): boolean {
  const own = Buffer.from(JSON.stringify(recordedTickOf(frame).record));
  return Buffer.compare(own, record) === 0;
}
