import { expect, test } from 'vitest';
import { sentAs, unsignedMessage } from '../../../../support/sent-message.ts';
import { pack, refusalOf, unpack } from '../../../../../src/cluster/nats/messages/packing.ts';

const PUBLISHER = '0011223344556677';

test('a message is inflated up to what it may have, and refused beyond it', async () => {
  const packed = await pack('x'.repeat(100_000), sentAs(PUBLISHER, 1));
  expect(packed.bytes.length).toBeLessThan(1000);
  expect(await unpack(packed, 200_000)).toBe('x'.repeat(100_000));
  const refused = await unpack(packed, 50_000).catch((error: unknown) => error);
  expect(refusalOf(refused)).toBe('too-large');
});

test('one that cannot be inflated is damaged', async () => {
  const broken = unsignedMessage(PUBLISHER, 1, Buffer.from('hello'), true);
  const refused = await unpack(broken, 200_000).catch((error: unknown) => error);
  expect(refusalOf(refused)).toBe('damaged');
});
