import { randomBytes } from 'node:crypto';
import { DerError, DerReader, readDer, TAG, writeDer, writeInteger } from './der.ts';

const NONCE_BYTES = 8;
/** 2.16.840.1.101.3.4.2.1 */
const SHA256_OID = Buffer.from('608648016503040201', 'hex');
const TRUE = Buffer.of(0xff);

export interface TimestampRequest {
  /** `TimeStampReq` of RFC 3161, as DER. */
  readonly bytes: Buffer;
  /** As the token must repeat it: the content of the integer. */
  readonly nonce: Buffer;
}

/** Asks for a token over a SHA-256 hash, with the certificates that verify it. */
export function timestampRequest(hash: Uint8Array): TimestampRequest {
  const version = writeInteger(Buffer.of(1));
  const algorithm = writeDer(TAG.sequence, writeDer(TAG.oid, SHA256_OID), writeDer(TAG.null));
  const imprint = writeDer(TAG.sequence, algorithm, writeDer(TAG.octetString, hash));
  const nonce = writeInteger(randomBytes(NONCE_BYTES));
  const certReq = writeDer(TAG.boolean, TRUE);
  return {
    bytes: writeDer(TAG.sequence, version, imprint, nonce, certReq),
    nonce: readDer(nonce).content,
  };
}

const STATUSES = ['granted', 'granted with changes', 'rejected', 'waiting', 'revocation warning', 'revoked'];
const GRANTED = 1;

/** The token of a `TimeStampResp`, as DER. Throws if the authority has not granted one. */
export function tokenIn(response: Buffer): Buffer {
  const reply = new DerReader(readDer(response), TAG.sequence, 'the response');
  const { content } = reply.inside(TAG.sequence, 'its status').next(TAG.integer, 'its status');
  const status = content.length === 1 ? content[0]! : Infinity;
  if (status > GRANTED)
    throw new DerError(`the request was not granted: status ${STATUSES[status] ?? 'unknown'}`);
  return Buffer.from(reply.next(TAG.sequence, 'the token').bytes);
}
