import type { DerivativeType } from '../../../core/contract.ts';
import { HOUR_MS } from '../../../core/time.ts';
import { exactNumbers } from '../ccxt/entries/exact-numbers.ts';
import { amount, given, overEightHours, quotient, readingOf } from '../ports/contract-numbers.ts';
import type { ContractList, ContractReading, ContractsApi, ListedContract } from '../ports/contracts-api.ts';
import { checkEntryCount } from '../ports/list-limits.ts';
import { PollFailure } from '../ports/poll-failure.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Requests a text over the network. */
export type FetchText = (
  request: { readonly url: string },
  signal: AbortSignal,
) => Promise<string | undefined>;

export const BITMEX_HOST = 'www.bitmex.com';
const ACTIVE = `https://${BITMEX_HOST}/api/v1/instrument/active`;

/** Codes of the exchange for classes of instruments; spot markets and indices have others. */
const TYPES: ReadonlyMap<unknown, DerivativeType> = new Map([
  ['FFWCSX', 'perpetuals'],
  ['FFCCSX', 'futures'],
]);

/** Currencies by their smallest units, and the exchange's own names of coins. */
const CODES: ReadonlyMap<unknown, string> = new Map([
  ['XBT', 'BTC'],
  ['XBt', 'BTC'],
  ['USDt', 'USDT'],
  ['Gwei', 'ETH'],
  ['LAMp', 'SOL'],
]);

/** The derivatives of BitMEX, which ccxt does not support: one request returns both contracts and tickers. */
export class BitmexContracts implements ContractsApi {
  readonly key = 'bitmex';
  readonly #ask: FetchText;

  constructor(ask: FetchText) {
    this.#ask = ask;
  }

  async markets(signal: AbortSignal): Promise<ContractList> {
    const rows = await this.#active(signal);
    return { markets: rows.flatMap((row) => contractOf(row) ?? []), currencies: [] };
  }

  async tickers({ markets }: ContractList, signal: AbortSignal): Promise<readonly ContractReading[]> {
    const byName = new Map(markets.map((contract) => [contract.symbol, contract]));
    const rows = await this.#active(signal);
    return rows.flatMap((row) => {
      const contract = byName.get(String(row['symbol']));
      return contract ? [readingIn(row, contract)] : [];
    });
  }

  async #active(signal: AbortSignal): Promise<readonly Fields[]> {
    const answer = parsed((await this.#ask({ url: ACTIVE }, signal)) ?? '');
    if (!Array.isArray(answer)) throw new PollFailure('implausible', 'the answer has an unexpected layout');
    checkEntryCount(answer.length);
    return answer.filter((row): row is Fields => typeof row === 'object' && row !== null);
  }
}

/**
 * An inverse contract is worth some dollars, a linear one a part of a coin. A contract settled in a third currency has
 * no fixed value in either, and is left out.
 */
function contractOf(row: Fields): ListedContract | undefined {
  const { symbol, typ, state, isInverse, isQuanto } = row;
  const type = TYPES.get(typ);
  const [base, quote, settle] = [
    codeOf(row['underlying']),
    codeOf(row['quoteCurrency']),
    codeOf(row['settlCurrency']),
  ];
  if (!type || typeof symbol !== 'string' || isQuanto === true) return undefined;
  const isLinear = isInverse !== true && settle === quote;
  const isPlainInverse = isInverse === true && settle === base;
  const value = isPlainInverse
    ? quotient(magnitude(row['multiplier']), magnitude(row['underlyingToSettleMultiplier']))
    : quotient('1', magnitude(row['underlyingToPositionMultiplier']));
  if (!value || !(isLinear || isPlainInverse)) return undefined;
  return {
    symbol,
    base,
    quote,
    settle,
    type,
    value,
    valuedIn: isLinear ? 'base' : 'quote',
    active: state === 'Open',
    ...given('listing', momentOf(row['listing'])),
    ...given('expiration', type === 'perpetuals' ? undefined : momentOf(row['expiry'])),
    ...given('fundingHours', type === 'perpetuals' ? hoursOf(row['fundingInterval']) : undefined),
  };
}

function readingIn(row: Fields, { symbol, fundingHours }: ListedContract): ContractReading {
  return readingOf(symbol, {
    last: row['lastPrice'],
    bid: row['bidPrice'],
    ask: row['askPrice'],
    volume: row['volume24h'],
    openInterest: row['openInterest'],
    indexPrice: row['indicativeSettlePrice'],
    markPrice: row['markPrice'],
    fundingRate: fundingHours === undefined ? undefined : overEightHours(row['fundingRate'], fundingHours),
  });
}

function codeOf(code: unknown): string {
  return typeof code === 'string' ? (CODES.get(code) ?? code) : '';
}

function magnitude(value: unknown): string | undefined {
  return amount(value) ?? amount(typeof value === 'number' ? -value : undefined);
}

function momentOf(text: unknown): number | undefined {
  const at = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** An interval is given as that much time after the start of the year 2000. */
function hoursOf(interval: unknown): number | undefined {
  const at = momentOf(interval);
  return at === undefined ? undefined : (at - Date.UTC(2000, 0, 1)) / HOUR_MS;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(exactNumbers(text));
  } catch (error) {
    throw new PollFailure('not-json', 'the response is not valid JSON', { cause: error });
  }
}
