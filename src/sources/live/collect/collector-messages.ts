import type { ExchangeDefinition } from '../../declarative/exchange-definition.ts';
import type { CollectorEvent } from './collector-events.ts';

/** How to reach exchanges. */
export interface NetworkSettings {
  /** An HTTP proxy for all requests. */
  readonly proxy?: string | undefined;
  /** A server that gets the full address of each request as its path. */
  readonly gateway?: string | undefined;
}

/** What a collector begins with: plain data, for a process of its own. */
export interface CollectorInput {
  readonly exchanges: readonly string[];
  /** Those of them that files declare; the others are read through ccxt. */
  readonly declared?: readonly ExchangeDefinition[];
  /** Where it keeps the lists of markets. */
  readonly folder: string;
  readonly network: NetworkSettings;
}

export type ToCollector =
  { readonly kind: 'begin'; readonly input: CollectorInput } | { readonly kind: 'stop' };

export type FromCollector =
  | { readonly kind: 'event'; readonly event: CollectorEvent }
  /** An exchange that cannot be read at all, such as one whose module does not load. */
  | { readonly kind: 'unusable'; readonly exchange: string; readonly reason: string }
  | { readonly kind: 'damaged-snapshot'; readonly path: string };
