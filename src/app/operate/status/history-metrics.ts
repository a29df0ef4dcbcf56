import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { HistoryReader, HistorySummary } from '../../../history/history-store.ts';
import type { DirectoryUse } from '../../directory/health/directory-use.ts';
import { historyLagMs } from './status.ts';

type Awaitable<T> = T | Promise<T>;
type CountByLabel = Readonly<Record<string, number>>;

/**
 * The figures of `tidemark status` as metrics. A scrape does not touch the disk: `measured` is the last
 * measurement.
 */
export function historyMetrics(
  registry: Registry,
  history: Pick<HistoryReader, 'summary'>,
  marketClock: Clock,
  measured: { readonly use: DirectoryUse | undefined },
): void {
  const registers = [registry];
  // All figures of one scrape share a summary.
  let pending: Promise<HistorySummary> | undefined;
  const summary = () => (pending ??= history.summary().finally(() => (pending = undefined)));
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
    seconds((await summary()).lastTick),
  );
  gauge('tidemark_history_lag_seconds', 'Market time since the newest tick in history', async () =>
    seconds(historyLagMs(await summary(), marketClock)),
  );
  byLabel(
    'tidemark_history_series',
    'Series that were ever stored, by type',
    'type',
    async () => (await summary()).series,
  );
  gauge('tidemark_history_days', 'Days that have ticks', async () => (await summary()).tickDays);
  gauge('tidemark_history_oldest_timestamp_seconds', 'Start of the oldest day that has ticks', async () =>
    seconds((await summary()).ticks?.oldest),
  );
  gauge('tidemark_candles_oldest_timestamp_seconds', 'Start of the oldest end-of-day records', async () =>
    seconds((await summary()).candles?.oldest),
  );
  gauge('tidemark_inputs_oldest_timestamp_seconds', 'Start of the oldest hour of recorded inputs', () =>
    seconds(measured.use?.inputs?.from),
  );
  gauge(
    'tidemark_disk_free_bytes',
    'Free space on the disk of the data directory',
    () => measured.use?.freeBytes,
  );
  byLabel(
    'tidemark_disk_bytes',
    'Disk space used by the data directory, by kind',
    'kind',
    () => measured.use?.disk ?? {},
  );
}
