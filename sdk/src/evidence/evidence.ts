import type { IndexReceipt, IntegrityHead } from '../contract.ts';
import type { IntegrityKeys } from '../verify/verify-head.ts';
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from './page-parts.js';

export interface Evidence {
  readonly receipt: IndexReceipt;
  /** The head of the same slot binds the receipt's record. */
  readonly head?: IntegrityHead;
  /** RFC 3161 token over the text of the head, DER in base64. The page does not check it: `tidemark heads check` does. */
  readonly timestampToken?: string | undefined;
  /** Keys to check the head with. */
  readonly keys?: IntegrityKeys;
  /** URL of the service. */
  readonly url?: string;
  /**
   * The data source that the service reports: `simulator`, `replay`; undefined for live data. It is in
   * `state` of a stream.
   */
  readonly source?: string | undefined;
}

/** Only the script and the style of the page, by their hashes: no network, no forms, no other script. */
const POLICY = `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** One HTML file with a receipt and the verifier. It recomputes the value in any browser, offline. */
export function evidence({ receipt, head, timestampToken, keys, url, source }: Evidence): string {
  const { name, market, asset, timestamp } = receipt;
  const data = JSON.stringify({ receipt, head, timestampToken, keys, url, source }).replaceAll(
    '<',
    '\\u003c',
  );
  const title = escaped(`${name ?? market ?? asset ?? ''} ${timestamp}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>Evidence: ${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main id="page">This page checks the receipt in it with JavaScript, which is off or failed. The receipt is in its source text.</main>
<script type="application/json" id="evidence">${data}</script>
<script type="module">${SCRIPT}</script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
