/**
 * Sent with every request that the page sends itself: a service with `--compat original` then answers as documented. The SDK sends it on
 * its own.
 */
export const COMPAT_HEADERS = { 'tidemark-compat': 'off' } as const;

/** The same for a websocket. */
export const COMPAT_QUERY = 'compat=off';
