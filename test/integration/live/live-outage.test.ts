import { expect, onTestFinished, test } from 'vitest';
import { maskOf } from '../../../src/core/index-value.ts';
import { LiveStage, type LiveStageOptions } from '../../support/live-stage.ts';
import * as faults from '../../support/rig/faults.ts';

// What is published, by our own clock, while no exchange answers.

const CARRIED = maskOf('CARRIED');
/** Tickers are read at most 30 s before the last good slot and stale at 90 s. */
const STALE_SLOTS = 3;
const CARRIED_SLOTS = 20;
const LX_CARRIED_SLOTS = 10;

async function open(options: Pick<LiveStageOptions, 'exchanges' | 'fault'>): Promise<LiveStage> {
  const start = Date.UTC(2026, 10, 18, 12, 0, 7);
  const stage = await LiveStage.open({ markets: 30, start, random: () => 0.2, ...options });
  onTestFinished(() => stage.close());
  return stage;
}

interface Published {
  /** USD is worth 1 without any exchange. */
  readonly real: number;
  readonly carried: number;
  readonly lxReal: number;
  readonly lxCarried: number;
}

function published(stage: LiveStage): Published {
  const { mwa, gwa, lx } = stage.tick.output;
  const flags = [mwa, gwa].flatMap(({ price, flags }) => [...flags].filter((_, i) => price[i]! > 0));
  const carried = flags.filter((each) => each & CARRIED).length;
  const lxCarried = lx.filter((each) => each.flags & CARRIED).length;
  return { real: flags.length - carried - 1, carried, lxReal: lx.length - lxCarried, lxCarried };
}

/** The first slot in which nothing is published as new, and the first in which nothing is published. */
async function outageOf(stage: LiveStage) {
  const found = { notReal: 0, nothing: 0, lxNotReal: 0, noLx: 0 };
  for (let slot = 1; slot <= 28; slot++) {
    await stage.pass(1);
    const { real, carried, lxReal, lxCarried } = published(stage);
    if (real === 0) found.notReal ||= slot;
    else expect(found.notReal).toBe(0);
    if (real + carried === 0) found.nothing ||= slot;
    else expect(found.nothing).toBe(0);
    if (lxReal === 0) found.lxNotReal ||= slot;
    if (lxReal + lxCarried === 0) found.noLx ||= slot;
  }
  return found;
}

const SIX = ['kraken', 'bitstamp', 'okx', 'binance', 'coinbase', 'gate'];

test.each([
  ['six exchanges, no name is known', SIX, 'dns'],
  ['six exchanges, each says an error of its own', SIX, faults.REFUSAL],
  ['two exchanges, nothing can be reached', ['kraken', 'bitstamp'], 'dns'],
  ['one exchange that fails', ['kraken'], faults.BAD_GATEWAY],
] as const)(
  '%s: values are carried once their tickers are stale, for ten minutes (LX five), then there are none',
  async (_, exchanges, fault) => {
    const stage = await open({ exchanges });
    await stage.pass(4);
    const before = published(stage);
    for (const key of exchanges) stage.fault(key, fault);
    const found = await outageOf(stage);
    if (before.real > 0) {
      expect(found.notReal).toBeLessThanOrEqual(STALE_SLOTS + 1);
      expect(found.nothing - found.notReal).toBe(CARRIED_SLOTS);
    }
    if (before.lxReal > 0) expect(found.noLx - found.lxNotReal).toBe(LX_CARRIED_SLOTS);
    // After recovery, values are new.
    for (const key of exchanges) stage.fault(key, undefined);
    for (let slots = 0; slots < 60 && published(stage).real < before.real; slots++) await stage.pass(1);
    expect(published(stage)).toMatchObject({ real: before.real, carried: before.carried });
  },
);

test('a restart during an outage does not make values fresh: ages count from the last reading', async () => {
  const stage = await open({ exchanges: SIX });
  await stage.pass(4);
  expect(published(stage).real).toBeGreaterThan(0);
  for (const key of SIX) stage.fault(key, 'dns');
  await stage.pass(1);
  const readAt = stage.clock.now();
  await stage.restart(60_000);
  let slots = 0;
  for (; published(stage).carried === 0 || slots === 0; slots++) {
    await stage.pass(1);
    // Values still published as new were read at most 90 s ago.
    if (published(stage).real > 0) expect(stage.tick.output.at - readAt).toBeLessThanOrEqual(90_000);
  }
  await stage.restart(9 * 60_000);
  await stage.pass(2);
  expect(published(stage)).toEqual({ real: 0, carried: 0, lxReal: 0, lxCarried: 0 });
});

test('a clock that is set back during an outage does not make values fresh, or exchanges appear to answer', async () => {
  const stage = await open({ exchanges: SIX });
  await stage.pass(4);
  expect(published(stage).real).toBeGreaterThan(0);
  for (const key of SIX) stage.fault(key, 'dns');
  const readAt = stage.clock.monotonic();
  stage.clock.step(-10 * 60_000);
  const lastSlot = stage.tick.output.at;
  for (let slots = 0; slots < 24; slots++) {
    await stage.pass(1);
    if (stage.tick.output.at === lastSlot) continue;
    expect(stage.clock.monotonic() - readAt).toBeGreaterThan(9 * 60_000);
    expect(published(stage)).toMatchObject({ real: 0, lxReal: 0 });
  }
  expect(stage.tick.output.at).toBeGreaterThan(lastSlot);
  const ages = SIX.map((key) => stage.clock.now() - stage.health(key).lastDelivery!);
  expect(Math.min(...ages)).toBeGreaterThan(9 * 60_000);
});

test('a first start with no exchange answering publishes nothing until one does', async () => {
  const stage = await open({ exchanges: SIX, fault: 'dns' });
  for (let slot = 0; slot < 5; slot++) {
    await stage.pass(1);
    const { mwa, gwa, lx } = stage.tick.output;
    expect([...mwa.price, ...gwa.price].filter((price) => price > 0 && price !== 1)).toEqual([]);
    expect(lx).toEqual([]);
  }
  for (const key of SIX) stage.fault(key, undefined);
  for (let slots = 0; slots < 40 && stage.usdOf('BTC') === 0; slots++) await stage.pass(1);
  expect(stage.errorBps('BTC')).toBeLessThan(30);
});
