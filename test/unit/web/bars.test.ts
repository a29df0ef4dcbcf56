import { expect, test } from 'vitest';
import { barOfTick } from '../../../web/src/chart/bar.ts';
import { gapsIn, hasGapBefore, loadBars } from '../../../web/src/chart/bars.ts';
import { json } from '../sdk/fake-service.ts';
import { BTC, FakeStream, slotTime, tickOf } from '../sdk/fake-stream.ts';

const barAt = (slot: number) => barOfTick(tickOf(BTC, slot));

test('held values are left out of loaded values, as they are of live ones', async () => {
  const fake = new FakeStream();
  fake.service.on('/index-ticker', () =>
    json({
      content: [
        tickOf(BTC, 4),
        tickOf(BTC, 3, { flags: ['CARRIED'] }),
        tickOf(BTC, 2, { flags: ['THIN'] }),
        tickOf(BTC, 1, { flags: ['SUSPECT'] }),
      ],
    }),
  );
  const { signal } = new AbortController();
  const now = Date.parse(slotTime(4));
  const page = await loadBars(fake.client(), BTC, '30s', { now, signal });
  expect(page.bars.map(({ close }) => close)).toEqual([102, 104]);
  expect(gapsIn(page.bars, '30s')).toEqual([Date.parse(slotTime(3))]);
  // Older ones are asked for before the part that was looked at.
  expect(page.from).toBe(now - 1000 * 30_000);
});

test('of a long gap the end is drawn, next to the newer value', () => {
  const gaps = gapsIn([barAt(1), barAt(5000)], '30s');
  expect([gaps.length, gaps.at(-1)]).toEqual([1000, Date.parse(slotTime(4999))]);
});

test('a value that follows a gap is apart from the one before', () => {
  expect(hasGapBefore(barAt(1), barAt(2), '30s')).toBe(false);
  expect(hasGapBefore(barAt(1), barAt(3), '30s')).toBe(true);
  expect(hasGapBefore(undefined, barAt(3), '30s')).toBe(false);
});
