import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { shippedTable } from '../../src/disk/shipped-table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const ID = /^[0-9a-f]{32}$/;
const SLUG = /^[a-z0-9-]+$/;
const SITE = /^https?:\/\/\S+$/;
const INTEGER = /^(?:0|[1-9]\d*)$/;
const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const TEXT = /^\S(?:.*\S)?$/;
const WORD = /^\S+$/;

/** A cell that may be empty. */
const maybe = (pattern: RegExp) => new RegExp(`^$|${pattern.source}`);

interface Schema {
  /** Columns in the order of the header. */
  readonly columns: Readonly<Record<string, RegExp>>;
  /** Rows ascend by their first cell. */
  readonly isSorted?: boolean;
}

/** By path from `src`. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  'reference/data/assets.txt': {
    columns: {
      id: ID,
      symbol: WORD,
      name: TEXT,
      slug: maybe(/^\S+$/),
      type: /^(?:CRYPTO|FIAT)$/,
      seen: /^20\d\d$/,
      url: maybe(SITE),
      contractAddress: maybe(TEXT),
    },
    isSorted: true,
  },
  'reference/data/markets.txt': { columns: { id: ID, base: INTEGER, quote: INTEGER }, isSorted: true },
  'reference/data/exchanges.txt': { columns: { id: ID, name: TEXT, url: SITE }, isSorted: true },
  'simulator/data/crypto-assets.txt': {
    columns: {
      slug: SLUG,
      symbol: maybe(WORD),
      name: maybe(TEXT),
      url: maybe(SITE),
      contractAddress: maybe(WORD),
      sector: SLUG,
      launched: /^20\d\d$/,
      priceUsd: DECIMAL,
      totalSupply: maybe(DECIMAL),
      freeFloatSupply: maybe(DECIMAL),
    },
  },
  'simulator/data/fiat-assets.txt': {
    columns: { slug: SLUG, url: SITE, usdValue: DECIMAL, dailyVolatilityBps: DECIMAL },
  },
  'simulator/data/exchanges.txt': {
    columns: {
      name: TEXT,
      url: SITE,
      region: /^[A-Z]+$/,
      quotes: /^[A-Z0-9]+(?:,[A-Z0-9]+)*$/,
      weight: DECIMAL,
      style: maybe(/^[A-Z0-9]+=[A-Z0-9]+(?:,[A-Z0-9]+=[A-Z0-9]+)*$/),
      status: /^(?:ACTIVE|INACTIVE|MAINTENANCE)$/,
    },
  },
  'simulator/data/derivative-products.txt': {
    columns: {
      exchange: TEXT,
      type: /^(?:perpetuals|futures|options)$/,
      name: /\{B\}/,
      quote: SLUG,
      settles: /^(?:base|quote)$/,
      valued: /^(?:base|quote)$/,
      priced: /^(?:base|quote)$/,
      expiries: maybe(/^\d[wmq](?: \d[wmq])*$/),
      usd: DECIMAL,
      bases: /^[a-z0-9-]+:[\d.]+:[\d.]+(?:,[a-z0-9-]+:[\d.]+:[\d.]+)*$/,
    },
  },
};

const tables = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => basename(dirname(name)) === 'data' && !name.endsWith('.ts'),
);

test('every data file has a schema', () => {
  expect(tables.sort()).toEqual(Object.keys(SCHEMAS).sort());
});

/** Header, rows, and the text after the last line feed. */
function tableIn(name: string) {
  const path = join(ROOT, 'src', name);
  const [header = '', ...lines] = shippedTable(path, import.meta.url).split('\n');
  return { path, header, lines, rows: lines.slice(0, -1).map((line) => line.split('|')) };
}

test.each(Object.entries(SCHEMAS).filter(([, { isSorted }]) => isSorted))(
  '%s ascends by its first column, without repetition',
  (name) => {
    const keys = tableIn(name).rows.map(([key = '']) => key);
    expect(keys).toEqual([...new Set(keys)].sort());
  },
);

describe.each(Object.entries(SCHEMAS))('%s', (name, { columns }) => {
  const { path, header, lines, rows } = tableIn(name);

  test('has the columns of its schema', () => {
    expect(header.split('|')).toEqual(Object.keys(columns));
    expect(lines.at(-1)).toBe('');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((cells) => cells.length !== Object.keys(columns).length)).toEqual([]);
  });

  test.each(Object.entries(columns))('has only valid cells in the column %s', (column, pattern) => {
    const place = Object.keys(columns).indexOf(column);
    expect(rows.filter((cells) => !pattern.test(cells[place] ?? ''))).toEqual([]);
  });

  test('is identical in the build and in the source', () => {
    const built = join(ROOT, 'dist', 'src', name);
    expect(existsSync(built)).toBe(true);
    expect(readFileSync(built, 'utf8')).toBe(readFileSync(path, 'utf8'));
  });
});
