import { open, type RootDatabase } from 'lmdb';
import { workerData } from 'node:worker_threads';
import type { CommitRequest, JournalEntry, JournalOptions, JournalRequest } from './journal.ts';
import { fillUpFile } from './journal-file.ts';
import { answerCalls } from './thread-calls.ts';

type Records = RootDatabase<Uint8Array, string>;

/**
 * A commit writes its pages, waits for them (`fdatasync`), and then turns to them by one write that waits for itself
 * (`O_DSYNC`): with `overlappingSync` off, a transaction that has returned is durable.
 */
function openRecords({ path, mapBytes }: JournalOptions): Records {
  fillUpFile(path);
  return open<Uint8Array, string>({
    path,
    mapSize: mapBytes,
    encoding: 'binary',
    noSubdir: true,
    overlappingSync: false,
  });
}

class JournalThread {
  readonly #options: JournalOptions;
  #records: Records | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  answer(request: JournalRequest): unknown {
    if (request.kind === 'load') return this.#load();
    if (request.kind === 'commit') return this.#commit(request);
    return this.#close();
  }

  #load(): JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (const { key, value } of this.#open().getRange({})) entries.push({ key, value });
    return entries;
  }

  /** After a failure LMDB may refuse everything until it is opened again, so it is. */
  async #commit({ puts = [], removes = [] }: CommitRequest): Promise<void> {
    const records = this.#open();
    try {
      records.transactionSync(() => {
        for (const { key, value } of puts) records.putSync(key, value);
        for (const key of removes) records.removeSync(key);
      });
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  #open(): Records {
    this.#records ??= openRecords(this.#options);
    return this.#records;
  }

  async #close(): Promise<void> {
    const records = this.#records;
    this.#records = undefined;
    await records?.close();
  }
}

const thread = new JournalThread(workerData as JournalOptions);
answerCalls<JournalRequest>((request) => thread.answer(request));
