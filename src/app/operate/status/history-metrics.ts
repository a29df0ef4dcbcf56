import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { HistoryReader, HistorySummary } from '../../../history/history-store.ts';
import type { DirectoryUse } from '../../directory/health/directory-use.ts';
import { historyLagMs } from './status.ts';

type Awaitable<T> = T | Promise<T>;
type CountByLabel = Readonly<Record<string, number>>;

/** What is stored; each is asked for at a scrape and must be in memory: a scrape does not touch the disk. */
export interface HistoryFigures {
  readonly lastTick: () => Awaitable<Millis | undefined>;
  readonly lagMs: () => Awaitable<Millis>;
  readonly series: () => Awaitable<CountByLabel>;
  readonly tickDays: () => Awaitable<number>;
  readonly oldestTickDay: () => Awaitable<Millis | undefined>;
  readonly oldestCandleDay: () => Awaitable<Millis | undefined>;
  readonly diskBytes: () => Awaitable<CountByLabel>;
  readonly oldestInputs: () => Awaitable<Millis | undefined>;
}

/** What `tidemark status` tells, for Prometheus. Instants that there are none of are not told. */
export function historyMetrics(registry: Registry, figures: HistoryFigures): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => Awaitable<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  const byLabel = (name: string, help: string, label: string, read: () => Awaitable<CountByLabel>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        for (const [key, value] of Object.entries(await read())) this.set({ [label]: key }, value);
      },
    });
  const seconds = (at: Millis | undefined) => (at === undefined ? undefined : at / SECOND_MS);
  gauge('tidemark_last_tick_timestamp_seconds', 'Market time of the newest tick in history', async () =>
    seconds(await figures.lastTick()),
  );
  gauge('tidemark_history_lag_seconds', 'Market time since the newest tick in history', async () =>
    seconds(await figures.lagMs()),
  );
  byLabel('tidemark_history_series', 'Series that were ever stored, by type', 'type', figures.series);
  gauge('tidemark_history_days', 'Days that have ticks', figures.tickDays);
  gauge('tidemark_history_oldest_timestamp_seconds', 'Start of the oldest day that has ticks', async () =>
    seconds(await figures.oldestTickDay()),
  );
  gauge('tidemark_candles_oldest_timestamp_seconds', 'Start of the oldest end-of-day records', async () =>
    seconds(await figures.oldestCandleDay()),
  );
  gauge('tidemark_inputs_oldest_timestamp_seconds', 'Start of the oldest hour of recorded inputs', async () =>
    seconds(await figures.oldestInputs()),
  );
  byLabel('tidemark_disk_bytes', 'Room that the data directory takes, by kind', 'kind', figures.diskBytes);
}

/** The numbers of `tidemark status` for metrics. What the disk holds is what was measured last, elsewhere. */
export function historyFigures(
  history: Pick<HistoryReader, 'summary'>,
  marketClock: Clock,
  measured: { readonly use: DirectoryUse | undefined },
): HistoryFigures {
  // All figures of one look are asked for at once: they share an answer.
  let underWay: Promise<HistorySummary> | undefined;
  const summary = () => (underWay ??= history.summary().finally(() => (underWay = undefined)));
  return {
    lastTick: async () => (await summary()).lastTick,
    lagMs: async () => historyLagMs(await summary(), marketClock),
    series: async () => (await summary()).series,
    tickDays: async () => (await summary()).tickDays,
    oldestTickDay: async () => (await summary()).ticks?.oldest,
    oldestCandleDay: async () => (await summary()).candles?.oldest,
    diskBytes: () => measured.use?.disk ?? {},
    oldestInputs: () => measured.use?.inputs?.from,
  };
}
