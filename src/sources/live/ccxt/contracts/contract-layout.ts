import { PollFailure } from '../../ports/poll-failure.ts';
import type { ContractReading, ListedContract } from '../../ports/contracts-api.ts';
import type { CcxtMarket } from '../ccxt-library.ts';

/** A contract as ccxt returns it. */
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
  readonly info: JsonFields;
}

export type JsonFields = Readonly<Record<string, unknown>>;

/** Calls ccxt: for its markets, or for an endpoint of the exchange, whose reply is returned unchanged. */
export interface CcxtCaller {
  markets(): Promise<readonly CcxtContract[]>;
  call(endpoint: string, params?: JsonFields): Promise<unknown>;
  /** Records something that is left out, to report it to the operator. */
  leaveOut(why: string, example: string): void;
}

/**
 * How to read the derivatives of one exchange: which requests return all of them, and the units of its numbers. ccxt's
 * own fields for volumes and open interest are not used, since their meaning differs from exchange to exchange.
 */
export interface ContractLayout {
  /** Its name in settings and in ccxt. */
  readonly key: string;
  /** ccxt options. */
  readonly options: object;
  list(caller: CcxtCaller): Promise<readonly ListedContract[]>;
  tickers(caller: CcxtCaller, contracts: readonly ListedContract[]): Promise<readonly ContractReading[]>;
}

/** The list within a reply. A reply without it is refused. */
export function rowsIn(answer: unknown, ...path: readonly string[]): readonly JsonFields[] {
  let found = answer;
  for (const name of path) found = isFields(found) ? found[name] : undefined;
  if (!Array.isArray(found)) throw new PollFailure('implausible', 'the answer has an unexpected layout');
  return found.filter(isFields);
}

/** Rows by one of their members. */
export function rowsBy(name: string, rows: readonly JsonFields[]): ReadonlyMap<unknown, JsonFields> {
  return new Map(rows.map((row) => [row[name], row]));
}

/** Tickers of listed contracts; rows of others are left out. */
export function readingsOf(
  rows: readonly JsonFields[],
  name: string,
  contracts: readonly ListedContract[],
  read: (row: JsonFields, contract: ListedContract) => ContractReading,
): readonly ContractReading[] {
  const byName = new Map(contracts.map((contract) => [contract.symbol, contract]));
  return rows.flatMap((row) => {
    const contract = byName.get(String(row[name]));
    return contract ? [read(row, contract)] : [];
  });
}

function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null;
}
