import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DAY_MS, HOUR_MS, type Millis } from '../../core/time.ts';
import { readLines } from '../../disk/line-log.ts';
import { readFailureOf } from '../../disk/read-failure.ts';
import { DAYS_A_YEAR } from '../block/layout.ts';
import { StoreFolders, type SegmentName } from '../embedded/store-folders.ts';
import { damageIn } from '../inputs/frame-list.ts';
import { ignoreMissing, InputFolder } from '../inputs/input-folder.ts';
import { checkJournal } from './check-journal.ts';
import { checkSegment } from './check-segment.ts';
import type { Finding, Pace, StorageDamage } from './finding.ts';

/** A part of a data directory that is checked in one go: a file, or the journal. */
export interface StoredPart {
  /** Its path in the data directory. */
  readonly name: string;
  readonly bytes: number;
  readonly check: (pace: Pace) => Promise<StorageDamage[]>;
}

/** Files of lines with checksums. */
const LINE_FILES = ['contracts.log', 'audit.log'];
/** Files without checksums that are replaced as a whole. */
const JSON_FILES = ['tidemark.json', 'backfill.json'];

/**
 * Everything in a data directory that carries checksums: the journal, then hours, days and years, recorded inputs, and
 * the file of contracts; of small files of JSON, whether they can be read. Nothing is changed, and a service may be running on it: what is replaced meanwhile is passed over.
 */
export class StoredParts {
  readonly #folder: string;
  readonly #history: StoreFolders;
  readonly #inputs: InputFolder;

  constructor(folder: string) {
    this.#folder = folder;
    this.#history = new StoreFolders(join(folder, 'history'));
    this.#inputs = new InputFolder(join(folder, 'inputs'));
  }

  /** As they are at present. */
  list(): StoredPart[] {
    const hours = this.#inputs.hours();
    return [
      ...this.#journal(),
      ...this.#history.segments().map((segment) => this.#segment(segment)),
      ...hours.map((hour) => this.#hourOfInputs(hour, hour === hours.at(-1))),
      ...LINE_FILES.flatMap((name) => this.#lines(name)),
      ...JSON_FILES.flatMap((name) => this.#json(name)),
    ];
  }

  /** Whether there is a file of this name. */
  has(file: string): boolean {
    return existsSync(join(this.#folder, file));
  }

  /** Segments that hold something of from <= t <= to. */
  segments(from: Millis, to: Millis): (StoredPart & SegmentName)[] {
    const lengths = { hour: HOUR_MS, day: DAY_MS, year: DAYS_A_YEAR * DAY_MS };
    return this.#history
      .segments()
      .filter(({ span, start }) => start < to && start + lengths[span] >= from)
      .map((segment) => ({ ...segment, ...this.#segment(segment) }));
  }

  #journal(): StoredPart[] {
    const { journal } = this.#history;
    if (!existsSync(journal)) return [];
    const bytes = readdirSync(journal).reduce((sum, name) => sum + sizeOf(join(journal, name)), 0);
    const check = async (pace: Pace) => {
      const found = checkJournal(this.#history);
      await pace(bytes);
      return found.map(({ path, reason }) => ({ file: relative(this.#folder, path), reason }));
    };
    return [{ name: relative(this.#folder, journal), bytes, check }];
  }

  #segment(segment: SegmentName): StoredPart {
    return this.#file(segment.path, (pace) => checkSegment(segment, pace));
  }

  #hourOfInputs(hour: Millis, isGrowing: boolean): StoredPart {
    const path = this.#inputs.file(hour);
    return this.#file(path, async (pace) => {
      const file = ignoreMissing(() => openSync(path, 'r'));
      if (file === undefined) return [];
      try {
        const damaged = await damageIn(file, hour, isGrowing, pace);
        return damaged.map(({ offset, bytes, reason }) => ({
          what: `bytes ${offset} to ${offset + bytes}`,
          reason,
        }));
      } finally {
        closeSync(file);
      }
    });
  }

  #lines(name: string): StoredPart[] {
    const path = join(this.#folder, name);
    if (!existsSync(path)) return [];
    return [
      this.#file(path, async (pace) => {
        const bytes = ignoreMissing(() => readFileSync(path));
        await pace(bytes?.length ?? 0);
        const damagedLines = bytes ? readLines(bytes).damagedLines : [];
        return damagedLines.map((line) => ({ what: `line ${line}`, reason: 'the checksum does not fit' }));
      }),
    ];
  }

  #json(name: string): StoredPart[] {
    const path = join(this.#folder, name);
    if (!existsSync(path)) return [];
    return [
      this.#file(path, async (pace) => {
        const text = ignoreMissing(() => readFileSync(path, 'utf8')) ?? '{}';
        await pace(text.length);
        return isJson(text) ? [] : [{ reason: 'it is not valid JSON' }];
      }),
    ];
  }

  #file(path: string, check: (pace: Pace) => Promise<Finding[]>): StoredPart {
    const name = relative(this.#folder, path);
    return {
      name,
      bytes: sizeOf(path),
      check: async (pace) =>
        (await orReadFailure(check(pace))).map((finding) => ({ file: name, ...finding })),
    };
  }
}

/** A file that the disk refuses to read is a finding, and no reason to leave the others unchecked. */
async function orReadFailure(check: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check;
  } catch (error) {
    const reason = readFailureOf(error);
    if (reason === undefined) throw error;
    return [{ reason }];
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
