import { expect, test } from 'vitest';
import { serviceUrl } from '../../../../src/cli/client/connection-options.ts';
import { notOfKind } from '../../../../src/cli/read-call.ts';

test.each([
  ['http://me:secret@prices.example.com', 'http://...@prices.example.com'],
  ['http://me:secret/@prices.example.com', 'http://...@prices.example.com'],
  ['me:secret@prices.example.com', '...@prices.example.com'],
  ['HTTP:\\\\me:secret@prices.example.com', 'HTTP:\\\\...@prices.example.com'],
  ['https://me:secret@more@prices.example.com/base', 'https://...@prices.example.com/base'],
  ['http://me:secret\n@prices.example.com', 'http://...@prices.example.com'],
  ['https://prices.example.com?token=secret', 'https://prices.example.com?...'],
  ['https://prices.example.com#secret', 'https://prices.example.com#...'],
  ['https://me@prices.example.com?token=secret', 'https://...@prices.example.com?...'],
])('a URL with a secret in it is refused without showing it: %s', (text, shown) => {
  expect(serviceUrl.parse(text)).toBeUndefined();
  const message = notOfKind('--url', serviceUrl, text);
  expect(message).toContain(`(got ${JSON.stringify(shown)}: leave out `);
  expect(message).not.toContain('secret');
});

test('an error without a secret is shown as it was written', () => {
  expect(notOfKind('--url', serviceUrl, 'ftp://prices.example.com')).toBe(
    '--url must be a URL that starts with http:// or https:// (got "ftp://prices.example.com")',
  );
});
