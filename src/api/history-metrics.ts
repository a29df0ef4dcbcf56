import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../core/time.ts';

/** What is stored; each is asked for when somebody looks. */
export interface HistoryFigures {
  readonly lastTick: () => Millis | undefined;
  readonly lagMs: () => Millis;
  readonly series: () => Readonly<Record<string, number>>;
  readonly tickDays: () => number;
  readonly oldestTickDay: () => Millis | undefined;
  readonly oldestCandleDay: () => Millis | undefined;
  readonly diskBytes: () => Readonly<Record<string, number>>;
  readonly oldestInputs: () => Millis | undefined;
}

/** What `tidemark status` tells, for Prometheus. Instants that there are none of are not told. */
export function registerHistoryMetrics(registry: Registry, figures: HistoryFigures): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  const byLabel = (name: string, help: string, label: string, read: () => Readonly<Record<string, number>>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        for (const [key, value] of Object.entries(read())) this.set({ [label]: key }, value);
      },
    });
  const seconds = (at: Millis | undefined) => (at === undefined ? undefined : at / SECOND_MS);
  gauge('tidemark_last_tick_timestamp_seconds', 'Market time of the newest tick in history', () =>
    seconds(figures.lastTick()),
  );
  gauge('tidemark_history_lag_seconds', 'Market time since the newest tick in history', () =>
    seconds(figures.lagMs()),
  );
  byLabel('tidemark_history_series', 'Series that were ever stored, by type', 'type', figures.series);
  gauge('tidemark_history_days', 'Days that have ticks', figures.tickDays);
  gauge('tidemark_history_oldest_timestamp_seconds', 'Start of the oldest day that has ticks', () =>
    seconds(figures.oldestTickDay()),
  );
  gauge('tidemark_candles_oldest_timestamp_seconds', 'Start of the oldest end-of-day records', () =>
    seconds(figures.oldestCandleDay()),
  );
  gauge('tidemark_inputs_oldest_timestamp_seconds', 'Start of the oldest hour of recorded inputs', () =>
    seconds(figures.oldestInputs()),
  );
  byLabel('tidemark_disk_bytes', 'Room that the data directory takes, by kind', 'kind', figures.diskBytes);
}
