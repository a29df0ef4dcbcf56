import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReferenceContent } from '../../../../src/core/reference-data.ts';
import { entityKey } from '../../../../src/core/ids/record-id.ts';
import { runToEnd, runInTurns } from '../../../../src/core/async/slices.ts';
import { movedMarkets } from '../../../../src/latest/tickers/listing-order.ts';
import { ordersOf } from '../../../../src/latest/market/market-orders.ts';
import {
  newRegister,
  prepareMarket,
  type ServedMarket,
} from '../../../../src/latest/market/served-market.ts';
import { Catalogue } from '../../../../src/reference/catalogue.ts';
import { applyChanges, changeBetween } from '../../../../src/reference/versions/reference-change.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { allListedBut, contentOf, shapes } from '../../../support/changing-market.ts';

/** One version after the other, each as a change of the previous one, as received by a serving process. */
function follow(sequence: readonly ReferenceContent[]): ServedMarket[] {
  const register = newRegister();
  const markets: ServedMarket[] = [];
  for (const [i, next] of sequence.entries()) {
    const before = markets.at(-1);
    const data = before ? applyChanges(before.data, [changeBetween(before.data, next)]) : next;
    markets.push(runToEnd(prepareMarket({ hash: `${i}`, data }, register, before)));
  }
  return markets;
}

const versions = shapes.map((sequence) => sequence.map(contentOf));

describe('a version prepared from the previous one', () => {
  test('numbers everything like one prepared by itself', () => {
    fc.assert(
      fc.property(versions, (sequence) => {
        for (const { data, series, listings } of follow(sequence)) {
          const alone = ordersOf('', data);
          expect(series.series).toEqual(alone.series.series);
          expect(listings.listings).toEqual(alone.listings.listings);
          expect(listings.active).toEqual(alone.listings.active);
          for (const [number, { exchangeId, marketId }] of listings.listings.entries()) {
            expect(listings.indexOf(exchangeId, marketId)).toBe(number);
            expect(listings.placeOf({ exchangeId, marketId })).toBe(number);
          }
          for (const { id } of data.markets)
            expect(listings.ofMarket(id)).toEqual(
              [...listings.listings.keys()].filter((number) => listings.listings[number]!.marketId === id),
            );
          for (const { id } of data.exchanges)
            expect(listings.ofExchange(id)).toEqual(alone.listings.ofExchange(id));
        }
      }),
    );
  });

  test('answers look-ups like one prepared by itself', () => {
    fc.assert(
      fc.property(versions, (sequence) => {
        for (const { data, catalogue, answers, names } of follow(sequence)) {
          const alone = runToEnd(prepareMarket({ hash: '', data }, newRegister()));
          const bodies = ({ answers: of }: Pick<ServedMarket, 'answers'>) =>
            [of.assets({}), of.markets({}), of.exchanges({}), of.exchanges({ status: 'ACTIVE' })]
              .concat(data.exchanges.map(({ id }) => of.exchange(id)!))
              .map(({ identity }) => [identity.bytes.toString(), identity.etag]);
          expect(bodies({ answers })).toEqual(bodies(alone));
          for (const { id, baseAssetId } of data.markets) {
            expect(catalogue.market(id)?.baseAssetId).toBe(baseAssetId);
            expect(catalogue.findMarkets({ baseAssetId })).toEqual(
              new Catalogue(data).findMarkets({ baseAssetId }),
            );
            expect(names.idsOf(names.nameOf(id))).toEqual(alone.names.idsOf(alone.names.nameOf(id)));
          }
        }
      }),
    );
  });

  test('keeps the number of everything, and uses no number twice', () => {
    fc.assert(
      fc.property(versions, (sequence) => {
        const given = new Map<string, number>();
        for (const { series, listings, items, register } of follow(sequence)) {
          const named = [
            ...series.series.map(
              ({ indexId }, number) => [`series ${indexId}`, items.series[number]!] as const,
            ),
            ...listings.listings.map(
              ({ exchangeId, marketId }, number) =>
                [`listing ${exchangeId} ${marketId}`, items.listings[number]!] as const,
            ),
          ];
          for (const [name, item] of named) {
            expect(given.get(name) ?? item).toBe(item);
            given.set(name, item);
          }
          for (const [number, listing] of listings.listings.entries()) {
            const exchange = register.numbers.exchangeOf(items.listings[number]!);
            expect(register.numbers.exchangeId(exchange)).toBe(listing.exchangeId);
            expect(register.numbers.listingItem(listing)).toBe(items.listings[number]);
          }
        }
        for (const kind of ['series', 'listing']) {
          const items = [...given].filter(([name]) => name.startsWith(kind)).map(([, item]) => item);
          expect(items.toSorted((a, b) => a - b)).toEqual(items.map((_item, i) => i));
        }
      }),
    );
  });

  test('knows the keys of everything that ever existed, and their positions', () => {
    fc.assert(
      fc.property(versions, (sequence) => {
        const markets = follow(sequence);
        const ever = markets.flatMap(({ listings }) => listings.listings);
        const { listings, register, series } = markets.at(-1)!;
        for (const listing of ever) {
          const key = entityKey(listing.exchangeId, listing.marketId);
          expect(register.listingKeys.listingOf(key)).toEqual(listing);
          const place = listings.placeOf(listing);
          for (const [number, other] of listings.listings.entries()) {
            const comparison =
              `${other.exchangeId} ${other.marketId}` < `${listing.exchangeId} ${listing.marketId}`;
            if (number !== place) expect(number < place).toBe(comparison);
          }
        }
        for (const { indexId } of series.series)
          expect(register.seriesKeys.seriesOf(entityKey(indexId))?.indexId).toBe(indexId);
      }),
    );
  });

  test('reports markets with changed listings', () => {
    fc.assert(
      fc.property(versions, (sequence) => {
        const markets = follow(sequence);
        const [before, after] = [markets[0]!, markets.at(-1)!];
        const places = ({ listings }: ServedMarket, id: string) =>
          listings.ofMarket(id).map((number) => listings.listings[number]!.exchangeId);
        const moved = after.data.markets
          .map(({ id }) => id)
          .filter((id) => places(before, id).join() !== places(after, id).join());
        expect([...movedMarkets(before.listings, after.listings)].toSorted()).toEqual(moved.toSorted());
      }),
    );
  });
});

test('contradictory data is refused, also if only a changed exchange is contradictory', () => {
  const sound = contentOf(allListedBut());
  const [market] = follow([sound]);
  const [first, ...others] = sound.exchanges;
  const broken = { ...first!, listings: [{ ...first!.listings[0]!, marketId: 'nowhere' }] };
  const data = { ...market!.data, exchanges: [broken, ...others] };
  expect(() => runToEnd(prepareMarket({ hash: 'x', data }, market!.register, market))).toThrow(
    /unknown market/,
  );
  const lost = { ...market!.data, markets: market!.data.markets.slice(1) };
  expect(() => runToEnd(prepareMarket({ hash: 'x', data: lost }, market!.register, market))).toThrow(
    /unknown market/,
  );
});

test('in turns of the event loop the result is the same, and others get their turns', async () => {
  const data = { ...buildWorld('small').reference, lx: [], traded: [] };
  let [now, turns] = [0, 0];
  const loop = {
    now: () => (now += 10),
    nextTurn: (goOn: () => void) => {
      turns++;
      setImmediate(goOn);
    },
  };
  const market = await runInTurns(prepareMarket({ hash: '1', data }, newRegister()), loop);
  const alone = ordersOf('1', data);
  expect(market.listings.listings).toEqual(alone.listings.listings);
  expect(market.series.series).toEqual(alone.series.series);
  expect(turns).toBeGreaterThan(10);
});
