import { ForbiddenError } from '@tidemark/sdk';
import { expect, test } from 'vitest';
import { messageOf } from '../../../web/src/format/errors.ts';

test('a refusal names the scope that the client lacks, where the service does', () => {
  const message = 'this needs a token with scope read:index-ticker or read:LX';
  expect(messageOf(new ForbiddenError(403, { message }))).toBe(
    'this client may not read it: it needs the scope read:index-ticker or read:LX',
  );
  expect(messageOf(new ForbiddenError(403, {}))).toBe('this client may not read it');
});
