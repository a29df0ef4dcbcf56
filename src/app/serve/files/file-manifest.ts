import type { IndexType } from '../../../core/index-value.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';
import {
  dayFileName,
  parseDayFileName,
  type DayFileName,
  type MadeDayFile,
} from '../../../values/export/day-files.ts';

const FORMAT = 1;

export interface ManifestEntry extends DayFileName, MadeDayFile {}

type FileOfDay = Pick<DayFileName, 'indexType' | 'day'>;

/**
 * Size and hash of every file ever made, including files that were removed to make room: a file that is made again must have
 * the same bytes. Replaced atomically.
 */
export class FileManifest {
  readonly #path: string;
  readonly #entries = new Map<string, ManifestEntry>();

  /** A damaged manifest is moved to quarantine, and every file is made again when it is requested. */
  constructor(path: string, quarantine: Pick<Quarantine, 'move'>) {
    this.#path = path;
    const content = readSealed(path, FORMAT);
    const entries = content === undefined ? [] : content === 'damaged' ? undefined : entriesIn(content);
    if (!entries) quarantine.move(path, 'the list of Parquet files is damaged');
    for (const entry of entries ?? []) this.#entries.set(keyOf(entry), entry);
  }

  /** The current version of the file of a day. */
  find(file: FileOfDay): ManifestEntry | undefined {
    return this.#entries.get(keyOf(file));
  }

  /** The file of the newest day that has one. */
  newestOf(indexType: IndexType): ManifestEntry | undefined {
    let newest: ManifestEntry | undefined;
    for (const entry of this.#entries.values())
      if (entry.indexType === indexType && entry.day > (newest?.day ?? -Infinity)) newest = entry;
    return newest;
  }

  /** Whether this is the name of a file that is still current. */
  hasName(name: string): boolean {
    const parsed = parseDayFileName(name);
    return parsed !== undefined && this.find(parsed)?.revision === parsed.revision;
  }

  /** Durable when it returns. */
  set(entry: ManifestEntry): void {
    this.#entries.set(keyOf(entry), entry);
    const files = [...this.#entries.values()].map(({ bytes, sha256, ...name }) => ({
      name: dayFileName(name),
      bytes,
      sha256,
    }));
    writeFileDurably(this.#path, sealJson({ format: FORMAT, files }));
  }
}

function keyOf({ indexType, day }: FileOfDay): string {
  return `${indexType} ${day}`;
}

function entriesIn({ files }: Readonly<Record<string, unknown>>): ManifestEntry[] | undefined {
  if (!Array.isArray(files)) return undefined;
  const entries = files.map((each: unknown): ManifestEntry | undefined => {
    if (!isObject(each)) return undefined;
    const { name, bytes, sha256 } = each;
    const parsed = typeof name === 'string' ? parseDayFileName(name) : undefined;
    return parsed && typeof bytes === 'number' && typeof sha256 === 'string'
      ? { ...parsed, bytes, sha256 }
      : undefined;
  });
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}
