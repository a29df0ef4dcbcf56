import { dirname } from 'node:path';
import {
  closeSync,
  constants,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  writeSync,
} from '../../disk/files.ts';
import { PRIVATE_FILE_MODE, syncFolder } from '../../disk/durable-file.ts';
import { openRegularFile } from '../../disk/regular-file.ts';
import { appendEnd } from './frame-list.ts';

/** Writes bytes to the disk; tests replace it with one that fails. */
export interface FileWriter {
  write(file: number, bytes: Uint8Array, offset: number): void;
  sync(file: number): void;
}

export const DISK: FileWriter = {
  write: (file, bytes, offset) => {
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, bytes.length - done, offset + done);
  },
  sync: (file) => fdatasyncSync(file),
};

/** The file of an hour, open for appending. */
export class HourFile {
  readonly path: string;
  readonly #file: number;
  readonly #disk: FileWriter;
  #end: number;

  private constructor(path: string, file: number, end: number, disk: FileWriter) {
    this.path = path;
    this.#file = file;
    this.#end = end;
    this.#disk = disk;
  }

  /** Creates the file, or cuts off an unfinished frame that a crash left at its end. Damaged bytes stay in the file. */
  static open(path: string, disk: FileWriter = DISK): HourFile {
    const file = openRegularFile(path, constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE_MODE);
    try {
      const end = appendEnd(file);
      ftruncateSync(file, end);
      fsyncSync(file);
      syncFolder(dirname(path));
      return new HourFile(path, file, end, disk);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Durable when it returns. If it throws, the file is unchanged, or is cut when it is next opened. */
  append(bytes: Uint8Array): void {
    try {
      this.#disk.write(this.#file, bytes, this.#end);
      this.#disk.sync(this.#file);
      this.#end += bytes.length;
    } catch (error) {
      ftruncateSync(this.#file, this.#end);
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
