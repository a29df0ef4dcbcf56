import { webcrypto } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { IntegrityHead } from '../../../../sdk/src/contract.ts';
import { verifyHead, type IntegrityKeys } from '../../../../sdk/src/verify/index.ts';
import { signedHeads } from '../../../support/signed-heads.ts';

let head: IntegrityHead;
let keys: IntegrityKeys;

beforeAll(async () => {
  const signer = await signedHeads();
  keys = signer.keys;
  head = await signer.head('2026-11-21T00:00:00.000Z', 'ab'.repeat(32));
});

describe('a head', () => {
  test('with a valid signature is valid', async () => {
    expect(await verifyHead(head, keys)).toEqual({ isRight: true, isChecked: true });
  });

  test('is disproved if slot, hash, signature or key differ', async () => {
    const other = await signedHeads();
    const { signature } = await other.head(head.slot, head.recordHash);
    const altered: Partial<IntegrityHead>[] = [
      { slot: '2026-11-21T00:00:30.000Z' },
      { slot: 'yesterday' },
      { recordHash: 'cd'.repeat(32) },
      { signature },
      { signature: '???' },
      { keyId: 'another' },
    ];
    for (const change of altered) {
      const verdict = await verifyHead({ ...head, ...change }, keys);
      expect(verdict).toMatchObject({ isRight: false, isChecked: true, because: expect.any(String) });
    }
    const badKeys = { keys: [{ kid: head.keyId, x: 'AAAA' }] };
    expect(await verifyHead(head, badKeys)).toMatchObject({ isRight: false, isChecked: true });
  });

  test('or keys with invalid content are disproved, and nothing is thrown', async () => {
    const heads = [null, {}, { ...head, signature: undefined }, { ...head, slot: 5 }];
    for (const none of heads)
      expect(await verifyHead(none as never, keys)).toMatchObject({ isRight: false, isChecked: true });
    for (const none of [null, {}, { keys: [null] }, { keys: [{ kid: head.keyId }] }, { keys: 5 }])
      expect(await verifyHead(head, none as never)).toMatchObject({ isRight: false, isChecked: true });
  });

  test('is disproved under a key with which anyone can sign', async () => {
    const identity = Buffer.from(`01${'00'.repeat(31)}`, 'hex');
    const signature = Buffer.concat([identity, Buffer.alloc(32)]).toString('base64url');
    for (const sign of [0, 0x80]) {
      const bytes = Buffer.from(identity);
      bytes[31] = sign;
      const weak = { keys: [{ kid: head.keyId, x: bytes.toString('base64url') }] };
      expect(await verifyHead({ ...head, signature }, weak)).toEqual({
        isRight: false,
        isChecked: true,
        because: `the key "${head.keyId}" is weak: anyone can sign for it`,
      });
    }
  });

  test('is not called wrong if Ed25519 is not supported', async () => {
    const unable = {
      importKey: () => Promise.reject(new DOMException('no such algorithm', 'NotSupportedError')),
      verify: webcrypto.subtle.verify.bind(webcrypto.subtle),
    };
    const because = 'WebCrypto does not support Ed25519 here';
    expect(await verifyHead(head, keys, unable as never)).toEqual({
      isRight: false,
      isChecked: false,
      because,
    });
  });
});
