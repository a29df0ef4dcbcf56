import { expect, test } from 'vitest';
import { natsRefusal } from '../../../../src/cluster/nats/nats-refusal.ts';

const failed = (code: string, message = 'secret') => Object.assign(new Error(message), { code });

test.each([
  ['AUTHORIZATION_VIOLATION', /the user or password is wrong/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /its certificate is not signed by a known authority/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /not valid for the host name/],
  ['CERT_NOT_YET_VALID', /clock of this machine is slow/],
  ['CERT_HAS_EXPIRED', /has expired/],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /requires a client certificate/],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /rejects the client certificate/],
])('%s is explained, without the text of the error', (code, words) => {
  for (const error of [failed(code), Object.assign(new Error('x'), { chainedError: failed(code) })]) {
    expect(natsRefusal(error)).toMatch(words);
    expect(natsRefusal(error)).toContain(code);
    expect(natsRefusal(error)).not.toContain('secret');
  }
});

test('an unavailable server is not a refusal', () => {
  expect(natsRefusal(failed('CONNECTION_REFUSED'))).toBeUndefined();
  expect(natsRefusal(undefined)).toBeUndefined();
});
