import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PreparedAnswer } from '../../latest/prepared-answer.ts';
import type { RequestLog } from '../request-log.ts';
import type { Responder } from './responder.ts';

/** Something to read without a token: documents, pages and their assets. */
export interface Page {
  readonly path: string;
  readonly contentType: string;
  /** Made when first asked for, or kept by whoever makes it. */
  readonly content: () => PreparedAnswer;
  readonly maxAgeSeconds: number;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

export const HTML_TYPE = 'text/html; charset=utf-8';

/** Pages load nothing from elsewhere, call nothing but the server that they came from, and fit in no frame. */
export const PAGE_SECURITY: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
};

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function registerPage(
  app: FastifyInstance,
  { path, contentType, content, maxAgeSeconds, extraHeaders }: Page,
  responder: Responder,
  requestLog: RequestLog,
): void {
  const headers = { contentType, maxAgeSeconds, ...(extraHeaders ? { extra: extraHeaders } : {}) };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const status = await responder.send(request, reply, content(), headers);
    requestLog.answered(request, path, status);
    return reply;
  };
  app.route({ method: ['GET', 'HEAD'], url: path, handler });
}
