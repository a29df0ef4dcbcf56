import { expect, test } from 'vitest';
import { UNSIGNED, type SignedContent } from '../../../../src/cluster/nats/messages/message-trust.ts';
import { newRoleKey, RoleKeys } from '../../../../src/cluster/credentials/role-keys.ts';

const [compute, serve, unknown] = [newRoleKey('compute'), newRoleKey('serve'), newRoleKey('compute')];
const all = [compute, serve].map(({ role, x }) => ({ role, x }));
const keysOf = (own: typeof compute) => new RoleKeys({ own, all }, () => 0);
const CONTENT: SignedContent = {
  purpose: 'tidemark topic indices',
  publisher: '0011223344556677',
  number: 7,
  deflated: true,
  sentAt: 1_800_000_000_000,
  digest: Buffer.alloc(32, 5),
};

test('a message of a role that may send it is accepted', () => {
  const signature = keysOf(compute).sign(CONTENT);
  expect(keysOf(serve).refusal(CONTENT, signature, ['compute'])).toBeUndefined();
});

test('one that is not signed, by an unknown key, or by another role is refused', () => {
  const receiver = keysOf(serve);
  expect(receiver.refusal(CONTENT, UNSIGNED, ['compute'])).toBe('unsigned');
  expect(receiver.refusal(CONTENT, keysOf(unknown).sign(CONTENT), ['compute'])).toBe('unknown-key');
  expect(receiver.refusal(CONTENT, keysOf(serve).sign(CONTENT), ['compute'])).toBe('wrong-role');
  expect(receiver.refusal(CONTENT, keysOf(compute).sign(CONTENT), [])).toBe('wrong-role');
});

test.each([
  ['purpose', 'tidemark topic tickers'],
  ['publisher', '0011223344556678'],
  ['number', 8],
  ['deflated', false],
  ['sentAt', 1_800_000_000_001],
  ['digest', Buffer.alloc(32, 6)],
] as const)('a signature does not count for another %s', (name, value) => {
  const signature = keysOf(compute).sign(CONTENT);
  const changed = { ...CONTENT, [name]: value };
  expect(keysOf(serve).refusal(changed, signature, ['compute'])).toBe('bad-signature');
});

test('a signature of one key does not count under the name of another', () => {
  const { signature } = keysOf(serve).sign(CONTENT);
  const { keyId } = keysOf(compute).sign(CONTENT);
  expect(keysOf(serve).refusal(CONTENT, { keyId, signature }, ['compute'])).toBe('bad-signature');
});
