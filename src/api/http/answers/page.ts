import type { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import type { RequestLog } from '../request-log.ts';
import type { Call } from '../routing/call.ts';
import type { Responder } from './responder.ts';
import { READ_METHODS, type Route } from '../routing/routing.ts';

/** Content that can be read without a token: documents, pages and their assets. */
export interface Page {
  readonly path: string;
  /** Label of its route. */
  readonly label?: string;
  readonly contentType: string;
  /** Created on first use, or cached by the code that creates it. */
  readonly content: () => PreparedAnswer;
  readonly maxAgeSeconds: number;
  /**
   * Its path changes with its content, which is already compressed: it is sent unchanged, and browsers cache
   * it permanently.
   */
  readonly isImmutable?: boolean;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

export const HTML_TYPE = 'text/html; charset=utf-8';

export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Pages load only from their own server, connect only to it, and cannot be framed. */
export const PAGE_SECURITY: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function pageRoute(
  { path, label, contentType, content, maxAgeSeconds, isImmutable = false, extraHeaders }: Page,
  responder: Responder,
  requestLog: RequestLog,
): Route {
  const headers = {
    contentType,
    maxAgeSeconds,
    ...(isImmutable && { cacheControl: IMMUTABLE }),
    ...(extraHeaders && { extra: extraHeaders }),
  };
  const asItIs = { in: () => content().identity };
  const handle = async (call: Call) => {
    requestLog.answered(call, await responder.send(call, isImmutable ? asItIs : content(), headers));
  };
  return { methods: READ_METHODS, path, handle, ...(label === undefined ? {} : { label }) };
}
