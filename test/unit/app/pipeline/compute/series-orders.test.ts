import { describe, expect, test } from 'vitest';
import { SeriesOrders } from '../../../../../src/app/pipeline/compute/series-orders.ts';
import type { ReferenceContent, ReferenceVersion } from '../../../../../src/core/reference-data.ts';
import { SeriesOrder } from '../../../../../src/core/ids/series-order.ts';
import { newsOf } from '../../../../../src/reference/versions/reference-news.ts';
import { buildWorld } from '../../../../../src/simulator/world.ts';

const { reference } = buildWorld('small');
const FIRST = { ...reference, lx: [], traded: [] } satisfies ReferenceContent;

function version(hash: string, data: ReferenceContent): ReferenceVersion {
  return { hash, from: 0, data };
}

const A = version('a', FIRST);
/** No numbered item has changed. */
const B = version('b', { ...FIRST, exchanges: FIRST.exchanges.slice(1) });
const C = version('c', { ...B.data, markets: FIRST.markets.slice(3), assets: FIRST.assets.slice(0, -2) });
const D = version('d', { ...C.data, markets: FIRST.markets.slice(1) });

describe('the order of series of a version', () => {
  test('is that of its markets and assets, through every change', async () => {
    const orders = new SeriesOrders();
    const early = orders.of('d');
    orders.announce(A);
    orders.announce(newsOf(B, A));
    orders.announce(newsOf(C, B));
    orders.announce(newsOf(D, C));
    for (const { hash, data } of [A, B, C, D])
      expect((await orders.of(hash)).series).toEqual(new SeriesOrder(data).series);
    expect(await early).toBe(await orders.of('d'));
  });

  test('is the same object if no market or asset was added or removed', async () => {
    const orders = new SeriesOrders();
    orders.announce(A);
    orders.announce(newsOf(B, A));
    expect(await orders.of('b')).toBe(await orders.of('a'));
    orders.announce(newsOf(C, B));
    expect(await orders.of('c')).not.toBe(await orders.of('b'));
  });

  test('is kept for the newest versions only', async () => {
    const orders = new SeriesOrders();
    orders.announce(A);
    const first = await orders.of('a');
    for (const hash of ['b', 'c', 'd', 'e']) orders.announce(version(hash, FIRST));
    let known = false;
    void orders.of('a').then(() => (known = true));
    await orders.of('e');
    expect(known).toBe(false);
    orders.announce(A);
    expect((await orders.of('a')).series).toEqual(first.series);
  });
});
