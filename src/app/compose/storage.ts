import { join } from 'node:path';
import { DAY_MS } from '../../core/time.ts';
import { quarantinedCount } from '../../disk/quarantine.ts';
import { quarantineOf } from '../directory/quarantine-of.ts';
import { quarantineDamagedSeeding } from '../pipeline/seeding/seeding-ledger.ts';
import { quarantineDamagedLostTicks } from '../directory/health/lost-ticks.ts';
import { QUARANTINE } from '../directory/data-format.ts';
import { ScrubThread } from '../operate/scrub/scrub-thread.ts';
import { StorageHealth } from '../directory/health/storage-health.ts';
import { storageMetrics } from '../operate/scrub/storage-metrics.ts';
import type { ServiceContext } from '../process/service-context.ts';

const SCRUB_EVERY_MS = DAY_MS;

/** Tracks damage in the data directory; shown in metrics and on `/readyz`. */
export function openStorageHealth(
  folder: string,
  { log, registry, readiness }: Pick<ServiceContext, 'log' | 'registry' | 'readiness'>,
  lostElsewhere?: () => number,
): StorageHealth {
  const health = new StorageHealth(folder, log, lostElsewhere);
  health.quarantinedAtStart(quarantinedCount(join(folder, QUARANTINE)));
  const quarantine = quarantineOf(folder, (taken) => health.recordQuarantined(taken));
  quarantineDamagedLostTicks(folder, quarantine);
  quarantineDamagedSeeding(folder, quarantine);
  storageMetrics(registry, health);
  readiness.describe('quarantine', () =>
    health.quarantined > 0 ? { files: health.quarantined } : undefined,
  );
  readiness.describe('damage', () =>
    health.damage.length > 0 ? { blocks: health.damage.length } : undefined,
  );
  readiness.describe('lostTicks', () => (health.lostTicks > 0 ? { ticks: health.lostTicks } : undefined));
  return health;
}

/** Checks all stored data periodically, in its own thread. */
export function checkStorage(
  folder: string,
  health: StorageHealth,
  { settings, wallClock, lifecycle }: Pick<ServiceContext, 'settings' | 'wallClock' | 'lifecycle'>,
): void {
  const everyMs = settings.scrubEvery ?? SCRUB_EVERY_MS;
  const scrub = new ScrubThread({ folder, everyMs }, wallClock, (message) => health.onScrubMessage(message));
  lifecycle.started('storage check', () => scrub.close());
}
