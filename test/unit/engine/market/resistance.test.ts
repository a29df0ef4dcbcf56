import { describe, expect, test } from 'vitest';
import { ballotFor, VOTES } from '../../../../src/engine/market/market-view.ts';
import { orderByPrice } from '../../../../src/engine/market/price-order.ts';
import { PushedMedians } from '../../../../src/engine/market/pushed-medians.ts';
import { weightedMedian } from '../../../../src/engine/market/weighted-median.ts';
import { Random } from '../../../../bench/support/integrity/random.ts';

const CLAMP = 0.001;

/** A ballot of some exchanges with three votes each, as in a market. */
function ballotOf(exchanges: number, random: Random) {
  const ballot = ballotFor(exchanges);
  const votes = exchanges * VOTES;
  for (let exchange = 0; exchange < exchanges; exchange++) {
    const price = 100 * (1 + 0.02 * random.next());
    // Three are always fresh: a quorum has more than two, each counted by its freshness.
    const weight =
      exchange < 3 || random.next() < 0.5 ? 1 : Math.max(0.1, 2 ** (-Math.floor(20 * random.next()) / 4));
    for (let v = 0; v < VOTES; v++) {
      ballot.price[exchange * VOTES + v] = price * (1 + (v - 1) * 0.0002);
      ballot.byExchange[exchange * VOTES + v] = weight;
    }
  }
  orderByPrice(ballot.price, votes, ballot.order, ballot.spare);
  return { ballot, votes };
}

describe('the medians of a ballot that one exchange can move', () => {
  test('are those of a ballot with its votes above or below all others', () => {
    const random = new Random(5);
    for (let round = 0; round < 400; round++) {
      const exchanges = 3 + Math.floor(20 * random.next());
      const { ballot, votes } = ballotOf(exchanges, random);
      const sorted = [...ballot.order.subarray(0, votes)].map((vote) => ballot.price[vote]!);
      const expected = (own: number, isUp: boolean) => {
        const price = ballot.price.slice();
        const weights = ballot.byExchange.map((weight) => Math.round(weight * 1e6));
        price.fill(isUp ? sorted.at(-1)! * 2 : sorted[0]! / 2, own, own + VOTES);
        weights.fill(1e6, own, own + VOTES);
        const order = new Uint32Array(votes);
        orderByPrice(price, votes, order, new Uint32Array(votes));
        return weightedMedian(price, weights, order, votes, CLAMP)!;
      };
      const medians = new PushedMedians(ballot, ballot.byExchange, votes, CLAMP, [100, 100]);
      for (let own = 0; own < votes; own += VOTES) {
        expect(medians.up(own, 1) / expected(own, true)).toBeCloseTo(1, 12);
        expect(medians.down(own, 1) / expected(own, false)).toBeCloseTo(1, 12);
      }
    }
  });

  test('together span exactly the range of all of them, although some are not computed', () => {
    const random = new Random(6);
    const pick = (some: readonly number[]) => some[Math.floor(some.length * random.next())]!;
    for (let round = 0; round < 3000; round++) {
      const exchanges = 3 + Math.floor(30 * random.next() ** 2);
      const { ballot, votes } = ballotOf(exchanges, random);
      const noise = pick([0, 0.0001, 0.002, 0.05]);
      const trust = Array.from({ length: exchanges }, (_, i) => (i < 3 ? 1 : pick([0, 0.1, 0.1, 1])));
      for (let vote = 0; vote < votes; vote++) {
        const own = Math.floor(vote / VOTES);
        ballot.price[vote] =
          100 * (1 + noise * Math.round(8 * random.next())) * (random.next() < 0.05 ? 100 : 1);
        ballot.byTrust[vote] = ballot.byExchange[vote]! * trust[own]!;
      }
      orderByPrice(ballot.price, votes, ballot.order, ballot.spare);
      const first = weightedMedian(ballot.price, ballot.byExchange, ballot.order, votes, CLAMP)!;
      const low = first * pick([1, 1, 1, 0.9995, 0.99, 1.0001]);
      const range = [low, low * pick([1, 1, 1.0005, 1.01])] as const;
      for (const [weights, weightOf] of [
        [ballot.byExchange, () => 1],
        [ballot.byTrust, (own: number) => trust[own]!],
      ] as const) {
        const medians = new PushedMedians(ballot, weights, votes, CLAMP, range);
        const all: number[] = [...range];
        for (let own = 0; own < exchanges; own++)
          all.push(medians.up(own * VOTES, weightOf(own)), medians.down(own * VOTES, weightOf(own)));
        for (let own = 0; own < exchanges; own++) medians.push(own * VOTES, weightOf(own));
        expect(medians.range).toEqual([Math.min(...all), Math.max(...all)]);
      }
    }
  });
});
