import { describe, expect, test } from 'vitest';
import { parseSupplies } from '../../../../../src/sources/live/supply/supply-file.ts';

const HEAD = 'slugName,symbol,totalSupply,freeFloatSupply,asOf';

const csv = (...lines: readonly string[]) => parseSupplies([HEAD, ...lines].join('\n'));

describe('a file of supplies', () => {
  test('names a column that is not known, whatever it is called', () => {
    expect(parseSupplies('symbol,constructor\nBTC,1').problems[0]).toMatch(
      'column "constructor": is unknown',
    );
  });

  test('is CSV, in which every digit counts', () => {
    const { rows, problems } = parseSupplies(
      [
        '\uFEFF# supplies of our own',
        'symbol, circulatingSupply ,totalSupply,asOf,confirmed,assetId',
        '"BTC",19876543.123456789012345,2.1E7,2026-11-16,,',
        '',
        'ETH,120000000,120000000.00,2026-11-15T12:00:00Z,yes,',
        ',1,1,2026-01-01,,0a1b2c3d-0000-4000-8000-000000000000',
      ].join('\r\n'),
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        place: 'line 3',
        symbol: 'BTC',
        totalSupply: '21000000',
        freeFloatSupply: '19876543.123456789012345',
        asOf: Date.UTC(2026, 10, 16),
      },
      {
        place: 'line 5',
        symbol: 'ETH',
        totalSupply: '120000000',
        freeFloatSupply: '120000000',
        asOf: Date.UTC(2026, 10, 15, 12),
        isConfirmed: true,
      },
      expect.objectContaining({ place: 'line 6', assetId: '0a1b2c3d-0000-4000-8000-000000000000' }),
    ]);
  });

  test('or JSON, whose numbers need no quotes, dated as a whole or each', () => {
    const { rows, problems } = parseSupplies(
      `{"format": 1, "asOf": "2026-11-16", "supplies": [
        {"slugName": "bitcoin", "totalSupply": 19876543.1234567890123456789, "freeFloatSupply": "19000000"},
        {"symbol": "ETH", "totalSupply": 5, "circulatingSupply": 4, "asOf": "2026-01-01", "confirmed": true}]}`,
    );
    expect(problems).toEqual([]);
    expect(
      rows.map(({ totalSupply, freeFloatSupply, asOf }) => [totalSupply, freeFloatSupply, asOf]),
    ).toEqual([
      ['19876543.1234567890123456789', '19000000', Date.UTC(2026, 10, 16)],
      ['5', '4', Date.UTC(2026, 0, 1)],
    ]);
    expect(rows[1]?.isConfirmed).toBe(true);
  });

  test('names every line and field that is wrong', () => {
    const { problems } = csv(
      'bitcoin,BTC,21e6,19e6,2026-11-16',
      'Bit Coin,BTC,"21,000,000",0,16.11.2026',
      ',,1,1,2026-11-16',
      'cardano,ADA,1,2,2026-11-16',
      'ripple,XRP,1',
      'solana,SOL,"1,1,2026-11-16',
      'bitcoin,,-1,,',
    );
    expect(problems).toEqual([
      'line 8: names the same asset as line 2',
      'line 7: has an unclosed quote, or text next to a quoted cell',
      'line 6: has 3 fields, the first line has 5',
      'line 3, slugName: must be a slug such as bitcoin-cash',
      'line 3, totalSupply: must be a decimal above zero without thousands marks, such as 19876543.25',
      'line 3, freeFloatSupply: must be a decimal above zero without thousands marks, such as 19876543.25',
      'line 3, asOf: must be a date such as 2026-01-31',
      'line 4: must have one of assetId, slugName, symbol',
      'line 5, freeFloatSupply: is above the totalSupply of 1',
      'line 8, totalSupply: must be a decimal above zero without thousands marks, such as 19876543.25',
      'line 8, freeFloatSupply: is missing',
      'line 8, asOf: is missing',
    ]);
  });

  test.each([
    ['', 'has no supplies'],
    [HEAD, 'has no supplies'],
    [`${HEAD},price\n`, 'line 1, column "price": is unknown'],
    ['symbol,symbol\n', 'line 1, column symbol: appears twice'],
    [
      `${HEAD}\nbitcoin,,1,1,2026-11-16\nbitcoin,BTC,2,2,2026-11-16`,
      'line 3: names the same asset as line 2',
    ],
    [`${HEAD}\nbitcoin,,1,1,1999-11-16`, 'line 2, asOf: must be a date'],
    [`${HEAD}\nbitcoin,,1e40,1,2026-11-16`, 'line 2, totalSupply: must be a decimal'],
    ['{"format": 1, "supplies": [', 'is not valid JSON'],
    ['{"format": 2, "supplies": []}', 'format: must be 1'],
    ['{"format": 1}', 'supplies: must be a list'],
    ['{"format": 1, "supplies": [], "date": 1}', 'date: is unknown'],
    ['{"format": 1, "supplies": [7]}', 'supplies[0]: must be an object'],
    ['{"format": 1, "supplies": [{"ticker": "BTC"}]}', 'supplies[0], ticker: is unknown'],
    ['{"format": 1, "supplies": [{"symbol": null}]}', 'supplies[0], symbol: must be a text or a number'],
    [
      '{"format": 1, "supplies": [{"symbol": "A", "totalSupply": 1, "freeFloatSupply": 1}]}',
      'supplies[0], asOf: is missing',
    ],
  ])('%j is refused', (text, problem) => {
    expect(parseSupplies(text).problems[0]).toContain(problem);
  });

  test('a file that is something else does not fill the screen', () => {
    const { problems } = csv(...Array.from({ length: 500 }, () => 'a,b'));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 480 more');
  });
});

test('a header of nonsense is one short problem, however long it is', () => {
  for (const text of [
    ','.repeat(500_000),
    Array.from({ length: 60_000 }, (_, i) => `c${i}`).join(),
    'x'.repeat(4_000_000),
    `{"format": 1, "supplies": [], ${Array.from({ length: 300_000 }, (_, i) => `"k${i}": 1`).join()}}`,
  ]) {
    const { rows, problems } = parseSupplies(text);
    expect(rows).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(21);
    expect(problems.join().length).toBeLessThan(10_000);
  }
});
