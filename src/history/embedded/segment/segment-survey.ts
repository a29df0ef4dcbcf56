import { FILE_MISSING } from '../../scrub/finding.ts';
import { probeSegment, SegmentDamaged } from './segment-file.ts';
import type { SegmentName, StoreFolders } from '../store-folders.ts';

/** A segment file that is there. */
export interface SurveyedSegment extends SegmentName {
  /** Why it cannot be read; undefined where it can. Its blocks were not looked at. */
  readonly damage: string | undefined;
  /** One more than the largest number of a series in it. */
  readonly seriesEnd: number;
}

/** Looks at header, footer and index of every segment file: some tenths of a millisecond each. */
export function surveySegments(folders: StoreFolders): SurveyedSegment[] {
  return folders.segments().flatMap((segment) => {
    const probed = probeSegment(segment.path, segment.span, segment.start);
    if (!(probed instanceof SegmentDamaged)) return { ...segment, damage: undefined, seriesEnd: probed };
    return probed.reason === FILE_MISSING ? [] : { ...segment, damage: probed.reason, seriesEnd: 0 };
  });
}
