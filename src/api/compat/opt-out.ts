import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { originForm, readQuery } from '../http/routing/request-target.ts';

/** Names it in `Vary`: answers depend on it while `--compat original` is on. */
export const OPT_OUT_HEADER = 'Tidemark-Compat';
const HEADER = 'tidemark-compat';
const PARAMETER = 'compat';
const OFF = 'off';

/** Whether a request asks for the documented shapes although the service runs with `--compat original`. */
export function optsOut(headers: IncomingHttpHeaders): boolean {
  return headers[HEADER] === OFF;
}

/** The same for a websocket: browsers cannot send headers with it, so the query counts too. */
export function streamOptsOut({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  return optsOut(headers) || readQuery(originForm(url).split('?')[1] ?? '')[PARAMETER] === OFF;
}
