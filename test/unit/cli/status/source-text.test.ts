import { expect, test } from 'vitest';
import type { ExchangeReport } from '../../../../src/app/pipeline/metrics/source-health.ts';
import { findingLines, readingsText } from '../../../../src/cli/status/source-text.ts';

const AT = Date.UTC(2026, 10, 16, 12);

function reportOf(exchange: string, lastFailure?: string): ExchangeReport {
  const failures = lastFailure === undefined ? 0 : 2;
  return {
    exchange,
    state: lastFailure === undefined ? 'answering' : 'failing',
    failing: failures,
    failures,
    lastDelivery: AT - (lastFailure === undefined ? 4000 : 600_000),
    readings: {
      byOutcome: { read: 10, failed: failures },
      byFailure: lastFailure === undefined ? {} : { [lastFailure]: failures },
      tookMs: 100,
      isResting: false,
      leftOut: 0,
      ...(lastFailure === undefined ? {} : { lastFailure }),
    },
  };
}

test('exchanges that fail for the same reason share a line; others have their own', () => {
  const reports = [
    reportOf('Kraken'),
    ...['OKX', 'Gate', 'Bybit', 'HTX'].map((name) => reportOf(name, 'timeout')),
    reportOf('Binance'),
    ...['Bitstamp', 'Luno'].map((name) => reportOf(name, 'rate-limited')),
  ];
  const lines = readingsText('exchange', reports, AT).trimEnd().split('\n').slice(1);
  expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['Kraken', 'answering', '4 s', '10', '0', '0'],
    ['4 exchanges', 'failing', '10 min', '40', '8', '0', 'timeout: OKX, Gate, Bybit, HTX'],
    ['Binance', 'answering', '4 s', '10', '0', '0'],
    ['Bitstamp', 'failing', '10 min', '10', '2', '0', 'rate-limited 2'],
    ['Luno', 'failing', '10 min', '10', '2', '0', 'rate-limited 2'],
  ]);
});

test('markets of one exchange with the same reason share a line, with some of their names', () => {
  const findings = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((code) => ({
    exchange: 'kraken',
    market: `${code}/USD`,
    why: 'others disagree',
  }));
  expect(findingLines([...findings, { exchange: 'okx', market: 'A/USD', why: 'others disagree' }])).toEqual([
    'kraken, 7 markets: others disagree ("A/USD", "B/USD", "C/USD", "D/USD", "E/USD" and 2 more)',
    'okx "A/USD": others disagree',
  ]);
});
