import { READABLE_IDS } from '../../../bench/support/readable-ids.ts';
import type { Exchange, TrustTier } from '../../../src/core/exchange.ts';
import type { ReferenceData } from '../../../src/core/reference-data.ts';
import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { buildReference, type EngineReference } from '../../../src/engine/engine-reference.ts';
import { emptyState, type EngineState } from '../../../src/engine/engine-state.ts';
import { computeTick } from '../../../src/engine/engine.ts';
import { chooseConstituents } from '../../../src/engine/lx/lx-constituents.ts';
import { emptyTickers } from '../../../src/engine/market/market-tickers.ts';
import { METHODOLOGIES } from '../../../src/engine/methodology.ts';
import type { RecordedTrade } from '../../../src/engine/lx/recorded-trade.ts';
import type { TickInput } from '../../../src/engine/tick-input.ts';
import type { TickOutput } from '../../../src/engine/tick-output.ts';

export const AT = Date.UTC(2026, 0, 15, 12, 0, 0);
export const METHODOLOGY = METHODOLOGIES[0]!;

const FIAT = ['us-dollar', 'euro', 'pound-sterling'];

/** Ids are the slugs, `base/quote` and the exchanges' names: easy to read in a failing test. */
export interface WorldPlan {
  /** Tier by exchange name. */
  readonly exchanges: Readonly<Record<string, TrustTier>>;
  /** Exchanges of each market, `bitcoin/us-dollar` and so on. */
  readonly markets: Readonly<Record<string, readonly string[]>>;
  readonly supplies?: ReferenceData['supplies'];
  readonly change?: (exchange: Exchange) => Exchange;
  readonly lx?: boolean;
}

export function worldData({
  exchanges,
  markets,
  supplies = [],
  change = (same) => same,
}: WorldPlan): ReferenceData {
  const pairs = Object.keys(markets).map((id) => ({ id, ends: id.split('/') as [string, string] }));
  const slugs = [...new Set(['us-dollar', ...pairs.flatMap(({ ends }) => ends)])];
  return {
    assets: slugs.map((slug) => ({
      id: slug,
      name: slug,
      symbol: slug,
      slugName: slug,
      status: 'ACTIVE',
      type: FIAT.includes(slug) ? 'FIAT' : 'CRYPTO',
      url: '',
    })),
    markets: pairs.map(({ id, ends: [baseAssetId, quoteAssetId] }) => ({ id, baseAssetId, quoteAssetId })),
    exchanges: Object.entries(exchanges).map(([name, tier]) =>
      change({
        id: name,
        name,
        url: '',
        status: 'ACTIVE',
        tier,
        listings: pairs
          .filter(({ id }) => markets[id]!.includes(name))
          .map(({ id }) => ({ marketId: id, status: 'ACTIVE', qualified: true })),
        ownSymbols: [],
      }),
    ),
    supplies,
  };
}

export function worldReference(plan: WorldPlan): EngineReference {
  const data = worldData(plan);
  const definitions = plan.lx ? chooseConstituents(data, () => 1, 0, METHODOLOGY, READABLE_IDS) : [];
  return buildReference(data, definitions, READABLE_IDS.USD);
}

/** The data of one exchange; a bare number is the last price. Without bid and ask there is no quote. */
export interface Said {
  readonly last: number;
  readonly volume?: number;
  readonly bid?: number;
  readonly ask?: number;
  readonly k?: number;
  readonly lastMoved?: Millis;
  readonly age?: Millis;
}

/** By market, then by exchange. */
export type Sayings = Readonly<Record<string, Readonly<Record<string, Said | number>>>>;

export function tickInput(
  reference: EngineReference,
  at: Millis,
  sayings: Sayings,
  state: EngineState = emptyState(reference),
  trades: readonly RecordedTrade[] = [],
): TickInput {
  const tickers = emptyTickers(reference.listingMarket.length);
  for (const [marketId, said] of Object.entries(sayings)) {
    for (const [exchangeId, saying] of Object.entries(said)) {
      const i = reference.listingIndex(exchangeId, marketId);
      if (i === undefined) throw new Error(`${exchangeId} does not list ${marketId}`);
      const one = typeof saying === 'number' ? { last: saying } : saying;
      tickers.last[i] = one.last;
      tickers.volume[i] = one.volume ?? 1;
      tickers.bid[i] = one.bid ?? 0;
      tickers.ask[i] = one.ask ?? 0;
      tickers.k[i] = one.k ?? 0;
      tickers.lastMoved[i] = one.lastMoved ?? at;
      tickers.age[i] = one.age ?? 0;
    }
  }
  return { at, tickers, trades, state };
}

/** Feeds one tick after the other. */
export class Ticking {
  readonly reference: EngineReference;
  at: Millis;
  state: EngineState;

  constructor(plan: WorldPlan, at = AT) {
    this.reference = worldReference(plan);
    this.at = at - SLOT_MS;
    this.state = emptyState(this.reference);
  }

  next(
    sayings: Sayings,
    options: { skip?: number; trades?: (at: Millis) => readonly RecordedTrade[] } = {},
  ): TickOutput {
    this.at += SLOT_MS * (1 + (options.skip ?? 0));
    const trades = options.trades?.(this.at) ?? [];
    const output = computeTick(
      this.reference,
      tickInput(this.reference, this.at, sayings, this.state, trades),
    );
    this.state = output.state;
    return output;
  }

  mwa(output: TickOutput, marketId: string) {
    const m = this.reference.marketIndex(marketId)!;
    return { price: output.mwa.price[m]!, volume: output.mwa.volume[m]!, flags: output.mwa.flags[m]! };
  }

  gwa(output: TickOutput, assetId: string) {
    const asset = this.reference.assetIndex(assetId)!;
    return {
      price: output.gwa.price[asset]!,
      volume: output.gwa.volume[asset]!,
      flags: output.gwa.flags[asset]!,
    };
  }
}
