import { slotAtOrBefore, type Millis } from '../../../../src/core/time.ts';
import { expirationOf } from '../../../../src/core/contract.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import { buildWorld, type WorldSize } from '../../../../src/simulator/world.ts';
import { LAYOUTS } from '../layouts.ts';
import type { RigLayout } from '../rig-layout.ts';
import { binanceCoinmContracts, binanceUsdmContracts } from './binance.ts';
import { bitmexContracts } from './bitmex.ts';
import { bybitContracts } from './bybit.ts';
import { deribitContracts } from './deribit.ts';
import { krakenFuturesContracts } from './kraken-futures.ts';
import { okxContracts } from './okx.ts';
import type { RigContract, RigContractLayout } from './rig-contract.ts';

export const CONTRACT_LAYOUTS: readonly RigContractLayout[] = [
  binanceCoinmContracts,
  binanceUsdmContracts,
  bitmexContracts,
  bybitContracts,
  deribitContracts,
  krakenFuturesContracts,
  okxContracts,
];

/** Names of the exchanges in the simulated world. */
const WORLD_NAMES: Readonly<Record<string, string>> = {
  binancecoinm: 'Binance',
  binanceusdm: 'Binance',
  bitmex: 'BitMEX',
  bybit: 'Bybit',
  deribit: 'Deribit',
  krakenfutures: 'Kraken',
  okx: 'OKX',
};

/** The derivatives that the simulated world has for the rig's exchanges, with the same seed as the spot markets. */
export class ContractWorld {
  readonly #market: SimulatedMarket;

  constructor(size: WorldSize, seed = 'rig') {
    this.#market = new SimulatedMarket(buildWorld(size), { seed, faultRate: 0, changesListings: false });
  }

  /** Contracts of an exchange at an instant, by the key of an interface. */
  contractsOf(key: string, at: Millis): RigContract[] {
    const { world, derivatives } = this.#market;
    const slot = slotAtOrBefore(at);
    const exchange = world.reference.exchanges.find(({ name }) => name === WORLD_NAMES[key]);
    if (!exchange) throw new Error(`the world has no exchange ${key}`);
    const ticks = new Map(derivatives.ticksOf(exchange.id, slot).map((tick) => [tick.contractId, tick]));
    const symbols = new Map(world.assets.map(({ asset }) => [asset.id, asset.symbol.toUpperCase()]));
    const markets = new Map(world.reference.markets.map((market) => [market.id, market]));
    return derivatives.contractsListed(exchange.id, -Infinity, slot).flatMap((contract) => {
      const tick = ticks.get(contract.id);
      const market = markets.get(contract.marketId);
      if (!tick || !market || expirationOf(contract) <= at) return [];
      const [base, quote] = [symbols.get(market.baseAssetId), symbols.get(market.quoteAssetId)];
      return base === undefined || quote === undefined ? [] : [{ contract, tick, base, quote }];
    });
  }
}

/** The rig's exchanges with their derivatives, which share the host of the spot exchange. */
export function layoutsWithContracts(contractsOf: (key: string) => readonly RigContract[]): RigLayout[] {
  const spotHosts = new Map(LAYOUTS.flatMap((layout) => layout.hosts.map((host) => [host, layout])));
  const combined = new Map<RigLayout, RigLayout>();
  const alone: RigLayout[] = [];
  for (const layout of CONTRACT_LAYOUTS) {
    const spot = layout.hosts.map((host) => spotHosts.get(host)).find((found) => found !== undefined);
    const answer: RigLayout['answer'] = (request, instruments) =>
      layout.answer(request, contractsOf(layout.key)) ?? spot?.answer(request, instruments);
    if (spot) combined.set(spot, { ...spot, answer });
    else
      alone.push({
        id: layout.key,
        hosts: layout.hosts,
        refusal: { status: 400, body: { error: 'refused' } },
        answer,
      });
  }
  return [...LAYOUTS.map((layout) => combined.get(layout) ?? layout), ...alone];
}
