import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  suggestTier,
  TIER_A_CRITERIA,
  TIER_B_CRITERIA,
  type Criterion,
} from '../../../../src/values/receipts/tier-criteria.ts';
import { OUT_OF_LINE_FACTOR, type ExchangeFigures } from '../../../../src/values/receipts/tier-figures.ts';

const GOOD: ExchangeFigures = {
  exchangeId: 'id',
  exchange: 'Good',
  tier: 'B',
  trust: 0.1,
  markets: 3,
  ticks: 2880,
  uptime: 0.999,
  medianDeviationBps: 2,
  p95DeviationBps: 12,
  refused: { BAD_NUMBER: 0, BAD_TIME: 0, STALE: 0.001, OUTLIER: 0, NEW: 0 },
  volumeCut: 0,
  volumeRatio: 1.2,
  volumeOutOfLine: 0,
};
const refused = (reasons: Partial<ExchangeFigures['refused']>) => ({
  refused: { ...GOOD.refused, ...reasons },
});

test.each([
  ['all figures good', {}, 'A', []],
  ['seldom read', { uptime: 0.98 }, 'B', ['uptime']],
  ['often down', { uptime: 0.5 }, 'REVIEW', ['uptime']],
  ['a little off', { p95DeviationBps: 60 }, 'B', ['p95DeviationBps']],
  [
    'never where the others are',
    { medianDeviationBps: 400, p95DeviationBps: 400 },
    'REVIEW',
    ['medianDeviationBps'],
  ],
  ['some outliers', refused({ OUTLIER: 0.01 }), 'B', ['outliers']],
  ['many outliers', refused({ OUTLIER: 0.08 }), 'REVIEW', ['outliers']],
  ['bad numbers', refused({ BAD_NUMBER: 0.3, BAD_TIME: 0.2 }), 'REVIEW', ['refused']],
  ['new, which is no fault of its own', refused({ NEW: 1 }), 'A', []],
  ['a volume that is cut', { volumeCut: 0.2 }, 'B', ['implausibleVolume']],
  ['an invented volume', { volumeOutOfLine: 0.9 }, 'REVIEW', ['implausibleVolume']],
  [
    'alone in its markets',
    { medianDeviationBps: undefined, p95DeviationBps: undefined },
    'B',
    ['medianDeviationBps', 'p95DeviationBps'],
  ],
] as const)('%s', (_what, figures, suggested, failed) => {
  const suggestion = suggestTier({ ...GOOD, ...figures });
  expect(suggestion.suggested).toBe(suggested);
  expect(suggestion.failed.map(({ figure }) => figure)).toEqual(failed);
});

test('docs/trust/tiers.md has the same limits', () => {
  const page = readFileSync(new URL('../../../../docs/trust/tiers.md', import.meta.url), 'utf8');
  const rows = new Map(
    [...page.matchAll(/^\| (?:.*?)`(\w+)` +\| (.*?) +\| (.*?) +\|/gm)].map(([, name, a, b]) => [
      name,
      [a, b],
    ]),
  );
  const text = ({ figure, kind, limit }: Criterion) =>
    `${kind === 'min' ? '≥' : '≤'} ${figure.endsWith('Bps') ? `${limit} bps` : `${Number((limit * 100).toFixed(3))} %`}`;
  TIER_A_CRITERIA.forEach((criterion, i) => {
    expect(rows.get(criterion.figure)).toEqual([text(criterion), text(TIER_B_CRITERIA[i]!)]);
  });
  expect(page).toContain(`more than ${OUT_OF_LINE_FACTOR} times the median`);
});
