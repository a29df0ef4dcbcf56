/**
 * Sent with every request for data or tokens: a service with `--compat original` then answers in its own shapes, which this SDK reads.
 * Other services ignore it.
 */
export const COMPAT_HEADERS = { 'tidemark-compat': 'off' } as const;

/** The same for a websocket without custom headers. */
export const COMPAT_QUERY = 'compat=off';
