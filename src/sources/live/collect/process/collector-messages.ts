import type { Millis } from '../../../../core/time.ts';
import type { ExchangeDefinition } from '../../declared/exchange-definition.ts';
import type { NetworkSettings } from '../../settings/exchange-routes.ts';
import type { SupplyEndpoint, SupplyReading } from '../../supply/supply-endpoint.ts';
import type { ProcessLoad } from '../../../source.ts';
import type { CollectorEvent } from '../collector-events.ts';

/** Start parameters of a collector: plain data, for a separate process. */
export interface CollectorInput {
  readonly exchanges: readonly string[];
  /** Exchanges among them that files declare; the others are read through ccxt. */
  readonly declared?: readonly ExchangeDefinition[];
  /** Expected numbers of tickers of exchanges that were read before. */
  readonly expected?: Readonly<Record<string, number>>;
  /** Keys of derivatives interfaces to read as well. */
  readonly derivatives?: readonly string[];
  /** Folder for the lists of markets. */
  readonly folder: string;
  readonly network: NetworkSettings;
  /** File with API keys. The process that uses them reads it, so that no message contains them. */
  readonly apiKeysFile?: string | undefined;
  /** Where to request supplies; only one process does if several read exchanges. */
  readonly supply?: SupplyEndpoint | undefined;
  /** How long replies of exchanges are kept; absent: they are not kept. */
  readonly keepPayloadsMs?: Millis | undefined;
  /** It reads nothing until it receives a `read` message. */
  readonly waits?: boolean;
}

/** The part of its input that a collector reads at the moment. */
export interface CollectorShare {
  readonly exchanges: readonly string[];
  readonly derivatives: readonly string[];
  /** Whether it requests supplies. */
  readonly supply: boolean;
}

/** A market whose single trades are needed. */
export interface FollowedSymbol {
  /** Name of the exchange in settings. */
  readonly exchange: string;
  readonly symbol: string;
}

export type ToCollector =
  | { readonly kind: 'begin'; readonly input: CollectorInput }
  /** Replaces the markets whose trades are needed. */
  | { readonly kind: 'follow'; readonly markets: readonly FollowedSymbol[] }
  /** Replaces the share that is read; the process replies with `settled` and `number` once it reads nothing else. */
  | { readonly kind: 'read'; readonly share: CollectorShare; readonly number: number }
  | { readonly kind: 'stop' };

export type FromCollector =
  | { readonly kind: 'event'; readonly event: CollectorEvent }
  /** An exchange that cannot be read at all, for example because its module does not load. */
  | { readonly kind: 'unusable'; readonly exchange: string; readonly reason: string }
  | { readonly kind: 'supply'; readonly reading: SupplyReading }
  /** Load in the last cycle; the receiver adds the number of the process. */
  | { readonly kind: 'load'; readonly load: ProcessLoad; readonly collector?: number }
  | { readonly kind: 'damaged-snapshot'; readonly path: string }
  /** Replies of exchanges could not be stored. */
  | { readonly kind: 'payloads-not-kept'; readonly reason: string };

/** Warnings to the operator, by kind of problem. */
export const PROBLEM_TEXTS = {
  unusable: 'an exchange cannot be read',
  'damaged-snapshot': 'a stored list of markets is damaged',
  'payloads-not-kept': 'replies of an exchange are not kept',
} as const satisfies Partial<Record<FromCollector['kind'], string>>;

/** Messages of a collector process to the process that started it. */
export type FromCollectorProcess =
  | FromCollector
  /** Everything that the `read` messages up to this number excluded is no longer read. */
  | { readonly kind: 'settled'; readonly number: number };
