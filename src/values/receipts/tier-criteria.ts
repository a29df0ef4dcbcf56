import type { ExchangeFigures } from './tier-figures.ts';

/** `REVIEW`: the figures are too bad for either tier; an operator should look at the exchange. */
export type SuggestedTier = 'A' | 'B' | 'REVIEW';

/** A limit of one figure: at least `min`, or at most `max`. */
export interface Criterion {
  readonly figure: keyof TierCriteriaFigures;
  readonly limit: number;
  readonly kind: 'min' | 'max';
}

/** The figures that have limits. */
export interface TierCriteriaFigures {
  readonly uptime: number | undefined;
  readonly medianDeviationBps: number | undefined;
  readonly p95DeviationBps: number | undefined;
  /** All rejections except those of new exchanges. */
  readonly refused: number;
  readonly outliers: number;
  /** The larger of two shares: volumes that were cut, and volumes that were out of line. */
  readonly implausibleVolume: number | undefined;
}

/** The criteria for tier A. A missing figure fails its criterion. docs/trust/tiers.md has the same table. */
export const TIER_A_CRITERIA: readonly Criterion[] = [
  { figure: 'uptime', kind: 'min', limit: 0.99 },
  { figure: 'medianDeviationBps', kind: 'max', limit: 10 },
  { figure: 'p95DeviationBps', kind: 'max', limit: 50 },
  { figure: 'refused', kind: 'max', limit: 0.1 },
  { figure: 'outliers', kind: 'max', limit: 0.005 },
  { figure: 'implausibleVolume', kind: 'max', limit: 0.1 },
];

/** The criteria for tier B. A missing figure is ignored. */
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
  /** The criteria that rule out the next better tier. */
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

/** Considers the figures alone. Supervision, the exchange's operator and public order books need a human review. */
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
