const UNKNOWN_AUTHORITY = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
];
const WANTS_CERTIFICATE = [
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
];
const REFUSES_CERTIFICATE = [
  'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
  'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
  'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
  'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN',
];

/** Why a TLS connection failed and what an operator must do, by error code. `authority`: how to add an own authority. */
export function tlsRefusals(authority: string): Readonly<Record<string, string>> {
  const all = (codes: readonly string[], text: string) => codes.map((code) => [code, text] as const);
  return Object.fromEntries([
    ...all(UNKNOWN_AUTHORITY, `its certificate is not signed by a known authority; ${authority}`),
    ...all(WANTS_CERTIFICATE, 'it requires a client certificate signed by its authority; provide one'),
    ...all(
      REFUSES_CERTIFICATE,
      'it rejects the client certificate; provide a valid one signed by its authority',
    ),
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'its certificate is not valid for the host name in the address; use a name that it is valid for',
    ],
    [
      'CERT_HAS_EXPIRED',
      'its certificate has expired; renew it, or set the clock of this machine if it is fast',
    ],
    [
      'CERT_NOT_YET_VALID',
      'its certificate is not valid yet; the clock of this machine is slow, or the certificate was created on a machine with a fast clock: set the clock',
    ],
  ]);
}
