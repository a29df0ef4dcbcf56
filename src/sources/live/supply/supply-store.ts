import { join } from 'node:path';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import { sealJson, unsealJson } from '../../../disk/sealed-json.ts';
import type { StoredSupplies } from './supply-book.ts';
import type { KnownSupply } from './origin-supplies.ts';

const FILE = 'live-supplies.json';
const FORMAT = 1;

/** Stores the last supplies in use, so that a start without a network has market caps. */
export class SupplyStore {
  readonly #path: string;
  readonly #onDamaged: (path: string, reason: string) => void;

  constructor(folder: string, onDamaged: (path: string, reason: string) => void) {
    this.#path = join(folder, FILE);
    this.#onDamaged = onDamaged;
  }

  /** Empty if there is no valid file; the next reading writes another. */
  read(): StoredSupplies {
    const text = readFileIfExists(this.#path);
    if (text === undefined) return { file: [], url: [] };
    const unsealed = unsealJson(text);
    if (unsealed.state === 'sound') {
      const { format, file, url } = unsealed.content;
      if (format === FORMAT) return { file: file as KnownSupply[], url: url as KnownSupply[] };
    }
    const isOther = unsealed.state === 'sound';
    this.#onDamaged(this.#path, isOther ? 'another version wrote it' : 'it does not fit its checksum');
    return { file: [], url: [] };
  }

  write({ file, url }: StoredSupplies): void {
    writeFileDurably(this.#path, sealJson({ format: FORMAT, file, url }));
  }
}
