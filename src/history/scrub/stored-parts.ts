import { join } from 'node:path';
import { closeSync, existsSync } from '../../disk/files.ts';
import type { Millis } from '../../core/time.ts';
import { readBytesIfExists, readFileIfExists } from '../../disk/durable-file.ts';
import { readLines } from '../../disk/line-log.ts';
import { openRegularFile } from '../../disk/regular-file.ts';
import type { HistoryBackend } from '../history-backend.ts';
import { findFrameDamage } from '../inputs/frame-list.ts';
import { InputFolder } from '../inputs/input-folder.ts';
import { checkedFile } from './checked-file.ts';
import type { StoredPart } from './finding.ts';
import { ignoreMissing } from '../../disk/ignore-missing.ts';

/** Files of lines with checksums. */
const LINE_FILES = ['contracts.log'];
/** Files without checksums that are replaced as a whole. */
const JSON_FILES = ['tidemark.json', 'seeding.json'];

type CheckedHistory = Pick<HistoryBackend, 'parts'>;

/**
 * All parts of a data directory with checksums: history, recorded inputs, and the contracts file. For small JSON files it only
 * checks that they can be parsed. Changes nothing. A service may be running on the directory: files that are replaced meanwhile
 * are skipped.
 */
export class StoredParts {
  readonly #folder: string;
  readonly #history: CheckedHistory;
  readonly #inputs: InputFolder;

  constructor(folder: string, history: CheckedHistory) {
    this.#folder = folder;
    this.#history = history;
    this.#inputs = new InputFolder(join(folder, 'inputs'));
  }

  /** The parts as they are now. */
  async list(): Promise<StoredPart[]> {
    const history = await this.#history.parts();
    const hours = this.#inputs.hours();
    return [
      ...history,
      ...hours.map((hour) => this.#hourOfInputs(hour, hour === hours.at(-1))),
      ...LINE_FILES.flatMap((name) => this.#lines(name)),
      ...JSON_FILES.flatMap((name) => this.#json(name)),
    ];
  }

  /** Whether a file of this name exists. */
  has(file: string): boolean {
    return existsSync(join(this.#folder, file));
  }

  #hourOfInputs(hour: Millis, isGrowing: boolean): StoredPart {
    const path = this.#inputs.file(hour);
    return checkedFile(this.#folder, path, async (pace) => {
      const file = ignoreMissing(() => openRegularFile(path));
      if (file === undefined) return [];
      try {
        const damaged = await findFrameDamage(file, hour, isGrowing, pace);
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
      checkedFile(this.#folder, path, async (pace) => {
        const bytes = readBytesIfExists(path);
        await pace(bytes?.length ?? 0);
        const damagedLines = bytes ? readLines(bytes).damagedLines : [];
        return damagedLines.map((line) => ({ what: `line ${line}`, reason: 'the checksum is wrong' }));
      }),
    ];
  }

  #json(name: string): StoredPart[] {
    const path = join(this.#folder, name);
    if (!existsSync(path)) return [];
    return [
      checkedFile(this.#folder, path, async (pace) => {
        const text = readFileIfExists(path) ?? '{}';
        await pace(text.length);
        return isJson(text) ? [] : [{ reason: 'it is not valid JSON' }];
      }),
    ];
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
