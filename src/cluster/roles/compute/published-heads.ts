import { join } from 'node:path';
import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { SignedHead } from '../../../core/integrity-head.ts';
import { parseInstant } from '../../../core/text/json-line.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';
import { readHeads, quarantinedHeads } from '../../../app/pipeline/integrity/head-log.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';

export const PUBLISHED_FILE = 'published.json';
const FORMAT = 1;

/** One hour, like the inputs that a node keeps. */
const MAX_HEADS = 120;

type Head = Pick<SignedHead, 'slot' | 'recordHash'>;

export interface PublishedHeadsParts {
  /** The data directory of the node. */
  readonly folder: string;
  /** Heads of another service are none of this one, though a directory can be used for both one after the other. */
  readonly service: string;
  readonly bus: Subscribable<Pick<MarketTopics, 'head'>>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/**
 * Heads that this node knows to be published: those of the last ticks, received over the bus or signed here, and those of days, also of copies
 * that were set aside because the store had lost heads. The newest one is kept in `published.json`, so that a start also finds that the
 * store was restored to an earlier moment while all nodes were stopped.
 */
export class PublishedHeads {
  readonly #parts: PublishedHeadsParts;
  readonly #newest = new Map<Millis, string>();
  readonly #unsubscribe: Unsubscribe;
  readonly #path: string;
  #keptSlot: Millis = -Infinity;
  #isFailing = false;

  constructor(parts: PublishedHeadsParts) {
    this.#parts = parts;
    this.#path = join(parts.folder, PUBLISHED_FILE);
    const kept = this.#read();
    if (kept) {
      this.#newest.set(kept.slot, kept.recordHash);
      this.#keptSlot = kept.slot;
    }
    this.#unsubscribe = parts.bus.subscribe('head', (head) => this.add(head));
  }

  /** Also of one that this node has signed: the bus may not bring it back. The first one of a slot counts: another one would be a mistake. */
  add({ slot, recordHash }: Head): void {
    if (!this.#newest.has(slot)) this.#newest.set(slot, recordHash);
    for (const old of this.#newest.keys()) if (this.#newest.size > MAX_HEADS) this.#newest.delete(old);
    if (slot > this.#keptSlot) this.#keep({ slot, recordHash });
  }

  /** Record hashes by slot. */
  all(): ReadonlyMap<Millis, string> {
    const { folder } = this.#parts;
    const ofDays = [...readHeads(folder).heads, ...quarantinedHeads(folder)];
    return new Map([...ofDays.map(({ slot, recordHash }) => [slot, recordHash] as const), ...this.#newest]);
  }

  close(): void {
    this.#unsubscribe();
  }

  #keep({ slot, recordHash }: Head): void {
    const { service, log } = this.#parts;
    try {
      const content = { format: FORMAT, service, slot: formatDatetime(slot), recordHash };
      writeFileDurably(this.#path, sealJson(content));
      this.#keptSlot = slot;
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        log.warn({ err: error }, `${PUBLISHED_FILE} cannot be written: the next head is tried again`);
      this.#isFailing = true;
    }
  }

  #read(): Head | undefined {
    const { service, clock, log } = this.#parts;
    const content = readSealed(this.#path, FORMAT);
    if (content === undefined) return undefined;
    if (content === 'damaged') {
      log.warn(`${PUBLISHED_FILE} is damaged: the next head writes it anew`);
      return undefined;
    }
    const { recordHash } = content;
    const slot = parseInstant(content['slot']);
    if (content['service'] !== service || slot === undefined || typeof recordHash !== 'string')
      return undefined;
    // A clock was wrong then or is wrong now; up to that slot nothing would be published.
    if (slot > clock.now()) {
      log.warn({ slot: content['slot'] }, `${PUBLISHED_FILE} names a slot in the future: it is not used`);
      return undefined;
    }
    return { slot, recordHash };
  }
}
