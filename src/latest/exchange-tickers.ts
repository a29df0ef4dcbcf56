import { decodeRecordId, recordId } from '../core/record-id.ts';
import { SLOT_MS, type Millis } from '../core/time.ts';
import type { ListingOrder } from './listing-order.ts';
import { PreparedAnswer } from './prepared-answer.ts';
import { TICKER_LIFE_MS, type TickerRefresh } from './ticker-refresh.ts';

export interface TickerFilter {
  readonly exchangeId?: string | undefined;
  readonly marketId?: string | undefined;
}

/** Where a page starts: after the ticker of a listing as it was served at some refresh. */
export interface TickerCursor {
  readonly listing: number;
  readonly at: Millis;
  /** It came behind the newest refresh when it was served, so that everything of the newest had been served. */
  readonly past: boolean;
}

export interface TickerPage {
  readonly after?: TickerCursor | undefined;
  readonly size: number;
}

/** Answers to one refresh's repeated questions; a refresh lives for 30 seconds. */
const MAX_KEPT = 4096;
const MAX_KEPT_BYTES = 32 * 2 ** 20;
const NOTHING = Buffer.from('{"content":[]}');
const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** The exchange tickers of the newest refresh. Replacing them is one assignment: no reader waits. */
export class ExchangeTickers {
  #order: ListingOrder;
  #refresh: TickerRefresh;
  #body: Buffer;
  #all: PreparedAnswer;
  #positions: Int32Array;
  #kept = new Map<string, PreparedAnswer>();
  #keptBytes = 0;

  constructor(order: ListingOrder, first: TickerRefresh) {
    this.#order = order;
    this.#refresh = first;
    this.#body = asBuffer(first.body);
    this.#all = new PreparedAnswer(this.#body, first.tag);
    this.#positions = positionsIn(first, order.listings.length);
  }

  get at(): Millis {
    return this.#refresh.at;
  }

  get refresh(): TickerRefresh {
    return this.#refresh;
  }

  get count(): number {
    return this.#refresh.listings.length;
  }

  replace(next: TickerRefresh, order: ListingOrder = this.#order): void {
    this.#order = order;
    this.#refresh = next;
    this.#body = asBuffer(next.body);
    this.#all = new PreparedAnswer(this.#body, next.tag);
    this.#positions = positionsIn(next, order.listings.length);
    this.#kept = new Map();
    this.#keptBytes = 0;
  }

  /** Undefined for an id that is no cursor into these tickers. */
  cursorOf(id: string): TickerCursor | undefined {
    const position = decodeRecordId(id);
    if (position?.kind !== 'exchangeTicker' && position?.kind !== 'pastExchangeTicker') return undefined;
    const listing = this.#order.indexOfEntityKey(position.entityKey);
    return listing === undefined
      ? undefined
      : { listing, at: position.at, past: position.kind === 'pastExchangeTicker' };
  }

  /** What passes the filter, all of it or one page. Tickers whose source has fallen silent are not served. */
  find(filter: TickerFilter, page: TickerPage | undefined, now: Millis): PreparedAnswer {
    if (now - this.#refresh.at >= TICKER_LIFE_MS + SLOT_MS)
      return new PreparedAnswer(NOTHING, `${this.#refresh.tag}-`);
    const unfiltered = filter.exchangeId === undefined && filter.marketId === undefined;
    if (unfiltered && !page) return this.#all;
    const key = `${filter.exchangeId} ${filter.marketId} ${page?.size} ${page?.after?.listing} ${page?.after?.at} ${page?.after?.past}`;
    let answer = this.#kept.get(key);
    if (!answer) {
      answer = this.#answer(this.#matching(filter), page);
      this.#keep(key, answer, page?.after !== undefined);
    }
    return answer;
  }

  /** A page after a cursor is asked for once; keeping it would only help whoever wants to fill the memory. */
  #keep(key: string, answer: PreparedAnswer, afterCursor: boolean): void {
    const bytes = this.#keptBytes + answer.identity.bytes.length;
    if (afterCursor || this.#kept.size >= MAX_KEPT || bytes > MAX_KEPT_BYTES) return;
    this.#kept.set(key, answer);
    this.#keptBytes = bytes;
  }

  /** Positions of what passes the filter, in the order of serving. */
  #matching({ exchangeId, marketId }: TickerFilter): ArrayLike<number> {
    if (exchangeId === undefined && marketId === undefined) return { length: this.count };
    const listings = this.#listingsOf(exchangeId, marketId);
    const positions = listings
      .map((listing) => this.#positions[listing] ?? -1)
      .filter((position) => position >= 0);
    return positions.toSorted((a, b) => a - b);
  }

  #listingsOf(exchangeId: string | undefined, marketId: string | undefined): readonly number[] {
    if (exchangeId === undefined) return this.#order.ofMarket(marketId ?? '');
    if (marketId === undefined) return this.#order.ofExchange(exchangeId);
    const listing = this.#order.indexOf(exchangeId, marketId);
    return listing === undefined ? [] : [listing];
  }

  /** `matching` without entries of its own stands for all positions. */
  #answer(matching: ArrayLike<number>, page: TickerPage | undefined): PreparedAnswer {
    const chosen: number[] = [];
    const limit = page?.size ?? Infinity;
    let more = false;
    for (let i = 0; i < matching.length; i++) {
      const position = matching[i] ?? i;
      if (page?.after && !this.#isAfter(position, page.after)) continue;
      more = chosen.length === limit;
      if (more) break;
      chosen.push(position);
    }
    const last = chosen.at(-1);
    return new PreparedAnswer(
      Buffer.concat([OPENING, ...this.#fragments(chosen), this.#ending(more ? last : undefined)]),
      this.#refresh.tag,
    );
  }

  /**
   * Whether a ticker comes after the cursor. A cursor that was of the newest refresh when it was served goes on among
   * whatever has been delivered since, by exchange and market; one that was not has all of that behind it.
   */
  #isAfter(position: number, { listing, at, past }: TickerCursor): boolean {
    const deliveredAt = this.#refresh.deliveredAt[position] ?? 0;
    if (deliveredAt < at) return true;
    if (past && deliveredAt > at) return false;
    return (this.#refresh.listings[position] ?? 0) > listing;
  }

  #fragments(positions: readonly number[]): Buffer[] {
    const { starts } = this.#refresh;
    return positions.flatMap((position, i) => {
      const fragment = this.#body.subarray(starts[position], (starts[position + 1] ?? 0) - 1);
      return i === 0 ? [fragment] : [COMMA, fragment];
    });
  }

  #ending(last: number | undefined): Buffer {
    if (last === undefined) return CLOSING;
    const { deliveredAt, listings, at } = this.#refresh;
    const delivered = deliveredAt[last] ?? at;
    const kind = delivered === at ? 'exchangeTicker' : 'pastExchangeTicker';
    const nextId = recordId(kind, delivered, this.#order.entityKeyOf(listings[last] ?? 0));
    return Buffer.from(`],"nextId":"${nextId}"}`);
  }
}

function asBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function positionsIn({ listings }: TickerRefresh, count: number): Int32Array {
  const positions = new Int32Array(count).fill(-1);
  listings.forEach((listing, position) => (positions[listing] = position));
  return positions;
}
