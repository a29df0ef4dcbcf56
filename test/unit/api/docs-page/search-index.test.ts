import { describe, expect, test } from 'vitest';
import {
  find,
  messageEntries,
  operationEntries,
  siteEntries,
  wordsOf,
} from '../../../../src/api/site/docs-page/search-index.js';

const entry = (heading: string, text = '', title = 'Page', href = '/docs/page#x') => ({
  href,
  title,
  heading,
  text,
});
const headings = (found: readonly { heading: string }[]) => found.map(({ heading }) => heading);

describe('find', () => {
  test('requires every word, in the heading, the title or the text, in any case', () => {
    const entries = [
      entry('Resuming', 'ticks that were missed', 'The websocket'),
      entry('Limits', 'of the websocket'),
      entry('Ranges', 'from and to'),
    ];
    expect(headings(find(entries, 'WebSocket  resume', 9))).toEqual(['Resuming']);
    expect(headings(find(entries, 'websocket', 9))).toEqual(['Resuming', 'Limits']);
    expect(find(entries, 'websocket candles', 9)).toEqual([]);
    expect(find(entries, '   ', 9)).toEqual([]);
  });

  test('ranks headings before text, beginnings of words before the middle, and project history last', () => {
    const entries = [
      entry('Notes', 'of a candle'),
      entry('Escandles', ''),
      entry('Candles', '', 'Changelog', '/docs/changelog#candles'),
      entry('Candles', ''),
    ];
    const found = find(entries, 'candles', 9);
    expect(found.map(({ href, heading }) => `${heading} ${href}`)).toEqual([
      'Candles /docs/page#x',
      'Escandles /docs/page#x',
      'Candles /docs/changelog#candles',
      'Notes /docs/page#x',
    ]);
    expect(find(entries, 'candles', 2)).toHaveLength(2);
  });

  test('shows the text around the first matching word', () => {
    const text = `${'before '.repeat(40)}the needle ${'after '.repeat(40)}`;
    const [found] = find([entry('Long', text)], 'needle', 1);
    expect(found?.snippet).toMatch(/^… .*needle.* …$/);
    expect(found?.snippet.length).toBeLessThan(150);
    expect(find([entry('Short', 'a needle')], 'needle', 1)[0]?.snippet).toBe('a needle');
  });

  test('treats no character as a pattern', () => {
    expect(headings(find([entry('a.c (x)', '')], '(x', 9))).toEqual(['a.c (x)']);
    expect(find([entry('abc', '')], 'a.c', 9)).toEqual([]);
  });
});

test('words lose their endings, unless they become too short', () => {
  expect(wordsOf('Resume candles used  id')).toEqual(['resum', 'candl', 'used', 'id']);
});

test('results link to their place, below the base path', () => {
  const operation = { operationId: 'listAssets', summary: 'Assets' };
  const parameters = [{ name: 'symbol', description: 'of it' }] as const;
  const message = { summary: 'A trade', payload: { properties: { price: {} } } };
  expect([
    ...siteEntries([['guides/a', 'A', [['b', 'B', 'text']]]], '/base'),
    ...operationEntries({ paths: { '/v3/asset': { get: { ...operation, parameters } } } }, '/base'),
    ...messageEntries({ components: { messages: { TRADE: message } } }, '/base'),
  ]).toEqual([
    { href: '/base/docs/guides/a#b', title: 'A', heading: 'B', text: 'text' },
    {
      href: '/base/docs#listAssets',
      title: 'REST',
      heading: 'GET /v3/asset',
      text: 'Assets. symbol: of it',
    },
    { href: '/base/docs/websocket#TRADE', title: 'Websocket', heading: 'TRADE', text: 'A trade. price' },
  ]);
});
