import { lstatSync } from 'node:fs';
import { OperatorError } from '../../core/errors.ts';
import { DurableWriter } from '../../disk/durable-writer.ts';
import type { ExportTarget } from './export.ts';

const FILE_MODE = 0o644;

/** Runs an export into a file that has its name only once all of it is durable. */
export async function exportToFile<Result>(
  path: string,
  force: boolean,
  run: (target: ExportTarget) => Promise<Result>,
): Promise<Result> {
  checkName(path, force);
  const writer = onDisk(path, () => new DurableWriter(path, FILE_MODE));
  let result: Result;
  try {
    result = await run({ write: async (text) => onDisk(path, () => writer.write(Buffer.from(text))) });
    if (onDisk(path, () => writer.commit(force))) return result;
  } catch (error) {
    writer.abandon();
    throw error;
  }
  throw thereAlready(path);
}

function checkName(path: string, force: boolean): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isFile())
    throw new OperatorError(`${path} is not a plain file: leave out --out to write to standard output`);
  if (!force) throw thereAlready(path);
}

function thereAlready(path: string): OperatorError {
  return new OperatorError(`${path} is there already: --force replaces it`);
}

function onDisk<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new OperatorError(`${path} cannot be written: ${(error as Error).message}`);
  }
}
