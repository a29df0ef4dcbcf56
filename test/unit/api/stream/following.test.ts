import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import type { Target } from '../../../../src/api/stream/channels/channel.ts';
import type { WriteBatcher } from '../../../../src/api/stream/frames/gathering.ts';
import { ListedMembership, TradedMembership } from '../../../../src/api/stream/channels/membership.ts';
import type { Outbox } from '../../../../src/api/stream/frames/outbox.ts';
import { Subscriptions } from '../../../../src/api/stream/subscriptions.ts';
import { TickerChannel } from '../../../../src/api/stream/channels/ticker-channel.ts';
import type { ReferenceContent } from '../../../../src/core/reference-data.ts';
import { runToEnd } from '../../../../src/core/async/slices.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import {
  newRegister,
  prepareMarket,
  type ServedMarket,
} from '../../../../src/latest/market/served-market.ts';
import type { MarketVersions } from '../../../../src/latest/market/market-versions.ts';
import { TickerRefreshWriter } from '../../../../src/latest/tickers/ticker-refresh-writer.ts';
import { contentOf, shapes } from '../../../support/changing-market.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

function marketsOf(sequence: readonly ReferenceContent[]): ServedMarket[] {
  const register = newRegister();
  const markets: ServedMarket[] = [];
  for (const [i, data] of sequence.entries())
    markets.push(runToEnd(prepareMarket({ hash: `${i}`, data }, register, markets.at(-1))));
  return markets;
}

describe('what belongs to a market', () => {
  test.each([
    ['listed', ListedMembership],
    ['traded', TradedMembership],
  ])(
    'and is %s is another only where it says so, from any revision to any later one',
    (_what, Membership) => {
      fc.assert(
        fc.property(shapes, (sequence) => {
          const memberships: (ListedMembership | TradedMembership)[] = [];
          for (const market of marketsOf(sequence.map(contentOf)))
            memberships.push(new Membership(market, memberships.at(-1)));
          for (const [i, before] of memberships.entries())
            for (const after of memberships.slice(i))
              for (const { id: marketId } of after.market.data.markets) {
                if (after.changedSince(before.revision)?.has(marketId)) continue;
                expect(after.itemsOf({ marketId })).toEqual(before.itemsOf({ marketId }));
              }
        }),
      );
    },
  );

  test('is to be looked at anew by who has missed too much', () => {
    const [market] = marketsOf([contentOf(fc.sample(shapes, 1)[0]![0]!)]);
    let membership = new ListedMembership(market!, undefined);
    for (let i = 0; i < 20; i++) membership = new ListedMembership(market!, membership);
    expect(membership.changedSince(membership.revision - 16)).toEqual(new Set());
    expect(membership.changedSince(membership.revision - 17)).toBeUndefined();
    expect(membership.changedSince(0)).toBeUndefined();
  });
});

/** When a subscription is made, and to what: an exchange, a market, or a market on an exchange. */
const wishes = fc.array(
  fc.record({
    slot: fc.nat(7),
    exchange: fc.option(fc.nat(3), { nil: undefined }),
    market: fc.option(fc.nat(5), { nil: undefined }),
  }),
  { maxLength: 6 },
);

test('a connection gets each ticker of what it has subscribed to once, whatever versions there are', () => {
  fc.assert(
    fc.property(shapes, wishes, (sequence, wanted) => {
      const markets = marketsOf(sequence.map((shape) => contentOf({ ...shape, inactive: [] })));
      let current = markets[0]!;
      const versions = {
        use: (hash: string) => (current = markets[Number(hash)]!),
        get current() {
          return current;
        },
      } as unknown as MarketVersions;
      const refresh = (slot: number) => {
        const orders = markets[slot]!;
        const sheet = new TickerRefreshWriter(orders);
        sheet.collect(orders.listings.listings.map((l) => ({ ...l, last: '1', volume: '1', lastMoved: T })));
        return sheet.publish(T + slot * SLOT_MS);
      };
      const channel = new TickerChannel({ versions, marketClock: new ManualClock(T) }, refresh(0));
      const sent: Buffer[] = [];
      const take = (_outbox: Outbox, frames: Buffer) => void sent.push(Buffer.from(frames));
      const gathering = { add: take, writeAfter: take, flush: () => undefined } as unknown as WriteBatcher;
      const grant = { scopes: new Set(['read:exchange-ticker']) } as unknown as Grant;
      const subscriptions = new Subscriptions([channel], {} as Outbox, gathering, grant, () => undefined);
      const targets: Target[] = [];
      for (const slot of markets.keys()) {
        if (slot > 0) subscriptions.deliver(channel, channel.publish(refresh(slot)));
        const { data, listings } = current;
        const belongs = (
          { echo }: Target,
          { exchangeId, marketId }: { exchangeId: string; marketId: string },
        ) => (echo['exchangeId'] ?? exchangeId) === exchangeId && (echo['marketId'] ?? marketId) === marketId;
        const expected = listings.listings.filter((listing) =>
          targets.some((target) => belongs(target, listing)),
        );
        expect(namesIn(sent.splice(0))).toEqual(
          expected.map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`).toSorted(),
        );
        for (const { exchange, market } of wanted.filter((wish) => wish.slot === slot)) {
          const [exchangeId, marketId] = [data.exchanges[exchange ?? -1]?.id, data.markets[market ?? -1]?.id];
          const target = channel.resolve({ exchangeId, marketId } as never);
          if ('code' in target || subscriptions.get(channel, target.key)) continue;
          subscriptions.add(channel, target);
          subscriptions.sendCurrent(channel, target);
          const news = listings.listings.filter(
            (listing) => belongs(target, listing) && !targets.some((known) => belongs(known, listing)),
          );
          expect(namesIn(sent.splice(0))).toEqual(
            news.map((l) => `${l.exchangeId} ${l.marketId}`).toSorted(),
          );
          subscriptions.cover(channel, target);
          targets.push(target);
        }
      }
    }),
  );
});

/** Sorted names of the listings in these frames. */
function namesIn(frames: readonly Buffer[]): string[] {
  const text = Buffer.concat(frames).toString('latin1');
  const records = text.matchAll(/"exchangeId":"([^"]+)","marketId":"([^"]+)"/g);
  return Array.from(records, ([, exchangeId, marketId]) => `${exchangeId} ${marketId}`).toSorted();
}
