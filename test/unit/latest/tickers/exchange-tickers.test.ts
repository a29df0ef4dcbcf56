import { assert, property, array, boolean, integer, nat } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReferenceContent } from '../../../../src/core/reference-data.ts';
import type { ExchangeTick } from '../../../../src/core/tick.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import {
  ExchangeTickers,
  type TickerFilter,
  type TickerPage,
} from '../../../../src/latest/tickers/exchange-tickers.ts';
import { servedMarket } from '../../../support/served-market.ts';
import { TickerRefreshWriter } from '../../../../src/latest/tickers/ticker-refresh-writer.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';

const START = Date.parse('2026-03-01T00:00:00Z');

interface Record {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  readonly last: string;
  readonly bid?: string;
  readonly timestamp: string;
}

interface Body {
  readonly content: Record[];
  readonly nextId?: string;
}

const reference: ReferenceContent = { ...buildWorld('small').reference, lx: [], traded: [] };
const market = servedMarket(reference);
const order = market.listings;
/** A few listings over several exchanges are enough, and keep the property tests quick. */
const listings = order.listings.filter((_listing, i) => order.active[i] === 1 && i % 12 === 0);

function tickOf({ exchangeId, marketId }: (typeof listings)[number], last = '1.5'): ExchangeTick {
  return { exchangeId, marketId, last, volume: '10', bid: '1.4', ask: '1.6', lastMoved: START - 1234 };
}

class Market {
  readonly sheet = new TickerRefreshWriter({ reference: '1', listings: order });
  readonly tickers: ExchangeTickers;
  at = START;

  constructor(delivering: readonly boolean[]) {
    this.#deliver(delivering);
    this.tickers = new ExchangeTickers(market, this.sheet.publish(this.at));
  }

  refresh(delivering: readonly boolean[]): void {
    this.at += SLOT_MS;
    this.#deliver(delivering);
    this.tickers.replace(this.sheet.publish(this.at));
  }

  read(filter: TickerFilter = {}, page?: TickerPage): Body {
    return JSON.parse(this.tickers.find(filter, page, this.at).identity.bytes.toString()) as Body;
  }

  page(size: number, startAfter?: string, filter: TickerFilter = {}): Body {
    const after = startAfter === undefined ? undefined : this.tickers.cursorOf(startAfter);
    return this.read(filter, { size, after });
  }

  #deliver(delivering: readonly boolean[]): void {
    this.sheet.collect(
      listings.filter((_listing, i) => delivering[i] ?? true).map((listing) => tickOf(listing)),
    );
  }
}

const everyone = listings.map(() => true);
const nameOf = ({ exchangeId, marketId }: Pick<Record, 'exchangeId' | 'marketId'>) =>
  `${exchangeId}/${marketId}`;

describe('exchange tickers', () => {
  test('contain only data of the exchange: a missing volume is absent, one of 0 is not', () => {
    const [first, second] = listings;
    if (!first || !second) throw new Error('there are listings');
    const sheet = new TickerRefreshWriter({ reference: '1', listings: order });
    const { bid: _bid, ask: _ask, volume: _volume, ...bare } = tickOf(first);
    sheet.collect([bare, { ...tickOf(second), volume: '0' }]);
    const tickers = new ExchangeTickers(market, sheet.publish(START));
    const { content } = JSON.parse(tickers.find({}, undefined, START).identity.bytes.toString()) as {
      content: Readonly<globalThis.Record<string, unknown>>[];
    };
    const shown = content.filter(({ exchangeId, marketId }) =>
      [first, second].some((each) => each.exchangeId === exchangeId && each.marketId === marketId),
    );
    expect(shown.map(({ volume }) => volume).toSorted()).toEqual(['0', undefined]);
    expect(shown.some((ticker) => 'bid' in ticker)).toBe(true);
    expect(shown.some((ticker) => !('bid' in ticker))).toBe(true);
  });

  test('are sorted by refresh, newest first, then by exchange and market', () => {
    const market = new Market(everyone);
    market.refresh(everyone.map((_all, i) => i % 3 !== 0));
    const { content } = market.read();
    expect(content).toHaveLength(listings.length);
    const keys = content.map((record) => [-Date.parse(record.timestamp), nameOf(record)] as const);
    const sorted = keys.toSorted(([a, m], [b, n]) => a - b || (m < n ? -1 : 1));
    expect(keys).toEqual(sorted);
    expect(new Set(content.map(({ timestamp }) => timestamp)).size).toBe(2);
  });

  test('are the same paged and unpaged', () => {
    const market = new Market(everyone);
    market.refresh(everyone.map((_all, i) => i % 4 !== 1));
    const paged: Record[] = [];
    for (let next: string | undefined, first = true; first || next !== undefined; first = false) {
      const body = market.page(7, next);
      paged.push(...body.content);
      next = body.nextId;
    }
    expect(paged).toEqual(market.read().content);
  });

  test('are served for five minutes after they were delivered, and no longer', () => {
    const market = new Market(everyone);
    const nobody = everyone.map(() => false);
    for (let i = 1; i < 10; i++) market.refresh(nobody);
    expect(market.read().content).toHaveLength(listings.length);
    market.refresh(nobody);
    expect(market.read().content).toEqual([]);
  });

  test('are not served if the source itself has fallen silent', () => {
    const market = new Market(everyone);
    const late = market.tickers.find({}, undefined, market.at + 6 * 60_000);
    expect(late.identity.bytes.toString()).toBe('{"content":[]}');
  });

  test('omit a bid or ask that the exchange did not send', () => {
    const market = new Market(everyone);
    const [listing] = listings as [(typeof listings)[number]];
    const { bid: _bid, ask: _ask, ...bare } = tickOf(listing);
    market.sheet.collect([bare]);
    market.at += SLOT_MS;
    market.tickers.replace(market.sheet.publish(market.at));
    const [record] = market.read(listing).content;
    expect(record).not.toHaveProperty('bid');
    expect(record).not.toHaveProperty('ask');
    expect(record).toMatchObject({ last: '1.5', timestamp: '2026-03-01T00:00:30.000Z' });
  });

  test('have their age at the refresh in which they were delivered', () => {
    const sheet = new TickerRefreshWriter({ reference: '1', listings: order });
    const [read, old, recent, unread] = listings as [(typeof listings)[0], ...typeof listings] &
      typeof listings;
    const readAt = START - 2500;
    sheet.collect(
      [
        tickOf(read!),
        { ...tickOf(old!), asOf: readAt - 60_001 },
        { ...tickOf(recent!), asOf: readAt - 60_000 },
      ],
      readAt,
    );
    sheet.collect([tickOf(unread!)]);
    const agesAt = (at: number, from: TickerRefreshWriter) => {
      const { content } = JSON.parse(Buffer.from(from.publish(at).body).toString()) as {
        content: { exchangeId: string; marketId: string; ageMs?: number }[];
      };
      return [read!, old!, recent!, unread!].map(
        (own) => content.find((ticker) => nameOf(ticker) === nameOf(own))!.ageMs,
      );
    };
    const ages = [2500, 62_501, 2500, undefined];
    expect(agesAt(START, sheet)).toEqual(ages);
    expect(agesAt(START + SLOT_MS, sheet)).toEqual(ages);
    expect(agesAt(START + SLOT_MS, sheet.carriedTo({ reference: '2', listings: order }))).toEqual(ages);
  });

  test('ignore ticks of unknown listings', () => {
    const market = new Market(everyone);
    const [listing] = listings as [(typeof listings)[number]];
    expect(market.sheet.collect([{ ...tickOf(listing), marketId: 'unknown' }])).toBe(1);
  });

  test('match every filter as a plain search does', () => {
    const market = new Market(everyone);
    market.refresh(everyone.map((_all, i) => i % 2 === 0));
    const { content } = market.read();
    for (const { exchangeId, marketId } of listings) {
      expect(market.read({ exchangeId }).content).toEqual(content.filter((r) => r.exchangeId === exchangeId));
      expect(market.read({ marketId }).content).toEqual(content.filter((r) => r.marketId === marketId));
      expect(market.read({ exchangeId, marketId }).content).toHaveLength(1);
    }
    expect(market.read({ exchangeId: 'unknown' }).content).toEqual([]);
  });

  test('change their entity tag with every refresh', () => {
    const market = new Market(everyone);
    const before = market.tickers.find({}, undefined, market.at).identity.etag;
    market.refresh(everyone);
    expect(market.tickers.find({}, undefined, market.at).identity.etag).not.toBe(before);
  });

  test('do not accept ids of other records or listings as cursors', () => {
    const market = new Market(everyone);
    expect(market.tickers.cursorOf('f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f')).toBeUndefined();
    const [first] = market.read().content as [Record];
    expect(market.tickers.cursorOf(first.id)).toBeDefined();
    const otherKind = `${first.id.slice(0, 12)}2${first.id.slice(13)}`;
    expect(market.tickers.cursorOf(otherKind)).toBeUndefined();
  });
});

describe('a client that pages while refreshes happen', () => {
  /** For each page: the number of refreshes before the next one, and who delivers in them. */
  const histories = array(array(array(boolean(), { maxLength: listings.length }), { maxLength: 3 }), {
    minLength: 1,
    maxLength: 40,
  });

  test('sees every listing that delivers in all of them exactly once, and reaches the end', () => {
    assert(
      property(integer({ min: 1, max: 9 }), nat(), histories, (size, salt, steps) => {
        const faithful = listings.map((_listing, i) => (i + salt) % 3 !== 0);
        const market = new Market(everyone);
        const seen = new Map<string, number>();
        let next: string | undefined;
        let pages = 0;
        do {
          const body = market.page(size, next);
          for (const record of body.content) seen.set(nameOf(record), (seen.get(nameOf(record)) ?? 0) + 1);
          next = body.nextId;
          for (const extra of steps[pages] ?? []) {
            market.refresh(faithful.map((always, i) => always || (extra[i] ?? false)));
          }
          pages++;
        } while (next !== undefined && pages < 1000);
        expect(next).toBeUndefined();
        listings.forEach((listing, i) => {
          if (faithful[i]) expect(seen.get(nameOf(listing))).toBe(1);
        });
      }),
      { numRuns: 200 },
    );
  });
});
