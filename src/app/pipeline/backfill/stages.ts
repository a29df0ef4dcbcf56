import type { Millis } from '../../../core/time.ts';

/** The first assets among the largest, with the LX; the rest of the largest; each with their markets against USD. */
export type SeriesScope = 'all' | 'largest' | 'first' | 'rest' | 'others';

interface StageDefinition {
  /** What its jobs model: end-of-day records alone, or the 30-second values of one day. */
  readonly kind: 'records' | 'values';
  readonly scope: SeriesScope;
  /** Records are stored by the year, and those of all series are too many for a year at once. */
  readonly unit: 'day' | 'month' | 'year';
  /** How long a day takes, in milliseconds of a processor of today with the full world; only the ratios matter. */
  readonly workADay: number;
}

/** What is filled in, in this order: what clients ask for first. Names are stored in `backfill.json`. */
const DEFINITIONS = {
  'largest-records': { kind: 'records', scope: 'largest', unit: 'year', workADay: 5 },
  today: { kind: 'values', scope: 'all', unit: 'day', workADay: 5000 },
  'first-values': { kind: 'values', scope: 'first', unit: 'day', workADay: 250 },
  'largest-values': { kind: 'values', scope: 'rest', unit: 'day', workADay: 280 },
  'everything-values': { kind: 'values', scope: 'others', unit: 'day', workADay: 10_000 },
  'everything-records': { kind: 'records', scope: 'others', unit: 'month', workADay: 160 },
} as const satisfies Record<string, StageDefinition>;

export type Stage = keyof typeof DEFINITIONS;

export const STAGE_DEFINITIONS: Readonly<Record<Stage, StageDefinition>> = DEFINITIONS;
export const STAGES = Object.keys(DEFINITIONS) as readonly Stage[];
export const VALUE_STAGES = STAGES.filter((stage) => DEFINITIONS[stage].kind === 'values');
export const RECORD_STAGES = STAGES.filter((stage) => DEFINITIONS[stage].kind === 'records');

/** By stage: its days from this one on are done. Nothing of a stage that is not there is. */
export type DoneStages = Readonly<Partial<Record<Stage, Millis>>>;
