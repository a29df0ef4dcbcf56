import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ccxtSurvey } from '../../../../src/sources/live/ccxt/ccxt-catalogue.ts';
import { hostFamilyOf } from '../../../../src/sources/live/ccxt/host-family.ts';
import { startCollectorProcess } from '../../../../src/sources/live/collect/process/collector-child.ts';
import { CollectorGroup } from '../../../../src/sources/live/collect/process/collector-group.ts';
import type {
  CollectorInput,
  FromCollector,
} from '../../../../src/sources/live/collect/process/collector-messages.ts';
import type {
  CollectorDeath,
  StartCollector,
} from '../../../../src/sources/live/collect/process/running-collector.ts';
import { sharesOf, type SharedExchange } from '../../../../src/sources/live/collect/process/shares.ts';
import { CollectorLoads } from '../../../../src/sources/live/collector-loads.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const exchange = (key: string, weight = 100, hosts = [key]): SharedExchange => ({ key, weight, hosts });

describe('shares', () => {
  const exchanges = fc.uniqueArray(
    fc.record({
      key: fc.stringMatching(/^[a-z]{2,5}$/),
      weight: fc.nat(2000),
      hosts: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 2 }),
    }),
    { selector: ({ key }) => key, minLength: 1, maxLength: 30 },
  );

  test('contain every exchange once, and never one host in two', () => {
    fc.assert(
      fc.property(exchanges, fc.integer({ min: 1, max: 8 }), (all, count) => {
        const shares = sharesOf(all, count);
        expect(shares.flat().toSorted()).toEqual(all.map(({ key }) => key).toSorted());
        expect(shares.every((share) => share.length > 0)).toBe(true);
        expect(shares.length).toBeLessThanOrEqual(count);
        const asksOf = new Map(all.map(({ key, hosts }) => [key, hosts]));
        const owners = new Map<string, number>();
        shares.forEach((share, number) => {
          for (const asked of share.flatMap((key) => asksOf.get(key) ?? [])) {
            expect(owners.get(asked) ?? number).toBe(number);
            owners.set(asked, number);
          }
        });
      }),
    );
  });

  test('are the same in whatever order exchanges are named', () => {
    fc.assert(
      fc.property(exchanges, (all) => {
        expect(sharesOf(all.toReversed(), 3)).toEqual(sharesOf(all, 3));
      }),
    );
  });

  test('have about equal load', () => {
    const all = Array.from({ length: 60 }, (_, i) => exchange(`x${i}`, 50 + ((i * 397) % 1950)));
    const weightOf = new Map(all.map(({ key, weight }) => [key, weight]));
    const weights = sharesOf(all, 4).map((share) => share.reduce((sum, key) => sum + weightOf.get(key)!, 0));
    expect(Math.max(...weights) / Math.min(...weights)).toBeLessThan(1.05);
  });
});

test('exchanges of ccxt with the same host are of one family', async () => {
  const familyOf = new Map<string, string>();
  for (const { key, hosts } of await ccxtSurvey())
    for (const host of hosts) {
      expect([host, hostFamilyOf(key)]).toEqual([host, familyOf.get(host) ?? hostFamilyOf(key)]);
      familyOf.set(host, hostFamilyOf(key));
    }
  expect(familyOf.get('api.binance.com')).toBe('binance');
});

describe('a group of collectors', () => {
  const input: CollectorInput = {
    exchanges: ['binance', 'kraken', 'tokocrypto', 'okx'],
    expected: { binance: 2000, kraken: 700, okx: 800 },
    derivatives: ['okx', 'binanceusdm'],
    folder: '',
    network: {},
  };
  const handlers = () => {
    const messages: FromCollector[] = [];
    const deaths: CollectorDeath[] = [];
    return {
      messages,
      deaths,
      onMessage: (message: FromCollector) => void messages.push(message),
      onDeath: (death: CollectorDeath) => void deaths.push(death),
    };
  };

  test('assigns each its own exchanges and reports its load', async () => {
    const started: CollectorInput[] = [];
    const closed: number[] = [];
    const followed: unknown[] = [];
    const start: StartCollector = (share, { onMessage }) => {
      const number = started.push(share);
      const load = { busy: 0.1, cpu: 0.1, delayMs: 1, memoryBytes: 1 };
      onMessage({ kind: 'load', load });
      return {
        follow: (markets) => void followed.push([number, markets.map(({ exchange: key }) => key)]),
        close: () => Promise.resolve(void closed.push(number)),
      };
    };
    const received = handlers();
    const group = new CollectorGroup({ count: 2, input, handlers: received, start });
    expect(started.map(({ exchanges }) => exchanges)).toEqual([
      ['binance', 'tokocrypto'],
      ['kraken', 'okx'],
    ]);
    expect(
      received.messages.map((message) => ('collector' in message ? message.collector : undefined)),
    ).toEqual([0, 1]);
    expect(started.map(({ derivatives }) => derivatives)).toEqual([['binanceusdm'], ['okx']]);
    group.follow([
      { exchange: 'okx', symbol: 'BTC/USDT' },
      { exchange: 'binance', symbol: 'BTC/USDT' },
    ]);
    expect(followed).toEqual([
      [1, ['binance']],
      [2, ['okx']],
    ]);
    await group.close();
    expect(closed).toEqual([1, 2]);
  });

  let group: CollectorGroup | undefined;
  afterEach(() => group?.close());

  test('can lose one without the others', async () => {
    const clock = new ManualClock(0);
    const died = new Deferred<undefined>();
    const reasons = new Map<string, string[]>();
    let next = new Deferred<undefined>();
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await next.promise;
    };
    const deaths: CollectorDeath[] = [];
    group = new CollectorGroup({
      count: 2,
      input: { ...input, exchanges: ['dying', 'lasting'], derivatives: [], expected: {} },
      start: startCollectorProcess(new URL('../../../support/dying-collector.mjs', import.meta.url), clock),
      handlers: {
        onMessage: (message) => {
          if (message.kind === 'unusable')
            reasons.set(message.exchange, [...(reasons.get(message.exchange) ?? []), message.reason]);
          next.resolve(undefined);
          next = new Deferred();
        },
        onDeath: (death) => {
          deaths.push(death);
          died.resolve(undefined);
        },
      },
    });
    await died.promise;
    clock.advance(1000);
    await until(() => reasons.get('dying')?.length === 2 && reasons.has('lasting'));
    expect(deaths[0]).toMatchObject({ code: 3, collector: 0 });
    expect(reasons.get('lasting')).toHaveLength(1);
  });
});

test('a process that is busy for four cycles is reported once', () => {
  const loads = new CollectorLoads(new ManualClock(0));
  const load = (busy: number) => ({ busy, cpu: busy, delayMs: 10, memoryBytes: 1 });
  const reasons = [0.9, 0.9, 0.9, 0.9, 0.9, 0.2, 0.9, 0.9, 0.9, 0.9].map((busy) =>
    loads.record(1, load(busy)),
  );
  expect(reasons).toEqual([false, false, false, true, false, false, false, false, false, true]);
  expect(loads.all.get(1)).toEqual(load(0.9));
});
