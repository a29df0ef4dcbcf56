/** A public key that verifies heads (RFC 8037). */
export interface IntegrityKey {
  readonly kid: string;
  /** The 32 bytes, base64url. */
  readonly x: string;
}

/** The answer of /.well-known/tidemark-integrity.json. */
export interface IntegrityKeys {
  readonly keys: readonly IntegrityKey[];
}
