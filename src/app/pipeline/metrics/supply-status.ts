import { formatDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import type { OriginReport, SupplyReport } from '../../../sources/supply-report.ts';

export type { SupplyReport };

/** The supplies that market caps use, for display: instants are text, durations are seconds. */
export interface SupplyStatus {
  readonly assets: number;
  readonly why?: string;
  readonly origins: readonly SupplyOriginStatus[];
  /** Supplies that do not count: `tidemark sources status` names them. */
  readonly findings: number;
  readonly examples?: readonly string[];
}

const EXAMPLES = 3;

export interface SupplyOriginStatus {
  readonly origin: string;
  readonly assets: number;
  readonly oldest?: string;
  readonly newest?: string;
  readonly ageSeconds?: number;
  readonly problem?: string;
}

/** Undefined if the source does not load supplies: then it has its own. */
export function supplyStatus(report: SupplyReport | undefined, now: Millis): SupplyStatus | undefined {
  if (!report) return undefined;
  const { assets, why, origins, findings } = report;
  return {
    assets,
    ...(why !== undefined && { why }),
    origins: origins.map((origin) => originStatus(origin, now)),
    findings: findings.length,
    ...(findings.length > 0 && {
      examples: findings.slice(0, EXAMPLES).map((finding) => `${finding.supply}: ${finding.why}`),
    }),
  };
}

/** Age of the newest supply of an origin; undefined if it has none. */
export function supplyAgeMs({ newest }: OriginReport, now: Millis): Millis | undefined {
  return newest === undefined ? undefined : Math.max(0, now - newest);
}

function originStatus(report: OriginReport, now: Millis): SupplyOriginStatus {
  const { origin, assets, oldest, newest, problem } = report;
  const ageMs = supplyAgeMs(report, now);
  return {
    origin,
    assets,
    ...(oldest !== undefined && { oldest: formatDatetime(oldest) }),
    ...(newest !== undefined && { newest: formatDatetime(newest) }),
    ...(ageMs !== undefined && { ageSeconds: Math.round(ageMs / SECOND_MS) }),
    ...(problem !== undefined && { problem }),
  };
}
