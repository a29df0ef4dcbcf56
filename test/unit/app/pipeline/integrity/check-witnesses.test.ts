import { beforeAll, expect, test } from 'vitest';
import { checkWitness } from '../../../../../src/app/pipeline/integrity/check-witnesses.ts';
import type { SignedHead } from '../../../../../src/core/integrity-head.ts';
import { DAY_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { signedHeads, type HeadSigner } from '../../../../support/signed-heads.ts';

const MIDNIGHT = Date.parse('2026-11-18T00:00:00Z');
let signer: HeadSigner;

beforeAll(async () => void (signer = await signedHeads()));

async function headAt(slot: number, fill = 'ab'): Promise<SignedHead> {
  const { recordHash, keyId, signature } = await signer.head(new Date(slot).toISOString(), fill.repeat(32));
  return { slot, recordHash, keyId, signature };
}

/** Checks against a service, which shows only heads of days. */
async function outcome(head: SignedHead, dayHeads: readonly SignedHead[], publicKey?: string) {
  const current = { keys: signer.keys.keys, dayHeads, timestampToken: () => undefined };
  return (await checkWitness({ head, publicKey }, current)).outcome;
}

test('a service confirms the heads of its days', async () => {
  const head = await headAt(MIDNIGHT);
  expect(await outcome(head, [await headAt(MIDNIGHT - DAY_MS), head])).toBe('confirmed');
});

test('a service that shows another head of the day, or lacks it, has rewritten its history', async () => {
  const head = await headAt(MIDNIGHT);
  const later = await headAt(MIDNIGHT + DAY_MS);
  expect(await outcome(head, [await headAt(MIDNIGHT, 'cd'), later])).toBe('rewritten');
  expect(await outcome(head, [await headAt(MIDNIGHT - SLOT_MS), later])).toBe('rewritten');
  expect(await outcome(head, [await headAt(MIDNIGHT - DAY_MS), later])).toBe('missing');
});

test('a head that the service does not show is not confirmed', async () => {
  const during = await headAt(MIDNIGHT - SLOT_MS);
  expect(await outcome(during, [await headAt(MIDNIGHT)])).toBe('not-shown');
  expect(await outcome(during, [])).toBe('not-shown');
});

test('the key of the witness must be a key of the service, with the same bytes', async () => {
  const head = await headAt(MIDNIGHT);
  const { x } = signer.keys.keys[0]!;
  expect(await outcome(head, [head], x)).toBe('confirmed');
  const other = (await signedHeads()).keys.keys[0]!.x;
  expect(await outcome(head, [head], other)).toBe('forged');
  expect(await outcome({ ...head, keyId: 'another' }, [head])).toBe('unknown-key');
  // The id of a key is its thumbprint: the same key under another id is a forgery.
  expect(await outcome({ ...head, keyId: 'another' }, [head], x)).toBe('forged');
});
