import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { headText, type SignedHead } from '../../../core/integrity-head.ts';
import type { Millis } from '../../../core/time.ts';
import { hashRecord } from '../../../engine/record/tick-record.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { readRecord } from '../../../values/receipts/stored-record.ts';
import { sha256 } from '../../process/sha256.ts';

export interface IntegrityKey extends JsonWebKey {
  readonly kid: string;
}

/**
 * `fits`: signed with a known key, and the record of its slot has this hash. `too-old`: history no longer
 * reaches back to that slot, so only the signature was checked. `missing`: history reaches back that far but
 * has no such tick.
 */
export type HeadOutcome = 'fits' | 'forged' | 'unknown-key' | 'other-history' | 'missing' | 'too-old';

export type HeadOrigin = 'kept' | 'given';

export interface CheckedHead {
  readonly head: SignedHead;
  readonly origin: HeadOrigin;
  readonly outcome: HeadOutcome;
}

/** Compares heads with stored records. Checks the signature first: an unsigned head proves nothing. */
export async function checkHeads(
  history: Pick<HistoryReader, 'records'>,
  heads: readonly SignedHead[],
  keys: readonly IntegrityKey[],
  /** The oldest stored day. */
  oldest: Millis,
  origin: HeadOrigin = 'given',
): Promise<CheckedHead[]> {
  const checked: CheckedHead[] = [];
  for (const head of heads) {
    const signed = signatureOf(head, keys);
    checked.push({
      head,
      origin,
      outcome: signed === 'sound' ? await recorded(history, head, oldest) : signed,
    });
  }
  return checked;
}

function signatureOf(head: SignedHead, keys: readonly IntegrityKey[]): 'sound' | 'forged' | 'unknown-key' {
  const jwk = keys.find(({ kid }) => kid === head.keyId);
  if (!jwk) return 'unknown-key';
  const { kty, crv, x } = jwk;
  const key = createPublicKey({ key: { kty, crv, x } as JsonWebKey, format: 'jwk' });
  const signature = Buffer.from(head.signature, 'base64url');
  return verify(undefined, Buffer.from(headText(head)), key, signature) ? 'sound' : 'forged';
}

async function recorded(
  history: Pick<HistoryReader, 'records'>,
  { slot, recordHash }: SignedHead,
  oldest: Millis,
): Promise<HeadOutcome> {
  for await (const { record } of history.records(slot, slot)) {
    const own = readRecord(record);
    return own && hashRecord(own, sha256) === recordHash ? 'fits' : 'other-history';
  }
  return slot > oldest ? 'missing' : 'too-old';
}
