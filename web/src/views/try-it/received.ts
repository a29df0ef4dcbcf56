import type { Clock } from '../../clock.ts';
import { COMPAT_HEADERS } from '../../data/compat.ts';
import type { OwnTokens } from '../../data/own-tokens.ts';
import { urlOf, type Request } from './request.ts';

/** A response, as far as it was read. */
export interface Received {
  readonly status: number;
  readonly statusText: string;
  readonly isGood: boolean;
  readonly headers: readonly (readonly [string, string])[];
  readonly type: string;
  readonly body: Blob;
  /** Whether the rest was not read. */
  readonly isCut: boolean;
  /** Whether the reader stopped it: the body is the part that had arrived. */
  readonly isStopped: boolean;
  readonly ms: number;
  /** Start of the request: identifies it while more arrives. */
  readonly began: number;
}

/** Maximum response size in memory; an export may have gigabytes. */
export const MAX_RESPONSE_BYTES = 32 * 2 ** 20;

interface SendParts {
  readonly base: string;
  readonly tokens: Pick<OwnTokens, 'token' | 'refused'>;
  readonly clock: Clock;
  /** Ends the request. If the response has begun, the received part is kept. */
  readonly signal: AbortSignal;
  /** Called with the received part of a slow response. */
  readonly onProgress?: (soFar: Received) => void;
}

/** Interval of progress calls. */
const PROGRESS_MS = 250;

/** Sends the request once, without retries: the reader should see errors. */
export async function send(request: Request, parts: SendParts): Promise<Received> {
  const { base, tokens, clock, signal } = parts;
  const { operation, accept, body } = request;
  const headers: Record<string, string> = {
    ...COMPAT_HEADERS,
    ...(accept !== undefined && { accept }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  if (operation.needsToken) headers['authorization'] = `Bearer ${await tokens.token('rest', signal)}`;
  const began = clock.now();
  const init = { method: operation.method, headers, cache: 'no-store', signal } as const;
  const response = await fetch(urlOf(request, base), body === undefined ? init : { ...init, body });
  if (response.status === 401) tokens.refused('rest');
  const { status, statusText, ok: isGood } = response;
  const type = response.headers.get('content-type') ?? '';
  const about = { status, statusText, isGood, headers: [...response.headers], type };
  const received = ({ chunks, ...rest }: Arrived): Received => ({
    ...about,
    ...rest,
    body: new Blob(chunks, { type }),
    ms: clock.now() - began,
    began,
  });
  return received(await arrivedOf(response, parts, (soFar) => parts.onProgress?.(received(soFar))));
}

interface Arrived {
  readonly chunks: Uint8Array<ArrayBuffer>[];
  readonly isCut: boolean;
  readonly isStopped: boolean;
}

async function arrivedOf(
  response: Response,
  { clock, signal }: SendParts,
  onProgress: (soFar: Arrived) => void,
): Promise<Arrived> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const arrived = { chunks, isCut: false, isStopped: false };
  if (!response.body) return arrived;
  const reader = response.body.getReader();
  let bytes = 0;
  let reported = clock.now();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      bytes += next.value.byteLength;
      if (bytes >= MAX_RESPONSE_BYTES) {
        await reader.cancel();
        return { ...arrived, isCut: true };
      }
      if (clock.now() - reported < PROGRESS_MS) continue;
      reported = clock.now();
      onProgress({ ...arrived, chunks: [...chunks] });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ...arrived, isStopped: true };
  }
  return arrived;
}

/** Informative headers, shown first; the others are shown on demand. */
const INTERESTING = [
  'tidemark-ignored',
  'tidemark-incomplete',
  'tidemark-source',
  'tidemark-next-id',
  'retry-after',
  'www-authenticate',
  'allow',
  'location',
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

/** File name for the response. */
export function fileNameOf(operationId: string, type: string): string {
  return `${operationId}.${ENDINGS.find((ending) => type.includes(ending)) ?? 'txt'}`;
}

/** At the end of a page of records. */
const NEXT_ID = /"nextId":\s*"([^"]+)"\s*\}\s*$/;
const END_BYTES = 200;

/** Start of the next page; undefined if there is none. */
export async function nextIdOf({ body, headers, type, isGood }: Received): Promise<string | undefined> {
  if (!isGood) return undefined;
  const said = headers.find(([name]) => name === 'tidemark-next-id')?.[1];
  if (said !== undefined || !type.startsWith('application/json')) return said;
  return NEXT_ID.exec(await body.slice(-END_BYTES).text())?.[1];
}
