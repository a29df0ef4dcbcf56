import type { RecordedTrade } from '../../../../src/engine/lx/recorded-trade.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { push } from '../ticker-copies.ts';
import { displacementBps, most, ofBoth, type AttackResult } from './attack-result.ts';

const PRINTS = [0.003, 0.03, -0.03];
const PUSHES = [0.003, 0.006, 0.0095, 0.012, 0.03, -0.03, 0.25];
const LARGE = 10n ** 12n;

/** One print on every constituent, far larger than all that was traded, while the quotes do not move. */
function prints(stage: Stage): AttackResult[] {
  const measures = [{ measure: 'bps, worst', limit: 15 }];
  return ofBoth(
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
function half(stage: Stage, random: Random): AttackResult[] {
  const { reference } = stage;
  const hostile = reference.lx.map(({ asset, constituents }) => {
    const exchanges = constituents.map((listing) => reference.listingExchange[listing]!);
    const members = new Set(random.shuffled(exchanges).slice(0, 4));
    return reference.marketsOfAsset[asset]!.flatMap((m) =>
      reference.base[m] === asset
        ? stage.heardListingsOf(m).filter((i) => members.has(reference.listingExchange[i]!))
        : [],
    );
  });
  const pushed = new Set(hostile.flat());
  const measures = [{ measure: 'bps, unflagged, worst', limit: 50 }, { measure: 'bps, worst' }];
  return ofBoth('LX: 4 of 8 hostile with faked volume', measures, (methodology) => {
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

export function lxAttacks(stage: Stage, random: Random): AttackResult[] {
  return [...prints(stage), ...half(stage, random)];
}
