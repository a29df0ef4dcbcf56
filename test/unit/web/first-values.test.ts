import { expect, test } from 'vitest';
import type { Parameter } from '../../../web/src/views/try-it/documents.ts';
import { firstValues } from '../../../web/src/views/try-it/request.ts';

const NOW = Date.parse('2026-11-18T02:41:00.000Z');
const from: Parameter = { name: 'from', in: 'query', required: true, schema: { format: 'date-time' } };
const interval: Parameter = { name: 'interval', in: 'query', required: true, example: '1h', schema: {} };

test.each([
  ['/v3/export/ohlcv', [from], '2026-10-19T02:41:00.000Z'],
  ['/v3/export/candles', [from, interval], '2026-11-16T20:41:00.000Z'],
  ['/v3/receipts', [from], '2026-11-18T02:11:00.000Z'],
])('the example of %s asks for a range that has records', (path, parameters, begins) => {
  expect(firstValues({ path, parameters }, NOW)['from']).toBe(begins);
});
