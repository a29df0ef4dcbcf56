import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../../../src/sources/live/declared/parse-definition.ts';
import { readDefinitions } from '../../../../../src/sources/live/declared/read-definitions.ts';

const GOOD = {
  format: 1,
  key: 'example',
  name: 'Example',
  url: 'https://example.com',
  hosts: ['api.example.com'],
  tickers: {
    requests: ['https://api.example.com/tickers'],
    layout: 'array',
    market: { symbol: 's', separator: '-' },
    fields: { last: 'l', baseVolume: 'v' },
  },
};
const problemsOf = (content: unknown) => parseDefinition(JSON.stringify(content)).problems;
const tickers = (changes: object) => ({ ...GOOD, tickers: { ...GOOD.tickers, ...changes } });

describe('a definition', () => {
  it('is returned in its full form', () => {
    expect(parseDefinition(JSON.stringify(GOOD)).definition).toEqual({
      ...GOOD,
      tickers: {
        ...GOOD.tickers,
        requests: [{ url: 'https://api.example.com/tickers' }],
        fields: { last: { path: 'l' }, baseVolume: { path: 'v' } },
      },
    });
  });

  it('is refused with all its errors, each with its place', () => {
    const { name: _, ...nameless } = GOOD;
    const content = {
      ...nameless,
      format: 2,
      key: 'No Good',
      hosts: [],
      colour: 'red',
      tickers: {
        requests: ['ftp://example.com', { url: 'https://api.example.com/{page}' }],
        layout: 'list',
        good: { path: 'code' },
        market: { symbol: 's' },
        fields: {
          last: 'a..b',
          bid: { path: 'b', factor: 2, invert: false },
          timestamp: { path: 't', unit: 'min' },
        },
      },
    };
    expect(problemsOf(content)).toEqual([
      'colour: is unknown; expected one of format, key, name, url, hosts, tickers, codes, markets',
      'format: must be 1',
      'key: must be 2 to 40 lower-case letters, digits and hyphens',
      'name: is missing',
      'hosts: must be a non-empty array',
      'tickers.requests[0].url: must be an address such as https://api.example.com/tickers',
      'tickers.requests[1]: must have both pages and {page} in the url, or neither',
      'tickers.layout: must be one of "array", "object", "one"',
      'tickers.market: must have either separator or quotes beside symbol',
      'tickers.fields.last: must be a path such as "last" or "ticker.last", "$key", "$group", "$market" or "$answer.date"',
      'tickers.fields.bid.factor: must be a decimal in quotes above zero, such as "0.00000001"',
      'tickers.fields.bid.invert: must be true',
      'tickers.fields.timestamp.unit: must be one of "s", "ms", "us", "ns", "iso"',
      'tickers.good: must have either values or not',
    ]);
  });

  it.each([
    ['no JSON', '{', /^is not valid JSON: /],
    ['no object', '[]', /^the file: must be an object$/],
  ])('is refused if it is %s', (_, text, problem) => {
    expect(parseDefinition(text).problems).toEqual([expect.stringMatching(problem)]);
  });

  it.each([
    [
      'a host that is not named',
      tickers({ requests: ['https://other.example.com/'] }),
      'tickers.requests[0]: hosts does not have other.example.com',
    ],
    [
      'no volume',
      tickers({ fields: { last: 'l' } }),
      'tickers.fields: must have baseVolume, quoteVolume or both: prices are weighted with it',
    ],
    [
      'ids without a market list',
      tickers({ market: { id: 'i' } }),
      'tickers.market.id: needs a market list: markets is missing',
    ],
    [
      'a market list that nothing refers to',
      {
        ...GOOD,
        markets: { requests: GOOD.tickers.requests, layout: 'array', id: 'i', market: GOOD.tickers.market },
      },
      'tickers.market: must be {"id": ...}, the id in the market list',
    ],
    [
      'a code that can never be met',
      { ...GOOD, codes: { xbt: 'BTC' } },
      'codes.xbt: must be in upper case: own codes are converted to upper case first',
    ],
    [
      'a password in an address',
      tickers({ requests: ['https://me:secret@api.example.com/'] }),
      'tickers.requests[0].url: must be an address such as https://api.example.com/tickers',
    ],
  ])('is refused with %s', (_, content, problem) => {
    expect(problemsOf(content)).toEqual([problem]);
  });
});

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-definitions-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  it('are also read from folders, in the order of their names', () => {
    mkdirSync(join(folder, 'some'));
    write('some/b.json', { ...GOOD, key: 'bb' });
    write('some/a.json', { ...GOOD, key: 'aa' });
    write('some/README.md', 'not one of them');
    const single = write('single.json', { ...GOOD, key: 'cc' });
    const { definitions, problems } = readDefinitions([single, join(folder, 'some')]);
    expect(problems).toEqual([]);
    expect(definitions.map(({ key }) => key)).toEqual(['cc', 'aa', 'bb']);
  });

  it('are refused together, each problem with its file', () => {
    const [bad, one, two] = [write('bad.json', '{}'), write('1.json', GOOD), write('2.json', GOOD)];
    const absent = join(folder, 'absent.json');
    const { problems } = readDefinitions([bad, one, two, absent]);
    expect(problems).toContain(`${bad}: tickers: is missing`);
    expect(problems).toContain(`${two}: key: example is taken by ${one}`);
    expect(problems).toContain(`${absent}: cannot be read: ENOENT`);
  });
});
