import type {
  HistoryBackend,
  HistoryPart,
  OnDamage,
  WriterOptions,
} from '../../../src/history/history-backend.ts';
import type { HistoryReader } from '../../../src/history/history-store.ts';
import { MemoryContent } from './memory-content.ts';
import { MemoryHistoryReader } from './memory-history-reader.ts';
import { MemoryHistoryStore, type MemoryHistoryOptions } from './memory-history-store.ts';

/** A history that exists as long as this object. Any number of writers may be open at once: the last one writes. */
export class MemoryHistoryBackend implements HistoryBackend {
  readonly folders: readonly string[] = [];
  readonly #content = new MemoryContent();
  readonly #options: MemoryHistoryOptions;

  constructor(options: MemoryHistoryOptions = {}) {
    this.#options = options;
  }

  async exists(): Promise<boolean> {
    return true;
  }

  async openWriter({ windowMs }: Pick<WriterOptions, 'windowMs'>): Promise<MemoryHistoryStore> {
    return new MemoryHistoryStore(windowMs, this.#content, this.#options);
  }

  async openReader(_onDamage: OnDamage): Promise<HistoryReader> {
    return new MemoryHistoryReader(this.#content);
  }

  files(): undefined {
    return undefined;
  }

  async parts(): Promise<HistoryPart[]> {
    return [];
  }

  async partsWithin(): Promise<HistoryPart[]> {
    return [];
  }
}
