import { fileURLToPath } from 'node:url';
import { existsSync } from '../../../disk/files.ts';
import type { CcxtInstance } from './ccxt-library.ts';

/** A trade as ccxt gives it. */
export interface CcxtTrade {
  readonly id?: unknown;
  readonly symbol?: unknown;
  readonly price?: unknown;
  readonly amount?: unknown;
  readonly timestamp?: unknown;
  readonly side?: unknown;
}

/** What ccxt has of one connection. */
export interface CcxtClient {
  url: string;
  /** Undefined until it is dialled. */
  readonly connection?: { terminate(): void };
  onMessage(event: { readonly data: unknown }): void;
  /** Dials `url`. */
  createConnection(): void;
}

/** An exchange of ccxt with its sockets, as far as they are used here. */
export interface CcxtPro extends CcxtInstance {
  /** By symbol: where handlers put the trades of a message. */
  trades: Record<string, unknown>;
  log: (...what: unknown[]) => void;
  /** The connection to an address, which is made where there is none. */
  client: (url: string) => CcxtClient;
  onConnected: (client: CcxtClient) => void;
  watchTrades(symbol: string): Promise<unknown>;
  watchTradesForSymbols(symbols: readonly string[]): Promise<unknown>;
}

type CcxtProClass = new (options: object) => CcxtPro;

/** Undefined where ccxt knows no socket of the exchange. */
export async function loadCcxtPro(id: string): Promise<CcxtProClass | undefined> {
  const file = new URL(`./src/pro/${id}.js`, import.meta.resolve('ccxt'));
  if (!existsSync(fileURLToPath(file))) return undefined;
  const { default: exchange } = (await import(file.href)) as { default: CcxtProClass };
  return exchange;
}
