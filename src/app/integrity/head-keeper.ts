import type { Logger } from 'pino';
import { signHead } from '../../auth/head-signer.ts';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { Bus } from '../../bus/bus.ts';
import type { SignedHead } from '../../core/integrity-head.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { dayOfTick, type Millis } from '../../core/time.ts';
import { hashRecord, type TickRecord } from '../../engine/record/tick-record.ts';
import type { MarketTopics } from '../../latest/market-topics.ts';
import { sha256 } from '../sha256.ts';
import type { HeadLog } from './head-log.ts';

export interface HeadKeeperParts {
  readonly keys: Pick<SigningKeys, 'current'>;
  readonly heads: Pick<HeadLog, 'append' | 'last'>;
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  readonly log: Logger;
}

/** Signs the head of each published tick, and keeps the last of each day. */
export class HeadKeeper {
  readonly #parts: HeadKeeperParts;
  readonly #queue = new SerialQueue();
  #newest: SignedHead | undefined;

  constructor(parts: HeadKeeperParts) {
    this.#parts = parts;
  }

  /** Every published tick, in the order of time; the last one of before a restart first. Never rejects. */
  published(at: Millis, record: Uint8Array): Promise<void> {
    return this.#queue
      .run(() => this.#sign(at, record))
      .catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'the head of the records could not be signed or kept');
      });
  }

  async #sign(slot: Millis, record: Uint8Array): Promise<void> {
    const { keys, bus } = this.#parts;
    const recordHash = hashRecord(JSON.parse(Buffer.from(record).toString('utf8')) as TickRecord, sha256);
    const head = await signHead(keys, { slot, recordHash });
    const before = this.#newest;
    this.#newest = head;
    await bus.publish('head', head);
    if (before && dayOfTick(before.slot) < dayOfTick(slot)) await this.#keep(before);
  }

  /** What follows has begun another day. */
  async #keep(head: SignedHead): Promise<void> {
    const { heads } = this.#parts;
    if ((heads.last?.slot ?? -Infinity) < head.slot) await heads.append(head);
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }
}
