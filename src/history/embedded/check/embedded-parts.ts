import { join, relative } from 'node:path';
import { existsSync, readdirSync } from '../../../disk/files.ts';
import { DAY_MS, dayStart, HOUR_MS, type Millis } from '../../../core/time.ts';
import { DAYS_A_YEAR } from '../../block/layout.ts';
import type { HistoryPart } from '../../history-backend.ts';
import { checkedFile, sizeOf } from '../../scrub/checked-file.ts';
import type { Pace } from '../../scrub/finding.ts';
import type { SegmentName, StoreFolders } from '../store-folders.ts';
import { checkJournal } from './check-journal.ts';
import { checkSegment } from './check-segment.ts';

const SPAN_MS = { hour: HOUR_MS, day: DAY_MS, year: DAYS_A_YEAR * DAY_MS };

/** The journal, then hours, days and years. Paths are those in the data directory. */
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

  /** Segments that hold something of from <= t <= to. */
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
