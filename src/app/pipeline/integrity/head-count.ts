import { join } from 'node:path';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import { readable } from '../../../disk/read-failure.ts';
import { sealJson, unsealJson } from '../../../disk/sealed-json.ts';

/** How many heads the log has, and a hash of all of its lines: a log that was cut, emptied or rewritten does not fit it. */
export interface HeadCount {
  readonly number: number;
  /** `digestOf` the lines of all heads. */
  readonly digest: string;
}

/** Beside the log, so that what is missing there is known here. */
export const COUNT_FILE = 'integrity-count.json';
const FORMAT = 1;

/** Undefined where there is none, as in directories of an older version. One that the disk refuses to read is refused. */
export function readCount(folder: string): HeadCount | 'damaged' | undefined {
  const path = join(folder, COUNT_FILE);
  const text = readable(path, () => readFileIfExists(path));
  if (text === undefined) return undefined;
  const unsealed = unsealJson(text);
  if (unsealed.state !== 'sound') return 'damaged';
  const { format, number, digest } = unsealed.content;
  const isCount = format === FORMAT && Number.isSafeInteger(number) && typeof digest === 'string';
  return isCount ? { number: number as number, digest } : 'damaged';
}

/** Durable when it returns. */
export function writeCount(folder: string, { number, digest }: HeadCount): void {
  writeFileDurably(join(folder, COUNT_FILE), sealJson({ format: FORMAT, number, digest }));
}
