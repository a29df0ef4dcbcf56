import { beforeEach, expect, test } from 'vitest';
import { checkHeads, type IntegrityKey } from '../../../../../src/app/pipeline/integrity/check-heads.ts';
import { sha256 } from '../../../../../src/app/process/sha256.ts';
import { signHead } from '../../../../../src/auth/head-signer.ts';
import { SigningKeys } from '../../../../../src/auth/signing-keys.ts';
import type { SignedHead } from '../../../../../src/core/integrity-head.ts';
import { SLOT_MS } from '../../../../../src/core/time.ts';
import { hashRecord, type TickRecord } from '../../../../../src/engine/record/tick-record.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { MemoryKeyStore } from '../../../../support/memory-secrets.ts';

const AT = Date.parse('2026-11-20T00:00:00Z');
const HASH = 'ab'.repeat(32);
const RECORD: TickRecord = {
  at: AT,
  methodology: '1',
  reference: HASH,
  input: HASH,
  state: HASH,
  output: HASH,
  previous: '',
};

let keys: SigningKeys;
let head: SignedHead;
const publicKeys = () => keys.publicKeys() as unknown as readonly IntegrityKey[];

/** History with one tick, with this record. */
const historyWith = (record: TickRecord) => ({
  async *records(from: number, to: number) {
    if (from <= record.at && record.at <= to)
      yield { at: record.at, record: Buffer.from(JSON.stringify(record)) };
  },
});

const outcomeOf = async (
  given: SignedHead,
  record = RECORD,
  known = publicKeys(),
  oldest = AT - 10 * SLOT_MS,
) => (await checkHeads(historyWith(record), [given], known, oldest))[0]?.outcome;

beforeEach(async () => {
  keys = await SigningKeys.open(new MemoryKeyStore(), new ManualClock(AT), Infinity);
  head = signHead(keys, { slot: AT, recordHash: hashRecord(RECORD, sha256) });
});

test('a head matches its history, also after the key was rotated', async () => {
  expect(await outcomeOf(head)).toBe('fits');
  await keys.rotate();
  expect(await outcomeOf(head)).toBe('fits');
});

test('a record with any changed member is a different history', async () => {
  for (const name of ['methodology', 'reference', 'input', 'state', 'output', 'previous'] as const)
    expect([name, await outcomeOf(head, { ...RECORD, [name]: 'other' })]).toEqual([name, 'other-history']);
});

test('a head with any changed member is rejected', async () => {
  expect(await outcomeOf({ ...head, slot: AT - SLOT_MS })).toBe('forged');
  expect(await outcomeOf({ ...head, recordHash: HASH })).toBe('forged');
  expect(await outcomeOf({ ...head, signature: `${head.signature.slice(0, -4)}AAAA` })).toBe('forged');
  expect(await outcomeOf({ ...head, signature: '' })).toBe('forged');
});

test('a head signed with another key is rejected, whatever its key id', async () => {
  const other = await SigningKeys.open(new MemoryKeyStore(), new ManualClock(AT), Infinity);
  const forged = signHead(other, head);
  expect(await outcomeOf(forged)).toBe('unknown-key');
  expect(await outcomeOf({ ...forged, keyId: head.keyId })).toBe('forged');
  expect(await outcomeOf(head, RECORD, [])).toBe('unknown-key');
});

test('a tick that was removed, or cut off at the end, is missing; one newer than history is not', async () => {
  for (const other of [AT + SLOT_MS, AT - SLOT_MS])
    expect(await outcomeOf(head, { ...RECORD, at: other })).toBe('missing');
  expect(await outcomeOf(head, { ...RECORD, at: AT + SLOT_MS }, publicKeys(), AT)).toBe('too-old');
});

test('an unreadable record is a different history', async () => {
  const history = {
    async *records() {
      yield { at: AT, record: Buffer.from('{"at":') };
    },
  };
  expect((await checkHeads(history, [head], publicKeys(), 0))[0]?.outcome).toBe('other-history');
});
