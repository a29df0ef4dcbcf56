import { Lru } from '../../core/lru.ts';
import { recordPrefix } from '../../core/ids/record-prefix.ts';
import { ageStart, isWellFormedTick, type ExchangeTick } from '../../core/tick.ts';
import { formatDatetime, SECOND_MS, type Millis } from '../../core/time.ts';
import { contentTag } from '../bytes/content-tag.ts';
import { JsonRecordWriter } from '../bytes/json-record-writer.ts';
import type { ListingOrder } from './listing-order.ts';
import type { MarketOrders } from '../market/market-orders.ts';
import { TICKER_LIFE_MS, type TickerRefresh } from './ticker-refresh.ts';

/** A ticker takes about 340 bytes; the buffer grows if exchanges send longer numbers. */
const BYTES_PER_TICKER = 480;
const MAX_KEPT_SECONDS = 20_000;
/** `2026-01-31T12:00:30.` */
const SECOND_TEXT_LENGTH = 20;

/**
 * Collects tickers of exchanges and writes each refresh as JSON, every ticker once, outside the serving
 * thread.
 */
export class TickerRefreshWriter {
  readonly #reference: string;
  readonly #order: ListingOrder;
  readonly #ticks: (ExchangeTick | undefined)[];
  readonly #deliveredAt: Float64Array;
  /** The instant that the age of each ticker counts from; NaN if unknown. */
  readonly #ageStart: Float64Array;
  /** From the record id's entity part up to the first number: the same for every tick of a listing. */
  readonly #middles: string[];
  readonly #moments = new MomentText();
  #arrived: number[] = [];

  constructor({ reference, listings: order }: Pick<MarketOrders, 'reference' | 'listings'>) {
    this.#reference = reference;
    this.#order = order;
    this.#ticks = order.listings.map(() => undefined);
    this.#deliveredAt = new Float64Array(order.listings.length).fill(-Infinity);
    this.#ageStart = new Float64Array(order.listings.length).fill(Number.NaN);
    this.#middles = order.listings.map(
      ({ exchangeId, marketId }, index) =>
        `${order.entityKeyOf(index)}","exchangeId":"${exchangeId}","marketId":"${marketId}","last":"`,
    );
  }

  /**
   * Skips ticks of unknown listings and returns their number. Also skips unreadable ones: invalid data of one
   * exchange must not break the answer for all. `readAt`: when they were read; without it they have no age.
   */
  collect(ticks: readonly ExchangeTick[], readAt = Number.NaN): number {
    let unknown = 0;
    for (const tick of ticks) {
      const index = this.#order.indexOf(tick.exchangeId, tick.marketId);
      if (index === undefined) unknown++;
      else if (isWellFormedTick(tick)) {
        this.#ticks[index] = tick;
        this.#ageStart[index] = ageStart(tick, readAt);
        this.#arrived.push(index);
      }
    }
    return unknown;
  }

  /** The same tickers under another version of the reference data; removed listings are dropped. */
  carriedTo(orders: Pick<MarketOrders, 'reference' | 'listings'>): TickerRefreshWriter {
    const next = new TickerRefreshWriter(orders);
    const numbers = this.#order.listings.map(({ exchangeId, marketId }) =>
      orders.listings.indexOf(exchangeId, marketId),
    );
    numbers.forEach((number, old) => {
      if (number === undefined) return;
      next.#ticks[number] = this.#ticks[old];
      next.#deliveredAt[number] = this.#deliveredAt[old]!;
      next.#ageStart[number] = this.#ageStart[old]!;
    });
    next.#arrived = this.#arrived.flatMap((old) => numbers[old] ?? []);
    return next;
  }

  /** Everything collected since the last call belongs to the refresh `at`. */
  publish(at: Millis): TickerRefresh {
    for (const index of this.#arrived) this.#deliveredAt[index] = at;
    this.#arrived = [];
    const order = this.#servedAt(at);
    const writer = new JsonRecordWriter(order.length, BYTES_PER_TICKER, '{"content":[');
    const newest = recordPrefix('exchangeTicker', at);
    const newestText = formatDatetime(at);
    for (const index of order) {
      const deliveredAt = this.#deliveredAt[index] ?? at;
      const prefix = deliveredAt === at ? newest : recordPrefix('exchangeTicker', deliveredAt);
      const timestamp = deliveredAt === at ? newestText : formatDatetime(deliveredAt);
      writer.add(this.#render(index, prefix, deliveredAt, timestamp));
    }
    const { bytes: body, starts } = writer.finish(']}');
    return {
      at,
      reference: this.#reference,
      tag: contentTag(body),
      body,
      starts,
      listings: Uint32Array.from(order),
      deliveredAt: Float64Array.from(order, (index) => this.#deliveredAt[index] ?? at),
    };
  }

  /** Newest delivery first, then the order of listings. */
  #servedAt(at: Millis): number[] {
    const newest: number[] = [];
    const past: number[] = [];
    for (let index = 0; index < this.#ticks.length; index++) {
      const deliveredAt = this.#deliveredAt[index] ?? -Infinity;
      if (this.#order.active[index] !== 1 || at - deliveredAt >= TICKER_LIFE_MS) continue;
      (deliveredAt === at ? newest : past).push(index);
    }
    past.sort((a, b) => (this.#deliveredAt[b] ?? 0) - (this.#deliveredAt[a] ?? 0) || a - b);
    return newest.concat(past);
  }

  #render(index: number, prefix: string, deliveredAt: Millis, timestamp: string): string {
    const tick = this.#ticks[index] as ExchangeTick;
    const volume = tick.volume === undefined ? '' : `","volume":"${tick.volume}`;
    const bid = tick.bid === undefined ? '' : `","bid":"${tick.bid}`;
    const ask = tick.ask === undefined ? '' : `","ask":"${tick.ask}`;
    const lastMoved = this.#moments.format(tick.lastMoved);
    const age = deliveredAt - this.#ageStart[index]!;
    const ageMs = Number.isNaN(age) ? '' : `,"ageMs":${Math.max(0, Math.trunc(age))}`;
    return `{"id":"${prefix}${this.#middles[index]}${tick.last}${volume}${bid}${ask}","timestamp":"${timestamp}","lastMoved":"${lastMoved}"${ageMs}}`;
  }
}

/** Many tickers changed in the same second, so the text of each second is cached, up to a limit. */
class MomentText {
  readonly #seconds = new Lru<number, string>({ maxEntries: MAX_KEPT_SECONDS });

  format(at: Millis): string {
    const second = Math.floor(at / SECOND_MS);
    let text = this.#seconds.peek(second);
    if (text === undefined) {
      text = formatDatetime(second * SECOND_MS).slice(0, SECOND_TEXT_LENGTH);
      this.#seconds.set(second, text);
    }
    const millis = at - second * SECOND_MS;
    const padding = millis < 10 ? '00' : millis < 100 ? '0' : '';
    return `${text}${padding}${millis}Z`;
  }
}
