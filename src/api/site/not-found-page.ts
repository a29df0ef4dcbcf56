import type { RequestLog } from '../http/request-log.ts';
import { sendText, type Call } from '../http/routing/call.ts';
import { namesHtml } from '../http/answers/negotiation.ts';
import { HTML_TYPE, PAGE_SECURITY } from '../http/answers/page.ts';
import { READ_METHODS } from '../http/routing/routing.ts';

const HEADERS = Object.entries({
  'cache-control': 'no-store',
  vary: 'Accept',
  'content-type': HTML_TYPE,
  ...PAGE_SECURITY,
}).flat();
/** Paths for programs, which get the error body whatever they accept. */
const API_PATH = /^\/v3(?:[/?]|$)/;

/**
 * Answers browsers that request an address that does not exist. Programs get the error body of the contract.
 */
export class NotFoundPage {
  readonly #html: () => string;
  readonly #requestLog: RequestLog;

  constructor(html: () => string, requestLog: RequestLog) {
    this.#html = html;
    this.#requestLog = requestLog;
  }

  /** Returns whether it answered. `url`: relative to the base path. */
  answer(call: Call, url: string): boolean {
    const { method = '', headers } = call.request;
    if (!READ_METHODS.includes(method) || !namesHtml(headers.accept) || API_PATH.test(url)) return false;
    sendText(call, 404, HEADERS, this.#html());
    this.#requestLog.answered(call, 404);
    return true;
  }
}
