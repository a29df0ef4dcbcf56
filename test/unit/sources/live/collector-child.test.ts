import { afterEach, expect, test } from 'vitest';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { CollectorChild } from '../../../../src/sources/live/collect/process/collector-child.ts';
import type { CollectorDeath } from '../../../../src/sources/live/collect/process/running-collector.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const module = new URL('../../../support/dying-collector.mjs', import.meta.url);

const settled = () => new Promise((resolve) => setImmediate(resolve));

let child: CollectorChild | undefined;
afterEach(() => child?.close());

function start(exchange: string) {
  const clock = new ManualClock(0);
  const reasons: string[] = [];
  const deaths: CollectorDeath[] = [];
  let next = new Deferred<undefined>();
  const happened = () => {
    const before = next;
    next = new Deferred();
    before.resolve(undefined);
  };
  child = new CollectorChild({
    module,
    clock,
    input: { exchanges: [exchange], folder: '', network: {} },
    onMessage: (message) => {
      if (message.kind === 'unusable') reasons.push(message.reason);
      happened();
    },
    onDeath: (death) => {
      deaths.push(death);
      happened();
    },
  });
  child.start();
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await next.promise;
  };
  return { clock, reasons, deaths, until, collector: child };
}

test('a process that dies is restarted, each time after twice the delay', async () => {
  const { clock, reasons, deaths, until } = start('dying');
  for (let life = 1; life <= 3; life++) {
    await until(() => deaths.length === life);
    clock.advance(deaths[life - 1]?.restartMs ?? 0);
  }
  await until(() => reasons.length === 4);
  expect(deaths.slice(0, 3)).toEqual(
    [1000, 2000, 4000].map((restartMs) => ({ code: 3, signal: null, restartMs })),
  );
  expect(new Set(reasons).size).toBe(4);
});

test('a killed process is also restarted', async () => {
  const { clock, reasons, deaths, until, collector } = start('lasting');
  await until(() => reasons.length === 1);
  process.kill(collector.pid ?? 0, 'SIGKILL');
  await until(() => deaths.length === 1);
  expect(deaths).toEqual([{ code: null, signal: 'SIGKILL', restartMs: 1000 }]);
  clock.advance(1000);
  await until(() => reasons.length === 2);
});

test('a stopped process is noticed within two minutes, killed and restarted', async () => {
  const { clock, reasons, deaths, until, collector } = start('lasting');
  await until(() => reasons.length === 1);
  process.kill(collector.pid ?? 0, 'SIGSTOP');
  for (let looks = 0; looks < 12 && deaths.length === 0; looks++) {
    clock.advance(10_000);
    await settled();
  }
  await until(() => deaths.length === 1);
  expect(deaths).toEqual([{ code: null, signal: 'SIGKILL', restartMs: 1000, hung: true }]);
  clock.advance(1000);
  await until(() => reasons.length === 2);
});

test('a process that sends messages is not restarted, nor is one after the machine slept', async () => {
  const { clock, reasons, deaths, until, collector } = start('lasting');
  await until(() => reasons.length === 1);
  for (let i = 0; i < 5; i++) {
    for (let looks = 0; looks < 9; looks++) {
      clock.advance(10_000);
      await settled();
    }
    collector.follow([{ exchange: 'kraken', symbol: `C${i}/USD` }]);
    await until(() => reasons.length === i + 2);
  }
  clock.advance(3_600_000);
  await settled();
  expect(deaths).toEqual([]);
});

test('a process that is asked to stop ends, and is not restarted', async () => {
  const { reasons, deaths, until, collector } = start('lasting');
  await until(() => reasons.length === 1);
  const { pid } = collector;
  await collector.close();
  expect(deaths).toEqual([]);
  expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
});

test('a restarted process is told again which markets to follow', async () => {
  const { clock, reasons, deaths, until, collector } = start('lasting');
  collector.follow([{ exchange: 'kraken', symbol: 'ETH/USD' }]);
  collector.follow([{ exchange: 'kraken', symbol: 'BTC/USD' }]);
  await until(() => reasons.length === 3);
  expect(reasons.slice(1)).toEqual(['ETH/USD', 'BTC/USD']);
  process.kill(collector.pid ?? 0, 'SIGKILL');
  await until(() => deaths.length === 1);
  clock.advance(1000);
  await until(() => reasons.length === 5);
  expect(reasons[4]).toBe('BTC/USD');
});

const share = (exchange: string) => ({ exchanges: [exchange], derivatives: [], supply: false });

test('the set of read exchanges changes when the process reports it', async () => {
  const { reasons, until, collector } = start('lasting');
  await until(() => reasons.length === 1);
  await collector.read(share('kraken'));
  expect(reasons.at(-1)).toBe('kraken');
});

test('a dead process reads nothing, and the next one is told what to read', async () => {
  const { clock, reasons, deaths, until, collector } = start('lasting');
  await until(() => reasons.length === 1);
  const reading = collector.read(share('dying'));
  await until(() => deaths.length === 1);
  await reading;
  // Between two processes, nothing is read.
  await collector.read(share('kraken'));
  expect(reasons).toHaveLength(1);
  clock.advance(1000);
  await until(() => reasons.length === 3);
  expect(reasons.at(-1)).toBe('kraken');
});

test('one that does not confirm its stop is waited for five seconds', async () => {
  const { clock, reasons, until, collector } = start('lasting');
  await until(() => reasons.length === 1);
  let isOver = false;
  const reading = collector.read(share('hanging')).then(() => (isOver = true));
  await until(() => reasons.at(-1) === 'hanging');
  clock.advance(4999);
  await settled();
  expect(isOver).toBe(false);
  clock.advance(1);
  await reading;
  expect(isOver).toBe(true);
});
