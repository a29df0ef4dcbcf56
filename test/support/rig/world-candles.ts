import { DAY_MS, HOUR_MS } from '../../../src/core/time.ts';
import type { CandlesOf, RigCandle } from './candles.ts';
import type { RigInstrument } from './rig-layout.ts';
import type { RigWorld } from './rig-world.ts';

/** Beijing time. */
const HTX_DAY_BEGINS_MS = 16 * HOUR_MS;

/** Candles of the simulated world: prices sampled four times per candle. */
export function worldCandles(world: RigWorld, now: () => number, days: number): CandlesOf {
  return (exchange, instrument, length) => {
    const step = length === 'day' ? DAY_MS : HOUR_MS;
    const offset = length === 'day' && exchange === 'htx' ? HTX_DAY_BEGINS_MS : 0;
    const last = Math.floor((now() - offset) / step) * step + offset;
    const count = Math.floor((days * DAY_MS) / step) + 1;
    return Array.from({ length: count }, (_, i) =>
      candleOf(world, instrument, last - (count - 1 - i) * step, step),
    );
  };
}

/** The true open and close of a market of the world on a day. */
export function priceAt(
  world: RigWorld,
  { base, quote }: Pick<RigInstrument, 'base' | 'quote'>,
  at: number,
): number {
  return world.usdOf(base, at) / world.usdOf(quote, at);
}

function candleOf(world: RigWorld, instrument: RigInstrument, at: number, step: number): RigCandle {
  const prices = [0, 0.25, 0.5, 0.75, 1].map((share) => priceAt(world, instrument, at + share * step));
  const text = (value: number) => String(Number(value.toPrecision(8)));
  return {
    at,
    open: decimal(text(prices[0]!)),
    high: decimal(text(Math.max(...prices))),
    low: decimal(text(Math.min(...prices))),
    close: decimal(text(prices.at(-1)!)),
    volume: instrument.baseVolume,
  };
}

/** Without an exponent, as exchanges write numbers. */
function decimal(text: string): string {
  return text.includes('e') ? Number(text).toFixed(20) : text;
}
