import { join, relative } from 'node:path';
import { existsSync, readdirSync } from '../../../disk/files.ts';
import { DAY_MS, dayStart, HOUR_MS, type Millis } from '../../../core/time.ts';
import { blockDamage } from '../../block/block-check.ts';
import { DAY_SPAN, HOUR_SPAN, YEAR_SPAN } from '../../block/envelope.ts';
import { DAYS_PER_YEAR } from '../../block/layout.ts';
import type { HistoryPart } from '../../history-backend.ts';
import { checkedFile, sizeOf } from '../../scrub/checked-file.ts';
import { FILE_MISSING, type Finding, type Pace } from '../../scrub/finding.ts';
import type { Segment } from '../segment/open-segments.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import { SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';
import type { SegmentName, StoreFolders } from '../store-folders.ts';
import { checkJournal } from './check-journal.ts';
import { HourHeadsCheck } from './hour-heads-check.ts';

const SPANS = { hour: HOUR_SPAN, day: DAY_SPAN, year: YEAR_SPAN };
const SPAN_MS = { hour: HOUR_MS, day: DAY_MS, year: DAYS_PER_YEAR * DAY_MS };

/** The journal, then hours, days and years. Paths are relative to the data directory. */
export class EmbeddedParts {
  readonly #data: string;
  readonly #folders: StoreFolders;

  constructor(data: string, folders: StoreFolders) {
    this.#data = data;
    this.#folders = folders;
  }

  all(): HistoryPart[] {
    return [...this.#journal(), ...this.#folders.segments().map((segment) => this.#segment(segment))];
  }

  /** Segments that overlap from <= t <= to. */
  segments(from: Millis, to: Millis): HistoryPart[] {
    return this.#folders
      .segments()
      .filter(({ span, start }) => start < to && start + SPAN_MS[span] >= from)
      .map((segment) => this.#segment(segment));
  }

  #journal(): HistoryPart[] {
    const { journal } = this.#folders;
    if (!existsSync(journal)) return [];
    const bytes = readdirSync(journal).reduce((sum, name) => sum + sizeOf(join(journal, name)), 0);
    const check = async (pace: Pace) => {
      const found = checkJournal(this.#folders);
      await pace(bytes);
      return found.map(({ path, reason }) => ({ file: relative(this.#data, path), reason }));
    };
    return [{ name: relative(this.#data, journal), bytes, check, tickDay: undefined }];
  }

  #segment(segment: SegmentName): HistoryPart {
    const part = checkedFile(this.#data, segment.path, (pace) => checkSegment(segment, pace));
    return { ...part, tickDay: segment.span === 'year' ? undefined : dayStart(segment.start) };
  }
}

/** Checks every byte of a segment. A missing file is not a finding: it was replaced in the meantime. */
async function checkSegment({ path, span, start }: Segment, pace: Pace): Promise<Finding[]> {
  const file = SegmentFile.open(path, span, start);
  if (file instanceof SegmentDamaged) return file.reason === FILE_MISSING ? [] : [{ reason: file.reason }];
  try {
    const annex = file.annex();
    const hours = new HourHeadsCheck(file);
    const findings: Finding[] = annex instanceof SegmentDamaged ? [{ reason: annex.reason }] : [];
    findings.push(...hours.findings);
    for (const [entry, number] of file.numbers.entries()) {
      const block = file.blockOf(number)!;
      const reason =
        block instanceof SegmentDamaged
          ? block.reason
          : (blockDamage(block, SPANS[span]) ??
            (hours.contradicts(entry, block) ? 'the table of hours contradicts its block' : undefined));
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
