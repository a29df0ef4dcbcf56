import { dirname } from 'node:path';
import { lstatSync, statSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DurableWriter } from '../../../disk/durable-file.ts';
import type { ExportTarget } from './export.ts';

const FILE_MODE = 0o644;

/** Runs an export into a file that gets its name only when it is complete and durable. */
export async function exportToFile<Result>(
  path: string,
  force: boolean,
  run: (target: ExportTarget) => Promise<Result>,
): Promise<Result> {
  checkName(path, force);
  const writer = onDisk(path, () => new DurableWriter(path, FILE_MODE));
  let result: Result;
  try {
    result = await run({
      write: async (part) =>
        onDisk(path, () => writer.write(typeof part === 'string' ? Buffer.from(part) : part)),
    });
    if (onDisk(path, () => writer.commit(force))) return result;
  } catch (error) {
    writer.abandon();
    throw error;
  }
  throw alreadyExists(path);
}

function checkName(path: string, force: boolean): void {
  const stats = onDisk(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return checkFolder(path);
  if (!stats.isFile())
    throw new OperatorError(`${path} is not a regular file: choose another one with --out`);
  if (!force) throw alreadyExists(path);
}

/** Checked first, so that the error names the target: the file is written under a temporary name. */
function checkFolder(path: string): void {
  const folder = dirname(path);
  if (!onDisk(path, () => statSync(folder, { throwIfNoEntry: false }))?.isDirectory())
    throw new OperatorError(`${path} cannot be written: there is no folder ${folder}`);
}

function alreadyExists(path: string): OperatorError {
  return new OperatorError(`${path} already exists: use --force to replace it`);
}

function onDisk<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new OperatorError(`${path} cannot be written: ${(error as Error).message}`);
  }
}
