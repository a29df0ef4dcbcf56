import { expect, test } from 'vitest';
import { sentAs, unsignedMessage } from '../../../../support/sent-message.ts';
import { packMessage, refusalOf, unpackMessage } from '../../../../../src/cluster/nats/messages/packing.ts';

const PUBLISHER = '0011223344556677';

test('a message is inflated up to its limit, and refused beyond it', async () => {
  const packed = await packMessage('x'.repeat(100_000), sentAs(PUBLISHER, 1));
  expect(packed.bytes.length).toBeLessThan(1000);
  expect(await unpackMessage(packed, 200_000)).toBe('x'.repeat(100_000));
  const refused = await unpackMessage(packed, 50_000).catch((error: unknown) => error);
  expect(refusalOf(refused)).toBe('too-large');
});

test('one that cannot be inflated is damaged', async () => {
  const broken = unsignedMessage(PUBLISHER, 1, Buffer.from('hello'), true);
  const refused = await unpackMessage(broken, 200_000).catch((error: unknown) => error);
  expect(refusalOf(refused)).toBe('damaged');
});
