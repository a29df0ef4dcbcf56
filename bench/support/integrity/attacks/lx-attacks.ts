import type { RecordedTrade } from '../../../../src/engine/lx/recorded-trade.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { push } from '../ticker-copies.ts';
import { displacementBps, most, ofBoth, type AttackResult, type Versions } from './attack-result.ts';

const PRINTS = [0.003, 0.03, -0.03];
const PUSHES = [0.003, 0.006, 0.0095, 0.012, 0.03, -0.03, 0.25];
const LARGE = 10n ** 12n;

/** One trade on every constituent, far larger than the real volume, while the quotes do not move. */
function prints(stage: Stage, versions: Versions): AttackResult[] {
  const measures = [{ measure: 'bps, worst', limit: 15 }];
  return ofBoth(
    versions,
    'LX: large prints up to 3 % off on every constituent, quotes unmoved',
    measures,
    (methodology) => {
      const honest = stage.honestValues(methodology).lx;
      return [
        most(
          PRINTS.flatMap((by) => {
            const large = stage.reference.lx.flatMap(({ constituents }) =>
              constituents.map((listing): RecordedTrade => ({
                listing,
                slot: stage.honest.at,
                tradeId: 'large',
                price: stage.honest.tickers.last[listing]! * (1 + by),
                units: LARGE,
              })),
            );
            const [output] = stage.play(methodology, 1, () => {}, [...stage.honest.trades, ...large]);
            return output!.lx.map(({ price }, i) => displacementBps(price, honest[i]!.price));
          }),
        ),
      ];
    },
  );
}

/** Four of the eight push every market of the asset that they list, with a hundred times their volume. */
function half(stage: Stage, random: Random, versions: Versions): AttackResult[] {
  const { reference } = stage;
  const hostile = reference.lx.map(({ asset, constituents }) => {
    const exchanges = constituents.map((listing) => reference.listingExchange[listing]!);
    const members = new Set(random.shuffled(exchanges).slice(0, 4));
    return reference.marketsOfAsset[asset]!.flatMap((m) =>
      reference.base[m] === asset
        ? stage.listingsWithTickers(m).filter((i) => members.has(reference.listingExchange[i]!))
        : [],
    );
  });
  const pushed = new Set(hostile.flat());
  const measures = [{ measure: 'bps, unflagged, worst', limit: 50 }, { measure: 'bps, worst' }];
  return ofBoth(versions, 'LX: 4 of 8 hostile with faked volume', measures, (methodology) => {
    const honest = stage.honestValues(methodology).lx;
    const values = PUSHES.flatMap((by) => {
      const trades = stage.honest.trades.map((trade) =>
        pushed.has(trade.listing) ? { ...trade, price: trade.price * (1 + by) } : trade,
      );
      const attack = stage.play(
        methodology,
        1,
        (tickers) => {
          for (const listing of pushed) {
            push(tickers, listing, 1 + by);
            tickers.volume[listing]! *= 100;
          }
        },
        trades,
      );
      const [output] = attack;
      return output!.lx.map(({ price, flags }, i) => ({
        bps: displacementBps(price, honest[i]!.price),
        flagged: flags !== 0,
      }));
    });
    const unflagged = values.filter(({ flagged }) => !flagged);
    return [most(unflagged.map(({ bps }) => bps)), most(values.map(({ bps }) => bps))];
  });
}

const SILENT_TICKS = 16;
const SILENT_PUSHES = [0.006, -0.009, 0.05, -0.3];

/** Three of the eight push every market of the asset that they list, and all others fall silent. Uses a part of the world. */
export function silentConstituents(stage: Stage, random: Random, versions: Versions): AttackResult[] {
  const { reference } = stage;
  const pushedListings = new Set(
    reference.lx.flatMap(({ asset, constituents }) => {
      const exchanges = constituents.map((listing) => reference.listingExchange[listing]!);
      const members = new Set(random.shuffled(exchanges).slice(0, 3));
      return reference.marketsOfAsset[asset]!.flatMap((m) =>
        reference.base[m] === asset
          ? stage.listingsWithTickers(m).filter((i) => members.has(reference.listingExchange[i]!))
          : [],
      );
    }),
  );
  const measures = [
    { measure: 'bps, unflagged, worst', limit: 5 },
    { measure: 'bps, flagged or not, worst' },
  ];
  return ofBoth(versions, 'LX: 3 of 8 hostile, 5 silent', measures, (methodology, examples) => {
    const honest = new Map(stage.honestValues(methodology).lx.map(({ indexId, price }) => [indexId, price]));
    let [unflagged, any] = [0, 0];
    for (const by of SILENT_PUSHES) {
      let tick = 0;
      const attack = stage.play(methodology, SILENT_TICKS, (tickers, now) => {
        // They wait until the others no longer count.
        const moved = now > methodology.lx.silentTicks ? by : 0;
        for (const listing of pushedListings) {
          push(tickers, listing, 1 + moved + 1e-7 * (now % 2));
          tickers.volume[listing]! *= 10;
        }
      });
      for (const { lx } of attack) {
        for (const { indexId, price, flags } of lx) {
          const bps = displacementBps(price, honest.get(indexId)!);
          any = Math.max(any, bps);
          if (flags !== 0 || bps <= unflagged) continue;
          unflagged = bps;
          examples[0] = `${indexId} at tick ${tick}, push ${by}: ${bps.toFixed(1)} bps`;
        }
        tick++;
      }
    }
    return [unflagged, any];
  });
}

export function lxAttacks(stage: Stage, random: Random, versions: Versions): AttackResult[] {
  return [...prints(stage, versions), ...half(stage, random, versions)];
}
