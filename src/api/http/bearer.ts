const BEARER = /^bearer +([\w\-.~+/]+=*) *$/i;

/** The token of an Authorization header (RFC 6750); undefined if there is none. */
export function bearerTokenIn(header: string): string | undefined {
  return BEARER.exec(header)?.[1];
}
