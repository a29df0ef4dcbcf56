import { WellKnown } from '../../../src/reference/well-known/well-known.ts';
import type { CollectorEvent } from '../../../src/sources/live/collect/collector-events.ts';
import { profileOf } from '../../../src/sources/live/settings/exchange-profiles.ts';
import { LxReview } from '../../../src/sources/live/lx-review.ts';
import { LiveMarket } from '../../../src/sources/live/understand/live-market.ts';
import { Overrides } from '../../../src/sources/live/understand/overrides.ts';
import type { RigInstrument } from '../../../test/support/rig/rig-layout.ts';

/** CPU time that the service takes to decode one cycle of readings, in milliseconds: its parts, and the longest reading. */
export interface Understanding {
  readonly listsMs: number;
  readonly ticksMs: number;
  readonly longestTicksMs: number;
  readonly settleMs: number;
  readonly contentMs: number;
  readonly lxMs: number;
}

/** The message that a collector would send about an exchange. */
export function eventsOf(exchange: string, instruments: readonly RigInstrument[]): readonly CollectorEvent[] {
  const markets = instruments.map(({ base, quote, active }) => ({
    symbol: `${base}/${quote}`,
    base,
    quote,
    active,
  }));
  const readings = instruments.map(({ base, quote, last, bid, ask, baseVolume, timestamp }) => ({
    symbol: `${base}/${quote}`,
    last,
    ...(bid === undefined ? {} : { bid }),
    ...(ask === undefined ? {} : { ask }),
    baseVolume,
    timestamp,
  }));
  return [
    { kind: 'markets', exchange, list: { markets, currencies: [] } },
    { kind: 'tickers', exchange, readings },
  ];
}

/** One per cycle; the first one also has to resolve the exchanges' codes. */
export function measureUnderstanding(
  cycles: readonly ReadonlyMap<string, readonly RigInstrument[]>[],
): readonly Understanding[] {
  const wellKnown = new WellKnown();
  const now = Date.now();
  const market = new LiveMarket({
    exchanges: [...cycles[0]!.keys()].map((key) => profileOf(key, wellKnown)),
    wellKnown,
    overrides: new Overrides([]),
    facts: [],
    remember: () => undefined,
    now,
  });
  const review = new LxReview({ definitions: [] }, () => undefined);
  return cycles.map((cycle, number) => {
    const at = now + number * 30_000;
    const events = [...cycle].flatMap(([key, instruments]) => eventsOf(key, instruments));
    const timed = (kind: CollectorEvent['kind']) =>
      events.filter((event) => event.kind === kind).map((event) => ms(() => market.take(event, at)));
    const lists = timed('markets');
    const ticks = timed('tickers');
    const settleMs = ms(() => market.settle(at));
    let data = market.content();
    const contentMs = ms(() => (data = market.content()));
    const lxMs = ms(() => review.definitionsFor(data, market.volumeOf, at));
    return {
      listsMs: sum(lists),
      ticksMs: sum(ticks),
      longestTicksMs: Math.max(...ticks),
      settleMs,
      contentMs,
      lxMs,
    };
  });
}

function ms(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
