import { relative } from 'node:path';
import { statSync } from '../../disk/files.ts';
import { readFailureOf } from '../../disk/read-failure.ts';
import type { Finding, Pace, StoredPart } from './finding.ts';

/** A file of a data directory as a part to check. If the disk fails to read it, that is a finding. */
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

/** 0 if the file is gone. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Turns a read failure into a finding, so that the other files are still checked. */
async function orReadFailure(check: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check;
  } catch (error) {
    const reason = readFailureOf(error);
    if (reason === undefined) throw error;
    return [{ reason }];
  }
}
