import { formatDatetime } from '../../core/time.ts';
import type { Frontier } from '../backfill/backfill-plan.ts';
import { ProgressDamaged, readProgress, type BackfillProgress } from '../backfill/backfill-progress.ts';
import type { BackfillState } from '../backfill/backfill.ts';

/** How far the back-fill of history has come. */
export interface BackfillStatus {
  /** 30-second values come first, then end-of-day records alone. */
  readonly phase: Frontier['phase'];
  /** What comes next: later days are done. Absent where everything is. */
  readonly day?: string;
  /** Of a running service: from 0 to 1, and how many values it has stored since it began. */
  readonly done?: number;
  readonly points?: number;
}

/** Undefined where nothing is to be filled in. */
export function liveBackfill({ frontier, done, points }: BackfillState): BackfillStatus | undefined {
  return frontier && { ...placeOf(frontier), done, points };
}

/** The same of a stopped service. */
export function stoppedBackfill(folder: string): BackfillStatus | undefined {
  const frontier = readableProgress(folder)?.frontier;
  return frontier && placeOf(frontier);
}

/** Damage to it is told elsewhere; it keeps nothing else from being told. */
function readableProgress(folder: string): BackfillProgress | undefined {
  try {
    return readProgress(folder);
  } catch (error) {
    if (error instanceof ProgressDamaged) return undefined;
    throw error;
  }
}

function placeOf({ phase, day }: Frontier): BackfillStatus {
  return phase === 'done' ? { phase } : { phase, day: formatDatetime(day).slice(0, 10) };
}
