import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionError, Tidemark } from '../../../sdk/src/node.ts';
import { SLOT_MS, formatDatetime, type Millis } from '../../../src/core/time.ts';
import type { PageRecord } from './record.ts';
import { tickOfRecord } from './ticks-of.ts';

export interface PageReaderOptions {
  readonly node: string;
  readonly url: string;
  readonly audience: string;
  readonly indexIds: readonly string[];
  /** The first slot of the run. */
  readonly from: Millis;
  /** The newest known published slot. */
  readonly newest: () => Millis;
  /** Time between two pages. */
  readonly everyMs: Millis;
}

const TIMEOUT_MS = 6000;
/** Slots of the page that is requested repeatedly, and so is cached by the node. */
const HELD_SLOTS = 2;
/** Every fourth request is for another part of the past. */
const OTHER_EVERY = 4;

/** Continuously reads pages of the past: one that the node has cached, and others. */
export class PageReader {
  readonly pages: PageRecord[] = [];
  readonly #options: PageReaderOptions;
  readonly #tidemark: Tidemark;
  readonly #ended = new AbortController();
  readonly #answered = new Map<string, number>();
  readonly #reading: Promise<void>;

  constructor(options: PageReaderOptions) {
    this.#options = options;
    const { url, audience } = options;
    this.#tidemark = new Tidemark({
      url,
      clientId: 'demo',
      clientSecret: 'demo',
      audience,
      timeoutMs: TIMEOUT_MS,
      retries: { times: 0 },
    });
    this.#reading = this.#read();
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { signal } = this.#ended;
    for (let turn = 0; !signal.aborted; turn++) {
      await this.#ask(turn);
      // Rejects only when the reader is closed.
      await delay(this.#options.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #ask(turn: number): Promise<void> {
    const { indexIds, from, newest } = this.#options;
    const slots = Math.floor((newest() - from) / SLOT_MS);
    if (slots <= HELD_SLOTS) return;
    const number = Math.floor(turn / OTHER_EVERY);
    const isOther = turn % OTHER_EVERY === 0;
    const indexId = indexIds[(isOther ? number : turn) % indexIds.length]!;
    // Other pages end before the newest slots, so they no longer change.
    const first = isOther ? from + (number % (slots - HELD_SLOTS)) * SLOT_MS : from;
    await this.#page(indexId, first, first + (HELD_SLOTS - 1) * SLOT_MS);
  }

  async #page(indexId: string, from: Millis, to: Millis): Promise<void> {
    const asked = `${indexId} ${formatDatetime(from)}`;
    const askedAt = Date.now();
    const answers = this.#answered.get(asked) ?? 0;
    const { node } = this.#options;
    // A page that no longer changes is cached from its second request on.
    const page = { node, asked, askedAt, isHeld: answers >= 2 };
    try {
      const { content } = await this.#tidemark.read(
        'listIndexTickers',
        { indexId, from: formatDatetime(from), to: formatDatetime(to), order: 'asc' },
        { signal: this.#ended.signal },
      );
      this.pages.push({ ...page, answeredAt: Date.now(), ticks: content.map(tickOfRecord) });
      this.#answered.set(asked, answers + 1);
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      // A killed node has lost its cache.
      if (error instanceof ConnectionError) this.#answered.clear();
      this.pages.push({ ...page, answeredAt: Date.now(), failure: String(error) });
    }
  }
}
