import { describe, expect, test } from 'vitest';
import { CUT_OFF_MS, SECOND_MS, slotAfter, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { CollectorEvent } from '../../../../src/sources/live/collect/collector-events.ts';
import { collect } from '../../../../src/sources/live/collect/collector.ts';
import type { ExchangeApi } from '../../../../src/sources/live/ports/exchange-api.ts';
import { hashText, unit } from '../../../../src/simulator/hash.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

// The age of readings at a slot, for exchanges with realistic latencies in simulated time.

const NOON = Date.UTC(2026, 10, 16, 12);
const STEP_MS = 25;
const CPU_PER_TICKER_MS = 0.06;
const WARM_SLOTS = 10;
/** The first readings of a service that has just started are slow. */
const SLOW_READINGS = 3;
const SLOWNESS = 10;

/** A median of 0.12 to 1.2 s, 19 of 20 within 1.8 times the median, and one of a hundred after four times that. */
function latencyMs(exchange: number, reading: number): Millis {
  const draw = (what: string) => unit(hashText(`${what} ${exchange} ${reading}`));
  const median = 120 * 10 ** unit(hashText(`median ${exchange}`));
  const normal = Math.sqrt(-2 * Math.log(1 - draw('a'))) * Math.cos(2 * Math.PI * draw('b'));
  const slowness = reading < SLOW_READINGS ? SLOWNESS : draw('c') < 0.01 ? 4 : 1;
  return median * Math.exp(0.35 * normal) * slowness;
}

/** One thread that parses one answer after the other. */
class Parser {
  readonly #clock: ManualClock;
  #freeAt = 0;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  async parse(tickers: number): Promise<void> {
    this.#freeAt = Math.max(this.#freeAt, this.#clock.monotonic()) + tickers * CPU_PER_TICKER_MS;
    await this.#clock.wait(this.#freeAt - this.#clock.monotonic());
  }
}

async function agesOf(tickers: readonly number[], slots: number): Promise<readonly Millis[]> {
  const clock = new ManualClock(NOON);
  const parser = new Parser(clock);
  const stop = new AbortController();
  const exchanges = tickers.map((count, n): ExchangeApi => {
    const markets = Array.from({ length: count }, (_, i) => ({
      symbol: `C${i}/USD`,
      base: `C${i}`,
      quote: 'USD',
      active: true,
    }));
    const readings = markets.map(({ symbol }) => ({ symbol, last: '1' }));
    let reading = 0;
    return {
      key: `x${n}`,
      markets: async () => ({ markets, currencies: [] }),
      tickers: async () => {
        await clock.wait(latencyMs(n, reading++));
        await parser.parse(count);
        return readings;
      },
    };
  });
  const readAt = new Map<string, Millis>();
  const emit = (event: CollectorEvent) => {
    if (event.kind === 'tickers') readAt.set(event.exchange, clock.now());
  };
  const snapshots = { read: () => undefined, write: () => undefined };
  const running = collect({ exchanges, clock, snapshots, emit, random: () => 0.5 }, stop.signal);
  const ages: Millis[] = [];
  const passTo = async (until: Millis) => {
    while (clock.now() < until) {
      clock.advance(Math.min(STEP_MS, until - clock.now()));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  for (let slot = slotAfter(NOON); slot <= NOON + slots * SLOT_MS; slot += SLOT_MS) {
    await passTo(slot - CUT_OFF_MS);
    if (slot > NOON + WARM_SLOTS * SLOT_MS) for (const at of readAt.values()) ages.push(slot - at);
    await passTo(slot);
  }
  stop.abort();
  clock.advance(SLOT_MS);
  await running;
  return ages.toSorted((a, b) => a - b);
}

const percentile = (ages: readonly Millis[], share: number) => ages[Math.ceil(share * ages.length) - 1]!;

describe('at a slot', () => {
  test('readings of 20 exchanges with 14,000 tickers are 4 s old at the median and 8 s at the 95th percentile', async () => {
    const ages = await agesOf(
      Array.from({ length: 20 }, (_, i) => 200 + 53 * i),
      40,
    );
    expect(ages).toHaveLength(20 * 30);
    expect(percentile(ages, 0.5)).toBeLessThan(4 * SECOND_MS);
    expect(percentile(ages, 0.95)).toBeLessThan(8 * SECOND_MS);
  });

  test('readings of 100 exchanges with 70,000 tickers are at most 12 s old at the 95th percentile', async () => {
    const ages = await agesOf(
      Array.from({ length: 100 }, (_, i) => 205 + 10 * i),
      20,
    );
    expect(ages).toHaveLength(100 * 10);
    expect(percentile(ages, 0.95)).toBeLessThan(12 * SECOND_MS);
  });
});
