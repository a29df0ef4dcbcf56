import { expect, test } from 'vitest';
import { MarketCapRefreshWriter } from '../../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { MarketCaps, type CapSelection } from '../../../../src/latest/market-caps/market-caps.ts';

const T = Date.parse('2026-03-31T12:00:00Z');
const IDS = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const ROWS = IDS.map((assetId, i) => ({
  assetId,
  marketCapRank: i + 1,
  volumeRank: i + 1,
  price: 10 - i,
  volume: 50,
  totalSupply: '30',
  freeFloatSupply: '20',
  marketCap: '200',
  totalMarketCap: '300',
  flags: 0,
}));
const NO_CHANGES = {
  marketCapPercentChange: {},
  totalMarketCapPercentChange: {},
  volumePercentChange: {},
  pricePercentChange: {},
};

const caps = new MarketCaps(new MarketCapRefreshWriter().publish(T, ROWS, []));
const idsIn = (bytes: Buffer) =>
  (JSON.parse(bytes.toString()) as { content: { assetId: string }[] }).content.map(({ assetId }) => assetId);
const nextTurn = async () => {};
const idsOf = async (selection: CapSelection) => [
  idsIn(caps.of(selection).identity.bytes),
  idsIn((await caps.withChanges(() => NO_CHANGES, selection, nextTurn)).identity.bytes),
];

test.each([
  [{}, IDS],
  [{ top: 1 }, IDS.slice(0, 1)],
  [{ top: 2 }, IDS.slice(0, 2)],
  [{ top: 3 }, IDS],
  [{ top: 2000 }, IDS],
  [{ assetId: IDS[1] }, [IDS[1]]],
  [{ assetId: IDS[1], top: 2 }, [IDS[1]]],
  [{ assetId: IDS[2], top: 2 }, []],
  [{ assetId: 'unknown' }, []],
])('%j selects the same records with and without changes', async (selection, expected) => {
  expect(await idsOf(selection)).toEqual([expected, expected]);
});

test('a number of the largest is prepared once for each tick, with its own tag', () => {
  const own = new MarketCaps(new MarketCapRefreshWriter().publish(T, ROWS, []));
  const first = own.of({ top: 2 });
  expect(own.of({ top: 2 })).toBe(first);
  expect(new Set([first.tag, own.of({ top: 1 }).tag, own.of({}).tag]).size).toBe(3);
  own.replace(new MarketCapRefreshWriter().publish(T + 30_000, ROWS, []));
  expect(own.of({ top: 2 })).not.toBe(first);
});
