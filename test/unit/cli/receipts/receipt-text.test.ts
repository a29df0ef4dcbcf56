import { describe, expect, test } from 'vitest';
import { fieldsLine } from '../../../../src/cli/client/columns.ts';
import { textWidth } from '../../../../src/cli/client/text-width.ts';
import { FIELDS, linesOf } from '../../../../src/cli/receipts/receipt-lines.ts';
import { receiptText } from '../../../../src/cli/receipts/receipt-text.ts';
import { asset, exchange, market, marketLine, refused } from './some-receipts.ts';

const plain = { columns: 80, hasColours: false };

describe('the receipt of a market', () => {
  test('has nothing of the service in it that drives a terminal', () => {
    const driven = market({
      price: '1\u001b[2J',
      timestamp: 'now\u009b2J',
      market: 'BTC\u0007_USD\u001b]0;x\u0007',
      exchanges: [],
      state: { lastRealAt: 'then\u001b[2J' } as never,
    });
    expect(receiptText(driven, plain)).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test('shows the data of each exchange, the largest first, and the majorities', () => {
    expect(receiptText(market(), plain)).toBe(
      [
        'BTC_USD  100.5 USD  2026-11-17T12:00:00.000Z',
        'MWA, 24 h volume 10 BTC',
        '',
        'exchange            tier  price  24 h volume   share  weight        age  note',
        'Coinbase with a l…  A       100       123457  75.0 %  ██████████  <30 s',
        'Kraken              A       102            5  25.0 %  ███▍        1 min  clamped',
        '',
        'V 100 median by volume',
        'E 100.5 median of exchanges, each once',
        'T 101 median by trust, by exchanges of tier A',
        'R 100.5 reference: the middle one of V, E and T; prices count up to 5 bps from',
        'it, 100.44975 to 100.55025',
        '',
        'receipt 1a1e544e-5202-4055-afd0-1c940239efc1, methodology 2, record abc',
        '',
      ].join('\n'),
    );
  });

  test.each([30, 40, 60, 80, 200])('is no wider than %i columns, except for unbreakable text', (columns) => {
    const lines = receiptText(market({ refused: [refused('Bitstamp', 'OUTLIER', { price: '110' })] }), {
      columns,
      hasColours: true,
    }).split('\n');
    const tooWide = lines.filter((line) => textWidth(line) > columns);
    // The first line is a name, a price and a time; an id is one word.
    expect(tooWide.filter((line) => !/BTC_USD|1a1e544e/.test(line))).toEqual([]);
    expect(lines.some((line) => line.includes('Kraken'))).toBe(true);
  });

  test('has all columns if they fit, and colours only if they are enabled', () => {
    const wide = receiptText(market(), { columns: 200, hasColours: false });
    expect(wide).toContain('24 h volume');
    expect(wide).toContain('123457');
    expect(wide).not.toContain('\u001b');
    expect(receiptText(market(), { columns: 80, hasColours: true })).toContain('\u001b[36m███▍');
  });

  test.each([
    [
      { crossRate: '100.2' },
      'C 100.2 cross rate, implied by other markets\nno quorum: prices count up to 5 % from C\n',
    ],
    [
      { state: { anchor: '99.5' } },
      'no quorum: prices count up to 25 % from its average of the last hours, 99.5\n',
    ],
    [
      { state: { lastValue: '99.5' }, methodology: '1' },
      'no quorum: prices count up to 25 % from the last value, 99.5\n',
    ],
    [{}, 'no quorum, and no earlier price to compare with\n'],
  ])('without a quorum it shows the reference of prices: %j', (more, said) => {
    const { volumeMedian: _v, exchangeMedian: _e, trustMedian: _t, reference: _r, ...thin } = market(more);
    expect(receiptText(thin, plain)).toContain(`\n${said}`);
  });

  test('explains a flag, and why nothing counts', () => {
    const state = { lastRealAt: '2026-11-17T11:59:30.000Z' };
    const text = receiptText(market({ flags: ['CARRIED'], exchanges: [], state }), plain);
    expect(text).toContain('CARRIED: no fresh input: the last value is repeated');
    expect(text).toContain('last computed at 2026-11-17T11:59:30.000Z');
  });

  test('text of a service cannot control the terminal', () => {
    const text = receiptText(market({ exchanges: [exchange('Kra\u001b[2Jken')] }), plain);
    expect(text).not.toContain('\u001b');
  });
});

describe('the reason of a refusal', () => {
  const noteOf = (line: ReturnType<typeof refused>) =>
    linesOf(market({ exchanges: [], refused: [line] }))[0]!.note;

  test.each([
    [refused('A', 'BAD_NUMBER', { last: '0' }), 'BAD_NUMBER: its price is not a number above 0'],
    [refused('A', 'BAD_NUMBER', { reportedVolume: '0' }), 'BAD_NUMBER: its volume is not a number above 0'],
    [refused('A', 'BAD_NUMBER'), 'BAD_NUMBER: its volume is impossibly large'],
    [
      refused('A', 'BAD_TIME', { lastMoved: '2026-11-17T12:02:00.000Z' }),
      'BAD_TIME: its own time is 2 min ahead of the tick',
    ],
    [refused('A', 'BAD_TIME'), 'BAD_TIME: its own time is invalid'],
    [
      refused('A', 'EXCHANGE_STATUS', { exchangeStatus: 'MAINTENANCE' }),
      'EXCHANGE_STATUS: the exchange is in maintenance',
    ],
    [
      refused('A', 'EXCHANGE_STATUS', { exchangeStatus: 'INACTIVE' }),
      'EXCHANGE_STATUS: the exchange is not active',
    ],
    [
      refused('A', 'EXCHANGE_STATUS', { marketStatus: 'INACTIVE' }),
      'EXCHANGE_STATUS: the market is not active there',
    ],
    [refused('A', 'UNQUALIFIED'), 'UNQUALIFIED: the market is marked as not qualified there'],
    [refused('A', 'STALE', { ticksSinceChange: '90' }), 'STALE: no change for 45 min, others are fresher'],
    [refused('A', 'OUTLIER', { price: '90.45' }), 'OUTLIER: its price is 10.0 % below the reference'],
    [refused('A', 'NO_RATE'), 'NO_RATE: its quote asset has no value in USD at this tick'],
    [refused('A', 'SOMETHING_NEW'), 'SOMETHING_NEW: SOMETHING_NEW'],
  ])('%#: %o', (line, note) => {
    expect(noteOf(line)).toBe(note);
  });

  test('is below the exchanges that count', () => {
    const text = receiptText(market({ refused: [refused('Bitstamp', 'UNQUALIFIED')] }), plain);
    expect(text).toContain(
      '\nrefused\n  Bitstamp 100 UNQUALIFIED: the market is marked as not qualified there\n',
    );
  });
});

describe('the receipt of an asset', () => {
  const eur = marketLine('BTC_EUR', { otherLn: '0.05', share: '0.4', exchanges: [exchange('Kraken')] });

  test('shows the way of each market to USD', () => {
    const text = receiptText(asset({ markets: [marketLine('BTC_USD', { share: '0.6' }), eur] }), plain);
    expect(text).toContain('market   price   share  weight      via                  off  exchanges\n');
    expect(text).toContain('BTC_USD    100  60.0 %  ██████████  USD             -1.3 bps          0\n');
    expect(text).toContain('BTC_EUR    100  40.0 %  ██████▋     EUR at 1.05127  -1.3 bps          1\n');
  });

  test('shows which markets take no part, and why', () => {
    const {
      impliedUsd: _usd,
      otherLn: _ln,
      residualBps: _bps,
      ...bare
    } = marketLine('BTC_XYZ', { share: '0' });
    const notes = [
      { ...bare, takesPart: true },
      { ...bare, takesPart: false, flags: ['SUSPECT'] as const },
      { ...bare, takesPart: false, flags: ['CARRIED'] as const },
    ].map((line) => linesOf(asset({ markets: [line] }))[0]!.note);
    expect(notes).toEqual([
      'NO_PATH: XYZ has no value in USD',
      'NO_PART: its own value is held (SUSPECT)',
      'NO_PART: its own value has been carried for more than an hour (CARRIED)',
    ]);
  });
});

test('on a pipe a line has all fields, untruncated', () => {
  const [line] = linesOf(market()).map((each) => fieldsLine(each, FIELDS));
  expect(line).toBe('counts\tCoinbase with a long name\tA\t100\t123456.789\t0.75\t0\t\t\t\t');
});
