import type { Millis } from '../../../../core/time.ts';
import type { ExchangeDefinition } from '../../declared/exchange-definition.ts';
import type { NetworkSettings } from '../../settings/exchange-routes.ts';
import type { SupplyEndpoint, SupplyReading } from '../../supply/supply-endpoint.ts';
import type { ProcessLoad } from '../../../source.ts';
import type { CollectorEvent } from '../collector-events.ts';

/** What a collector begins with: plain data, for a process of its own. */
export interface CollectorInput {
  readonly exchanges: readonly string[];
  /** Those of them that files declare; the others are read through ccxt. */
  readonly declared?: readonly ExchangeDefinition[];
  /** Tickers that are to be expected of exchanges that were read before. */
  readonly expected?: Readonly<Record<string, number>>;
  /** Whose derivatives are read too, by the keys of their interfaces. */
  readonly derivatives?: readonly string[];
  /** Where it keeps the lists of markets. */
  readonly folder: string;
  readonly network: NetworkSettings;
  /** A file with API keys: read by the process that uses them, so that they are in no message. */
  readonly apiKeysFile?: string | undefined;
  /** Asked for supplies; by one process, where several read exchanges. */
  readonly supply?: SupplyEndpoint | undefined;
  /** How long what exchanges send is kept; absent: it is not. */
  readonly keepPayloadsMs?: Millis | undefined;
  /** It reads nothing until it is told what. */
  readonly waits?: boolean;
}

/** What of its input a collector reads at the moment. */
export interface CollectorShare {
  readonly exchanges: readonly string[];
  readonly derivatives: readonly string[];
  /** Whether it asks for supplies. */
  readonly supply: boolean;
}

/** A market whose single trades are wanted. */
export interface FollowedMarket {
  /** What settings call the exchange. */
  readonly exchange: string;
  readonly symbol: string;
}

export type ToCollector =
  | { readonly kind: 'begin'; readonly input: CollectorInput }
  /** All markets whose trades are wanted from now on. */
  | { readonly kind: 'follow'; readonly markets: readonly FollowedMarket[] }
  /** What is read from now on, of the input; `number` is repeated once nothing else is read any more. */
  | { readonly kind: 'read'; readonly share: CollectorShare; readonly number: number }
  | { readonly kind: 'stop' };

export type FromCollector =
  | { readonly kind: 'event'; readonly event: CollectorEvent }
  /** An exchange that cannot be read at all, such as one whose module does not load. */
  | { readonly kind: 'unusable'; readonly exchange: string; readonly reason: string }
  | { readonly kind: 'supply'; readonly reading: SupplyReading }
  /** How busy it was in the last cycle; its number is known outside. */
  | { readonly kind: 'load'; readonly load: ProcessLoad; readonly collector?: number }
  | { readonly kind: 'damaged-snapshot'; readonly path: string }
  /** What an exchange sent could not be kept. */
  | { readonly kind: 'payloads-not-kept'; readonly reason: string };

/** What the operator is told of a problem, by its kind. */
export const PROBLEM_TEXTS = {
  unusable: 'an exchange cannot be read',
  'damaged-snapshot': 'a stored list of markets is damaged',
  'payloads-not-kept': 'what an exchange sent is not kept',
} as const satisfies Partial<Record<FromCollector['kind'], string>>;

/** What the process of a collector says to the one that started it. */
export type FromCollectorProcess =
  | FromCollector
  /** Of what it was told to read under this number, and before, nothing else is read any more. */
  | { readonly kind: 'settled'; readonly number: number };
