export const VARY = 'Authorization, Accept-Encoding, Origin';
/** On every answer: a body is what its content type says, never what a browser makes of its bytes. */
export const NO_SNIFFING = ['x-content-type-options', 'nosniff'] as const;
export const JSON_TYPE = 'application/json; charset=utf-8';
