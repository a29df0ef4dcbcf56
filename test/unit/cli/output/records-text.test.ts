import { describe, expect, test } from 'vitest';
import { plainClient, clientsText } from '../../../../src/cli/output/client-texts.ts';
import { fieldsText, recordsText, withDates, wordsOf } from '../../../../src/cli/output/records-text.ts';

test('the heading of a column is its key in words', () => {
  expect(wordsOf('lastTokenAt')).toBe('last token at');
  expect(recordsText([{ id: 'a', lastTokenAt: 'b' }, { id: 'long' }], ['id', 'lastTokenAt'])).toBe(
    'id    last token at\na     b\nlong  -\n',
  );
});

test('a missing field has no line, unless there is a word for it', () => {
  expect(fieldsText({ id: 'a' }, ['id', 'name', 'expiresAt'], { expiresAt: 'never' })).toBe(
    'id:          a\nexpires at:  never\n',
  );
});

test('instants are text, and absent values stay absent', () => {
  const dated = withDates(
    { id: 'a', createdAt: 0 } as { id: string; createdAt: number; retiredAt?: number },
    'createdAt',
    'retiredAt',
  );
  expect(dated).toEqual({ id: 'a', createdAt: '1970-01-01T00:00:00.000Z' });
});

test.each([
  ['Pricing desk', 'Pricing desk'],
  ['Zürich №7', 'Zürich №7'],
  ['a  b', '"a  b"'],
  [' a', '" a"'],
  ['', '""'],
  ['a\u001b[2Jb', '"a\\u001b[2Jb"'],
  ['a\u202eb', '"a\\u202eb"'],
  ['a\nb', '"a\\nb"'],
])('%j is shown as %s', (name, expected) => {
  expect(recordsText([{ name }], ['name'])).toBe(`name\n${expected}\n`);
});

describe('the state of a client', () => {
  const client = { id: 'tm-1', name: 'desk', scopes: [], createdAt: 0, disabled: false };

  test.each([
    [{}, 'enabled'],
    [{ expiresAt: 2000 }, 'enabled'],
    [{ expiresAt: 1000 }, 'expired'],
    [{ disabled: true, expiresAt: 1000 }, 'disabled'],
  ])('with %j is %s', (changes, state) => {
    expect(plainClient({ ...client, ...changes }, 1000)).toMatchObject({ state });
  });

  test('is in the list, with its scopes', () => {
    expect(clientsText([plainClient({ ...client, tokensIssued: 2, lastTokenAt: 0 }, 1000)])).toBe(
      `id    name  state    expires at  tokens issued  last token at             scopes
tm-1  desk  enabled  never       2              1970-01-01T00:00:00.000Z  (none: look-ups only)
`,
    );
  });
});
