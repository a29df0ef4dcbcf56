import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';

/** A file that only its owner writes. It knows what the owner read or wrote, and so finds other changes. */
export class KnownFile {
  readonly path: string;
  #text: string | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Undefined where there is no such file. */
  read(): string | undefined {
    const text = readFileIfExists(this.path);
    // What is found later may have been put there from outside.
    this.#text ??= text;
    return text;
  }

  /** Durable when it returns. */
  write(text: string): void {
    writeFileDurably(this.path, text);
    this.#text = text;
  }

  /** What has become of it since it was first read or last written; undefined where it is the same. */
  get change(): 'missing' | 'changed' | undefined {
    if (this.#text === undefined) return undefined;
    const text = readFileIfExists(this.path);
    if (text === undefined) return 'missing';
    return text === this.#text ? undefined : 'changed';
  }
}
