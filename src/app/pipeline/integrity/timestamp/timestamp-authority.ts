import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../../core/time.ts';
import { checkToken } from './check-token.ts';
import { DerError, DerReader, readDer, TAG, writeDer, writeInteger } from './der.ts';
import { readToken } from './timestamp-token.ts';

/** The authority gave no valid token. The message contains no text of the authority. */
export class TimestampRefused extends Error {
  override readonly name = 'TimestampRefused';
}

export interface TimestampAuthority {
  /** A token over the SHA-256 hash of the text, as DER. Rejects with `TimestampRefused`, or when the signal aborts. */
  stamp(text: string, signal: AbortSignal): Promise<Buffer>;
}

const TIMEOUT_MS: Millis = 30 * SECOND_MS;
/** Tokens have 2 to 8 kB, including the certificates of their authority. */
const MAX_RESPONSE_BYTES = 32 * 1024;

/** An authority reached over HTTP (RFC 3161, 3.4). */
export class HttpTimestampAuthority implements TimestampAuthority {
  readonly #url: string;
  readonly #clock: Pick<Clock, 'wait'>;

  constructor(url: string, clock: Pick<Clock, 'wait'>) {
    this.#url = url;
    this.#clock = clock;
  }

  async stamp(text: string, signal: AbortSignal): Promise<Buffer> {
    const { bytes, nonce } = timestampRequest(createHash('sha256').update(text).digest());
    const response = await this.#send(bytes, signal);
    const token = granted(response);
    const verdict = checkToken(token, text);
    if (!verdict.isRight) throw new TimestampRefused(`the token is not valid: ${verdict.because}`);
    // A replayed token would have an earlier time.
    if (!readToken(token).nonce?.equals(nonce))
      throw new TimestampRefused('the token is not valid: its nonce is not that of the request');
    return token;
  }

  async #send(body: Buffer, signal: AbortSignal): Promise<Buffer> {
    const ended = new AbortController();
    const stop = () => ended.abort();
    signal.addEventListener('abort', stop);
    let isLate = false;
    const limit = this.#clock.wait(TIMEOUT_MS, ended.signal).then(
      () => {
        isLate = true;
        ended.abort();
      },
      () => undefined,
    );
    try {
      return await this.#exchange(body, ended.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TimestampRefused) throw error;
      throw new TimestampRefused(isLate ? 'it did not respond in time' : 'it cannot be reached');
    } finally {
      signal.removeEventListener('abort', stop);
      ended.abort();
      await limit;
    }
  }

  async #exchange(body: Buffer, signal: AbortSignal): Promise<Buffer> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      throw new TimestampRefused(`it responded with status ${response.status}`);
    }
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of response.body) {
      length += (piece as Uint8Array).length;
      if (length > MAX_RESPONSE_BYTES)
        throw new TimestampRefused(`its response has more than ${MAX_RESPONSE_BYTES} bytes`);
      pieces.push(piece as Uint8Array);
    }
    return Buffer.concat(pieces);
  }
}

function granted(response: Buffer): Buffer {
  try {
    return tokenIn(response);
  } catch (error) {
    if (error instanceof DerError)
      throw new TimestampRefused(`its response contains no token: ${error.message}`);
    throw error;
  }
}

const NONCE_BYTES = 8;
/** 2.16.840.1.101.3.4.2.1 */
const SHA256_OID = Buffer.from('608648016503040201', 'hex');
const TRUE = Buffer.of(0xff);

interface TimestampRequest {
  readonly bytes: Buffer;
  /** Content of the integer, which the token must repeat. */
  readonly nonce: Buffer;
}

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
