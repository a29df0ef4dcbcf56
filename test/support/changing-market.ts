import fc from 'fast-check';
import type { ReferenceContent } from '../../src/core/reference-data.ts';
import { aMarket, anAsset, anExchange } from './reference-data.ts';

const DOLLAR = anAsset('dollar', { type: 'FIAT', symbol: 'USD' });
const COINS = ['one', 'two', 'three', 'four', 'five', 'six'].map((slug) => anAsset(`coin-${slug}`));
const MARKETS = COINS.map((coin) => aMarket(coin, DOLLAR));
const EXCHANGES = ['Alpha', 'Beta', 'Gamma', 'Delta'];

/** Size and listings of a market: assets and exchanges are never removed, listings are. */
export interface MarketShape {
  /** The first N coins and exchanges. */
  readonly coins: number;
  readonly exchanges: number;
  /** By exchange, then by market. */
  readonly listed: readonly (readonly boolean[])[];
  readonly inactive: readonly boolean[];
  readonly traded: readonly boolean[];
}

export function contentOf({ coins, exchanges, listed, inactive, traded }: MarketShape): ReferenceContent {
  const markets = MARKETS.slice(0, coins);
  const listedOn = (e: number) => markets.filter((_market, m) => listed[e]?.[m]);
  const names = EXCHANGES.slice(0, exchanges);
  return {
    assets: [DOLLAR, ...COINS.slice(0, coins)],
    markets,
    exchanges: names.map((name, e) =>
      anExchange(name, {
        status: inactive[e] ? 'INACTIVE' : 'ACTIVE',
        listings: listedOn(e).map(({ id }) => ({ marketId: id, status: 'ACTIVE', qualified: true })),
      }),
    ),
    supplies: [],
    lx: [],
    traded: names.flatMap((name, e) =>
      traded[e] ? listedOn(e).map(({ id }) => ({ exchangeId: anExchange(name).id, marketId: id })) : [],
    ),
  };
}

const flags = (length: number) => fc.array(fc.boolean(), { minLength: length, maxLength: length });

/** Successive versions: assets and exchanges only grow, listings come and go. */
export const shapes: fc.Arbitrary<MarketShape[]> = fc
  .array(
    fc.record({
      coins: fc.integer({ min: 2, max: COINS.length }),
      exchanges: fc.integer({ min: 1, max: EXCHANGES.length }),
      listed: fc.array(flags(COINS.length), { minLength: EXCHANGES.length, maxLength: EXCHANGES.length }),
      inactive: flags(EXCHANGES.length),
      traded: flags(EXCHANGES.length),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((sequence) => {
    let [coins, exchanges] = [0, 0];
    return sequence.map((shape) => {
      coins = Math.max(coins, shape.coins);
      exchanges = Math.max(exchanges, shape.exchanges);
      return { ...shape, coins, exchanges };
    });
  });

/** Lists everything everywhere, except for the given listings. */
export function allListedBut(
  ...missing: readonly (readonly [exchange: number, market: number])[]
): MarketShape {
  return {
    coins: COINS.length,
    exchanges: EXCHANGES.length,
    listed: EXCHANGES.map((_name, e) =>
      COINS.map((_coin, m) => !missing.some(([exchange, market]) => exchange === e && market === m)),
    ),
    inactive: EXCHANGES.map(() => false),
    traded: EXCHANGES.map(() => false),
  };
}
