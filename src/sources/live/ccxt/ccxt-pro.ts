import { fileURLToPath } from 'node:url';
import { existsSync } from '../../../disk/files.ts';
import type { CcxtInstance } from './ccxt-library.ts';

/** A trade as ccxt returns it. */
export interface CcxtTrade {
  readonly id?: unknown;
  readonly symbol?: unknown;
  readonly price?: unknown;
  readonly amount?: unknown;
  readonly timestamp?: unknown;
  readonly side?: unknown;
}

/** A connection of ccxt. */
export interface CcxtClient {
  url: string;
  /** Undefined before it connects. */
  readonly connection?: { terminate(): void };
  onMessage(event: { readonly data: unknown }): void;
  /** Connects to `url`. */
  createConnection(): void;
}

/** The part of a ccxt exchange with sockets that is used here. */
export interface CcxtPro extends CcxtInstance {
  /** By symbol: the lists to which handlers append trades. */
  trades: Record<string, unknown>;
  log: (...what: unknown[]) => void;
  /** Returns the connection to an address, and creates it if necessary. */
  client: (url: string) => CcxtClient;
  onConnected: (client: CcxtClient) => void;
  watchTrades(symbol: string): Promise<unknown>;
  watchTradesForSymbols(symbols: readonly string[]): Promise<unknown>;
}

type CcxtProClass = new (options: object) => CcxtPro;

/** Undefined if ccxt has no socket for the exchange. */
export async function loadCcxtPro(id: string): Promise<CcxtProClass | undefined> {
  const file = new URL(`./src/pro/${id}.js`, import.meta.resolve('ccxt'));
  if (!existsSync(fileURLToPath(file))) return undefined;
  const { default: exchange } = (await import(file.href)) as { default: CcxtProClass };
  return exchange;
}
