import { beforeEach, describe, expect, test } from 'vitest';
import { CollectOutbox } from '../../../../../src/cluster/roles/collect/collect-outbox.ts';
import type { CollectTopics } from '../../../../../src/cluster/roles/collect/collect-topics.ts';
import { WantedMarkets } from '../../../../../src/cluster/roles/collect/wanted-markets.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import type { CollectedBatch } from '../../../../../src/sources/shared/collect-link.ts';
import { NewestLeaseFilter } from '../../../../../src/sources/shared/newest-lease-filter.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

let clock: ManualClock;
let published: CollectedBatch[];
let outcomes: [string, number][];
let leases: Map<string, number>;
let outbox: CollectOutbox;

beforeEach(() => {
  clock = new ManualClock(0);
  published = [];
  outcomes = [];
  leases = new Map([
    ['kraken', 3],
    ['okx', 7],
  ]);
  const bus = new InProcessBus<CollectTopics>();
  bus.subscribe('collected', (message) => published.push(message));
  outbox = new CollectOutbox({
    bus,
    clock,
    collector: 'a',
    leaseOf: (unit) => leases.get(unit),
    units: () => [...leases.keys()],
    onSent: (...sent) => outcomes.push(sent),
  });
});

describe('readings of a collector', () => {
  test('go to the bus together, in order, with the number of the lease', async () => {
    outbox.add('kraken', 1);
    outbox.add('okx', 2);
    outbox.addOwn('busy');
    clock.advance(199);
    await settled();
    expect(published).toEqual([]);
    outbox.add('kraken', 3);
    clock.advance(1);
    await settled();
    const messages = [
      { unit: 'kraken', lease: 3, said: 1 },
      { unit: 'okx', lease: 7, said: 2 },
      { unit: 'kraken', lease: 3, said: 3 },
    ];
    expect(published).toEqual([{ collector: 'a', messages, units: ['kraken', 'okx'], own: ['busy'] }]);
    expect(outcomes).toEqual([['sent', 3]]);
  });

  test('are dropped if the exchange is no longer read, or was read long ago', async () => {
    leases.delete('okx');
    outbox.add('okx', 1);
    outbox.add('kraken', 2);
    clock.advance(11_000);
    await settled();
    expect(published).toEqual([]);
    expect(outcomes).toEqual([['out of date', 1]]);
    outbox.add('kraken', 3);
    await settled();
    clock.advance(200);
    await settled();
    expect(published).toMatchObject([{ messages: [{ said: 3 }] }]);
  });

  test('a unit with dropped readings is once not named as read', async () => {
    const units = async () => {
      outbox.addOwn('alive');
      await settled();
      clock.advance(200);
      await settled();
      return published.at(-1)?.units;
    };
    outbox.add('kraken', 1);
    clock.advance(11_000);
    await settled();
    expect([await units(), await units()]).toEqual([['okx'], ['kraken', 'okx']]);
  });
});

test('of two readers of a unit the one with the newer lease counts, unless it is silent for a minute', () => {
  const newest = new NewestLeaseFilter();
  const accepts = (lease: number, at: number, unit = 'kraken') => newest.accepts({ unit, lease }, at);
  expect([accepts(2, 0), accepts(1, 10), accepts(2, 20), accepts(3, 30), accepts(2, 40)]).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
  expect(accepts(1, 50, 'okx')).toBe(true);
  expect([accepts(2, 60_030), accepts(2, 60_031)]).toEqual([false, true]);
});

test('markets are wanted as long as any process active within a minute wants them', () => {
  const wanted = new WantedMarkets(clock);
  const [btc, eth] = [
    { exchange: 'kraken', symbol: 'BTC/USD' },
    { exchange: 'kraken', symbol: 'ETH/USD' },
  ];
  expect(wanted.take({ by: 'a', markets: [btc], lists: [] })).toEqual([btc]);
  expect(wanted.take({ by: 'b', markets: [btc, eth], lists: [] })).toEqual([btc, eth]);
  clock.advance(61_000);
  expect(wanted.take({ by: 'a', markets: [btc], lists: [] })).toEqual([btc]);
});
