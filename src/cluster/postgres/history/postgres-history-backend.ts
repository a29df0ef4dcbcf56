import type { Millis } from '../../../core/time.ts';
import type {
  HistoryBackend,
  HistoryPart,
  OnDamage,
  WriterOptions,
} from '../../../history/history-backend.ts';
import { Database, type DatabaseOptions } from '../database.ts';
import { isMigrated, migrate } from '../migrations.ts';
import { PostgresHistoryReader } from './read/postgres-history-reader.ts';
import { PostgresParts } from './postgres-parts.ts';
import { PostgresHistoryStore } from './postgres-history-store.ts';

/** A history in a PostgreSQL database, for any number of processes. */
export class PostgresHistoryBackend implements HistoryBackend {
  readonly folders: readonly string[] = [];
  readonly #options: DatabaseOptions;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  async exists(): Promise<boolean> {
    return this.#with(isMigrated);
  }

  async openWriter(options: WriterOptions): Promise<PostgresHistoryStore> {
    return this.#opened(async (database) => {
      await migrate(database);
      return PostgresHistoryStore.open(database, options);
    });
  }

  async openReader(onDamage: OnDamage): Promise<PostgresHistoryReader> {
    return this.#opened(async (database) => {
      if (!(await isMigrated(database))) throw new Error('the database holds no history');
      return new PostgresHistoryReader(database, onDamage);
    });
  }

  files(): undefined {
    return undefined;
  }

  parts(): Promise<HistoryPart[]> {
    return this.#parts((parts) => parts.all());
  }

  partsWithin(from: Millis, to: Millis): Promise<HistoryPart[]> {
    return this.#parts((parts) => parts.within(from, to));
  }

  async #parts(list: (parts: PostgresParts) => Promise<HistoryPart[]>): Promise<HistoryPart[]> {
    if (!(await this.exists())) return [];
    return list(new PostgresParts((work) => this.#with(work)));
  }

  /** Closes the database if `work` rejects. */
  async #opened<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = new Database(this.#options);
    try {
      return await work(database);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  async #with<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = new Database(this.#options);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}
