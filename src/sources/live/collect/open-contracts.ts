import type { Clock } from '../../../core/clocks/clock.ts';
import { BitmexContracts } from '../bitmex/bitmex-contracts.ts';
import { CcxtContracts } from '../ccxt/contracts/ccxt-contracts.ts';
import { requesterOver } from '../declared/requester.ts';
import type { ContractsApi } from '../ports/contracts-api.ts';
import type { ExchangeHttp } from '../http/exchange-http.ts';
import type { ExchangeNetwork } from '../http/exchange-network.ts';

/** Opens derivatives interfaces. One that does not load does not affect the others. */
export async function openContractsApis(
  keys: readonly string[],
  network: Pick<ExchangeNetwork, 'of'>,
  clock: Clock,
  onUnusable: (exchange: string, reason: string) => void,
): Promise<readonly ContractsApi[]> {
  const opened: ContractsApi[] = [];
  for (const key of keys) {
    try {
      opened.push(await openOne(key, network.of(key), clock));
    } catch (error) {
      onUnusable(key, error instanceof Error ? error.name : 'it does not load');
    }
  }
  return opened;
}

async function openOne(key: string, http: ExchangeHttp, clock: Clock): Promise<ContractsApi> {
  return key === 'bitmex'
    ? new BitmexContracts(requesterOver(http, clock))
    : CcxtContracts.open(key, http, clock);
}
