import { createHash, type Hash } from 'node:crypto';
import { join } from 'node:path';
import { constants } from '../../../disk/files.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { parseInstant } from '../../../core/text/json-line.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import { openRegularHandle } from '../../../disk/regular-file.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';
import { KEPT_RECEIPTS } from '../../directory/data-format.ts';
import { isKeptFile, type KeptFileContent } from './kept-file.ts';

/** In the folder of kept receipts: shows whether lines were removed from its files. */
export const KEPT_COUNT_FILE = 'count.json';
const FORMAT = 1;

export interface FileCount {
  readonly receipts: number;
  readonly bytes: number;
  /** Hash of the first `bytes` bytes of the file. */
  readonly sha256: string;
  /** Set only if the file had uncounted lines: the time from which lines are counted. */
  readonly since?: Millis | undefined;
  /** Set only if the service found missing or altered lines when it wrote to the file at that time. */
  readonly brokenAt?: Millis | undefined;
}

export type KeptCounts = ReadonlyMap<string, FileCount>;

/** Undefined if there is no count, as in directories of older versions. */
export function readKeptCounts(folder: string): KeptCounts | 'damaged' | undefined {
  const content = readSealed(join(folder, KEPT_RECEIPTS, KEPT_COUNT_FILE), FORMAT);
  if (typeof content !== 'object') return content;
  const { files } = content;
  if (!isObject(files)) return 'damaged';
  const counts = new Map<string, FileCount>();
  for (const [file, value] of Object.entries(files)) {
    const count = isKeptFile(file) ? countIn(value) : undefined;
    if (!count) return 'damaged';
    counts.set(file, count);
  }
  return counts;
}

function countIn(value: unknown): FileCount | undefined {
  if (!isObject(value)) return undefined;
  const { receipts, bytes, sha256, since, brokenAt } = value;
  const isCount = [receipts, bytes].every((each) => Number.isSafeInteger(each) && Number(each) >= 0);
  if (!isCount || typeof sha256 !== 'string') return undefined;
  return {
    receipts: receipts as number,
    bytes: bytes as number,
    sha256,
    since: parseInstant(since),
    brokenAt: parseInstant(brokenAt),
  };
}

/** Durable when it returns. */
export function writeKeptCounts(folder: string, counts: KeptCounts): void {
  const shown = [...counts].map(([file, { receipts, bytes, sha256, since, brokenAt }]) => [
    file,
    {
      receipts,
      bytes,
      sha256,
      ...(since !== undefined && { since: formatDatetime(since) }),
      ...(brokenAt !== undefined && { brokenAt: formatDatetime(brokenAt) }),
    },
  ]);
  const content = { format: FORMAT, files: Object.fromEntries(shown) as Readonly<Record<string, unknown>> };
  writeFileDurably(join(folder, KEPT_RECEIPTS, KEPT_COUNT_FILE), sealJson(content));
}

/** The hash of the first `bytes` of a file, which must be at least that long. */
export async function hashOfFile(path: string, bytes: number): Promise<Hash> {
  const hash = createHash('sha256');
  if (bytes === 0) return hash;
  const handle = await openRegularHandle(path, constants.O_RDONLY);
  try {
    for await (const chunk of handle.createReadStream({ end: bytes - 1, autoClose: false }))
      hash.update(chunk as Buffer);
  } finally {
    await handle.close();
  }
  return hash;
}

/**
 * Says what was removed from or altered in a file of kept receipts; undefined if nothing. A damaged line that
 * hides no receipt is reported separately.
 */
export async function missingIn(
  path: string,
  { receipts, bytes, damagedLines }: Pick<KeptFileContent, 'receipts' | 'bytes' | 'damagedLines'>,
  count: FileCount,
): Promise<string | undefined> {
  const isShort = bytes < count.bytes;
  if (!isShort && (await hashOfFile(path, count.bytes)).digest('hex') === count.sha256) return undefined;
  const isLess = receipts.length < count.receipts;
  if (!isShort && !isLess && damagedLines.length > 0) return undefined;
  const found = isLess
    ? `it has ${receipts.length} receipts, but ${count.receipts} were written`
    : isShort
      ? `it has ${bytes} bytes, but ${count.bytes} were written`
      : `its first ${count.bytes} bytes differ from those that were written`;
  return `lines were removed or altered: ${found}`;
}

export function alteredText(brokenAt: Millis): string {
  return `lines were removed or altered before ${formatDatetime(brokenAt)}: the service noticed it then`;
}
