import type { ExchangeFigures } from './tier-figures.ts';

/** `REVIEW`: the figures are too bad for either tier; an operator should look at it. */
export type SuggestedTier = 'A' | 'B' | 'REVIEW';

/** A limit of one figure: at least `min`, or at most `max`. */
export interface Criterion {
  readonly figure: keyof TierCriteriaFigures;
  readonly limit: number;
  readonly kind: 'min' | 'max';
}

/** The figures that are held to limits. */
export interface TierCriteriaFigures {
  readonly uptime: number | undefined;
  readonly medianDeviationBps: number | undefined;
  readonly p95DeviationBps: number | undefined;
  /** All refusals but those of new exchanges. */
  readonly refused: number;
  readonly outliers: number;
  /** The larger one of the shares that were cut and that were out of line. */
  readonly implausibleVolume: number | undefined;
}

/** What tier A asks for. A figure that is missing does not meet its criterion. docs/trust/tiers.md has the same table. */
export const TIER_A_CRITERIA: readonly Criterion[] = [
  { figure: 'uptime', kind: 'min', limit: 0.99 },
  { figure: 'medianDeviationBps', kind: 'max', limit: 10 },
  { figure: 'p95DeviationBps', kind: 'max', limit: 50 },
  { figure: 'refused', kind: 'max', limit: 0.1 },
  { figure: 'outliers', kind: 'max', limit: 0.005 },
  { figure: 'implausibleVolume', kind: 'max', limit: 0.1 },
];

/** What tier B asks for. A figure that is missing is passed over. */
export const TIER_B_CRITERIA: readonly Criterion[] = [
  { figure: 'uptime', kind: 'min', limit: 0.9 },
  { figure: 'medianDeviationBps', kind: 'max', limit: 100 },
  { figure: 'p95DeviationBps', kind: 'max', limit: 500 },
  { figure: 'refused', kind: 'max', limit: 0.4 },
  { figure: 'outliers', kind: 'max', limit: 0.05 },
  { figure: 'implausibleVolume', kind: 'max', limit: 0.25 },
];

export interface FailedCriterion extends Criterion {
  /** Undefined if the figure is missing. */
  readonly value: number | undefined;
}

export interface TierSuggestion {
  readonly suggested: SuggestedTier;
  readonly criteria: TierCriteriaFigures;
  /** The criteria that keep it from the tier above. */
  readonly failed: readonly FailedCriterion[];
}

function criteriaFigures(figures: ExchangeFigures): TierCriteriaFigures {
  const { BAD_NUMBER, BAD_TIME, STALE, OUTLIER } = figures.refused;
  const { volumeCut, volumeOutOfLine } = figures;
  return {
    uptime: figures.uptime,
    medianDeviationBps: figures.medianDeviationBps,
    p95DeviationBps: figures.p95DeviationBps,
    refused: BAD_NUMBER + BAD_TIME + STALE + OUTLIER,
    outliers: OUTLIER,
    implausibleVolume:
      volumeCut === undefined && volumeOutOfLine === undefined
        ? undefined
        : Math.max(volumeCut ?? 0, volumeOutOfLine ?? 0),
  };
}

/** By figures alone. Supervision, the operator and public books are for a person to review. */
export function suggestTier(figures: ExchangeFigures): TierSuggestion {
  const criteria = criteriaFigures(figures);
  const valued = (all: readonly Criterion[]) =>
    all.map((criterion) => ({ ...criterion, value: criteria[criterion.figure] }));
  const failedB = valued(TIER_B_CRITERIA).filter(
    (each) => each.value !== undefined && fails(each, each.value),
  );
  if (failedB.length > 0) return { suggested: 'REVIEW', criteria, failed: failedB };
  const failedA = valued(TIER_A_CRITERIA).filter(
    (each) => each.value === undefined || fails(each, each.value),
  );
  return { suggested: failedA.length > 0 ? 'B' : 'A', criteria, failed: failedA };
}

function fails({ kind, limit }: Criterion, value: number): boolean {
  return kind === 'min' ? value < limit : value > limit;
}
