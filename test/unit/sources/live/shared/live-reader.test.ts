import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BusLink } from '../../../../../src/cluster/roles/collect/bus-link.ts';
import { CollectOutbox } from '../../../../../src/cluster/roles/collect/collect-outbox.ts';
import type { CollectTopics } from '../../../../../src/cluster/roles/collect/collect-topics.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { WellKnown } from '../../../../../src/reference/well-known/well-known.ts';
import type { CollectorEvent } from '../../../../../src/sources/live/collect/collector-events.ts';
import type {
  CollectorInput,
  CollectorShare,
  FollowedSymbol,
  FromCollector,
} from '../../../../../src/sources/live/collect/process/collector-messages.ts';
import type {
  CollectorHandlers,
  StartCollector,
} from '../../../../../src/sources/live/collect/process/running-collector.ts';
import { profileOf } from '../../../../../src/sources/live/settings/exchange-profiles.ts';
import { LiveSource } from '../../../../../src/sources/live/live-source.ts';
import { startLinkedCollector } from '../../../../../src/sources/live/shared/linked-collector.ts';
import { LiveReader } from '../../../../../src/sources/live/shared/live-reader.ts';
import { Overrides } from '../../../../../src/sources/live/understand/overrides.ts';
import type { CollectedBatch, CollectRequest } from '../../../../../src/sources/shared/collect-link.ts';
import { collect, pass } from '../../../../contract/ports/source-contract.ts';
import { MadeExchange, startHere } from '../../../../support/live-market.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const INPUT: CollectorInput = {
  exchanges: ['binance', 'kraken', 'tokocrypto', 'okx'],
  derivatives: ['okx', 'binanceusdm'],
  folder: '',
  network: {},
};
const load = { busy: 0.1, cpu: 0.1, delayMs: 1, memoryBytes: 1 };
const marketsOf = (exchange: string): CollectorEvent => ({
  kind: 'markets',
  exchange,
  list: { markets: [], currencies: [] },
});
const tickersOf = (exchange: string): CollectorEvent => ({ kind: 'tickers', exchange, readings: [] });

describe('live exchanges that are read in part', () => {
  const sent: [string, FromCollector][] = [];
  const shares: CollectorShare[] = [];
  const followed: (readonly FollowedSymbol[])[] = [];
  let say: (message: FromCollector) => void;
  let die: CollectorHandlers['onDeath'];
  let reading: Promise<void>;
  let reader: LiveReader;
  let clock: ManualClock;

  beforeEach(() => {
    for (const list of [sent, shares, followed]) list.length = 0;
    reading = Promise.resolve();
    const start: StartCollector = (input, { onMessage, onDeath }) => {
      expect(input.waits).toBe(true);
      say = onMessage;
      die = onDeath;
      return {
        follow: (markets) => void followed.push(markets),
        read: (share) => {
          shares.push(share);
          return reading;
        },
        close: () => Promise.resolve(),
      };
    };
    clock = new ManualClock(0);
    reader = new LiveReader({
      clock,
      tierOf: (key) => (key === 'kraken' ? 'A' : 'B'),
      input: INPUT,
      collectors: 1,
      start,
      send: (unit, said) => sent.push([unit, said as FromCollector]),
      sendOwn: (said) => sent.push(['', said as FromCollector]),
      onWarning: () => undefined,
    });
  });

  test('are degraded while too few of those that are read here answer', async () => {
    const cycle = (exchange: string, outcome: 'read' | 'failed') =>
      say({
        kind: 'event',
        event: {
          kind: 'cycle',
          exchange,
          result: outcome === 'read' ? { outcome, tickers: 1 } : { outcome, failure: 'dns', message: '' },
          tookMs: 1,
          failing: outcome === 'read' ? 0 : 1,
        },
      });
    expect(reader.degraded()).toBeUndefined();
    await reader.read(new Set(['kraken', 'okx']));
    expect(reader.degraded()).toBeUndefined();
    cycle('okx', 'read');
    cycle('kraken', 'failed');
    expect(reader.degraded()).toBe('no tier-A exchange responded in the last 90 seconds');
    cycle('kraken', 'read');
    expect(reader.degraded()).toBeUndefined();
    clock.advance(90_001);
    expect(reader.degraded()).toContain('0 of 2 exchanges');
    // What is read elsewhere is judged there.
    await reader.read(new Set(['binance']));
    expect(reader.degraded()).toBeUndefined();
  });

  test('are units by the hosts that they ask', async () => {
    expect(reader.units.toSorted()).toEqual(['binance', 'kraken', 'okx']);
    await reader.read(new Set(['binance']));
    expect(shares).toEqual([
      { exchanges: ['binance', 'tokocrypto'], derivatives: ['binanceusdm'], supply: false },
    ]);
    await reader.read(new Set(['okx', 'kraken']));
    expect(shares.at(-1)).toEqual({ exchanges: ['kraken', 'okx'], derivatives: ['okx'], supply: false });
  });

  test('are not released before their processes have stopped reading them', async () => {
    const stopped = new Deferred<void>();
    reading = stopped.promise;
    let isOver = false;
    const over = reader.read(new Set(['kraken'])).then(() => (isOver = true));
    await setImmediate();
    expect([shares.length, isOver]).toEqual([1, false]);
    stopped.resolve();
    await over;
    expect(isOver).toBe(true);
  });

  test('report interrupted trades if the process that reads them ends', async () => {
    const feed = (exchange: string, way: 'socket' | 'none') =>
      say({ kind: 'event', event: { kind: 'trade-feed', exchange, way } });
    await reader.read(new Set(['kraken', 'binance']));
    feed('kraken', 'socket');
    feed('binance', 'none');
    sent.length = 0;
    die({ code: 1, signal: null, restartMs: 1000 });
    const event = { kind: 'trade-feed', exchange: 'kraken', way: 'polled', failure: 'unexpected' };
    expect(sent).toEqual([['kraken', { kind: 'event', event }]]);
  });

  test('are sent by unit, and loads of processes separately', () => {
    say({ kind: 'event', event: tickersOf('tokocrypto') });
    say({ kind: 'load', load });
    expect(sent).toEqual([
      ['binance', { kind: 'event', event: tickersOf('tokocrypto') }],
      ['', { kind: 'load', load, collector: 0 }],
    ]);
  });

  test('send their lists again on request, while they are read', async () => {
    await reader.read(new Set(['kraken', 'binance']));
    say({ kind: 'event', event: marketsOf('kraken') });
    say({ kind: 'event', event: marketsOf('binance') });
    sent.length = 0;
    reader.request({
      markets: [{ exchange: 'kraken', symbol: 'BTC/USD' }],
      lists: ['markets kraken', 'contracts kraken'],
    });
    expect(sent).toEqual([['kraken', { kind: 'event', event: marketsOf('kraken') }]]);
    expect(followed).toEqual([[{ exchange: 'kraken', symbol: 'BTC/USD' }]]);
    await reader.read(new Set(['binance']));
    sent.length = 0;
    reader.request({ markets: [], lists: ['markets kraken'] });
    expect(sent).toEqual([]);
  });
});

describe('a process that receives from collectors', () => {
  const clock = new ManualClock(0);
  let bus: InProcessBus<CollectTopics>;
  let link: BusLink;
  const wanted: CollectRequest[] = [];
  const received: FromCollector[] = [];
  const changedReaders: string[] = [];
  const said = (event: CollectorEvent, lease = 1) => ({
    unit: event.exchange,
    lease,
    said: { kind: 'event', event },
  });
  const publish = (messages: CollectedBatch['messages'], collector = 'a', own: readonly unknown[] = []) =>
    bus.publish('collected', { collector, messages, units: ['kraken'], own });

  beforeEach(() => {
    for (const list of [wanted, received, changedReaders]) list.length = 0;
    bus = new InProcessBus();
    link = new BusLink(bus);
    bus.subscribe('wanted', (message) => wanted.push(message));
  });

  const start = () =>
    startLinkedCollector(() => link, clock)(INPUT, {
      onMessage: (message) => received.push(message),
      onDeath: () => undefined,
      onReaderChange: (exchange) => changedReaders.push(exchange),
    });

  test('requests missing lists until it has them, and again after a loss', async () => {
    const collector = start();
    await publish([said(tickersOf('kraken'))]);
    collector.follow([{ exchange: 'kraken', symbol: 'BTC/USD' }]);
    expect(wanted.at(-1)).toMatchObject({
      markets: [{ exchange: 'kraken', symbol: 'BTC/USD' }],
      lists: ['markets kraken'],
    });
    await publish([said(marketsOf('kraken')), said(tickersOf('kraken'))]);
    await pass(clock, 5000);
    expect(wanted.at(-1)).toMatchObject({ lists: [] });
    link.missed();
    await publish([said(tickersOf('kraken'))]);
    await pass(clock, 5000);
    expect(wanted.at(-1)).toMatchObject({ lists: ['markets kraken'] });
    await collector.close();
  });

  test('reports which exchange is read by another collector, and which by none', async () => {
    const collector = start();
    const send = (name: string, units: readonly string[], ...messages: CollectedBatch['messages']) =>
      bus.publish('collected', { collector: name, messages, units, own: [] });
    await send('a', ['kraken'], said(tickersOf('kraken')));
    await send('a', ['kraken'], said(tickersOf('kraken')));
    expect(changedReaders).toEqual(['kraken']);
    expect(collector.isSilent?.('kraken')).toBe(false);
    await send('a', []);
    expect(collector.isSilent?.('kraken')).toBe(true);
    await send('b', ['kraken'], said(tickersOf('kraken'), 2));
    expect(changedReaders).toEqual(['kraken', 'kraken']);
    expect(collector.isSilent?.('kraken')).toBe(false);
    await collector.close();
  });

  test('accepts the reader with the newest lease, and distinguishes processes of collectors', async () => {
    const collector = start();
    await publish([said(tickersOf('kraken'), 2)], 'b', [{ kind: 'load', load, collector: 0 }]);
    await publish([said(marketsOf('kraken'), 1)], 'a', [{ kind: 'load', load, collector: 0 }]);
    expect(received).toEqual([
      { kind: 'event', event: tickersOf('kraken') },
      { kind: 'load', load, collector: 0 },
      { kind: 'load', load, collector: 1 },
    ]);
    await collector.close();
    await expect(publish([])).rejects.toThrow('closed');
  });
});

describe('a live source over a bus', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-linked-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('delivers the tickers that a collector elsewhere reads', async () => {
    const clock = new ManualClock(Date.UTC(2026, 4, 6, 12, 0, 1));
    const bus = new InProcessBus<CollectTopics>();
    const wellKnown = new WellKnown();
    const exchanges = ['kraken', 'okx'].map((key) => new MadeExchange(key, [['BTC', 'USD', '60000']]));
    // What an exchange says about the time of its answers arrives too.
    exchanges[1]!.answerTime = () => ({ cachedMs: 300_000 });
    const outbox = new CollectOutbox({
      bus,
      clock,
      collector: 'a',
      leaseOf: () => 1,
      units: () => ['kraken', 'okx'],
    });
    const reader = new LiveReader({
      clock,
      tierOf: () => 'A',
      input: { exchanges: ['kraken', 'okx'], folder, network: {} },
      collectors: 1,
      start: startHere(exchanges, clock),
      send: (unit, message) => outbox.add(unit, message),
      sendOwn: () => undefined,
      onWarning: () => undefined,
    });
    bus.subscribe('wanted', ({ markets, lists }) => reader.request({ markets, lists }));
    // The list was told before anything listened.
    await pass(clock, 30_000);
    const troubles: string[] = [];
    const opening = LiveSource.open({
      clock,
      wellKnown,
      overrides: new Overrides([]),
      folder,
      network: {},
      tradeMarkets: [],
      exchanges: exchanges.map(({ key }) => profileOf(key, wellKnown)),
      startCollector: startLinkedCollector(() => new BusLink(bus), clock),
      firstReadingsMs: 35_000,
      onWarning: ({ what }) => troubles.push(what),
    });
    const opened = { yet: false };
    void opening.then(() => (opened.yet = true));
    while (!opened.yet) await pass(clock, 500);
    const events = (await collect({ source: await opening, clock }, 65_000)).map(({ event }) => event);
    const delivered = events.flatMap((event) =>
      event.kind === 'ticks' && event.ticks.length > 0 ? [event] : [],
    );
    expect(new Set(delivered.map(({ exchangeId }) => exchangeId)).size).toBe(2);
    expect(delivered[0]!.ticks[0]).toMatchObject({ last: '60000' });
    const ages = delivered.map(({ exchangeId, receivedAt, readAt = receivedAt, ticks: [tick] }) => {
      const isOld = tick?.asOf !== undefined && readAt - tick.asOf >= 240_000;
      return [exchangeId === profileOf('okx', wellKnown).id, isOld];
    });
    expect(ages.filter(([isOkx, isOld]) => isOkx !== isOld)).toEqual([]);
    expect(new Set(troubles)).toEqual(
      new Set(['the answers of an exchange are old: its tickers are refused']),
    );
    await reader.close();
  });
});
