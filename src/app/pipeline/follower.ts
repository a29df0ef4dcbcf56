import type { Millis } from '../../core/time.ts';
import { hashRecord, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import type { StoredRecord, StoredState } from '../../history/history-store.ts';
import type { InputFrame, InputReader } from '../../history/input-store.ts';
import type { References } from '../../values/receipts/recomputation.ts';
import { recordedTickOf } from '../../values/receipts/recorded-input.ts';
import { memoryFromInputs } from './compute/memory-from-inputs.ts';
import type { StoredTick } from './tick-loop.ts';

export interface FollowerParts {
  readonly references: References;
  /** Reads what `record` has recorded. */
  readonly inputs: InputReader;
  readonly hash: Hash;
  /** Makes the inputs of a tick durable in this node's folder; resolves with whether it has. */
  readonly record: (frame: InputFrame) => Promise<boolean>;
  /** A tick that another process published does not come out of its inputs here. */
  readonly onDifference: (at: Millis) => void;
}

/** So many ticks are gone on from a state that comes later; states are stored more often. */
const MOST_UNFOLLOWED = 40;

/** A state that is stored, with the record of its tick where history has that. */
export interface KnownState extends StoredState {
  readonly record?: Uint8Array | undefined;
}

/** The engine's memory after a tick, and the record that this tick left. */
interface FollowedMemory extends StoredState {
  readonly record: Uint8Array;
}

/** Follows the leading process: records the inputs of each tick and computes it again, ready to take over. */
export class Follower {
  readonly #parts: FollowerParts;
  #memory: StoredState | undefined;
  #followed: FollowedMemory | undefined;
  #unfollowed: StoredRecord[] = [];
  #lastHash: string | undefined;
  #hasMissed = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** The newest tick that was computed again; -Infinity before the first. */
  get at(): Millis {
    return this.#followed?.at ?? -Infinity;
  }

  get hasMemory(): boolean {
    return this.#memory !== undefined;
  }

  /** Begins with a state that is stored; the ticks since then are to be heard, or were. */
  begin(state: KnownState): void {
    if (this.#memory || !this.#leadsToHeard(state)) return;
    this.#memory = state;
    if (state.record) this.#lastHash ??= this.#hashOf(state.record);
  }

  /** One call at a time, in the order of time. A tick that does not follow the one before it, or differs, leaves no memory. */
  async hear(frame: InputFrame): Promise<void> {
    const { at } = frame;
    const isRecorded = await this.#parts.record(frame);
    const { record: own } = recordedTickOf(frame);
    const tick = { at, record: new Uint8Array(Buffer.from(JSON.stringify(own))) };
    // Without its inputs it cannot be computed, nor can one after it from a state before it.
    if (!isRecorded || (this.#lastHash !== undefined && own.previous !== this.#lastHash)) this.#forget();
    this.#lastHash = hashRecord(own, this.#parts.hash);
    if (!isRecorded) return;
    this.#unfollowed = [...this.#unfollowed, tick].slice(-MOST_UNFOLLOWED);
    const memory = this.#memory;
    if (!memory || at <= memory.at) return;
    const since = this.#unfollowed.filter((heard) => heard.at > memory.at);
    const { state, missing } = await memoryFromInputs(this.#parts, memory, since);
    this.#unfollowed = [];
    if (missing.length === 0) this.#keep(tick, state);
    else {
      this.#forget();
      this.#parts.onDifference(at);
    }
  }

  /** The tick to go on from, with the memory that is kept here where that is newer than what is stored. */
  resumed(last: StoredTick): StoredTick {
    const followed = this.#followed;
    if (!followed || followed.at <= (last.state?.at ?? -Infinity) || followed.at > last.at) return last;
    const stored = followed.at === last.at ? last : last.since.find(({ at }) => at === followed.at);
    // A tick that history does not have so was never published.
    if (!stored || Buffer.compare(stored.record, followed.record) !== 0) return last;
    return { ...last, state: followed, since: last.since.filter(({ at }) => at > followed.at) };
  }

  /** Where ticks were missed, a state from before them is of no use. */
  #leadsToHeard({ at, record }: KnownState): boolean {
    if (this.#unfollowed.some((heard) => heard.at === at)) return true;
    const next = this.#unfollowed.find((heard) => heard.at > at);
    if (!next) return !this.#hasMissed;
    return record !== undefined && recordIn(next.record).previous === this.#hashOf(record);
  }

  #hashOf(record: Uint8Array): string {
    return hashRecord(recordIn(record), this.#parts.hash);
  }

  /** Of ticks that were heard of before those that follow, something is missing. */
  #forget(): void {
    this.#hasMissed = true;
    this.#memory = undefined;
    this.#followed = undefined;
    this.#unfollowed = [];
  }

  #keep({ at, record }: StoredRecord, state: Uint8Array): void {
    this.#hasMissed = false;
    this.#followed = { at, record, state };
    this.#memory = this.#followed;
  }
}

function recordIn(bytes: Uint8Array): TickRecord {
  return JSON.parse(Buffer.from(bytes).toString()) as TickRecord;
}
