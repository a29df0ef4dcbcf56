import type { Clock } from '../../clock.ts';
import type { OwnTokens } from './own-tokens.ts';
import { urlOf, type Request } from './request.ts';

/** An answer, all of it that was read. */
export interface Received {
  readonly status: number;
  readonly statusText: string;
  readonly isGood: boolean;
  readonly headers: readonly (readonly [string, string])[];
  readonly type: string;
  readonly body: Blob;
  /** Whether there was more, which was not read. */
  readonly isCut: boolean;
  readonly ms: number;
}

/** Of an export there may be gigabytes: so much is taken into memory. */
export const MOST_BYTES = 32 * 2 ** 20;

interface SendParts {
  readonly base: string;
  readonly tokens: OwnTokens;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Makes the request as it stands, once: what is busy or refused is to be seen. */
export async function send(request: Request, { base, tokens, clock, signal }: SendParts): Promise<Received> {
  const { operation, accept } = request;
  const headers: Record<string, string> = accept === undefined ? {} : { accept };
  if (operation.needsToken) headers['authorization'] = `Bearer ${await tokens.token('rest', signal)}`;
  const began = clock.now();
  const response = await fetch(urlOf(request, base), { headers, cache: 'no-store', signal });
  if (response.status === 401) tokens.refused('rest');
  const type = response.headers.get('content-type') ?? '';
  const { body, isCut } = await bodyOf(response, type);
  const { status, statusText, ok: isGood } = response;
  return {
    status,
    statusText,
    isGood,
    headers: [...response.headers],
    type,
    body,
    isCut,
    ms: clock.now() - began,
  };
}

async function bodyOf(response: Response, type: string): Promise<{ body: Blob; isCut: boolean }> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  if (!response.body) return { body: new Blob([], { type }), isCut: false };
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    bytes += next.value.byteLength;
    if (bytes < MOST_BYTES) continue;
    await reader.cancel();
    return { body: new Blob(chunks, { type }), isCut: true };
  }
  return { body: new Blob(chunks, { type }), isCut: false };
}

/** What tells something about the answer, in this order; the others are shown when asked for. */
const INTERESTING = [
  'tidemark-ignored',
  'tidemark-source',
  'tidemark-next-id',
  'retry-after',
  'www-authenticate',
  'allow',
  'etag',
  'cache-control',
  'content-type',
  'content-encoding',
];

export function interestingHeaders({ headers }: Received): (readonly [string, string])[] {
  const all = new Map(headers);
  return INTERESTING.flatMap((name) => {
    const value = all.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

const ENDINGS = ['ndjson', 'json', 'csv', 'parquet', 'html'];

/** The name of a file with the answer. */
export function fileNameOf(operationId: string, type: string): string {
  return `${operationId}.${ENDINGS.find((ending) => type.includes(ending)) ?? 'txt'}`;
}

/** At the end of a page of records. */
const NEXT_ID = /"nextId":\s*"([^"]+)"\s*\}\s*$/;
const END_BYTES = 200;

/** Where the next page begins; undefined where there is none. */
export async function nextIdOf({ body, headers, type, isGood }: Received): Promise<string | undefined> {
  if (!isGood) return undefined;
  const said = headers.find(([name]) => name === 'tidemark-next-id')?.[1];
  if (said !== undefined || !type.startsWith('application/json')) return said;
  return NEXT_ID.exec(await body.slice(-END_BYTES).text())?.[1];
}
