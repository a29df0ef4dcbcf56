import type { Listening, Unsubscribe } from '../../../bus/bus.ts';
import type { SignedHead } from '../../../core/integrity-head.ts';
import type { Millis } from '../../../core/time.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';
import { readHeads, setAsideHeads } from '../../../app/pipeline/integrity/head-log.ts';

/** One hour, like the inputs that a node keeps. */
const MAX_HEADS = 120;

/**
 * Heads that this node knows to be published: those of the last ticks, received over the bus or signed here, and those of days,
 * including quarantined copies after the store had lost heads.
 */
export class PublishedHeads {
  readonly #folder: string;
  readonly #newest = new Map<Millis, string>();
  readonly #unsubscribe: Unsubscribe;

  constructor(folder: string, bus: Listening<Pick<MarketTopics, 'head'>>) {
    this.#folder = folder;
    this.#unsubscribe = bus.subscribe('head', (head) => this.add(head));
  }

  /** Also called for heads signed here, which the bus may not deliver back. The first head of a slot is kept: a different one would be an error. */
  add({ slot, recordHash }: Pick<SignedHead, 'slot' | 'recordHash'>): void {
    if (!this.#newest.has(slot)) this.#newest.set(slot, recordHash);
    for (const old of this.#newest.keys()) if (this.#newest.size > MAX_HEADS) this.#newest.delete(old);
  }

  /** Record hashes by slot. */
  all(): ReadonlyMap<Millis, string> {
    const ofDays = [...readHeads(this.#folder).heads, ...setAsideHeads(this.#folder)];
    return new Map([...ofDays.map(({ slot, recordHash }) => [slot, recordHash] as const), ...this.#newest]);
  }

  close(): void {
    this.#unsubscribe();
  }
}
