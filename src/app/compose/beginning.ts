import { join } from 'node:path';
import { formatDatetime, SLOT_MS, type Millis } from '../../core/time.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { continuationOf, lastTickOf } from '../pipeline/compute/last-tick.ts';
import { JOURNAL, OTHER_RECORD } from '../pipeline/compute/newest-record.ts';
import type { InputSettings } from '../pipeline/pipeline-messages.ts';
import type { StoredTick } from '../pipeline/tick-loop.ts';
import type { ComputeParts } from '../pipeline/compute-parts.ts';

export interface Begun {
  /** The last tick that history has. */
  readonly last: StoredTick | undefined;
  /** Market time goes on here; undefined where there is nothing to go on from. */
  readonly goesOnAt: Millis | undefined;
  /** No slot up to this one is published, whatever the clock says. */
  readonly known: Millis | undefined;
  readonly hasTicks: boolean;
}

/** A store that several processes share has every tick that was published. */
export async function sharedBeginning(history: HistoryStore): Promise<Begun> {
  const last = await lastTickOf(history);
  return { last, goesOnAt: last?.at, known: last?.at, hasTicks: last !== undefined };
}

/** Where history goes on. Ticks that were published and that history has lost are counted and never published again. */
export async function beginningOf(
  { folder, log, health, wallClock }: ComputeParts,
  history: HistoryStore,
  inputs: InputSettings,
): Promise<Begun> {
  const last = await lastTickOf(history);
  if (last?.isDoubtful)
    health.met({
      file: join(folder, JOURNAL),
      series: undefined,
      reason: `the newest tick: ${OTHER_RECORD}`,
    });
  const { lastTick } = await history.summary();
  const { goesOnAt, lost } = await continuationOf(last, lastTick, new FileInputReader(inputs.folder));
  const hasTicks = lastTick !== undefined;
  if (goesOnAt === undefined || goesOnAt === last?.at) return { last, goesOnAt, known: goesOnAt, hasTicks };
  const known = goesOnAt - SLOT_MS;
  history.passOver(known);
  log.error(
    { goesOnAt: formatDatetime(goesOnAt) },
    'ticks were recorded that history does not have: none of their slots is published again',
  );
  if (lost) health.lose({ ...lost, foundAt: wallClock.now() });
  return { last, goesOnAt, known, hasTicks };
}
