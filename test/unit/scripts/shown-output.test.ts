import { expect, test } from 'vitest';
import { compared } from '../../support/snippets/shown-output.ts';

const isSame = (language: string, text: string, printed: string, word = '') => {
  const seen = compared({ language, word, text }, printed);
  return JSON.stringify(seen.printed) === JSON.stringify(seen.shown);
};

test('JSON is the same with other values of the same kind', () => {
  const shown = '{"content":[{"id":"1a1e04bd-ab02-4055-afd0-1c940239efc1","price":"88047.657","flags":[]}]}';
  const other = shown.replace('88047.657', '1.5').replace('1a1e', '0000').replace('[]', '["THIN"]');
  expect(isSame('json', shown, other)).toBe(true);
  expect(isSame('json', shown, shown.replace('price', 'last'))).toBe(false);
  expect(isSame('json', shown, shown.replace('88047.657', 'none'))).toBe(false);
  expect(isSame('json', shown, shown.replace('"88047.657"', '1'))).toBe(false);
  expect(isSame('json', shown, shown.replace('1a1e04bd-ab02-4055-afd0-1c940239efc1', 'x'))).toBe(false);
});

test('a list has the members of any of its records, and counts by reason have any', () => {
  expect(isSame('json', '[{"a":1,"b":1}]', '[{"a":2},{"a":2,"b":3}]')).toBe(true);
  expect(isSame('json', '[{"a":1}]', '[{"a":2},{"a":2,"b":3}]')).toBe(false);
  expect(isSame('json', '{"refusals":{"STALE":1}}', '{"refusals":{"OUTLIER":2}}')).toBe(true);
});

test('text is the same with other numbers, instants and widths', () => {
  expect(
    isSame('text', 'verified   15154 (2026-11-15T17:40:30.000Z)', 'verified 7 (2027-01-01T00:00:00.000Z)'),
  ).toBe(true);
  expect(isSame('text', 'verified 1', 'checked 1')).toBe(false);
});

test('rows may be missing, but not differ', () => {
  const shown = 'service        running\nreference data 1 version\ndamage         none\n';
  expect(isSame('text', shown, 'service  stopped\ndamage  2 in x\n', 'rows')).toBe(true);
  expect(isSame('text', shown, 'reference data 3 versions\n', 'rows')).toBe(true);
  expect(isSame('text', shown, 'services       stopped\n', 'rows')).toBe(false);
});
