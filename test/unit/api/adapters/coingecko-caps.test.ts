import { expect, test } from 'vitest';
import { readPricesAndCaps } from '../../../../src/api/adapters/coingecko/market-caps.ts';
import type { AdapterCall } from '../../../../src/api/adapters/resource-reader.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';

type Parts = Parameters<typeof readPricesAndCaps>[0];

/** Both reads give the tick that is current; one is published behind each of the first reads. */
function publishing(ticks: number): Parts {
  let at = Date.UTC(2026, 0, 31);
  let left = ticks;
  const next = () => void (left-- > 0 && (at += SLOT_MS));
  const reader = {
    read: async () => {
      const body = { content: [{ timestamp: new Date(at).toISOString() }] };
      next();
      return { body };
    },
  };
  return { reader, prices: { read: async () => ({ newestAt: at }) } } as unknown as Parts;
}

test.each([0, 1, 2])(
  'prices and market caps are of one tick, with %i ticks between the reads',
  async (ticks) => {
    const { now, caps } = await readPricesAndCaps(publishing(ticks), {} as AdapterCall, true);
    expect(caps.map(({ timestamp }) => Date.parse(timestamp))).toEqual([now.newestAt]);
  },
);

test('a source that ticks faster than both are read gets an answer', async () => {
  const { caps } = await readPricesAndCaps(publishing(Infinity), {} as AdapterCall, true);
  expect(caps).toHaveLength(1);
});

test('without market caps, both are read once', async () => {
  let reads = 0;
  const read = async () => {
    reads++;
    return { body: { content: [] }, newestAt: Date.UTC(2026, 0, 31) };
  };
  await readPricesAndCaps(
    { reader: { read }, prices: { read } } as unknown as Parts,
    {} as AdapterCall,
    true,
  );
  expect(reads).toBe(2);
});
