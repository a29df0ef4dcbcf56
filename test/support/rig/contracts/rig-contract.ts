import { readFileSync } from 'node:fs';
import type { DerivativeContract, DerivativeTick } from '../../../../src/core/contract.ts';
import { formatNumber } from '../../../../src/core/numbers/decimal.ts';
import type { Fields } from '../recorded.ts';
import type { RigAnswer, RigRequest } from '../rig-layout.ts';

/** A contract of an exchange of the rig with its current values. */
export interface RigContract {
  readonly contract: DerivativeContract;
  readonly tick: DerivativeTick;
  /** Common codes. */
  readonly base: string;
  readonly quote: string;
}

/** Formats the contracts of one exchange and their values. */
export interface RigContractLayout {
  /** Name of the interface in settings. */
  readonly key: string;
  readonly hosts: readonly string[];
  /** Undefined: not a request about derivatives. */
  answer(request: RigRequest, contracts: readonly RigContract[]): RigAnswer | undefined;
}

type Endpoint = (contracts: readonly RigContract[], query: URLSearchParams) => unknown;

/** The replies of an interface by path; undefined if an endpoint does not match. */
export function contractEndpoints(table: Readonly<Record<string, Endpoint>>): RigContractLayout['answer'] {
  return ({ url }, contracts) => {
    const body = table[url.pathname]?.(contracts, url.searchParams);
    return body === undefined ? undefined : { status: 200, body };
  };
}

const FOLDER = import.meta.url.endsWith('.ts') ? '../../../fixtures' : '../../../../../test/fixtures';

/** Recorded data of an interface: lists of rows as the exchange sent them. */
export function recordedContracts(key: string): Readonly<Record<string, readonly Fields[]>> {
  const file = new URL(`${FOLDER}/exchanges/derivatives/${key}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, readonly Fields[]>>;
}

/** One of the recorded rows. */
export function recordedRow(key: string, list: string, name: string, value: unknown): Fields {
  const row = recordedContracts(key)[list]?.find((each) => each[name] === value);
  if (!row) throw new Error(`no ${String(value)} of ${key} is recorded`);
  return row;
}

export const lifeOf = ({ contract }: RigContract) =>
  contract.type === 'perpetuals' ? { listing: Date.UTC(2020, 0, 1), expiration: undefined } : contract;

export const isInverse = ({ contract, quote }: RigContract) =>
  contract.type !== 'options' && contract.settlementCurrency !== quote;

export const times = (a: string | undefined, b: string | number) =>
  a === undefined ? undefined : plain(Number(a) * Number(b));

/** In plain notation, with as many digits as exchanges send. */
export const plain = (value: number) => formatNumber(Number(value.toPrecision(14)));
