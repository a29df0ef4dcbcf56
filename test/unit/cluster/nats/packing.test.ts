import { expect, test } from 'vitest';
import { pack, refusalOf, unpack } from '../../../../src/cluster/nats/packing.ts';

const ID = { publisher: '0011223344556677', number: 1 };

test('a message is inflated up to what it may have, and refused beyond it', async () => {
  const packed = await pack('x'.repeat(100_000), ID);
  expect(packed.bytes.length).toBeLessThan(1000);
  expect(await unpack(packed, 200_000)).toBe('x'.repeat(100_000));
  const refused = await unpack(packed, 50_000).catch((error: unknown) => error);
  expect(refusalOf(refused)).toBe('too-large');
});

test('one that cannot be inflated is damaged', async () => {
  const broken = { ...ID, deflated: true, bytes: Buffer.from('hello') };
  const refused = await unpack(broken, 200_000).catch((error: unknown) => error);
  expect(refusalOf(refused)).toBe('damaged');
});
