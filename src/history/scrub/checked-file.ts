import { relative } from 'node:path';
import { statSync } from '../../disk/files.ts';
import { readFailureOf } from '../../disk/read-failure.ts';
import type { Finding, Pace, StoredPart } from './finding.ts';

/** A file of a data directory as a part to check. One that the disk refuses to read is a finding. */
export function checkedFile(
  folder: string,
  path: string,
  check: (pace: Pace) => Promise<Finding[]>,
): StoredPart {
  const name = relative(folder, path);
  return {
    name,
    bytes: sizeOf(path),
    check: async (pace) => (await orReadFailure(check(pace))).map((finding) => ({ file: name, ...finding })),
  };
}

/** 0 where it has gone. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A file that the disk refuses to read is no reason to leave the others unchecked. */
async function orReadFailure(check: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check;
  } catch (error) {
    const reason = readFailureOf(error);
    if (reason === undefined) throw error;
    return [{ reason }];
  }
}
