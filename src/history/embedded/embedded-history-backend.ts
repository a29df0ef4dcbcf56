import { join } from 'node:path';
import { existsSync } from '../../disk/files.ts';
import type { Millis } from '../../core/time.ts';
import type {
  HistoryBackend,
  HistoryFiles,
  HistoryPart,
  OnDamage,
  WriterOptions,
} from '../history-backend.ts';
import type { HistoryReader } from '../history-store.ts';
import { EmbeddedParts } from './check/embedded-parts.ts';
import { EmbeddedHistoryStore } from './embedded-history-store.ts';
import { HistorySnapshot } from './read/history-snapshot.ts';
import { STORE_FOLDERS, StoreFolders } from './store-folders.ts';

const FOLDER = 'history';

/** History in the files of a data directory. The process that opens a writer must hold the directory's lock. */
export class EmbeddedHistoryBackend implements HistoryBackend {
  readonly folders: readonly string[] = STORE_FOLDERS.map((name) => join(FOLDER, name));
  readonly #store: StoreFolders;
  readonly #parts: EmbeddedParts;

  constructor(data: string) {
    this.#store = new StoreFolders(join(data, FOLDER));
    this.#parts = new EmbeddedParts(data, this.#store);
  }

  async exists(): Promise<boolean> {
    return existsSync(this.#store.journal);
  }

  openWriter(options: WriterOptions): Promise<EmbeddedHistoryStore> {
    const { onBackgroundFailure, growingFileBytes, ...others } = options;
    return EmbeddedHistoryStore.open({
      folder: this.#store.root,
      onSealingFailure: onBackgroundFailure,
      ...(growingFileBytes !== undefined && { journalFileBytes: growingFileBytes }),
      ...others,
    });
  }

  /** Reads the state at this moment; later writes are mostly not visible. */
  async openReader(onDamage: OnDamage): Promise<HistoryReader> {
    return HistorySnapshot.open(this.#store.root, onDamage);
  }

  files(): HistoryFiles | undefined {
    return existsSync(this.#store.journal) ? this.#store.extent() : undefined;
  }

  async parts(): Promise<HistoryPart[]> {
    return this.#parts.all();
  }

  async partsWithin(from: Millis, to: Millis): Promise<HistoryPart[]> {
    return this.#parts.segments(from, to);
  }
}
