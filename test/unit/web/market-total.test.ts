import type { Tidemark } from '@tidemark/sdk';
import { expect, test } from 'vitest';
import { loadMarketTotal } from '../../../web/src/data/market-total.ts';

const { signal } = new AbortController();

/** A client whose service answers the route of the totals. */
function clientOf(answer: object) {
  const asked: string[] = [];
  const read = async (operation: string) => {
    asked.push(operation);
    return answer;
  };
  return { tidemark: { read } as unknown as Tidemark, asked };
}

test('the totals are those of the service', async () => {
  const { tidemark, asked } = clientOf({
    marketCap: '3440000000000',
    volumeUsd: '525000000000',
    btcShare: '51.02',
    assets: 1201,
    excluded: 167,
    timestamp: '2026-03-01T12:00:00.000Z',
  });
  expect(await loadMarketTotal(tidemark, signal)).toEqual({
    marketCap: 3.44e12,
    volumeUsd: 5.25e11,
    btcShare: 51.02,
    assets: 1201,
    excluded: 167,
  });
  expect(asked).toEqual(['getMarketCapTotal']);
});

test('without Bitcoin there is no share of it', async () => {
  const { tidemark } = clientOf({ marketCap: '1', volumeUsd: '2', assets: 1, excluded: 0 });
  expect((await loadMarketTotal(tidemark, signal)).btcShare).toBeUndefined();
});
