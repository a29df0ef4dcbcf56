// `scripts/evidence-page.mjs` writes page-parts.js from page.ts and page.css with each build.

/** The script of the page. */
export const SCRIPT: string;
/** In the form of a content security policy: `sha256-…`. */
export const SCRIPT_HASH: string;
export const STYLE: string;
export const STYLE_HASH: string;
