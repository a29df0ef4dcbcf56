import type { Millis } from '../../../core/time.ts';

/**
 * `first`: the first of the largest assets, with the LX; `rest`: the other largest assets. Both with their
 * USD markets.
 */
export type SeriesScope = 'all' | 'largest' | 'first' | 'rest' | 'others';

interface StageDefinition {
  /** Jobs model either end-of-day records, or the 30-second values of one day. */
  readonly kind: 'records' | 'values';
  readonly scope: SeriesScope;
  /** Days per job. Records are stored by year, but a year of all series is too much for one job. */
  readonly unit: 'day' | 'month' | 'year';
  /** CPU milliseconds per day, measured with the full world; only the ratios matter. */
  readonly workPerDay: number;
}

/**
 * Stages in the order in which they are filled in: what clients ask for comes first. Names are stored in
 * `backfill.json`.
 */
const DEFINITIONS = {
  'largest-records': { kind: 'records', scope: 'largest', unit: 'year', workPerDay: 5 },
  today: { kind: 'values', scope: 'all', unit: 'day', workPerDay: 5000 },
  'first-values': { kind: 'values', scope: 'first', unit: 'day', workPerDay: 250 },
  'largest-values': { kind: 'values', scope: 'rest', unit: 'day', workPerDay: 280 },
  'everything-values': { kind: 'values', scope: 'others', unit: 'day', workPerDay: 10_000 },
  'everything-records': { kind: 'records', scope: 'others', unit: 'month', workPerDay: 160 },
} as const satisfies Record<string, StageDefinition>;

export type Stage = keyof typeof DEFINITIONS;

export const STAGE_DEFINITIONS: Readonly<Record<Stage, StageDefinition>> = DEFINITIONS;
export const STAGES = Object.keys(DEFINITIONS) as readonly Stage[];
export const VALUE_STAGES = STAGES.filter((stage) => DEFINITIONS[stage].kind === 'values');
export const RECORD_STAGES = STAGES.filter((stage) => DEFINITIONS[stage].kind === 'records');

/** By stage: the day from which on all days are done. Stages without finished days are absent. */
export type DoneStages = Readonly<Partial<Record<Stage, Millis>>>;
