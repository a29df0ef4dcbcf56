import { expect, test } from 'vitest';
import { UNSIGNED, type SignedContent } from '../../../../src/cluster/nats/messages/message-trust.ts';
import { newRoleKey, RoleKeys } from '../../../../src/cluster/credentials/role-keys.ts';

const [compute, serve, unknown] = [newRoleKey('compute'), newRoleKey('serve'), newRoleKey('compute')];
const all = [compute, serve].map(({ role, x }) => ({ role, x }));
const keysOf = (own: typeof compute) => new RoleKeys({ own, all }, () => 0);
const sender = keysOf(compute);
const CONTENT: SignedContent = {
  purpose: 'tidemark topic indices',
  publisher: sender.publisher,
  number: 7,
  deflated: true,
  sentAt: 1_800_000_000_000,
  digest: Buffer.alloc(32, 5),
};

test('a message of a role that may send it is accepted', () => {
  const receiver = keysOf(serve);
  expect(receiver.refusal(CONTENT, sender.sign(CONTENT), ['compute'])).toBeUndefined();
  const next = { ...CONTENT, number: 8 };
  expect(receiver.refusal(next, sender.sign(next), ['compute'])).toBeUndefined();
});

test('a message under the name of another process is refused, even of the same role', () => {
  const other = keysOf(compute);
  const receiver = keysOf(serve);
  expect(other.publisher).not.toBe(sender.publisher);
  expect(receiver.refusal(CONTENT, other.sign(CONTENT), ['compute'])).toBe('wrong-publisher');
  const { processKey, certificate } = sender.sign(CONTENT);
  const { keyId, signature } = other.sign(CONTENT);
  const borrowed = { keyId, processKey, certificate, signature };
  expect(receiver.refusal(CONTENT, borrowed, ['compute'])).toBe('bad-signature');
});

test('a process key that the role key did not sign is refused, also after one that it signed', () => {
  const receiver = keysOf(serve);
  const { certificate } = sender.sign(CONTENT);
  expect(receiver.refusal(CONTENT, sender.sign(CONTENT), ['compute'])).toBeUndefined();
  const own = keysOf(serve);
  const content = { ...CONTENT, publisher: own.publisher };
  const signed = { ...own.sign(content), keyId: sender.sign(CONTENT).keyId };
  expect(receiver.refusal(content, signed, ['compute'])).toBe('bad-signature');
  expect(receiver.refusal(content, { ...signed, certificate }, ['compute'])).toBe('bad-signature');
});

test('a message that is unsigned, by an unknown key, or by another role is refused', () => {
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
  const signature = sender.sign(CONTENT);
  const changed = { ...CONTENT, [name]: value };
  expect(keysOf(serve).refusal(changed, signature, ['compute'])).toBe('bad-signature');
});

test('a signature of one key does not count under the id of another', () => {
  const { signature } = keysOf(serve).sign(CONTENT);
  const named = { ...sender.sign(CONTENT), signature };
  expect(keysOf(serve).refusal(CONTENT, named, ['compute'])).toBe('bad-signature');
});
