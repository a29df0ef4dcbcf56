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

/** Why an encrypted connection cannot be made, and what an operator has to set right, by the code of the error. `authority`: how to name one's own. */
export function tlsRefusals(authority: string): Readonly<Record<string, string>> {
  const all = (codes: readonly string[], text: string) => codes.map((code) => [code, text] as const);
  return Object.fromEntries([
    ...all(UNKNOWN_AUTHORITY, `no authority that is known has signed its certificate; ${authority}`),
    ...all(
      WANTS_CERTIFICATE,
      'it wants a client certificate that an authority of its own has signed; give one',
    ),
    ...all(
      REFUSES_CERTIFICATE,
      'it refuses the client certificate; give one that is valid and that its authority has signed',
    ),
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'its certificate is for another name than the address has; give one that it is for',
    ],
    [
      'CERT_HAS_EXPIRED',
      'its certificate has expired; renew it, or set the clock of this machine if that is ahead',
    ],
    [
      'CERT_NOT_YET_VALID',
      'its certificate is not valid yet; the clock of this machine is slow, or the certificate was made on one whose clock is ahead: set the clock',
    ],
  ]);
}
