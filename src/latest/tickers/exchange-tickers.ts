import { Lru } from '../../core/lru.ts';
import { decodeRecordId, recordId } from '../../core/ids/record-id.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { ListingOrder } from './listing-order.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';
import type { ServedMarket } from '../market/served-market.ts';
import { TICKER_LIFE_MS, type TickerRefresh } from './ticker-refresh.ts';

export interface TickerFilter {
  readonly exchangeId?: string | undefined;
  readonly marketId?: string | undefined;
}

/**
 * Start of a page: after the ticker of a listing. A page walk first returns tickers delivered in its first
 * refresh or later, by exchange and market, even if they become stale meanwhile; then tickers delivered
 * before, newest first.
 */
export interface TickerCursor {
  /** Between two numbers if the listing was removed: its former position. */
  readonly listing: number;
  /** The refresh in which the walk began; for tickers delivered before it, their own refresh. */
  readonly at: Millis;
  /** Whether all tickers delivered since the start of the walk have been returned. */
  readonly past: boolean;
}

export interface TickerPage {
  readonly after?: TickerCursor | undefined;
  readonly size: number;
}

/** Size of the cache for one refresh, which lives for 30 seconds. */
const MAX_KEPT = 4096;
const MAX_KEPT_BYTES = 32 * 2 ** 20;
const NOTHING = Buffer.from('{"content":[]}');
const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** The parts of a version that tickers need. */
type TickerMarket = Pick<ServedMarket, 'listings' | 'register'>;

/** The exchange tickers of the newest refresh. Replacing them is one assignment: no reader waits. */
export class ExchangeTickers {
  #market: TickerMarket;
  #refresh: TickerRefresh;
  #body: Buffer;
  #all: PreparedAnswer;
  #positions: Int32Array;
  readonly #kept = new Lru<string, PreparedAnswer>({
    maxEntries: MAX_KEPT,
    maxWeight: MAX_KEPT_BYTES,
    weightOf: ({ identity }) => identity.bytes.length,
  });

  constructor(market: TickerMarket, first: TickerRefresh) {
    this.#market = market;
    this.#refresh = first;
    this.#body = asBuffer(first.body);
    this.#all = new PreparedAnswer(this.#body, first.tag);
    this.#positions = positionsIn(first, market.listings);
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

  /** `market` is the version whose numbers the refresh uses. */
  replace(next: TickerRefresh, market: TickerMarket = this.#market): void {
    this.#market = market;
    this.#refresh = next;
    this.#body = asBuffer(next.body);
    this.#all = new PreparedAnswer(this.#body, next.tag);
    this.#positions = positionsIn(next, market.listings);
    this.#kept.clear();
  }

  /** Undefined if the id is not a cursor of these tickers. */
  cursorOf(id: string): TickerCursor | undefined {
    const position = decodeRecordId(id);
    if (position?.kind !== 'exchangeTicker' && position?.kind !== 'pastExchangeTicker') return undefined;
    const { listings, register } = this.#market;
    const listing = register.listingKeys.listingOf(position.entityKey);
    const past = position.kind === 'pastExchangeTicker';
    return listing && { listing: listings.placeOf(listing), at: position.at, past };
  }

  /** All tickers that match the filter, or one page. Tickers of a source without recent data are left out. */
  find(filter: TickerFilter, page: TickerPage | undefined, now: Millis): PreparedAnswer {
    if (now - this.#refresh.at >= TICKER_LIFE_MS + SLOT_MS)
      return new PreparedAnswer(NOTHING, `${this.#refresh.tag}-`);
    const unfiltered = filter.exchangeId === undefined && filter.marketId === undefined;
    if (unfiltered && !page) return this.#all;
    const key = `${filter.exchangeId} ${filter.marketId} ${page?.size} ${page?.after?.listing} ${page?.after?.at} ${page?.after?.past}`;
    let answer = this.#kept.get(key);
    if (!answer) {
      answer = this.#answer(this.#matching(filter), page);
      // A page after a cursor is requested once; caching it would only fill the memory.
      if (!page?.after) this.#kept.set(key, answer);
    }
    return answer;
  }

  /** Positions of matching tickers, in output order. */
  #matching({ exchangeId, marketId }: TickerFilter): ArrayLike<number> {
    if (exchangeId === undefined && marketId === undefined) return { length: this.count };
    const listings = this.#listingsOf(exchangeId, marketId);
    const positions = listings
      .map((listing) => this.#positions[listing] ?? -1)
      .filter((position) => position >= 0);
    return positions.toSorted((a, b) => a - b);
  }

  #listingsOf(exchangeId: string | undefined, marketId: string | undefined): readonly number[] {
    const order = this.#market.listings;
    if (exchangeId === undefined) return order.ofMarket(marketId ?? '');
    if (marketId === undefined) return order.ofExchange(exchangeId);
    const listing = order.indexOf(exchangeId, marketId);
    return listing === undefined ? [] : [listing];
  }

  /** An empty `matching` means all positions. */
  #answer(found: ArrayLike<number>, page: TickerPage | undefined): PreparedAnswer {
    const chosen: number[] = [];
    const matching = page?.after && !page.after.past ? this.#sinceBegun(found, page.after.at) : found;
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
      Buffer.concat([
        OPENING,
        ...this.#fragments(chosen),
        this.#ending(more ? last : undefined, page?.after),
      ]),
      this.#refresh.tag,
    );
  }

  /**
   * In the order of a walk that began with the refresh `at`: tickers that became stale since keep their
   * position.
   */
  #sinceBegun(matching: ArrayLike<number>, at: Millis): ArrayLike<number> {
    const { deliveredAt, listings, at: newest } = this.#refresh;
    const deliveredIn = (i: number) => deliveredAt[matching[i] ?? i] ?? 0;
    let end = 0;
    while (end < matching.length && deliveredIn(end) >= at) end++;
    if (end === 0 || deliveredIn(end - 1) === newest) return matching;
    const positions = Array.from({ length: matching.length }, (_, i) => matching[i] ?? i);
    const since = positions.slice(0, end).sort((a, b) => (listings[a] ?? 0) - (listings[b] ?? 0));
    return since.concat(positions.slice(end));
  }

  /** Whether a ticker comes after the cursor. */
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

  /** A walk passes its first refresh on from page to page. */
  #ending(last: number | undefined, after: TickerCursor | undefined): Buffer {
    if (last === undefined) return CLOSING;
    const { deliveredAt, listings, at } = this.#refresh;
    const delivered = deliveredAt[last] ?? at;
    const begun = after?.at ?? at;
    const isPast = after?.past === true || delivered < begun;
    const key = this.#market.listings.entityKeyOf(listings[last] ?? 0);
    const nextId = isPast
      ? recordId('pastExchangeTicker', delivered, key)
      : recordId('exchangeTicker', begun, key);
    return Buffer.from(`],"nextId":"${nextId}"}`);
  }
}

function asBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function positionsIn({ listings }: TickerRefresh, order: ListingOrder): Int32Array {
  const positions = new Int32Array(order.listings.length).fill(-1);
  listings.forEach((listing, position) => (positions[listing] = position));
  return positions;
}
