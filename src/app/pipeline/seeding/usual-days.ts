import { OperatorError } from '../../../core/errors.ts';
import type { SourceTable } from '../../../sources/source-table.ts';
import { MOST_DAYS } from '../backfill/backfill-plan.ts';
import { USUAL_DAYS } from './seeding.ts';

/** Refuses a source whose time before the first tick cannot be known. */
export function checkFillable(sources: SourceTable, source: string): void {
  const definition = sources.find(source);
  if (!definition || definition.openSeeder || definition.openPast) return;
  throw new OperatorError(
    `nothing can be filled in: ${definition.name} is ${definition.description}, and of the days before it nothing is known`,
  );
}

/** How many days `tidemark backfill` fills in of a source unless it is told. */
export function usualDaysOf(sources: SourceTable, source: string): number {
  return sources.find(source)?.openSeeder ? USUAL_DAYS : MOST_DAYS;
}
