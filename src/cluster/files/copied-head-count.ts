import { join } from 'node:path';
import { isHeader, LineLog, type LogContent } from '../../disk/line-log.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import {
  COUNT_FILE,
  readCount,
  writeCount,
  digestAfter,
  HEAD_FILE,
  NO_HEADS,
  readHeadLines,
} from '../../app/pipeline/integrity/head-lines.ts';

/**
 * Brings the count of heads up to date with the file, which is as the shared log is. A count that is none of these heads is set aside
 * first: it may tell of heads that were lost.
 */
export function keepHeadCount(folder: string, quarantine: Pick<Quarantine, 'copy'>): void {
  const content = LineLog.read(join(folder, HEAD_FILE));
  if (!content) return;
  const kept = readCount(folder);
  const { count } = readHeadLines(content, folder, undefined);
  if (kept !== 'damaged' && kept?.number === count.number && kept.digest === count.digest) return;
  const isOfTheseHeads = kept === undefined || (kept !== 'damaged' && digestsOf(content).has(kept.digest));
  if (!isOfTheseHeads)
    quarantine.copy(join(folder, COUNT_FILE), 'it does not fit the heads of the shared log');
  writeCount(folder, count);
}

/** After each head, and before the first. */
function digestsOf({ lines }: LogContent): Set<string> {
  const digests = [NO_HEADS.digest];
  for (const line of lines) if (!isHeader(line)) digests.push(digestAfter(digests.at(-1)!, line));
  return new Set(digests);
}
