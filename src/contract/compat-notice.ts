const NOTICE =
  'This service runs with `--compat original`: send the header `Tidemark-Compat: off`, or `?compat=off` on the websocket, to get what this document describes. Other requests are answered in the shapes of the original service.';

/** For the API documents: who gets what they describe. `original`: set if others get the shapes of the original service. */
export function compatNotice(original: unknown): string[] {
  return original === undefined ? [] : [NOTICE];
}
