import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../../../core/time.ts';

/** Known damage; read from memory at each scrape. */
export interface StorageFigures {
  readonly damage: readonly unknown[];
  readonly everFound: number;
  readonly lastPassAt: Millis | undefined;
  readonly quarantined: number;
  readonly lostTicks: number;
}

/** For alerts: any value above 0 needs an operator. */
export function storageMetrics(registry: Registry, figures: StorageFigures): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge(
    'tidemark_storage_damaged_blocks',
    'Blocks, records and files in the data directory that are known to be damaged now',
    () => figures.damage.length,
  );
  gauge(
    'tidemark_storage_damage_found',
    'Damage found since the process started, repaired or not',
    () => figures.everFound,
  );
  gauge('tidemark_storage_checked_timestamp_seconds', 'When the last check of all stored data ended', () =>
    figures.lastPassAt === undefined ? undefined : figures.lastPassAt / SECOND_MS,
  );
  gauge('tidemark_lost_ticks', 'Published ticks that history is known to have lost', () => figures.lostTicks);
  gauge(
    'tidemark_quarantine_files',
    'Untrusted files that were moved to quarantine',
    () => figures.quarantined,
  );
}
