import type { PreparedAnswer } from '../../latest/prepared-answer.ts';
import type { RequestLog } from '../request-log.ts';
import type { Call } from './call.ts';
import type { Responder } from './responder.ts';
import { READ_METHODS, type Route } from './routing.ts';

/** Something to read without a token: documents, pages and their assets. */
export interface Page {
  readonly path: string;
  /** As that of its route. */
  readonly label?: string;
  readonly contentType: string;
  /** Made when first asked for, or kept by the code that makes it. */
  readonly content: () => PreparedAnswer;
  readonly maxAgeSeconds: number;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

export const HTML_TYPE = 'text/html; charset=utf-8';

/**
 * Pages load nothing from elsewhere, call nothing but the server that they came from, and fit in no frame. `alsoConnects` are
 * further origins of the same service: its websocket may have a name of its own.
 */
export function pageSecurity(alsoConnects: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      ["connect-src 'self'", ...alsoConnects].join(' '),
      'img-src data:',
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
  };
}

export const PAGE_SECURITY = pageSecurity();

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function pageRoute(
  { path, label, contentType, content, maxAgeSeconds, extraHeaders }: Page,
  responder: Responder,
  requestLog: RequestLog,
): Route {
  const headers = { contentType, maxAgeSeconds, ...(extraHeaders ? { extra: extraHeaders } : {}) };
  const handle = async (call: Call) => {
    requestLog.answered(call, await responder.send(call, content(), headers));
  };
  return { methods: READ_METHODS, path, handle, ...(label === undefined ? {} : { label }) };
}
