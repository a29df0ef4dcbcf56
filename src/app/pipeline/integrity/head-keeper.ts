import type { Logger } from 'pino';
import { signHead } from '../../../auth/head-signer.ts';
import type { SigningKeys } from '../../../auth/signing-keys.ts';
import type { Bus } from '../../../bus/bus.ts';
import type { SignedHead } from '../../../core/integrity-head.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { DAY_MS, dayOfTick, formatDatetime, type Millis } from '../../../core/time.ts';
import { hashRecord, type TickRecord } from '../../../engine/record/tick-record.ts';
import type { HistoryReader, StoredRecord } from '../../../history/history-store.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';
import { sha256 } from '../../process/sha256.ts';
import type { HeadLog } from './head-log.ts';

export interface HeadKeeperParts {
  readonly keys: Pick<SigningKeys, 'current'>;
  readonly heads: Pick<HeadLog, 'append' | 'last'>;
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  readonly log: Logger;
  /** Hashes of records that are known to be published, by slot: such a slot is never signed with another record. */
  readonly published?: (() => ReadonlyMap<Millis, string>) | undefined;
  /** Called after the head of a day was stored. */
  readonly onStored?: () => void;
}

/** Signs the head of each published tick, and stores the last of each day. */
export class HeadKeeper {
  readonly #parts: HeadKeeperParts;
  readonly #queue = new SerialQueue();
  #newest: SignedHead | undefined;
  /** Heads of complete days, oldest first: storing a later head before an earlier one would leave a permanent gap. */
  readonly #unstored: SignedHead[] = [];

  constructor(parts: HeadKeeperParts) {
    this.#parts = parts;
  }

  get newest(): SignedHead | undefined {
    return this.#newest;
  }

  /** Stores missing heads of past days: a crash may prevent storing the head of the previous day. Never rejects. */
  catchUp(history: Pick<HistoryReader, 'records'>, last: Millis): Promise<void> {
    return this.#inTurn(() => this.#catchUp(history, last));
  }

  async #catchUp(history: Pick<HistoryReader, 'records'>, last: Millis): Promise<void> {
    const { keys, heads } = this.#parts;
    const first = heads.last ? dayOfTick(heads.last.slot) + DAY_MS : dayOfTick(last) - DAY_MS;
    for (let day = first; day < dayOfTick(last); day += DAY_MS) {
      let newest: StoredRecord | undefined;
      for await (const record of history.records(day + 1, day + DAY_MS)) newest = record;
      const head = newest && headOf(newest);
      if (head && !this.#contradicts(head)) this.#unstored.push(signHead(keys, head));
    }
    await this.#storeAll();
  }

  /** Call with every published tick, oldest first, beginning with the last one before a restart. Never rejects. */
  published(at: Millis, record: Uint8Array): Promise<void> {
    return this.#inTurn(() => this.#sign(at, record));
  }

  /** Runs tasks one after the other; logs a failure, which does not stop the next. */
  #inTurn(task: () => Promise<void>): Promise<void> {
    return this.#queue.run(task).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, 'the head of the records could not be signed or stored');
    });
  }

  async #sign(slot: Millis, record: Uint8Array): Promise<void> {
    const { keys, bus } = this.#parts;
    const unsigned = headOf({ at: slot, record });
    if (this.#contradicts(unsigned)) return;
    const head = signHead(keys, unsigned);
    const before = this.#newest;
    this.#newest = head;
    // The new tick began another day.
    if (before && dayOfTick(before.slot) < dayOfTick(slot)) this.#unstored.push(before);
    // Both run independently: neither failure stops the other.
    const [storing, publishing] = await Promise.allSettled([this.#storeAll(), bus.publish('head', head)]);
    if (storing.status === 'rejected') throw storing.reason;
    if (publishing.status === 'rejected') throw publishing.reason;
  }

  /** Whether another record of the slot was published: two signed heads of one slot would prove that history was rewritten. */
  #contradicts({ slot, recordHash }: Pick<SignedHead, 'slot' | 'recordHash'>): boolean {
    const published = this.#parts.published?.().get(slot);
    if (published === undefined || published === recordHash) return false;
    this.#parts.log.error(
      { slot: formatDatetime(slot), published, recordHash },
      'a head of this slot was published with another record: this one is not signed',
    );
    return true;
  }

  /** The next tick retries heads that cannot be stored. */
  async #storeAll(): Promise<void> {
    const { heads, onStored } = this.#parts;
    for (let [head] = this.#unstored; head; [head] = this.#unstored) {
      if ((heads.last?.slot ?? -Infinity) < head.slot) await heads.append(head);
      this.#unstored.shift();
      onStored?.();
    }
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }
}

function headOf({ at, record }: StoredRecord) {
  const own = JSON.parse(Buffer.from(record).toString('utf8')) as TickRecord;
  return { slot: at, recordHash: hashRecord(own, sha256) };
}
