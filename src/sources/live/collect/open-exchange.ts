import type { Clock } from '../../../core/clocks/clock.ts';
import { CcxtExchange } from '../ccxt/ccxt-exchange.ts';
import { requesterOver } from '../declared/requester.ts';
import { DeclaredExchange } from '../declared/declared-exchange.ts';
import type { ExchangeApi } from '../ports/exchange-api.ts';
import type { PayloadStore } from '../payloads/payload-store.ts';
import type { ApiKeys } from '../settings/api-keys.ts';
import { routeOf, type ExchangeRoute } from '../settings/exchange-routes.ts';
import type { ExchangeNetwork } from '../http/exchange-network.ts';
import type { SocketAgent } from '../http/socket-agent.ts';
import type { CollectorInput } from './process/collector-messages.ts';

export interface OpenExchangeOptions {
  readonly input: Pick<CollectorInput, 'declared' | 'network'>;
  readonly network: ExchangeNetwork;
  /** Stores replies of exchanges; absent: they are not stored. */
  readonly payloads?: PayloadStore | undefined;
  readonly clock: Clock;
  /** Agent for sockets; undefined: none are opened. */
  readonly agentOf: (route: ExchangeRoute) => SocketAgent | undefined;
  readonly onUnusable: (exchange: string, reason: string) => void;
  readonly apiKeys?: ApiKeys;
}

/** Undefined if the exchange cannot be read; the others are not affected. */
export async function openExchange(
  key: string,
  { input, network, payloads, clock, agentOf, onUnusable, apiKeys }: OpenExchangeOptions,
): Promise<ExchangeApi | undefined> {
  const http = payloads?.watch(key, network.of(key)) ?? network.of(key);
  const definition = input.declared?.find((each) => each.key === key);
  if (definition) return new DeclaredExchange(definition, requesterOver(http, clock), clock);
  try {
    const exchange = await CcxtExchange.open(
      key,
      http,
      clock,
      agentOf(routeOf(input.network, key)),
      undefined,
      apiKeys?.get(key),
    );
    const { readability } = exchange;
    if (readability.how !== 'not') return exchange;
    onUnusable(key, readability.reason);
  } catch (error) {
    onUnusable(key, error instanceof Error ? error.name : 'it does not load');
  }
  return undefined;
}
