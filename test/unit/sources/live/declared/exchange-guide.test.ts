import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDefinition } from '../../../../../src/sources/live/declared/parse-definition.ts';
import { readDefinitions } from '../../../../../src/sources/live/declared/read-definitions.ts';

const GUIDE = readFileSync('docs/extend/add-an-exchange.md', 'utf8');
const REFERENCE = readFileSync('docs/reference/exchange-files.md', 'utf8');

test('the reference explains every member of the format', () => {
  const unknown = { '?': 0 };
  const condition = { ...unknown, path: 'p', values: [1] };
  const section = {
    ...unknown,
    requests: [{ ...unknown, url: 'https://a.example.com/{page}', pages: unknown }],
    layout: 'array',
    good: condition,
  };
  const { problems = [] } = parseDefinition(
    JSON.stringify({
      ...unknown,
      markets: { ...section, market: { ...unknown, base: unknown, quote: 'q' } },
      tickers: {
        ...section,
        market: { ...unknown, symbol: 's', separator: '-' },
        fields: { ...unknown, last: unknown, timestamp: unknown },
      },
    }),
  );
  const lists = problems.flatMap((problem) => /expected one of (.*)$/.exec(problem)?.[1] ?? []);
  expect(lists).toHaveLength(15);
  const members = new Set(lists.flatMap((list) => list.split(', ')));
  expect([...members].filter((name) => !new RegExp(`[\`"]${name}[\`"]`).test(REFERENCE))).toEqual([]);
});

test('the guide states the number of examples', () => {
  const { definitions } = readDefinitions(['examples/exchanges']);
  expect(GUIDE).toContain(`holds ${definitions.length} files`);
});
