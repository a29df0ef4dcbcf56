import { SystemClock, type Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Methodology } from '../../../engine/methodology.ts';
import {
  lacksAges,
  VersionComparison,
  type VersionComparisonReport,
} from '../../../values/receipts/version-comparison.ts';
import { sha256 } from '../../process/sha256.ts';
import { withRecordedTicks, type RecordedRange } from './recorded-ticks.ts';

export interface CompareOptions extends Omit<RecordedRange, 'ticksBefore'> {
  readonly methodology: Methodology;
  readonly warmUpTicks: number;
  readonly onProgress?: (at: Millis, from: Millis, to: Millis) => void;
  /** Measures the speed; by default the machine's clock. */
  readonly clock?: Pick<Clock, 'monotonic'>;
}

export interface ComparedVersions extends VersionComparisonReport {
  readonly methodology: string;
  readonly from: Millis;
  readonly to: Millis;
  /** Published ticks of the range that cannot be computed, by reason. */
  readonly leftOut: { damaged: number; otherReference: number; withoutAges: number };
  readonly ticksPerSecond: number;
}

/** Computes the recorded ticks of a data directory with another version of the methodology. Nothing is written. */
export async function compareVersions({
  methodology,
  warmUpTicks,
  onProgress,
  clock = new SystemClock(),
  ...range
}: CompareOptions): Promise<ComparedVersions> {
  const startedAt = clock.monotonic();
  return withRecordedTicks({ ...range, ticksBefore: warmUpTicks }, async ({ from, to, ticks }) => {
    const comparison = new VersionComparison({ methodology, warmUpTicks, from, hash: sha256 });
    const leftOut = { damaged: 0, otherReference: 0, withoutAges: 0 };
    const needsAges = methodology.observationFormat > 1;
    for await (const walked of ticks) {
      if ('unpublished' in walked) comparison.skip(walked.unpublished);
      else if (typeof walked.tick === 'string') {
        leftOut[walked.tick === 'damaged' ? 'damaged' : 'otherReference']++;
        comparison.break();
      } else if (needsAges && lacksAges(walked.tick.input)) {
        leftOut.withoutAges++;
        comparison.break();
      } else comparison.add(walked.tick);
      onProgress?.(walked.at, from, to);
    }
    const { report } = comparison;
    if (report.compared === 0) throw nothingCompared(report, leftOut, methodology, warmUpTicks);
    const seconds = (clock.monotonic() - startedAt) / SECOND_MS;
    const ticksPerSecond = (report.compared + report.warmUp) / seconds;
    return { ...report, methodology: methodology.version, from, to, leftOut, ticksPerSecond };
  });
}

function nothingCompared(
  { warmUp }: VersionComparisonReport,
  { damaged, otherReference, withoutAges }: ComparedVersions['leftOut'],
  { version }: Methodology,
  warmUpTicks: number,
): OperatorError {
  if (warmUp > 0)
    return new OperatorError(
      `the range has ${warmUp} ticks that can be computed, but the first ${warmUpTicks} warm up the state of version ${version}: ` +
        'choose a longer range or a shorter --warm-up',
    );
  if (withoutAges > 0)
    return new OperatorError(
      `the ${withoutAges} ticks of the range were recorded without the age of tickers, which version ${version} needs: ` +
        'a release before methodology 3 recorded them. Compare ticks that this release has recorded',
    );
  return new OperatorError(
    `no tick of the range can be computed: inputs damaged ${damaged}, reference data missing ${otherReference}. ` +
      "run 'tidemark verify' for details",
  );
}
