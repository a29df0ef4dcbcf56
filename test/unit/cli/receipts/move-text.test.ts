import { describe, expect, test } from 'vitest';
import { attributeMove } from '../../../../sdk/src/verify/index.ts';
import type { IndexReceipt } from '../../../../sdk/src/contract.ts';
import { textWidth } from '../../../../src/cli/client/text-width.ts';
import { explainMove, type ExplainedMove } from '../../../../src/cli/receipts/explain-move.ts';
import { moveLines, moveText } from '../../../../src/cli/receipts/move-text.ts';
import { asset, AT, exchange, market, marketLine, refused } from './some-receipts.ts';

const LATER = '2026-11-17T12:01:00.000Z';

function moved(before: IndexReceipt, after: IndexReceipt): ExplainedMove {
  const end = (receipt: IndexReceipt) => ({ receipt, computed: receipt });
  return { before: end(before), after: end(after), move: attributeMove(before, after) };
}

const before = market({
  price: '101',
  reference: '101',
  exchanges: [exchange('Kraken', { price: '100' }), exchange('Gemini', { price: '102' })],
});
const after = market({
  price: '103',
  timestamp: LATER,
  exchanges: [exchange('Kraken', { price: '103', share: '1' })],
  refused: [refused('Gemini', 'STALE', { ticksSinceChange: '90' })],
});

describe('a move', () => {
  test('contains no control characters of the service', () => {
    const explained = moved(before, after);
    const driven = { ...explained.after.receipt, price: '103\u001b[2J', timestamp: 'now\u009b2J' };
    const end = { receipt: driven, computed: { ...driven } };
    const text = moveText({ ...explained, after: end }, { columns: 100, hasColours: false });
    expect(text).toContain('The value of now');
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test('is shown with its parts, the rest and their sum', () => {
    expect(moveText(moved(before, after), { columns: 100, hasColours: false })).toBe(
      [
        'BTC_USD  101 to 103 USD  +2 (+198 bps)',
        '2026-11-17T12:00:00.000Z to 2026-11-17T12:01:00.000Z',
        '',
        'exchange  price  weight  total  note',
        'Kraken    +2.25   -0.25     +2',
        'Gemini     0       0         0  removed: STALE, no change for 45 min, others are fresher',
        'rounding                     0',
        'sum                         +2',
        '',
      ].join('\n'),
    );
  });

  test('the other way round, one counts that was refused before', () => {
    const [, gemini] = moveLines(moved(after, before));
    expect(gemini?.note).toBe('added; before: STALE, no change for 45 min, others are fresher');
  });

  test('one missing in the other receipt had no ticker there', () => {
    expect(moveLines(moved(before, { ...after, refused: [] }))[1]?.note).toBe('removed: no ticker');
  });

  test.each([30, 40, 80, 200])('fits into %i columns, and keeps the totals', (columns) => {
    const lines = moveText(moved(before, after), { columns, hasColours: true }).split('\n').slice(3);
    expect(lines.filter((line) => textWidth(line) > columns)).toEqual([]);
    expect(lines[0]).toContain('total');
  });

  test('of an asset has markets, and their way to USD', () => {
    const was = asset({ price: '100', markets: [marketLine('BTC_EUR', { share: '1', rate: '100' })] });
    const is = asset({
      price: '110',
      timestamp: LATER,
      markets: [marketLine('BTC_EUR', { share: '1', rate: '100', otherLn: String(Math.log(1.1)) })],
    });
    const [line] = moveLines(moved(was, is));
    expect(line).toMatchObject({ name: 'BTC_EUR', price: '0', clamp: '' });
    expect(Number(line!.path)).toBeCloseTo(10, 6);
  });

  test('of a median shows the medians instead of parts', () => {
    const lx = (price: string): IndexReceipt => ({
      ...market({ price, volumeMedian: price, impliedUsd: '99' }),
      indexType: 'LX',
      name: 'BLX',
      constituents: [{ ...exchange('Kraken', { price }), trades: [] }] as never,
    });
    const text = moveText(moved(lx('100'), lx('103')), { columns: 80, hasColours: false });
    expect(text).toContain('cannot be');
    expect(text).toMatch(/^Kraken +100\.0000 +103\.0000 +\+3\.0000$/m);
  });
});

describe('a value that repeats an earlier one', () => {
  const held = market({
    price: '101',
    flags: ['CARRIED'],
    exchanges: [],
    state: { lastRealAt: AT },
    timestamp: LATER,
  });

  const asker = (receipts: readonly IndexReceipt[]) =>
    ({
      tidemark: {
        index: async () => ({ ...receipts.at(-1)!, id: receipts.at(-1)!.timestamp }),
        read: async (_: string, { from }: { from: string }) => ({
          content: receipts
            .filter(({ timestamp }) => timestamp === from)
            .map((each) => ({ ...each, id: from })),
        }),
        receipt: async ({ id }: { id: string }) => ({
          ...receipts.find(({ timestamp }) => timestamp === id),
          id,
        }),
      },
    }) as never;

  test('is explained by the earlier one', async () => {
    const last = market({ ...after, timestamp: '2026-11-17T12:02:00.000Z' });
    const found = await explainMove(
      asker([before, held, last]),
      'BTC_USD',
      { at: Date.parse(LATER) },
      { agoMs: 0 },
    );
    expect(found.before).toEqual({ receipt: { ...held, id: LATER }, computed: { ...before, id: AT } });
    expect(found.move).toMatchObject({ move: '2', rest: { because: 'ROUNDING' } });
    const text = moveText(found, { columns: 60, hasColours: false });
    expect(text.replaceAll('\n', ' ')).toContain(`The value of ${LATER} repeats that of ${AT}`);
  });
});
