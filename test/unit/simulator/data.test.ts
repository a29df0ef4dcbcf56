import { describe, expect, it } from 'vitest';

import { shippedTable } from '../../../src/disk/shipped-table.ts';
import { shippedTier } from '../../../src/reference/exchange-tiers.ts';
import { WellKnown } from '../../../src/reference/well-known/well-known.ts';

const shipped = (name: string) => shippedTable(`../../../src/simulator/data/${name}.txt`, import.meta.url);
const CRYPTO_ASSETS = shipped('crypto-assets');
const FIAT_ASSETS = shipped('fiat-assets');
const EXCHANGES = shipped('exchanges');

type Row = Record<string, string>;

const parse = (table: string): { header: string; rows: Row[]; widths: Set<number> } => {
  const [header = '', ...lines] = table.trim().split('\n');
  const columns = header.split('|');
  const cells = lines.map((line) => line.split('|'));
  return {
    header,
    rows: cells.map((values) => Object.fromEntries(columns.map((column, i) => [column, values[i] ?? '']))),
    widths: new Set(cells.map((values) => values.length)),
  };
};

const cell = (row: Row, column: string): string => row[column] ?? '';
const number = (row: Row, column: string): number => Number(cell(row, column));
const column = (rows: Row[], name: string): string[] => rows.map((row) => cell(row, name));
const repeated = (values: string[]): string[] => {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
};
const list = (text: string): string[] => (text === '' ? [] : text.split(','));
const failing = (rows: Row[], name: string, pattern: RegExp): string[] =>
  column(rows, name).filter((value) => !pattern.test(value));

const PLAIN_DECIMAL = /^(0|[1-9]\d*)(\.\d+)?$/;
const PLAIN_DECIMAL_OR_EMPTY = /^((0|[1-9]\d*)(\.\d+)?)?$/;
const SITE = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]\S*)?$/i;

const known = new WellKnown();

/** Rows with only a slug, completed with the data of existing clients. */
const identified = (table: ReturnType<typeof parse>): ReturnType<typeof parse> => ({
  ...table,
  rows: table.rows.map((row) => {
    if (cell(row, 'symbol') !== '') return row;
    const asset = known.assetBySlug(cell(row, 'slug'));
    if (!asset) throw new Error(`${cell(row, 'slug')} is not known`);
    const { symbol, name, url, contractAddress = '' } = asset;
    return { ...row, symbol, name, url: cell(row, 'url') || url, contractAddress };
  }),
});

const crypto = identified(parse(CRYPTO_ASSETS));
const fiat = identified(parse(FIAT_ASSETS));
const exchanges = parse(EXCHANGES);
const fiatCodes = new Set(column(fiat.rows, 'symbol'));
const cap = (row: Row): number => number(row, 'priceUsd') * number(row, 'freeFloatSupply');
const rowsBySymbol = new Map<string, Row[]>();
for (const row of crypto.rows) {
  rowsBySymbol.set(cell(row, 'symbol'), [...(rowsBySymbol.get(cell(row, 'symbol')) ?? []), row]);
}

describe('every table of the simulated world', () => {
  it.each([
    ['crypto-assets', CRYPTO_ASSETS, crypto],
    ['fiat-assets', FIAT_ASSETS, fiat],
    ['exchanges', EXCHANGES, exchanges],
  ])('%s has as many cells in each row as in its header, in printable ASCII', (_name, text, table) => {
    expect([...table.widths]).toEqual([table.header.split('|').length]);
    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
    expect(text).not.toMatch(/[`\\]|\$\{/);
    expect(table.rows.flatMap((row) => Object.values(row)).filter((value) => value !== value.trim())).toEqual(
      [],
    );
  });

  it.each([
    ['crypto-assets', crypto],
    ['fiat-assets', fiat],
    ['exchanges', exchanges],
  ])('%s gives every row a site', (_name, table) => {
    expect(failing(table.rows, 'url', SITE)).toEqual([]);
  });
});

describe('the table of crypto-assets', () => {
  const top100 = crypto.rows.slice(0, 100);
  const top300 = crypto.rows.slice(0, 300);
  const beyond300 = crypto.rows.slice(300);
  const position = (symbol: string): number => crypto.rows.findIndex((row) => row['symbol'] === symbol) + 1;

  it('has the documented columns and at least 1680 rows', () => {
    expect(crypto.header).toBe(
      'slug|symbol|name|url|contractAddress|sector|launched|priceUsd|totalSupply|freeFloatSupply',
    );
    expect(crypto.rows.length).toBeGreaterThanOrEqual(1680);
  });

  it('identifies every asset by a unique slug', () => {
    expect(failing(crypto.rows, 'slug', /^[a-z0-9-]+$/)).toEqual([]);
    expect(repeated(column(crypto.rows, 'slug'))).toEqual([]);
    expect(failing(crypto.rows, 'name', /^\S/)).toEqual([]);
  });

  it('writes symbols as letters and digits', () => {
    expect(failing(crypto.rows, 'symbol', /^[$A-Za-z0-9]{1,12}$/)).toEqual([]);
  });

  it('never gives a crypto-asset the code of a fiat currency', () => {
    expect(column(crypto.rows, 'symbol').filter((symbol) => fiatCodes.has(symbol))).toEqual([]);
  });

  it('keeps the symbols of the first 100 assets unambiguous', () => {
    const ambiguous = column(top100, 'symbol').filter((symbol) => rowsBySymbol.get(symbol)?.length !== 1);
    expect(ambiguous).toEqual([]);
  });

  it('has between 15 and 45 symbols of exactly two assets', () => {
    const shared = [...rowsBySymbol.values()].filter((rows) => rows.length > 1);
    expect(shared.filter((rows) => rows.length !== 2)).toEqual([]);
    expect(shared.length).toBeGreaterThanOrEqual(15);
    expect(shared.length).toBeLessThanOrEqual(45);
  });

  it('contains the assets that the rest of the product relies on', () => {
    const required =
      'BTC ETH USDT XRP BNB SOL USDC DOGE ADA TRX AVAX LINK DOT LTC BCH EOS XLM XMR ETC UNI ATOM AMPL MKR AAVE SHIB ' +
      'PEPE NEAR APT ARB OP FIL ICP HBAR VET ALGO XTZ DASH ZEC';
    expect(required.split(' ').filter((symbol) => position(symbol) === 0)).toEqual([]);
    expect(rowsBySymbol.get('AMPL')).toEqual([
      expect.objectContaining({ name: 'Ampleforth', slug: 'ampleforth' }),
    ]);
  });

  it('starts with Bitcoin and ranks XRP, EOS and LTC in the first 60 and AMPL in the first 500', () => {
    expect(position('BTC')).toBe(1);
    for (const symbol of ['XRP', 'EOS', 'LTC']) expect(position(symbol), symbol).toBeLessThanOrEqual(60);
    expect(position('AMPL')).toBeLessThanOrEqual(500);
  });

  it('puts every asset in a known sector and a launch year from 2009 to 2025', () => {
    const sectors =
      /^(store-of-value|smart-contract|payments|defi|exchange-token|stablecoin|meme|gaming|infrastructure|privacy|ai|real-world-asset)$/;
    expect(failing(crypto.rows, 'sector', sectors)).toEqual([]);
    expect(failing(crypto.rows, 'launched', /^20(09|1\d|2[0-5])$/)).toEqual([]);
  });

  it('prices about 25 stablecoins or more near their currency', () => {
    const stable = crypto.rows.filter((row) => row['sector'] === 'stablecoin');
    const pegOf = (symbol: string): number =>
      symbol.startsWith('EUR') ? 1.09 : symbol === 'XSGD' ? 0.77 : 1;
    const adrift = stable.filter(
      (row) => Math.abs(number(row, 'priceUsd') / pegOf(cell(row, 'symbol')) - 1) > 0.025,
    );
    expect(column(adrift, 'symbol')).toEqual([]);
    expect(stable.length).toBeGreaterThanOrEqual(20);
    for (const symbol of ['USDT', 'USDC', 'DAI', 'TUSD', 'PYUSD', 'FDUSD', 'USDE', 'EURC', 'EURS']) {
      expect(column(stable, 'symbol')).toContain(symbol);
    }
  });

  it('prices every asset in plain decimals above zero, over many orders of magnitude', () => {
    const prices = crypto.rows.map((row) => number(row, 'priceUsd'));
    expect(failing(crypto.rows, 'priceUsd', PLAIN_DECIMAL)).toEqual([]);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(1e-7);
    expect(Math.min(...prices)).toBeLessThan(1e-6);
    expect(Math.max(...prices)).toBe(prices[0]);
  });

  it('writes supplies in plain decimals, both or neither, with a free float no larger than the total', () => {
    expect(failing(crypto.rows, 'totalSupply', PLAIN_DECIMAL_OR_EMPTY)).toEqual([]);
    expect(failing(crypto.rows, 'freeFloatSupply', PLAIN_DECIMAL_OR_EMPTY)).toEqual([]);
    expect(
      crypto.rows.filter((row) => (row['totalSupply'] === '') !== (row['freeFloatSupply'] === '')),
    ).toEqual([]);
    expect(crypto.rows.filter((row) => number(row, 'freeFloatSupply') > number(row, 'totalSupply'))).toEqual(
      [],
    );
  });

  it('knows the supply of the first 300 assets and of all but about 8 % of the others', () => {
    const unknown = beyond300.filter((row) => row['totalSupply'] === '');
    expect(top300.filter((row) => !(cap(row) > 0))).toEqual([]);
    expect(unknown.length / beyond300.length).toBeGreaterThan(0.06);
    expect(unknown.length / beyond300.length).toBeLessThan(0.1);
  });

  it('sorts assets by market capitalisation, from about 1.3e12 down to about 2e5 dollars', () => {
    const caps = crypto.rows.filter((row) => row['totalSupply'] !== '').map(cap);
    const tolerance = 1.000001;
    expect(caps.filter((value, i) => i > 0 && value > (caps[i - 1] ?? 0) * tolerance)).toEqual([]);
    expect(caps[0]).toBeGreaterThan(1e12);
    expect(caps[0]).toBeLessThan(1.6e12);
    expect(caps.at(-1)).toBeGreaterThan(1e5);
    expect(caps.at(-1)).toBeLessThan(4e5);
  });

  it('carries several hundred contract addresses', () => {
    const addresses = column(crypto.rows, 'contractAddress').filter((address) => address !== '');
    expect(failing(crypto.rows, 'contractAddress', /^\S*$/)).toEqual([]);
    expect(addresses.length).toBeGreaterThanOrEqual(300);
    // Two assets known to existing clients have the same one.
    expect(repeated(addresses.map((address) => address.toLowerCase())).length).toBeLessThanOrEqual(1);
  });

  it('names the real site of each of the first 300 assets', () => {
    expect(column(top300, 'url').filter((url) => url.endsWith('.example'))).toEqual([]);
    expect(column(crypto.rows, 'url').filter((url) => url.includes('coingecko.com'))).toEqual([]);
  });
});

describe('the table of fiat currencies', () => {
  it('has the documented columns and at least 45 rows, the US dollar first', () => {
    expect(fiat.header).toBe('slug|url|usdValue|dailyVolatilityBps');
    expect(fiat.rows.length).toBeGreaterThanOrEqual(45);
    expect(fiat.rows[0]).toMatchObject({ symbol: 'USD', usdValue: '1', dailyVolatilityBps: '0' });
  });

  it('identifies each currency by a unique three-letter code and a unique name', () => {
    expect(failing(fiat.rows, 'symbol', /^[A-Z]{3}$/)).toEqual([]);
    expect(repeated(column(fiat.rows, 'symbol'))).toEqual([]);
    expect(repeated(column(fiat.rows, 'name'))).toEqual([]);
  });

  it('values each currency above zero in plain decimals and lets all but the dollar move', () => {
    expect(failing(fiat.rows, 'usdValue', PLAIN_DECIMAL)).toEqual([]);
    expect(failing(fiat.rows, 'dailyVolatilityBps', PLAIN_DECIMAL)).toEqual([]);
    expect(fiat.rows.filter((row) => !(number(row, 'usdValue') > 0))).toEqual([]);
    expect(fiat.rows.slice(1).filter((row) => !(number(row, 'dailyVolatilityBps') > 0))).toEqual([]);
  });
});

describe('the table of exchanges', () => {
  const named = (name: string): Row | undefined => exchanges.rows.find((row) => row['name'] === name);
  const quoting = (symbol: string): Row[] =>
    exchanges.rows.filter((row) => list(cell(row, 'quotes')).includes(symbol));
  const withStatus = (status: string): Row[] => exchanges.rows.filter((row) => row['status'] === status);
  const isOneAsset = (symbol: string): boolean =>
    fiatCodes.has(symbol) || rowsBySymbol.get(symbol)?.length === 1;

  it('has the documented columns and at least 218 rows', () => {
    expect(exchanges.header).toBe('name|url|region|quotes|weight|style|status');
    expect(exchanges.rows.length).toBeGreaterThanOrEqual(218);
  });

  it('names every exchange uniquely, whatever the case', () => {
    expect(repeated(column(exchanges.rows, 'name').map((name) => name.toLowerCase()))).toEqual([]);
  });

  it.each([
    'Binance',
    'BitMEX',
    'Bybit',
    'Deribit',
    'Kraken',
    'LedgerX',
    'OKX',
    'Bitfinex',
    'Bitstamp',
    'Bittrex',
    'BTSE',
    'Coinbase-Pro',
    'Gemini',
    'itBit',
  ])('has an active exchange named exactly %s', (name) => {
    expect(named(name)?.['status']).toBe('ACTIVE');
  });

  it('contains the large regional exchanges too', () => {
    const required =
      'UPbit,Bithumb,Korbit,coinone,KuCoin,Gate.io,Huobi,MEXC,Bitget,Crypto.com,LMAX Digital,bitFlyer,Bitbank,' +
      'coincheck,Luno,Mercado Bitcoin,Bitso,BTCTurk,Paribu,WazirX,CoinDCX,Indodax,Bitvavo,CEX.IO,Exmo,WhiteBIT,' +
      'Poloniex,HitBTC,Uniswap,PancakeSwap';
    expect(required.split(',').filter((name) => named(name) === undefined)).toEqual([]);
  });

  it('puts 25 to 30 exchanges in tier A and all the others in tier B', () => {
    const tierOf = (row: Row) => shippedTier(cell(row, 'name')).tier;
    const tierA = exchanges.rows.filter((row) => tierOf(row) === 'A');
    expect(exchanges.rows.filter((row) => !['A', 'B'].includes(tierOf(row)))).toEqual([]);
    expect(tierA.length).toBeGreaterThanOrEqual(25);
    expect(tierA.length).toBeLessThanOrEqual(30);
    expect(column(tierA, 'name')).toEqual(
      expect.arrayContaining(['Coinbase-Pro', 'Kraken', 'Bitstamp', 'Gemini']),
    );
  });

  it('places every exchange in a region', () => {
    expect(failing(exchanges.rows, 'region', /^([A-Z]{2,3}|LATAM|GLOBAL)$/)).toEqual([]);
  });

  it('quotes on every exchange in at least one asset, none twice, each of them unambiguous', () => {
    expect(exchanges.rows.filter((row) => row['quotes'] === '')).toEqual([]);
    expect(exchanges.rows.flatMap((row) => repeated(list(cell(row, 'quotes'))))).toEqual([]);
    const unknown = exchanges.rows
      .flatMap((row) => list(cell(row, 'quotes')))
      .filter((symbol) => !isOneAsset(symbol));
    expect(unknown).toEqual([]);
  });

  it('quotes widely in KRW, USD and EUR and somewhere in every fiat currency', () => {
    expect(quoting('KRW').length).toBeGreaterThanOrEqual(4);
    expect(quoting('USD').length).toBeGreaterThanOrEqual(40);
    expect(quoting('EUR').length).toBeGreaterThanOrEqual(30);
    expect([...fiatCodes].filter((code) => quoting(code).length === 0)).toEqual([]);
  });

  it('weighs exchanges by positive plain decimals in descending order, with a heavy tail', () => {
    const weights = exchanges.rows.map((row) => number(row, 'weight'));
    expect(failing(exchanges.rows, 'weight', PLAIN_DECIMAL)).toEqual([]);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(exchanges.rows[0]).toMatchObject({ name: 'Binance', weight: '100' });
    expect(Math.min(...weights)).toBe(0.01);
  });

  it('maps the own symbols of about a dozen exchanges, unknown elsewhere, to known assets', () => {
    const styled = exchanges.rows.filter((row) => row['style'] !== '');
    const pairs = styled.flatMap((row) => list(cell(row, 'style')).map((pair) => pair.split('=')));
    expect(failing(exchanges.rows, 'style', /^([A-Z0-9]+=[A-Z0-9]+(,[A-Z0-9]+=[A-Z0-9]+)*)?$/)).toEqual([]);
    expect(styled.length).toBeGreaterThanOrEqual(10);
    expect(pairs.filter(([own = '']) => rowsBySymbol.has(own) || fiatCodes.has(own))).toEqual([]);
    expect(pairs.filter(([, common = '']) => !isOneAsset(common))).toEqual([]);
    expect(named('Kraken')?.['style']).toBe('XBT=BTC,XDG=DOGE');
    expect(named('BitMEX')?.['style']).toBe('XBT=BTC');
  });

  it('marks 6 to 10 closed exchanges inactive, 3 under maintenance and all the others active', () => {
    expect(withStatus('INACTIVE').length).toBeGreaterThanOrEqual(6);
    expect(withStatus('INACTIVE').length).toBeLessThanOrEqual(10);
    expect(withStatus('MAINTENANCE')).toHaveLength(3);
    expect(failing(exchanges.rows, 'status', /^(ACTIVE|INACTIVE|MAINTENANCE)$/)).toEqual([]);
  });
});
