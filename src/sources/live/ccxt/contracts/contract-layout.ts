import { PollFailure } from '../../ports/poll-failure.ts';
import type { ContractReading, ListedContract } from '../../ports/contracts-api.ts';
import type { CcxtMarket } from '../ccxt-library.ts';

/** A contract as ccxt reads it. */
export interface CcxtContract extends CcxtMarket {
  readonly id?: unknown;
  readonly settle?: unknown;
  readonly swap?: boolean;
  readonly future?: boolean;
  readonly option?: boolean;
  readonly linear?: boolean | undefined;
  readonly inverse?: boolean | undefined;
  readonly contractSize?: unknown;
  readonly expiry?: unknown;
  readonly strike?: unknown;
  readonly optionType?: unknown;
  readonly created?: unknown;
  /** As the exchange lists it. */
  readonly info: Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** How ccxt is asked: for its markets, or for an endpoint of the exchange, whose answer comes as it is. */
export interface Asking {
  markets(): Promise<readonly CcxtContract[]>;
  ask(endpoint: string, params?: Fields): Promise<unknown>;
  /** Something is left out, for the operator to know. */
  leaveOut(why: string, example: string): void;
}

/**
 * What has to be known of one exchange to read its derivatives: which requests give all of them, and in which units its numbers
 * are. ccxt's own fields are not used for volumes and open interest, since what they mean differs from exchange to exchange.
 */
export interface ContractLayout {
  /** What settings call it, and ccxt. */
  readonly key: string;
  /** What the exchange of ccxt is made with. */
  readonly options: object;
  list(asking: Asking): Promise<readonly ListedContract[]>;
  tickers(asking: Asking, contracts: readonly ListedContract[]): Promise<readonly ContractReading[]>;
}

/** The list within an answer; one that has none is not what was asked for. */
export function rowsIn(answer: unknown, ...path: readonly string[]): readonly Fields[] {
  let found = answer;
  for (const name of path) found = isFields(found) ? found[name] : undefined;
  if (!Array.isArray(found)) throw new PollFailure('implausible', 'the answer is not laid out as expected');
  return found.filter(isFields);
}

/** Rows by one of their members. */
export function rowsBy(name: string, rows: readonly Fields[]): ReadonlyMap<unknown, Fields> {
  return new Map(rows.map((row) => [row[name], row]));
}

/** Tickers of contracts that are listed; rows of others are left out. */
export function readingsOf(
  rows: readonly Fields[],
  name: string,
  contracts: readonly ListedContract[],
  read: (row: Fields, contract: ListedContract) => ContractReading,
): readonly ContractReading[] {
  const byName = new Map(contracts.map((contract) => [contract.symbol, contract]));
  return rows.flatMap((row) => {
    const contract = byName.get(String(row[name]));
    return contract ? [read(row, contract)] : [];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
