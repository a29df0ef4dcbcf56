import { requestRaw, type RawAnswer } from '../../support/raw-connection.ts';

export const TOKEN_PATH = '/v3/oauth/token';

/** A token request as the demo client would send it, changed by what is given; undefined leaves a field out. */
export function demoRequest(
  baseUrl: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo',
    audience: baseUrl,
    ...changes,
  };
}

export function postJson(
  baseUrl: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return requestRaw(baseUrl, {
    method: 'POST',
    target: TOKEN_PATH,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export function postForm(
  baseUrl: string,
  fields: Readonly<Record<string, unknown>> | string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const given =
    typeof fields === 'string' ? fields : Object.entries(fields).filter(([, value]) => value !== undefined);
  return requestRaw(baseUrl, {
    method: 'POST',
    target: TOKEN_PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof given === 'string' ? given : new URLSearchParams(given as [string, string][]).toString(),
  });
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
export function basic(id: string, secret: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly scope: string;
  readonly expires_in: number;
  readonly token_type: string;
}

export function tokenIn(answer: RawAnswer): TokenAnswer {
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body) as TokenAnswer;
}
