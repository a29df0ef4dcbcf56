import { OperatorError } from '../../../core/errors.ts';
import type { Millis } from '../../../core/time.ts';
import { suggestTier, type TierSuggestion } from '../../../values/receipts/tier-criteria.ts';
import { FIGURE_REFUSALS, TierFigures, type ExchangeFigures } from '../../../values/receipts/tier-figures.ts';
import { withRecordedTicks, type RecordedRange } from './recorded-ticks.ts';

export interface TiersReportOptions extends Omit<RecordedRange, 'ticksBefore'> {
  readonly onProgress?: (at: Millis, from: Millis, to: Millis) => void;
}

export interface ReportedExchange extends ExchangeFigures, TierSuggestion {}

export const REPORTED_REFUSALS = FIGURE_REFUSALS;

export interface TiersReport {
  readonly from: Millis;
  readonly to: Millis;
  readonly ticks: number;
  readonly leftOut: number;
  /** Best first. */
  readonly exchanges: readonly ReportedExchange[];
}

const ORDER = ['A', 'B', 'REVIEW'] as const;

/** Figures of every exchange over the recorded inputs of a data directory. Nothing is written. */
export async function tiersReport({ onProgress, ...range }: TiersReportOptions): Promise<TiersReport> {
  return withRecordedTicks(range, async ({ from, to, ticks }) => {
    const figures = new TierFigures();
    const read: Millis[] = [];
    let leftOut = 0;
    for await (const walked of ticks) {
      if (!('unpublished' in walked)) {
        if (typeof walked.tick === 'string') leftOut++;
        else {
          figures.add(walked.tick);
          read.push(walked.at);
        }
      }
      onProgress?.(walked.at, from, to);
    }
    const [first, last] = [read[0], read.at(-1)];
    if (first === undefined || last === undefined)
      throw new OperatorError(
        `no tick of the range can be recomputed (${leftOut} damaged or without their reference data): run 'tidemark verify' for details`,
      );
    const exchanges = figures.figures().map((own) => ({ ...own, ...suggestTier(own) }));
    return { from: first, to: last, ticks: read.length, leftOut, exchanges: exchanges.toSorted(compare) };
  });
}

function compare(a: ReportedExchange, b: ReportedExchange): number {
  return (
    ORDER.indexOf(a.suggested) - ORDER.indexOf(b.suggested) ||
    a.failed.length - b.failed.length ||
    (a.p95DeviationBps ?? Number.MAX_VALUE) - (b.p95DeviationBps ?? Number.MAX_VALUE) ||
    (a.exchange < b.exchange ? -1 : 1)
  );
}
