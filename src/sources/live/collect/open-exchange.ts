import type { Clock } from '../../../core/clocks/clock.ts';
import { CcxtExchange } from '../ccxt/ccxt-exchange.ts';
import { askOver } from '../declared/ask-exchange.ts';
import { DeclaredExchange } from '../declared/declared-exchange.ts';
import type { ExchangeApi } from '../ports/exchange-api.ts';
import { routeOf } from '../settings/exchange-routes.ts';
import type { ExchangeNetwork } from '../http/exchange-network.ts';
import type { socketAgentOf } from '../http/socket-agent.ts';
import type { CollectorInput } from './process/collector-messages.ts';

export interface OpenExchangeOptions {
  readonly input: Pick<CollectorInput, 'declared' | 'network'>;
  readonly network: ExchangeNetwork;
  readonly clock: Clock;
  readonly agentOf: typeof socketAgentOf;
  readonly onUnusable: (exchange: string, reason: string) => void;
}

/** Undefined where the exchange cannot be read, which leaves the others as they are. */
export async function openExchange(
  key: string,
  { input, network, clock, agentOf, onUnusable }: OpenExchangeOptions,
): Promise<ExchangeApi | undefined> {
  const definition = input.declared?.find((each) => each.key === key);
  if (definition) return new DeclaredExchange(definition, askOver(network.of(key), clock), clock);
  try {
    const exchange = await CcxtExchange.open(
      key,
      network.of(key),
      clock,
      agentOf(routeOf(input.network, key)),
    );
    const { readability } = exchange;
    if (readability.how !== 'not') return exchange;
    onUnusable(key, readability.reason);
  } catch (error) {
    onUnusable(key, error instanceof Error ? error.name : 'it does not load');
  }
  return undefined;
}
