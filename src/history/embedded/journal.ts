import { ThreadCalls } from './thread-calls.ts';

export interface JournalOptions {
  readonly path: string;
  /** What LMDB maps at first; it grows by itself. */
  readonly mapBytes: number;
}

export interface JournalEntry {
  readonly key: string;
  readonly value: Uint8Array;
}

/** What is stored and removed at once. Removing what is not there is no error. */
export interface JournalChange {
  readonly puts?: readonly JournalEntry[];
  readonly removes?: readonly string[];
}

export type JournalRequest = { readonly kind: 'load' } | { readonly kind: 'close' } | CommitRequest;

export interface CommitRequest extends JournalChange {
  readonly kind: 'commit';
}

/**
 * Small records by key in LMDB, in a thread of its own, so that waiting for the disk never holds up the caller.
 * LMDB's own asynchronous writes are not used: where one fails, they leave a rejection that nobody can handle, which
 * ends the process; a synchronous transaction simply throws.
 */
export class Journal {
  readonly #thread: ThreadCalls;

  constructor(options: JournalOptions) {
    this.#thread = new ThreadCalls('journal-thread', options);
  }

  /** Everything stored, in the order of keys. */
  load(): Promise<JournalEntry[]> {
    return this.#thread.call<JournalEntry[]>({ kind: 'load' });
  }

  /**
   * All of the change or nothing: it is durable when this resolves, and not stored when it rejects. Later changes may
   * succeed. Buffers that hold nothing but a value are handed over and are empty afterwards.
   */
  commit(change: JournalChange): Promise<void> {
    const buffers = (change.puts ?? [])
      .map(({ value }) => value)
      .filter((value) => value.byteLength === value.buffer.byteLength)
      .map(({ buffer }) => buffer as ArrayBuffer);
    return this.#thread.call<void>({ kind: 'commit', ...change } satisfies CommitRequest, [
      ...new Set(buffers),
    ]);
  }

  /** After the changes that were asked for before. */
  async close(): Promise<void> {
    await this.#thread.call<void>({ kind: 'close' });
    await this.#thread.close();
  }
}
