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

/** Pages load nothing from elsewhere, call nothing but this API, and nobody may put them in a frame. */
export function pageSecurity(baseUrl: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
  };
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
