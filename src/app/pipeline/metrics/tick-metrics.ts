import { Counter, Gauge, type Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../../../core/time.ts';

/** What is counted of a tick. */
export interface ObservedTick {
  readonly tickers: { readonly listings: { readonly length: number } };
  readonly index: { readonly series: { readonly length: number } };
  readonly refusals: Readonly<Record<string, number>>;
}

export interface TickMetrics {
  observeTick(tick: ObservedTick, outcome: string, lateMs: Millis): void;
  countSkippedTick(): void;
}

export function tickMetrics(registry: Registry): TickMetrics {
  const registers = [registry];
  const ticks = new Counter({
    name: 'tidemark_ticks_total',
    help: 'Index ticks by outcome: stored, refused by the store, or skipped because they came too late',
    labelNames: ['outcome'],
    registers,
  });
  const tickers = new Gauge({ name: 'tidemark_tickers', help: 'Exchange tickers being served', registers });
  const indices = new Gauge({ name: 'tidemark_indices', help: 'Index values in the last tick', registers });
  const lateness = new Gauge({
    name: 'tidemark_tick_lateness_seconds',
    help: 'Market time from the slot of the last tick until it was published',
    registers,
  });
  const refusals = new Counter({
    name: 'tidemark_ticker_refusals_total',
    help: 'Tickers that the screen refused, by reason',
    labelNames: ['reason'],
    registers,
  });
  return {
    observeTick: (tick, outcome, lateMs) => {
      ticks.inc({ outcome });
      tickers.set(tick.tickers.listings.length);
      indices.set(tick.index.series.length);
      lateness.set(lateMs / SECOND_MS);
      for (const [reason, count] of Object.entries(tick.refusals)) refusals.inc({ reason }, count);
    },
    countSkippedTick: () => ticks.inc({ outcome: 'skipped' }),
  };
}
