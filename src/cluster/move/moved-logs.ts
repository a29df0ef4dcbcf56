import { join } from 'node:path';
import { rmSync } from '../../disk/files.ts';
import { readBytesIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import { LineLog } from '../../disk/line-log.ts';
import { ReferenceLog, ReferenceLogReader } from '../../reference/versions/reference-log.ts';
import { CONTRACT_FILE } from '../../app/config/contract-file.ts';
import { REFERENCE_FILE } from '../../app/directory/data-format.ts';
import { quarantineOf } from '../../app/directory/quarantine-of.ts';
import { GAP_COUNT_FILE, GAP_FILE } from '../../app/pipeline/gaps/gap-lines.ts';
import { GapLog } from '../../app/pipeline/gaps/gap-log.ts';
import { HEAD_COUNT_FILE, HEAD_FILE } from '../../app/pipeline/integrity/head-lines.ts';
import { HeadLog } from '../../app/pipeline/integrity/head-log.ts';
import { TIMESTAMP_FILE } from '../../app/pipeline/integrity/timestamp/timestamp-log.ts';

/** Files of the logs that all nodes copy, by the name of the log in the database. */
export const LOG_FILES = {
  reference: REFERENCE_FILE,
  contracts: CONTRACT_FILE,
  heads: HEAD_FILE,
  timestamps: TIMESTAMP_FILE,
  gaps: GAP_FILE,
} as const;

export type LogName = keyof typeof LOG_FILES;
export const LOG_NAMES = Object.keys(LOG_FILES) as readonly LogName[];

export interface LogRecords {
  /** Lines without checksum, newline and header, or whole records of reference data. */
  readonly records: readonly Buffer[];
  /** Descriptions of what cannot be read. */
  readonly damage: readonly string[];
}

const HEADER = JSON.stringify({ format: 1 });
const ANY_HEADER = /^\{"format":\d+\}$/;

export function readLogFile(folder: string, name: LogName): LogRecords {
  return name === 'reference' ? readReference(folder) : readLineFile(join(folder, LOG_FILES[name]));
}

/** Replaces the file with these records. Without records, deletes it. */
export async function writeLogFile(
  folder: string,
  name: LogName,
  records: readonly Uint8Array[],
): Promise<void> {
  const path = join(folder, LOG_FILES[name]);
  rmSync(path, { force: true });
  if (name === 'heads') rmSync(join(folder, HEAD_COUNT_FILE), { force: true });
  if (name === 'gaps') rmSync(join(folder, GAP_COUNT_FILE), { force: true });
  if (records.length === 0) return;
  if (name === 'reference') return writeReference(path, records);
  const lines = records.map((record) => Buffer.from(record).toString());
  LineLog.replace(path, [HEADER, ...lines]);
  // Opening these logs creates their counts.
  if (name === 'gaps')
    await (
      await GapLog.open({ folder, quarantine: quarantineOf(folder), onProblem: () => undefined })
    ).close();
  if (name === 'heads') await (await HeadLog.open({ folder, quarantine: quarantineOf(folder) })).close();
}

function readLineFile(path: string): LogRecords {
  const content = LineLog.read(path);
  if (!content) return { records: [], damage: [] };
  const lines = content.lines.filter((line) => !ANY_HEADER.test(line));
  return {
    records: lines.map((line) => Buffer.from(line)),
    damage: content.damagedLines.map((line) => `line ${line} of ${path}`),
  };
}

function readReference(folder: string): LogRecords {
  const path = join(folder, REFERENCE_FILE);
  const reader = new ReferenceLogReader(path);
  const bytes = readBytesIfExists(path) ?? Buffer.alloc(0);
  const { damagedBytes, hasBeginning, hasDamagedTail } = reader;
  return {
    records: reader.records.map(({ at, end }) => bytes.subarray(at, end)),
    damage: [
      ...(hasBeginning ? [] : [`the beginning of ${path}`]),
      ...(damagedBytes > 0 ? [`${damagedBytes} bytes of ${path}`] : []),
      ...(hasDamagedTail ? [`the end of ${path}`] : []),
    ],
  };
}

async function writeReference(path: string, records: readonly Uint8Array[]): Promise<void> {
  // Opening a new log writes its header.
  const log = await ReferenceLog.open(path, () => undefined);
  await log.close();
  writeFileDurably(path, Buffer.concat([readBytesIfExists(path)!, ...records]));
}
