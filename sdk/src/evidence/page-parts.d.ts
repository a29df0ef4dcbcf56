// `scripts/evidence-page.mjs` writes page-parts.js from page.ts and page.css with each build.

/** All that the page runs. */
export const SCRIPT: string;
/** As a policy names it: `sha256-…`. */
export const SCRIPT_HASH: string;
export const STYLE: string;
export const STYLE_HASH: string;
