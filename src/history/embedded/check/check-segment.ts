import { damageIn } from '../../block/block-check.ts';
import { DAY_SPAN, HOUR_SPAN, YEAR_SPAN } from '../../block/envelope.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import type { Segment } from '../segment/open-segments.ts';
import { SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';
import { FILE_MISSING, type Finding, type Pace } from '../../scrub/finding.ts';

const SPANS = { hour: HOUR_SPAN, day: DAY_SPAN, year: YEAR_SPAN };

/** Checks every byte of a segment. A file that is gone says nothing: it was replaced meanwhile. */
export async function checkSegment({ path, span, start }: Segment, pace: Pace): Promise<Finding[]> {
  const file = SegmentFile.open(path, span, start);
  if (file instanceof SegmentDamaged) return file.reason === FILE_MISSING ? [] : [{ reason: file.reason }];
  try {
    const annex = file.annex();
    const findings: Finding[] = annex instanceof SegmentDamaged ? [{ reason: annex.reason }] : [];
    for (const [entry, number] of file.numbers.entries()) {
      const block = file.blockOf(number)!;
      const reason = block instanceof SegmentDamaged ? block.reason : damageIn(block, SPANS[span]);
      if (reason !== undefined) {
        const id =
          annex instanceof SegmentDamaged ? undefined : unpackSeries(annex.series, entry * SERIES_BYTES);
        const what = id ? `${id.indexType} ${id.indexId}` : `series ${number}`;
        findings.push({ what, reason });
      }
      await pace(block instanceof SegmentDamaged ? 0 : block.length);
    }
    return findings;
  } finally {
    file.close();
  }
}
