import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkToken } from '../../src/app/pipeline/integrity/timestamp/check-token.ts';
import { timestampRequest, tokenIn } from '../../src/app/pipeline/integrity/timestamp/timestamp-authority.ts';
import { readToken } from '../../src/app/pipeline/integrity/timestamp/timestamp-token.ts';
import { TestAuthority, type AuthorityOptions } from '../support/timestamp-authority.ts';

const TEXT = 'tidemark-head:v1:2026-11-18T00:00:00.000Z:6c0f';
const PATIENCE_MS = 900_000;
const authorities: TestAuthority[] = [];
let authority: TestAuthority;
let token: Buffer;

function authorityWith(options?: AuthorityOptions): TestAuthority {
  const made = new TestAuthority(options);
  authorities.push(made);
  return made;
}

const caOf = ({ caFile }: TestAuthority) => [new X509Certificate(readFileSync(caFile))];
const stampedBy = (by: TestAuthority, text = TEXT) =>
  tokenIn(by.reply(timestampRequest(createHash('sha256').update(text).digest()).bytes));

beforeAll(() => {
  authority = authorityWith();
  token = stampedBy(authority);
}, PATIENCE_MS);
afterAll(() => {
  for (const each of authorities) each.close();
});

describe('a token of openssl', () => {
  test('holds over its text, with the certificate authority that the user gives', () => {
    const verdict = checkToken(token, TEXT, caOf(authority));
    expect(verdict).toMatchObject({ isRight: true, authority: 'Test TSA', chain: 'trusted' });
    expect(verdict.isRight && Math.abs(verdict.genTime - Date.now())).toBeLessThan(PATIENCE_MS);
    expect(checkToken(token, TEXT)).toMatchObject({ isRight: true, chain: 'not-checked' });
  });

  test('holds with RSA', () => {
    const own = authorityWith({ key: ['rsa:2048'] });
    expect(checkToken(stampedBy(own), TEXT, caOf(own))).toMatchObject({ isRight: true, chain: 'trusted' });
  });

  test('has the nonce of its request', () => {
    const { bytes, nonce } = timestampRequest(createHash('sha256').update(TEXT).digest());
    expect(readToken(tokenIn(authority.reply(bytes))).nonce).toEqual(nonce);
  });

  test('does not hold over another text', () => {
    expect(checkToken(token, `${TEXT}0`, caOf(authority))).toEqual({
      isRight: false,
      because: 'it was issued over another text',
    });
  });

  test('does not hold with another certificate authority, also one of the same name', () => {
    const other = authorityWith();
    expect(checkToken(token, TEXT, caOf(other))).toEqual({
      isRight: false,
      because: 'its certificate "Test TSA" does not lead to the given authority',
    });
    expect(checkToken(token, TEXT, [])).toMatchObject({ isRight: false });
  });

  test('does not hold with a certificate that had expired when it was issued', () => {
    const own = authorityWith({ days: -10 });
    expect(checkToken(stampedBy(own), TEXT, caOf(own))).toEqual({
      isRight: false,
      because: 'the certificate "Test TSA" was not valid when it was issued',
    });
  });

  test.each([
    ['another purpose', 'critical,serverAuth'],
    ['a purpose that is not critical', 'timeStamping'],
    ['several purposes', 'critical,timeStamping,serverAuth'],
  ])('does not hold with a certificate that has %s', (_what, usage) => {
    const own = authorityWith({ usage });
    expect(checkToken(own.signedAnyway(token), TEXT, caOf(own))).toEqual({
      isRight: false,
      because: 'its certificate is not for timestamps',
    });
    // The same with the purpose of timestamps holds.
    expect(checkToken(authority.signedAnyway(token), TEXT, caOf(authority))).toMatchObject({ isRight: true });
  });

  test('does not hold with the certificate of another signer in place of its own', () => {
    const other = authorityWith();
    const swapped = other.signedAnyway(token);
    expect(checkToken(swapped, TEXT, caOf(authority))).toMatchObject({ isRight: false });
  });

  test('does not hold if any of its bytes is altered', () => {
    const ca = caOf(authority);
    const held: number[] = [];
    for (let at = 0; at < token.length; at++) {
      const altered = Buffer.from(token);
      altered[at]! ^= 1 << (at % 8);
      if (checkToken(altered, TEXT, ca).isRight) held.push(at);
    }
    // Outside of what is signed: certificates that are not needed, and version numbers that say nothing.
    expect(unsignedMeaning(held)).toEqual([]);
  });

  test('does not hold if it is cut off anywhere, or something follows', () => {
    for (let end = 0; end < token.length; end += 7)
      expect(checkToken(token.subarray(0, end), TEXT).isRight).toBe(false);
    expect(checkToken(Buffer.concat([token, Buffer.of(0)]), TEXT).isRight).toBe(false);
  });
});

/** Bytes whose change would change what the token says. */
function unsignedMeaning(places: readonly number[]): number[] {
  const said = (bytes: Buffer) => {
    const { imprint, genTime, policy, nonce, info } = readToken(bytes);
    return JSON.stringify([imprint, genTime, policy, nonce, info]);
  };
  return places.filter((at) => {
    const altered = Buffer.from(token);
    altered[at]! ^= 1 << (at % 8);
    return said(altered) !== said(token);
  });
}
