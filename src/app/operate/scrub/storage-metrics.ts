import type { Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';
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
  const { observed } = metricsIn(registry);
  observed(
    'tidemark_storage_damaged_blocks',
    'Blocks, records and files in the data directory that are known to be damaged now',
    () => figures.damage.length,
  );
  observed(
    'tidemark_storage_damage_found',
    'Damage found since the process started, repaired or not',
    () => figures.everFound,
  );
  observed('tidemark_storage_checked_timestamp_seconds', 'When the last check of all stored data ended', () =>
    figures.lastPassAt === undefined ? undefined : figures.lastPassAt / SECOND_MS,
  );
  observed(
    'tidemark_lost_ticks',
    'Published ticks that history is known to have lost',
    () => figures.lostTicks,
  );
  observed(
    'tidemark_quarantine_files',
    'Untrusted files that were moved to quarantine',
    () => figures.quarantined,
  );
}
