import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';

/** A file that only its owner writes. Remembers the text that the owner read or wrote, to detect changes from outside. */
export class OwnedFile {
  readonly path: string;
  #text: string | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Undefined if the file does not exist. */
  read(): string | undefined {
    const text = readFileIfExists(this.path);
    // Only the first read counts: a later text may have been written from outside.
    this.#text ??= text;
    return text;
  }

  /** Durable when it returns. */
  write(text: string): void {
    writeFileDurably(this.path, text);
    this.#text = text;
  }

  /** How the file differs from what was first read or last written; undefined if it does not. */
  get change(): 'missing' | 'changed' | undefined {
    if (this.#text === undefined) return undefined;
    const text = readFileIfExists(this.path);
    if (text === undefined) return 'missing';
    return text === this.#text ? undefined : 'changed';
  }
}
