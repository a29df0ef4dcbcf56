import type { HeadReader, SignedHead } from '../../core/integrity-head.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import { Lru } from '../../core/lru.ts';
import { SerialQueue } from '../../core/async/serial-queue.ts';
import { DAY_MS, dayOfTick, type Millis } from '../../core/time.ts';
import { recordLeaf } from '../../engine/record/day-records.ts';
import { DAY, MerkleTree } from '../../engine/record/merkle.ts';
import { hashRecord, rootsOf, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { Proof } from './proof.ts';
import { readRecord } from './stored-record.ts';

export interface HeadProverParts {
  readonly history: Pick<HistoryReader, 'records'>;
  /** The signed head of the newest published tick; undefined before the first. */
  readonly head: () => SignedHead | undefined;
  readonly dayHeads: HeadReader;
  readonly hash: Hash;
  readonly turns: Pick<LoopTurns, 'next'>;
}

/** The records of a day take about 400 kB. */
const MAX_DAYS = 4;
const RECORDS_PER_TURN = 100;

/** The records of a day before `last`, as a tree; `last` itself is the record named by a head and is not in the tree. */
interface ReadDay {
  readonly tree: MerkleTree;
  readonly positions: Map<Millis, number>;
  readonly last: TickRecord;
}

/**
 * Connects records to signed heads: of their own tick, or of a later tick of the same day, whose record contains the day's root.
 */
export class HeadProver {
  readonly #parts: HeadProverParts;
  readonly #days = new Lru<Millis, ReadDay>({ maxEntries: MAX_DAYS });
  /** Each day is read only once, however many requests need it. */
  readonly #queue = new SerialQueue();

  constructor(parts: HeadProverParts) {
    this.#parts = parts;
  }

  /** Returns the proof with a signed head that covers it, if there is one. */
  async addHead(proof: Proof): Promise<Proof> {
    const { hash } = this.#parts;
    const found = await this.#headFor(proof.slot);
    const recordHash = hashRecord(proof.record, hash);
    if (!found) return proof;
    const { head } = found;
    if (head.slot === proof.slot) return head.recordHash === recordHash ? { ...proof, ...found } : proof;
    const day = await this.#queue.run(() => this.#dayUpTo(head.slot));
    const index = day?.positions.get(proof.slot);
    if (!day || index === undefined || hashRecord(day.last, hash) !== head.recordHash) return proof;
    const isInTree =
      day.tree.leaf(index) === recordLeaf(recordHash, hash) && day.tree.root === rootsOf(day.last)?.day;
    return isInTree ? { ...proof, ...found, day: { ...day.tree.pathOf(index), record: day.last } } : proof;
  }

  /** The newest head while the day of the tick is open; afterwards the head of the day's last tick. */
  async #headFor(at: Millis): Promise<Required<Pick<Proof, 'head' | 'isFinal'>> | undefined> {
    const newest = this.#parts.head();
    const covers = ({ slot }: SignedHead) => slot >= at && dayOfTick(slot) === dayOfTick(at);
    if (newest && covers(newest)) {
      const isFinal = newest.slot === dayOfTick(at) + DAY_MS;
      return { head: newest, isFinal };
    }
    const head = (await this.#parts.dayHeads.heads()).findLast(covers);
    return head && { head, isFinal: true };
  }

  async #dayUpTo(slot: Millis): Promise<ReadDay | undefined> {
    const { history, hash, turns } = this.#parts;
    const start = dayOfTick(slot);
    const known = this.#days.get(start);
    if (known?.last.at === slot) return known;
    // Remove the day until it has been read completely: a failed read must not leave a partial day.
    this.#days.delete(start);
    const isBefore = known !== undefined && known.last.at < slot;
    const tree = isBefore ? known.tree : new MerkleTree(DAY, hash);
    const positions = isBefore ? known.positions : new Map<Millis, number>();
    let last = isBefore ? known.last : undefined;
    let read = 0;
    for await (const { record: bytes } of history.records(last ? last.at + 1 : start + 1, slot)) {
      const record = readRecord(bytes);
      // No proof for a day with an unreadable record; verification reports the record.
      if (!record) return undefined;
      if (last) {
        positions.set(last.at, tree.count);
        tree.append(recordLeaf(hashRecord(last, hash), hash));
      }
      last = record;
      if (++read % RECORDS_PER_TURN === 0) await turns.next();
    }
    if (last?.at !== slot) return undefined;
    const day = { tree, positions, last };
    this.#days.set(start, day);
    return day;
  }
}
