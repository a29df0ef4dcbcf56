import type { DataOrigin } from '../../core/data-origin.ts';

export const VARY = 'Authorization, Accept-Encoding, Origin';
/** For lists, whose form also depends on Accept. */
export const LIST_VARY = `${VARY}, Accept`;
/** On every answer: browsers must not guess the content type. */
export const NO_SNIFFING = ['x-content-type-options', 'nosniff'] as const;
export const JSON_TYPE = 'application/json; charset=utf-8';
/** Browsers send it as `Accept` for server-sent events. */
export const EVENT_STREAM_TYPE = 'text/event-stream';
/** Names the parameters that the route does not know and ignored. */
export const IGNORED_HEADER = 'tidemark-ignored';
/** Names the gaps of the answer in the requested range, and their reasons. */
export const INCOMPLETE_HEADER = 'tidemark-incomplete';
/** Start of the next page, for a list whose body contains only records. */
export const NEXT_ID_HEADER = 'tidemark-next-id';
/** Names a request, so that the same one sent again has no second effect. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

interface ServedSource {
  readonly source: string;
  readonly origin: DataOrigin;
}

/** Marks answers whose data are not live. */
export function sourceHeader({ source, origin }: ServedSource): Readonly<Record<string, string>> {
  return origin === 'live' ? {} : { 'tidemark-source': source };
}
