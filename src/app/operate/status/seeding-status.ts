import type { SeedingState } from '../../pipeline/seeding/seeding-ledger.ts';
import { dayText } from '../../../values/export/day-files.ts';

/** Progress of seeding the days before the first tick. Days are text. */
export interface SeedingStatus {
  readonly stage: NonNullable<SeedingState['stage']>;
  /** From 0 to 1. */
  readonly done: number;
  readonly days: number;
  readonly since?: string;
  readonly records: number;
  readonly exchanges: { readonly answered: number; readonly failed: number };
  readonly tries?: SeedingState['tries'];
}

/** Undefined if nothing is to be seeded. */
export function seedingStatus(state: SeedingState): SeedingStatus | undefined {
  const { stage, done, days, since, points, exchanges, failed, tries } = state;
  if (stage === undefined) return undefined;
  return {
    stage,
    done,
    days,
    ...(since !== undefined && { since: dayText(since) }),
    records: points,
    exchanges: { answered: exchanges, failed },
    ...(tries && { tries }),
  };
}

/** `30 days before the first tick; since 2026-10-17, 12345 records from daily candles of 18 exchanges`. */
export function seedingText(status: SeedingStatus): string {
  const { stage, done, days, since, records, exchanges, tries } = status;
  const { answered, failed } = exchanges;
  const wanted = days === 1 ? '1 day before the first tick' : `${days} days before the first tick`;
  const present =
    since === undefined
      ? ''
      : `; since ${since}, ${records} records from daily candles of ${answered} ${answered === 1 ? 'exchange' : 'exchanges'}`;
  const missing = failed === 0 ? '' : `, and none from ${failed} other${failed === 1 ? '' : 's'}`;
  if (stage === 'done') return `${wanted}${present}${missing}`;
  const how = stage === 'asking' ? `${Math.floor(done * 100)} %` : 'waiting, continues later';
  const attempts = tries
    ? `; ${tries.count === 1 ? 'one attempt' : `${tries.count} attempts`} failed: ${tries.why}`
    : '';
  return `${wanted}: ${how}${present}${attempts}`;
}
