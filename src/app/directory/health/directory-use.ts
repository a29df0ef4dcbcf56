import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { join } from 'node:path';
import { freeBytesOn } from '../../../disk/free-bytes.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import { bytesIn } from '../../../history/inputs/disk-space.ts';
import { InputFolder } from '../../../history/inputs/input-folder.ts';

/** Bytes in the folders of a data directory, and in all of it. */
export type DiskUse = Readonly<Record<'journal' | 'hours' | 'days' | 'candles' | 'inputs' | 'all', number>>;

export function diskUseOf(folder: string): DiskUse {
  const history = (name: string) => bytesIn(join(folder, 'history', name));
  return {
    journal: history('journal'),
    hours: history('hours'),
    days: history('days'),
    candles: history('candles'),
    inputs: bytesIn(join(folder, 'inputs')),
    all: bytesIn(folder),
  };
}

/** Disk use of a data directory, measured by walking through all of its folders. */
export interface DirectoryUse {
  readonly disk: DiskUse;
  /** On the disk of the directory. */
  readonly freeBytes: number;
  readonly inputs: InputsKept | undefined;
}

/** Stats every file: do not call it in the serving thread. */
export function measureDirectory(folder: string): DirectoryUse {
  return { disk: diskUseOf(folder), freeBytes: freeBytesOn(folder), inputs: inputsKeptIn(folder) };
}

/** Range of the recorded inputs on disk: from the first tick with inputs to the end of their last hour. */
export interface InputsKept {
  readonly from: Millis;
  readonly to: Millis;
  readonly bytes: number;
}

/** Undefined if there are none. */
function inputsKeptIn(folder: string): InputsKept | undefined {
  const inputs = new InputFolder(join(folder, 'inputs'));
  const hours = inputs.hours();
  const [oldest, newest] = [hours[0], hours.at(-1)];
  if (oldest === undefined || newest === undefined) return undefined;
  const from = new FileInputReader(join(folder, 'inputs')).firstAfter(-Infinity) ?? oldest;
  return { from, to: newest + HOUR_MS, bytes: hours.reduce((sum, hour) => sum + inputs.bytesOf(hour), 0) };
}
