import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { mkdirSync } from '../../../disk/files.ts';
import { PRIVATE_FOLDER_MODE, readBytesIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import type { MarketList } from '../ports/exchange-api.ts';

const FORMAT = 1;

/** The last believed list of each exchange, so that one that cannot be asked is known all the same. */
export interface MarketSnapshots {
  /** Undefined where there is none, or none that can be read. */
  read(exchange: string): MarketList | undefined;
  write(exchange: string, list: MarketList): void;
}

/**
 * One file for each exchange. They are a convenience and no truth: the next list that an exchange answers with replaces
 * them, and one that is damaged is as good as none.
 */
export class FileSnapshots implements MarketSnapshots {
  readonly #folder: string;
  readonly #onDamaged: (path: string) => void;

  constructor(folder: string, onDamaged: (path: string) => void) {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    this.#folder = folder;
    this.#onDamaged = onDamaged;
  }

  read(exchange: string): MarketList | undefined {
    const path = this.#pathOf(exchange);
    const bytes = readBytesIfExists(path);
    if (bytes === undefined) return undefined;
    const list = parsed(bytes);
    if (!list) this.#onDamaged(path);
    return list;
  }

  write(exchange: string, list: MarketList): void {
    writeFileDurably(this.#pathOf(exchange), gzipSync(JSON.stringify({ format: FORMAT, ...list })));
  }

  #pathOf(exchange: string): string {
    return join(this.#folder, `${exchange}.json.gz`);
  }
}

/** gzip's own checksum says whether the bytes are what was written. */
function parsed(bytes: Buffer): MarketList | undefined {
  try {
    const { format, ...list } = JSON.parse(gunzipSync(bytes).toString('utf8')) as MarketList & {
      format: number;
    };
    return format === FORMAT && Array.isArray(list.markets) ? list : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      return undefined;
    throw error;
  }
}
