import { OperatorError } from '../../../core/errors.ts';
import type { SourceTable } from '../../../sources/source-table.ts';
import { MAX_DAYS } from '../backfill/backfill-plan.ts';
import { DEFAULT_SEED_DAYS } from './seeding.ts';

/** Refuses a source that has no data from before the first tick. */
export function checkFillable(sources: SourceTable, source: string): void {
  const definition = sources.find(source);
  if (!definition || definition.openSeeder || definition.openPast) return;
  throw new OperatorError(
    `nothing can be filled in: ${definition.name} is ${definition.description}, which has no data from before its first tick`,
  );
}

/** How many days `tidemark backfill` fills in by default. */
export function defaultDaysOf(sources: SourceTable, source: string): number {
  return sources.find(source)?.openSeeder ? DEFAULT_SEED_DAYS : MAX_DAYS;
}
