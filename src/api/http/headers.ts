import type { DataOrigin } from '../../core/data-origin.ts';

export const VARY = 'Authorization, Accept-Encoding, Origin';
/** Of lists, whose form the header Accept chooses too. */
export const LIST_VARY = `${VARY}, Accept`;
/** On every answer: a body is what its content type says, never what a browser makes of its bytes. */
export const NO_SNIFFING = ['x-content-type-options', 'nosniff'] as const;
export const JSON_TYPE = 'application/json; charset=utf-8';
/** Names the parameters that a route does not know and did not read. */
export const IGNORED_HEADER = 'tidemark-ignored';
/** Names the parts of the requested range that an answer lacks, and why. */
export const INCOMPLETE_HEADER = 'tidemark-incomplete';
/** Where to go on, of a list whose body is nothing but records. */
export const NEXT_ID_HEADER = 'tidemark-next-id';

interface ServedSource {
  readonly source: string;
  readonly origin: DataOrigin;
}

/** Marks answers whose data are not live; live ones have no mark. */
export function sourceHeader({ source, origin }: ServedSource): Readonly<Record<string, string>> {
  return origin === 'live' ? {} : { 'tidemark-source': source };
}
