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

export interface BoundHeadsParts {
  readonly history: Pick<HistoryReader, 'records'>;
  /** Of the newest tick that is published; undefined before the first. */
  readonly head: () => SignedHead | undefined;
  readonly dayHeads: HeadReader;
  readonly hash: Hash;
  readonly turns: Pick<LoopTurns, 'next'>;
}

/** A day of records is some 400 kB. */
const MAX_DAYS = 4;
const RECORDS_PER_TURN = 100;

/** The records of a day up to one that a head names, which is not in the tree. */
interface ReadDay {
  readonly tree: MerkleTree;
  readonly places: Map<Millis, number>;
  readonly last: TickRecord;
}

/** Leads records to signed heads: of their own tick, or of a later one of their day, whose record has the day's root. */
export class BoundHeads {
  readonly #parts: BoundHeadsParts;
  readonly #days = new Lru<Millis, ReadDay>({ mostEntries: MAX_DAYS });
  /** Each day is read once, however many ask. */
  readonly #queue = new SerialQueue();

  constructor(parts: BoundHeadsParts) {
    this.#parts = parts;
  }

  /** The same proof with a head, if one is signed that leads to it. */
  async lead(proof: Proof): Promise<Proof> {
    const { hash } = this.#parts;
    const found = await this.#headFor(proof.slot);
    const recordHash = hashRecord(proof.record, hash);
    if (!found) return proof;
    const { head } = found;
    if (head.slot === proof.slot) return head.recordHash === recordHash ? { ...proof, ...found } : proof;
    const day = await this.#queue.run(() => this.#dayUpTo(head.slot));
    const index = day?.places.get(proof.slot);
    if (!day || index === undefined || hashRecord(day.last, hash) !== head.recordHash) return proof;
    const isInTree =
      day.tree.leaf(index) === recordLeaf(recordHash, hash) && day.tree.root === rootsOf(day.last)?.day;
    return isInTree ? { ...proof, ...found, day: { ...day.tree.pathOf(index), record: day.last } } : proof;
  }

  /** The newest while the day of the tick is open; then that of the day's last tick. */
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
    // Until all of it is read it is no day: what fails halfway leaves none.
    this.#days.delete(start);
    const isBefore = known !== undefined && known.last.at < slot;
    const tree = isBefore ? known.tree : new MerkleTree(DAY, hash);
    const places = isBefore ? known.places : new Map<Millis, number>();
    let last = isBefore ? known.last : undefined;
    let read = 0;
    for await (const { record: bytes } of history.records(last ? last.at + 1 : start + 1, slot)) {
      const record = readRecord(bytes);
      // A day with a record that cannot be read leads nowhere: verification names it.
      if (!record) return undefined;
      if (last) {
        places.set(last.at, tree.count);
        tree.append(recordLeaf(hashRecord(last, hash), hash));
      }
      last = record;
      if (++read % RECORDS_PER_TURN === 0) await turns.next();
    }
    if (last?.at !== slot) return undefined;
    const day = { tree, places, last };
    this.#days.set(start, day);
    return day;
  }
}
