import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { mkdirSync } from '../../../disk/files.ts';
import { PRIVATE_FOLDER_MODE, readBytesIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import type { MarketList } from '../ports/exchange-api.ts';

const FORMAT = 1;

/**
 * Stores the last accepted market list of each exchange, so that its markets are known even while it does not answer.
 */
export interface MarketSnapshots {
  /** Undefined if there is none, or none that can be read. */
  read(exchange: string): MarketList | undefined;
  write(exchange: string, list: MarketList): void;
}

/**
 * One file per exchange. The files are only a cache: the next list replaces them, and a damaged file counts as missing.
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

/** gzip's own checksum detects damage. */
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
