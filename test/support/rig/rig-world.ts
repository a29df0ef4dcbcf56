import { decimalFromNumber, formatDecimal } from '../../../src/core/numbers/decimal.ts';
import type { ExchangeTick } from '../../../src/core/tick.ts';
import { slotAtOrBefore, type Millis } from '../../../src/core/time.ts';
import { hashText, rehash, symmetric, unit } from '../../../src/simulator/hash.ts';
import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { buildWorld, type SimulatedAsset, type WorldSize } from '../../../src/simulator/world.ts';
import { LAYOUTS } from './layouts.ts';
import { canList, type RigInstrument, type RigLayout } from './rig-layout.ts';

/** Names of the rig's exchanges in the simulated world. */
const WORLD_NAMES: Readonly<Record<string, string>> = {
  binance: 'Binance',
  okx: 'OKX',
  bybit: 'Bybit',
  gate: 'Gate.io',
  htx: 'Huobi',
  bitget: 'Bitget',
  mexc: 'MEXC',
  kraken: 'Kraken',
  bitfinex: 'Bitfinex',
  bitstamp: 'Bitstamp',
  coinbase: 'Coinbase-Pro',
  coinbaseexchange: 'Coinbase-Pro',
  cryptocom: 'Crypto.com',
  upbit: 'UPbit',
  bithumb: 'Bithumb',
  whitebit: 'WhiteBIT',
  poloniex: 'Poloniex',
  hitbtc: 'HitBTC',
  coinex: 'Coinex',
  lbank: 'LBank',
  xt: 'XT.COM',
};

/** For exchanges that the world does not have. */
const USUAL_QUOTES = ['USDT', 'USD', 'BTC', 'EUR', 'ETH', 'USDC'];
const FEWEST = 50;
const PLAIN_CODE = /^[A-Z0-9]+$/;
const PRICE_DIGITS = 6;
const VOLUME_DIGITS = 10;
const STRAY = 5e-4;
const HALF_SPREAD = 4e-4;
const EMPTY_BID_SHARE = 0.03;

interface Pair {
  readonly base: SimulatedAsset;
  readonly quote: SimulatedAsset;
  readonly active: boolean;
  /** The ticker in the simulated world. */
  readonly tick?: ExchangeTick;
}

export interface RigWorldOptions {
  readonly size: WorldSize;
  readonly seed?: string;
  /** Exchanges to create markets for. */
  readonly layouts?: readonly RigLayout[];
}

/**
 * Markets for the rig from the simulated world: what an exchange lists there at the prices it shows there and, if that
 * is not enough, further pairs at about the true price. Every result is a function of world, seed and time. A code
 * means one asset, the first of the world with that code.
 */
export class RigWorld {
  readonly #layouts: readonly RigLayout[];
  readonly #market: SimulatedMarket;
  readonly #byCode: ReadonlyMap<string, SimulatedAsset>;

  constructor({ size, seed = 'rig', layouts = LAYOUTS }: RigWorldOptions) {
    this.#layouts = layouts;
    this.#market = new SimulatedMarket(buildWorld(size), { seed, faultRate: 0, changesListings: false });
    const assets = this.#market.world.assets.toReversed();
    this.#byCode = new Map(assets.map((asset) => [codeOf(asset), asset]));
  }

  /** The true price of an asset in US dollars. */
  usdOf(code: string, at: Millis): number {
    const { prices } = this.#market;
    return prices.at(prices.indexOf(this.#asset(code).asset.id), at);
  }

  /**
   * The markets of an exchange at an instant: `count` of them, by default those that it has in the world and at least
   * 50.
   */
  instrumentsOf(id: string, at: Millis, count?: number): RigInstrument[] {
    const layout = this.#layouts.find((one) => one.id === id);
    if (!layout) throw new Error(`the rig has no exchange ${id}`);
    const listed = this.#listedPairs(id, at);
    const pairs: Pair[] = [];
    const names = new Set<string>();
    const wanted = count ?? Math.max(FEWEST, listed.length);
    for (const pair of this.#candidates(id, listed)) {
      if (pairs.length === wanted) break;
      const name = codeOf(pair.base) + codeOf(pair.quote);
      if (names.has(name) || !this.#fits(layout, pair)) continue;
      names.add(name);
      pairs.push(pair);
    }
    if (count !== undefined && pairs.length < count) {
      throw new RangeError(`this world has ${pairs.length} markets for ${id}, not ${count}`);
    }
    return pairs.map((pair) => this.#instrument(id, pair, at));
  }

  #asset(code: string): SimulatedAsset {
    const asset = this.#byCode.get(code);
    if (!asset) throw new Error(`no asset of this world is called ${code}`);
    return asset;
  }

  #listedPairs(id: string, at: Millis): Pair[] {
    const { world, exchanges } = this.#market;
    const exchange = world.reference.exchanges.find(
      (one) => world.exchangeKeys.get(one.id) === WORLD_NAMES[id],
    );
    const simulated = exchanges.find(({ exchangeId }) => exchangeId === exchange?.id);
    const ticks = simulated ? this.#market.ticksOf(simulated, slotAtOrBefore(at)) : [];
    const tickOf = new Map(ticks.map((tick) => [tick.marketId, tick]));
    const marketOf = new Map(world.reference.markets.map((market) => [market.id, market]));
    const assetOf = new Map(world.assets.map((asset) => [asset.asset.id, asset]));
    return (exchange?.listings ?? []).map(({ marketId, status }) => {
      const { baseAssetId, quoteAssetId } = marketOf.get(marketId)!;
      const tick = tickOf.get(marketId);
      return {
        base: assetOf.get(baseAssetId)!,
        quote: assetOf.get(quoteAssetId)!,
        active: status === 'ACTIVE',
        ...(tick && { tick }),
      };
    });
  }

  /** Listed pairs first, then every asset in every quote of the exchange. */
  *#candidates(id: string, listed: readonly Pair[]): Generator<Pair> {
    yield* listed;
    const quotes = listed.length > 0 ? new Set(listed.map(({ quote }) => quote)) : this.#usualQuotes();
    for (const quote of quotes) {
      for (const base of this.#market.world.assets) {
        const active = unit(hashText(`${id} ${codeOf(base)} ${codeOf(quote)} active`)) > EMPTY_BID_SHARE;
        if (base.asset.type === 'CRYPTO' && base !== quote) yield { base, quote, active };
      }
    }
  }

  #usualQuotes(): SimulatedAsset[] {
    return USUAL_QUOTES.flatMap((code) => this.#byCode.get(code) ?? []);
  }

  #fits(layout: RigLayout, { base, quote }: Pair): boolean {
    if (layout.lists?.(codeOf(base), codeOf(quote)) === false) return false;
    return [base, quote].every((asset) => {
      const code = codeOf(asset);
      return PLAIN_CODE.test(code) && canList(layout, code) && this.#byCode.get(code) === asset;
    });
  }

  #instrument(id: string, pair: Pair, at: Millis): RigInstrument {
    const { base, quote, active, tick } = pair;
    const standing = tick ? shown(tick) : this.#madeUp(id, pair, at);
    const quoteVolume = Number(standing.baseVolume) * Number(standing.last);
    return {
      ...standing,
      base: codeOf(base),
      quote: codeOf(quote),
      quoteVolume: decimalText(quoteVolume, VOLUME_DIGITS),
      vwap: standing.last,
      active,
      baseName: base.asset.name,
      ...(base.asset.contractAddress === undefined ? {} : { contractAddress: base.asset.contractAddress }),
    };
  }

  /** Close to the true cross rate, with a volume between 100 and a million dollars a day. */
  #madeUp(id: string, { base, quote }: Pair, at: Millis) {
    const hash = hashText(`${id} ${codeOf(base)} ${codeOf(quote)}`);
    const [baseUsd, quoteUsd] = [this.usdOf(codeOf(base), at), this.usdOf(codeOf(quote), at)];
    const middle = (baseUsd / quoteUsd) * (1 + STRAY * symmetric(hash));
    const usdPerDay = 10 ** (2 + 4 * unit(rehash(hash)));
    const bid = decimalText(middle * (1 - HALF_SPREAD), PRICE_DIGITS);
    return {
      last: decimalText(middle, PRICE_DIGITS),
      ...(unit(rehash(hash + 1)) < EMPTY_BID_SHARE ? {} : { bid }),
      ask: decimalText(middle * (1 + HALF_SPREAD), PRICE_DIGITS),
      baseVolume: decimalText(usdPerDay / baseUsd, VOLUME_DIGITS),
      timestamp: slotAtOrBefore(at),
    };
  }
}

/** Exchanges write their codes in capitals. */
const codeOf = ({ asset }: SimulatedAsset) => asset.symbol.toUpperCase();

const decimalText = (value: number, digits: number) =>
  formatDecimal(decimalFromNumber(Number(value.toPrecision(digits))));

function shown({ last, bid, ask, volume = '0', lastMoved }: ExchangeTick) {
  return {
    last,
    ...(bid === undefined ? {} : { bid }),
    ...(ask === undefined ? {} : { ask }),
    baseVolume: volume,
    timestamp: lastMoved,
  };
}
