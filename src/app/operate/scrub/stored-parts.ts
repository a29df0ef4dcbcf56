import { join } from 'node:path';
import { existsSync } from '../../../disk/files.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { LoopTurns } from '../../../core/async/loop-turns.ts';
import { EVENT_LOOP } from '../../../core/async/loop.ts';
import { checkedFile, sizeOf } from '../../../history/scrub/checked-file.ts';
import { FILE_MISSING, type Finding, type StoredPart } from '../../../history/scrub/finding.ts';
import { StoredParts } from '../../../history/scrub/stored-parts.ts';
import { ReferenceLogReader } from '../../../reference/versions/reference-log.ts';
import { PROGRESS_FILE, ProgressDamaged, readProgress } from '../../pipeline/backfill/backfill-progress.ts';
import { embeddedHistory } from '../../directory/backends.ts';
import { KEPT_RECEIPTS, REFERENCE_FILE } from '../../directory/data-format.ts';
import {
  alteredText,
  KEPT_COUNT_FILE,
  missingIn,
  readKeptCounts,
} from '../../pipeline/kept-receipts/kept-count.ts';
import { COUNTED_FORMAT, loadKeptFile } from '../../pipeline/kept-receipts/kept-file.ts';
import { keptFiles } from '../../pipeline/kept-receipts/kept-reader.ts';
import { secretParts } from './secret-parts.ts';

/** All parts of a data directory that can be checked, at present. */
export function partsOf(folder: string, clock?: Clock): Pick<StoredParts, 'list' | 'has'> {
  const parts = new StoredParts(folder, embeddedHistory(folder));
  return {
    has: (file) => parts.has(file),
    list: async () => [
      ...(await parts.list()),
      ...referencePart(folder),
      ...progressPart(folder),
      ...keptParts(folder),
      ...secretParts(folder, clock),
    ],
  };
}

/** Checks the content of `backfill.json`, which has no checksum. */
function progressPart(folder: string): StoredPart[] {
  const path = join(folder, PROGRESS_FILE);
  if (!existsSync(path)) return [];
  return [
    checkedFile(folder, path, async (pace) => {
      await pace(sizeOf(path));
      try {
        readProgress(folder);
        return [];
      } catch (error) {
        if (error instanceof ProgressDamaged) return [{ reason: error.problem }];
        if (error instanceof OperatorError) return [{ reason: error.message }];
        throw error;
      }
    }),
  ];
}

const TURNS = new LoopTurns(EVENT_LOOP);

/** Files of kept receipts: checks checksums, that each line is understood, and that none was removed. */
export function keptParts(folder: string): StoredPart[] {
  const names = keptFiles(folder);
  const counted = readKeptCounts(folder);
  const removed = counted instanceof Map ? [...counted.keys()].filter((name) => !names.includes(name)) : [];
  const files = [...names, ...removed].map((name) => {
    const path = join(folder, KEPT_RECEIPTS, name);
    return checkedFile(folder, path, async (pace) => {
      await pace(sizeOf(path));
      return keptFindings(folder, name);
    });
  });
  return counted === undefined ? files : [...files, countPart(folder)];
}

async function keptFindings(folder: string, name: string): Promise<Finding[]> {
  const path = join(folder, KEPT_RECEIPTS, name);
  // Read the counts first: the owner writes the line before the count.
  const counts = readKeptCounts(folder);
  const count = counts instanceof Map ? counts.get(name) : undefined;
  if (!existsSync(path)) return count && count.bytes > 0 ? [{ reason: FILE_MISSING }] : [];
  try {
    const content = await loadKeptFile(path, TURNS);
    const { damagedLines, linesAfterGap, format = 0 } = content;
    const lacksCount = !count && counts !== 'damaged' && format >= COUNTED_FORMAT;
    const missing = count && (await missingIn(path, content, count));
    return [
      ...damagedLines.map((line) => ({ what: `line ${line}`, reason: 'it is damaged' })),
      ...linesAfterGap.map((line) => ({ what: `line ${line}`, reason: 'lines before it are missing' })),
      ...(lacksCount
        ? [{ reason: `${KEPT_COUNT_FILE} has no count of this file: lines may have been removed` }]
        : []),
      ...(missing === undefined ? [] : [{ reason: missing }]),
      ...(count?.brokenAt === undefined ? [] : [{ reason: alteredText(count.brokenAt) }]),
    ];
  } catch (error) {
    if (error instanceof OperatorError) return [{ reason: error.message }];
    throw error;
  }
}

function countPart(folder: string): StoredPart {
  const path = join(folder, KEPT_RECEIPTS, KEPT_COUNT_FILE);
  return checkedFile(folder, path, async (pace) => {
    await pace(sizeOf(path));
    const isDamaged = readKeptCounts(folder) === 'damaged';
    return isDamaged ? [{ reason: 'it is damaged: the next kept receipt rewrites it' }] : [];
  });
}

const HASH_MISMATCH = 'its content does not match its hash';

/** An unfinished end, left by a crash, is not damage. */
export function referencePart(folder: string): StoredPart[] {
  const path = join(folder, REFERENCE_FILE);
  if (!existsSync(path)) return [];
  return [
    checkedFile(folder, path, async (pace) => {
      const reader = new ReferenceLogReader(path);
      const findings: Finding[] = [];
      if (!reader.hasBeginning) findings.push({ reason: 'its beginning is damaged' });
      if (reader.damagedBytes > 0)
        findings.push({ what: `${reader.damagedBytes} bytes between versions`, reason: 'they are damaged' });
      if (reader.hasDamagedTail) findings.push({ what: 'the last version', reason: 'it is damaged' });
      const versions = reader.records.length;
      for (const { hash, isSound } of reader.versions()) {
        if (!isSound) findings.push({ what: `version ${hash.slice(0, 12)}`, reason: HASH_MISMATCH });
        await pace(reader.end / versions);
      }
      return findings;
    }),
  ];
}
