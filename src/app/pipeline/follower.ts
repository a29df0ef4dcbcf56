import type { Millis } from '../../core/time.ts';
import { hashRecord, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import type { StoredRecord, StoredState } from '../../history/history-store.ts';
import type { InputFrame, InputReader } from '../../history/input-store.ts';
import type { References } from '../../values/receipts/recomputation.ts';
import { recordedTickOf } from '../../values/receipts/recorded-input.ts';
import { recomputeMemory } from './compute/recompute-memory.ts';
import type { StoredTick } from './tick-loop.ts';

export interface FollowerParts {
  readonly references: References;
  /** Reads what `record` has recorded. */
  readonly inputs: InputReader;
  readonly hash: Hash;
  /** Makes the inputs of a tick durable in this node's folder; resolves with whether that succeeded. */
  readonly record: (frame: InputFrame) => Promise<boolean>;
  /** Called if recomputing another process's tick from its inputs gives a different result. */
  readonly onDifference: (at: Millis) => void;
}

/** Ticks kept until a state arrives; states are stored more often than that. */
const MAX_UNFOLLOWED = 40;

/** A stored state, with the record of its tick if history has it. */
export interface ResumableState extends StoredState {
  readonly record?: Uint8Array | undefined;
}

/** The engine's memory after a tick, and the record of that tick. */
interface FollowedMemory extends StoredState {
  readonly record: Uint8Array;
}

/** Follows the leader: records the inputs of each tick and recomputes it, ready to take over. */
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

  /** The newest recomputed tick; -Infinity before the first. */
  get at(): Millis {
    return this.#followed?.at ?? -Infinity;
  }

  get hasMemory(): boolean {
    return this.#memory !== undefined;
  }

  /** Begins with a stored state. Ticks since then have been received, or will be. */
  begin(state: ResumableState): void {
    if (this.#memory || !this.#connectsTo(state)) return;
    this.#memory = state;
    if (state.record) this.#lastHash ??= this.#hashOf(state.record);
  }

  /**
   * Call with each tick, one at a time, oldest first. Drops the memory if a tick does not follow the previous
   * one, or differs.
   */
  async follow(frame: InputFrame): Promise<void> {
    const { at } = frame;
    const isRecorded = await this.#parts.record(frame);
    const { record: own } = recordedTickOf(frame);
    const tick = { at, record: new Uint8Array(Buffer.from(JSON.stringify(own))) };
    // Without its inputs, neither this tick nor later ones can be computed from the present state.
    if (!isRecorded || (this.#lastHash !== undefined && own.previous !== this.#lastHash)) this.#forget();
    this.#lastHash = hashRecord(own, this.#parts.hash);
    if (!isRecorded) return;
    this.#unfollowed = [...this.#unfollowed, tick].slice(-MAX_UNFOLLOWED);
    const memory = this.#memory;
    if (!memory || at <= memory.at) return;
    const since = this.#unfollowed.filter((received) => received.at > memory.at);
    const { state, missing } = await recomputeMemory(this.#parts, memory, since);
    this.#unfollowed = [];
    if (missing.length === 0) this.#keep(tick, state);
    else {
      this.#forget();
      this.#parts.onDifference(at);
    }
  }

  /** The tick to continue from, with this follower's memory if it is newer than the stored state. */
  resumed(last: StoredTick): StoredTick {
    const followed = this.#followed;
    if (!followed || followed.at <= (last.state?.at ?? -Infinity) || followed.at > last.at) return last;
    const stored = followed.at === last.at ? last : last.since.find(({ at }) => at === followed.at);
    // If history has no such record, the tick was never published.
    if (!stored || Buffer.compare(stored.record, followed.record) !== 0) return last;
    return { ...last, state: followed, since: last.since.filter(({ at }) => at > followed.at) };
  }

  /** Whether the received ticks connect to this state: if ticks were missed, an earlier state is useless. */
  #connectsTo({ at, record }: ResumableState): boolean {
    if (this.#unfollowed.some((received) => received.at === at)) return true;
    const next = this.#unfollowed.find((received) => received.at > at);
    if (!next) return !this.#hasMissed;
    return record !== undefined && recordIn(next.record).previous === this.#hashOf(record);
  }

  #hashOf(record: Uint8Array): string {
    return hashRecord(recordIn(record), this.#parts.hash);
  }

  /** Drops the memory after a tick was missed. */
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
