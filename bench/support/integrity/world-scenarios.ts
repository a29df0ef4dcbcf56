import type { TickerColumns } from '../../../src/engine/market/market-tickers.ts';
import { scale } from './ticker-copies.ts';
import type { GraphWorld } from './simulated-world.ts';
import type { WorldDisturbance, WorldPrices } from './world-prices.ts';

export interface WorldScenario {
  readonly name: string;
  /** Changes the true prices. */
  readonly event?: (world: GraphWorld, prices: WorldPrices, tick: number) => void;
  start(world: GraphWorld): WorldDisturbance;
}

/** The disturbance starts at this tick. */
export const WORLD_STARTS_AT = 5;

const quiet = () => () => {};

function listingsOf({ reference }: GraphWorld, market: number): number[] {
  const first = reference.firstListing[market]!;
  return Array.from({ length: reference.firstListing[market + 1]! - first }, (_, i) => first + i);
}

export const QUIET_WORLD: WorldScenario = { name: 'clean', start: quiet };

export const HOSTILE_BTC_USD: WorldScenario = {
  name: 'BTC/USD hostile by +5 %',
  start: (world) => {
    const hostile = listingsOf(world, world.marketOf('bitcoin', 'us-dollar'));
    return (tickers, tick) => {
      if (tick >= WORLD_STARTS_AT) for (const listing of hostile) scale(tickers, listing, 1.05);
    };
  },
};

/** USDT loses 5 % within ten ticks. */
function depeg({ assetOf }: GraphWorld, prices: WorldPrices, tick: number): void {
  if (tick >= WORLD_STARTS_AT && tick < WORLD_STARTS_AT + 10) prices.usd[assetOf('tether')]! *= 0.995;
}

export const DEPEG: WorldScenario = { name: 'USDT depegs', event: depeg, start: quiet };

export const FROZEN_DEPEG: WorldScenario = {
  name: 'USDT/USD frozen in a depeg',
  event: depeg,
  start: (world) => {
    const frozen = listingsOf(world, world.marketOf('tether', 'us-dollar'));
    let kept: Pick<TickerColumns, 'last' | 'bid' | 'ask'> | undefined;
    return (tickers, tick) => {
      if (tick < WORLD_STARTS_AT) return;
      kept ??= { last: tickers.last.slice(), bid: tickers.bid.slice(), ask: tickers.ask.slice() };
      for (const listing of frozen) {
        for (const column of ['last', 'bid', 'ask'] as const)
          tickers[column][listing] = kept[column][listing]!;
      }
    };
  },
};

/** This many constituents of BLX push all their BTC markets, with this share of the constituents' volume. */
function lxAttack(name: string, hostileCount: number, volumeShare: number, push: number): WorldScenario {
  return {
    name: `${name}, ${push > 0 ? '+' : ''}${push * 100} %`,
    start: (world) => {
      const { reference } = world;
      const blx = reference.lx[0]!;
      const byVolume = blx.constituents.toSorted((a, b) => world.listingUsd[a]! - world.listingUsd[b]!);
      const hostile = byVolume.slice(0, hostileCount);
      const honest = byVolume.slice(hostileCount);
      const exchanges = new Set(hostile.map((listing) => reference.listingExchange[listing]!));
      const pushed = [...reference.listingMarket.keys()].filter(
        (i) =>
          reference.base[reference.listingMarket[i]!] === blx.asset &&
          exchanges.has(reference.listingExchange[i]!),
      );
      return (tickers, tick) => {
        if (tick < WORLD_STARTS_AT) return;
        for (const listing of pushed) scale(tickers, listing, 1 + push);
        const total = (listings: readonly number[]) =>
          listings.reduce((sum, i) => sum + tickers.volume[i]!, 0);
        const factor = (total(honest) * volumeShare) / (1 - volumeShare) / total(hostile);
        for (const listing of hostile) tickers.volume[listing]! *= factor;
      };
    },
  };
}

const PUSHES = [0.005, 0.03, -0.03, 0.3];
export const LX_VOLUME = PUSHES.map((push) => lxAttack('45 % of volume', 3, 0.45, push));
export const LX_FAKED = PUSHES.map((push) => lxAttack('90 % faked volume', 3, 0.9, push));
export const LX_EXCHANGES = PUSHES.map((push) => lxAttack('5 of 8 exchanges', 5, 0.4, push));
