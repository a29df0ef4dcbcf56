import { join } from 'node:path';
import { closeSync, fstatSync, readSync, readdirSync, statSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { openRegularFile } from '../../disk/regular-file.ts';
import { isReference } from './frame-check.ts';
import type { BeginFrame, Frame } from './recorded-events.ts';
import { readFrames, type FramesEnd } from './recording-frames.ts';

const EXTENSION = '.recording';

/** The files of a recording in order of time: the file itself, or all in a folder. */
export function recordingFiles(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith(EXTENSION));
  if (names.length === 0) throw new OperatorError(`${path} has no recording`);
  return names.toSorted().map((name) => join(path, name));
}

/** Reads the frames of a file one by one; returns where they end. */
export function* framesOf(path: string): Generator<Frame, FramesEnd, undefined> {
  const file = openRecording(path);
  try {
    const { size } = fstatSync(file);
    const frames = readFrames((position, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
    });
    return yield* frames as Generator<Frame, FramesEnd, undefined>;
  } finally {
    closeSync(file);
  }
}

/** The first frame of a file. */
export function readBeginFrame(path: string): BeginFrame {
  const frames = framesOf(path);
  const { value } = frames.next();
  frames.return({ soundBytes: 0 });
  if (
    typeof value !== 'object' ||
    !value ||
    !('kind' in value) ||
    value.kind !== 'begin' ||
    !isBeginning(value)
  ) {
    const problem = typeof value === 'object' && value && 'problem' in value ? value.problem : undefined;
    throw new OperatorError(`${path} ${problem ?? 'is not a recording'}`);
  }
  return value;
}

function isBeginning({ source, after, reference }: BeginFrame): boolean {
  return typeof source === 'string' && Number.isSafeInteger(after) && isReference(reference);
}

function openRecording(path: string): number {
  try {
    return openRegularFile(path);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
