import { isatty } from 'node:tty';
import { writeSync } from '../../../disk/files.ts';

export interface ErrorSink {
  /** Like `writeSync`: returns the number of bytes written, or throws. */
  readonly write: (bytes: Uint8Array) => number;
  readonly isTerminal: boolean;
  readonly columns: () => number;
  readonly pause: (ms: number) => void;
}

const STANDARD_ERROR = 2;
const DEFAULT_COLUMNS = 80;
/** A write waits this long for a slow reader. If that was not enough, later writes are tried only once until one succeeds. */
const MAX_TRIES = 100;
const RETRY_MS = 10;

export function standardError(): ErrorSink {
  return {
    write: (bytes) => writeSync(STANDARD_ERROR, bytes),
    isTerminal: isatty(STANDARD_ERROR),
    columns: () => process.stderr.columns,
    pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  };
}

/**
 * The only writer of standard error: log lines and messages, and on a terminal one line of progress below
 * them, which is erased before text is written. Text is written at once, so that a crash loses nothing. A
 * failed write, for example on a closed terminal, is returned to the caller, never thrown.
 */
export class ErrorOutput {
  readonly #sink: ErrorSink;
  #progress = '';
  #works = true;

  constructor(sink: ErrorSink) {
    this.#sink = sink;
  }

  get isTerminal(): boolean {
    return this.#sink.isTerminal;
  }

  /** Shows a progress line, replacing the previous one; the empty string removes it. Undefined without a terminal. */
  get progress(): ((line: string) => void) | undefined {
    return this.#sink.isTerminal ? (line) => this.#show(line) : undefined;
  }

  /** Writes whole lines above the progress. False if they could not be written. */
  write(text: string): boolean {
    return this.#put(this.#erased() + text + this.#progress);
  }

  /** Lets another stream write whole lines to the same terminal. */
  writeBeside(write: () => void): void {
    if (this.#progress === '') {
      write();
      return;
    }
    this.#put(this.#erased());
    write();
    this.#put(this.#progress);
  }

  #show(line: string): void {
    const shown = line.slice(0, (this.#sink.columns() || DEFAULT_COLUMNS) - 1);
    if (shown === this.#progress) return;
    const text = this.#erased() + shown;
    this.#progress = shown;
    this.#put(text);
  }

  #erased(): string {
    return this.#progress === '' ? '' : `\r${' '.repeat(this.#progress.length)}\r`;
  }

  #put(text: string): boolean {
    let bytes: Uint8Array = Buffer.from(text);
    let tries = this.#works ? MAX_TRIES : 1;
    this.#works = true;
    while (bytes.length > 0 && this.#works) {
      const written = this.#try(bytes);
      if (written === 0 && tries > 1) this.#sink.pause(RETRY_MS);
      if (written === 0) tries--;
      this.#works = written !== undefined && tries > 0;
      bytes = bytes.subarray(written);
    }
    return this.#works;
  }

  /** Undefined if writing failed, 0 if the reader must read first. */
  #try(bytes: Uint8Array): number | undefined {
    try {
      return this.#sink.write(bytes);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : undefined;
    }
  }
}
