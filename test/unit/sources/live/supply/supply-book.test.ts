import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../../../src/core/asset.ts';
import { assetIdOf } from '../../../../../src/core/ids/entity-id.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { SupplyBook } from '../../../../../src/sources/live/supply/supply-book.ts';
import type { SupplyRow } from '../../../../../src/sources/live/supply/supply-row.ts';

const NOON = Date.UTC(2026, 10, 16, 12);

function asset(slugName: string, symbol: string, more: Partial<Asset> = {}): Asset {
  const base = { id: assetIdOf(slugName), name: slugName, symbol, slugName, url: '' };
  return { ...base, status: 'ACTIVE', type: 'CRYPTO', ...more };
}

const BITCOIN = asset('bitcoin', 'BTC', { name: 'Bitcoin' });
const ETHER = asset('ethereum', 'ETH', { name: 'Ethereum' });
const TON = asset('toncoin', 'TON', { name: 'Toncoin' });
const CRYSTAL = asset('ton-crystal', 'TON', { name: 'TON Crystal' });
const DOLLAR = asset('us-dollar', 'USD', { type: 'FIAT' });
const GONE = asset('gone', 'GONE', { status: 'INACTIVE' });
const ASSETS = [BITCOIN, ETHER, TON, CRYSTAL, DOLLAR, GONE];

function row(named: Partial<SupplyRow>, total: string, free = total): SupplyRow {
  const place = named.place ?? named.slugName ?? named.symbol ?? 'row';
  return { ...named, place, totalSupply: total, freeFloatSupply: free, asOf: NOON };
}

const bookWith = (stored: ConstructorParameters<typeof SupplyBook>[0] = { file: [], url: [] }) =>
  new SupplyBook(stored);

/** What counts after a slot, where anything makes a version. */
function settled(
  book: SupplyBook,
  now = NOON,
  assets: readonly Asset[] = ASSETS,
): Readonly<Record<string, string>> {
  if (book.settle(assets, now)) book.adopt(now);
  return shown(book);
}

const shown = (book: SupplyBook) =>
  Object.fromEntries(
    book.supplies.map(({ assetId, totalSupply, freeFloatSupply }) => [
      ASSETS.find(({ id }) => id === assetId)?.slugName ?? assetId,
      `${freeFloatSupply}/${totalSupply}`,
    ]),
  );

describe('which asset a supply is of', () => {
  test('is determined by its id, then its slug, then its symbol', () => {
    const book = bookWith();
    book.take(
      'file',
      [
        row({ assetId: BITCOIN.id }, '21', '19'),
        row({ slugName: 'toncoin' }, '5'),
        row({ symbol: 'eth' }, '120'),
      ],
      [],
      NOON,
    );
    expect(settled(book)).toEqual({ bitcoin: '19/21', toncoin: '5/5', ethereum: '120/120' });
    expect(book.findings).toEqual([]);
  });

  test('is no asset that has no market cap', () => {
    const book = bookWith();
    book.take(
      'file',
      [row({ symbol: 'USD' }, '1'), row({ slugName: 'gone' }, '1'), row({ symbol: 'XYZ' }, '1')],
      [],
      NOON,
    );
    expect(settled(book)).toEqual({});
    expect(book.unmatched('file')).toBe(3);
    expect(book.findings.map(({ why }) => why)).toEqual(['no listed asset is named gone']);
  });

  test('is not guessed if several assets have the symbol, unless the name decides', () => {
    const book = bookWith();
    book.take('url', [row({ place: 'the-open-network', symbol: 'TON' }, '5')], [], NOON);
    expect(settled(book)).toEqual({});
    expect(book.findings).toEqual([
      { supply: 'the-open-network', why: '2 assets have the symbol TON: toncoin, ton-crystal' },
    ]);
    book.take('url', [row({ symbol: 'TON', name: 'TONCOIN' }, '5')], [], NOON);
    expect(settled(book, NOON + HOUR_MS)).toEqual({ toncoin: '5/5' });
    expect(book.findings).toEqual([]);
  });

  test('is not guessed if several entries have its symbol, unless one has its slug', () => {
    const book = bookWith();
    const others = [
      row({ slugName: 'bridged-ether', symbol: 'ETH' }, '7'),
      row({ slugName: 'peg-ether', symbol: 'ETH' }, '8'),
    ];
    book.take('url', others, [], NOON);
    expect(settled(book)).toEqual({});
    expect(book.findings).toEqual([
      { supply: 'ethereum', why: '2 entries have its symbol: bridged-ether, peg-ether' },
    ]);
    book.take('url', [...others, row({ slugName: 'ethereum', symbol: 'ETH' }, '120')], [], NOON);
    expect(settled(book, NOON + HOUR_MS)).toEqual({ ethereum: '120/120' });
  });

  test('is rejected if slug and symbol contradict each other', () => {
    const book = bookWith();
    book.take('file', [row({ place: 'line 2', slugName: 'bitcoin', symbol: 'ETH' }, '1')], [], NOON);
    expect(settled(book)).toEqual({});
    expect(book.findings).toEqual([
      { supply: 'line 2', why: 'it names bitcoin, whose symbol is BTC, not ETH' },
    ]);
  });

  test('a slug of the file that is not listed is no reason to look at its symbol', () => {
    const book = bookWith();
    book.take('file', [row({ slugName: 'ether-classic', symbol: 'ETH' }, '1')], [], NOON);
    expect(settled(book)).toEqual({});
  });

  test('is found as soon as it is listed', () => {
    const book = bookWith();
    book.take('file', [row({ slugName: 'bitcoin' }, '21')], [], NOON);
    expect(settled(book, NOON, [ETHER])).toEqual({});
    expect(settled(book, NOON + SLOT_MS, [ETHER, BITCOIN])).toEqual({ bitcoin: '21/21' });
  });
});

describe('which supply counts', () => {
  test('the file wins over the address, asset by asset', () => {
    const book = bookWith();
    book.take('url', [row({ slugName: 'bitcoin' }, '20'), row({ slugName: 'ethereum' }, '120')], [], NOON);
    book.take('file', [row({ slugName: 'bitcoin' }, '21')], [], NOON);
    expect(settled(book)).toEqual({ bitcoin: '21/21', ethereum: '120/120' });
    expect(book.counted('url').map(({ assetId }) => assetId)).toEqual([ETHER.id]);
    book.take('file', [row({ slugName: 'toncoin' }, '5')], [], NOON);
    expect(settled(book, NOON + HOUR_MS)).toEqual({ bitcoin: '20/20', ethereum: '120/120', toncoin: '5/5' });
  });

  test.each([
    ['2100', '1900'],
    ['0.21', '0.19'],
    ['21', '0.19'],
  ])('a change to %s and %s is held back until the file confirms it', (total, free) => {
    const book = bookWith();
    const changed = row({ place: 'line 2', slugName: 'bitcoin' }, total, free);
    book.take('file', [row({ slugName: 'bitcoin' }, '21', '19')], [], NOON);
    settled(book);
    book.take('file', [changed], [], NOON + HOUR_MS);
    expect(settled(book, NOON + HOUR_MS)).toEqual({ bitcoin: '19/21' });
    expect(book.findings).toEqual([
      {
        supply: 'BTC (line 2)',
        why: expect.stringContaining('held back until the supply file confirms it') as string,
      },
    ]);
    book.take('file', [{ ...changed, isConfirmed: true }], [], NOON + 2 * HOUR_MS);
    expect(settled(book, NOON + 2 * HOUR_MS)).toEqual({ bitcoin: `${free}/${total}` });
  });

  test('a smaller change is none to wonder about', () => {
    const book = bookWith();
    book.take('url', [row({ slugName: 'bitcoin' }, '21')], [], NOON);
    settled(book);
    book.take('url', [row({ slugName: 'bitcoin' }, '2099')], [], NOON + HOUR_MS);
    expect(settled(book, NOON + HOUR_MS)).toEqual({ bitcoin: '2099/2099' });
  });

  test('one that cannot be meant leaves the one before, and only those of listed assets are told', () => {
    const book = bookWith();
    book.take('url', [row({ slugName: 'bitcoin' }, '21')], [], NOON);
    settled(book);
    const refused = ['bitcoin', 'unlisted'].map((slugName) => ({
      place: slugName,
      slugName,
      why: 'its free float is above its total',
    }));
    book.take('url', [row({ slugName: 'ethereum' }, '120')], refused, NOON + HOUR_MS);
    expect(settled(book, NOON + HOUR_MS)).toEqual({ bitcoin: '21/21', ethereum: '120/120' });
    expect(book.findings).toEqual([{ supply: 'BTC (bitcoin)', why: 'its free float is above its total' }]);
  });

  test('one that the address no longer gives counts for a week, one that the file lacks not at all', () => {
    const book = bookWith();
    book.take('url', [row({ slugName: 'bitcoin' }, '21')], [], NOON);
    settled(book);
    const readings = [NOON + 6 * DAY_MS, NOON + 7 * DAY_MS];
    const counts = readings.map((at) => {
      book.take('url', [row({ slugName: 'ethereum' }, '120')], [], at);
      return Object.keys(settled(book, at));
    });
    expect(counts).toEqual([expect.arrayContaining(['bitcoin', 'ethereum']), ['ethereum']]);
  });

  test('is known after a restart without asking, and held against what comes next', () => {
    const before = bookWith();
    before.take('url', [row({ slugName: 'bitcoin' }, '21')], [], NOON);
    settled(before);
    const book = bookWith(before.stored);
    expect(settled(book, NOON + DAY_MS)).toEqual({ bitcoin: '21/21' });
    book.take('url', [row({ slugName: 'bitcoin' }, '21000')], [], NOON + DAY_MS);
    expect(settled(book, NOON + DAY_MS)).toEqual({ bitcoin: '21/21' });
    expect(book.findings).toHaveLength(1);
  });
});

describe('versions of the reference data', () => {
  test('supplies alone make one in an hour, the first of each origin at once', () => {
    const book = bookWith();
    const versions: string[] = [];
    const slot = (at: number) => {
      if (!book.settle(ASSETS, at)) return;
      book.adopt(at);
      versions.push(new Date(at).toISOString().slice(11, 16));
    };
    for (let minute = 0; minute < 180; minute++) {
      const at = NOON + minute * MINUTE_MS;
      book.take('url', [row({ slugName: 'ethereum' }, String(120_000 + minute * 1000))], [], at);
      if (minute === 10) book.take('file', [row({ slugName: 'bitcoin' }, '21')], [], at);
      slot(at);
    }
    expect(versions).toEqual(['12:00', '12:10', '13:10', '14:10']);
  });

  test('changes are included in a version that is created anyway', () => {
    const book = bookWith();
    book.take('url', [row({ slugName: 'ethereum' }, '120')], [], NOON);
    settled(book);
    book.take('url', [row({ slugName: 'ethereum' }, '121')], [], NOON + MINUTE_MS);
    expect(book.settle(ASSETS, NOON + MINUTE_MS)).toBe(false);
    book.adopt(NOON + MINUTE_MS);
    expect(shown(book)).toEqual({ ethereum: '121/121' });
  });

  test('last digits of an address make none, those of the file do', () => {
    const book = bookWith();
    const url = (total: string, at: number) =>
      book.take('url', [row({ slugName: 'ethereum' }, total)], [], at);
    url('120000000', NOON);
    settled(book);
    const { supplies } = book;
    url('120001199', NOON + HOUR_MS);
    settled(book, NOON + HOUR_MS);
    expect(book.supplies).toBe(supplies);
    url('120001200', NOON + 2 * HOUR_MS);
    expect(settled(book, NOON + 2 * HOUR_MS)).toEqual({ ethereum: '120001200/120001200' });
    book.take('file', [row({ slugName: 'ethereum' }, '120001201')], [], NOON + 3 * HOUR_MS);
    expect(settled(book, NOON + 3 * HOUR_MS)).toEqual({ ethereum: '120001201/120001201' });
  });
});
