import { join } from 'node:path';
import type { Subscribable, Unsubscribe } from '../../bus/bus.ts';
import type { Logger } from 'pino';
import type { Clock } from '../../core/clocks/clock.ts';
import type { SignedHead } from '../../core/integrity-head.ts';
import { parseInstant } from '../../core/text/json-line.ts';
import { isObject } from '../../core/text/is-object.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import { readHeads, quarantinedHeads } from '../../app/pipeline/integrity/head-log.ts';
import { writeFileDurably } from '../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../disk/sealed-json.ts';

export const PUBLISHED_FILE = 'published.json';
const FORMAT = 1;

/** One hour, like the inputs that a compute node keeps. */
const MAX_HEADS = 120;

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
 * Heads that this node knows to be published: those of the last hour, received over the bus or signed here, and those of days, also of
 * copies that were set aside because the store had lost heads. Those of the last hour are kept in `published.json`, so that a start also
 * finds that the store was restored to an earlier moment while all nodes were stopped.
 */
export class PublishedHeads {
  readonly #parts: PublishedHeadsParts;
  #newest: ReadonlyMap<Millis, SignedHead>;
  readonly #unsubscribe: Unsubscribe;
  readonly #path: string;
  #isFailing = false;
  #receivedUpTo: Millis = -Infinity;

  constructor(parts: PublishedHeadsParts) {
    this.#parts = parts;
    this.#path = join(parts.folder, PUBLISHED_FILE);
    this.#newest = new Map(this.#read().map((head) => [head.slot, head]));
    this.#unsubscribe = parts.bus.subscribe('head', (head) => this.add(head));
  }

  /** Also those that this node has signed: the bus may not bring them back. The first one of a slot counts: another one would be a mistake. */
  add(...heads: readonly SignedHead[]): void {
    this.#receivedUpTo = Math.max(this.#receivedUpTo, ...heads.map(({ slot }) => slot));
    const added = heads.filter(({ slot }) => !this.#newest.has(slot));
    if (added.length === 0) return;
    const known = new Map(this.#newest);
    for (const head of added) if (!known.has(head.slot)) known.set(head.slot, head);
    const sorted = [...known.values()].toSorted((a, b) => a.slot - b.slot);
    this.#newest = new Map(sorted.slice(-MAX_HEADS).map((head) => [head.slot, head]));
    this.#keep();
  }

  /** The newest slot of a head that was added since the start; -Infinity if there is none. */
  get receivedUpTo(): Millis {
    return this.#receivedUpTo;
  }

  /** Record hashes by slot. */
  all(): ReadonlyMap<Millis, string> {
    return new Map(this.#heads().map(({ slot, recordHash }) => [slot, recordHash]));
  }

  /** Of slots after this one, oldest first. */
  after(instant: Millis): readonly SignedHead[] {
    return this.#heads()
      .filter(({ slot }) => slot > instant)
      .toSorted((a, b) => a.slot - b.slot);
  }

  close(): void {
    this.#unsubscribe();
  }

  /** One of each slot. */
  #heads(): readonly SignedHead[] {
    const { folder } = this.#parts;
    const all = [...readHeads(folder).heads, ...quarantinedHeads(folder), ...this.#newest.values()];
    return [...new Map(all.map((head) => [head.slot, head])).values()];
  }

  #keep(): void {
    const { service, log } = this.#parts;
    const heads = [...this.#newest.values()].map(({ slot, recordHash, keyId, signature }) => ({
      slot: formatDatetime(slot),
      recordHash,
      keyId,
      signature,
    }));
    try {
      writeFileDurably(this.#path, sealJson({ format: FORMAT, service, heads }));
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        log.warn({ err: error }, `${PUBLISHED_FILE} cannot be written: the next head is tried again`);
      this.#isFailing = true;
    }
  }

  #read(): readonly SignedHead[] {
    const { service, clock, log } = this.#parts;
    const content = readSealed(this.#path, FORMAT);
    if (content === undefined) return [];
    if (content === 'damaged') {
      log.warn(`${PUBLISHED_FILE} is damaged: the next head writes it anew`);
      return [];
    }
    const { heads } = content;
    if (content['service'] !== service || !Array.isArray(heads)) return [];
    const read = heads.flatMap((head) => headIn(head) ?? []);
    // A clock was wrong then or is wrong now; up to that slot nothing would be published.
    const future = read.findLast(({ slot }) => slot > clock.now());
    if (future)
      log.warn(
        { slot: formatDatetime(future.slot) },
        `${PUBLISHED_FILE} names a slot in the future: it is not used`,
      );
    return read.filter(({ slot }) => slot <= clock.now());
  }
}

function headIn(value: unknown): SignedHead | undefined {
  if (!isObject(value)) return undefined;
  const { recordHash, keyId, signature } = value;
  const slot = parseInstant(value['slot']);
  const isWhole =
    typeof recordHash === 'string' && typeof keyId === 'string' && typeof signature === 'string';
  return slot !== undefined && isWhole ? { slot, recordHash, keyId, signature } : undefined;
}
