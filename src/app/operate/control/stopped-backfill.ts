import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { Millis } from '../../../core/time.ts';
import type { SourceTable } from '../../../sources/source-table.ts';
import { recordIfPossible } from './admin.ts';
import { acquireDirectory, type OwnedDirectory } from './admin-access.ts';
import { Backfill, type Extension } from '../../pipeline/backfill/backfill.ts';
import { readProgress } from '../../pipeline/backfill/backfill-progress.ts';
import type { BackfillState } from '../../pipeline/backfill/backfill-state.ts';
import { claimIdentity, existingDirectory, identityOf } from '../../directory/data-directory.ts';
import { diskPlan } from '../../directory/disk-plan.ts';
import { openLoggedHistory } from '../../directory/open-history.ts';
import type { Settings } from '../../config/settings.ts';
import { Seeding, type SeedingExtension, type SeedingParts } from '../../pipeline/seeding/seeding.ts';
import type { SeedingState } from '../../pipeline/seeding/seeding-ledger.ts';
import { liveBackfill } from '../status/backfill-status.ts';
import { seedingStatus } from '../status/seeding-status.ts';
import { describeStatus, stoppedStatus } from '../status/status.ts';
import { identityFrom, sourceOptions } from '../../directory/source-identity.ts';

export interface StoppedBackfill {
  readonly sources: SourceTable;
  readonly settings: Settings;
  readonly wallClock: Clock;
  readonly log: Logger;
  readonly days: number;
  readonly replace: boolean;
  readonly onProgress: (state: BackfillState) => void;
  readonly onSeeding: (state: SeedingState) => void;
}

const HOLDER = 'tidemark backfill';

/** Fills in the history of a directory that no service uses. Resolves with the result when it is done. */
export async function fillInStopped(options: StoppedBackfill): Promise<Extension | SeedingExtension> {
  const { settings, sources, wallClock, log, days, replace, onProgress } = options;
  const folder = existingDirectory(settings.data);
  const directory = await acquireDirectory(folder, wallClock, [], {
    holder: HOLDER,
    commands: [['status', async () => ({ ...(await stoppedStatus(folder)), holder: HOLDER })]],
    onFailure: (error, command) => log.error({ err: error, command }, 'a command failed'),
  });
  try {
    const source = sources.get(settings.source);
    const stored = identityOf(folder);
    claimIdentity(folder, identityFrom(source, settings, stored), source);
    const { maxFilledBytes, journalFileBytes } = diskPlan(settings.maxDisk, source.diskUse(settings));
    const history = await openLoggedHistory(folder, log, { journalFileBytes });
    try {
      const last = await history.lastTick();
      if (!last) throw new OperatorError(`${folder} has no tick yet: start the service first`);
      // Throws if the file is damaged.
      readProgress(folder, last.at);
      const seeder = await source.openSeeder?.(settings, { folder });
      if (seeder) return await seedStopped({ ...options, folder, history, seeder }, directory);
      // Market time stands still while no service runs.
      const marketClock = standingClock(last.at);
      const prepared = await source.prepare(sourceOptions(source, settings, stored), {
        folder,
        onWarning: (what, details) => log.warn(details, what),
      });
      const past = prepared.past && { ...prepared.past, sources: sources.module };
      const space = { maxFilledBytes, refusesWithoutSpace: true };
      const parts = { folder, past, history, marketClock, wallClock, log, ...space, onProgress };
      const backfill = new Backfill(parts);
      directory.commands.set('status', async () =>
        describeStatus(folder, await history.summary(), {
          holder: HOLDER,
          backfill: liveBackfill(backfill.now(), await history.summary(), last.at),
        }),
      );
      try {
        const extension = await backfill.extend(days, replace);
        const details = { days, replace, outcome: extension.outcome, plan: extension.days };
        await recordIfPossible(directory, { event: 'backfill', details, by: directory.by });
        await backfill.idle();
        return { ...extension, state: backfill.state() };
      } finally {
        await backfill.close();
      }
    } finally {
      await history.close();
    }
  } finally {
    await directory.close();
  }
}

/** Seeds a directory whose source has daily candles from before the first tick. */
async function seedStopped(
  {
    settings,
    wallClock,
    log,
    days,
    replace,
    onSeeding,
    ...parts
  }: StoppedBackfill & Pick<SeedingParts, 'folder' | 'history' | 'seeder'>,
  directory: OwnedDirectory,
): Promise<SeedingExtension> {
  const { tiers } = settings;
  const seeding = new Seeding({
    ...parts,
    tiers,
    wallClock,
    marketClock: wallClock,
    log,
    triesOnce: true,
    onProgress: onSeeding,
  });
  directory.commands.set('status', async () => ({
    ...describeStatus(parts.folder, await parts.history.summary(), {
      holder: HOLDER,
      backfill: undefined,
      seeding: seedingStatus(seeding.state()),
    }),
  }));
  const extension = await seeding.extend(days, replace);
  const details = { days, replace, outcome: extension.outcome, plan: extension.days };
  await recordIfPossible(directory, { event: 'backfill', details, by: directory.by });
  await seeding.idle();
  return { ...extension, state: seeding.state() };
}

function standingClock(at: Millis): Clock {
  const never = () => new Promise<void>(() => undefined);
  return { now: () => at, monotonic: () => at, waitUntil: never, wait: never };
}
