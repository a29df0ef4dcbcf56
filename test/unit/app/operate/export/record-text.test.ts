import { expect, test } from 'vitest';
import { candleLines, tickText } from '../../../../../src/app/operate/export/export.ts';
import { csvRepresentation } from '../../../../../src/api/http/answers/representation.ts';
import { IndexTicker } from '../../../../../src/contract/records/index-ticker.ts';
import { OpenHighLowCloseVolume } from '../../../../../src/contract/records/open-high-low-close-volume.ts';
import { maskOf } from '../../../../../src/core/index-value.ts';
import { candleText } from '../../../../../src/latest/candles/candle-text.ts';
import { IndexTickerText } from '../../../../../src/latest/indices/index-ticker-text.ts';
import { cellOf, csvRows } from '../../../../support/csv-rows.ts';
import { candlesOn } from '../../../../support/stored-world.ts';

const DAY = Date.parse('2026-02-27T00:00:00Z');
const TWO_FLAGS = maskOf('THIN', 'MODELLED');

test('end-of-day records are exported as the CSV of REST, byte for byte', () => {
  const candles = candlesOn(DAY).map((candle, i) => ({ ...candle, flags: i === 0 ? TWO_FLAGS : 0 }));
  const { opening, line } = candleLines('csv');
  const { convert, list } = csvRepresentation(OpenHighLowCloseVolume);
  const rest = list!.opening + convert(Buffer.from(candles.map(candleText).join())).toString();
  expect(opening + candles.map(line).join('')).toBe(rest);
  const [header, first] = csvRows(rest);
  const wanted = JSON.parse(candleText(candles[0]!)) as object;
  expect(first).toEqual(header!.map((column) => cellOf(wanted, column)));
  expect(first!.at(-1)).toBe('THIN|MODELLED');
});

test('index ticks are exported as the CSV of REST, byte for byte', () => {
  const value = {
    indexType: 'LX',
    indexId: '191724d4-7915-491b-8b73-bc293e03a93e',
    at: DAY,
    price: 88_047.657,
    volume: 85_068.757,
    tickVolume: 3.5,
    flags: TWO_FLAGS,
  } as const;
  const { opening, line } = tickText('csv');
  const { convert, list } = csvRepresentation(IndexTicker);
  const json = new IndexTickerText().record(value, DAY, value);
  expect(opening + line(value)).toBe(list!.opening + convert(Buffer.from(json)).toString());
  expect(csvRows(line(value))[0]!.at(-1)).toBe('THIN|MODELLED');
});
