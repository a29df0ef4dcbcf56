import { SLOT_MS, HOUR_MS, type Millis } from '../../../src/core/time.ts';
import type { LxDefinition } from '../../../src/core/lx-definition.ts';
import { buildReference, type EngineReference } from '../../../src/engine/engine-reference.ts';
import { TickBook } from '../../../src/engine/market/tick-book.ts';
import type { SlotObservation } from '../../../src/engine/tick-input.ts';
import { simulatedLxDefinitions } from '../../../src/simulator/lx-definitions.ts';
import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import type { SimulatedAsset, SimulatedWorld } from '../../../src/simulator/world.ts';
import { Random } from './random.ts';
import { Stage } from './stage.ts';

/** Number of quiet ticks at the start. */
const QUIET_TICKS = 4;
/** Any hour of two years: each seed is another market at another time, whatever version of the methodology is in force. */
const FIRST_HOUR = Date.UTC(2026, 11, 1);
const HOURS = 2 * 365 * 24;
/** Number of coins, and of fiat currencies, in the core: those of the highest rank. */
const CORE_RANK = 5;

export interface FullWorldOptions {
  /** Number of quiet ticks before the attack. */
  readonly quietTicks?: number;
  /** 1 is the usual rate of faults. */
  readonly faultRate?: number;
}

/**
 * The simulated world as the service ships it, by default without faults: 1,767 assets, some 6,200 markets, 30,500 listings. The
 * seed changes prices, volumes, spreads and the hour, but no listings.
 */
export class FullWorld {
  readonly stage: Stage;
  readonly market: SimulatedMarket;
  /** In the order of the reference. */
  readonly assets: readonly SimulatedAsset[];
  readonly from: Millis;
  readonly #world: SimulatedWorld;
  readonly #definitions: readonly LxDefinition[];

  constructor(
    world: SimulatedWorld,
    seed: number,
    { quietTicks = QUIET_TICKS, faultRate = 0 }: FullWorldOptions = {},
  ) {
    this.#world = world;
    this.market = new SimulatedMarket(world, {
      seed: `integrity ${seed}`,
      faultRate,
      changesListings: false,
    });
    this.from = FIRST_HOUR + Math.floor(HOURS * new Random(seed).next()) * HOUR_MS;
    this.#definitions = simulatedLxDefinitions(world.reference, this.market);
    const reference = buildReference(world.reference, this.#definitions);
    this.stage = new Stage(reference, this.#observe(reference, quietTicks));
    const byId = new Map(world.assets.map((one) => [one.asset.id, one]));
    this.assets = reference.assetIds.map((id) => byId.get(id)!);
  }

  /** Only these markets, for long attacks. */
  part(takes: (market: number) => boolean, withLx = false): Stage {
    const { reference } = this.stage;
    const kept = new Set(reference.marketIds.filter((_, m) => takes(m)));
    const data = this.#world.reference;
    const markets = data.markets.filter(({ id }) => kept.has(id));
    const named = new Set(markets.flatMap(({ baseAssetId, quoteAssetId }) => [baseAssetId, quoteAssetId]));
    const content = {
      assets: data.assets.filter(({ id }) => named.has(id)),
      markets,
      exchanges: data.exchanges.map((exchange) => ({
        ...exchange,
        listings: exchange.listings.filter(({ marketId }) => kept.has(marketId)),
      })),
      supplies: data.supplies.filter(({ assetId }) => named.has(assetId)),
    };
    const part = buildReference(content, withLx ? this.#definitions : []);
    return new Stage(part, this.stage.observations, reference);
  }

  /** The largest coins with their quote assets, and these assets: a small world in which all of them have a price. */
  partWith(coins: ReadonlySet<number>, withLx = false): Stage {
    const { reference } = this.stage;
    const quotes = new Set<number>();
    reference.base.forEach((base, m) => {
      if (coins.has(base)) quotes.add(reference.quote[m]!);
    });
    const isCore = (asset: number) =>
      asset === reference.usd || quotes.has(asset) || this.assets[asset]!.rank < CORE_RANK;
    return this.part((m) => {
      const [base, quote] = [reference.base[m]!, reference.quote[m]!];
      return coins.has(base) || (isCore(base) && isCore(quote));
    }, withLx);
  }

  /** The observations of a recorder at each slot, after it has watched for some time. */
  #observe(reference: EngineReference, quietTicks: number): SlotObservation[] {
    const book = new TickBook(reference);
    for (const exchange of this.market.exchanges) {
      const lead = exchange.refreshLeadMs;
      const { readAt, bySlot } = this.market.standingTicksOf(exchange, this.from);
      for (const [slot, ticks] of bySlot)
        for (const tick of ticks) book.observe(tick, slot - lead, readAt - lead);
    }
    return Array.from({ length: quietTicks + 1 }, (_, n) => {
      const at = this.from + n * SLOT_MS;
      for (const exchange of this.market.exchanges) {
        const receivedAt = at - exchange.refreshLeadMs;
        for (const tick of this.market.ticksOf(exchange, at)) book.observe(tick, receivedAt);
        for (const trade of this.market.tradesOf(exchange, at)) book.observeTrade(trade, receivedAt);
      }
      return book.cut(at);
    });
  }
}
